import type { Session } from './session';

/*
 * On a slow network the kept answer is shown before that of the server. When all that is late has come, the screens read
 * again, and get what has just come instead of asking for it once more: else a network that is always late would never
 * rest.
 */

/** An answer of the server. */
export interface Answer {
  status: number;
  headers: Headers;
  json: unknown;
  file?: Blob;
}

/** How long an answer that came late stands in for another call. */
const lateForMs = 60_000;
const come = new Map<string, { token: string; answer: Answer; until: number }>();
let calls = 0;
let writes = 0;

/** Whether a call whose kept answer is shown is still without its own. */
export const isAnyLate = (): boolean => calls > 0;

/** The answer of a call that has come late just now; null without one. */
export function lateAnswer({ token }: Session, path: string): Answer | null {
  const late = come.get(path);
  return late && late.token === token && late.until > Date.now() ? late.answer : null;
}

/** What the kept answer stands for until it comes. @returns whether it has come */
export async function noteLate(
  { token }: Session,
  path: string,
  answering: Promise<Answer>,
): Promise<boolean> {
  calls += 1;
  const writesBefore = writes;
  const answer = await answering.catch(() => null);
  calls -= 1;
  const now = Date.now();
  for (const [other, { until }] of come) if (until <= now) come.delete(other);
  if (answer && writes === writesBefore) come.set(path, { token, answer, until: now + lateForMs });
  return answer !== null;
}

/** After a write: what was asked for before it is old. */
export function forgetLateAnswers(): void {
  writes += 1;
  come.clear();
}
