import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AyahRange } from '../../../contract/dailyRecords';
import { useIsOutboxLoaded } from '../../dataProvider/outbox/userOutbox';
import { useQueuedRegister } from '../../dataProvider/outbox/registers';
import type { Sheet } from '../../dataProvider/teaching';
import { useApi } from '../../dataProvider/useApi';
import { useRecordsOnWay } from '../../features/hearing/recordsOnWay';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { useNotices } from '../../ui/dialog/Toasts';
import { type Pupil, pupilsOf } from './halaqaModel';

/** Whose hearings, and of which day. */
export interface DayOfCircle extends Sheet {
  date: string;
  /** Null: everybody, and who is in no circle. */
  circle: number | null;
}

/** Also read by the screen of daily records, whose rows are the same. */
export const recordsKey = ({ date, circle, batchName, subjectCode }: DayOfCircle) =>
  ['daily-records', 'day', { batchName, subjectCode }, date, circle] as const;

/** As the register is kept and sent. */
export const registerDay = ({ circle, ...day }: DayOfCircle) => ({
  ...day,
  ...(circle === null ? {} : { circle }),
});

/**
 * The students of a circle on a day: what is recorded of each, today's task, and who is absent.
 * @param student whose task is asked for where there is no circle, which would tell those of all
 */
export function usePupils(day: DayOfCircle, student: string | null) {
  const { dailyRecords, hifz, register } = useApi();
  const { circle, date, subjectCode } = day;
  const sheet = { batchName: day.batchName, subjectCode };
  const records = useQuery({
    queryKey: recordsKey(day),
    queryFn: () => dailyRecords(sheet, date, circle),
    staleTime: 0,
  });
  const ofCircle = useQuery({
    queryKey: ['hifz', 'tasks', circle, date],
    queryFn: async () => (await hifz()).circleTasks(circle ?? 0, date),
    enabled: circle !== null,
  });
  const ofOne = useQuery({
    queryKey: ['hifz', 'task', student, subjectCode, date],
    queryFn: async () => (await hifz()).task(student ?? '', subjectCode, date),
    enabled: circle === null && student !== null,
  });
  const registerQuery = useQuery({
    queryKey: ['halaqa', 'register', day],
    queryFn: () => register(sheet, date, circle),
  });
  const queued = useQueuedRegister(registerDay(day));
  const isOutboxRead = useIsOutboxLoaded();
  const taken = registerQuery.data;

  const tasks = useMemo(() => {
    const known = new Map((ofCircle.data ?? []).map(({ student_id, task }) => [student_id, task]));
    if (circle === null && student !== null && ofOne.data) known.set(student, ofOne.data);
    return known;
  }, [circle, student, ofCircle.data, ofOne.data]);
  const absent = useMemo(
    () =>
      new Set((queued?.absentStudents ?? taken?.absences ?? []).map(({ studentId }) => String(studentId))),
    [queued, taken],
  );
  const { records: rows, onWay } = useRecordsOnWay(day, {
    records: records.data?.records,
    at: records.dataUpdatedAt,
    hasFailed: records.isError,
  });
  const areTasksKnown = circle === null || !ofCircle.isPending;
  const pupils = useMemo(
    () => (rows && areTasksKnown && isOutboxRead ? pupilsOf(rows, tasks, absent, onWay) : undefined),
    [rows, areTasksKnown, isOutboxRead, tasks, absent, onWay],
  );
  return {
    /** Undefined until they are read. */
    pupils,
    /** The task of the open student is not known yet. */
    isTaskComing: circle === null && student !== null && ofOne.isPending,
    /** Undefined until it is read. */
    register: taken,
    isTaken: taken ? (taken.taken ?? taken.absences.length > 0) || queued !== undefined : undefined,
    error: rows ? null : records.error,
    reload: () => void Promise.all([records.refetch(), ofCircle.refetch(), registerQuery.refetch()]),
  };
}

/** Leaves a range of the far revision of a student to another day; the task is then read again, with what comes instead. */
export function useSkip({ subjectCode, date }: DayOfCircle) {
  const { hifz } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const client = useQueryClient();
  /** @returns whether it is left out */
  return async ({ id, name }: Pupil, range: AyahRange, words: string): Promise<boolean> => {
    try {
      const { operation_id } = await (await hifz()).skip(id, { ...range, date, subject_code: subjectCode });
      notifyDone(say.skipped(name, words), { operation_id });
    } catch (problem) {
      notifyProblem(problem, say.skipFailed);
      return false;
    }
    await client.invalidateQueries({ queryKey: ['hifz'] });
    return true;
  };
}
