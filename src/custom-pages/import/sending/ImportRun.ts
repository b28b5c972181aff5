import type { ImportResult } from '../../../../contract/imports';
import type { ImportType } from '../../../../contract/vocabulary';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import type { ImportBody } from '../../../dataProvider/imports';
import type { RowToSend } from '../reading/work';
import { added, answerOf, type BatchAnswer, refusedAnswer, stops } from './answers';
import { type Batch, batchesOf, keyOf } from './batches';
import { Paused, type Persistence, persistently } from './persist';
import {
  beginning,
  canGoOn,
  doneOf,
  endOfCancelled,
  type PartProgress,
  type RunEnd,
  type RunState,
  settled,
} from './runState';
import type { ImportPart, Keeping, SavedImport } from './savedImports';

/** Requests that are on their way at the same time, where order allows. */
const sideBySide = 4;

/** One import on its way: sends what has not been answered, keeps every answer, and tells how far it is. */
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
    this.#state = beginning(saved, tools.now());
  }

  state = (): RunState => this.#state;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is on its way is still answered; what is stored stays. */
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

  /** Sends everything; `isResumed` reads first what was answered before the page was closed. Never fails. */
  async go(isResumed = false): Promise<void> {
    try {
      const before = isResumed ? await this.tools.keeping.answers(this.saved.id) : [];
      if (!isResumed) await this.tools.keeping.keep(this.saved).catch(() => this.#change({ isKept: false }));
      this.#end(await this.#parts(before));
    } catch (failure) {
      const problem = failure instanceof Error ? failure.message : String(failure);
      if (failure instanceof Paused) this.#end(this.#isCancelled ? 'cancelled' : 'paused', problem);
      else this.#end('paused', this.tools.sentences.failed);
    }
    if (!canGoOn(this.#state)) await this.tools.keeping.drop(this.saved.id).catch(() => undefined);
  }

  #end(end: RunEnd, problem: string | null = null): void {
    this.#change({ phase: 'ended', end, problem });
  }

  async #parts(before: readonly BatchAnswer[]): Promise<RunEnd> {
    const batches = this.saved.parts.map((part, at) => Object.values(batchesOf(part, at)).flat());
    for (const answer of before) this.#count(answer, batches[answer.part]?.[answer.n - 1]);
    this.#change({ doneBefore: doneOf(this.#state), startedAt: this.tools.now() });
    for (const [at, part] of this.saved.parts.entries()) {
      this.#changePart(at, { state: 'loading' });
      const known = before.filter((answer) => answer.part === at);
      const isStopped = await this.#part(part, at, known);
      this.#changePart(at, { state: settled(this.#state.parts[at]) });
      if (this.#isCancelled) return endOfCancelled(this.#state);
      if (isStopped) return 'stopped';
    }
    return 'done';
  }

  /** @returns whether an error has stopped it */
  async #part(part: ImportPart, at: number, known: readonly BatchAnswer[]): Promise<boolean> {
    const isNew = ({ n }: Batch) => known.every((answer) => answer.n !== n);
    const { side, turn } = batchesOf(part, at);
    if (known.some((answer) => stops(answer, this.saved))) return true;
    if (await this.#sendAll(side.filter(isNew), part, sideBySide)) return true;
    if (await this.#sendAll(turn.filter(isNew), part, 1)) return true;
    if (part.stopLine === null || this.#isCancelled) return false;
    this.#stopHere(part, at);
    return true;
  }

  /** Every row before the one that is wrong here has been sent. */
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

  /** @returns whether the import stops behind it */
  async #send(batch: Batch, part: ImportPart): Promise<boolean> {
    const rows = await this.tools.rows(part.sheet, batch.indexes);
    const answer = await answerTo({ saved: this.saved, part, batch, rows }, this.tools, {
      pause: (milliseconds) => Promise.race([this.tools.pause(milliseconds), this.#cancelled]),
      isCancelled: () => this.#isCancelled,
      onWaiting: (isWaiting) => this.#change({ phase: isWaiting ? 'waiting' : 'running' }),
    });
    await this.tools.keeping.keepAnswer(this.saved.id, answer).catch(() => this.#change({ isKept: false }));
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
      totals: added(progress.totals, answer),
    });
    this.#change({
      toldAt: this.tools.now(),
      ...(answer.stopLine === null ? {} : { stopLine: answer.stopLine }),
    });
    this.tools.answered(part, answer, batch?.indexes ?? []);
  }
}

/** What an import needs of the world around it. */
export interface RunTools {
  send: (type: ImportType, body: ImportBody, importId: string, key: string) => Promise<ImportResult>;
  rows: (sheet: number, indexes: number[]) => Promise<RowToSend[]>;
  /** Told of every answer: refused rows are marked, the others no longer. */
  answered: (part: ImportPart, answer: BatchAnswer, indexes: number[]) => void;
  keeping: Keeping;
  pause: (milliseconds: number) => Promise<void>;
  now: () => number;
  sentences: { batch: (n: number, why: string) => string; failed: string };
}

/**
 * Works through a queue in so many lanes at once; the answer of `work` ends all of them behind what they have on
 * their way, as a failure does. @returns whether `work` has ended it
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

/** What became of a request; one that is refused as a whole is an answer, too. Fails with Paused. */
async function answerTo(
  { saved, part, batch, rows }: Request,
  { send, sentences }: Pick<RunTools, 'send' | 'sentences'>,
  persistence: Persistence,
): Promise<BatchAnswer> {
  const place = { part: batch.part, n: batch.n };
  const body: ImportBody = {
    data: rows.map(({ record }) => record),
    ...(saved.stopOnError ? { stopOnError: true } : {}),
  };
  try {
    const key = keyOf(saved, batch);
    return answerOf(place, rows, await persistently(() => send(part.type, body, saved.id, key), persistence));
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    return refusedAnswer(place, rows, sentences.batch(batch.n, problem.message));
  }
}
