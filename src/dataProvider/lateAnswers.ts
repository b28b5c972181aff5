import type { Session } from './session';

// On a slow network the screens first show cached responses. When all late responses have arrived, the
// screens load again and read this map. A new request would be late again.

export interface Answer {
  status: number;
  headers: Headers;
  json: unknown;
  file?: Blob;
}

const maxAgeMs = 60_000;
const answersByPath = new Map<string, { token: string; answer: Answer; until: number }>();
let lateCalls = 0;
let writeCount = 0;

/** True while a slow call is pending and the screen shows its cached response. */
export const hasLateCalls = (): boolean => lateCalls > 0;

export function findLateAnswer({ token }: Session, path: string): Answer | null {
  const late = answersByPath.get(path);
  return late && late.token === token && late.until > Date.now() ? late.answer : null;
}

export async function awaitLateAnswer(
  { token }: Session,
  path: string,
  serverAnswer: Promise<Answer>,
): Promise<boolean> {
  lateCalls += 1;
  const writesBefore = writeCount;
  const answer = await serverAnswer.catch(() => null);
  lateCalls -= 1;
  const now = Date.now();
  for (const [key, { until }] of answersByPath) if (until <= now) answersByPath.delete(key);
  if (answer && writeCount === writesBefore)
    answersByPath.set(path, { token, answer, until: now + maxAgeMs });
  return answer !== null;
}

export function forgetLateAnswers(): void {
  writeCount += 1;
  answersByPath.clear();
}
