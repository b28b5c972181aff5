import { weekOf } from './days';
import type { History } from './memorised';
import {
  areLessonsMarked,
  isDuring,
  isLessonDay,
  leftOf,
  pagesOfLessons,
  type Plan,
  planOrder,
} from './plan';
import { mark, noAyahs, pagesOfSpans, type Span, spansWhere } from './spans';

/** New pages of a week, by letters. */
export interface WeekProgress extends Pages {
  /** The Sunday with which it begins, as a number of days. */
  week: number;
}

/** What was accepted for the first time, by day; what was declared counts as known before. */
function firstAccepted({ hearings, declared }: History): { day: number; spans: readonly Span[] }[] {
  const known = mark(noAyahs(), declared);
  const found: { day: number; spans: readonly Span[] }[] = [];
  for (const { day, isLesson, spans } of hearings) {
    if (!isLesson) continue;
    let fresh: readonly Span[] = [];
    for (const span of spans) {
      const parts = spansWhere(span, known, false);
      mark(known, parts);
      fresh = fresh.length === 0 ? parts : [...fresh, ...parts];
    }
    if (fresh.length > 0) found.push({ day, spans: fresh });
  }
  return found;
}

/** What is accepted before a day, with what was declared. */
function acceptedBefore({ hearings, declared }: History, before: number): Uint8Array {
  const accepted = mark(noAyahs(), declared);
  for (const { day, isLesson, spans } of hearings) if (isLesson && day < before) mark(accepted, spans);
  return accepted;
}

/** What the lessons of a plan lead through from its first day on. */
const leftAtBegin = (plan: Plan, history: History): Span[] =>
  leftOf(planOrder(plan), acceptedBefore(history, plan.begin));

/**
 * The lessons that the plan has before a day, each with its day. It ends with the last lesson, so that a day that is
 * asked for thousands of years from now costs no more than any other.
 * @param lessons as the plan has them from its first day on, if none of them fails
 */
function* plannedBefore<Lesson>(
  plan: Plan,
  lessons: Iterable<Lesson>,
  before: number,
): Generator<{ day: number; lesson: Lesson }> {
  if (plan.newDays.length === 0) return;
  let day = plan.begin;
  for (const lesson of lessons) {
    while (day < before && isDuring(plan, day) && !isLessonDay(plan, day)) day += 1;
    if (day >= before || !isDuring(plan, day)) return;
    yield { day, lesson };
    day += 1;
  }
}

/**
 * How many lessons a student is behind his plan at the beginning of a day: those scheduled before it that are not wholly
 * accepted, minus later ones that are; negative: ahead (hifz.md, "Plan against actual").
 */
export function behindDays(plan: Plan, history: History, day: number): number {
  const accepted = acceptedBefore(history, day);
  const lessons = [...areLessonsMarked(leftAtBegin(plan, history), plan.amount, accepted)];
  let scheduled = 0;
  let missing = 0;
  for (const { lesson: isAccepted } of plannedBefore(plan, lessons, day)) {
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
    const lessons = pagesOfLessons(leftAtBegin(plan, history), plan.amount);
    for (const { day, lesson: plannedPages } of plannedBefore(plan, lessons, until + 1))
      yield { day, plannedPages, heardPages: 0 };
  }
  for (const { day, spans } of firstAccepted(history))
    if (day <= until) yield { day, plannedPages: 0, heardPages: pagesOfSpans(spans) };
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
export const progressOf = (plans: readonly Plan[], history: History, today: number): WeekProgress[] =>
  byWeek(
    [...pagesByDay(plans, history, today)].map(({ day, ...pages }) => ({ week: weekOf(day), ...pages })),
    today,
  );

/** The weeks of several students together. */
export const progressTogether = (all: readonly (readonly WeekProgress[])[], today: number): WeekProgress[] =>
  byWeek(all.flat(), today);

const weekLength = 7;
/** Weeks that are told: five years. */
const mostWeeks = 260;

function byWeek(found: readonly WeekProgress[], today: number): WeekProgress[] {
  const weeks = new Map<number, WeekProgress>();
  for (const { week, plannedPages, heardPages } of found) {
    const known = weeks.get(week) ?? { week, plannedPages: 0, heardPages: 0 };
    known.plannedPages += plannedPages;
    known.heardPages += heardPages;
    weeks.set(week, known);
  }
  if (weeks.size === 0) return [];
  const all: WeekProgress[] = [];
  const first = Math.max(Math.min(...weeks.keys()), weekOf(today) - (mostWeeks - 1) * weekLength);
  for (let week = first; week <= weekOf(today); week += weekLength)
    all.push(weeks.get(week) ?? { week, plannedPages: 0, heardPages: 0 });
  return all;
}
