import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Recitation } from '../../../contract/dailyRecords';
import { defaultRecordResult } from '../../../contract/vocabulary';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { canQueue, drop, isUnanswered, findQueued, sendWithTimeout } from '../../dataProvider/outbox/outbox';
import type { FurtherRecitation } from '../../dataProvider/outbox/recitations';
import { isOfDay } from '../../dataProvider/outbox/records';
import type { RecitationChanges, SentRecitation, Sheet } from '../../dataProvider/teaching';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';

interface RecitationsDay extends Sheet {
  date: string;
  /** Null: all students. */
  circle: number | null;
}

export type DaylessRecitation = Omit<SentRecitation, 'subjectCode' | 'recordDate'>;

export interface NewRecitation {
  /** The `Idempotency-Key` of all attempts. */
  mark: string;
  studentName: string;
  kindName: string;
  recitation: DaylessRecitation;
  /** The content of an earlier attempt that the server has not answered. The server may have stored it. */
  tried?: DaylessRecitation | undefined;
  /** Receives the content before each attempt. Null: the server has stored nothing under this key. */
  onTry: (recitation: DaylessRecitation | null) => void;
}

type Outcome =
  | { kind: 'saved'; current?: Recitation }
  | { kind: 'refused' }
  | { kind: 'stale'; current: Recitation };
type AddOutcome =
  | Outcome
  /** The server has stored another recitation under this key. The next save needs a new key. */
  | { kind: 'reused' };

const isRecitation = (current: unknown): current is Recitation =>
  typeof current === 'object' &&
  current !== null &&
  'version' in current &&
  typeof current.version === 'number';

const problemCode = (problem: unknown) => (problem instanceof ApiProblem ? problem.code : null);

const isSame = (one: DaylessRecitation, other: DaylessRecitation) =>
  JSON.stringify(one) === JSON.stringify(other);

const readStale = (problem: unknown): Recitation | null => {
  const current = problem instanceof ApiProblem && problem.code === 'STALE' ? problem.body['current'] : null;
  return isRecitation(current) ? current : null;
};

/** A correction sends empty fields too, because they must replace the earlier values. */
const emptyContent = {
  recordContent: null,
  pagesCount: null,
  performanceLevel: null,
  mistakesCount: null,
  teacherNotes: null,
  ranges: [],
  faults: [],
  result: defaultRecordResult,
};

function useOutcomes() {
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: ['daily-records'] });
  return {
    reload,
    reportSaved: ({ studentName }: NewRecitation, answer?: unknown): AddOutcome => {
      notifyDone(t('hearing.added', { student: studentName }), answer);
      return { kind: 'saved' };
    },
    /** Typed values stay. `tried` also stays as long as the server may have stored it. */
    reportFailure: (problem: unknown, { onTry, tried }: NewRecitation): AddOutcome => {
      // The server may have stored the recitation. The reloaded list then shows it.
      reload();
      const code = problemCode(problem);
      if (code === 'KEY_REUSED') {
        onTry(null);
        notifyError(t('hearing.arrivedBefore'));
        return { kind: 'reused' };
      }
      const current = readStale(problem);
      if (current) {
        notifyError(t('hearing.changedElsewhere'));
        return { kind: 'stale', current };
      }
      if (!(problem instanceof ApiProblem) || !isUnanswered(problem)) onTry(null);
      else if (problem.code !== 'NETWORK' && problem.status < 500) onTry(tried ?? null);
      notifyProblem(problem, t('hearing.addFailed'));
      return { kind: 'refused' };
    },
  };
}

type Mutate = <T>(act: () => Promise<T>) => Promise<unknown>;

function useDirectAdd(day: RecitationsDay, work: Omit<FurtherWork, 'recitation'>, mutate: Mutate) {
  const { addRecitation, changeRecitation } = useApi();
  const outcomes = useOutcomes();
  const buildBody = (recitation: DaylessRecitation) => buildBodyForDay(day, recitation);

  const addNow = async (newRecitation: NewRecitation): Promise<AddOutcome> => {
    const { mark, studentName, kindName, recitation } = newRecitation;
    const body = buildBody(recitation);
    let answer: unknown;
    try {
      newRecitation.onTry(recitation);
      answer = await mutate(() => addRecitation(body, mark));
    } catch (problem) {
      return outcomes.reportFailure(problem, newRecitation);
    }
    // The server has now stored a recitation that it refused before. The outbox entry is obsolete.
    const refusedEntry = findQueued('recitation', { ...work, mark, studentName, kindName, recitation: body });
    if (refusedEntry) await drop(refusedEntry);
    return outcomes.reportSaved(newRecitation, answer);
  };
  // Repeats an attempt without an answer, and then corrects the recitation: only one recitation is stored.
  // Resolves to null if the server refuses the repeated attempt.
  const addChanged = async (
    newRecitation: NewRecitation,
    tried: DaylessRecitation,
  ): Promise<AddOutcome | null> => {
    const { mark, recitation } = newRecitation;
    const { studentId: _student, kind: _kind, ...fields } = recitation;
    const content = { ...emptyContent, ...fields };
    let isRefused = false;
    let answer: unknown;
    try {
      answer = await mutate(async () => {
        const stored = await addRecitation(buildBody(tried), mark).catch((problem: unknown) => {
          isRefused =
            problem instanceof ApiProblem && !isUnanswered(problem) && problem.code !== 'KEY_REUSED';
          throw problem;
        });
        return changeRecitation(stored.id, { ...content, version: stored.version });
      });
    } catch (problem) {
      if (isRefused) return null;
      const current = readStale(problem);
      // The server stored our correction, and only its answer was lost.
      if (!current || !containsAll(current, content)) return outcomes.reportFailure(problem, newRecitation);
      outcomes.reload();
    }
    return outcomes.reportSaved(newRecitation, answer);
  };
  return { addNow, addChanged };
}

