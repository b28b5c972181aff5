import type { GradeRow } from '../../../contract/grades';
import { type GradeColumn, gradeColumns, type GradeSettings } from '../../../contract/rules/gradeSettings';
import { parseGrade } from '../../../contract/rules/grading';
import { type SentMarks, storedMark } from '../../dataProvider/outbox/marks';
import {
  type Cell,
  changeableColumns,
  createSheet,
  enter,
  type Entry,
  findRow,
  markText,
  setTexts,
  type Sheet,
  sheetRow,
} from './sheetModel';

/** The sheet of one subject, and the state of editing it. */
export interface SheetState {
  /** The key of the subject; another subject has another state. */
  readonly key: string;
  readonly sheet: Sheet;
  readonly isEditing: boolean;
  /** Cells in which somebody else's mark was stored meanwhile. A save waits until each is settled. */
  readonly clashes: readonly Clash[];
  readonly isAsking: boolean;
  /** A save waits for the clashes to be settled. */
  readonly isSaveWaiting: boolean;
  /** Names of students who left the batch with marks typed for them. */
  readonly gone: readonly string[];
}

/** The state after a load: the same one with the new rows merged in, or a new one for another subject. */
export function takeLoadedRows(
  state: SheetState | null,
  key: string,
  rows: readonly GradeRow[],
  settings: GradeSettings,
): SheetState {
  if (state?.key !== key)
    return {
      key,
      sheet: createSheet(rows, settings),
      isEditing: false,
      clashes: [],
      isAsking: false,
      isSaveWaiting: false,
      gone: [],
    };
  const { sheet, clashes, gone } = mergeRows(state.sheet, rows, true, settings);
  return addClashes({ ...state, sheet, gone }, clashes);
}

export function addClashes(state: SheetState, found: readonly Clash[]): SheetState {
  const isFound = (clash: Clash) => found.some((other) => isSameCell(clash, other));
  const clashes = [
    ...state.clashes.filter((clash) => isOpen(state.sheet, clash) && !isFound(clash)),
    ...found,
  ];
  return { ...state, clashes, isAsking: state.isAsking ? clashes.length > 0 : found.length > 0 };
}

/** Types a draft from the device again. */
export function enterDraft(state: SheetState, values: Record<string, unknown>): SheetState {
  const { sheet, clashes } = enterDraftCells(state.sheet, values);
  return addClashes({ ...state, sheet, isEditing: true }, clashes);
}

/**
 * Types marks again that were saved here and not taken by the server, over what is stored now. Where somebody else has
 * changed a cell meanwhile, the person is asked, and the save then goes on.
 * @param draft what was typed later, and not saved, before the sheet was opened
 */
export function takeBack(state: SheetState, entry: SentMarks, draft: Record<string, unknown>): SheetState {
  const { sheet: merged, clashes } = mergeRows(state.sheet, newerRows(state.sheet, entry), false);
  const cells = cellsBySeen(entry);
  const isEntered = ({ studentId, column }: Cell) => cells.has(cellKey(studentId, column));
  const typed = [...cells.values()].map((cell) => ({ ...cell, text: markText(cell.mark) }));
  const later = parseDraft(draft).map((cell) => {
    const saved = cells.get(cellKey(cell.studentId, cell.column));
    return { ...cell, seen: saved ? [...saved.seen, saved.mark, cell.over] : [cell.over] };
  });
  const values: DraftValues = {};
  for (const { studentId, column, text, seen } of [...typed, ...later]) {
    const row = findRow(merged, studentId);
    const now = row ? storedMark(row.stored, column) : null;
    values[studentId] = {
      ...values[studentId],
      [column]: [text, seen.includes(now) ? now : (seen[0] ?? null)],
    };
  }
  // What is typed in the sheet now is the last word.
  for (const { studentId, typed: texts, changed } of state.sheet.rows)
    for (const column of changed) {
      const [, over = null] = values[studentId]?.[column] ?? [];
      if (isEntered({ studentId, column }))
        values[studentId] = { ...values[studentId], [column]: [texts[column] ?? '', over] };
    }
  const entered = enterDraftCells(merged, values);
  // What clashed in these cells was found out over another mark.
  const before = state.clashes.filter((clash) => !clashes.some((one) => isSameCell(one, clash)));
  const others = [...before, ...clashes].filter((clash) => !isEntered(clash));
  const found = [...others, ...entered.clashes];
  const gone = entry.rows.filter(({ studentId }) => findRow(merged, studentId)?.leftOn !== null);
  const names = new Map(entry.base.map(({ studentId, studentName }) => [studentId, studentName]));
  return addClashes(
    {
      ...state,
      sheet: entered.sheet,
      isEditing: true,
      clashes: [],
      isSaveWaiting: found.length > 0,
      gone: gone.map(({ studentId }) => names.get(studentId) ?? studentId),
    },
    found,
  );
}

