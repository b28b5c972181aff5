import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Register } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import { type AbsenceType } from '../../../contract/vocabulary';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import {
  listAbsentStudents,
  type Edits,
  buildRegisterRows,
  storedPresence,
} from '../../dataProvider/outbox/registerEdits';
import { findQueuedRegister, sendRegister } from '../../dataProvider/outbox/registers';
import { useApi } from '../../dataProvider/useApi';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { useNotices } from '../../ui/dialog/Toasts';
import type { HearingStudent } from './halaqaModel';
import { type DayOfCircle, registerDay } from './useCircleStudents';

interface PresenceChange {
  student: HearingStudent;
  update: (previous: Presence) => Presence;
}

/**
 * Marks a student in the circle's register of the day. The first mark also saves the register. The request
 * includes queued changes of the register.
 * @param loadedRegister the register on the screen, used if a reload fails
 */
export function usePresence(
  day: DayOfCircle,
  queuedNames: QueuedNames,
  loadedRegister: Register | undefined,
) {
  const { register: loadRegister } = useApi();
  const { notifyDone, notifyQueued, notifyProblem } = useNotices();
  const client = useQueryClient();
  const sheet = { batchName: day.batchName, subjectCode: day.subjectCode };
  const loadBase = async (): Promise<{ base: Register; queuedEdits: Edits }> => {
    const queuedEntry = findQueuedRegister(registerDay(day));
    if (queuedEntry?.base) return { base: queuedEntry.base, queuedEdits: queuedEntry.edits as Edits };
    try {
      return { base: await loadRegister(sheet, day.date, day.circle), queuedEdits: {} };
    } catch (problem) {
      if (!loadedRegister) throw problem;
      return { base: loadedRegister, queuedEdits: {} };
    }
  };
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ student, update }: PresenceChange) => {
      const { base, queuedEdits } = await loadBase();
      const previous = queuedEdits[student.id] ?? storedPresence(base, student.id);
      const edits = { ...queuedEdits, [student.id]: update(previous) };
      const outcome = await sendRegister({
        ...registerDay(day),
        named: queuedNames,
        absentStudents: listAbsentStudents(buildRegisterRows(base, edits)),
        base,
        edits,
        version: base.version,
      });
      return { outcome, previous };
    },
  });
  const setPresence = async (change: PresenceChange, message: string): Promise<boolean> => {
    try {
      const { outcome, previous } = await mutateAsync(change);
      const undo = () => void setPresence({ ...change, update: () => previous }, labels.undone);
      if (outcome.kind === 'waiting') notifyQueued(labels.registerQueued(message), undo);
      else if (outcome.kind === 'sent') notifyDone(message, outcome.answer);
      else throw outcome.kind === 'refused' ? outcome.problem : new Error(labels.registerFailed);
      await client.invalidateQueries({ queryKey: ['halaqa'] });
      void client.invalidateQueries({ queryKey: ['absences'] });
      return true;
    } catch (problem) {
      notifyProblem(problem, labels.registerFailed);
      return false;
    }
  };
  return {
    /** @returns true if the mark is saved or queued */
    mark: (student: HearingStudent, type: AbsenceType | null): Promise<boolean> =>
      setPresence(
        { student, update: ({ notes }) => (type === null ? present : { isAbsent: true, type, notes }) },
        type === null ? labels.markedPresent(student.name) : labels.markedAbsent(student.name),
      ),
    isMarking: isPending,
  };
}
