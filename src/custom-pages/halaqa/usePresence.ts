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
import { halaqa as say } from '../../i18n/ar/halaqa';
import { useNotices } from '../../ui/dialog/Toasts';
import type { Pupil } from './halaqaModel';
import { type DayOfCircle, registerDay } from './usePupils';

/**
 * Marks a student as absent or present in the circle's register of the day, which counts as taken with it. What waits of
 * that register goes with it.
 * @param shown the register as the screen has read it, for when it cannot be read again
 */
export function usePresence(day: DayOfCircle, named: QueuedNames, shown: Register | undefined) {
  const { register: read } = useApi();
  const { notifyDone, notifyWaiting, notifyProblem } = useNotices();
  const client = useQueryClient();
  const sheet = { batchName: day.batchName, subjectCode: day.subjectCode };
  /** The register that is changed, and what of it waits. */
  const begin = async (): Promise<{ base: Register; before: Edits }> => {
    const queued = findQueuedRegister(registerDay(day));
    if (queued?.base) return { base: queued.base, before: queued.edits as Edits };
    try {
      return { base: await read(sheet, day.date, day.circle), before: {} };
    } catch (problem) {
      if (!shown) throw problem;
      return { base: shown, before: {} };
    }
  };
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ pupil, to }: { pupil: Pupil; to: (was: Presence) => Presence }) => {
      const { base, before } = await begin();
      const was = before[pupil.id] ?? storedPresence(base, pupil.id);
      const edits = { ...before, [pupil.id]: to(was) };
      const outcome = await sendRegister({
        ...registerDay(day),
        named,
        absentStudents: listAbsentStudents(buildRegisterRows(base, edits)),
        base,
        edits,
        version: base.version,
      });
      return { outcome, was };
    },
  });
  const set = async (pupil: Pupil, to: (was: Presence) => Presence, done: string): Promise<boolean> => {
    try {
      const { outcome, was } = await mutateAsync({ pupil, to });
      if (outcome.kind === 'waiting')
        notifyWaiting(say.registerWaits(done), () => void set(pupil, () => was, say.takenBack));
      else if (outcome.kind === 'sent') notifyDone(done, outcome.answer);
      else throw outcome.kind === 'refused' ? outcome.problem : new Error(say.registerFailed);
      await client.invalidateQueries({ queryKey: ['halaqa'] });
      void client.invalidateQueries({ queryKey: ['absences'] });
      return true;
    } catch (problem) {
      notifyProblem(problem, say.registerFailed);
      return false;
    }
  };
  return {
    /** @returns whether it is saved, or waits on the device */
    mark: (pupil: Pupil, type: AbsenceType | null): Promise<boolean> =>
      set(
        pupil,
        ({ notes }) => (type === null ? present : { isAbsent: true, type, notes }),
        type === null ? say.markedPresent(pupil.name) : say.markedAbsent(pupil.name),
      ),
    isMarking: isPending,
  };
}