const containsAll = (stored: Recitation, changes: object) =>
  Object.entries(changes).every(
    ([name, value]) => JSON.stringify(stored[name as keyof Recitation]) === JSON.stringify(value),
  );

const buildBodyForDay = (
  { subjectCode, date }: RecitationsDay,
  recitation: DaylessRecitation,
): SentRecitation => ({
  ...recitation,
  subjectCode,
  recordDate: date,
});

type FurtherWork = Pick<
  FurtherRecitation,
  'batchName' | 'subjectCode' | 'date' | 'circle' | 'named' | 'recitation'
>;

function useAddRecitation(day: RecitationsDay, sheetNames: QueuedNames, mutate: Mutate) {
  const { notifyDone } = useNotices();
  const outcomes = useOutcomes();
  const [sendingCount, setSendingCount] = useState(0);
  const { batchName, subjectCode, date, circle } = day;
  const dayFields = { batchName, subjectCode, date, ...(circle !== null && { circle }), named: sheetNames };
  const { addNow, addChanged } = useDirectAdd(day, dayFields, mutate);

  /** A queued recitation also counts as `saved`. */
  const add = async (newRecitation: NewRecitation): Promise<AddOutcome> => {
    const { tried, recitation, ...others } = newRecitation;
    if (tried && !isSame(tried, recitation))
      return (await addChanged(newRecitation, tried)) ?? add({ ...others, recitation });
    if (!(await canQueue('recitation'))) return addNow(newRecitation);
    setSendingCount((count) => count + 1);
    newRecitation.onTry(recitation);
    const { mark, studentName: student, kindName } = newRecitation;
    const work = {
      ...dayFields,
      mark,
      studentName: student,
      kindName,
      recitation: buildBodyForDay(day, recitation),
    };
    const outcome = await sendWithTimeout('recitation', work).finally(() =>
      setSendingCount((count) => count - 1),
    );
    if (outcome.kind === 'refused') {
      if (!outcome.isStored) return addNow(newRecitation);
      const added = outcomes.reportFailure(outcome.problem, newRecitation);
      // The next save uses a new key, so the entry with the old key is obsolete.
      const storedEntry = added.kind === 'reused' ? findQueued('recitation', work) : undefined;
      if (storedEntry) await drop(storedEntry);
      return added;
    }
    if (outcome.kind === 'waiting') notifyDone(t('hearing.addWaits', { student }));
    else {
      outcomes.reload();
      outcomes.reportSaved(newRecitation, outcome.result);
    }
    return { kind: 'saved' };
  };
  return { add, isAdding: sendingCount > 0 };
}

export function useRecitations(day: RecitationsDay, sheetNames: QueuedNames) {
  const { changeRecitation, removeRecitation } = useApi();
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const client = useQueryClient();
  const queued = useQueuedOfKind('recitation').filter((one) => isOfDay(one, day));
  const { mutateAsync, isPending } = useMutation({ mutationFn: (act: () => Promise<unknown>) => act() });
  const { add, isAdding } = useAddRecitation(day, sheetNames, mutateAsync);
  const reload = () => void client.invalidateQueries({ queryKey: ['daily-records'] });

  /** Resolves to `stale` with the stored recitation if another user changed it. */
  const change = async (id: number, changes: RecitationChanges, student: string): Promise<Outcome> => {
    try {
      const answer = await mutateAsync(() => changeRecitation(id, changes));
      notifyDone(t('hearing.changedOne', { student }), answer);
      return { kind: 'saved', ...(isRecitation(answer) && { current: answer }) };
    } catch (problem) {
      const current = readStale(problem);
      if (!current) {
        notifyProblem(problem, t('hearing.addFailed'));
        return { kind: 'refused' };
      }
      reload();
      notifyError(t('hearing.changedElsewhere'));
      return { kind: 'stale', current };
    }
  };
  const remove = async ({ id, version }: Pick<Recitation, 'id' | 'version'>, student: string) => {
    try {
      const answer = await mutateAsync(() => removeRecitation(id, version));
      notifyDone(t('hearing.deleted', { student }), answer);
    } catch (problem) {
      notifyProblem(problem, t('hearing.deleteFailed'));
      reload();
    }
  };
  const listQueued = (studentId: string, kind: string): FurtherRecitation[] =>
    queued.filter(({ recitation: one }) => one.studentId === studentId && one.kind === kind);
  return { add, change, remove, waitingOf: listQueued, isBusy: isPending || isAdding };
}

export type Recitations = ReturnType<typeof useRecitations>;
