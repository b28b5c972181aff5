import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Register } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useCachedSince } from '../../dataProvider/cachedReads';
import type { QueuedRegister } from '../../dataProvider/outbox/kinds';
import { drop, toProblem } from '../../dataProvider/outbox/outbox';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import {
  listAbsentStudents,
  type Edits,
  findAbsencesWithoutType,
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
import { type RegisterClashes, readRegisterClashes } from './registerModel';

interface SaveRequest {
  /** The user may open another day before the response arrives. */
  day: RegisterDay & { named: QueuedNames };
  base: Register;
  edits: Edits;
  storageKey: string;
}

/** The registers of a circle and of the whole subject have separate drafts. */
export function useRegister(day: RegisterDay, names: QueuedNames) {
  const { notifyError } = useNotices();
  const { register } = useApi();
  const { date, circle } = day;
  const {
    data: loaded,
    dataUpdatedAt: loadedAt,
    error,
    refetch,
  } = useQuery({
    queryKey: ['absences', 'register', buildRegisterKey(day)],
    queryFn: () => register(day, date, circle ?? null),
  });
  const { queuedEntry, sentEntry, forget } = useSentRegister(day, loadedAt);
  const data = loaded ?? sentEntry?.base;
  const draftKey = [
    '/absences',
    day.batchName,
    day.subjectCode,
    date,
    ...(circle === undefined ? [] : [circle]),
  ];
  const {
    storageKey,
    edits,
    change: changeEdits,
  } = useDraftEdits<Presence>(draftKey.join('#'), (draft) => {
    // If the page closed during a save, the same edits are in the draft and in the outbox.
    const isSaved = draft !== null && queuedEntry !== undefined && isSameDraft(draft, queuedEntry.edits);
    return (isSaved ? {} : (draft?.values ?? {})) as Edits;
  });
  const setEdits = (next: Edits) => storageKey !== null && changeEdits(storageKey, () => next);
  const [clashes, setClashes] = useState<RegisterClashes | null>(null);

  const allEdits = { ...(sentEntry?.edits as Edits | undefined), ...edits };
  const rows = data ? buildRegisterRows(data, allEdits) : [];
  // A queued absence can be corrected to the presence that the server has stored.
  const queuedEdits = (queuedEntry?.edits ?? {}) as Edits;
  const isCorrected = (row: Presence & { studentId: string }) => {
    const queuedPresence = queuedEdits[row.studentId];
    return row.studentId in edits && queuedPresence !== undefined && !isSamePresence(row, queuedPresence);
  };
  const changeCount = data
    ? buildRegisterRows(data, edits).filter((row) => row.isChanged || isCorrected(row)).length
    : 0;

  const change = (studentId: string, presence: Presence) => {
    if (!data) return;
    const { [studentId]: _before, ...others } = edits;
    const isStored = !queuedEntry && isSamePresence(presence, storedPresence(data, studentId));
    setEdits(isStored ? others : { ...edits, [studentId]: presence });
  };

  const registerSave = useRegisterSave(storageKey, setClashes, (savedKey) =>
    changeEdits(savedKey, () => ({})),
  );
  const save = async (): Promise<boolean> => {
    if (!data || storageKey === null) return false;
    if (findAbsencesWithoutType(rows).length === 0)
      return registerSave.send({ day: { ...day, named: names }, base: data, edits: allEdits, storageKey });
    notifyError(t('absences.typesMissing'));
    return false;
  };
  const cancel = () => setEdits({});
  /** Moves refused edits from the outbox to the draft, and reloads the register. */
  const reopenEdits = (refusedEdits: Edits) => {
    setEdits({ ...refusedEdits, ...edits });
    setClashes(null);
    if (queuedEntry) void drop(queuedEntry);
    forget();
    void refetch();
  };
  /** Shows the clash dialog of a refused register again. */
  const review = () => {
    if (!queuedEntry) return;
    const refusedEdits = queuedEntry.edits as Edits;
    const problem = toProblem(queuedEntry);
    reopenEdits(refusedEdits);
    if (problem && queuedEntry.base) setClashes(readRegisterClashes(problem, queuedEntry.base, refusedEdits));
  };
  useReviewOnOpening(data && storageKey, queuedEntry, review);
  const resolve = (choice: 'update' | 'keep') => {
    if (!clashes || storageKey === null) return;
    const clashingIds = new Set(clashes.students.map(({ studentId }) => studentId));
    const chosenEdits =
      choice === 'update'
        ? clashes.edits
        : Object.fromEntries(
            Object.entries(clashes.edits).filter(([studentId]) => !clashingIds.has(studentId)),
          );
    if (clashes.current)
      void registerSave.send({
        day: { ...day, named: names },
        base: clashes.current,
        edits: chosenEdits,
        storageKey,
      });
    else {
      // The server sent no register to compare with, so the edits return to the draft.
      setEdits(chosenEdits);
      setClashes(null);
      void refetch();
    }
  };

  return {
    register: data,
    rows,
    changeCount,
    error,
    refetch,
    queuedEntry,
    change,
    markAllPresent: () =>
      data && setEdits(Object.fromEntries(data.students.map((one) => [one.studentId, present]))),
    /** @returns true if the register is saved or queued */
    save,
    cancel,
    isSaving: registerSave.isPending,
    clashes,
    resolve,
    dropClashes: () => reopenEdits(clashes?.edits ?? {}),
    review,
  };
}

/**
 * Shows the clash dialog only while its register is on the screen.
 * @param onSaved gets the storage key of the saved register, which may have left the screen
 */
function useRegisterSave(
  storageKey: string | null,
  setClashes: (clashes: RegisterClashes | null) => void,
  onSaved: (storageKey: string) => void,
) {
  const notify = useNotify();
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const dataProvider = useApi();
  const visibleKey = useRef(storageKey);
  useEffect(() => {
    visibleKey.current = storageKey;
    return () => {
      visibleKey.current = null;
    };
  });
  const sendRequest = async ({ day, base, edits }: SaveRequest): Promise<RegisterResult> => {
    const rows = buildRegisterRows(base, edits);
    const content = { ...day, absentStudents: listAbsentStudents(rows), base, edits };
    const outcome = await sendRegister({ ...content, version: base.version });
    return outcome.kind === 'cannot' ? recordAbsencesOnly(dataProvider, day, rows) : outcome;
  };
  const { mutateAsync, isPending } = useMutation({ mutationFn: sendRequest });
  const send = async (request: SaveRequest): Promise<boolean> => {
    try {
      const outcome = await mutateAsync(request);
      const newClashes =
        outcome.kind === 'refused' ? readRegisterClashes(outcome.problem, request.base, request.edits) : null;
      if (outcome.kind === 'sent' || outcome.kind === 'waiting') {
        onSaved(request.storageKey);
        setClashes(null);
        if (outcome.kind === 'sent')
          notifyDone(outcome.answer.message || t('absences.saved'), outcome.answer);
        // The state of the register is above the list, which is usually scrolled.
        else notify(t('absences.keptHere'), { type: 'warning' });
        return true;
      }
      if (outcome.kind === 'cannot') notifyError(t('absences.cannotWithdraw'));
      else if (newClashes && visibleKey.current === request.storageKey) setClashes(newClashes);
      else notifyProblem(outcome.problem, t('absences.saveFailed'));
    } catch (problem) {
      notifyProblem(problem, t('absences.saveFailed'));
    }
    return false;
  };
  return { send, isPending };
}

export type RegisterState = ReturnType<typeof useRegister>;

/** The endpoint of the specification can add absences but not remove them. */
async function recordAbsencesOnly(
  { recordAbsences }: Api,
  day: RegisterDay,
  rows: ReturnType<typeof buildRegisterRows>,
): Promise<RegisterResult> {
  const changedRows = rows.filter(({ isChanged }) => isChanged);
  if (changedRows.some(({ isAbsent }) => !isAbsent)) return { kind: 'cannot' };
  try {
    const answer = await recordAbsences(day, day.date, listAbsentStudents(changedRows));
    return { kind: 'sent', answer };
  } catch (problem) {
    if (problem instanceof ApiProblem) return { kind: 'refused', problem, isStored: false };
    throw problem;
  }
}

function useReviewOnOpening(
  storageKey: string | null | undefined,
  queuedEntry: QueuedRegister | undefined,
  review: () => void,
) {
  const openedKey = useRef<string | null>(null);
  const reviewNow = useEffectEvent(review);
  const isRefused = queuedEntry?.state === 'refused';
  useEffect(() => {
    if (!storageKey || openedKey.current === storageKey) return;
    openedKey.current = storageKey;
    if (isRefused) reviewNow();
  }, [storageKey, isRefused]);
}

interface LastSent {
  entry: QueuedRegister;
  /** The time of the last load of the register before the entry was sent. */
  loadedAt: number;
}

/** Returns the entry in the outbox, or the sent entry until the register loads again. */
function useSentRegister(day: RegisterDay, loadedAt: number) {
  const queuedEntry = useQueuedRegister(day);
  const isFromDevice = useCachedSince() !== null;
  const [lastSent, setLastSent] = useState<LastSent | null>(null);
  const registerKey = buildRegisterKey(day);
  const [renderedKey, setRenderedKey] = useState(registerKey);
  // Sets the state during the render, because an effect would show the previous day for one frame.
  if (registerKey !== renderedKey) {
    setRenderedKey(registerKey);
    setLastSent(null);
  } else if (queuedEntry && (lastSent?.entry !== queuedEntry || lastSent.loadedAt !== loadedAt))
    setLastSent({ entry: queuedEntry, loadedAt });
  // A register from the device's cache is older than the sent register, so the sent register stays.
  else if (!queuedEntry && lastSent && lastSent.loadedAt !== loadedAt)
    setLastSent(isFromDevice ? { ...lastSent, loadedAt } : null);
  return {
    queuedEntry,
    sentEntry: queuedEntry ?? (registerKey === renderedKey ? lastSent?.entry : undefined),
    forget: () => setLastSent(null),
  };
}
