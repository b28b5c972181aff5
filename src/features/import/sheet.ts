import { type CsvRecord, type ForeignKind, maxAbove, maxRows } from './csvText';

/** One sheet of a file, or a whole CSV. */
export interface Sheet {
  /** Null for a CSV. */
  name: string | null;
  /** From 0; spec 2 §5 uses 0 to 4. */
  position: number;
  /** Records that are not empty; one of the first is the header. */
  records: readonly CsvRecord[];
}

export interface HeadedSheet {
  header: string[];
  /** Records below the header. */
  rows: CsvRecord[];
}

/** The data of a sheet that the page gets. */
export interface SheetOutline {
  header: string[];
  /** Records below the header. */
  rows: number;
  /** The cells of the first rows. */
  samples: string[][];
  /** The first records of the sheet, one of which is the header. */
  first: CsvRecord[];
  headerAt: number;
}

/** Why a file, or one sheet of it, cannot be used. */
export type ReadingProblem =
  | { kind: 'empty' | 'notCsv' | 'unreadable' | 'encoding' | 'tooBig' | 'unpacksTooBig' | 'tooManyRows' }
  | { kind: ForeignKind | 'workbook' }
  | { kind: 'openQuote'; line: number }
  | { kind: 'tooManyColumns'; columns: number };

export type Reading<T> = T | { problem: ReadingProblem };

export interface FileKinds {
  names: RegExp;
  megabytes: number;
  /** Where the sentences about them are. */
  texts: 'imports' | 'quickImport';
}

/** The files of the import centre; 100,000 students are about twenty megabytes. */
export const importFiles: FileKinds = {
  names: /\.(csv|xlsx)$/i,
  megabytes: 60,
  texts: 'imports',
};

/** Maximum columns of a sheet. */
export const maxColumns = 200;

/** Thrown while reading, and caught by the function that got the file. */
export class Unreadable extends Error {
  constructor(readonly problem: ReadingProblem) {
    super(problem.kind);
  }
}

/** The result of reading, or the problem. */
export function readOrProblem<T>(read: () => T): Reading<T> {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof Unreadable) return { problem: failure.problem };
    throw failure;
  }
}

const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** The records of a sheet, starting at its header. Fails with Unreadable. */
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

/** The sheet with another record as header. */
export function cutAtHeader({ records }: Sheet, headerAt: number): HeadedSheet {
  return { header: headerOf(records[headerAt]), rows: records.slice(headerAt + 1) };
}

const headerOf = (record: CsvRecord | undefined): string[] => {
  const cells = record?.cells ?? [];
  return cells.slice(0, Math.min(maxColumns, widthOf(cells)));
};

/** Records in an outline: any of the first may be the header, with three rows below it. */
const maxOutlined = maxAbove + 3;
/** Maximum characters of a cell that the page gets. */
const maxShown = 200;

/** The outline of a sheet: its first records, the first of which is the header. */
export function outlineOf({ records }: Sheet): SheetOutline {
  const first = records.slice(0, maxOutlined).map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, maxColumns).map((cell) => cell.slice(0, maxShown)),
  }));
  return outlineAtHeader({ header: [], rows: records.length - 1, samples: [], first, headerAt: 0 }, 0);
}

/** The outline with another of its first records as header. */
export function outlineAtHeader<O extends SheetOutline>(outline: O, headerAt: number): O {
  const { first, rows, headerAt: before } = outline;
  const header = headerOf(first[headerAt]);
  const samples = first
    .slice(headerAt + 1, headerAt + 4)
    .map(({ cells }) => header.map((_, column) => cells[column] ?? ''));
  return { ...outline, header, headerAt, samples, rows: rows + before - headerAt };
}

/** The first records of a sheet that have another record below. */
export const headerChoices = ({ first, rows, headerAt }: SheetOutline) =>
  first.slice(0, Math.min(maxAbove, rows + headerAt));

/** The sheet with the header that has the most known columns, if these are more than `few`; else the first record. */
export function withBestHeader<S extends SheetOutline>(
  sheet: S,
  knownColumns: (header: readonly string[]) => number,
  few: number,
): S {
  let [best, most] = [outlineAtHeader(sheet, 0), few];
  for (const at of headerChoices(sheet).keys()) {
    const headed = outlineAtHeader(sheet, at);
    const count = knownColumns(headed.header);
    if (count > most) [best, most] = [headed, count];
  }
  return best;
}
