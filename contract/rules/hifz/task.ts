import { weekdayOf } from './days';
import { farOf } from './far';
import { type JuzTest, juzTestOf } from './juzTest';
import { memorisedPagesOf, memorisationOf, type Hearing, type History } from './memorised';
import { isDuring, isLessonDay, leftOf, lessonsOf, type Plan, planOrder, withinPlan } from './plan';
import { behindDays } from './progress';
import { revisionQueue, type RevisionLine } from './queue';
import { joined, mark, noAyahs, pagesOfSpan, type Span, spansWhere } from './spans';

/** What a student recites on a day. */
export interface Task {
  /** In the order of the plan. */
  new: Span[];
  near: Span[];
  /** In the order of the queue. */
  far: RevisionLine[];
  /** Lessons behind the plan (`behindDays`); negative: ahead. */
  behindDays: number;
  /** The test of whole juz that is due, while new lessons go on; null without one. */
  test: JuzTest | null;
}

interface Asked {
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
export function taskOf({ plan, history, day, skipped }: Asked): Task {
  const before = historyBefore(history, day);
  const known = memorisationOf(before);
  const isRevision = isDuring(plan, day) && plan.revisionDays.includes(weekdayOf(day));
  const near = isRevision ? nearOf(plan, before.hearings, day) : [];
  const { cap, cycle } = farOf(plan, memorisedPagesOf(known.memorised));
  // With fewer pages than proposed, what is late is measured by the cycle that they come to.
  const longest = Math.max(plan.farCycleDays, cycle ?? 0);
  const without = [...near, ...skipped];
  return {
    new: isLessonDay(plan, day) ? lessonOf(plan, before.hearings, known.memorised) : [],
    near,
    far: isRevision ? revisionQueue(known, { day, cycle: longest, cap, without }) : [],
    behindDays: behindDays(plan, before, day),
    test: isDuring(plan, day) ? juzTestOf(plan, before) : null,
  };
}

/** The last lesson again if it is to be repeated and is not memorised; else the next amount of the plan. */
export function lessonOf(plan: Plan, hearings: readonly Hearing[], memorised: Uint8Array): Span[] {
  const order = planOrder(plan);
  const last = hearings.findLast(({ isNew, day }) => isNew && day >= plan.begin);
  if (last?.isRepeat && last.spans.some((span) => spansWhere(span, memorised, false).length > 0)) {
    const again = withinPlan(order, last.spans);
    if (again.length > 0) return again;
  }
  const [next] = lessonsOf(leftOf(order, memorised), plan.amount);
  return next ?? [];
}

/** The last lessons, days or pages of what was accepted; in the order of the mushaf. */
export function nearOf({ near: { unit, value } }: Plan, hearings: readonly Hearing[], day: number): Span[] {
  const lessons = hearings.filter(({ isLesson, spans }) => isLesson && spans.length > 0).toReversed();
  if (unit === 'lessons') return joined(lessons.slice(0, value).flatMap(({ spans }) => spans));
  if (unit === 'days')
    return joined(lessons.filter((lesson) => day - lesson.day <= value).flatMap(({ spans }) => spans));
  const taken = noAyahs();
  const found: Span[] = [];
  let pages = 0;
  for (const span of lessons.flatMap(({ spans }) => spans.toReversed())) {
    if (pages >= value) break;
    const fresh = spansWhere(span, taken, false);
    mark(taken, fresh);
    found.push(...fresh);
    pages += fresh.reduce((sum, one) => sum + pagesOfSpan(one), 0);
  }
  return joined(found);
}
