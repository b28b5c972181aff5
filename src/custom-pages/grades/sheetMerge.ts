import type { GradeRow } from '../../../contract/grades';
import { markIn } from '../../../contract/rules/grading';
import {
  type GradeSettings,
  enabledColumns,
  type GradeColumn,
  gradeColumns,
} from '../../../contract/rules/gradeSettings';
import { type Cell, findRow, type Sheet, setTexts } from './sheetModel';
import { markText, sheetRow, storedMark } from './sheetRow';

/** A cell in which two people wrote different marks. */
export interface Clash extends Cell {
  studentName: string;
  /** As it was typed here. */
  mine: string;
  /** As it is stored now; empty for none. */
  theirs: string;
}

export interface Merged {
  sheet: Sheet;
  /** What was typed here stays in these cells until somebody has chosen. */
  clashes: Clash[];
  /** Students with typed marks who are no longer in the batch. */
  gone: string[];
}

/**
 * Takes over what is stored now. A cell that only one side changed needs no question; one that both changed, and
 * differently, is a clash.
 * @param isWhole whether rows that are not among these are gone, or only unchanged
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
    // A column that is no longer in use has no cell to choose a mark in.
    for (const column of enabledColumns(used)) {
      const mine = before.typed[column];
      if (mine === undefined || isSame(mine, before.stored, column) || isSame(mine, now, column)) continue;
      kept[column] = mine;
      const clash = clashIn(before.stored, now, column, mine);
      if (clash) clashes.push(clash);
    }
    return [sheetRow(now, kept, used)];
  });
  const gone = sheet.rows.filter(
    ({ studentId, changed }) => isWhole && changed.length > 0 && !received.has(studentId),
  );
  return {
    sheet: { ...sheet, settings: used, rows: merged, places: new Map(order.map((id, place) => [id, place])) },
    clashes,
    gone: gone.map(({ studentName }) => studentName),
  };
}

function clashIn(before: GradeRow, now: GradeRow, column: GradeColumn, mine: string): Clash | null {
  const theirs = storedMark(now, column);
  if (theirs === storedMark(before, column)) return null;
  return { studentId: now.studentId, studentName: now.studentName, column, mine, theirs: markText(theirs) };
}

/** Nothing of one's own was typed. */
const isSame = (text: string, row: GradeRow, column: GradeColumn) => markIn(text) === storedMark(row, column);

const isSameRow = (one: GradeRow, other: GradeRow) =>
  one.version === other.version &&
  one.studentName === other.studentName &&
  one.absenceDays === other.absenceDays &&
  gradeColumns.every((column) => storedMark(one, column) === storedMark(other, column));

/** The stored marks instead of one's own, in the cells that were given up. */
export const takeTheirs = (sheet: Sheet, cells: readonly Cell[]): Sheet =>
  setTexts(
    sheet,
    cells.map(({ studentId, column }) => ({ studentId, column, text: undefined })),
  );

/** After a save: what was sent is what is stored, as the server answered it or, where it answers no rows, as it was. */
export function applySaved(sheet: Sheet, answered: readonly GradeRow[] | undefined): Sheet {
  const received = new Map(answered?.map((row) => [row.studentId, row]));
  const rows = sheet.rows.map((row) => {
    if (Object.keys(row.typed).length === 0) return row;
    const marks = Object.fromEntries(row.changed.map((column) => [`${column}Grade`, row.marks[column]]));
    return sheetRow(received.get(row.studentId) ?? { ...row.stored, ...marks }, {}, sheet.settings);
  });
  return { ...sheet, rows, past: [], future: [] };
}
