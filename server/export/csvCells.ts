import {
  type ExportColumn,
  type ExportFormat,
  exportWeekdays,
  exportWords,
} from '../../contract/export/columns';
import { displayedPercentage, letterFor } from '../../contract/rules/grading';
import { ayahFromNumber } from '../../contract/rules/mushaf';
import { describePosition, describeRange } from '../../contract/rules/mushafText';
import { safeCell } from '../../contract/rules/spreadsheetCell';
import type { StoredRow, StoredValue } from './fileRows';

/** Academic numbers by the row ids of students. */
export type StudentNumbers = ReadonlyMap<number, string>;

type NamedFormat = Extract<ExportFormat, string>;

const formatAyah = (value: StoredValue): string => {
  const position = ayahFromNumber(Number(value));
  return position ? describePosition(position) : '';
};

const formatRange = ({ from, to }: { from: number; to: number }): string => {
  const [first, last] = [ayahFromNumber(from), ayahFromNumber(to)];
  return first && last ? describeRange({ from: first, to: last }) : '';
};

const parseList = <T>(value: StoredValue): T[] => JSON.parse(String(value)) as T[];

/** Called only with a value. */
const formats: Record<NamedFormat, (value: StoredValue, numbers: StudentNumbers) => string> = {
  flag: (value) => (value === 1 ? exportWords.yes : exportWords.no),
  weekdays: (value) =>
    parseList<number>(value)
      .map((day) => exportWeekdays[day])
      .join(exportWords.comma),
  lines: (value) => parseList<string>(value).join('\n'),
  students: (value, numbers) =>
    parseList<number>(value)
      .flatMap((id) => numbers.get(id) ?? [])
      .join(exportWords.comma),
  ayah: formatAyah,
  ayahRanges: (value) =>
    parseList<{ from: number; to: number }>(value).map(formatRange).join(exportWords.comma),
  percentage: (value) => String(displayedPercentage(Number(value))),
  letter: (value) => letterFor(Number(value)),
};

function formatCell(value: StoredValue, format: ExportFormat | undefined, numbers: StudentNumbers): string {
  if (typeof format === 'object') return format[value ?? ''] ?? String(value ?? '');
  if (value === null) return '';
  return format ? formats[format](value, numbers) : String(value);
}

const needsQuotes = /[",\r\n]|^\s|\s$/;

/** A number cannot be a formula, and keeps its sign. */
function csvCell(value: StoredValue, format: ExportFormat | undefined, numbers: StudentNumbers): string {
  const text = formatCell(value, format, numbers);
  const safe = typeof value === 'number' && format === undefined ? text : safeCell(text);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Spreadsheets read UTF-8 only after a byte-order mark. */
export const csvHeader = (columns: readonly ExportColumn[]): string =>
  `\uFEFF${columns.map(([heading]) => csvCell(heading, undefined, new Map())).join(',')}\r\n`;

export const csvLines = (
  columns: readonly ExportColumn[],
  rows: readonly StoredRow[],
  numbers: StudentNumbers,
): string =>
  rows
    .map(
      (row) =>
        `${columns.map(([, , format], index) => csvCell(row[index] ?? null, format, numbers)).join(',')}\r\n`,
    )
    .join('');

/** The row ids in the columns of a page that list students. */
export const listedStudents = (columns: readonly ExportColumn[], rows: readonly StoredRow[]): number[] =>
  columns.flatMap(([, , format], index) =>
    format === 'students'
      ? rows.flatMap((row) => (row[index] === null ? [] : parseList<number>(row[index] ?? '[]')))
      : [],
  );
