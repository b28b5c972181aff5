import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { GradeRow } from '../../../contract/grades';
import {
  defaultGradeSettings,
  enabledColumns,
  type GradeColumn,
  type GradeSettings,
} from '../../../contract/rules/gradeSettings';
import { ApiProblem, storedRows } from '../../dataProvider/ApiProblem';
import { type MarkRow, joinRows } from '../../dataProvider/outbox/marks';
import { drop, findQueued, sendWithTimeout } from '../../dataProvider/outbox/outbox';
import type { Sheet as Offering } from '../../dataProvider/teaching';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { useSheetSave } from '../../ui/form/sheetSave';
import { detailMessage } from '../../ui/page/problemMessage';
import {
  cancelTyping,
  type Cell,
  countChanges,
  clearEntries,
  discardTyped,
  endTyping,
  enterTexts,
  type CellText,
  fillEntries,
  rosterRows,
  findProblems,
  redo,
  rowsToSend,
  type Sheet,
  type SheetRow,
  undo,
} from './sheetModel';
import {
  addClashes,
  applySaved,
  enterDraft,
  findOpenClashes,
  mergeRows,
  resolveClashes,
  type SheetState,
  reopenRefused,
  mergeLoadedRows,
} from './sheetState';
import { useSheetData } from './useSheetData';
import { useSheetDraft } from './useSheetDraft';

const noRows: readonly SheetRow[] = [];

/** State and actions of the page. Functions and unchanged rows are stable, so that `memo` works for a row. */
export function useGradeSheet(offering: Offering | null, subjectName: string) {
  const notify = useNotify();
  const key = offering === null ? null : `${offering.batchName}/${offering.subjectCode}`;
  const [isSaving, setIsSaving] = useState(false);
  const sheetData = useSheetData(offering, isSaving);
  const { settings, rows, statistics, error, reload, queuedEntry } = sheetData;
  const [latestState, setLatestState] = useState<SheetState | null>(null);
  const state = latestState?.key === key ? latestState : null;
  const change = useCallback(
    (update: (state: SheetState) => SheetState) => setLatestState((current) => current && update(current)),
    [],
  );
  const [loadedInput, setLoadedInput] = useState<{ key: string; rows: unknown; settings: unknown } | null>(
    null,
  );
  const isNew = loadedInput?.key !== key || loadedInput.rows !== rows || loadedInput.settings !== settings;
  if (key !== null && settings && rows && isNew) {
    setLoadedInput({ key, rows, settings });
    setLatestState(mergeLoadedRows(latestState, key, rows, settings));
  }
  const draft = useSheetDraft(state);
  const refusedEntry = queuedEntry?.state === 'refused' && !isSaving ? queuedEntry : null;
  const [reopenedId, setReopenedId] = useState<string | null>(null);
  if (state && !isNew && refusedEntry && refusedEntry.id !== reopenedId) {
    setReopenedId(refusedEntry.id);
    setLatestState(reopenRefused(state, refusedEntry, draft.offer?.values ?? {}));
    draft.hide();
  }
  const usedSettings = state?.sheet.settings ?? settings ?? defaultGradeSettings;
  const gradeSave = useGradeSave({
    offering,
    subjectName,
    sheetData,
    settings: usedSettings,
    change,
    onSaved: draft.clear,
  });
  const saveSheet = async (sheetState: SheetState): Promise<boolean> => {
    setIsSaving(true);
    try {
      return await gradeSave.send(sheetState);
    } finally {
      setIsSaving(false);
    }
  };
  useMissingStudentsToast(state);

  const actions = useSheetActions(change, isSaving);
  const problems = useMemo(() => (state ? findProblems(state.sheet) : []), [state]);
  const save = async (): Promise<boolean> => {
    if (!state || isSaving) return false;
    if (problems.length > 0) notify(t('teaching.errorsFirst'), { type: 'error' });
    else if (findOpenClashes(state).length > 0)
      change((current) => ({
        ...current,
        clashes: findOpenClashes(current),
        isAsking: true,
        isSaveWaiting: true,
      }));
    else return saveSheet(state);
    return false;
  };
  const status: 'none' | 'failed' | 'loading' | 'ready' =
    offering === null ? 'none' : state ? 'ready' : error ? 'failed' : 'loading';
  return {
    ...actions,
    offering,
    status,
    error,
    reload: () => void reload(),
    settings: usedSettings,
    columns: useMemo(() => enabledColumns(usedSettings), [usedSettings]),
    /** All students in the server's order. The page filters them by the search text. */
    rows: state?.sheet.rows ?? noRows,
    statistics,

    canEdit: rosterRows(state?.sheet.rows ?? noRows).length > 0,
    isEditing: state?.isEditing ?? false,
    startEditing: () => {
      change((current) => ({ ...current, isEditing: true }));
      void reload();
    },
    canUndo: (state?.sheet.past.length ?? 0) > 0,
    canRedo: (state?.sheet.future.length ?? 0) > 0,

    changeCount: state ? countChanges(state.sheet) : 0,
    problems,
    isSaving,
    /**
     * If there are problems, shows a toast and sends nothing. Ends the edit mode after everything is stored.
     * @returns true if the marks were saved
     */
    save,
    /** Discards typed marks and ends the edit mode. The page asks the user first. */
    drop: () => {
      draft.clear();
      if (refusedEntry) void drop(refusedEntry);
      change((current) => ({
        ...current,
        sheet: discardTyped(current.sheet),
        isEditing: false,
        clashes: [],
      }));
    },

    queuedEntry,
    isDelivered: sheetData.isDelivered,

    clashes: state?.isAsking ? state.clashes : [],
    /**
     * Cells in `theirs` take the stored mark, other cells keep the typed one. A waiting save then continues.
     */
    resolve: (theirs: readonly Cell[]) => {
      if (!state) return;
      const resolvedState = resolveClashes(state, theirs);
      change(() => resolvedState);
      if (state.isSaveWaiting) void saveSheet(resolvedState);
    },

    draft: state && state.sheet.past.length === 0 ? draft.offer : null,
    restoreDraft: () => {
      if (!draft.offer) return;
      const { values } = draft.offer;
      draft.accept();
      change((current) => enterDraft(current, values));
    },
    discardDraft: draft.discard,
  };
}

