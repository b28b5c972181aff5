import { weekdayOf } from './days';
import { farOf } from './far';
import { type Hearing, type History, memorisationOf, memorisedPagesOf } from './memorised';
import { isDuring, isLessonDay, type Plan } from './plan';
import { mark, type Span } from './spans';
import { lessonOf, nearOf } from './task';

/** What a plan comes to on a day. */
export interface PreviewDay {
  /** As a number of days. */
  day: number;
  new: Span[];
  near: Span[];
  /** Pages of far revision at most. */
  farPages: number;
}

/**
 * The days of a plan from one on, if each lesson is accepted on its day (hifz.md, "Plan"): new and near as the task of
 * each day would have them. Days on which the plan has nothing are left out.
 * @param days how many days are looked at
 */
export function previewOf(plan: Plan, history: History, from: number, days: number): PreviewDay[] {
  const { memorised } = memorisationOf(history);
  const hearings: Hearing[] = history.hearings.filter(({ day }) => day < from);
  const found: PreviewDay[] = [];
  for (let day = from; day < from + days; day += 1) {
    const isRevision = isDuring(plan, day) && plan.revisionDays.includes(weekdayOf(day));
    const lesson = isLessonDay(plan, day) ? lessonOf(plan, hearings, memorised) : [];
    const near = isRevision ? nearOf(plan, hearings, day) : [];
    const farPages = isRevision ? farOf(plan, memorisedPagesOf(memorised)).cap : 0;
    if (lesson.length > 0 || near.length > 0 || farPages > 0)
      found.push({ day, new: lesson, near, farPages });
    if (lesson.length === 0) continue;
    mark(memorised, lesson);
    hearings.push({ day, isNew: true, isLesson: true, isRepeat: false, spans: lesson, faults: [] });
  }
  return found;
}
