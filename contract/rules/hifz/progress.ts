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

/** Pages are measured by the number of letters. */
export interface WeekProgress extends Pages {
  week: number;
}

/** Declared spans count as memorised before the first recitation. */
function listFirstAcceptances({ recitations, declared }: History): { day: number; spans: readonly Span[] }[] {
  const memorised = markSpans(createAyahMarks(), declared);
  const acceptances: { day: number; spans: readonly Span[] }[] = [];
  for (const { day, isLesson, spans } of recitations) {
    if (!isLesson) continue;
    let newSpans: readonly Span[] = [];
    for (const span of spans) {
      const parts = spansWhere(span, memorised, false);
      markSpans(memorised, parts);
      newSpans = newSpans.length === 0 ? parts : [...newSpans, ...parts];
    }
    if (newSpans.length > 0) acceptances.push({ day, spans: newSpans });
  }
  return acceptances;
}

function ayahsAcceptedBefore({ recitations, declared }: History, before: number): Uint8Array {
  const accepted = markSpans(createAyahMarks(), declared);
  for (const { day, isLesson, spans } of recitations)
    if (isLesson && day < before) markSpans(accepted, spans);
  return accepted;
}

const remainingAtStart = (plan: Plan, history: History): Span[] =>
  remainingSpans(planSpans(plan), ayahsAcceptedBefore(history, plan.firstDay));

/** Stops at the last lesson, so that a day in the far future does not add work. */
function* lessonsPlannedBefore<Lesson>(
  plan: Plan,
  lessons: Iterable<Lesson>,
  before: number,
): Generator<{ day: number; lesson: Lesson }> {
  if (plan.newDays.length === 0) return;
  let day = plan.firstDay;
  for (const lesson of lessons) {
    while (day < before && isPlanActive(plan, day) && !isLessonDay(plan, day)) day += 1;
    if (day >= before || !isPlanActive(plan, day)) return;
    yield { day, lesson };
    day += 1;
  }
}

/** Unaccepted lessons before the day, minus accepted later lessons. Negative if the student is ahead. */
export function behindDays(plan: Plan, history: History, day: number): number {
  const accepted = ayahsAcceptedBefore(history, day);
  const lessons = [...generateLessonMarks(remainingAtStart(plan, history), plan.amount, accepted)];
  let scheduled = 0;
  let unaccepted = 0;
  for (const { lesson: isAccepted } of lessonsPlannedBefore(plan, lessons, day)) {
    scheduled += 1;
    if (!isAccepted) unaccepted += 1;
  }
  return unaccepted - lessons.slice(scheduled).filter(Boolean).length;
}

interface Pages {
  plannedPages: number;
  heardPages: number;
}

function* pagesByDay(
  plans: readonly Plan[],
  history: History,
  until: number,
): Generator<Pages & { day: number }> {
  for (const plan of plans) {
    // Generated lazily, because a plan of single ayahs has thousands of lessons, most of them after the day.
    const lessons = generateLessonPages(remainingAtStart(plan, history), plan.amount);
    for (const { day, lesson: plannedPages } of lessonsPlannedBefore(plan, lessons, until + 1))
      yield { day, plannedPages, heardPages: 0 };
  }
  for (const { day, spans } of listFirstAcceptances(history))
    if (day <= until) yield { day, plannedPages: 0, heardPages: sumSpanPages(spans) };
}

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

/** From the first week with pages, without gaps (hifz.md, "Plan against actual"). */
export const weeklyProgress = (plans: readonly Plan[], history: History, today: number): WeekProgress[] =>
  sumByWeek(
    [...pagesByDay(plans, history, today)].map(({ day, ...pages }) => ({ week: weekStart(day), ...pages })),
    today,
  );

export const sumWeeklyProgress = (
  students: readonly (readonly WeekProgress[])[],
  today: number,
): WeekProgress[] => sumByWeek(students.flat(), today);

const daysPerWeek = 7;
/** Five years. */
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
  const allWeeks: WeekProgress[] = [];
  const first = Math.max(Math.min(...weeks.keys()), weekStart(today) - (maxWeeks - 1) * daysPerWeek);
  for (let week = first; week <= weekStart(today); week += daysPerWeek)
    allWeeks.push(weeks.get(week) ?? { week, plannedPages: 0, heardPages: 0 });
  return allWeeks;
}
