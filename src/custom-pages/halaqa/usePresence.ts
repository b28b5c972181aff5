import { useMutation, useQueryClient } from '@tanstack/react-query';
import { register as registerSchema, type Register } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import { type AbsenceType } from '../../../contract/vocabulary';
import { sendRegister } from '../../dataProvider/registerQueue';
import type { SentAbsences } from '../../dataProvider/teaching';
import { useApi } from '../../dataProvider/useApi';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { useNotices } from '../../ui/dialog/Toasts';
import type { Pupil } from './halaqaModel';
import { type DayOfCircle, registerDay } from './usePupils';

/** How often a register that others take at the same time is sent. */
const maxTries = 4;

/** Marks a student as absent or present in the circle's register of the day, which counts as taken with it. */
export function usePresence(day: DayOfCircle) {
  const { register: read } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ pupil, type }: { pupil: Pupil; type: AbsenceType | null }) => {
      const base = await read(
        { batchName: day.batchName, subjectCode: day.subjectCode },
        day.date,
        day.circle,
      );
      return send(day, base, pupil.id, type);
    },
  });
  /** @returns whether it is saved, or waits on the device */
  const mark = async (pupil: Pupil, type: AbsenceType | null): Promise<boolean> => {
    try {
      const outcome = await mutateAsync({ pupil, type });
      if (outcome.kind === 'waiting') notifyDone(say.registerWaits, null);
      else if (outcome.kind === 'sent')
        notifyDone(type === null ? say.markedPresent(pupil.name) : say.markedAbsent(pupil.name));
      else throw outcome.kind === 'refused' ? outcome.problem : new Error(say.registerFailed);
      await client.invalidateQueries({ queryKey: ['halaqa'] });
      void client.invalidateQueries({ queryKey: ['absences'] });
      return true;
    } catch (problem) {
      notifyProblem(problem, say.registerFailed);
      return false;
    }
  };
  return { mark, isMarking: isPending };
}

/** The register as it is stored with one student changed; once more over what somebody else has saved meanwhile. */
async function send(
  day: DayOfCircle,
  base: Register,
  student: string,
  type: AbsenceType | null,
  tries = 1,
): ReturnType<typeof sendRegister> {
  const known = base.absences.find(({ studentId }) => studentId === student);
  const edit: Presence =
    type === null ? present : { isAbsent: true, type, notes: known?.notes ?? present.notes };
  const others = base.absences.filter(({ studentId }) => studentId !== student);
  const absentStudents: SentAbsences = [
    ...others.map(({ studentId, type: stored, notes }) => ({ studentId, type: stored, notes })),
    ...(edit.type === null ? [] : [{ studentId: student, type: edit.type, notes: edit.notes || null }]),
  ];
  const outcome = await sendRegister({
    ...registerDay(day),
    absentStudents,
    base,
    edits: { [student]: edit },
    version: base.version,
  });
  const stale = outcome.kind === 'refused' && outcome.problem.code === 'STALE' ? outcome.problem : null;
  const current = stale && registerSchema.safeParse(stale.body['current']);
  if (!current?.success || tries >= maxTries) return outcome;
  return send(day, current.data, student, type, tries + 1);
}
