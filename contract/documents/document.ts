import { paperText as say } from '../paperText';
import type { Letter } from '../vocabulary';

/** How a column is shown: a day in both calendars, a letter in its colour, a figure in the middle. */
export type CellKind = 'name' | 'text' | 'figure' | 'letter' | 'day';
/** A figure with a sign or with its decimals where it is shown; a spreadsheet has the figure itself. */
export interface ShapedFigure {
  figure: number;
  /** `percent`: of 100; `average`: with two decimals. */
  shape: 'percent' | 'average';
}
export type Cell = string | number | ShapedFigure | null;

export interface DocumentColumn {
  head: string;
  kind: CellKind;
  /** In characters; in Excel as it is, on paper beside the others. */
  width: number;
  /** In Excel, by which the import knows the column again; without it, `head`. */
  sheetHead?: string;
}

/** What is the same in all rows. */
interface CommonCell {
  head: string;
  width: number;
  value: Cell;
}

export interface DocumentTable {
  title: string;
  columns: readonly DocumentColumn[];
  rows: readonly Cell[][];
  /** Stands once on paper, among the facts, and in Excel in each row, which says all then that the import asks for. */
  common?: readonly CommonCell[];
  /** In Excel, by which the import knows what it holds; without it, the title of the document. */
  sheetName?: string;
  /** A list of a class: its rows are counted, on the screen and on paper. */
  isNumbered?: boolean;
  /** Said where there are no rows. */
  empty: string;
  /** Stands beside the next one on a wide screen. */
  isHalf?: boolean;
  /** Places of the rows that no longer count: they are drawn through, with the reason after the name. */
  struck?: { rows: readonly number[]; why: string };
  /** Of this table alone, between its title and its rows. */
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
  /** The bar has the colour of its band. */
  letter?: Letter;
}

export interface DocumentChart {
  title: string;
  measure: string;
  bars: readonly DocumentBar[];
  /** The end of the scale, where it is known: 100 for percentages. Without it, the highest value. */
  max?: number;
  /** Many bars: the whole width. */
  isWide?: boolean;
}

/** A report as the screen, the .xlsx, the print and the PDF show it: one set of figures for all. */
export interface ReportDocument {
  title: string;
  /** Whom and what it is about; at the end of the name of a file too. */
  about: string;
  facts: readonly Fact[];
  figures: readonly Fact[];
  tables: readonly [DocumentTable, ...DocumentTable[]];
  charts: readonly DocumentChart[];
  notes: readonly string[];
  /** Who signs it: a line for each at the end of the paper. */
  signatures?: readonly string[];
}

/** The student of a report; an older server does not tell the number. */
export const factsOfStudent = ({
  studentName,
  studentId,
}: {
  studentName: string;
  studentId: string;
}): Fact[] => [
  { label: say.student, value: studentName },
  ...(studentId ? [{ label: say.studentNumber, value: studentId, kind: 'code' as const }] : []),
];

/** Averages and rates of 100, one decimal; says where there is none. */
export const percentOf = (value: number | null): Cell =>
  value === null ? say.noData : { figure: value, shape: 'percent' };

/** A grade point average; says where there is none. */
export const gpaOf = (value: number | null): Cell =>
  value === null ? say.noData : { figure: value, shape: 'average' };

/** A cell as text; null where nothing stands in it. */
export function textOfCell(cell: Cell): string | null {
  if (cell === null || cell === '') return null;
  if (typeof cell !== 'object') return String(cell);
  return cell.shape === 'percent' ? say.percent(cell.figure) : cell.figure.toFixed(2);
}
