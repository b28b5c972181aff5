import type { ImportResult } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { ImportBody } from '../../dataProvider/imports';
import type { RowNote, RowToSend } from './SheetWork';
import {
  addAnswer,
  answerOf,
  type BatchAnswer,
  canGoOn,
  doneOf,
  endOfCancelled,
  endOfPart,
  noTotals,
  type PartProgress,
  refusedAnswer,
  type RunEnd,
  type RunState,
  stops,
} from './runState';
import type { ImportPart, Keeping, SavedImport } from './savedImports';

/** Requests that are sent at the same time, if the order does not matter. */
const sideBySide = 4;

/** A running import: sends what has not been answered, stores every answer, and reports the progress. */
export class ImportRun {
  #state: RunState;
  #isCancelled = false;
  #giveUp: () => void = () => undefined;
  readonly #cancelled = new Promise<void>((resolve) => {
    this.#giveUp = resolve;
  });
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly saved: SavedImport,
    readonly tools: RunTools,
  ) {
    this.#state = { ...initialState(saved, tools.now()), isKept: tools.keeping !== null };
  }

  state = (): RunState => this.#state;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Requests that were sent are still answered; stored records stay. */
  cancel = (): void => {
    this.#isCancelled = true;
    this.#giveUp();
    this.#change({ isCancelling: true });
  };

  #change(some: Partial<RunState>): void {
    this.#state = { ...this.#state, ...some };
    for (const listener of this.#listeners) listener();
  }

  #changePart(at: number, some: Partial<PartProgress>): void {
    const parts = this.#state.parts.map((part, index) => (index === at ? { ...part, ...some } : part));
    this.#change({ parts });
  }

  /** Sends everything; `isResumed` first reads what was answered before the page was closed. Never fails. */
  async go(isResumed = false): Promise<void> {
    try {
      const before = (isResumed && (await this.tools.keeping?.answers(this.saved.id))) || [];
      if (!isResumed) await this.tools.keeping?.keep(this.saved).catch(() => this.#change({ isKept: false }));
      this.#end(await this.#parts(before));
    } catch (failure) {
      const problem = failure instanceof Error ? failure.message : String(failure);
      if (failure instanceof Paused) this.#end(this.#isCancelled ? 'cancelled' : 'paused', problem);
      else this.#end('paused', this.tools.failed);
    }
    if (!canGoOn(this.#state)) await this.tools.keeping?.drop(this.saved.id).catch(() => undefined);
  }

  #end(end: RunEnd, problem: string | null = null): void {
    this.#change({ phase: 'ended', end, problem });
  }

  async #parts(before: readonly BatchAnswer[]): Promise<RunEnd> {
    const batches = this.saved.parts.map((part, at) =>
      Object.values(batchesOf(part, at, this.tools.batchSize)).flat(),
    );
    for (const answer of before) this.#count(answer, batches[answer.part]?.[answer.n - 1]);
    this.#change({ doneBefore: doneOf(this.#state), startedAt: this.tools.now() });
    for (const [at, part] of this.saved.parts.entries()) {
      this.#changePart(at, { state: 'loading' });
      const known = before.filter((answer) => answer.part === at);
      const isStopped = await this.#part(part, at, known);
      this.#changePart(at, { state: endOfPart(this.#state.parts[at]) });
      if (this.#isCancelled) return endOfCancelled(this.#state);
      if (isStopped) return 'stopped';
    }
    return 'done';
  }

  /** @returns whether an error stopped it */
  async #part(part: ImportPart, at: number, known: readonly BatchAnswer[]): Promise<boolean> {
    const isNew = ({ n }: Batch) => known.every((answer) => answer.n !== n);
    const { side, turn } = batchesOf(part, at, this.tools.batchSize);
    if (known.some((answer) => stops(answer, this.saved))) return true;
    if (await this.#sendAll(side.filter(isNew), part, sideBySide)) return true;
    if (await this.#sendAll(turn.filter(isNew), part, 1)) return true;
    if (part.stopLine === null || this.#isCancelled) return false;
    this.#stopHere(part, at);
    return true;
  }

  /** Every row before the invalid one has been sent. */
  #stopHere(part: ImportPart, at: number): void {
    const progress = this.#state.parts[at];
    if (!progress) return;
    const { done, totals } = progress;
    const errors = [...totals.errors, ...part.refusedHere];
    this.#changePart(at, { done: done + 1, totals: { ...totals, failed: totals.failed + 1, errors } });
    this.#change({ stopLine: part.stopLine });
  }

  #sendAll(batches: readonly Batch[], part: ImportPart, lanes: number): Promise<boolean> {
    return inLanes(
      batches,
      lanes,
      (batch) => this.#send(batch, part),
      () => this.#isCancelled,
    );
  }

  /** @returns whether the import stops after it */
  async #send(batch: Batch, part: ImportPart): Promise<boolean> {
    const rows = await this.tools.rows(part.sheet, batch.indexes);
    const answer = await answerTo({ saved: this.saved, part, batch, rows }, this.tools, {
      retryPolicy: this.tools.retryPolicy,
      pause: (milliseconds) => Promise.race([this.tools.pause(milliseconds), this.#cancelled]),
      isCancelled: () => this.#isCancelled,
      onWaiting: (isWaiting) => this.#change({ phase: isWaiting ? 'waiting' : 'running' }),
    });
    await this.tools.keeping?.keepAnswer(this.saved.id, answer).catch(() => this.#change({ isKept: false }));
    this.#count(answer, batch);
    return stops(answer, this.saved);
  }

  #count(answer: BatchAnswer, batch: Batch | undefined): void {
    const progress = this.#state.parts[answer.part];
    const part = this.saved.parts[answer.part];
    if (!progress || !part) return;
    const answered = answer.imported + answer.updated + answer.failed;
    this.#changePart(answer.part, {
      done: Math.min(progress.total, progress.done + answered),
      totals: addAnswer(progress.totals, answer),
    });
    this.#change({
      toldAt: this.tools.now(),
      ...(answer.stopLine === null ? {} : { stopLine: answer.stopLine }),
    });
    this.tools.answered(part, answer, batch?.indexes ?? []);
  }
}

