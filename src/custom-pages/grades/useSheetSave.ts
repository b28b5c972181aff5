import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { GradeRow } from '../../../contract/grades';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { SentGrades, Sheet as Offering } from '../../dataProvider/teaching';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { mergeRows, applySaved } from './sheetMerge';
import { rowsToSend } from './sheetModel';
import { type SheetState, addClashes } from './sheetState';

/** Somebody else may save in between, but not for ever. */
const maxTries = 4;

interface SaveParts {
  offering: Offering | null;
  change: (to: (state: SheetState) => SheetState) => void;
  /** The draft is no longer needed. */
  onSaved: () => void;
  reload: () => void;
}

/**
 * Sends the changed rows. Where somebody else was faster, what does not clash is taken over and sent again without
 * a word; what does waits for the person.
 */
export function useSheetSave({ offering, change, onSaved, reload }: SaveParts) {
  const t = useText();
  const notify = useNotify();
  const { saveGrades } = useDataProvider<Api>();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ to, rows }: { to: Offering; rows: SentGrades }) => saveGrades(to, rows),
  });

  const finish = (state: SheetState, message: string, answered?: readonly GradeRow[]) => {
    const sheet = applySaved(state.sheet, answered);
    change((now) => {
      const saved = { ...now, clashes: [], isAsking: false, isSaveWaiting: false };
      if (now.sheet === state.sheet) return { ...saved, sheet, isEditing: false };
      // A key was faster than the lock: what it typed is still to be saved.
      const stored = sheet.rows.map((row) => row.stored);
      return { ...saved, sheet: mergeRows(now.sheet, stored, true).sheet };
    });
    onSaved();
    notify(message || t('grades.saved'), { type: 'success' });
  };
  const fail = (problem: unknown) => {
    const detail = problem instanceof ApiProblem ? problem.details[0]?.message : undefined;
    notify(detail ?? sentenceOf(problem, t('grades.saveFailed')), { type: 'error' });
    // A maximum or the batch itself has changed since the sheet was opened.
    if (problem instanceof ApiProblem && problem.code === 'VALIDATION') reload();
  };
  const send = async (state: SheetState, tries = 1): Promise<void> => {
    const rows = rowsToSend(state.sheet);
    if (offering === null) return;
    if (rows.length === 0) return finish(state, '');
    try {
      const { message, grades } = await mutateAsync({ to: offering, rows });
      finish(state, message, grades);
    } catch (problem) {
      const current = staleRows(problem);
      if (current === null || tries >= maxTries) return fail(problem);
      const { sheet, clashes } = mergeRows(state.sheet, current, false);
      const merged = addClashes({ ...state, sheet }, clashes);
      change(() => ({ ...merged, isSaveWaiting: clashes.length > 0 }));
      if (clashes.length === 0) await send(merged, tries + 1);
    }
  };
  return { send: (state: SheetState) => void send(state), isSaving: isPending };
}

/** The rows as they are stored now, of a 409 STALE; null of any other problem. */
function staleRows(problem: unknown): GradeRow[] | null {
  if (!(problem instanceof ApiProblem) || problem.code !== 'STALE') return null;
  const current: unknown = problem.body['current'];
  return Array.isArray(current) ? (current as GradeRow[]) : null;
}
