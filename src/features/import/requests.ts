import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { ImportPart, SavedImport } from './savedImports';

/** One request: rows that are always sent together under the same key. */
export interface Batch {
  part: number;
  /** From 1, within the part. */
  n: number;
  indexes: number[];
}

/** The requests of a part: first those of `side`, several at a time, then those of `turn`, one after the other. */
export function batchesOf(part: ImportPart, at: number, size: number): { side: Batch[]; turn: Batch[] } {
  const cut = (indexes: readonly number[], before: number): Batch[] =>
    Array.from({ length: Math.ceil(indexes.length / size) }, (_, place) => ({
      part: at,
      n: before + place + 1,
      indexes: indexes.slice(place * size, (place + 1) * size),
    }));
  const side = cut(part.side, 0);
  return { side, turn: cut(part.turn, side.length) };
}

/** The `Idempotency-Key` of a request: the same at each attempt, also days later. */
export const keyOf = ({ id, round }: Pick<SavedImport, 'id' | 'round'>, { part, n }: Batch): string =>
  `${id}-${round}-${part}-${n}`;

/** Which failures are final for a request, by HTTP status; 0 is no answer. */
export interface RetryPolicy {
  /** The request is sent again with the same key. */
  retryStatuses: ReadonlySet<number>;
  /** The whole import pauses: the person must sign in again, or the server has no disk space. */
  pauseStatuses: ReadonlySet<number>;
  /** A request counts as refused after this many answers with status 500. */
  maxCrashes: number;
}

/** Sends again after no answer, and after an answer that means "later". */
export const untilAnswered: RetryPolicy = {
  retryStatuses: new Set([0, 408, 425, 429, 502, 503, 504]),
  pauseStatuses: new Set([401, 403, 507]),
  maxCrashes: 3,
};

const maxPause = 15_000;

/** The import cannot continue now, but can later. */
export class Paused extends Error {}

export interface RetryOptions {
  retryPolicy: RetryPolicy;
  /** Resolves after so many milliseconds, or when the network is back. */
  pause: (milliseconds: number) => Promise<void>;
  /** Whether the person has cancelled: no further attempt is made. */
  isCancelled: () => boolean;
  onWaiting: (isWaiting: boolean) => void;
}

/**
 * Sends a request until it is answered, and returns the answer. Fails with Paused, or with the ApiProblem of a final
 * refusal.
 */
export async function sendUntilAnswered<T>(
  ask: () => Promise<T>,
  { retryPolicy, pause, isCancelled, onWaiting }: RetryOptions,
): Promise<T> {
  for (let attempt = 0, crashes = 0; ; attempt += 1) {
    try {
      const answer = await ask();
      if (attempt > 0) onWaiting(false);
      return answer;
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (retryPolicy.pauseStatuses.has(problem.status) || problem.code === 'IDENTITY_MISMATCH')
        throw new Paused(problem.message);
      if (problem.status === 500) crashes += 1;
      const canRetry =
        retryPolicy.retryStatuses.has(problem.status) ||
        (problem.status === 500 && crashes < retryPolicy.maxCrashes);
      if (!canRetry) {
        onWaiting(false);
        throw problem;
      }
      if (isCancelled()) throw new Paused(problem.message);
      onWaiting(true);
      const serverPause = problem.status === 429 ? (problem.retryAfter ?? 0) * 1_000 : 0;
      await pause(Math.max(serverPause, Math.min(maxPause, 500 * 2 ** attempt)));
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
