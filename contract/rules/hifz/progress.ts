import { weekStart } from './days';
import type { History } from './memorised';
import {
  generateLessonMarks,
  isPlanActive,
  isLessonDay,
  remainingSpans,
  generateLessonPages,
  type Plan,
  planSpans,
} from './plan';
import { markSpans, createAyahMarks, sumSpanPages, type Span, spansWhere } from './spans';

/** New pages of a week, by letters. */
export interface WeekProgress extends Pages {
  /** The Sunday with which it begins, as a number of days. */
  week: number;
}

/** What was accepted for the first time, by day; what was declared counts as known before. */
function listFirstAcceptances({ hearings, declared }: History): { day: number; spans: readonly Span[] }[] {
  const memorised = markSpans(createAyahMarks(), declared);
  const acceptances: { day: number; spans: readonly Span[] }[] = [];
  for (const { day, isLesson, spans } of hearings) {
    if (!isLesson) continue;
    let fresh: readonly Span[] = [];
    for (const span of spans) {
      const parts = spansWhere(span, memorised, false);
      markSpans(memorised, parts);
      fresh = fresh.length === 0 ? parts : [...fresh, ...parts];
    }
    if (fresh.length > 0) acceptances.push({ day, spans: fresh });
  }
  return acceptances;
}

/** What is accepted before a day, with what was declared. */
function ayahsAcceptedBefore({ hearings, declared }: History, before: number): Uint8Array {
  const accepted = markSpans(createAyahMarks(), declared);
  for (const { day, isLesson, spans } of hearings) if (isLesson && day < before) markSpans(accepted, spans);
  return accepted;
}

/** What the lessons of a plan lead through from its first day on. */
const spansAtBegin = (plan: Plan, history: History): Span[] =>
  remainingSpans(planSpans(plan), ayahsAcceptedBefore(history, plan.begin));

/**
 * The lessons that the plan has before a day, each with its day. It ends with the last lesson, so that a day that is
 * asked for thousands of years from now costs no more than any other.
 * @param lessons as the plan has them from its first day on, if none of them fails
 */
function* lessonsPlannedBefore<Lesson>(
  plan: Plan,
  lessons: Iterable<Lesson>,
  before: number,
): Generator<{ day: number; lesson: Lesson }> {
  if (plan.newDays.length === 0) return;
  let day = plan.begin;
  for (const lesson of lessons) {
    while (day < before && isPlanActive(plan, day) && !isLessonDay(plan, day)) day += 1;
    if (day >= before || !isPlanActive(plan, day)) return;
    yield { day, lesson };
    day += 1;
  }
}

/**
 * How many lessons a student is behind his plan at the beginning of a day: those scheduled before it that are not wholly
 * accepted, minus later ones that are; negative: ahead (hifz.md, "Plan against actual").
 */
export function behindDays(plan: Plan, history: History, day: number): number {
  const accepted = ayahsAcceptedBefore(history, day);
  const lessons = [...generateLessonMarks(spansAtBegin(plan, history), plan.amount, accepted)];
  let scheduled = 0;
  let missing = 0;
  for (const { lesson: isAccepted } of lessonsPlannedBefore(plan, lessons, day)) {
    scheduled += 1;
    if (!isAccepted) missing += 1;
  }
  return missing - lessons.slice(scheduled).filter(Boolean).length;
}

/** Planned and accepted new pages. */
interface Pages {
  plannedPages: number;
  heardPages: number;
}

/** What was planned and accepted on days up to one, each as it comes. */
function* pagesByDay(
  plans: readonly Plan[],
  history: History,
  until: number,
): Generator<Pages & { day: number }> {
  for (const plan of plans) {
    // One by one: a plan of single ayahs has thousands of lessons, most of them after the day.
    const lessons = generateLessonPages(spansAtBegin(plan, history), plan.amount);
    for (const { day, lesson: plannedPages } of lessonsPlannedBefore(plan, lessons, until + 1))
      yield { day, plannedPages, heardPages: 0 };
  }
  for (const { day, spans } of listFirstAcceptances(history))
    if (day <= until) yield { day, plannedPages: 0, heardPages: sumSpanPages(spans) };
}

/** Planned and accepted new pages from one day to another, both included. */
export function pagesBetween(
  plans: readonly Plan[],
  history: History,
  { from, to }: { from: number; to: number },
): Pages {
  const sum = { plannedPages: 0, heardPages: 0 };
  for (const { day, plannedPages, heardPages } of pagesByDay(plans, history, to)) {
    if (day < from) continue;
    sum.plannedPages += plannedPages;
    sum.heardPages += heardPages;
  }
  return sum;
}

/**
 * Planned and accepted new pages by week, up to a day; from the first week that has either, without gaps. hifz.md, "Plan
 * against actual".
 * @param plans those of the student, none where he has none
 */
export const weeklyProgress = (plans: readonly Plan[], history: History, today: number): WeekProgress[] =>
  sumByWeek(
    [...pagesByDay(plans, history, today)].map(({ day, ...pages }) => ({ week: weekStart(day), ...pages })),
    today,
  );

/** The weeks of several students together. */
export const sumWeeklyProgress = (all: readonly (readonly WeekProgress[])[], today: number): WeekProgress[] =>
  sumByWeek(all.flat(), today);

const weekLength = 7;
/** Weeks that are told: five years. */
const maxWeeks = 260;

function sumByWeek(entries: readonly WeekProgress[], today: number): WeekProgress[] {
  const weeks = new Map<number, WeekProgress>();
  for (const { week, plannedPages, heardPages } of entries) {
    const sums = weeks.get(week) ?? { week, plannedPages: 0, heardPages: 0 };
    sums.plannedPages += plannedPages;
    sums.heardPages += heardPages;
    weeks.set(week, sums);
  }
  if (weeks.size === 0) return [];
  const all: WeekProgress[] = [];
  const first = Math.max(Math.min(...weeks.keys()), weekStart(today) - (maxWeeks - 1) * weekLength);
  for (let week = first; week <= weekStart(today); week += weekLength)
    all.push(weeks.get(week) ?? { week, plannedPages: 0, heardPages: 0 });
  return all;
}
