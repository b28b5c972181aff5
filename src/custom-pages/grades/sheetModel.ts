import type { GradeRow } from '../../../contract/grades';
import {
  enabledColumns,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
} from '../../../contract/rules/gradeSettings';
import {
  colourBand,
  parseGrade,
  letterFor,
  type MarkProblem,
  markProblem,
  type Marks,
  rowPercentage,
  sumMarks,
} from '../../../contract/rules/grading';
import type { Letter } from '../../../contract/vocabulary';
import { type MarkRow, storedMark } from '../../dataProvider/outbox/marks';

export interface Cell {
  studentId: string;
  column: GradeColumn;
}
/** The cell in which a person types: a phone that is turned shows the same student and column in another form. */
export class TypingPlace {
  #cell: Cell | null = null;

  get cell(): Cell | null {
    return this.#cell;
  }

  set(cell: Cell): void {
    this.#cell = cell;
  }
}

/** A text for a cell; the empty one clears the mark. */
export interface Entry extends Cell {
  text: string;
}

/** One edit, which one undo reverts: typing, a paste, a fill. An undefined text is the stored mark. */
export interface Step {
  cells: readonly (Cell & { before: string | undefined; after: string | undefined })[];
  /** Further typing in the same cell belongs to it. */
  isOpen: boolean;
}

