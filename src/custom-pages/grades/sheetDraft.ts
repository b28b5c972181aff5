import { markIn } from '../../../contract/rules/grading';
import { type GradeColumn, gradeColumns } from '../../../contract/rules/gradeSettings';
import type { Clash } from './sheetMerge';
import { enter } from './sheetHistory';
import { type Entry, rowOf, type Sheet } from './sheetModel';
import { markText, storedMark } from './sheetRow';

/** What the device keeps of a sheet: by student the typed text of each column, and the mark that it was typed over. */
export type DraftValues = Record<string, Partial<Record<GradeColumn, [text: string, over: number | null]>>>;

export function draftOf(sheet: Sheet): DraftValues {
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

/** The cells of a draft that differ from what is stored; none where it was saved, though the answer was lost. */
const newCells = (sheet: Sheet, values: Record<string, unknown>) =>
  cellsIn(values).flatMap((cell) => {
    const row = rowOf(sheet, cell.studentId);
    if (!row || !sheet.settings[`${cell.column}Enabled`]) return [];
    const theirs = storedMark(row.stored, cell.column);
    return markIn(cell.text) === theirs ? [] : [{ ...cell, row, theirs }];
  });

/** Whether a draft types anything that does not stand in the sheet. */
export const isNewDraft = (sheet: Sheet, values: Record<string, unknown>): boolean =>
  newCells(sheet, values).length > 0;

/** Types a draft into the sheet again, as one edit. Marks that were stored since then and differ are clashes. */
export function withDraft(sheet: Sheet, values: Record<string, unknown>): { sheet: Sheet; clashes: Clash[] } {
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

/** What stands on a device may be of an older version, or damaged. */
function cellsIn(values: Record<string, unknown>): (Entry & { over: number | null })[] {
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
