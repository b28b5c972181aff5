import { type CsvRecord, type ForeignKind, maxHeaderRecords, maxRows } from './csvText';
import type { MergedArea } from './mergedAreas';

export interface Sheet {
  /** Null for a CSV file. */
  name: string | null;
  /** Counts from 0. Spec 2 §5 uses the positions 0 to 4. */
  position: number;
  /** The non-empty records. One of the first records is the header. */
  records: readonly CsvRecord[];
  mergedAreas?: readonly MergedArea[];
}

export interface HeadedSheet {
  header: string[];
  rows: CsvRecord[];
  mergedAreas?: readonly MergedArea[];
}

/** A preview of a sheet. It is small enough for a message from the worker. */
export interface SheetOutline {
  header: string[];
  rows: number;
  samples: string[][];
  firstRecords: CsvRecord[];
  headerAt: number;
  /** True if the line above names groups of columns, so that a header has two lines. */
  hasGroupHeads?: boolean;
}

export type ReadingProblem =
  | { kind: 'empty' | 'notCsv' | 'unreadable' | 'encoding' | 'tooBig' | 'unpacksTooBig' | 'tooManyRows' }
  | { kind: ForeignKind }
  | { kind: 'openQuote'; line: number }
  | { kind: 'tooManyColumns'; columns: number };

export type Reading<T> = T | { problem: ReadingProblem };

/** A file of 100,000 students has about 20 megabytes. */
export const importFiles = { names: /\.(csv|tsv|xlsx)$/i, accept: '.csv,.tsv,.xlsx', megabytes: 60 };

export const maxColumns = 200;

/** Readers of a file throw this error. The function that received the file catches it. */
export class Unreadable extends Error {
  constructor(readonly problem: ReadingProblem) {
    super(problem.kind);
  }
}

export function readOrProblem<T>(read: () => T): Reading<T> {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof Unreadable) return { problem: failure.problem };
    throw failure;
  }
}

const countColumns = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** Throws Unreadable if the sheet exceeds a limit. */
export function createSheet(
  name: string | null,
  position: number,
  records: readonly CsvRecord[],
  mergedAreas: readonly MergedArea[] = [],
): Sheet {
  const headerCandidates = records.slice(0, maxHeaderRecords);
  const width = countColumns(headerCandidates[0]?.cells ?? []);
  const widest = Math.max(
    width,
    ...headerCandidates.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length),
  );
  if (widest > maxColumns) throw new Unreadable({ kind: 'tooManyColumns', columns: widest });
  if (records.length < 2) throw new Unreadable({ kind: 'empty' });
  if (records.length > maxRows + maxHeaderRecords) throw new Unreadable({ kind: 'tooManyRows' });
  return { name, position, records, mergedAreas };
}

export function cutAtHeader(
  { records, mergedAreas }: Sheet,
  headerAt: number,
  hasGroupHeads = false,
): HeadedSheet {
  return {
    header: readHeader(records, headerAt, hasGroupHeads),
    rows: records.slice(headerAt + 1),
    mergedAreas,
  };
}

function readHeader(records: readonly CsvRecord[], headerAt: number, hasGroupHeads: boolean): string[] {
  const cells = records[headerAt]?.cells ?? [];
  const groups = (hasGroupHeads && records[headerAt - 1]?.cells) || [];
  const width = Math.min(maxColumns, Math.max(countColumns(cells), countColumns(groups)));
  return hasGroupHeads ? joinHeads(groups, cells, width) : cells.slice(0, width);
}

/** A group head stands above its first column, and counts for the columns up to the next one. */
function joinHeads(groups: readonly string[], cells: readonly string[], width: number): string[] {
  let group = '';
  return Array.from({ length: width }, (_, column) => {
    const [above, head] = [(groups[column] ?? '').trim(), (cells[column] ?? '').trim()];
    // A head without a cell below is a column of its own.
    if (head === '') group = '';
    if (head === '') return above;
    if (above !== '') group = above;
    return group === '' ? head : `${group}${headSeparator}${head}`;
  });
}

/** The header of the file rarely has this dash, so it tells a group head from its head. */
export const headSeparator = ' \u2013 ';

/** Any of the first records may be the header, with three sample rows below. */
const maxOutlineRecords = maxHeaderRecords + 3;
const maxCellLength = 200;

export function createOutline({ records }: Sheet): SheetOutline {
  const firstRecords = records.slice(0, maxOutlineRecords).map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, maxColumns).map((cell) => cell.slice(0, maxCellLength)),
  }));
  return outlineAtHeader({ header: [], rows: records.length - 1, samples: [], firstRecords, headerAt: 0 }, 0);
}

export function outlineAtHeader<O extends SheetOutline>(
  outline: O,
  headerAt: number,
  hasGroupHeads = false,
): O {
  const { firstRecords, rows, headerAt: previousHeaderAt } = outline;
  const header = readHeader(firstRecords, headerAt, hasGroupHeads);
  const samples = firstRecords
    .slice(headerAt + 1, headerAt + 4)
    .map(({ cells }) => header.map((_, column) => cells[column] ?? ''));
  return { ...outline, header, headerAt, hasGroupHeads, samples, rows: rows + previousHeaderAt - headerAt };
}

/** A header must have at least one record below. */
export const headerChoices = ({ firstRecords, rows, headerAt }: SheetOutline) =>
  firstRecords.slice(0, Math.min(maxHeaderRecords, rows + headerAt));

/** Another record becomes the header only if it has more than `minCount` matching columns. */
export function chooseBestHeader<S extends SheetOutline>(
  sheet: S,
  knownColumns: (header: readonly string[]) => number,
  minCount: number,
): S {
  let [best, maxCount] = [outlineAtHeader(sheet, 0), minCount];
  for (const index of headerChoices(sheet).keys()) {
    const candidate = outlineAtHeader(sheet, index);
    const count = knownColumns(candidate.header);
    if (count > maxCount) [best, maxCount] = [candidate, count];
  }
  return best;
}
