import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { GradeRow } from '../../../contract/grades';
import {
  defaultGradeSettings,
  enabledColumns,
  type GradeColumn,
} from '../../../contract/rules/gradeSettings';
import { useApi } from '../../dataProvider/useApi';
import type { Sheet as Offering } from '../../dataProvider/teaching';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { useSheetSave } from '../../ui/form/sheetSave';
import { detailSentence } from '../../ui/page/sentenceOf';
import { cancelTyping, dropTyped, endTyping, enter, redo, undo } from './sheetHistory';
import {
  type Cell,
  changeCount,
  clearEntries,
  type Entry,
  fillEntries,
  onRoster,
  problemsOf,
  rowsToSend,
  type Sheet,
  type SheetRow,
} from './sheetModel';
import {
  addClashes,
  applySaved,
  enterDraft,
  findOpenClashes,
  mergeRows,
  settleClashes,
  type SheetState,
  takeLoadedRows,
} from './sheetState';
import { useSheetDraft } from './useSheetDraft';

const noRows: readonly SheetRow[] = [];

/**
 * The grade sheet of the chosen subject: state and actions for all parts of the page. Functions keep their identity from one
 * render to the next; rows keep theirs until something in them changes, so that `memo` on a row is enough.
 */
export function useGradeSheet(offering: Offering | null) {
  const notify = useNotify();
  const key = offering === null ? null : `${offering.batchName}/${offering.subjectCode}`;
  const { settings, rows, statistics, error, reload } = useSheetData(offering);
  const [shown, setShown] = useState<SheetState | null>(null);
  const state = shown?.key === key ? shown : null;
  const change = useCallback(
    (to: (state: SheetState) => SheetState) => setShown((before) => before && to(before)),
    [],
  );
  const [loaded, setLoaded] = useState<{ key: string; rows: unknown; settings: unknown } | null>(null);
  const isNew = loaded?.key !== key || loaded.rows !== rows || loaded.settings !== settings;
  if (key !== null && settings && rows && isNew) {
    setLoaded({ key, rows, settings });
    setShown(takeLoadedRows(shown, key, rows, settings));
  }
  const draft = useSheetDraft(state);
  const { send, isSaving } = useGradeSave({ offering, change, onSaved: draft.forget, reload });
  useMissingStudentsToast(state);

  const actions = useSheetActions(change, isSaving);
  const problems = useMemo(() => (state ? problemsOf(state.sheet) : []), [state]);
  const save = async (): Promise<boolean> => {
    if (!state || isSaving) return false;
    if (problems.length > 0) notify(t('teaching.errorsFirst'), { type: 'error' });
    else if (findOpenClashes(state).length > 0)
      change((before) => ({
        ...before,
        clashes: findOpenClashes(before),
        isAsking: true,
        isSaveWaiting: true,
      }));
    else return send(state);
    return false;
  };
  const status: 'none' | 'failed' | 'loading' | 'ready' =
    offering === null ? 'none' : state ? 'ready' : error ? 'failed' : 'loading';
  const used = state?.sheet.settings ?? settings ?? defaultGradeSettings;
  return {
    ...actions,
    /** Batch name and subject code; null until a subject is chosen. */
    offering,
    status,
    error,
    /** Loads settings, rows and statistics again; typed marks stay. */
    reload: () => void reload(),
    /** The subject's own names and maxima: `settings.testName`, `settings.testMax`, … */
    settings: used,
    /** The columns in use, in order. */
    columns: useMemo(() => enabledColumns(used), [used]),
    /** Every student of the batch, in the server's order; the page itself filters by search. */
    rows: state?.sheet.rows ?? noRows,
    statistics,

    canEdit: onRoster(state?.sheet.rows ?? noRows).length > 0,
    isEditing: state?.isEditing ?? false,
    startEditing: () => {
      change((before) => ({ ...before, isEditing: true }));
      void reload();
    },
    canUndo: (state?.sheet.past.length ?? 0) > 0,
    canRedo: (state?.sheet.future.length ?? 0) > 0,

    /** Number of cells that differ from what is stored. */
    changeCount: state ? changeCount(state.sheet) : 0,
    /** Cells with an invalid text, row by row; `problemSentence` says why. */
    problems,
    isSaving,
    /**
     * Shows a toast and sends nothing while there is a problem. Leaves the edit mode when everything is stored.
     * @returns whether it was saved
     */
    save,
    /** Discards everything typed and leaves the edit mode, without a question: the page asks first. */
    drop: () => {
      draft.forget();
      change((before) => ({
        ...before,
        sheet: dropTyped(before.sheet),
        isEditing: false,
        clashes: [],
      }));
    },

    /** Cells for which another person stored a different mark meanwhile; empty unless the person is being asked. */
    clashes: state?.isAsking ? state.clashes : [],
    /** The stored mark stays in the cells of `theirs`, the typed one in the others; a waiting save goes on. */
    settle: (theirs: readonly Cell[]) => {
      if (!state) return;
      const after = settleClashes(state, theirs);
      change(() => after);
      if (state.isSaveWaiting) void send(after);
    },

    /** The unsaved draft of this subject on the device. */
    draft: state && state.sheet.past.length === 0 ? draft.offered : null,
    restoreDraft: () => {
      if (!draft.offered) return;
      const { values } = draft.offered;
      draft.take();
      change((before) => enterDraft(before, values));
    },
    discardDraft: draft.discard,
  };
}

