import { ApiProblem } from '../../../dataProvider/ApiProblem';

/** No answer, or one that says "later": the same request is sent again, under the same key. */
const comesBack = new Set([0, 408, 425, 429, 502, 503, 504]);
/** Nothing more can be done until the person has signed in again or somebody has made room. */
const endsAll = new Set([401, 403, 507]);
const longestPause = 15_000;
const maxCrashes = 3;

/** The import cannot go on now, and can be gone on with later. */
export class Paused extends Error {}

export interface Persistence {
  /** Resolves after so many milliseconds, or when the network is back. */
  pause: (milliseconds: number) => Promise<void>;
  /** Whether the person has cancelled: no further attempt is made. */
  isCancelled: () => boolean;
  onWaiting: (isWaiting: boolean) => void;
}

/**
 * The answer to a request, asked for until it comes. Fails with Paused, or with the ApiProblem of a request that is
 * refused for good.
 */
export async function persistently<T>(
  ask: () => Promise<T>,
  { pause, isCancelled, onWaiting }: Persistence,
): Promise<T> {
  for (let attempt = 0, crashes = 0; ; attempt += 1) {
    try {
      const answer = await ask();
      if (attempt > 0) onWaiting(false);
      return answer;
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (endsAll.has(problem.status) || problem.code === 'IDENTITY_MISMATCH')
        throw new Paused(problem.message);
      if (problem.status === 500) crashes += 1;
      const isLost = comesBack.has(problem.status) || (problem.status === 500 && crashes < maxCrashes);
      if (!isLost) {
        onWaiting(false);
        throw problem;
      }
      if (isCancelled()) throw new Paused(problem.message);
      onWaiting(true);
      const asked = problem.status === 429 ? (problem.retryAfter ?? 0) * 1_000 : 0;
      await pause(Math.max(asked, Math.min(longestPause, 500 * 2 ** attempt)));
      if (isCancelled()) throw new Paused(problem.message);
    }
  }
}

/** Ends early when the browser says that the network is back. */
export const pauseOrOnline = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    addEventListener('online', finish);
  });
