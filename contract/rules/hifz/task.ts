import { farRevision } from './far';
import { type JuzTest, dueJuzTest } from './juzTest';
import { countMemorisedPages, computeMemorisation, type Recitation, type History } from './memorised';
import {
  isPlanDay,
  isLessonDay,
  isRevisionDay,
  remainingSpans,
  generateLessons,
  type Plan,
  planSpans,
  clipToPlan,
} from './plan';
import { behindDays } from './progress';
import { revisionQueue, type RevisionRange } from './queue';
import { joinSpans, markSpans, createAyahMarks, sumSpanPages, type Span, spansWhere } from './spans';

export interface Task {
  new: Span[];
  near: Span[];
  far: RevisionRange[];
  /** Negative if the student is ahead. */
  behindDays: number;
  test: JuzTest | null;
}

interface TaskOptions {
  plan: Plan;
  /** Only recitations before the day count, so that the task does not change during the class. */
  history: History;
  day: number;
  skipped: readonly Span[];
}

export const historyBefore = ({ recitations, declared }: History, day: number): History => ({
  recitations: recitations.filter((recitation) => recitation.day < day),
  declared: declared.filter((span) => span.day <= day),
});

/** A day without a plan, or without teaching, has an empty task (hifz.md, "Task of a day"). */
export function buildTask({ plan, history, day, skipped }: TaskOptions): Task {
  const earlierHistory = historyBefore(history, day);
  const memorisation = computeMemorisation(earlierHistory);
  const hasRevision = isRevisionDay(plan, day);
  const near = hasRevision ? nearRevision(plan, earlierHistory.recitations, day) : [];
  const { cap, cycle } = farRevision(plan, countMemorisedPages(memorisation.memorised));
  // If the plan has fewer daily pages than proposed, the longer cycle decides when a page is overdue.
  const cycleDays = Math.max(plan.farCycleDays, cycle ?? 0);
  const excluded = [...near, ...skipped];
  return {
    new: isLessonDay(plan, day) ? nextLesson(plan, earlierHistory.recitations, memorisation.memorised) : [],
    near,
    far: hasRevision ? revisionQueue(memorisation, { day, cycle: cycleDays, cap, excluded }) : [],
    behindDays: behindDays(plan, earlierHistory, day),
    test: isPlanDay(plan, day) ? dueJuzTest(plan, earlierHistory) : null,
  };
}

/** Returns the last lesson if the student must repeat it, otherwise the next lesson. */
export function nextLesson(plan: Plan, recitations: readonly Recitation[], memorised: Uint8Array): Span[] {
  const orderedSpans = planSpans(plan);
  const last = recitations.findLast(({ isNew, day }) => isNew && day >= plan.firstDay);
  if (last?.isRepeat && last.spans.some((span) => spansWhere(span, memorised, false).length > 0)) {
    const repeatSpans = clipToPlan(orderedSpans, last.spans);
    if (repeatSpans.length > 0) return repeatSpans;
  }
  const [lesson] = generateLessons(remainingSpans(orderedSpans, memorised), plan.amount);
  return lesson ?? [];
}

export function nearRevision(
  { near: { unit, value } }: Plan,
  recitations: readonly Recitation[],
  day: number,
): Span[] {
  const lessons = recitations.filter(({ isLesson, spans }) => isLesson && spans.length > 0).toReversed();
  if (unit === 'lessons') return joinSpans(lessons.slice(0, value).flatMap(({ spans }) => spans));
  if (unit === 'days')
    return joinSpans(lessons.filter((lesson) => day - lesson.day <= value).flatMap(({ spans }) => spans));
  const usedAyahs = createAyahMarks();
  const nearSpans: Span[] = [];
  let pages = 0;
  for (const span of lessons.flatMap(({ spans }) => spans.toReversed())) {
    if (pages >= value) break;
    const newSpans = spansWhere(span, usedAyahs, false);
    markSpans(usedAyahs, newSpans);
    nearSpans.push(...newSpans);
    pages += sumSpanPages(newSpans);
  }
  return joinSpans(nearSpans);
}
