import { foldDigits } from '../../../contract/rules/arabicText';
import { isNationalId } from '../../../contract/rules/identity';
import type { HeadedSheet } from './sheet';

/** `serial`: 1, 2, 3 …; `nationalIds`: ten digits that begin with 1 or 2. */
export type ColumnKind = 'serial' | 'nationalIds';

export interface ColumnStats {
  kind: ColumnKind | null;
  /** The first different values of the column. */
  values: string[];
}

const maxListedValues = 8;
/** From 0 to 1. A column may have a few other cells, for example in the lines below a list. */
const maxOtherCells = 0.1;

/** Reads the cells of all rows, because three samples do not show what a column is. */
export const measureColumns = ({ header, rows }: HeadedSheet): ColumnStats[] =>
  header.map((_, column) => {
    const cells = rows.map(({ cells: row }) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
    const kind = isSerial(cells) ? 'serial' : hasNationalIds(cells) ? 'nationalIds' : null;
    return { kind, values: listValues(cells) };
  });

function listValues(cells: readonly string[]): string[] {
  const values = new Set<string>();
  for (const cell of cells) {
    values.add(cell);
    if (values.size === maxListedValues) break;
  }
  return [...values];
}

const integer = /^['\u2018\u2019]?(\d{1,6})(?:\.0+)?$/;

/**
 * True if the cells count 1, 2, 3 … in any order, or count from 1 again in each class. Academic numbers that
 * follow each other do not begin with 1.
 */
export function isSerial(cells: readonly string[]): boolean {
  const numbers: number[] = [];
  const maxOthers = Math.max(1, cells.length * maxOtherCells);
  for (const [index, cell] of cells.entries()) {
    const match = integer.exec(foldDigits(cell));
    if (match) numbers.push(Number(match[1]));
    else if (index + 1 - numbers.length > maxOthers) return false;
  }
  const [first] = numbers;
  if (first === undefined || cells.length - numbers.length >= numbers.length) return false;
  const [min, max] = numbers.reduce(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [first, first],
  );
  if (min > 1) return false;
  const repeated = numbers.length - new Set(numbers).size;
  const slack = numbers.length * maxOtherCells;
  if (repeated <= slack && max <= numbers.length + Math.max(1, slack)) return true;
  const later = numbers.slice(1);
  const counted = later.filter((number, index) => number - (numbers[index] ?? 0) === 1).length;
  const restarts = later.filter((number) => number === min).length;
  return counted * 2 > later.length && counted + restarts >= later.length - slack;
}

/** In nine of ten filled cells. */
function hasNationalIds(cells: readonly string[]): boolean {
  let others = 0;
  for (const cell of cells) {
    const id = foldDigits(cell)
      .replace(/^['\u2018\u2019]/, '')
      .replace(/\.0+$/, '');
    if (!/^[12]/.test(id) || !isNationalId(id)) others += 1;
    if (others > cells.length * maxOtherCells) return false;
  }
  return cells.length > 0;
}
