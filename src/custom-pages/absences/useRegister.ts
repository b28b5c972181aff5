import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Register } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import {
  dropRegister,
  type Outcome,
  sendRegister,
  type SentRegister,
  useQueuedRegister,
} from '../../dataProvider/registerQueue';
import type { Sheet } from '../../dataProvider/teaching';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { isSameDraft, useDraftEdits } from '../../ui/form/drafts';
import {
  absentStudents,
  type Duplicates,
  type Edits,
  isSamePresence,
  readDuplicates,
  registerRows,
  storedPresence,
  findUntyped,
} from './registerModel';

interface Saving {
  base: Register;
  over: Edits;
  /** Where the edits are kept. */
  of: string;
}

/** The register of one day, with what is changed on it and not saved yet. */
export function useRegister(sheet: Sheet | null, date: string) {
  const { notifyError } = useNotices();
  const { register } = useApi();
  const {
    data: read,
    dataUpdatedAt: readAt,
    error,
    refetch,
    isPending,
  } = useQuery({
    queryKey: ['absences', 'register', sheet, date],
    queryFn: () => register(sheet as Sheet, date),
    enabled: sheet !== null,
  });
  const { queued, sent, forget } = useSentRegister(sheet, date, readAt);
  const data = read ?? sent?.base;
  const name = sheet && `/absences#${sheet.batchName}#${sheet.subjectCode}#${date}`;
  const {
    place,
    edits,
    change: changeEdits,
  } = useDraftEdits<Presence>(name, (draft) => {
    // A page that ended while it was saving left both: what was typed, and the same on its way to the server.
    const isSaved = draft !== null && queued !== undefined && isSameDraft(draft, queued.edits);
    return (isSaved ? {} : (draft?.values ?? {})) as Edits;
  });
  const setEdits = (now: Edits) => place !== null && changeEdits(place, () => now);
  const [duplicates, setDuplicates] = useState<Duplicates | null>(null);

  const shown = { ...(sent?.edits as Edits | undefined), ...edits };
  const rows = data ? registerRows(data, shown) : [];
  const changes = data ? registerRows(data, edits).filter(({ isChanged }) => isChanged).length : 0;

  const change = (studentId: string, presence: Presence) => {
    if (!data) return;
    const { [studentId]: _before, ...others } = edits;
    const isStored = !queued && isSamePresence(presence, storedPresence(data, studentId));
    setEdits(isStored ? others : { ...edits, [studentId]: presence });
  };

  const saving = useRegisterSave(sheet, date, setDuplicates, (of) => changeEdits(of, () => ({})));
  const save = () => {
    if (!data || place === null) return;
    if (findUntyped(rows).length > 0) notifyError(t('absences.typesMissing'));
    else saving.mutate({ base: data, over: shown, of: place });
  };
  const cancel = () => setEdits({});
  /** What was not taken by the server is the person's again, over the day as it is stored now. */
  const takeBack = (over: Edits) => {
    setEdits({ ...over, ...edits });
    setDuplicates(null);
    if (queued) dropRegister(queued);
    forget();
    void refetch();
  };
  const resolve = (choice: 'update' | 'keep') => {
    if (!duplicates || place === null) return;
    const kept = new Set(duplicates.clashes.map(({ studentId }) => studentId));
    const over =
      choice === 'update'
        ? duplicates.edits
        : Object.fromEntries(Object.entries(duplicates.edits).filter(([studentId]) => !kept.has(studentId)));
    if (duplicates.current) saving.mutate({ base: duplicates.current, over, of: place });
    else {
      // The server could not tell the whole day: those who are recorded stay as they are.
      setEdits(over);
      setDuplicates(null);
      void refetch();
    }
  };

  return {
    register: data,
    rows,
    changes,
    isPending: sheet !== null && isPending,
    error,
    refetch,
    queued,
    change,
    allPresent: () =>
      data && setEdits(Object.fromEntries(data.students.map((one) => [one.studentId, present]))),
    save,
    cancel,
    isSaving: saving.isPending,
    duplicates,
    resolve,
    dropDuplicates: () => takeBack(duplicates?.edits ?? {}),
    review: () => takeBack((queued?.edits ?? {}) as Edits),
  };
}

/**
 * Saves a day as a whole; what clashes with what somebody else has saved is a question.
 * @param onSaved the day that was saved may no longer be the one on the screen
 */
function useRegisterSave(
  sheet: Sheet | null,
  date: string,
  setDuplicates: (duplicates: Duplicates | null) => void,
  onSaved: (place: string) => void,
) {
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const dataProvider = useApi();
  const saving = useMutation({
    mutationFn: async ({ base, over }: Saving): Promise<Outcome> => {
      const wanted = registerRows(base, over);
      const day = { ...(sheet as Sheet), date, absentStudents: absentStudents(wanted), base, edits: over };
      const outcome = await sendRegister({ ...day, version: base.version });
      return outcome.kind === 'cannot' ? recordOnly(dataProvider, sheet as Sheet, date, wanted) : outcome;
    },
    onSuccess: (outcome, { base, over, of }) => {
      if (outcome.kind === 'sent' || outcome.kind === 'waiting') {
        onSaved(of);
        setDuplicates(null);
        if (outcome.kind === 'sent') notifyDone(outcome.message || t('absences.saved'));
      } else if (outcome.kind === 'cannot') notifyError(t('absences.cannotWithdraw'));
      else {
        const found = readDuplicates(outcome.problem, base, over);
        if (found?.current && found.clashes.length === 0) saving.mutate({ base: found.current, over, of });
        else if (found) setDuplicates(found);
        else notifyProblem(outcome.problem, t('absences.saveFailed'));
      }
    },
    onError: (problem) => notifyProblem(problem, t('absences.saveFailed')),
  });
  return saving;
}

export type RegisterOfDay = ReturnType<typeof useRegister>;

/** The specification's own call can add absences, and nothing else. */
async function recordOnly(
  { recordAbsences }: Api,
  sheet: Sheet,
  date: string,
  rows: ReturnType<typeof registerRows>,
): Promise<Outcome> {
  const changed = rows.filter(({ isChanged }) => isChanged);
  if (changed.some(({ isAbsent }) => !isAbsent)) return { kind: 'cannot' };
  try {
    const { message } = await recordAbsences(sheet, date, absentStudents(changed));
    return { kind: 'sent', message };
  } catch (problem) {
    if (problem instanceof ApiProblem) return { kind: 'refused', problem };
    throw problem;
  }
}

interface Sent {
  entry: SentRegister;
  /** When the day was last read before the entry went. */
  readAt: number;
}

/**
 * The register of the day that was saved here: on its way, or arrived and not yet read again.
 * @param readAt when the day was last read
 */
function useSentRegister(sheet: Sheet | null, date: string, readAt: number) {
  const queued = useQueuedRegister(sheet, date);
  const [last, setLast] = useState<Sent | null>(null);
  const place = JSON.stringify([sheet, date]);
  const [known, setKnown] = useState(place);
  // While drawing, so that nobody sees the day as it was before in between.
  if (place !== known) {
    setKnown(place);
    setLast(null);
  } else if (queued && (last?.entry !== queued || last.readAt !== readAt)) setLast({ entry: queued, readAt });
  else if (!queued && last && last.readAt !== readAt) setLast(null);
  return { queued, sent: queued ?? (place === known ? last?.entry : undefined), forget: () => setLast(null) };
}
