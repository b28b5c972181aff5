import type { ImportType } from '../../../../contract/vocabulary';
import { noTotals, type Totals } from './answers';
import type { SavedImport } from './savedImports';

/** As spec 2 §4 names them. */
export type PartState = 'pending' | 'loading' | 'success' | 'error';

export interface PartProgress {
  name: string | null;
  type: ImportType;
  state: PartState;
  total: number;
  /** Rows that were answered. */
  done: number;
  totals: Totals;
}

/** Why a run has ended. */
export type RunEnd = 'done' | 'stopped' | 'cancelled' | 'paused';

export interface RunState {
  phase: 'running' | 'waiting' | 'ended';
  end: RunEnd | null;
  /** Why it was paused. */
  problem: string | null;
  parts: PartProgress[];
  /** Line at which an import that stops at errors has stopped. */
  stopLine: number | null;
  /** `performance.now()` of the start, and rows answered before it. */
  startedAt: number;
  /** Of the last answer. */
  toldAt: number;
  doneBefore: number;
  /** False where the device cannot keep what it takes to go on after the page is closed. */
  isKept: boolean;
  isCancelling: boolean;
}

export const beginning = ({ parts }: SavedImport, now: number): RunState => ({
  phase: 'running',
  end: null,
  problem: null,
  parts: parts.map(({ name, type, total, skipped, refusedHere }) => ({
    name,
    type,
    state: 'pending',
    total,
    done: skipped,
    // Rows that are wrong here are refused before they are sent.
    totals: { ...noTotals, failed: skipped, errors: skipped > 0 ? refusedHere : [] },
  })),
  stopLine: null,
  startedAt: now,
  toldAt: now,
  doneBefore: 0,
  isKept: true,
  isCancelling: false,
});

const sum = (state: RunState, of: (part: PartProgress) => number) =>
  state.parts.reduce((total, part) => total + of(part), 0);

export const doneOf = (state: RunState) => sum(state, ({ done }) => done);
export const totalOf = (state: RunState) => sum(state, ({ total }) => total);

/** The figures of all parts together. */
export const totalsOf = ({ parts }: RunState): Totals => ({
  imported: parts.reduce((total, { totals }) => total + totals.imported, 0),
  updated: parts.reduce((total, { totals }) => total + totals.updated, 0),
  unchanged: parts.reduce((total, { totals }) => total + totals.unchanged, 0),
  failed: parts.reduce((total, { totals }) => total + totals.failed, 0),
  errors: parts.flatMap(({ totals }) => totals.errors),
  warnings: parts.flatMap(({ totals }) => totals.warnings),
  warningCount: parts.reduce((total, { totals }) => total + totals.warningCount, 0),
});

/** Whether some of it was not sent, by choice or not, and waits on this device to be. */
export const canGoOn = ({ end }: Pick<RunState, 'end'>) => end === 'paused' || end === 'cancelled';

/** One that was cancelled behind its last request is whole. */
export const endOfCancelled = (state: RunState): RunEnd =>
  doneOf(state) < totalOf(state) ? 'cancelled' : 'done';

/** Rows a second, and seconds that are left; null while there is too little to tell. */
export function paceOf(state: RunState): { rate: number; left: number } | null {
  const seconds = (state.toldAt - state.startedAt) / 1_000;
  const answered = doneOf(state) - state.doneBefore;
  if (seconds < 1 || answered < 1) return null;
  const rate = answered / seconds;
  return { rate, left: (totalOf(state) - doneOf(state)) / rate };
}

/** Of a part that has been sent: a sheet of which nothing came in has failed. */
export const settled = (part: PartProgress | undefined): PartState =>
  part && part.totals.imported + part.totals.updated > 0 ? 'success' : 'error';

/** The row with which an import that stopped at an error goes on: of a request refused as a whole, the first. */
export const stoppedAt = (state: RunState): number | undefined =>
  state.end === 'stopped' ? totalsOf(state).errors[0]?.index : undefined;
