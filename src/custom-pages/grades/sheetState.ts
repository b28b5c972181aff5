import type { GradeRow } from '../../../contract/grades';
import { type GradeColumn, gradeColumns, type GradeSettings } from '../../../contract/rules/gradeSettings';
import { parseGrade } from '../../../contract/rules/grading';
import { type QueuedMarks, storedMark } from '../../dataProvider/outbox/marks';
import {
  type Cell,
  changeableColumns,
  createSheet,
  enterTexts,
  type CellText,
  findRow,
  formatMark,
  setTexts,
  type Sheet,
  buildRow,
} from './sheetModel';

export interface SheetState {
  readonly key: string;
  readonly sheet: Sheet;
  readonly isEditing: boolean;
  /**
   * Cells with an unsaved mark where another user has stored a different mark. A save waits until the user
   * resolves them.
   */
  readonly clashes: readonly Clash[];
  readonly isAsking: boolean;
  readonly isSaveWaiting: boolean;
  /** Names of students who left the batch and have unsaved marks. */
  readonly removedNames: readonly string[];
}

/** Merges loaded rows into the state; another subject gets a new state. */
export function mergeLoadedRows(
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
      removedNames: [],
    };
  const { sheet, clashes, removedNames } = mergeRows(state.sheet, rows, true, settings);
  return addClashes({ ...state, sheet, removedNames }, clashes);
}

export function addClashes(state: SheetState, newClashes: readonly Clash[]): SheetState {
  const isReplaced = (clash: Clash) => newClashes.some((newClash) => isSameCell(clash, newClash));
  const clashes = [
    ...state.clashes.filter((clash) => isOpenClash(state.sheet, clash) && !isReplaced(clash)),
    ...newClashes,
  ];
  return { ...state, clashes, isAsking: state.isAsking ? clashes.length > 0 : newClashes.length > 0 };
}

export function enterDraft(state: SheetState, values: Record<string, unknown>): SheetState {
  const { sheet, clashes } = enterDraftCells(state.sheet, values);
  return addClashes({ ...state, sheet, isEditing: true }, clashes);
}

/**
 * Restores refused marks as typed texts, over the marks that are stored now. If another user has changed a
 * cell, the clash dialog opens, and then the save continues.
 * @param draft unsaved texts, typed after the refused marks
 */
export function reopenRefused(
  state: SheetState,
  entry: QueuedMarks,
  draft: Record<string, unknown>,
): SheetState {
  const { sheet: mergedSheet, clashes } = mergeRows(state.sheet, findNewerRows(state.sheet, entry), false);
  const sentCells = indexSentCells(entry);
  const isSentCell = ({ studentId, column }: Cell) => sentCells.has(cellKey(studentId, column));
  const sentEntries = [...sentCells.values()].map((cell) => ({ ...cell, text: formatMark(cell.mark) }));
  const draftEntries = parseDraft(draft).map((cell) => {
    const sentCell = sentCells.get(cellKey(cell.studentId, cell.column));
    return { ...cell, seen: sentCell ? [...sentCell.seen, sentCell.mark, cell.base] : [cell.base] };
  });
  const values: DraftValues = {};
  for (const { studentId, column, text, seen: seenMarks } of [...sentEntries, ...draftEntries]) {
    const row = findRow(mergedSheet, studentId);
    const storedNow = row ? storedMark(row.stored, column) : null;
    // A stored mark that the user has seen does not clash. It becomes the base.
    values[studentId] = {
      ...values[studentId],
      [column]: [text, seenMarks.includes(storedNow) ? storedNow : (seenMarks[0] ?? null)],
    };
  }
  // Texts in the open sheet are the newest, so they replace the refused texts.
  for (const { studentId, typed: texts, changed } of state.sheet.rows)
    for (const column of changed) {
      const [, base = null] = values[studentId]?.[column] ?? [];
      if (isSentCell({ studentId, column }))
        values[studentId] = { ...values[studentId], [column]: [texts[column] ?? '', base] };
    }
  const enteredDraft = enterDraftCells(mergedSheet, values);
  // An older clash of the same cell compared another mark.
  const openClashes = state.clashes.filter((clash) => !clashes.some((one) => isSameCell(one, clash)));
  const otherClashes = [...openClashes, ...clashes].filter((clash) => !isSentCell(clash));
  const allClashes = [...otherClashes, ...enteredDraft.clashes];
  const removedRows = entry.rows.filter(({ studentId }) => findRow(mergedSheet, studentId)?.leftOn !== null);
  const namesById = new Map(entry.base.map(({ studentId, studentName }) => [studentId, studentName]));
  return addClashes(
    {
      ...state,
      sheet: enteredDraft.sheet,
      isEditing: true,
      clashes: [],
      isSaveWaiting: allClashes.length > 0,
      removedNames: removedRows.map(({ studentId }) => namesById.get(studentId) ?? studentId),
    },
    allClashes,
  );
}

