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

/** How long one waits for the answer before going on; what was saved goes on in the outbox. */
const patienceMs = 3_000;

interface DayOfRecitations extends Sheet {
  date: string;
  /** Null: everybody. */
  circle: number | null;
}

/** What a recitation says; the day, the student and the kind stand beside it. */
export type HeardContent = Omit<SentRecitation, 'subjectCode' | 'recordDate'>;

export interface NewRecitation {
  /** Its `Idempotency-Key`, the same however often it is sent. */
  mark: string;
  studentName: string;
  kindName: string;
  recitation: HeardContent;
  /** What was sent by this mark before, and not answered: the server may have it. */
  tried?: HeardContent | undefined;
  /** Notes what is sent by this mark, before it goes; null: the server has nothing of it. */
  onTry: (recitation: HeardContent | null) => void;
}

type Outcome =
  /** `current` where the answer tells what is stored now. */
  { kind: 'saved'; current?: Recitation } | { kind: 'refused' } | { kind: 'stale'; current: Recitation };
type Added =
  | Outcome
  /** The server has another recitation by this mark, of which the person was told: the next save needs a new one. */
  | { kind: 'reused' };

const isRecitation = (current: unknown): current is Recitation =>
  typeof current === 'object' &&
  current !== null &&
  'version' in current &&
  typeof current.version === 'number';

const codeOf = (problem: unknown) => (problem instanceof ApiProblem ? problem.code : null);

const isSame = (one: HeardContent, other: HeardContent) => JSON.stringify(one) === JSON.stringify(other);

const staleFor = (problem: unknown): Recitation | null => {
  const current = problem instanceof ApiProblem && problem.code === 'STALE' ? problem.body['current'] : null;
  return isRecitation(current) ? current : null;
};

/** Fields that a correction sends empty, so that no earlier value stays. */
const nothingHeard = {
  recordContent: null,
  pagesCount: null,
  performanceLevel: null,
  mistakesCount: null,
  teacherNotes: null,
  ranges: [],
  faults: [],
  result: defaultRecordResult,
};

