import type { ImportError, ImportResult } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import type { RowNote, RowToSend } from './SheetWork';

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

export interface ChunkAnswer extends Counts {
  part: number;
  /** Counts from 1 within the part. */
  n: number;
  errors: LineNote[];
  warnings: LineNote[];
  stopLine: number | null;
  /** The server refused the whole request. */
  isRefused: boolean;
}

export interface Totals extends Counts {
  /** Only the first errors of the file. */
  errors: LineNote[];
  warnings: LineNote[];
  warningCount: number;
}

const noCounts: Counts = { imported: 0, updated: 0, unchanged: 0, failed: 0 };
export const noTotals: Totals = { ...noCounts, errors: [], warnings: [], warningCount: 0 };

const addCounts = (a: Counts, b: Counts): Counts => ({
  imported: a.imported + b.imported,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  failed: a.failed + b.failed,
});

/** The limit exceeds the ten visible rows, because one row may have several notes. */
const maxListedErrors = 40;

const firstNotes = (notes: readonly LineNote[]) =>
  notes.toSorted((a, b) => a.part - b.part || a.index - b.index).slice(0, maxListedErrors);

export const addAnswer = (totals: Totals, answer: ChunkAnswer): Totals => ({
  ...addCounts(totals, answer),
  errors: answer.errors.length === 0 ? totals.errors : firstNotes([...totals.errors, ...answer.errors]),
  warnings:
    answer.warnings.length === 0 ? totals.warnings : firstNotes([...totals.warnings, ...answer.warnings]),
  warningCount: totals.warningCount + answer.warnings.length,
});

/** `row` of the server counts from 1 within the request. */
export const createLineNote =
  (rows: readonly RowToSend[], part = 0) =>
  ({ row, message, field }: ImportError): LineNote => ({
    part,
    index: rows[row - 1]?.index ?? 0,
    line: rows[row - 1]?.line ?? 0,
    field: field ?? null,
    message,
  });

export function buildAnswer(
  position: { part: number; n: number },
  rows: readonly RowToSend[],
  result: ImportResult,
): ChunkAnswer {
  const note = createLineNote(rows, position.part);
  const stopRow = result.stoppedAtRow ?? null;
  return {
    ...position,
    imported: result.imported,
    updated: result.updated,
    unchanged: result.unchanged ?? 0,
    failed: result.failed,
    errors: (result.errors ?? []).map(note),
    warnings: (result.warnings ?? []).map(note),
    stopLine: stopRow === null ? null : (rows[stopRow - 1]?.line ?? null),
    isRefused: false,
  };
}

/** All rows of a refused request count as failed (spec 2 §8). */
export const refusedAnswer = (
  position: { part: number; n: number },
  rows: readonly RowToSend[],
  notes: readonly RowNote[],
): ChunkAnswer => ({
  ...position,
  ...noCounts,
  failed: rows.length,
  errors: rows.flatMap(({ index, line }) =>
    notes.map((note) => ({ ...note, part: position.part, index, line })),
  ),
  warnings: [],
  stopLine: null,
  isRefused: true,
});

export const isStopping = (
  { stopLine, isRefused }: ChunkAnswer,
  { stopOnError }: { stopOnError: boolean },
): boolean => stopLine !== null || (isRefused && stopOnError);

/** Spec 2 §4. */
type PartState = 'pending' | 'loading' | 'success' | 'error';

export interface PartProgress {
  name: string | null;
  type: ImportType;
  state: PartState;
  total: number;
  done: number;
  totals: Totals;
  /** Number of rows that the user took out. */
  leftOut?: number;
}

export type RunEnd = 'done' | 'stopped' | 'cancelled' | 'paused';

export interface RunState {
  phase: 'running' | 'waiting' | 'ended';
  end: RunEnd | null;
  problem: string | null;
  parts: PartProgress[];
  stopLine: number | null;
  /** A time of `performance.now()`. `doneBefore` counts the rows that were answered earlier. */
  startedAt: number;
  answeredAt: number;
  doneBefore: number;
  /** False if the device cannot store the import. */
  isStored: boolean;
  isCancelling: boolean;
}

const sumParts = (state: RunState, value: (part: PartProgress) => number) =>
  state.parts.reduce((total, part) => total + value(part), 0);

export const countDone = (state: RunState) => sumParts(state, ({ done }) => done);
export const countTotal = (state: RunState) => sumParts(state, ({ total }) => total);

export const sumTotals = ({ parts }: RunState): Totals => ({
  ...parts.reduce((sum, { totals }) => addCounts(sum, totals), noCounts),
  errors: parts.flatMap(({ totals }) => totals.errors),
  warnings: parts.flatMap(({ totals }) => totals.warnings),
  warningCount: parts.reduce((total, { totals }) => total + totals.warningCount, 0),
});

export const countLeftOut = (state: RunState) => sumParts(state, ({ leftOut = 0 }) => leftOut);

/** True if the device stores unsent rows. */
export const canContinue = ({ end }: Pick<RunState, 'end'>) => end === 'paused' || end === 'cancelled';

/** If the user cancels after the last chunk, the import is already done. */
export const cancelledEnd = (state: RunState): RunEnd =>
  countDone(state) < countTotal(state) ? 'cancelled' : 'done';

/** Null in the first second, and before the first answer. */
export function computePace(state: RunState): { rate: number; remainingSeconds: number } | null {
  const seconds = (state.answeredAt - state.startedAt) / 1_000;
  const answered = countDone(state) - state.doneBefore;
  if (seconds < 1 || answered < 1) return null;
  const rate = answered / seconds;
  return { rate, remainingSeconds: (countTotal(state) - countDone(state)) / rate };
}

export const partEndState = (part: PartProgress | undefined): PartState =>
  part && part.totals.imported + part.totals.updated > 0 ? 'success' : 'error';

/** Index of the row from which a stopped import continues. For a refused request it is the first row. */
export const findStopIndex = (state: RunState): number | undefined =>
  state.end === 'stopped' ? sumTotals(state).errors[0]?.index : undefined;
