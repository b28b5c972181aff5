import type { Letter } from '../vocabulary';

/** How a column is shown: a day in both calendars, a letter in its colour, a figure in the middle. */
export type CellKind = 'name' | 'text' | 'figure' | 'letter' | 'day';
export type Cell = string | number | null;

export interface DocumentColumn {
  head: string;
  kind: CellKind;
  /** In characters; in Excel as it is, on paper beside the others. */
  width: number;
}

export interface DocumentTable {
  title: string;
  columns: readonly DocumentColumn[];
  rows: readonly Cell[][];
  /** Said where there are no rows. */
  empty: string;
  /** Stands beside the next one on a wide screen. */
  isHalf?: boolean;
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
}