const cellKey = (studentId: string, column: GradeColumn) => `${column} ${studentId}`;

const cellsBySeen = ({ rows }: SentMarks) =>
  new Map(
    rows.flatMap(({ studentId, cells }) =>
      Object.entries(cells).map(([name, cell]) => {
        const column = name as GradeColumn;
        return [cellKey(studentId, column), { studentId, column, ...cell }] as const;
      }),
    ),
  );

/** The rows that the server has sent with its refusal, where the sheet has been read before it. */
function newerRows(sheet: Sheet, { problem }: SentMarks): GradeRow[] {
  const current = Array.isArray(problem?.current) ? (problem.current as GradeRow[]) : [];
  return current.filter(({ studentId, version }) => {
    const read = findRow(sheet, studentId)?.stored.version;
    return read === undefined || version > read;
  });
}

/** After the choice: cells in `theirs` take the stored mark, other clashing cells keep the typed one. */
export const settleClashes = (state: SheetState, theirs: readonly Cell[]): SheetState => ({
  ...state,
  sheet: takeTheirs(state.sheet, theirs),
  clashes: [],
  isAsking: false,
  isSaveWaiting: false,
});

/** Clashes that are still open: later typing may have settled some. */
export const findOpenClashes = ({ sheet, clashes }: SheetState): Clash[] =>
  clashes.filter((clash) => isOpen(sheet, clash));

function isOpen(sheet: Sheet, { studentId, column }: Clash): boolean {
  const row = findRow(sheet, studentId);
  const typed = row?.typed[column];
  return row !== undefined && typed !== undefined && parseGrade(typed) !== storedMark(row.stored, column);
}

const isSameCell = (one: Cell, other: Cell) =>
  one.studentId === other.studentId && one.column === other.column;

/** A stored draft: for each student and column the typed text, and the stored mark when it was typed. */
type DraftValues = Record<string, Partial<Record<GradeColumn, [text: string, over: number | null]>>>;

export function toDraft(sheet: Sheet): DraftValues {
  const changed = sheet.rows.filter((row) => row.changed.length > 0);
  return Object.fromEntries(
    changed.map((row) => [
      row.studentId,
      Object.fromEntries(
        row.changed.map((column) => [column, [row.typed[column] ?? '', storedMark(row.stored, column)]]),
      ),
    ]),
  );
}

/** The cells of a draft that differ from what is stored; none if it was saved although the answer was lost. */
const newCells = (sheet: Sheet, values: Record<string, unknown>) =>
  parseDraft(values).flatMap((cell) => {
    const row = findRow(sheet, cell.studentId);
    if (!row || !changeableColumns(row.stored, sheet.settings).includes(cell.column)) return [];
    const theirs = storedMark(row.stored, cell.column);
    return parseGrade(cell.text) === theirs ? [] : [{ ...cell, row, theirs }];
  });

/** Whether a draft has anything that is not in the sheet. */
export const isNewDraft = (sheet: Sheet, values: Record<string, unknown>): boolean =>
  newCells(sheet, values).length > 0;

/** Types a draft into the sheet, as one edit. Marks that were changed since then and differ are clashes. */
export function enterDraftCells(
  sheet: Sheet,
  values: Record<string, unknown>,
): { sheet: Sheet; clashes: Clash[] } {
  const entries: Entry[] = [];
  const clashes: Clash[] = [];
  for (const { studentId, column, text, over, row, theirs } of newCells(sheet, values)) {
    entries.push({ studentId, column, text });
    if (theirs !== over)
      clashes.push({
        studentId,
        studentName: row.studentName,
        column,
        mine: text,
        theirs: markText(theirs),
      });
  }
  return { sheet: enter(sheet, entries), clashes };
}

