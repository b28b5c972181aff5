import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Register } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import {
  type DayOfRegister,
  dropRegister,
  keyOfRegister,
  type Outcome,
  sendRegister,
  type SentRegister,
  useQueuedRegister,
} from '../../dataProvider/registerQueue';
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
  /** What is on the screen may be another by the time of the answer. */
  day: DayOfRegister;
  base: Register;
  over: Edits;
  /** Where the edits are kept. */
  of: string;
}

/**
 * The register of one day, with what is changed on it and not saved yet. That of a circle is typed, kept and sent apart
 * from those of the others, and from that of everybody.
 */
export function useRegister(day: DayOfRegister) {
  const { notifyError } = useNotices();
  const { register } = useApi();
  const { date, circle } = day;
  const {
    data: read,
    dataUpdatedAt: readAt,
    error,
    refetch,
  } = useQuery({
    queryKey: ['absences', 'register', keyOfRegister(day)],
    queryFn: () => register(day, date, circle ?? null),
  });
  const { queued, sent, forget } = useSentRegister(day, readAt);
  const data = read ?? sent?.base;
  const name = ['/absences', day.batchName, day.subjectCode, date, ...(circle === undefined ? [] : [circle])];
  const {
    place,
    edits,
    change: changeEdits,
  } = useDraftEdits<Presence>(name.join('#'), (draft) => {
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

  const saving = useRegisterSave(place, setDuplicates, (of) => changeEdits(of, () => ({})));
  const save = async (): Promise<boolean> => {
    if (!data || place === null) return false;
    if (findUntyped(rows).length === 0) return saving.send({ day, base: data, over: shown, of: place });
    notifyError(t('absences.typesMissing'));
    return false;
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
    if (duplicates.current) void saving.send({ day, base: duplicates.current, over, of: place });
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
    error,
    refetch,
    queued,
    change,
    allPresent: () =>
      data && setEdits(Object.fromEntries(data.students.map((one) => [one.studentId, present]))),
    /** @returns whether it is saved, or on its way to the server */
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
 * Saves a register as a whole; what clashes with what somebody else has saved is a question, for as long as the person
 * is there: whoever comes back finds the register refused.
 * @param place where the edits of the register on the screen are kept
 * @param onSaved the register that was saved may no longer be the one on the screen
 */
function useRegisterSave(
  place: string | null,
  setDuplicates: (duplicates: Duplicates | null) => void,
  onSaved: (place: string) => void,
) {
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const dataProvider = useApi();
  const shown = useRef(place);
  useEffect(() => {
    shown.current = place;
    // Of a register that has left the screen nothing could be asked.
    return () => {
      shown.current = null;
    };
  });
  const sendOnce = async ({ day, base, over }: Saving): Promise<Outcome> => {
    const wanted = registerRows(base, over);
    const sent = { ...day, absentStudents: absentStudents(wanted), base, edits: over };
    const outcome = await sendRegister({ ...sent, version: base.version });
    return outcome.kind === 'cannot' ? recordOnly(dataProvider, day, wanted) : outcome;
  };
  /** What somebody else has saved meanwhile and does not clash is not asked about. */
  const sendAll = async (saving: Saving): Promise<{ outcome: Outcome; found: Duplicates | null }> => {
    const outcome = await sendOnce(saving);
    const found =
      outcome.kind === 'refused' ? readDuplicates(outcome.problem, saving.base, saving.over) : null;
    return found?.current && found.clashes.length === 0
      ? sendAll({ ...saving, base: found.current })
      : { outcome, found };
  };
  const { mutateAsync, isPending } = useMutation({ mutationFn: sendAll });
  const send = async (saving: Saving): Promise<boolean> => {
    try {
      const { outcome, found } = await mutateAsync(saving);
      if (outcome.kind === 'sent' || outcome.kind === 'waiting') {
        onSaved(saving.of);
        setDuplicates(null);
        if (outcome.kind === 'sent') notifyDone(outcome.message || t('absences.saved'));
        return true;
      }
      if (outcome.kind === 'cannot') notifyError(t('absences.cannotWithdraw'));
      else if (found && shown.current === saving.of) setDuplicates(found);
      else notifyProblem(outcome.problem, t('absences.saveFailed'));
    } catch (problem) {
      notifyProblem(problem, t('absences.saveFailed'));
    }
    return false;
  };
  return { send, isPending };
}

export type RegisterOfDay = ReturnType<typeof useRegister>;

/** The specification's own call can add absences, and nothing else. */
async function recordOnly(
  { recordAbsences }: Api,
  day: DayOfRegister,
  rows: ReturnType<typeof registerRows>,
): Promise<Outcome> {
  const changed = rows.filter(({ isChanged }) => isChanged);
  if (changed.some(({ isAbsent }) => !isAbsent)) return { kind: 'cannot' };
  try {
    const { message } = await recordAbsences(day, day.date, absentStudents(changed));
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
function useSentRegister(day: DayOfRegister, readAt: number) {
  const queued = useQueuedRegister(day);
  const [last, setLast] = useState<Sent | null>(null);
  const place = keyOfRegister(day);
  const [known, setKnown] = useState(place);
  // While drawing, so that nobody sees the day as it was before in between.
  if (place !== known) {
    setKnown(place);
    setLast(null);
  } else if (queued && (last?.entry !== queued || last.readAt !== readAt)) setLast({ entry: queued, readAt });
  else if (!queued && last && last.readAt !== readAt) setLast(null);
  return { queued, sent: queued ?? (place === known ? last?.entry : undefined), forget: () => setLast(null) };
}