/** The sheet on screen. Immutable: each function returns another sheet, which shares the unchanged rows. */
export interface Sheet {
  readonly settings: GradeSettings;
  readonly rows: readonly SheetRow[];
  /** The index of each student's row. */
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

/** The sheet with other typed texts; undefined restores the stored mark. Does not change the history. */
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

/** Entries that copy the marks of the first student of a block to the others. */
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

/** Entries that clear every mark of a block. */
export const clearEntries = (students: readonly string[], columns: readonly GradeColumn[]): Entry[] =>
  students.flatMap((studentId) => columns.map((column) => ({ studentId, column, text: '' })));

export interface CellProblem extends Cell {
  problem: MarkProblem;
}

/** Every cell with an invalid text, row by row. */
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

/** What a save sends: the changed marks of the changed rows, with the version if the server sends one. */
export function rowsToSend(sheet: Sheet): MarkRow[] {
  return sheet.rows
    .filter(({ changed }) => changed.length > 0)
    .map(({ studentId, stored, changed, marks }) => ({
      studentId,
      cells: Object.fromEntries(
        changed.map((column) => [column, { mark: marks[column], seen: [storedMark(stored, column)] }]),
      ),
      ...(typeof stored.version === 'number' ? { version: stored.version } : {}),
    }));
}

/** The typed texts, only of columns in which something was typed. */
type TypedTexts = Readonly<Partial<Record<GradeColumn, string>>>;

/** One student of the sheet: what is stored, what was typed over it, and what is computed from both. */
export interface SheetRow {
  readonly studentId: string;
  readonly studentName: string;
  readonly absenceDays: number;
  /** For a student who left the roster: since when. His marks are shown, but not edited or counted. Else null. */
  readonly leftOn: string | null;
  readonly stored: GradeRow;
  readonly typed: TypedTexts;
  /** As typed, else as stored; null if there is no mark, or the typed text is invalid. */
  readonly marks: Readonly<Marks>;
  /** Why a typed text is invalid. */
  readonly problems: Readonly<Partial<Record<GradeColumn, MarkProblem>>>;
  /** Columns that differ from the stored marks, also those with an invalid text. */
  readonly changed: readonly GradeColumn[];
  /** In marks; null while nothing is recorded. */
  readonly total: number | null;
  /** Exact; null until every enabled column has a mark. The letter and the band (0 is the best) likewise. */
  readonly percentage: number | null;
  readonly letter: Letter | null;
  readonly band: 0 | 1 | 2 | 3 | 4 | null;
}

/** The columns in use, in which the marks of a student may be changed. */
export const changeableColumns = ({ left_on }: GradeRow, settings: GradeSettings): GradeColumn[] =>
  left_on == null ? enabledColumns(settings) : [];

/** The rows of students who are on the roster now. */
export const onRoster = <R extends Pick<SheetRow, 'leftOn'>>(rows: readonly R[]): R[] =>
  rows.filter(({ leftOn }) => leftOn === null);

/** A mark as it is shown and typed: `17.5`; empty for none. */
export const markText = (mark: number | null): string => (mark === null ? '' : String(mark));

/** Computes a row. Texts in disabled columns, for students who left, or equal to the stored mark are dropped. */
export function sheetRow(stored: GradeRow, typed: TypedTexts, settings: GradeSettings): SheetRow {
  const marks = Object.fromEntries(
    gradeColumns.map((column) => [column, storedMark(stored, column)]),
  ) as Marks;
  const typedTexts: Partial<Record<GradeColumn, string>> = {};
  const problems: Partial<Record<GradeColumn, MarkProblem>> = {};
  const changed: GradeColumn[] = [];
  for (const column of changeableColumns(stored, settings)) {
    const text = typed[column];
    const before = storedMark(stored, column);
    if (text === undefined || text === markText(before)) continue;
    const mark = parseGrade(text);
    const problem = markProblem(mark, settings[`${column}Max`]);
    typedTexts[column] = text;
    marks[column] = problem ? null : mark;
    if (problem) problems[column] = problem;
    if (problem || mark !== before) changed.push(column);
  }
  const percentage = rowPercentage(marks, settings);
  return {
    studentId: stored.studentId,
    studentName: stored.studentName,
    absenceDays: stored.absenceDays,
    leftOn: stored.left_on ?? null,
    stored,
    typed: typedTexts,
    marks,
    problems,
    changed,
    total: sumMarks(marks, settings),
    percentage,
    letter: percentage === null ? null : letterFor(percentage),
    band: percentage === null ? null : colourBand(percentage),
  };
}

/** The text in the field of a cell: as typed, else the stored mark. */
export const typedText = (row: SheetRow, column: GradeColumn): string =>
  row.typed[column] ?? markText(storedMark(row.stored, column));

/** The text of a cell that is not being edited: the mark in plain digits, or the invalid text. */
export const shownText = (row: SheetRow, column: GradeColumn): string =>
  row.problems[column] ? typedText(row, column) : markText(row.marks[column]);

/** Maximum edits that can be undone. */
export const maxSteps = 200;

/**
 * Types texts into cells, as one edit. Cells of unknown students and unused columns are ignored.
 * @param isTyping all keys in one cell become one edit, until `endTyping`
 */
export function enter(sheet: Sheet, entries: readonly Entry[], isTyping = false): Sheet {
  const fitting = entries.filter(
    ({ studentId, column }) => sheet.places.has(studentId) && sheet.settings[`${column}Enabled`],
  );
  const after = setTexts(sheet, fitting);
  const cells = fitting.flatMap(({ studentId, column }) => {
    const was = findRow(sheet, studentId)?.typed[column];
    const is = findRow(after, studentId)?.typed[column];
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
  if (!isSame) return [...past, { cells, isOpen: isTyping }].slice(-maxSteps);
  const joined = { ...cell, before: lastCell?.before };
  return [...past.slice(0, -1), { cells: [joined], isOpen: true }];
}

const isSameCell = (one: Cell, other: Cell | undefined) =>
  one.studentId === other?.studentId && one.column === other.column;

/** The cell is left: further typing is another edit. An edit without a change is removed. */
export function endTyping(sheet: Sheet): Sheet {
  const last = sheet.past.at(-1);
  if (!last?.isOpen) return sheet;
  const before = sheet.past.slice(0, -1);
  const isNothing = last.cells.every(({ before: was, after }) => was === after);
  return { ...sheet, past: isNothing ? before : [...before, { ...last, isOpen: false }] };
}

/** Escape: restores the cell as it was when it was entered. */
export function cancelTyping(sheet: Sheet): Sheet {
  const last = sheet.past.at(-1);
  if (!last?.isOpen) return sheet;
  return { ...stepBack(sheet, last), past: sheet.past.slice(0, -1) };
}

const stepBack = (sheet: Sheet, { cells }: Step) =>
  setTexts(
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
  const after = setTexts(
    sheet,
    next.cells.map(({ after: text, ...cell }) => ({ ...cell, text })),
  );
  return { ...after, past: [...sheet.past, next], future: sheet.future.slice(0, -1) };
}

/** Discards everything typed, together with its history. */
export const dropTyped = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) =>
    Object.keys(row.typed).length > 0 ? sheetRow(row.stored, {}, sheet.settings) : row,
  ),
  past: [],
  future: [],
});
