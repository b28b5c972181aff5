import type { ImportResult } from '../../../../contract/imports';
import type { RowNote, RowToSend } from '../reading/work';

/** A refused row, or one with something worth knowing, by its place in the file. */
export interface LineNote extends RowNote {
  part: number;
  index: number;
  line: number;
}

/** What became of one request. */
export interface BatchAnswer {
  part: number;
  /** From 1, within the part. */
  n: number;
  imported: number;
  updated: number;
  unchanged: number;
  failed: number;
  errors: LineNote[];
  warnings: LineNote[];
  /** Line at which the server stopped. */
  stopLine: number | null;
  /** The request was refused as a whole. */
  isRefused: boolean;
}

/** The sum of all that was answered so far. */
export interface Totals {
  imported: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** The first of the file. */
  errors: LineNote[];
  warnings: LineNote[];
  warningCount: number;
}

export const noTotals: Totals = {
  imported: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  errors: [],
  warnings: [],
  warningCount: 0,
};

/** More than the ten rows that are told, since a row may have several. */
const maxCollected = 40;

const firstOf = (notes: readonly LineNote[]) =>
  notes.toSorted((a, b) => a.part - b.part || a.index - b.index).slice(0, maxCollected);

export const added = (totals: Totals, answer: BatchAnswer): Totals => ({
  imported: totals.imported + answer.imported,
  updated: totals.updated + answer.updated,
  unchanged: totals.unchanged + answer.unchanged,
  failed: totals.failed + answer.failed,
  errors: answer.errors.length === 0 ? totals.errors : firstOf([...totals.errors, ...answer.errors]),
  warnings:
    answer.warnings.length === 0 ? totals.warnings : firstOf([...totals.warnings, ...answer.warnings]),
  warningCount: totals.warningCount + answer.warnings.length,
});

/** An answer of the server in lines of the file; its `row` counts within the request, from 1. */
export function answerOf(
  place: { part: number; n: number },
  rows: readonly RowToSend[],
  result: ImportResult,
): BatchAnswer {
  const note = ({ row, message, field }: ImportResult['errors'][number]): LineNote => ({
    part: place.part,
    index: rows[row - 1]?.index ?? 0,
    line: rows[row - 1]?.line ?? 0,
    field: field ?? null,
    message,
  });
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

/** A request that was refused as a whole: every row of it counts as failed; spec 2 §8. */
export const refusedAnswer = (
  place: { part: number; n: number },
  rows: readonly RowToSend[],
  message: string,
): BatchAnswer => ({
  ...place,
  imported: 0,
  updated: 0,
  unchanged: 0,
  failed: rows.length,
  errors: rows.map(({ index, line }) => ({ part: place.part, index, line, field: null, message })),
  warnings: [],
  stopLine: null,
  isRefused: true,
});

/** Whether nothing behind this request is sent. */
export const stops = (
  { stopLine, isRefused }: BatchAnswer,
  { stopOnError }: { stopOnError: boolean },
): boolean => stopLine !== null || (isRefused && stopOnError);

/** Spec 2 §9. */
const maxShown = 5;

interface ErrorLine {
  key: string;
  line: number;
  message: string;
}

/** The first five refused rows, each with all its reasons, and how many more there are. */
export function errorLines({ errors, failed }: Pick<Totals, 'errors' | 'failed'>): {
  lines: ErrorLine[];
  others: number;
} {
  const rows = new Map<string, ErrorLine>();
  for (const { part, index, line, message } of errors) {
    const key = `${part}-${index}`;
    const row = rows.get(key);
    rows.set(key, { key, line, message: row ? `${row.message} · ${message}` : message });
  }
  const lines = [...rows.values()].slice(0, maxShown);
  return { lines, others: Math.max(0, failed - lines.length) };
}
