import { farRevision } from './far';
import { type Recitation, type History, computeMemorisation, countMemorisedPages } from './memorised';
import { isLessonDay, isRevisionDay, type Plan } from './plan';
import { markSpans, type Span } from './spans';
import { nextLesson, nearRevision } from './task';

export interface PreviewDay {
  day: number;
  new: Span[];
  near: Span[];
  farPages: number;
}

/** Assumes that each lesson is accepted on its day. Days without tasks are omitted (hifz.md, "Plan"). */
export function previewPlan(plan: Plan, history: History, from: number, days: number): PreviewDay[] {
  const { memorised } = computeMemorisation(history);
  const recitations: Recitation[] = history.recitations.filter(({ day }) => day < from);
  const previewDays: PreviewDay[] = [];
  for (let day = from; day < from + days; day += 1) {
    const hasRevision = isRevisionDay(plan, day);
    const lesson = isLessonDay(plan, day) ? nextLesson(plan, recitations, memorised) : [];
    const near = hasRevision ? nearRevision(plan, recitations, day) : [];
    const farPages = hasRevision ? farRevision(plan, countMemorisedPages(memorised)).cap : 0;
    if (lesson.length > 0 || near.length > 0 || farPages > 0)
      previewDays.push({ day, new: lesson, near, farPages });
    if (lesson.length === 0) continue;
    markSpans(memorised, lesson);
    recitations.push({ day, isNew: true, isLesson: true, isRepeat: false, spans: lesson, faults: [] });
  }
  return previewDays;
}