const cellKey = (studentId: string, column: GradeColumn) => `${column} ${studentId}`;

const indexSentCells = ({ rows }: QueuedMarks) =>
  new Map(
    rows.flatMap(({ studentId, cells }) =>
      Object.entries(cells).map(([columnKey, cell]) => {
        const column = columnKey as GradeColumn;
        return [cellKey(studentId, column), { studentId, column, ...cell }] as const;
      }),
    ),
  );

/** Returns the rows of the server's refusal that are newer than the sheet. */
function findNewerRows(sheet: Sheet, { problem }: QueuedMarks): GradeRow[] {
  const current = Array.isArray(problem?.current) ? (problem.current as GradeRow[]) : [];
  return current.filter(({ studentId, version }) => {
    const loadedVersion = findRow(sheet, studentId)?.stored.version;
    return loadedVersion === undefined || version > loadedVersion;
  });
}

/** Cells in `theirs` take the stored mark; other clashing cells keep the typed one. */
export const resolveClashes = (state: SheetState, theirs: readonly Cell[]): SheetState => ({
  ...state,
  sheet: acceptStored(state.sheet, theirs),
  clashes: [],
  isAsking: false,
  isSaveWaiting: false,
});

export const findOpenClashes = ({ sheet, clashes }: SheetState): Clash[] =>
  clashes.filter((clash) => isOpenClash(sheet, clash));

function isOpenClash(sheet: Sheet, { studentId, column }: Clash): boolean {
  const row = findRow(sheet, studentId);
  const typed = row?.typed[column];
  return row !== undefined && typed !== undefined && parseGrade(typed) !== storedMark(row.stored, column);
}

const isSameCell = (first: Cell, second: Cell) =>
  first.studentId === second.studentId && first.column === second.column;

/** The typed text, and the stored mark when typing began. The device stores this object. */
type DraftValues = Record<string, Partial<Record<GradeColumn, [text: string, base: number | null]>>>;

export function toDraft(sheet: Sheet): DraftValues {
  const changedRows = sheet.rows.filter((row) => row.changed.length > 0);
  return Object.fromEntries(
    changedRows.map((row) => [
      row.studentId,
      Object.fromEntries(
        row.changed.map((column) => [column, [row.typed[column] ?? '', storedMark(row.stored, column)]]),
      ),
    ]),
  );
}

/**
 * Returns the cells that differ from the stored marks. Returns none if the marks were saved but the response
 * was lost.
 */
const findNewCells = (sheet: Sheet, values: Record<string, unknown>) =>
  parseDraft(values).flatMap((cell) => {
    const row = findRow(sheet, cell.studentId);
    if (!row || !changeableColumns(row.stored, sheet.settings).includes(cell.column)) return [];
    const theirs = storedMark(row.stored, cell.column);
    return parseGrade(cell.text) === theirs ? [] : [{ ...cell, row, theirs }];
  });

export const isNewDraft = (sheet: Sheet, values: Record<string, unknown>): boolean =>
  findNewCells(sheet, values).length > 0;

/** Restores a draft in one edit. If another user has changed a mark since then, it is a clash. */
export function enterDraftCells(
  sheet: Sheet,
  values: Record<string, unknown>,
): { sheet: Sheet; clashes: Clash[] } {
  const entries: CellText[] = [];
  const clashes: Clash[] = [];
  for (const { studentId, column, text, base, row, theirs } of findNewCells(sheet, values)) {
    entries.push({ studentId, column, text });
    if (theirs !== base)
      clashes.push({
        studentId,
        studentName: row.studentName,
        column,
        mine: text,
        theirs: formatMark(theirs),
      });
  }
  return { sheet: enterTexts(sheet, entries), clashes };
}

