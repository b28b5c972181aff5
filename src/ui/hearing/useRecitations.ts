import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Recitation } from '../../../contract/dailyRecords';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useWaitingOf } from '../../dataProvider/outbox/box';
import type { Named } from '../../dataProvider/outbox/kind';
import { canWait, sendPatiently } from '../../dataProvider/outbox/outbox';
import type { FurtherRecitation } from '../../dataProvider/outbox/recitations';
import { isOfDay } from '../../dataProvider/outbox/records';
import type { RecitationChanges, SentRecitation, Sheet } from '../../dataProvider/teaching';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { useNotices } from '../dialog/Toasts';

/** How long one waits for the answer before going on; what was saved goes on in the outbox. */
const patienceMs = 3_000;

interface DayOfRecitations extends Sheet {
  date: string;
  /** Null: everybody. */
  circle: number | null;
}

export interface NewRecitation {
  /** Its `Idempotency-Key`, the same however often it is sent. */
  mark: string;
  studentName: string;
  kindName: string;
  recitation: Omit<SentRecitation, 'subjectCode' | 'recordDate'>;
}

type Outcome = { kind: 'saved' } | { kind: 'refused' } | { kind: 'stale'; current: Recitation };

const isRecitation = (current: unknown): current is Recitation =>
  typeof current === 'object' &&
  current !== null &&
  'version' in current &&
  typeof current.version === 'number';

/** Adds a further recitation through the outbox. */
function useAddRecitation(
  day: DayOfRecitations,
  named: Named,
  mutate: (act: () => Promise<unknown>) => Promise<unknown>,
) {
  const { addRecitation } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const client = useQueryClient();
  const [sending, setSending] = useState(0);
  const { batchName, subjectCode, date, circle } = day;

  /** Where the device cannot keep it. */
  const addNow = async ({ mark, recitation, studentName }: NewRecitation): Promise<boolean> => {
    try {
      await mutate(() => addRecitation({ ...recitation, subjectCode, recordDate: date }, mark));
      notifyDone(t('hearing.added', { student: studentName }));
      return true;
    } catch (problem) {
      notifyProblem(problem, t('hearing.addFailed'));
      return false;
    }
  };
  /** @returns whether it is saved, or waits on this device */
  const add = async (sent: NewRecitation): Promise<boolean> => {
    if (!(await canWait())) return addNow(sent);
    setSending((count) => count + 1);
    const recitation = { ...sent.recitation, subjectCode, recordDate: date };
    const work = { batchName, subjectCode, date, ...(circle !== null && { circle }), named };
    const outcome = await sendPatiently('recitation', { ...work, ...sent, recitation }, patienceMs).finally(
      () => setSending((count) => count - 1),
    );
    if (outcome.kind === 'refused' && !outcome.isKept) return addNow(sent);
    const student = sent.studentName;
    if (outcome.kind === 'sent') {
      void client.invalidateQueries({ queryKey: ['daily-records'] });
      notifyDone(t('hearing.added', { student }));
    } else if (outcome.kind === 'waiting') notifyDone(t('hearing.addWaits', { student }), null);
    else notifyProblem(outcome.problem, t('hearing.addFailed'));
    return outcome.kind !== 'refused';
  };
  return { add, isAdding: sending > 0 };
}

/** Further recitations of a day: added, corrected and deleted one by one. Each says how it ended. */
export function useRecitations(day: DayOfRecitations, named: Named) {
  const { changeRecitation, removeRecitation } = useApi();
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const client = useQueryClient();
  const waiting = useWaitingOf('recitation').filter((one) => isOfDay(one, day));
  const { mutateAsync, isPending } = useMutation({ mutationFn: (act: () => Promise<unknown>) => act() });
  const { add, isAdding } = useAddRecitation(day, named, mutateAsync);
  const readAgain = () => void client.invalidateQueries({ queryKey: ['daily-records'] });

  /** @returns `stale` with what somebody else has stored, of which the person was told */
  const change = async (id: number, changes: RecitationChanges, student: string): Promise<Outcome> => {
    try {
      await mutateAsync(() => changeRecitation(id, changes));
      notifyDone(t('hearing.changedOne', { student }));
      return { kind: 'saved' };
    } catch (problem) {
      const current =
        problem instanceof ApiProblem && problem.code === 'STALE' ? problem.body['current'] : null;
      if (!isRecitation(current)) {
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
      await mutateAsync(() => removeRecitation(id, version));
      notifyDone(t('hearing.deleted', { student }));
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
