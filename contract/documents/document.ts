import { paperText as labels, weekText } from '../reports/paperText';
import { type BatchSection, wordFor } from '../rules/gender';
import type { Letter } from '../vocabulary';

/** A `day` is shown in both calendars, a `letter` in its colour, and a `figure` is centred. */
export type CellKind = 'name' | 'text' | 'figure' | 'letter' | 'day';
/** A number that screens show with a percent sign, fixed decimals or its maximum. Excel gets the number. */
export type FormattedFigure =
  | { figure: number; format: 'percent' | 'average' }
  | { figure: number; format: 'outOf'; max: number };
export type Cell = string | number | FormattedFigure | null;

export interface DocumentColumn {
  head: string;
  kind: CellKind;
  /** Characters. The width is exact in Excel and relative on paper. */
  width: number;
  /** The heading in Excel, which the import recognises. Default: `head`. */
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
  /** Paper shows these cells once. Excel has them in each row, because the import needs them. */
  common?: readonly CommonCell[];
  /** The sheet name in Excel, which the import recognises. Default: the document's title. */
  sheetName?: string;
  isNumbered?: boolean;
  isDense?: boolean;
  empty: string;
  /** Half of the page width. */
  isHalfWidth?: boolean;
  /** Rows that do not count and are struck through. The text `why` stands after the name. */
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
  /** The end of the scale, such as 100 for percentages. Default: the highest value. */
  max?: number;
  isWide?: boolean;
}

/** One report for the screen, Excel, print and PDF. */
export interface ReportDocument {
  title: string;
  /** The name that the report is about, such as a student. The file name ends with it. */
  about: string;
  facts: readonly Fact[];
  figures: readonly Fact[];
  tables: readonly [DocumentTable, ...DocumentTable[]];
  charts: readonly DocumentChart[];
  notes: readonly string[];
  signatures?: readonly string[];
}

/** An older server does not send the student's number. */
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

const ownTexts = new Set<unknown>([...Object.values(labels), ...Object.values(weekText)]);

/** Changes only texts of the application, because a subject or a column may have the name of a word. */
export function documentFor(section: BatchSection, document: ReportDocument): ReportDocument {
  if (section !== 'girls') return document;
  const changeOwn = (text: string) => (ownTexts.has(text) ? wordFor(section, text) : text);
  const changeFact = ({ label, value, hint, ...fact }: Fact): Fact => ({
    ...fact,
    label: changeOwn(label),
    value: typeof value === 'string' ? changeOwn(value) : value,
    // A hint has words and numbers of the application, but no names.
    ...(hint !== undefined && { hint: wordFor(section, hint) }),
  });
  const changeTable = (table: DocumentTable): DocumentTable => ({
    ...table,
    title: changeOwn(table.title),
    columns: table.columns.map((column) => ({ ...column, head: changeOwn(column.head) })),
    empty: changeOwn(table.empty),
  });
  const [firstTable, ...otherTables] = document.tables;
  return {
    ...document,
    title: changeOwn(document.title),
    facts: document.facts.map(changeFact),
    figures: document.figures.map(changeFact),
    tables: [changeTable(firstTable), ...otherTables.map(changeTable)],
    charts: document.charts.map((chart) => ({ ...chart, measure: changeOwn(chart.measure) })),
  };
}

export const percentCell = (value: number | null): Cell =>
  value === null ? labels.noData : { figure: value, format: 'percent' };

export const gpaCell = (value: number | null): Cell =>
  value === null ? labels.noData : { figure: value, format: 'average' };

/** "1 of 1" in a larger batch would look like the best of all. */
export const rankFact = (rank: number | null, resultCount: number): Fact => ({
  label: labels.rank,
  value: rank === null ? labels.noData : labels.outOf(rank, resultCount),
  ...(rank !== null && resultCount === 1 && { hint: labels.onlyResult }),
});

export function cellText(cell: Cell): string | null {
  if (cell === null || cell === '') return null;
  if (typeof cell !== 'object') return String(cell);
  if (cell.format === 'outOf') return labels.outOf(cell.figure, cell.max);
  return cell.format === 'percent' ? labels.percent(cell.figure) : cell.figure.toFixed(2);
}
