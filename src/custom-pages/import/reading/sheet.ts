import { type CsvRecord, maxAbove, maxRows } from '../../../ui/report/csvText';
import type { ForeignKind } from '../../../ui/report/fileKind';

/** One sheet of a file, or the whole of a CSV. */
export interface Sheet {
  /** Null for a CSV. */
  name: string | null;
  /** From 0; spec 2 §5 knows 0 to 4. */
  position: number;
  /** Those that have anything in them; one of the first is the header. */
  records: readonly CsvRecord[];
}

/** A sheet with its header chosen. */
export interface HeadedSheet {
  header: string[];
  /** Records below the header. */
  rows: CsvRecord[];
}

/** A sheet as the page is told of it. */
export interface SheetOutline {
  header: string[];
  /** Records below the header. */
  rows: number;
  /** The cells of the first of them. */
  samples: string[][];
  /** The first records of the sheet, one of which is the header. */
  first: CsvRecord[];
  headerAt: number;
}

/** Why a file, or one sheet of it, cannot be used. */
export type ReadingProblem =
  | { kind: 'empty' | 'notCsv' | 'unreadable' | 'encoding' | 'tooBig' | 'unpacksTooBig' | 'tooManyRows' }
  | { kind: ForeignKind }
  | { kind: 'openQuote'; line: number }
  | { kind: 'tooManyColumns'; columns: number };

export type Reading<T> = T | { problem: ReadingProblem };

/** Megabytes of a file; 100,000 students are about twenty. */
export const maxMegabytes = 60;
/** Of a sheet. */
export const maxColumns = 200;

/** Thrown while reading, and caught where the file was handed in. */
export class Unreadable extends Error {
  constructor(readonly problem: ReadingProblem) {
    super(problem.kind);
  }
}

/** What was read, or why it cannot be. */
export function caught<T>(read: () => T): Reading<T> {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof Unreadable) return { problem: failure.problem };
    throw failure;
  }
}

const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** The records of a sheet, cut where its header stands. Fails with Unreadable. */
export function sheetOf(name: string | null, position: number, records: readonly CsvRecord[]): Sheet {
  const above = records.slice(0, maxAbove);
  const width = widthOf(above[0]?.cells ?? []);
  const widest = Math.max(
    width,
    ...above.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length),
  );
  if (widest > maxColumns) throw new Unreadable({ kind: 'tooManyColumns', columns: widest });
  if (records.length < 2) throw new Unreadable({ kind: 'empty' });
  if (records.length > maxRows + maxAbove) throw new Unreadable({ kind: 'tooManyRows' });
  return { name, position, records };
}

/** A sheet as it is with its header in one of its first records. */
export function headedBy({ records }: Sheet, headerAt: number): HeadedSheet {
  return { header: headerOf(records[headerAt]), rows: records.slice(headerAt + 1) };
}

const headerOf = (record: CsvRecord | undefined): string[] => {
  const cells = record?.cells ?? [];
  return cells.slice(0, Math.min(maxColumns, widthOf(cells)));
};

/** The outline of a sheet as it is with another of its first records as header. */
export function headedOutline<O extends SheetOutline>(outline: O, headerAt: number): O {
  const { first, rows, headerAt: before } = outline;
  const header = headerOf(first[headerAt]);
  const samples = first
    .slice(headerAt + 1, headerAt + 4)
    .map(({ cells }) => header.map((_, column) => cells[column] ?? ''));
  return { ...outline, header, headerAt, samples, rows: rows + before - headerAt };
}