export type GradeSheet = ReturnType<typeof useGradeSheet>;

interface GradeSaveOptions {
  offering: Offering | null;
  subjectName: string;
  sheetData: ReturnType<typeof useSheetData>;
  settings: GradeSettings;
  change: (to: (state: SheetState) => SheetState) => void;
  onSaved: () => void;
}

/**
 * Thrown if earlier queued marks were refused too. They stay in the outbox until `reopenRefused` restores
 * them and asks.
 */
class RefusedMarksError extends Error {
  constructor(readonly problem: ApiProblem) {
    super(problem.message);
  }
}

/** Queues the marks on the device, if the device can encrypt them, and sends them. */
function useGradeSave({ offering, subjectName, sheetData, settings, change, onSaved }: GradeSaveOptions) {
  const notify = useNotify();
  const { notifyDone, notifyError } = useNotices();
  const { queuedEntry, base, reload } = sheetData;
  const save = async (changedRows: MarkRow[]) => {
    const hasQueued = queuedEntry !== undefined && queuedEntry.state !== 'refused';
    const rows = hasQueued ? joinRows(queuedEntry.rows, changedRows) : changedRows;
    const write = { ...(offering as Offering), subjectName, rows, base: base ?? [], settings };
    const result = await sendWithTimeout('marks', write);
    if (result.kind !== 'refused') return result;
    const storedEntry = findQueued('marks', write);
    if (storedEntry && hasQueued) throw new RefusedMarksError(result.problem);
    // The sheet and its draft have all these marks, so the user can correct them in the sheet.
    if (storedEntry?.state === 'refused') await drop(storedEntry);
    throw result.problem;
  };
  return useSheetSave({
    collectRows: (state: SheetState) => (offering === null ? [] : rowsToSend(state.sheet)),
    save,
    onSaved: (state, result) => {
      const answer = result?.kind === 'sent' ? result.result : null;
      const sheet = applySaved(state.sheet, answer?.grades);
      change((current) => {
        if (current.key !== state.key) return current;
        const savedState = { ...current, clashes: [], isAsking: false, isSaveWaiting: false };
        if (current.sheet === state.sheet) return { ...savedState, sheet, isEditing: false };
        // A mark that the user typed just before the lock of the sheet is not saved yet.
        const storedGrades = sheet.rows.map((row) => row.stored);
        return { ...savedState, sheet: mergeRows(current.sheet, storedGrades, true).sheet };
      });
      onSaved();
      // The user chose the stored mark in every cell, so no refused mark remains.
      if (result === null && queuedEntry?.state === 'refused') void drop(queuedEntry);
      // The toast is needed, because the page header may be out of view or the page may be closed.
      if (result?.kind === 'waiting') notify(t('grades.keptHere'), { type: 'warning' });
      else notifyDone(answer?.message || t('grades.saved'), answer);
    },
    onRefused: (problem) => {
      const reason = problem instanceof RefusedMarksError ? problem.problem : problem;
      if (problem instanceof RefusedMarksError && storedRows(reason)) return;
      notifyError(detailMessage(reason, t('grades.saveFailed')));
      // A maximum or the batch changed after the sheet was opened.
      if (reason instanceof ApiProblem && reason.code === 'VALIDATION') void reload();
    },
    merge: (state, stored: GradeRow[]) => {
      const { sheet, clashes } = mergeRows(state.sheet, stored, false);
      const mergedState = addClashes({ ...state, sheet }, clashes);
      change((current) =>
        current.key === state.key ? { ...mergedState, isSaveWaiting: clashes.length > 0 } : current,
      );
      return clashes.length === 0 ? mergedState : null;
    },
  });
}

