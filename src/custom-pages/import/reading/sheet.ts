import type { CsvRecord } from '../../../ui/csvText';

/** One sheet of a file, or the whole of a CSV. */
export interface Sheet {
  /** Null for a CSV. */
  name: string | null;
  /** From 0; spec 2 §5 knows 0 to 4. */
  position: number;
  header: string[];
  /** Records below the header that have anything in them. */
  rows: CsvRecord[];
}

/** Why a file, or one sheet of it, cannot be used. */
export type ReadingProblem =
  | { kind: 'empty' | 'notCsv' | 'unreadable' | 'encoding' | 'tooBig' | 'unpacksTooBig' | 'tooManyRows' }
  | { kind: 'openQuote'; line: number }
  | { kind: 'tooManyColumns'; columns: number };

export type Reading<T> = T | { problem: ReadingProblem };

/** Megabytes of a file; 100,000 students are about twenty. */
export const mostMegabytes = 60;
/** Of a sheet. */
export const mostColumns = 200;
export const mostRows = 250_000;

/** Thrown while reading, and caught where the file was handed in. */
export class Unreadable extends Error {
  constructor(readonly problem: ReadingProblem) {
    super(problem.kind);
  }
}

/** A sheet of records, the header first. Fails with Unreadable. */
export function sheetOf(name: string | null, position: number, records: readonly CsvRecord[]): Sheet {
  const [first, ...rows] = records;
  const width = (first?.cells ?? []).findLastIndex((cell) => cell.trim() !== '') + 1;
  if (width > mostColumns) throw new Unreadable({ kind: 'tooManyColumns', columns: width });
  if (!first || rows.length === 0) throw new Unreadable({ kind: 'empty' });
  if (rows.length > mostRows) throw new Unreadable({ kind: 'tooManyRows' });
  return { name, position, header: first.cells.slice(0, width), rows };
}
