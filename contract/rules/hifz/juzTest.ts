import { juzCount } from '../mushaf';
import type { History } from './memorised';
import type { Plan } from './plan';
import { juzSpan, juzOfAyah, markSpans, createAyahMarks, spansWhere } from './spans';

export interface JuzTest {
  fromJuz: number;
  toJuz: number;
}

/** A test is due when `juzTest` completed juz have not been passed in a later sard (ADR 45). */
export function dueJuzTest(plan: Pick<Plan, 'juzTest' | 'firstDay'>, history: History): JuzTest | null {
  if (plan.juzTest === 0) return null;
  const passed = history.recitations.flatMap(({ day, sard }) => (sard?.isPassed ? [{ day, ...sard }] : []));
  const waiting = listCompletedJuz(plan.firstDay, history).filter(
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

/** Juz whose last missing ayah was accepted on `firstDay` or later, in the order of completion. */
function listCompletedJuz(
  firstDay: number,
  { recitations, declared }: History,
): { juz: number; day: number }[] {
  const memorised = markSpans(createAyahMarks(), declared);
  const missingByJuz = Array.from({ length: juzCount + 1 }, (_, juz) =>
    spansWhere(juzSpan(juz), memorised, false).reduce((sum, { from, to }) => sum + to - from + 1, 0),
  );
  const completed: { juz: number; day: number }[] = [];
  for (const { day, isLesson, spans } of recitations) {
    if (!isLesson) continue;
    for (const { from, to } of spans.flatMap((span) => spansWhere(span, memorised, false)))
      for (let ayah = from; ayah <= to; ayah += 1) {
        if (memorised[ayah] === 1) continue;
        memorised[ayah] = 1;
        const juz = juzOfAyah(ayah);
        const missingAyahs = (missingByJuz[juz] ?? 0) - 1;
        missingByJuz[juz] = missingAyahs;
        if (missingAyahs === 0 && day >= firstDay) completed.push({ juz, day });
      }
  }
  return completed;
}
