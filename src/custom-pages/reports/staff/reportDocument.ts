import type { Bar } from '../../../ui/BarsChart';
import type { ExcelSheet } from '../../../ui/excelFile';

/** How a column is shown: a day in both calendars, a letter in its colour, a figure in the middle. */
export type CellKind = 'name' | 'text' | 'figure' | 'letter' | 'day';
export type Cell = string | number | null;

export interface ReportColumn {
  head: string;
  kind: CellKind;
  /** Of the column in Excel, in characters. */
  width: number;
}

export interface ReportTable {
  title: string;
  columns: readonly ReportColumn[];
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

export interface ReportChart {
  title: string;
  measure: string;
  bars: readonly Bar[];
  /** Many bars: the whole width. */
  isWide?: boolean;
}

/** A report of any of the five types, as the screen, the paper and the .xlsx show it: one set of figures for all. */
export interface ReportDocument {
  title: string;
  /** Whom and what it is about; at the end of the name of a file too. */
  about: string;
  facts: readonly Fact[];
  figures: readonly Fact[];
  tables: readonly [ReportTable, ...ReportTable[]];
  charts: readonly ReportChart[];
  notes: readonly string[];
}

/** The most characters of the name of a sheet. */
const longestName = 31;

/** The document as one sheet: its main table, then what it is about, its figures, and the other tables. */
export function sheetOf({ title, facts, figures, tables, notes }: ReportDocument): ExcelSheet {
  const [main, ...others] = tables;
  const lines = (some: readonly Fact[]) => some.map(({ label, value }): Cell[] => [label, value]);
  const breadth = Math.max(2, ...tables.map(({ columns }) => columns.length));
  return {
    name: title.slice(0, longestName),
    header: main.columns.map(({ head }) => head),
    widths: Array.from({ length: breadth }, (_, place) =>
      Math.max(...tables.map(({ columns }) => columns[place]?.width ?? 0), 12),
    ),
    rows: [
      ...main.rows.map((row) => [...row]),
      [],
      ...lines(facts),
      [],
      ...lines(figures),
      ...others.flatMap(({ title: name, columns, rows }) => [
        [],
        [name],
        columns.map(({ head }) => head),
        ...rows.map((row) => [...row]),
      ]),
      ...notes.map((note) => [note]),
    ],
  };
}
