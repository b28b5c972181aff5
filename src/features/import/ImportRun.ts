import type { ImportResult } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { ImportBody } from '../../dataProvider/imports';
import type { RowNote, RowToSend } from './SheetWork';
import {
  addAnswer,
  buildAnswer,
  type ChunkAnswer,
  canContinue,
  countDone,
  cancelledEnd,
  partEndState,
  noTotals,
  type PartProgress,
  refusedAnswer,
  type RunEnd,
  type RunState,
  isStopping,
} from './runState';
import type { ImportPart, SavedImport } from './importRecord';
import type { ImportStorage } from './savedImports';

const parallelRequests = 4;

/** A running import. It sends the unanswered chunks, stores each answer, and reports the progress. */
export class ImportRun {
  #state: RunState;
  #isCancelled = false;
  #resolveCancelled: () => void = () => undefined;
  readonly #cancellation = new Promise<void>((resolve) => {
    this.#resolveCancelled = resolve;
  });
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly saved: SavedImport,
    readonly tools: RunTools,
  ) {
    this.#state = { ...initialState(saved, tools.now()), isStored: tools.storage !== null };
  }

  state = (): RunState => this.#state;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The server still answers the chunks in flight. Stored records stay. */
  cancel = (): void => {
    this.#isCancelled = true;
    this.#resolveCancelled();
    this.#update({ isCancelling: true });
  };

  #update(changes: Partial<RunState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  #updatePart(partIndex: number, changes: Partial<PartProgress>): void {
    const parts = this.#state.parts.map((part, index) =>
      index === partIndex ? { ...part, ...changes } : part,
    );
    this.#update({ parts });
  }

  /** With `isResumed`, the run first loads the stored answers. After a failure the import is paused. */
  async start(isResumed = false): Promise<void> {
    try {
      const earlierAnswers = (isResumed && (await this.tools.storage?.answers(this.saved.id))) || [];
      if (!isResumed)
        await this.tools.storage?.save(this.saved).catch(() => this.#update({ isStored: false }));
      this.#finish(await this.#sendParts(earlierAnswers));
    } catch (failure) {
      const problem = failure instanceof Error ? failure.message : String(failure);
      if (failure instanceof ImportPaused) this.#finish(this.#isCancelled ? 'cancelled' : 'paused', problem);
      else this.#finish('paused', this.tools.failureMessage);
    }
    if (!canContinue(this.#state)) await this.tools.storage?.remove(this.saved.id).catch(() => undefined);
  }

  #finish(end: RunEnd, problem: string | null = null): void {
    this.#update({ phase: 'ended', end, problem });
  }

  async #sendParts(earlierAnswers: readonly ChunkAnswer[]): Promise<RunEnd> {
    const chunksByPart = this.saved.parts.map((part, partIndex) =>
      Object.values(splitIntoChunks(part, partIndex, this.tools.chunkSize)).flat(),
    );
    for (const answer of earlierAnswers) this.#countAnswer(answer, chunksByPart[answer.part]?.[answer.n - 1]);
    this.#update({ doneBefore: countDone(this.#state), startedAt: this.tools.now() });
    for (const [partIndex, part] of this.saved.parts.entries()) {
      this.#updatePart(partIndex, { state: 'loading' });
      const partAnswers = earlierAnswers.filter((answer) => answer.part === partIndex);
      const isStopped = await this.#sendPart(part, partIndex, partAnswers);
      this.#updatePart(partIndex, { state: partEndState(this.#state.parts[partIndex]) });
      if (this.#isCancelled) return cancelledEnd(this.#state);
      if (isStopped) return 'stopped';
    }
    return 'done';
  }

  /** Resolves to true if an error stopped the import. */
  async #sendPart(
    part: ImportPart,
    partIndex: number,
    partAnswers: readonly ChunkAnswer[],
  ): Promise<boolean> {
    const isNew = ({ n }: Chunk) => partAnswers.every((answer) => answer.n !== n);
    const { parallel, sequential } = splitIntoChunks(part, partIndex, this.tools.chunkSize);
    if (partAnswers.some((answer) => isStopping(answer, this.saved))) return true;
    const chunks = [...parallel, ...sequential];
    if (chunks.some(isNew)) await this.tools.beforePart(part);
    if (await this.#sendAll(parallel.filter(isNew), part, parallelRequests)) return true;
    if (await this.#sendAll(sequential.filter(isNew), part, 1)) return true;
    if (part.stopLine === null || this.#isCancelled) return false;
    this.#stopAtInvalidRow(part, partIndex);
    return true;
  }

  #stopAtInvalidRow(part: ImportPart, partIndex: number): void {
    const progress = this.#state.parts[partIndex];
    if (!progress) return;
    const { done, totals } = progress;
    const errors = [...totals.errors, ...part.refusedHere];
    this.#updatePart(partIndex, { done: done + 1, totals: { ...totals, failed: totals.failed + 1, errors } });
    this.#update({ stopLine: part.stopLine });
  }

  #sendAll(chunks: readonly Chunk[], part: ImportPart, lanes: number): Promise<boolean> {
    return runInLanes(
      chunks,
      lanes,
      (chunk) => this.#send(chunk, part),
      () => this.#isCancelled,
    );
  }

  /** Resolves to true if the import stops after this chunk. */
  async #send(chunk: Chunk, part: ImportPart): Promise<boolean> {
    const rows = await this.tools.loadRows(part.sheet, chunk.indexes);
    const answer = await requestAnswer({ saved: this.saved, part, chunk, rows }, this.tools, {
      pause: (milliseconds) => Promise.race([this.tools.pause(milliseconds), this.#cancellation]),
      isCancelled: () => this.#isCancelled,
      onWaiting: (isWaiting) => this.#update({ phase: isWaiting ? 'waiting' : 'running' }),
    });
    await this.tools.storage
      ?.saveAnswer(this.saved.id, answer)
      .catch(() => this.#update({ isStored: false }));
    this.#countAnswer(answer, chunk);
    return isStopping(answer, this.saved);
  }

  #countAnswer(answer: ChunkAnswer, chunk: Chunk | undefined): void {
    const progress = this.#state.parts[answer.part];
    const part = this.saved.parts[answer.part];
    if (!progress || !part) return;
    const answeredRows = answer.imported + answer.updated + answer.failed;
    this.#updatePart(answer.part, {
      done: Math.min(progress.total, progress.done + answeredRows),
      totals: addAnswer(progress.totals, answer),
    });
    this.#update({
      answeredAt: this.tools.now(),
      ...(answer.stopLine === null ? {} : { stopLine: answer.stopLine }),
    });
    this.tools.onAnswer(part, answer, chunk?.indexes ?? []);
  }
}