/** A draft may be damaged or from an older app version. */
function parseDraft(values: Record<string, unknown>): (CellText & { base: number | null })[] {
  return Object.entries(values).flatMap(([studentId, cells]) => {
    if (typeof cells !== 'object' || cells === null) return [];
    const storedCells = cells as Record<string, unknown>;
    return gradeColumns.flatMap((column) => {
      const cell = storedCells[column];
      if (!Array.isArray(cell) || typeof cell[0] !== 'string') return [];
      return [{ studentId, column, text: cell[0], base: typeof cell[1] === 'number' ? cell[1] : null }];
    });
  });
}

export interface Clash extends Cell {
  studentName: string;
  mine: string;
  theirs: string;
}

interface MergeResult {
  sheet: Sheet;
  clashes: Clash[];
  removedNames: string[];
}

/**
 * Merges stored rows. If both users changed a cell differently, the cell is a clash.
 * @param isWhole whether `rows` has all students, so that a student without a row was removed
 */
export function mergeRows(
  sheet: Sheet,
  rows: readonly GradeRow[],
  isWhole: boolean,
  settings?: GradeSettings,
): MergeResult {
  const usedSettings = settings ?? sheet.settings;
  const hasNewSettings = usedSettings !== sheet.settings;
  const receivedById = new Map(rows.map((row) => [row.studentId, row]));
  const clashes: Clash[] = [];
  const studentIds = isWhole ? rows.map(({ studentId }) => studentId) : [...sheet.rowIndexes.keys()];
  const mergedRows = studentIds.flatMap((studentId) => {
    const previous = findRow(sheet, studentId);
    const stored = receivedById.get(studentId) ?? previous?.stored;
    if (!stored) return [];
    if (!previous) return [buildRow(stored, {}, usedSettings)];
    if (isSameRow(previous.stored, stored) && !hasNewSettings) return [previous];
    const typed: Partial<Record<GradeColumn, string>> = {};
    // Cells of unused columns cannot clash.
    for (const column of changeableColumns(stored, usedSettings)) {
      const mine = previous.typed[column];
      if (mine === undefined || isSameMark(mine, previous.stored, column) || isSameMark(mine, stored, column))
        continue;
      typed[column] = mine;
      const clash = findClash(previous.stored, stored, column, mine);
      if (clash) clashes.push(clash);
    }
    return [buildRow(stored, typed, usedSettings)];
  });
  const removedRows = sheet.rows.filter(
    ({ studentId, changed }) => isWhole && changed.length > 0 && !isOnRoster(receivedById.get(studentId)),
  );
  return {
    sheet: {
      ...sheet,
      settings: usedSettings,
      rows: mergedRows,
      rowIndexes: new Map(studentIds.map((id, index) => [id, index])),
    },
    clashes,
    removedNames: removedRows.map(({ studentName }) => studentName),
  };
}

const isOnRoster = (row: GradeRow | undefined) => row !== undefined && row.left_on == null;

function findClash(previous: GradeRow, stored: GradeRow, column: GradeColumn, mine: string): Clash | null {
  const theirs = storedMark(stored, column);
  if (theirs === storedMark(previous, column)) return null;
  return {
    studentId: stored.studentId,
    studentName: stored.studentName,
    column,
    mine,
    theirs: formatMark(theirs),
  };
}

const isSameMark = (text: string, row: GradeRow, column: GradeColumn) =>
  parseGrade(text) === storedMark(row, column);

const isSameRow = (first: GradeRow, second: GradeRow) =>
  first.version === second.version &&
  first.studentName === second.studentName &&
  first.absenceDays === second.absenceDays &&
  first.left_on === second.left_on &&
  gradeColumns.every((column) => storedMark(first, column) === storedMark(second, column));

export const acceptStored = (sheet: Sheet, cells: readonly Cell[]): Sheet =>
  setTexts(
    sheet,
    cells.map(({ studentId, column }) => ({ studentId, column, text: undefined })),
  );

/** Takes the rows of the response. A response without rows means that the sent marks are stored. */
export function applySaved(sheet: Sheet, savedRows: readonly GradeRow[] | undefined): Sheet {
  const savedById = new Map(savedRows?.map((row) => [row.studentId, row]));
  const rows = sheet.rows.map((row) => {
    if (Object.keys(row.typed).length === 0) return row;
    const marks = Object.fromEntries(row.changed.map((column) => [`${column}Grade`, row.marks[column]]));
    return buildRow(savedById.get(row.studentId) ?? { ...row.stored, ...marks }, {}, sheet.settings);
  });
  return { ...sheet, rows, past: [], future: [] };
}
