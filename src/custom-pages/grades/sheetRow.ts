import type { GradeRow } from '../../../contract/grades';
import type { GradeColumn, GradeSettings } from '../../../contract/rules/gradeSettings';
import { enabledColumns, gradeColumns } from '../../../contract/rules/gradeSettings';
import {
  bandOf,
  letterOf,
  markIn,
  type MarkProblem,
  markProblem,
  type Marks,
  percentageOf,
  totalOf,
} from '../../../contract/rules/grading';
import type { Letter } from '../../../contract/vocabulary';

/** Texts as they were typed, only where something was typed over the stored mark. */
export type TypedTexts = Readonly<Partial<Record<GradeColumn, string>>>;

/** One student of the sheet: what is stored, what was typed over it, and all that follows from the two. */
export interface SheetRow {
  readonly studentId: string;
  readonly studentName: string;
  readonly absenceDays: number;
  readonly stored: GradeRow;
  readonly typed: TypedTexts;
  /** As typed, else as stored; null where nothing is recorded or the typed text is refused. */
  readonly marks: Readonly<Marks>;
  /** Why a typed text is refused. */
  readonly problems: Readonly<Partial<Record<GradeColumn, MarkProblem>>>;
  /** Columns in which this row differs from what is stored, the refused ones too. */
  readonly changed: readonly GradeColumn[];
  /** In marks; null while nothing is recorded. */
  readonly total: number | null;
  /** Exact; null until every enabled column has a mark. The letter and the band (0 is the best) likewise. */
  readonly percentage: number | null;
  readonly letter: Letter | null;
  readonly band: 0 | 1 | 2 | 3 | 4 | null;
}

/** The stored mark; a server may leave a field out. */
export const storedMark = (row: GradeRow, column: GradeColumn): number | null =>
  row[`${column}Grade`] ?? null;

/** A mark as it is shown and typed: `17.5`; empty for none. */
export const markText = (mark: number | null): string => (mark === null ? '' : String(mark));

/** A row from its parts. What was typed in a disabled column, or is the stored mark's own text, is dropped. */
export function sheetRow(stored: GradeRow, typed: TypedTexts, settings: GradeSettings): SheetRow {
  const marks = Object.fromEntries(
    gradeColumns.map((column) => [column, storedMark(stored, column)]),
  ) as Marks;
  const kept: Partial<Record<GradeColumn, string>> = {};
  const problems: Partial<Record<GradeColumn, MarkProblem>> = {};
  const changed: GradeColumn[] = [];
  for (const column of enabledColumns(settings)) {
    const text = typed[column];
    const before = storedMark(stored, column);
    if (text === undefined || text === markText(before)) continue;
    const mark = markIn(text);
    const problem = markProblem(mark, settings[`${column}Max`]);
    kept[column] = text;
    marks[column] = problem ? null : mark;
    if (problem) problems[column] = problem;
    if (problem || mark !== before) changed.push(column);
  }
  const percentage = percentageOf(marks, settings);
  return {
    studentId: stored.studentId,
    studentName: stored.studentName,
    absenceDays: stored.absenceDays,
    stored,
    typed: kept,
    marks,
    problems,
    changed,
    total: totalOf(marks, settings),
    percentage,
    letter: percentage === null ? null : letterOf(percentage),
    band: percentage === null ? null : bandOf(percentage),
  };
}

/** What stands in a field: the text as it was typed, else the stored mark. */
export const typedText = (row: SheetRow, column: GradeColumn): string =>
  row.typed[column] ?? markText(storedMark(row.stored, column));

/** What stands in a cell that nobody is typing in: the mark in plain figures, or the refused text itself. */
export const shownText = (row: SheetRow, column: GradeColumn): string =>
  row.problems[column] ? typedText(row, column) : markText(row.marks[column]);
