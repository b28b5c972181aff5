import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import type { ResponseOf } from '../../../contract/endpoint';
import type { gradesApi } from '../../../contract/grades';
import {
  defaultGradeSettings,
  enabledColumns,
  type GradeColumn,
  type GradeSettings,
} from '../../../contract/rules/gradeSettings';
import type { Sheet as Offering } from '../../dataProvider/teaching';
import { useText } from '../../i18n/useText';
import type { Draft } from '../../ui/form/drafts';
import { type Desk, deskWith, deskWithDraft, openClashes, settled } from './sheetDesk';
import type { Clash } from './sheetMerge';
import { withoutTyped } from './sheetHistory';
import { type Cell, type CellProblem, changeCount, type Entry, problemsOf } from './sheetModel';
import type { SheetRow } from './sheetRow';
import { useSheetActions } from './useSheetActions';
import { useSheetData } from './useSheetData';
import { useSheetDraft } from './useSheetDraft';
import { useSheetSave } from './useSheetSave';

/**
 * The grade sheet of the chosen subject, as every part of the page sees it. Functions keep their identity from one
 * render to the next; rows keep theirs until something in them changes, so that `memo` on a row is enough.
 */
export interface GradeSheet {
  /** Batch name and subject code; null until a subject is chosen. */
  offering: Offering | null;
  /** `none`: nothing chosen. `loading`: show a skeleton. `failed`: see `error` and `reload`. `ready`: rows stand. */
  status: 'none' | 'loading' | 'failed' | 'ready';
  error: unknown;
  /** Reads settings, rows and figures again; typed marks stay. */
  reload: () => void;
  /** The subject's own names and maxima: `settings.testName`, `settings.testMax`, … */
  settings: GradeSettings;
  /** The columns in use, in order. */
  columns: readonly GradeColumn[];
  /** Every student of the batch, in the server's order; search is the page's. See `sheetRow.ts` for the fields. */
  rows: readonly SheetRow[];
  /** The server's figures of what is stored; undefined while they are read, null where they could not be. */
  statistics: ResponseOf<typeof gradesApi.statistics> | null | undefined;

  /** Whether the button of the edit mode can be pressed. */
  canEdit: boolean;
  isEditing: boolean;
  startEditing: () => void;

  /** One key in one cell: `text` is all that stands in it now. Follow with `endTyping` when the cell is left. */
  type: (cell: Cell, text: string) => void;
  endTyping: () => void;
  /** Escape: the cell is as it was when it was entered. */
  cancelTyping: () => void;
  /** Several cells at once, as one edit that one undo takes back: a paste, a fill, a clearing. */
  enter: (entries: readonly Entry[]) => void;
  /** The first student's marks for all the others of the list. */
  fillDown: (students: readonly string[], columns: readonly GradeColumn[]) => void;
  clear: (students: readonly string[], columns: readonly GradeColumn[]) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;

  /** Number of cells that differ from what is stored. */
  changeCount: number;
  /** Cells whose text is refused, row by row; `useMarkProblem` has the sentence. */
  problems: readonly CellProblem[];
  isSaving: boolean;
  /** Says so and sends nothing while a problem stands. Leaves the edit mode when all is stored. */
  save: () => void;
  /** Drops everything typed and leaves the edit mode, without a question: the page asks first. */
  drop: () => void;

  /** Cells in which somebody else's mark was stored meanwhile, while the person is asked about them. */
  clashes: readonly Clash[];
  /** The stored mark stays in the cells of `theirs`, the typed one in the others; a waiting save goes on. */
  settle: (theirs: readonly Cell[]) => void;
  /** Later: the next save asks again. */
  postpone: () => void;

  /** What an interrupted visit left on the device for this subject. */
  draft: Draft | null;
  restoreDraft: () => void;
  discardDraft: () => void;
}

const noRows: readonly SheetRow[] = [];

export function useGradeSheet(batchName: string | undefined, subjectCode: string | undefined): GradeSheet {
  const t = useText();
  const notify = useNotify();
  const offering = useMemo(
    () => (batchName && subjectCode ? { batchName, subjectCode } : null),
    [batchName, subjectCode],
  );
  const key = offering === null ? null : `${offering.batchName}/${offering.subjectCode}`;
  const { settings, rows, statistics, error, reload } = useSheetData(offering);
  const [held, setHeld] = useState<Desk | null>(null);
  const desk = held?.key === key ? held : null;
  const change = useCallback((to: (desk: Desk) => Desk) => setHeld((before) => before && to(before)), []);
  const [seen, setSeen] = useState<{ key: string; rows: unknown; settings: unknown } | null>(null);
  const isNew = seen?.key !== key || seen.rows !== rows || seen.settings !== settings;
  if (key !== null && settings && rows && isNew) {
    setSeen({ key, rows, settings });
    setHeld(deskWith(held, key, rows, settings));
  }
  const draft = useSheetDraft(desk);
  const { send, isSaving } = useSheetSave({ offering, change, onSaved: draft.forget, reload });
  useGoneStudents(desk);

  const actions = useSheetActions(change, isSaving);
  const problems = useMemo(() => (desk ? problemsOf(desk.sheet) : []), [desk]);
  const save = () => {
    if (!desk || isSaving) return;
    if (problems.length > 0) notify(t('grades.errorsFirst'), { type: 'error' });
    else if (openClashes(desk).length > 0)
      change((before) => ({
        ...before,
        clashes: openClashes(before),
        isAsking: true,
        isSaveWaiting: true,
      }));
    else send(desk);
  };
  const status = offering === null ? 'none' : desk ? 'ready' : error ? 'failed' : 'loading';
  const used = desk?.sheet.settings ?? settings ?? defaultGradeSettings;
  return {
    ...actions,
    offering,
    status,
    error,
    reload: () => void reload(),
    settings: used,
    columns: useMemo(() => enabledColumns(used), [used]),
    rows: desk?.sheet.rows ?? noRows,
    statistics,
    canEdit: (desk?.sheet.rows.length ?? 0) > 0,
    isEditing: desk?.isEditing ?? false,
    startEditing: () => {
      change((before) => ({ ...before, isEditing: true }));
      void reload();
    },
    canUndo: (desk?.sheet.past.length ?? 0) > 0,
    canRedo: (desk?.sheet.future.length ?? 0) > 0,
    changeCount: desk ? changeCount(desk.sheet) : 0,
    problems,
    isSaving,
    save,
    drop: () => {
      draft.forget();
      change((before) => ({
        ...before,
        sheet: withoutTyped(before.sheet),
        isEditing: false,
        clashes: [],
      }));
    },
    clashes: desk?.isAsking ? desk.clashes : [],
    settle: (theirs) => {
      if (!desk) return;
      const after = settled(desk, theirs);
      change(() => after);
      if (desk.isSaveWaiting) send(after);
    },
    draft: desk && desk.sheet.past.length === 0 ? draft.offered : null,
    restoreDraft: () => {
      if (!draft.offered) return;
      const { values } = draft.offered;
      draft.take();
      change((before) => deskWithDraft(before, values));
    },
    discardDraft: draft.discard,
  };
}

/** Says which students left the batch with marks typed for them. */
function useGoneStudents(desk: Desk | null) {
  const t = useText();
  const notify = useNotify();
  const gone = desk?.gone;
  useEffect(() => {
    if (gone && gone.length > 0)
      notify(t('grades.studentsGone', { names: gone.join(t('grades.comma')) }), { type: 'warning' });
  }, [gone, notify, t]);
}
