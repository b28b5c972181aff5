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
import { drop, findQueued, send } from '../../dataProvider/outbox/outbox';
import type { Sheet as Offering } from '../../dataProvider/teaching';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { useSheetSave } from '../../ui/form/sheetSave';
import { detailSentence } from '../../ui/page/sentenceOf';
import {
  cancelTyping,
  type Cell,
  changeCount,
  clearEntries,
  dropTyped,
  endTyping,
  enter,
  type Entry,
  fillEntries,
  onRoster,
  problemsOf,
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
  settleClashes,
  type SheetState,
  takeBack,
  takeLoadedRows,
} from './sheetState';
import { useSheetData } from './useSheetData';
import { useSheetDraft } from './useSheetDraft';

const noRows: readonly SheetRow[] = [];

/**
 * The grade sheet of the chosen subject: state and actions for all parts of the page. Functions keep their identity from one
 * render to the next; rows keep theirs until something in them changes, so that `memo` on a row is enough.
 */
export function useGradeSheet(offering: Offering | null, subjectName: string) {
  const notify = useNotify();
  const key = offering === null ? null : `${offering.batchName}/${offering.subjectCode}`;
  const [isSaving, setIsSaving] = useState(false);
  const read = useSheetData(offering, isSaving);
  const { settings, rows, statistics, error, reload, queued } = read;
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
  const refused = queued?.state === 'refused' && !isSaving ? queued : null;
  const [takenBack, setTakenBack] = useState<string | null>(null);
  if (state && !isNew && refused && refused.id !== takenBack) {
    setTakenBack(refused.id);
    setShown(takeBack(state, refused, draft.offered?.values ?? {}));
    draft.setAside();
  }
  const used = state?.sheet.settings ?? settings ?? defaultGradeSettings;
  const saving = useGradeSave({ offering, subjectName, read, settings: used, change, onSaved: draft.forget });
  const saveSheet = async (of: SheetState): Promise<boolean> => {
    setIsSaving(true);
    try {
      return await saving.send(of);
    } finally {
      setIsSaving(false);
    }
  };
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
    else return saveSheet(state);
    return false;
  };
  const status: 'none' | 'failed' | 'loading' | 'ready' =
    offering === null ? 'none' : state ? 'ready' : error ? 'failed' : 'loading';
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
    /** Cells with an invalid text, row by row; `markSentence` says why. */
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
      if (refused) void drop(refused);
      change((before) => ({
        ...before,
        sheet: dropTyped(before.sheet),
        isEditing: false,
        clashes: [],
      }));
    },

    /** What was saved here and has not arrived: on this device, being sent, or refused. */
    queued,
    /** What waited while the sheet was open has arrived. */
    hasArrived: read.hasArrived,

    /** Cells for which another person stored a different mark meanwhile; empty unless the person is being asked. */
    clashes: state?.isAsking ? state.clashes : [],
    /** The stored mark stays in the cells of `theirs`, the typed one in the others; a waiting save goes on. */
    settle: (theirs: readonly Cell[]) => {
      if (!state) return;
      const after = settleClashes(state, theirs);
      change(() => after);
      if (state.isSaveWaiting) void saveSheet(after);
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
  subjectName: string;
  read: ReturnType<typeof useSheetData>;
  settings: GradeSettings;
  change: (to: (state: SheetState) => SheetState) => void;
  /** The draft is no longer needed. */
  onSaved: () => void;
}

/** Refused marks, of which some waited already, stay on the device: `takeBack` types them again, and asks. */
class Refused extends Error {
  constructor(readonly problem: ApiProblem) {
    super(problem.message);
  }
}

/** Marks are stored on the device, where it can encrypt them, and sent; without an answer they wait there. */
function useGradeSave({ offering, subjectName, read, settings, change, onSaved }: GradeSave) {
  const notify = useNotify();
  const { notifyDone, notifyError } = useNotices();
  const { queued, base, reload } = read;
  const save = async (changed: MarkRow[]) => {
    const isWaiting = queued !== undefined && queued.state !== 'refused';
    const rows = isWaiting ? joinRows(queued.rows, changed) : changed;
    const work = { ...(offering as Offering), subjectName, rows, base: base ?? [], settings };
    const delivery = await send('marks', work);
    if (delivery.kind !== 'refused') return delivery;
    const kept = findQueued('marks', work);
    if (kept && isWaiting) throw new Refused(delivery.problem);
    // All of it is typed in the sheet, and stands in its draft: the person is here to mend it.
    if (kept?.state === 'refused') await drop(kept);
    throw delivery.problem;
  };
  return useSheetSave({
    rowsOf: (state: SheetState) => (offering === null ? [] : rowsToSend(state.sheet)),
    save,
    onSaved: (state, delivery) => {
      const answer = delivery?.kind === 'sent' ? delivery.result : null;
      const sheet = applySaved(state.sheet, answer?.grades);
      change((now) => {
        if (now.key !== state.key) return now;
        const saved = { ...now, clashes: [], isAsking: false, isSaveWaiting: false };
        if (now.sheet === state.sheet) return { ...saved, sheet, isEditing: false };
        // A mark was typed just before the sheet was locked: it is not saved yet.
        const stored = sheet.rows.map((row) => row.stored);
        return { ...saved, sheet: mergeRows(now.sheet, stored, true).sheet };
      });
      onSaved();
      // The stored marks were chosen in every cell: nothing of what was refused is left.
      if (delivery === null && queued?.state === 'refused') void drop(queued);
      // Told in a toast too: the head of the page may be out of sight, or the page left.
      if (delivery?.kind === 'waiting') notify(t('grades.keptHere'), { type: 'warning' });
      else notifyDone(answer?.message || t('grades.saved'), answer);
    },
    onRefused: (problem) => {
      const reason = problem instanceof Refused ? problem.problem : problem;
      if (problem instanceof Refused && storedRows(reason)) return;
      notifyError(detailSentence(reason, t('grades.saveFailed')));
      // A maximum or the batch itself has changed since the sheet was opened.
      if (reason instanceof ApiProblem && reason.code === 'VALIDATION') void reload();
    },
    merge: (state, stored: GradeRow[]) => {
      const { sheet, clashes } = mergeRows(state.sheet, stored, false);
      const merged = addClashes({ ...state, sheet }, clashes);
      change((now) => (now.key === state.key ? { ...merged, isSaveWaiting: clashes.length > 0 } : now));
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