function useMissingStudentsToast(state: SheetState | null) {
  const notify = useNotify();
  const text = useStudentText();
  const removedNames = state?.removedNames;
  useEffect(() => {
    if (removedNames && removedNames.length > 0)
      notify(text('grades.studentsGone', { names: removedNames.join(t('ui.comma')) }), { type: 'warning' });
  }, [removedNames, notify, text]);
}

/** The functions are stable. They do nothing outside of the edit mode and during a save. */
function useSheetActions(change: (to: (state: SheetState) => SheetState) => void, isSaving: boolean) {
  const isLocked = useRef(false);
  useEffect(() => {
    isLocked.current = isSaving;
  }, [isSaving]);
  return useMemo(() => {
    const updateSheet = (update: (sheet: Sheet) => Sheet) =>
      change((state) =>
        state.isEditing && !isLocked.current ? { ...state, sheet: update(state.sheet) } : state,
      );
    return {
      /** @param text the whole text of the cell; call `endTyping` when the user leaves the cell */
      type: (cell: Cell, text: string) =>
        updateSheet((sheet) => enterTexts(sheet, [{ ...cell, text }], true)),
      endTyping: () => updateSheet(endTyping),
      cancelTyping: () => updateSheet(cancelTyping),
      enterTexts: (entries: readonly CellText[]) => updateSheet((sheet) => enterTexts(sheet, entries)),
      fillDown: (students: readonly string[], columns: readonly GradeColumn[]) =>
        updateSheet((sheet) => enterTexts(sheet, fillEntries(sheet, students, columns))),
      clear: (students: readonly string[], columns: readonly GradeColumn[]) =>
        updateSheet((sheet) => enterTexts(sheet, clearEntries(students, columns))),
      undo: () => updateSheet(undo),
      redo: () => updateSheet(redo),
      /** The next save asks again. */
      postpone: () => change((state) => ({ ...state, isAsking: false, isSaveWaiting: false })),
    };
  }, [change]);
}
