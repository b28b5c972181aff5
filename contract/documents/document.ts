import { paperText as labels } from '../reports/paperText';
import type { Letter } from '../vocabulary';

/** How a column is shown: a day in both calendars, a letter in its colour, a figure centred. */
export type CellKind = 'name' | 'text' | 'figure' | 'letter' | 'day';
/** A figure that is shown with a sign or a fixed number of decimals; a spreadsheet has the plain figure. */
export interface FormattedFigure {
  figure: number;
  /** `percent`: of 100; `average`: with two decimals. */
  format: 'percent' | 'average';
}
export type Cell = string | number | FormattedFigure | null;

export interface DocumentColumn {
  head: string;
  kind: CellKind;
  /** In characters; Excel uses it as it is, paper in proportion to the other columns. */
  width: number;
  /** The heading in Excel, by which the import recognises the column; default: `head`. */
  sheetHead?: string;
}

/** A value that is the same in all rows. */
interface CommonCell {
  head: string;
  width: number;
  value: Cell;
}

export interface DocumentTable {
  title: string;
  columns: readonly DocumentColumn[];
  rows: readonly Cell[][];
  /**
   * On paper it is shown once, among the facts; in Excel in each row, so that the import finds all it needs in a row.
   */
  common?: readonly CommonCell[];
  /** The name of the sheet in Excel, by which the import recognises it; default: the title of the document. */
  sheetName?: string;
  /** A list of students: its rows are numbered, on the screen and on paper. */
  isNumbered?: boolean;
  /** On paper its text is small, so that more rows stand on a page. */
  isDense?: boolean;
  /** The text if there are no rows. */
  empty: string;
  /** Shown beside the next table on a wide screen. */
  isHalf?: boolean;
  /** Indexes of the rows that no longer count: they are struck through, with the reason after the name. */
  struck?: { rows: readonly number[]; why: string };
  /** The figures of this table only, shown between its title and its rows. */
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
  /** The bar gets the colour of this letter's band. */
  letter?: Letter;
}

export interface DocumentChart {
  title: string;
  measure: string;
  bars: readonly DocumentBar[];
  /** The end of the scale if it is known, such as 100 for percentages. Default: the highest value. */
  max?: number;
  /** There are many bars: the chart gets the whole width. */
  isWide?: boolean;
}

/** A report as the screen, the .xlsx, the print and the PDF show it: one set of figures for all. */
export interface ReportDocument {
  title: string;
  /** Whom and what the report is about; also the end of the file name. */
  about: string;
  facts: readonly Fact[];
  figures: readonly Fact[];
  tables: readonly [DocumentTable, ...DocumentTable[]];
  charts: readonly DocumentChart[];
  notes: readonly string[];
  /** Who signs it: each gets a line at the end of the paper. */
  signatures?: readonly string[];
}

/** The student of a report; an older server does not send the number. */
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

/** A percentage with one decimal, or the text for "no data". */
export const percentCell = (value: number | null): Cell =>
  value === null ? labels.noData : { figure: value, format: 'percent' };

/** A grade point average, or the text for "no data". */
export const gpaCell = (value: number | null): Cell =>
  value === null ? labels.noData : { figure: value, format: 'average' };

/** A cell as text; null if it is empty. */
export function cellText(cell: Cell): string | null {
  if (cell === null || cell === '') return null;
  if (typeof cell !== 'object') return String(cell);
  return cell.format === 'percent' ? labels.percent(cell.figure) : cell.figure.toFixed(2);
}
