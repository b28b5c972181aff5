import { useEffect, useMemo, useRef } from 'react';
import type { GradeColumn } from '../../../contract/rules/gradeSettings';
import type { Desk } from './sheetDesk';
import { cancelTyping, endTyping, enter, redo, undo } from './sheetHistory';
import { type Cell, clearEntries, type Entry, fillEntries, type Sheet } from './sheetModel';

/**
 * What a person does to the sheet. The functions keep their identity; they do nothing outside of the edit mode and
 * while a save is on its way. What each is for stands in `GradeSheet`.
 */
export function useSheetActions(change: (to: (desk: Desk) => Desk) => void, isSaving: boolean) {
  const isLocked = useRef(false);
  useEffect(() => {
    isLocked.current = isSaving;
  }, [isSaving]);
  return useMemo(() => {
    const onSheet = (to: (sheet: Sheet) => Sheet) =>
      change((desk) => (desk.isEditing && !isLocked.current ? { ...desk, sheet: to(desk.sheet) } : desk));
    return {
      type: (cell: Cell, text: string) => onSheet((sheet) => enter(sheet, [{ ...cell, text }], true)),
      endTyping: () => onSheet(endTyping),
      cancelTyping: () => onSheet(cancelTyping),
      enter: (entries: readonly Entry[]) => onSheet((sheet) => enter(sheet, entries)),
      fillDown: (students: readonly string[], columns: readonly GradeColumn[]) =>
        onSheet((sheet) => enter(sheet, fillEntries(sheet, students, columns))),
      clear: (students: readonly string[], columns: readonly GradeColumn[]) =>
        onSheet((sheet) => enter(sheet, clearEntries(students, columns))),
      undo: () => onSheet(undo),
      redo: () => onSheet(redo),
      postpone: () => change((desk) => ({ ...desk, isAsking: false, isSaveWaiting: false })),
    };
  }, [change]);
}