export const initialState = ({ parts }: SavedImport, now: number): RunState => ({
  phase: 'running',
  end: null,
  problem: null,
  parts: parts.map(({ name, type, total, skipped, refusedHere, leftOut = [] }) => ({
    name,
    type,
    state: 'pending',
    total,
    done: skipped,
    leftOut: leftOut.length,
    // The totals contain invalid rows from the start.
    totals: { ...noTotals, failed: skipped, errors: skipped > 0 ? refusedHere : [] },
  })),
  stopLine: null,
  startedAt: now,
  answeredAt: now,
  doneBefore: 0,
  isStored: true,
  isCancelling: false,
});

export interface RunTools {
  send: (type: ImportType, body: ImportBody, importId: string, key: string) => Promise<ImportResult>;
  chunkSize: number;
  loadRows: (sheet: number, indexes: number[]) => Promise<RowToSend[]>;
  /** Judges the rows of a part that the user has not seen in a preview. */
  beforePart: (part: ImportPart) => Promise<void>;
  /** Sets the notes of the rows that the server refused, and clears the notes of the other rows. */
  onAnswer: (part: ImportPart, answer: ChunkAnswer, indexes: number[]) => void;
  /** Null if the device cannot store the import. */
  storage: ImportStorage | null;
  pause: (milliseconds: number) => Promise<void>;
  now: () => number;
  /** Notes for each row of a request that was refused as a whole. Null: the failure ends the import. */
  readRefusal: (failure: unknown, chunk: Chunk) => RowNote[] | null;
  failureMessage: string;
}

/** Starts no new work after `work` has resolved to true or rejected. Resolves to true if `work` did so. */
async function runInLanes<T>(
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
  const failedResult = results.find((result) => result.status === 'rejected');
  if (failedResult) throw failedResult.reason;
  return isEnded;
}

