import { dayOfWeek } from './days';
import { farRevision } from './far';
import { type JuzTest, dueJuzTest } from './juzTest';
import { countMemorisedPages, computeMemorisation, type Hearing, type History } from './memorised';
import {
  isPlanActive,
  isLessonDay,
  remainingSpans,
  generateLessons,
  type Plan,
  planSpans,
  clipToPlan,
} from './plan';
import { behindDays } from './progress';
import { revisionQueue, type RevisionRange } from './queue';
import { joinSpans, markSpans, createAyahMarks, countSpanPages, type Span, spansWhere } from './spans';

/** What a student recites on a day. */
export interface Task {
  /** In the order of the plan. */
  new: Span[];
  near: Span[];
  /** In the order of the queue. */
  far: RevisionRange[];
  /** Lessons behind the plan (`behindDays`); negative: ahead. */
  behindDays: number;
  /** The test of whole juz that is due, while new lessons go on; null without one. */
  test: JuzTest | null;
}

interface TaskOptions {
  plan: Plan;
  /** Only what was before the day is looked at, so that the task stays what it is while it is heard. */
  history: History;
  day: number;
  /** What the teacher skips on this day. */
  skipped: readonly Span[];
}

/** What was known before a day. */
export const historyBefore = ({ hearings, declared }: History, day: number): History => ({
  hearings: hearings.filter((hearing) => hearing.day < day),
  declared: declared.filter((one) => one.day <= day),
});

/** The task of a day; hifz.md, "Task of a day". Outside of the plan's days everything is empty. */
export function buildTask({ plan, history, day, skipped }: TaskOptions): Task {
  const before = historyBefore(history, day);
  const memorisation = computeMemorisation(before);
  const isRevision = isPlanActive(plan, day) && plan.revisionDays.includes(dayOfWeek(day));
  const near = isRevision ? nearRevision(plan, before.hearings, day) : [];
  const { cap, cycle } = farRevision(plan, countMemorisedPages(memorisation.memorised));
  // With fewer pages than proposed, what is late is measured by the cycle that they come to.
  const cycleDays = Math.max(plan.farCycleDays, cycle ?? 0);
  const excluded = [...near, ...skipped];
  return {
    new: isLessonDay(plan, day) ? nextLesson(plan, before.hearings, memorisation.memorised) : [],
    near,
    far: isRevision ? revisionQueue(memorisation, { day, cycle: cycleDays, cap, excluded }) : [],
    behindDays: behindDays(plan, before, day),
    test: isPlanActive(plan, day) ? dueJuzTest(plan, before) : null,
  };
}

/** The last lesson again if it is to be repeated and is not memorised; else the next amount of the plan. */
export function nextLesson(plan: Plan, hearings: readonly Hearing[], memorised: Uint8Array): Span[] {
  const order = planSpans(plan);
  const last = hearings.findLast(({ isNew, day }) => isNew && day >= plan.begin);
  if (last?.isRepeat && last.spans.some((span) => spansWhere(span, memorised, false).length > 0)) {
    const repeatSpans = clipToPlan(order, last.spans);
    if (repeatSpans.length > 0) return repeatSpans;
  }
  const [lesson] = generateLessons(remainingSpans(order, memorised), plan.amount);
  return lesson ?? [];
}

/** The last lessons, days or pages of what was accepted; in the order of the mushaf. */
export function nearRevision(
  { near: { unit, value } }: Plan,
  hearings: readonly Hearing[],
  day: number,
): Span[] {
  const lessons = hearings.filter(({ isLesson, spans }) => isLesson && spans.length > 0).toReversed();
  if (unit === 'lessons') return joinSpans(lessons.slice(0, value).flatMap(({ spans }) => spans));
  if (unit === 'days')
    return joinSpans(lessons.filter((lesson) => day - lesson.day <= value).flatMap(({ spans }) => spans));
  const usedAyahs = createAyahMarks();
  const spans: Span[] = [];
  let pages = 0;
  for (const span of lessons.flatMap(({ spans }) => spans.toReversed())) {
    if (pages >= value) break;
    const fresh = spansWhere(span, usedAyahs, false);
    markSpans(usedAyahs, fresh);
    spans.push(...fresh);
    pages += fresh.reduce((sum, one) => sum + countSpanPages(one), 0);
  }
  return joinSpans(spans);
}
