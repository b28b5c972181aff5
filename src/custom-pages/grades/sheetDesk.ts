import type { GradeRow } from '../../../contract/grades';
import { markIn } from '../../../contract/rules/grading';
import type { GradeSettings } from '../../../contract/rules/gradeSettings';
import { withDraft } from './sheetDraft';
import { type Clash, giveUp, mergeRows } from './sheetMerge';
import { type Cell, rowOf, type Sheet, sheetOf } from './sheetModel';
import { storedMark } from './sheetRow';

/** The sheet of one subject and how far the work on it is. */
export interface Desk {
  /** Of the subject; another one has another desk. */
  readonly key: string;
  readonly sheet: Sheet;
  readonly isEditing: boolean;
  /** Cells in which somebody else's mark was stored meanwhile. A save waits until each is settled. */
  readonly clashes: readonly Clash[];
  readonly isAsking: boolean;
  /** What was being saved goes on once the clashes are settled. */
  readonly isSaveWaiting: boolean;
  /** Names of students who left the batch with marks typed for them. */
  readonly gone: readonly string[];
}

/** A desk for what was loaded: the one that stands there with the new rows taken over, or a fresh one. */
export function deskWith(
  desk: Desk | null,
  key: string,
  rows: readonly GradeRow[],
  settings: GradeSettings,
): Desk {
  if (desk?.key !== key)
    return {
      key,
      sheet: sheetOf(rows, settings),
      isEditing: false,
      clashes: [],
      isAsking: false,
      isSaveWaiting: false,
      gone: [],
    };
  const { sheet, clashes, gone } = mergeRows(desk.sheet, rows, true, settings);
  return withClashes({ ...desk, sheet, gone }, clashes);
}

/** New clashes beside those that are still open. */
export function withClashes(desk: Desk, found: readonly Clash[]): Desk {
  const isFound = (clash: Clash) => found.some((other) => isSameCell(clash, other));
  const clashes = [...desk.clashes.filter((clash) => isOpen(desk.sheet, clash) && !isFound(clash)), ...found];
  return { ...desk, clashes, isAsking: desk.isAsking ? clashes.length > 0 : found.length > 0 };
}

/** What the device kept, typed in again. */
export function deskWithDraft(desk: Desk, values: Record<string, unknown>): Desk {
  const { sheet, clashes } = withDraft(desk.sheet, values);
  return withClashes({ ...desk, sheet, isEditing: true }, clashes);
}

/** The person has chosen: in `theirs` the stored mark stays, in the other clashing cells the typed one. */
export const settled = (desk: Desk, theirs: readonly Cell[]): Desk => ({
  ...desk,
  sheet: giveUp(desk.sheet, theirs),
  clashes: [],
  isAsking: false,
  isSaveWaiting: false,
});

/** Clashes that are still to be asked about: a mark typed since then may have ended one. */
export const openClashes = ({ sheet, clashes }: Desk): Clash[] =>
  clashes.filter((clash) => isOpen(sheet, clash));

function isOpen(sheet: Sheet, { studentId, column }: Clash): boolean {
  const row = rowOf(sheet, studentId);
  const typed = row?.typed[column];
  return row !== undefined && typed !== undefined && markIn(typed) !== storedMark(row.stored, column);
}

const isSameCell = (one: Cell, other: Cell) =>
  one.studentId === other.studentId && one.column === other.column;