export const initialState = ({ parts }: SavedImport, now: number): RunState => ({
  phase: 'running',
  end: null,
  problem: null,
  parts: parts.map(({ name, type, total, skipped, refusedHere }) => ({
    name,
    type,
    state: 'pending',
    total,
    done: skipped,
    // Invalid rows are refused before they are sent.
    totals: { ...noTotals, failed: skipped, errors: skipped > 0 ? refusedHere : [] },
  })),
  stopLine: null,
  startedAt: now,
  toldAt: now,
  doneBefore: 0,
  isKept: true,
  isCancelling: false,
});

/** The functions and options that an import needs. */
export interface RunTools {
  send: (
    type: ImportType,
    body: ImportBody,
    importId: string,
    key: string,
    rows: readonly RowToSend[],
  ) => Promise<ImportResult>;
  /** Rows per request. */
  batchSize: number;
  retryPolicy: RetryPolicy;
  rows: (sheet: number, indexes: number[]) => Promise<RowToSend[]>;
  /** Called with every answer: refused rows are marked, the others are unmarked. */
  answered: (part: ImportPart, answer: BatchAnswer, indexes: number[]) => void;
  /** Storage to continue after the page is closed; null if it is not possible. */
  keeping: Keeping | null;
  pause: (milliseconds: number) => Promise<void>;
  now: () => number;
  /** Why a request was refused as a whole, for each of its rows; null for a failure that ends the import. */
  refusal: (failure: unknown, batch: Batch) => RowNote[] | null;
  /** The text for such a failure. */
  failed: string;
}

/**
 * Works through a queue in several lanes at the same time; if `work` returns true or fails, no new work starts.
 * @returns whether `work` has ended it
 */
async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<boolean>,
  isCancelled: () => boolean,
): Promise<boolean> {
  const queue = [...items];
  let isEnded = false;
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined && !isCancelled(); item = queue.shift())
      try {
        if (!(await work(item))) continue;
        isEnded = true;
        queue.length = 0;
      } catch (failure) {
        queue.length = 0;
        throw failure;
      }
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return isEnded;
}

interface Request {
  saved: SavedImport;
  part: ImportPart;
  batch: Batch;
  rows: RowToSend[];
}

/** The answer to a request; a refusal of the whole request is an answer too. Fails with Paused. */
async function answerTo(
  { saved, part, batch, rows }: Request,
  { send, refusal }: Pick<RunTools, 'send' | 'refusal'>,
  retryOptions: RetryOptions,
): Promise<BatchAnswer> {
  const place = { part: batch.part, n: batch.n };
  const body: ImportBody = {
    data: rows.map(({ record }) => record),
    ...(saved.stopOnError ? { stopOnError: true } : {}),
  };
  try {
    const key = keyOf(saved, batch);
    const result = await sendUntilAnswered(() => send(part.type, body, saved.id, key, rows), retryOptions);
    return answerOf(place, rows, result);
  } catch (failure) {
    const notes = failure instanceof Paused ? null : refusal(failure, batch);
    if (!notes) throw failure;
    return refusedAnswer(place, rows, notes);
  }
}

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
