import { juzCount } from '../mushaf';
import type { History } from './memorised';
import type { Plan } from './plan';
import { juzSpan, juzOfAyah, markSpans, createAyahMarks, spansWhere } from './spans';

/** A test of these juz, both included, in one sitting. */
export interface JuzTest {
  fromJuz: number;
  toJuz: number;
}

/**
 * The test that a plan asks for (hifz.md, "Plan", `juz_test`): once so many juz were completed in it without a passed sard
 * over each, on the day of its completion or later. It is about the first of them, by their completion: about the one
 * that waits longest, with its neighbours among them. Null where none is due. ADR 45.
 */
export function dueJuzTest(plan: Pick<Plan, 'juzTest' | 'begin'>, history: History): JuzTest | null {
  if (plan.juzTest === 0) return null;
  const passed = history.hearings.flatMap(({ day, sard }) => (sard?.isPassed ? [{ day, ...sard }] : []));
  const waiting = listCompletedJuz(plan.begin, history).filter(
    ({ juz, day }) => !passed.some((test) => test.day >= day && test.fromJuz <= juz && juz <= test.toJuz),
  );
  const [longestWaiting] = waiting;
  if (!longestWaiting || waiting.length < plan.juzTest) return null;
  const dueJuz = new Set(waiting.slice(0, plan.juzTest).map(({ juz }) => juz));
  let [fromJuz, toJuz] = [longestWaiting.juz, longestWaiting.juz];
  while (dueJuz.has(fromJuz - 1)) fromJuz -= 1;
  while (dueJuz.has(toJuz + 1)) toJuz += 1;
  return { fromJuz, toJuz };
}

/** The juz of which the last ayah was accepted on a day or later, in the order of these days. */
function listCompletedJuz(begin: number, { hearings, declared }: History): { juz: number; day: number }[] {
  const memorised = markSpans(createAyahMarks(), declared);
  const missing = Array.from({ length: juzCount + 1 }, (_, juz) =>
    spansWhere(juzSpan(juz), memorised, false).reduce((sum, { from, to }) => sum + to - from + 1, 0),
  );
  const completed: { juz: number; day: number }[] = [];
  for (const { day, isLesson, spans } of hearings) {
    if (!isLesson) continue;
    for (const { from, to } of spans.flatMap((span) => spansWhere(span, memorised, false)))
      for (let ayah = from; ayah <= to; ayah += 1) {
        if (memorised[ayah] === 1) continue;
        memorised[ayah] = 1;
        const juz = juzOfAyah(ayah);
        const missingAyahs = (missing[juz] ?? 0) - 1;
        missing[juz] = missingAyahs;
        if (missingAyahs === 0 && day >= begin) completed.push({ juz, day });
      }
  }
  return completed;
}