interface Request {
  saved: SavedImport;
  part: ImportPart;
  chunk: Chunk;
  rows: RowToSend[];
}

/** A refusal of the whole request also counts as an answer. Rejects with ImportPaused. */
async function requestAnswer(
  { saved, part, chunk, rows }: Request,
  { send, readRefusal }: Pick<RunTools, 'send' | 'readRefusal'>,
  retryOptions: RetryOptions,
): Promise<ChunkAnswer> {
  const position = { part: chunk.part, n: chunk.n };
  const body: ImportBody = {
    data: rows.map(({ record, decision }) => (decision ? { ...record, decision } : record)),
    ...(saved.stopOnError ? { stopOnError: true } : {}),
  };
  try {
    const key = idempotencyKey(saved, chunk);
    const result = await sendUntilAnswered(() => send(part.type, body, saved.id, key), retryOptions);
    return buildAnswer(position, rows, result);
  } catch (failure) {
    const refusalNotes = failure instanceof ImportPaused ? null : readRefusal(failure, chunk);
    if (!refusalNotes) throw failure;
    return refusedAnswer(position, rows, refusalNotes);
  }
}

/** The rows of one request. All attempts send the same rows under the same key. */
export interface Chunk {
  part: number;
  /** Counts from 1 within the part. */
  n: number;
  indexes: number[];
}

/** The first sequential chunk must wait for the answers to all parallel chunks. */
export function splitIntoChunks(
  part: ImportPart,
  partIndex: number,
  size: number,
): { parallel: Chunk[]; sequential: Chunk[] } {
  const toChunks = (indexes: readonly number[], earlierCount: number): Chunk[] =>
    Array.from({ length: Math.ceil(indexes.length / size) }, (_, index) => ({
      part: partIndex,
      n: earlierCount + index + 1,
      indexes: indexes.slice(index * size, (index + 1) * size),
    }));
  const parallel = toChunks(part.side, 0);
  return { parallel, sequential: toChunks(part.turn, parallel.length) };
}

/** All attempts use the same key, also attempts on later days. */
export const idempotencyKey = (
  { id, round }: Pick<SavedImport, 'id' | 'round'>,
  { part, n }: Chunk,
): string => `${id}-${round}-${part}-${n}`;

/** HTTP statuses of failures. Status 0 means that the server has not answered. */
const retryStatuses = new Set([0, 408, 425, 429, 502, 503, 504]);
/** These statuses pause the import, for example 401 or a full disk. */
const pauseStatuses = new Set([401, 403, 507]);
/** After this number of responses with status 500, the request counts as refused. */
const maxCrashes = 3;

const maxPauseMs = 15_000;

/** The import cannot continue now. It may continue later. */
export class ImportPaused extends Error {}

export interface RetryOptions {
  /** Resolves after this time, or earlier if the browser is online again. */
  pause: (milliseconds: number) => Promise<void>;
  isCancelled: () => boolean;
  onWaiting: (isWaiting: boolean) => void;
}

/** Repeats a request until the server answers. Rejects with ImportPaused, or with a final ApiProblem. */
export async function sendUntilAnswered<T>(
  request: () => Promise<T>,
  { pause, isCancelled, onWaiting }: RetryOptions,
): Promise<T> {
  for (let attempt = 0, crashes = 0; ; attempt += 1) {
    try {
      const answer = await request();
      if (attempt > 0) onWaiting(false);
      return answer;
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (pauseStatuses.has(problem.status) || problem.code === 'IDENTITY_MISMATCH')
        throw new ImportPaused(problem.message);
      if (problem.status === 500) crashes += 1;
      const canRetry = retryStatuses.has(problem.status) || (problem.status === 500 && crashes < maxCrashes);
      if (!canRetry) {
        onWaiting(false);
        throw problem;
      }
      if (isCancelled()) throw new ImportPaused(problem.message);
      onWaiting(true);
      const serverPause = problem.status === 429 ? (problem.retryAfter ?? 0) * 1_000 : 0;
      await pause(Math.max(serverPause, Math.min(maxPauseMs, 500 * 2 ** attempt)));
      if (isCancelled()) throw new ImportPaused(problem.message);
    }
  }
}

/** Resolves earlier if the browser is online again. */
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
