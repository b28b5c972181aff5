import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { ImportPart, SavedImport } from './savedImports';

/** One request: rows that are always sent together under the same key. */
export interface Batch {
  part: number;
  /** From 1, within the part. */
  n: number;
  indexes: number[];
}

/** The requests of a part: those that may go side by side, then those that go one after the other. */
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

/** The `Idempotency-Key` of a request: the same whenever it is sent, on whichever day. */
export const keyOf = ({ id, round }: Pick<SavedImport, 'id' | 'round'>, { part, n }: Batch): string =>
  `${id}-${round}-${part}-${n}`;

/** Which failures do not refuse a request, by status. */
export interface Patience {
  /** It is sent again, under the same key. */
  comesBack: ReadonlySet<number>;
  /** Nothing more can be done until the person has signed in again or somebody has made room. */
  endsAll: ReadonlySet<number>;
  /** A request with which the server fails so often is refused. */
  maxCrashes: number;
}

/** Goes on whenever it can: no answer, or one that says "later", is asked for again. */
export const untilAnswered: Patience = {
  comesBack: new Set([0, 408, 425, 429, 502, 503, 504]),
  endsAll: new Set([401, 403, 507]),
  maxCrashes: 3,
};

const longestPause = 15_000;

/** The import cannot go on now, and can be gone on with later. */
export class Paused extends Error {}

export interface Persistence {
  patience: Patience;
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
  { patience, pause, isCancelled, onWaiting }: Persistence,
): Promise<T> {
  for (let attempt = 0, crashes = 0; ; attempt += 1) {
    try {
      const answer = await ask();
      if (attempt > 0) onWaiting(false);
      return answer;
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (patience.endsAll.has(problem.status) || problem.code === 'IDENTITY_MISMATCH')
        throw new Paused(problem.message);
      if (problem.status === 500) crashes += 1;
      const isLost =
        patience.comesBack.has(problem.status) || (problem.status === 500 && crashes < patience.maxCrashes);
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
