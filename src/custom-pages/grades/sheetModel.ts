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
/**
 * The edited cell. The grid and the cards share it, because a turned phone switches between the two views.
 */
export class ActiveCell {
  #cell: Cell | null = null;

  get cell(): Cell | null {
    return this.#cell;
  }

  set(cell: Cell): void {
    this.#cell = cell;
  }
}

/** An empty text clears the mark. */
export interface CellText extends Cell {
  text: string;
}

/** One edit in the history of undo: typing, a paste, or a fill. An undefined text means the stored mark. */
export interface Step {
  cells: readonly (Cell & { before: string | undefined; after: string | undefined })[];
  /** If true, further typing in the same cell belongs to this edit. */
  isOpen: boolean;
}

/** Immutable. Each function returns a new sheet that shares unchanged rows. */
export interface Sheet {
  readonly settings: GradeSettings;
  readonly rows: readonly SheetRow[];
  readonly rowIndexes: ReadonlyMap<string, number>;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export function createSheet(storedRows: readonly GradeRow[], settings: GradeSettings): Sheet {
  return {
    settings,
    rows: storedRows.map((row) => buildRow(row, {}, settings)),
    rowIndexes: new Map(storedRows.map(({ studentId }, index) => [studentId, index])),
    past: [],
    future: [],
  };
}

export const findRow = (sheet: Sheet, studentId: string): SheetRow | undefined =>
  sheet.rows[sheet.rowIndexes.get(studentId) ?? -1];

type Change = Cell & { text: string | undefined };

/** Sets typed texts; undefined restores the stored mark. Does not change the history of undo. */
export function setTexts(sheet: Sheet, changes: readonly Change[]): Sheet {
  const texts = new Map<number, Partial<Record<GradeColumn, string>>>();
  for (const { studentId, column, text } of changes) {
    const index = sheet.rowIndexes.get(studentId);
    const row = index === undefined ? undefined : sheet.rows[index];
    if (index === undefined || !row) continue;
    const typed = texts.get(index) ?? { ...row.typed };
    if (text === undefined) delete typed[column];
    else typed[column] = text;
    texts.set(index, typed);
  }
  const rows = [...sheet.rows];
  for (const [index, typed] of texts) {
    const row = rows[index];
    if (row) rows[index] = buildRow(row.stored, typed, sheet.settings);
  }
  return { ...sheet, rows };
}

export function fillEntries(
  sheet: Sheet,
  students: readonly string[],
  columns: readonly GradeColumn[],
): CellText[] {
  const [first, ...otherIds] = students;
  const source = first === undefined ? undefined : findRow(sheet, first);
  if (!source) return [];
  return otherIds.flatMap((studentId) =>
    columns.map((column) => ({ studentId, column, text: displayText(source, column) })),
  );
}

export const clearEntries = (students: readonly string[], columns: readonly GradeColumn[]): CellText[] =>
  students.flatMap((studentId) => columns.map((column) => ({ studentId, column, text: '' })));

export interface CellProblem extends Cell {
  problem: MarkProblem;
}

export const findProblems = (sheet: Sheet): CellProblem[] =>
  sheet.rows.flatMap(({ studentId, problems }) =>
    Object.entries(problems).map(([column, problem]) => ({
      studentId,
      column: column as GradeColumn,
      problem,
    })),
  );

export const countChanges = (sheet: Sheet): number =>
  sheet.rows.reduce((sum, { changed }) => sum + changed.length, 0);

/** Sends only changed marks, with the version if the server sends one. */
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

type TypedTexts = Readonly<Partial<Record<GradeColumn, string>>>;

export interface SheetRow {
  readonly studentId: string;
  readonly studentName: string;
  readonly absenceDays: number;
  /** Null: on the roster. The marks of a student who left are visible, but neither editable nor counted. */
  readonly leftOn: string | null;
  readonly stored: GradeRow;
  readonly typed: TypedTexts;
  /** The typed mark, or the stored mark. Null: no mark, or an invalid text. */
  readonly marks: Readonly<Marks>;
  readonly problems: Readonly<Partial<Record<GradeColumn, MarkProblem>>>;
  readonly changed: readonly GradeColumn[];
  /** Sum of the marks; null without any mark. */
  readonly total: number | null;
  /** Not rounded. Null until every used column has a mark, like `letter` and `band`. The best band is 0. */
  readonly percentage: number | null;
  readonly letter: Letter | null;
  readonly band: 0 | 1 | 2 | 3 | 4 | null;
}

/** Returns the editable columns of a student; none after the student left. */
export const changeableColumns = ({ left_on }: GradeRow, settings: GradeSettings): GradeColumn[] =>
  left_on == null ? enabledColumns(settings) : [];

export const rosterRows = <R extends Pick<SheetRow, 'leftOn'>>(rows: readonly R[]): R[] =>
  rows.filter(({ leftOn }) => leftOn === null);

/** Returns a text such as `17.5`; an empty text for null. */
export const formatMark = (mark: number | null): string => (mark === null ? '' : String(mark));

/** Ignores texts in unused columns, texts of students who left, and texts that equal the stored mark. */
export function buildRow(stored: GradeRow, typed: TypedTexts, settings: GradeSettings): SheetRow {
  const marks = Object.fromEntries(
    gradeColumns.map((column) => [column, storedMark(stored, column)]),
  ) as Marks;
  const typedTexts: Partial<Record<GradeColumn, string>> = {};
  const problems: Partial<Record<GradeColumn, MarkProblem>> = {};
  const changed: GradeColumn[] = [];
  for (const column of changeableColumns(stored, settings)) {
    const text = typed[column];
    const storedValue = storedMark(stored, column);
    if (text === undefined || text === formatMark(storedValue)) continue;
    const mark = parseGrade(text);
    const problem = markProblem(mark, settings[`${column}Max`]);
    typedTexts[column] = text;
    marks[column] = problem ? null : mark;
    if (problem) problems[column] = problem;
    if (problem || mark !== storedValue) changed.push(column);
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

export const typedText = (row: SheetRow, column: GradeColumn): string =>
  row.typed[column] ?? formatMark(storedMark(row.stored, column));

/** Returns the mark in Western digits, or the invalid text. */
export const displayText = (row: SheetRow, column: GradeColumn): string =>
  row.problems[column] ? typedText(row, column) : formatMark(row.marks[column]);

export const maxSteps = 200;

/**
 * Sets texts in one edit. Ignores unknown students and unused columns.
 * @param isTyping joins all keys in one cell in one edit, until `endTyping`
 */
export function enterTexts(sheet: Sheet, entries: readonly CellText[], isTyping = false): Sheet {
  const validEntries = entries.filter(
    ({ studentId, column }) => sheet.rowIndexes.has(studentId) && sheet.settings[`${column}Enabled`],
  );
  const updated = setTexts(sheet, validEntries);
  const cells = validEntries.flatMap(({ studentId, column }) => {
    const before = findRow(sheet, studentId)?.typed[column];
    const afterText = findRow(updated, studentId)?.typed[column];
    return before === afterText ? [] : [{ studentId, column, before, after: afterText }];
  });
  if (cells.length === 0) return sheet;
  return { ...updated, past: appendStep(sheet.past, cells, isTyping), future: [] };
}

function appendStep(past: readonly Step[], cells: Step['cells'], isTyping: boolean): readonly Step[] {
  const [cell] = cells;
  const lastStep = past.at(-1);
  const [lastCell] = lastStep?.cells ?? [];
  const isSame =
    isTyping &&
    lastStep?.isOpen &&
    cell &&
    isSameCell(cell, lastCell) &&
    lastStep.cells.length === cells.length;
  if (!isSame) return [...past, { cells, isOpen: isTyping }].slice(-maxSteps);
  const mergedCell = { ...cell, before: lastCell?.before };
  return [...past.slice(0, -1), { cells: [mergedCell], isOpen: true }];
}

const isSameCell = (first: Cell, second: Cell | undefined) =>
  first.studentId === second?.studentId && first.column === second.column;

/** Later typing starts another edit. An edit without a change is removed. */
export function endTyping(sheet: Sheet): Sheet {
  const lastStep = sheet.past.at(-1);
  if (!lastStep?.isOpen) return sheet;
  const earlier = sheet.past.slice(0, -1);
  const isUnchanged = lastStep.cells.every(({ before, after }) => before === after);
  return { ...sheet, past: isUnchanged ? earlier : [...earlier, { ...lastStep, isOpen: false }] };
}

/** Restores the text from before the edit. */
export function cancelTyping(sheet: Sheet): Sheet {
  const lastStep = sheet.past.at(-1);
  if (!lastStep?.isOpen) return sheet;
  return { ...revertStep(sheet, lastStep), past: sheet.past.slice(0, -1) };
}

const revertStep = (sheet: Sheet, { cells }: Step) =>
  setTexts(
    sheet,
    cells.map(({ before, ...cell }) => ({ ...cell, text: before })),
  );

export function undo(sheet: Sheet): Sheet {
  const lastStep = sheet.past.at(-1);
  if (!lastStep) return sheet;
  const step = { ...lastStep, isOpen: false };
  return { ...revertStep(sheet, lastStep), past: sheet.past.slice(0, -1), future: [...sheet.future, step] };
}

export function redo(sheet: Sheet): Sheet {
  const next = sheet.future.at(-1);
  if (!next) return sheet;
  const updated = setTexts(
    sheet,
    next.cells.map(({ after: text, ...cell }) => ({ ...cell, text })),
  );
  return { ...updated, past: [...sheet.past, next], future: sheet.future.slice(0, -1) };
}

export const discardTyped = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) =>
    Object.keys(row.typed).length > 0 ? buildRow(row.stored, {}, sheet.settings) : row,
  ),
  past: [],
  future: [],
});