/** Says how an attempt to add a recitation has ended. */
function useEndings() {
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const client = useQueryClient();
  const readAgain = () => void client.invalidateQueries({ queryKey: ['daily-records'] });
  return {
    readAgain,
    done: ({ studentName }: NewRecitation, answer?: unknown): Added => {
      notifyDone(t('hearing.added', { student: studentName }), answer);
      return { kind: 'saved' };
    },
    /** Nothing that was typed is lost; `tried` stays noted as long as the server may have it. */
    failed: (problem: unknown, { onTry, tried }: NewRecitation): Added => {
      // It may be there: then the list shows it.
      readAgain();
      const code = codeOf(problem);
      if (code === 'KEY_REUSED') {
        onTry(null);
        notifyError(t('hearing.arrivedBefore'));
        return { kind: 'reused' };
      }
      const current = staleFor(problem);
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

/** Adds a further recitation over the network, without the outbox. */
function useAddNow(day: DayOfRecitations, work: Omit<FurtherWork, 'recitation'>, mutate: Mutate) {
  const { addRecitation, changeRecitation } = useApi();
  const endings = useEndings();
  const bodyOf = (recitation: HeardContent) => bodyOn(day, recitation);

  const addNow = async (sent: NewRecitation): Promise<Added> => {
    const { mark, studentName, kindName, recitation } = sent;
    const body = bodyOf(recitation);
    let answer: unknown;
    try {
      sent.onTry(recitation);
      answer = await mutate(() => addRecitation(body, mark));
    } catch (problem) {
      return endings.failed(problem, sent);
    }
    // It was refused before, and has been saved anew.
    const refused = findQueued('recitation', { ...work, mark, studentName, kindName, recitation: body });
    if (refused) await drop(refused);
    return endings.done(sent, answer);
  };
  /**
   * What was sent before without an answer, and is changed since: that one arrives first, if it has not, and is corrected.
   * So the server has one recitation, whichever answer was lost.
   * @returns null if the server has refused that one, and so has nothing of it
   */
  const addChanged = async (sent: NewRecitation, tried: HeardContent): Promise<Added | null> => {
    const { mark, recitation } = sent;
    const { studentId: _student, kind: _kind, ...heard } = recitation;
    const content = { ...nothingHeard, ...heard };
    let isRefused = false;
    let answer: unknown;
    try {
      answer = await mutate(async () => {
        const first = await addRecitation(bodyOf(tried), mark).catch((problem: unknown) => {
          isRefused =
            problem instanceof ApiProblem && !isUnanswered(problem) && problem.code !== 'KEY_REUSED';
          throw problem;
        });
        return changeRecitation(first.id, { ...content, version: first.version });
      });
    } catch (problem) {
      if (isRefused) return null;
      const current = staleFor(problem);
      // It is our own correction, whose answer was lost.
      if (!current || !saysAll(current, content)) return endings.failed(problem, sent);
      endings.readAgain();
    }
    return endings.done(sent, answer);
  };
  return { addNow, addChanged };
}

const saysAll = (stored: Recitation, sent: object) =>
  Object.entries(sent).every(
    ([name, value]) => JSON.stringify(stored[name as keyof Recitation]) === JSON.stringify(value),
  );

const bodyOn = ({ subjectCode, date }: DayOfRecitations, recitation: HeardContent): SentRecitation => ({
  ...recitation,
  subjectCode,
  recordDate: date,
});

type FurtherWork = Pick<
  FurtherRecitation,
  'batchName' | 'subjectCode' | 'date' | 'circle' | 'named' | 'recitation'
>;

/** Adds a further recitation through the outbox. */
function useAddRecitation(day: DayOfRecitations, named: QueuedNames, mutate: Mutate) {
  const { notifyDone } = useNotices();
  const endings = useEndings();
  const [sending, setSending] = useState(0);
  const { batchName, subjectCode, date, circle } = day;
  const ofDay = { batchName, subjectCode, date, ...(circle !== null && { circle }), named };
  const { addNow, addChanged } = useAddNow(day, ofDay, mutate);

  /** @returns `saved` also if it waits on this device */
  const add = async (sent: NewRecitation): Promise<Added> => {
    const { tried, recitation, ...one } = sent;
    if (tried && !isSame(tried, recitation))
      return (await addChanged(sent, tried)) ?? add({ ...one, recitation });
    if (!(await canQueue())) return addNow(sent);
    setSending((count) => count + 1);
    sent.onTry(recitation);
    const { mark, studentName: student, kindName } = sent;
    const work = { ...ofDay, mark, studentName: student, kindName, recitation: bodyOn(day, recitation) };
    const outcome = await sendWithTimeout('recitation', work, patienceMs).finally(() =>
      setSending((count) => count - 1),
    );
    if (outcome.kind === 'refused') {
      if (!outcome.isStored) return addNow(sent);
      const added = endings.failed(outcome.problem, sent);
      // The screen goes on with a new mark.
      const kept = added.kind === 'reused' ? findQueued('recitation', work) : undefined;
      if (kept) await drop(kept);
      return added;
    }
    if (outcome.kind === 'waiting') notifyDone(t('hearing.addWaits', { student }));
    else {
      endings.readAgain();
      endings.done(sent, outcome.result);
    }
    return { kind: 'saved' };
  };
  return { add, isAdding: sending > 0 };
}

/** Further recitations of a day: added, corrected and deleted one by one. Each says how it ended. */
export function useRecitations(day: DayOfRecitations, named: QueuedNames) {
  const { changeRecitation, removeRecitation } = useApi();
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const client = useQueryClient();
  const waiting = useQueuedOfKind('recitation').filter((one) => isOfDay(one, day));
  const { mutateAsync, isPending } = useMutation({ mutationFn: (act: () => Promise<unknown>) => act() });
  const { add, isAdding } = useAddRecitation(day, named, mutateAsync);
  const readAgain = () => void client.invalidateQueries({ queryKey: ['daily-records'] });

  /** @returns `stale` with what somebody else has stored, of which the person was told */
  const change = async (id: number, changes: RecitationChanges, student: string): Promise<Outcome> => {
    try {
      const answer = await mutateAsync(() => changeRecitation(id, changes));
      notifyDone(t('hearing.changedOne', { student }), answer);
      return { kind: 'saved', ...(isRecitation(answer) && { current: answer }) };
    } catch (problem) {
      const current = staleFor(problem);
      if (!current) {
        notifyProblem(problem, t('hearing.addFailed'));
        return { kind: 'refused' };
      }
      readAgain();
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
      readAgain();
    }
  };
  /** What waits on this device of a student and kind, oldest first. */
  const waitingOf = (studentId: string, kind: string): FurtherRecitation[] =>
    waiting.filter(({ recitation: one }) => one.studentId === studentId && one.kind === kind);
  return { add, change, remove, waitingOf, isBusy: isPending || isAdding };
}

export type Recitations = ReturnType<typeof useRecitations>;
