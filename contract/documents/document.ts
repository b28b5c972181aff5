import { paperText as labels } from '../reports/paperText';
import type { Letter } from '../vocabulary';

/** `day` is shown in both calendars, `letter` in its colour, `figure` centred. */
export type CellKind = 'name' | 'text' | 'figure' | 'letter' | 'day';
/** Shown with a sign or fixed decimals; the spreadsheet gets the plain number. */
export interface FormattedFigure {
  figure: number;
  format: 'percent' | 'average';
}
export type Cell = string | number | FormattedFigure | null;

export interface DocumentColumn {
  head: string;
  kind: CellKind;
  /** In characters: exact in Excel, relative on paper. */
  width: number;
  /** The heading in Excel, which the import recognises; default: `head`. */
  sheetHead?: string;
}

interface CommonCell {
  head: string;
  width: number;
  value: Cell;
}

export interface DocumentTable {
  title: string;
  columns: readonly DocumentColumn[];
  rows: readonly Cell[][];
  /** Shown once on paper, but in every row in Excel, because the import needs it there. */
  common?: readonly CommonCell[];
  /** The sheet name in Excel, which the import recognises; default: the document's title. */
  sheetName?: string;
  isNumbered?: boolean;
  isDense?: boolean;
  empty: string;
  isHalf?: boolean;
  /** Rows that no longer count are struck through; `why` follows the name. */
  struck?: { rows: readonly number[]; why: string };
  figures?: readonly Fact[];
}

export interface Fact {
  label: string;
  value: Cell;
  kind?: 'letter' | 'code' | 'day';
  hint?: string;
}

export interface DocumentBar {
  label: string;
  value: number;
  letter?: Letter;
}

export interface DocumentChart {
  title: string;
  measure: string;
  bars: readonly DocumentBar[];
  /** End of the scale, such as 100 for percentages; default: the highest value. */
  max?: number;
  isWide?: boolean;
}

/** The same data for screen, Excel, print and PDF. */
export interface ReportDocument {
  title: string;
  /** The subject of the report; also the end of the file name. */
  about: string;
  facts: readonly Fact[];
  figures: readonly Fact[];
  tables: readonly [DocumentTable, ...DocumentTable[]];
  charts: readonly DocumentChart[];
  notes: readonly string[];
  signatures?: readonly string[];
}

/** An older server does not send the number. */
export const studentFacts = ({
  studentName,
  studentId,
}: {
  studentName: string;
  studentId: string;
}): Fact[] => [
  { label: labels.student, value: studentName },
  ...(studentId ? [{ label: labels.studentNumber, value: studentId, kind: 'code' as const }] : []),
];

/** Percent with one decimal, or the text for "no data". */
export const percentCell = (value: number | null): Cell =>
  value === null ? labels.noData : { figure: value, format: 'percent' };

/** Two decimals, or the text for "no data". */
export const gpaCell = (value: number | null): Cell =>
  value === null ? labels.noData : { figure: value, format: 'average' };

export function cellText(cell: Cell): string | null {
  if (cell === null || cell === '') return null;
  if (typeof cell !== 'object') return String(cell);
  return cell.format === 'percent' ? labels.percent(cell.figure) : cell.figure.toFixed(2);
}
