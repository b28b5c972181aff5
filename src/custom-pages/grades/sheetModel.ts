import type { GradeRow } from '../../../contract/grades';
import type { MarkProblem } from '../../../contract/rules/grading';
import type { GradeColumn, GradeSettings } from '../../../contract/rules/gradeSettings';
import type { SentGrades } from '../../dataProvider/teaching';
import { type SheetRow, sheetRow, shownText } from './sheetRow';

export interface Cell {
  studentId: string;
  column: GradeColumn;
}
/** A text for a cell; the empty one clears the mark. */
export interface Entry extends Cell {
  text: string;
}

/** One edit, as undo takes it back: a key, a paste, a fill. Undefined: as it is stored. */
export interface Step {
  cells: readonly (Cell & { before: string | undefined; after: string | undefined })[];
  /** Further keys in the same cell belong to it. */
  isOpen: boolean;
}

/** The sheet on screen. Never changed: each function answers another one that shares the rows it did not touch. */
export interface Sheet {
  readonly settings: GradeSettings;
  readonly rows: readonly SheetRow[];
  /** The place of each student among the rows. */
  readonly places: ReadonlyMap<string, number>;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export function createSheet(stored: readonly GradeRow[], settings: GradeSettings): Sheet {
  return {
    settings,
    rows: stored.map((row) => sheetRow(row, {}, settings)),
    places: new Map(stored.map(({ studentId }, place) => [studentId, place])),
    past: [],
    future: [],
  };
}

export const findRow = (sheet: Sheet, studentId: string): SheetRow | undefined =>
  sheet.rows[sheet.places.get(studentId) ?? -1];

type Change = Cell & { text: string | undefined };

/** The same sheet with other typed texts; undefined goes back to what is stored. No part of the history. */
export function setTexts(sheet: Sheet, changes: readonly Change[]): Sheet {
  const texts = new Map<number, Partial<Record<GradeColumn, string>>>();
  for (const { studentId, column, text } of changes) {
    const place = sheet.places.get(studentId);
    const row = place === undefined ? undefined : sheet.rows[place];
    if (place === undefined || !row) continue;
    const typed = texts.get(place) ?? { ...row.typed };
    if (text === undefined) delete typed[column];
    else typed[column] = text;
    texts.set(place, typed);
  }
  const rows = [...sheet.rows];
  for (const [place, typed] of texts) {
    const row = rows[place];
    if (row) rows[place] = sheetRow(row.stored, typed, sheet.settings);
  }
  return { ...sheet, rows };
}

/** The mark of the first student of a block for all of them, column by column. */
export function fillEntries(
  sheet: Sheet,
  students: readonly string[],
  columns: readonly GradeColumn[],
): Entry[] {
  const [first, ...others] = students;
  const source = first === undefined ? undefined : findRow(sheet, first);
  if (!source) return [];
  return others.flatMap((studentId) =>
    columns.map((column) => ({ studentId, column, text: shownText(source, column) })),
  );
}

/** Every mark of a block taken away. */
export const clearEntries = (students: readonly string[], columns: readonly GradeColumn[]): Entry[] =>
  students.flatMap((studentId) => columns.map((column) => ({ studentId, column, text: '' })));

export interface CellProblem extends Cell {
  problem: MarkProblem;
}

/** Every refused cell, row by row. */
export const problemsOf = (sheet: Sheet): CellProblem[] =>
  sheet.rows.flatMap(({ studentId, problems }) =>
    Object.entries(problems).map(([column, problem]) => ({
      studentId,
      column: column as GradeColumn,
      problem,
    })),
  );

/** The number of cells that differ from what is stored. */
export const changeCount = (sheet: Sheet): number =>
  sheet.rows.reduce((sum, { changed }) => sum + changed.length, 0);

/** What a save sends: changed rows, of them the changed marks, and the version where the server keeps one. */
export function rowsToSend(sheet: Sheet): SentGrades {
  return sheet.rows
    .filter(({ changed }) => changed.length > 0)
    .map(({ studentId, stored, changed, marks }) => ({
      studentId,
      ...Object.fromEntries(changed.map((column) => [`${column}Grade`, marks[column]])),
      ...(typeof stored.version === 'number' ? { version: stored.version } : {}),
    }));
}