/** A stored draft may be of an older version, or damaged. */
function parseDraft(values: Record<string, unknown>): (Entry & { over: number | null })[] {
  return Object.entries(values).flatMap(([studentId, cells]) => {
    if (typeof cells !== 'object' || cells === null) return [];
    const kept = cells as Record<string, unknown>;
    return gradeColumns.flatMap((column) => {
      const cell = kept[column];
      if (!Array.isArray(cell) || typeof cell[0] !== 'string') return [];
      return [{ studentId, column, text: cell[0], over: typeof cell[1] === 'number' ? cell[1] : null }];
    });
  });
}

/** A cell in which two people wrote different marks. */
export interface Clash extends Cell {
  studentName: string;
  /** The text typed here. */
  mine: string;
  /** The mark stored now; empty for none. */
  theirs: string;
}

interface Merged {
  sheet: Sheet;
  /** The typed texts stay in these cells until the person has chosen. */
  clashes: Clash[];
  /** Students with typed marks who are no longer in the batch. */
  gone: string[];
}

/**
 * Merges the marks that are stored now. A cell that only one side changed is merged; one that both changed
 * differently is a clash.
 * @param isWhole whether missing rows were removed, or are just unchanged
 */
export function mergeRows(
  sheet: Sheet,
  rows: readonly GradeRow[],
  isWhole: boolean,
  settings?: GradeSettings,
): Merged {
  const used = settings ?? sheet.settings;
  const isOther = used !== sheet.settings;
  const received = new Map(rows.map((row) => [row.studentId, row]));
  const clashes: Clash[] = [];
  const order = isWhole ? rows.map(({ studentId }) => studentId) : [...sheet.places.keys()];
  const merged = order.flatMap((studentId) => {
    const before = findRow(sheet, studentId);
    const now = received.get(studentId) ?? before?.stored;
    if (!now) return [];
    if (!before) return [sheetRow(now, {}, used)];
    if (isSameRow(before.stored, now) && !isOther) return [before];
    const kept: Partial<Record<GradeColumn, string>> = {};
    // Cells of unused columns cannot be chosen.
    for (const column of changeableColumns(now, used)) {
      const mine = before.typed[column];
      if (mine === undefined || isSame(mine, before.stored, column) || isSame(mine, now, column)) continue;
      kept[column] = mine;
      const clash = clashIn(before.stored, now, column, mine);
      if (clash) clashes.push(clash);
    }
    return [sheetRow(now, kept, used)];
  });
  const gone = sheet.rows.filter(
    ({ studentId, changed }) => isWhole && changed.length > 0 && !isOnRoster(received.get(studentId)),
  );
  return {
    sheet: { ...sheet, settings: used, rows: merged, places: new Map(order.map((id, place) => [id, place])) },
    clashes,
    gone: gone.map(({ studentName }) => studentName),
  };
}

const isOnRoster = (row: GradeRow | undefined) => row !== undefined && row.left_on == null;

function clashIn(before: GradeRow, now: GradeRow, column: GradeColumn, mine: string): Clash | null {
  const theirs = storedMark(now, column);
  if (theirs === storedMark(before, column)) return null;
  return { studentId: now.studentId, studentName: now.studentName, column, mine, theirs: markText(theirs) };
}

/** Nothing was typed in the cell, or the same mark. */
const isSame = (text: string, row: GradeRow, column: GradeColumn) =>
  parseGrade(text) === storedMark(row, column);

const isSameRow = (one: GradeRow, other: GradeRow) =>
  one.version === other.version &&
  one.studentName === other.studentName &&
  one.absenceDays === other.absenceDays &&
  one.left_on === other.left_on &&
  gradeColumns.every((column) => storedMark(one, column) === storedMark(other, column));

/** Takes the stored marks in these cells. */
export const takeTheirs = (sheet: Sheet, cells: readonly Cell[]): Sheet =>
  setTexts(
    sheet,
    cells.map(({ studentId, column }) => ({ studentId, column, text: undefined })),
  );

/** The sheet after a save: rows from the answer of the server or, if it sends none, as they were sent. */
export function applySaved(sheet: Sheet, answered: readonly GradeRow[] | undefined): Sheet {
  const received = new Map(answered?.map((row) => [row.studentId, row]));
  const rows = sheet.rows.map((row) => {
    if (Object.keys(row.typed).length === 0) return row;
    const marks = Object.fromEntries(row.changed.map((column) => [`${column}Grade`, row.marks[column]]));
    return sheetRow(received.get(row.studentId) ?? { ...row.stored, ...marks }, {}, sheet.settings);
  });
  return { ...sheet, rows, past: [], future: [] };
}
