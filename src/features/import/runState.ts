import type { ImportError, ImportResult } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import type { RowNote, RowToSend } from './SheetWork';

/** A refused row, or a row with a warning, with its line in the file. */
export interface LineNote extends RowNote {
  part: number;
  index: number;
  line: number;
}

interface Counts {
  imported: number;
  updated: number;
  unchanged: number;
  failed: number;
}

export interface BatchAnswer extends Counts {
  part: number;
  /** From 1, within the part. */
  n: number;
  errors: LineNote[];
  warnings: LineNote[];
  /** Line at which the server stopped. */
  stopLine: number | null;
  /** The request was refused as a whole. */
  isRefused: boolean;
}

/** The sum of all answers so far. */
export interface Totals extends Counts {
  /** The first of the file. */
  errors: LineNote[];
  warnings: LineNote[];
  warningCount: number;
}

const noCounts: Counts = { imported: 0, updated: 0, unchanged: 0, failed: 0 };
export const noTotals: Totals = { ...noCounts, errors: [], warnings: [], warningCount: 0 };

const addCounts = (one: Counts, other: Counts): Counts => ({
  imported: one.imported + other.imported,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  failed: one.failed + other.failed,
});

/** More than the ten rows that are shown, because a row may have several notes. */
const maxCollected = 40;

const firstOf = (notes: readonly LineNote[]) =>
  notes.toSorted((a, b) => a.part - b.part || a.index - b.index).slice(0, maxCollected);

export const addAnswer = (totals: Totals, answer: BatchAnswer): Totals => ({
  ...addCounts(totals, answer),
  errors: answer.errors.length === 0 ? totals.errors : firstOf([...totals.errors, ...answer.errors]),
  warnings:
    answer.warnings.length === 0 ? totals.warnings : firstOf([...totals.warnings, ...answer.warnings]),
  warningCount: totals.warningCount + answer.warnings.length,
});

/** A note of the server with the line in the file; its `row` is within the request, from 1. */
export const lineNoteIn =
  (rows: readonly RowToSend[], part = 0) =>
  ({ row, message, field }: ImportError): LineNote => ({
    part,
    index: rows[row - 1]?.index ?? 0,
    line: rows[row - 1]?.line ?? 0,
    field: field ?? null,
    message,
  });

/** An answer of the server, with lines of the file. */
export function answerOf(
  place: { part: number; n: number },
  rows: readonly RowToSend[],
  result: ImportResult,
): BatchAnswer {
  const note = lineNoteIn(rows, place.part);
  const stopped = result.stoppedAtRow ?? null;
  return {
    ...place,
    imported: result.imported,
    updated: result.updated,
    unchanged: result.unchanged ?? 0,
    failed: result.failed,
    errors: (result.errors ?? []).map(note),
    warnings: (result.warnings ?? []).map(note),
    stopLine: stopped === null ? null : (rows[stopped - 1]?.line ?? null),
    isRefused: false,
  };
}

/** The answer for a request that was refused as a whole: all its rows count as failed; spec 2 §8. */
export const refusedAnswer = (
  place: { part: number; n: number },
  rows: readonly RowToSend[],
  notes: readonly RowNote[],
): BatchAnswer => ({
  ...place,
  ...noCounts,
  failed: rows.length,
  errors: rows.flatMap(({ index, line }) =>
    notes.map((note) => ({ ...note, part: place.part, index, line })),
  ),
  warnings: [],
  stopLine: null,
  isRefused: true,
});

/** Whether the import ends with this request. */
export const stops = (
  { stopLine, isRefused }: BatchAnswer,
  { stopOnError }: { stopOnError: boolean },
): boolean => stopLine !== null || (isRefused && stopOnError);

/** The names of spec 2 §4. */
type PartState = 'pending' | 'loading' | 'success' | 'error';

export interface PartProgress {
  name: string | null;
  type: ImportType;
  state: PartState;
  total: number;
  /** Number of answered rows. */
  done: number;
  totals: Totals;
}

export type RunEnd = 'done' | 'stopped' | 'cancelled' | 'paused';

export interface RunState {
  phase: 'running' | 'waiting' | 'ended';
  end: RunEnd | null;
  problem: string | null;
  parts: PartProgress[];
  /** The line at which the import stopped because of an error. */
  stopLine: number | null;
  /** `performance.now()` at the start, and the rows answered before it. */
  startedAt: number;
  /** Time of the last answer. */
  toldAt: number;
  doneBefore: number;
  /** False if the device cannot store what is needed to continue after the page is closed. */
  isKept: boolean;
  isCancelling: boolean;
}

const sumOf = (state: RunState, of: (part: PartProgress) => number) =>
  state.parts.reduce((total, part) => total + of(part), 0);

export const doneOf = (state: RunState) => sumOf(state, ({ done }) => done);
export const totalOf = (state: RunState) => sumOf(state, ({ total }) => total);

export const totalsOf = ({ parts }: RunState): Totals => ({
  ...parts.reduce((sum, { totals }) => addCounts(sum, totals), noCounts),
  errors: parts.flatMap(({ totals }) => totals.errors),
  warnings: parts.flatMap(({ totals }) => totals.warnings),
  warningCount: parts.reduce((total, { totals }) => total + totals.warningCount, 0),
});

/** Whether some rows were not sent and wait on this device. */
export const canGoOn = ({ end }: Pick<RunState, 'end'>) => end === 'paused' || end === 'cancelled';

/** An import that was cancelled after its last request is complete. */
export const endOfCancelled = (state: RunState): RunEnd =>
  doneOf(state) < totalOf(state) ? 'cancelled' : 'done';

/** Rows per second, and seconds that are left; null if there is too little data. */
export function paceOf(state: RunState): { rate: number; left: number } | null {
  const seconds = (state.toldAt - state.startedAt) / 1_000;
  const answered = doneOf(state) - state.doneBefore;
  if (seconds < 1 || answered < 1) return null;
  const rate = answered / seconds;
  return { rate, left: (totalOf(state) - doneOf(state)) / rate };
}

/** The state of a part that was sent: failed if none of its rows was imported. */
export const endOfPart = (part: PartProgress | undefined): PartState =>
  part && part.totals.imported + part.totals.updated > 0 ? 'success' : 'error';

/** The row from which a stopped import continues: for a request refused as a whole, its first row. */
export const stoppedAt = (state: RunState): number | undefined =>
  state.end === 'stopped' ? totalsOf(state).errors[0]?.index : undefined;