export type GradeSheet = ReturnType<typeof useGradeSheet>;

interface GradeSave {
  offering: Offering | null;
  change: (to: (state: SheetState) => SheetState) => void;
  /** The draft is no longer needed. */
  onSaved: () => void;
  reload: () => void;
}

function useGradeSave({ offering, change, onSaved, reload }: GradeSave) {
  const { notifyDone, notifyError } = useNotices();
  const { saveGrades } = useApi();
  return useSheetSave({
    rowsOf: (state: SheetState) => (offering === null ? [] : rowsToSend(state.sheet)),
    save: (rows) => saveGrades(offering as Offering, rows),
    onSaved: (state, answer) => {
      const sheet = applySaved(state.sheet, answer?.grades);
      change((now) => {
        const saved = { ...now, clashes: [], isAsking: false, isSaveWaiting: false };
        if (now.sheet === state.sheet) return { ...saved, sheet, isEditing: false };
        // A mark was typed just before the sheet was locked: it is not saved yet.
        const stored = sheet.rows.map((row) => row.stored);
        return { ...saved, sheet: mergeRows(now.sheet, stored, true).sheet };
      });
      onSaved();
      notifyDone(answer?.message || t('grades.saved'));
    },
    onRefused: (problem) => {
      notifyError(detailSentence(problem, t('grades.saveFailed')));
      // A maximum or the batch itself has changed since the sheet was opened.
      if (problem instanceof ApiProblem && problem.code === 'VALIDATION') reload();
    },
    merge: (state, stored: GradeRow[]) => {
      const { sheet, clashes } = mergeRows(state.sheet, stored, false);
      const merged = addClashes({ ...state, sheet }, clashes);
      change(() => ({ ...merged, isSaveWaiting: clashes.length > 0 }));
      return clashes.length === 0 ? merged : null;
    },
  });
}

/** Shows a toast with the students who left the batch while marks were typed for them. */
function useMissingStudentsToast(state: SheetState | null) {
  const notify = useNotify();
  const gone = state?.gone;
  useEffect(() => {
    if (gone && gone.length > 0)
      notify(t('grades.studentsGone', { names: gone.join(t('ui.comma')) }), { type: 'warning' });
  }, [gone, notify]);
}

/** Settings, rows and statistics of a subject from the server; the statistics after the rows. */
function useSheetData(offering: Offering | null) {
  const { gradeSettings, gradeSheet, gradeStatistics } = useApi();
  const client = useQueryClient();
  const chosen = offering ?? { batchName: '', subjectCode: '' };
  const enabled = offering !== null;
  const settings = useQuery({
    queryKey: ['grades', 'settings', chosen.subjectCode],
    queryFn: async () => (await gradeSettings(chosen.subjectCode)) ?? defaultGradeSettings,
    enabled,
    staleTime: 0,
  });
  const rows = useQuery({
    queryKey: ['grades', 'sheet', chosen],
    queryFn: () => gradeSheet(chosen),
    enabled,
    staleTime: 0,
  });
  const statistics = useQuery({
    queryKey: ['grades', 'statistics', chosen],
    queryFn: () => gradeStatistics(chosen),
    enabled: enabled && rows.isSuccess,
    staleTime: 0,
  });
  return {
    settings: settings.data,
    rows: rows.data,
    /** Of the stored marks; undefined while they load, null if they could not be loaded. */
    statistics: statistics.data ?? (statistics.isError ? null : undefined),
    /** Set while nothing could be loaded. */
    error: (rows.data ? null : rows.error) ?? (settings.data ? null : settings.error),
    reload: () => client.invalidateQueries({ queryKey: ['grades'] }),
  };
}

/**
 * The actions on the sheet. The functions keep their identity; they do nothing outside of the edit mode and during a
 * save.
 */
function useSheetActions(change: (to: (state: SheetState) => SheetState) => void, isSaving: boolean) {
  const isLocked = useRef(false);
  useEffect(() => {
    isLocked.current = isSaving;
  }, [isSaving]);
  return useMemo(() => {
    const onSheet = (to: (sheet: Sheet) => Sheet) =>
      change((state) =>
        state.isEditing && !isLocked.current ? { ...state, sheet: to(state.sheet) } : state,
      );
    return {
      /** Typing in one cell: `text` is its whole text now. Call `endTyping` when the cell is left. */
      type: (cell: Cell, text: string) => onSheet((sheet) => enter(sheet, [{ ...cell, text }], true)),
      endTyping: () => onSheet(endTyping),
      /** Escape: the cell gets back the text that it had when it was entered. */
      cancelTyping: () => onSheet(cancelTyping),
      /** Several cells at once, as one edit, which one undo reverts: paste, fill, clear. */
      enter: (entries: readonly Entry[]) => onSheet((sheet) => enter(sheet, entries)),
      /** Copies the first student's marks to all the others of the list. */
      fillDown: (students: readonly string[], columns: readonly GradeColumn[]) =>
        onSheet((sheet) => enter(sheet, fillEntries(sheet, students, columns))),
      clear: (students: readonly string[], columns: readonly GradeColumn[]) =>
        onSheet((sheet) => enter(sheet, clearEntries(students, columns))),
      undo: () => onSheet(undo),
      redo: () => onSheet(redo),
      /** The clashes are settled later: the next save asks again. */
      postpone: () => change((state) => ({ ...state, isAsking: false, isSaveWaiting: false })),
    };
  }, [change]);
}
