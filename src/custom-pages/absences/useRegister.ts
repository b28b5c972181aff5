import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Register } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useCachedSince } from '../../dataProvider/cachedReads';
import type { SentRegister } from '../../dataProvider/outbox/kinds';
import { drop, toProblem } from '../../dataProvider/outbox/outbox';
import {
  listAbsentStudents,
  type Edits,
  findUntyped,
  isSamePresence,
  buildRegisterRows,
  storedPresence,
} from '../../dataProvider/outbox/registerEdits';
import {
  type RegisterDay,
  buildRegisterKey,
  type RegisterResult,
  sendRegister,
  useQueuedRegister,
} from '../../dataProvider/outbox/registers';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { isSameDraft, useDraftEdits } from '../../ui/form/drafts';
import { type Duplicates, readDuplicates } from './registerModel';

interface Saving {
  /** What is on the screen may be another by the time of the answer. */
  day: RegisterDay;
  base: Register;
  over: Edits;
  /** Where the edits are kept. */
  of: string;
}

/**
 * The register of one day, with what is changed on it and not saved yet. That of a circle is typed, kept and sent apart
 * from those of the others, and from that of everybody.
 */
export function useRegister(day: RegisterDay) {
  const { notifyError } = useNotices();
  const { register } = useApi();
  const { date, circle } = day;
  const {
    data: read,
    dataUpdatedAt: readAt,
    error,
    refetch,
  } = useQuery({
    queryKey: ['absences', 'register', buildRegisterKey(day)],
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
  const rows = data ? buildRegisterRows(data, shown) : [];
  const changes = data ? buildRegisterRows(data, edits).filter(({ isChanged }) => isChanged).length : 0;

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
    if (queued) void drop(queued);
    forget();
    void refetch();
  };
  /** What was refused is asked about as if it had just been saved. */
  const review = () => {
    if (!queued) return;
    const over = queued.edits as Edits;
    const problem = toProblem(queued);
    takeBack(over);
    if (problem && queued.base) setDuplicates(readDuplicates(problem, queued.base, over));
  };
  useReviewOnOpening(data && place, queued, review);
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
    review,
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
  const sendOnce = async ({ day, base, over }: Saving): Promise<RegisterResult> => {
    const wanted = buildRegisterRows(base, over);
    const sent = { ...day, absentStudents: listAbsentStudents(wanted), base, edits: over };
    const outcome = await sendRegister({ ...sent, version: base.version });
    return outcome.kind === 'cannot' ? recordOnly(dataProvider, day, wanted) : outcome;
  };
  const { mutateAsync, isPending } = useMutation({ mutationFn: sendOnce });
  const send = async (saving: Saving): Promise<boolean> => {
    try {
      const outcome = await mutateAsync(saving);
      const found =
        outcome.kind === 'refused' ? readDuplicates(outcome.problem, saving.base, saving.over) : null;
      if (outcome.kind === 'sent' || outcome.kind === 'waiting') {
        onSaved(saving.of);
        setDuplicates(null);
        if (outcome.kind === 'sent')
          notifyDone(outcome.answer.message || t('absences.saved'), outcome.answer);
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
  day: RegisterDay,
  rows: ReturnType<typeof buildRegisterRows>,
): Promise<RegisterResult> {
  const changed = rows.filter(({ isChanged }) => isChanged);
  if (changed.some(({ isAbsent }) => !isAbsent)) return { kind: 'cannot' };
  try {
    const answer = await recordAbsences(day, day.date, listAbsentStudents(changed));
    return { kind: 'sent', answer };
  } catch (problem) {
    if (problem instanceof ApiProblem) return { kind: 'refused', problem, isStored: false };
    throw problem;
  }
}

/** Who opens the screen of a register that was refused is asked at once. */
function useReviewOnOpening(
  place: string | null | undefined,
  queued: SentRegister | undefined,
  review: () => void,
) {
  const opened = useRef<string | null>(null);
  const reviewNow = useEffectEvent(review);
  const isRefused = queued?.state === 'refused';
  useEffect(() => {
    if (!place || opened.current === place) return;
    opened.current = place;
    if (isRefused) reviewNow();
  }, [place, isRefused]);
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
function useSentRegister(day: RegisterDay, readAt: number) {
  const queued = useQueuedRegister(day);
  const isKept = useCachedSince() !== null;
  const [last, setLast] = useState<Sent | null>(null);
  const place = buildRegisterKey(day);
  const [known, setKnown] = useState(place);
  // While drawing, so that nobody sees the day as it was before in between.
  if (place !== known) {
    setKnown(place);
    setLast(null);
  } else if (queued && (last?.entry !== queued || last.readAt !== readAt)) setLast({ entry: queued, readAt });
  // What the device has kept is older than what was saved.
  else if (!queued && last && last.readAt !== readAt) setLast(isKept ? { ...last, readAt } : null);
  return { queued, sent: queued ?? (place === known ? last?.entry : undefined), forget: () => setLast(null) };
}
