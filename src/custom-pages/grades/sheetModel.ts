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
interface Step {
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

/** So many edits can be taken back. */
export const mostSteps = 200;

export function sheetOf(stored: readonly GradeRow[], settings: GradeSettings): Sheet {
  return {
    settings,
    rows: stored.map((row) => sheetRow(row, {}, settings)),
    places: new Map(stored.map(({ studentId }, place) => [studentId, place])),
    past: [],
    future: [],
  };
}

export const rowOf = (sheet: Sheet, studentId: string): SheetRow | undefined =>
  sheet.rows[sheet.places.get(studentId) ?? -1];

type Change = Cell & { text: string | undefined };

/** The same sheet with other typed texts; undefined goes back to what is stored. No part of the history. */
export function withTexts(sheet: Sheet, changes: readonly Change[]): Sheet {
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

/**
 * Types texts into cells, as one edit. Cells of nobody and columns that are not in use are passed over.
 * @param isTyping the keys of one visit to one cell become one edit, until `endTyping`
 */
export function enter(sheet: Sheet, entries: readonly Entry[], isTyping = false): Sheet {
  const fitting = entries.filter(
    ({ studentId, column }) => sheet.places.has(studentId) && sheet.settings[`${column}Enabled`],
  );
  const after = withTexts(sheet, fitting);
  const cells = fitting.flatMap(({ studentId, column }) => {
    const was = rowOf(sheet, studentId)?.typed[column];
    const is = rowOf(after, studentId)?.typed[column];
    return was === is ? [] : [{ studentId, column, before: was, after: is }];
  });
  if (cells.length === 0) return sheet;
  return { ...after, past: pastWith(sheet.past, cells, isTyping), future: [] };
}

function pastWith(past: readonly Step[], cells: Step['cells'], isTyping: boolean): readonly Step[] {
  const [cell] = cells;
  const last = past.at(-1);
  const [lastCell] = last?.cells ?? [];
  const isSame =
    isTyping && last?.isOpen && cell && isSameCell(cell, lastCell) && last.cells.length === cells.length;
  if (!isSame) return [...past, { cells, isOpen: isTyping }].slice(-mostSteps);
  const joined = { ...cell, before: lastCell?.before };
  return [...past.slice(0, -1), { cells: [joined], isOpen: true }];
}

const isSameCell = (one: Cell, other: Cell | undefined) =>
  one.studentId === other?.studentId && one.column === other.column;

/** The cell is left: what is typed next is another edit. An edit that came to nothing is forgotten. */
export function endTyping(sheet: Sheet): Sheet {
  const last = sheet.past.at(-1);
  if (!last?.isOpen) return sheet;
  const before = sheet.past.slice(0, -1);
  const isNothing = last.cells.every(({ before: was, after }) => was === after);
  return { ...sheet, past: isNothing ? before : [...before, { ...last, isOpen: false }] };
}

/** Escape: the cell is as it was before this visit. */
export function cancelTyping(sheet: Sheet): Sheet {
  const last = sheet.past.at(-1);
  if (!last?.isOpen) return sheet;
  return { ...stepBack(sheet, last), past: sheet.past.slice(0, -1) };
}

const stepBack = (sheet: Sheet, { cells }: Step) =>
  withTexts(
    sheet,
    cells.map(({ before, ...cell }) => ({ ...cell, text: before })),
  );

export function undo(sheet: Sheet): Sheet {
  const last = sheet.past.at(-1);
  if (!last) return sheet;
  const step = { ...last, isOpen: false };
  return { ...stepBack(sheet, last), past: sheet.past.slice(0, -1), future: [...sheet.future, step] };
}

export function redo(sheet: Sheet): Sheet {
  const next = sheet.future.at(-1);
  if (!next) return sheet;
  const after = withTexts(
    sheet,
    next.cells.map(({ after: text, ...cell }) => ({ ...cell, text })),
  );
  return { ...after, past: [...sheet.past, next], future: sheet.future.slice(0, -1) };
}

/** Everything typed is dropped, and with it the way back to it. */
export const withoutTyped = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) =>
    Object.keys(row.typed).length > 0 ? sheetRow(row.stored, {}, sheet.settings) : row,
  ),
  past: [],
  future: [],
});

/** The mark of the first student of a block for all of them, column by column. */
export function fillEntries(
  sheet: Sheet,
  students: readonly string[],
  columns: readonly GradeColumn[],
): Entry[] {
  const [first, ...others] = students;
  const source = first === undefined ? undefined : rowOf(sheet, first);
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
