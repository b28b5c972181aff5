import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Register } from '../../../contract/absences';
import type { AyahRange } from '../../../contract/dailyRecords';
import { useIsOutboxLoaded } from '../../dataProvider/outbox/userOutbox';
import { useQueuedRegister } from '../../dataProvider/outbox/registers';
import type { Sheet } from '../../dataProvider/teaching';
import { useApi } from '../../dataProvider/useApi';
import { useRecordsWithQueued } from '../../features/hearing/queuedRecords';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { useNotices } from '../../ui/dialog/Toasts';
import { type HearingStudent, buildStudents } from './halaqaModel';

export interface DayOfCircle extends Sheet {
  date: string;
  /** Null: all students, also those without a circle. */
  circle: number | null;
}

/** The screen of daily records uses the same key. */
export const recordsKey = ({ date, circle, batchName, subjectCode }: DayOfCircle) =>
  ['daily-records', 'day', { batchName, subjectCode }, date, circle] as const;

/** In the outbox a missing circle is undefined, not null. */
export const registerDay = ({ circle, ...day }: DayOfCircle) => ({
  ...day,
  ...(circle === null ? {} : { circle }),
});

/** @param studentId without a circle, only the task of this student is loaded */
export function useCircleStudents(day: DayOfCircle, studentId: string | null) {
  const { dailyRecords, hifz, register } = useApi();
  const { circle, date, subjectCode } = day;
  const sheet = { batchName: day.batchName, subjectCode };
  const recordsQuery = useQuery({
    queryKey: recordsKey(day),
    queryFn: () => dailyRecords(sheet, date, circle),
    staleTime: 0,
  });
  const circleTasks = useQuery({
    queryKey: ['hifz', 'tasks', circle, date],
    queryFn: async () => (await hifz()).circleTasks(circle ?? 0, date),
    enabled: circle !== null,
  });
  const studentTask = useQuery({
    queryKey: ['hifz', 'task', studentId, subjectCode, date],
    queryFn: async () => (await hifz()).task(studentId ?? '', subjectCode, date),
    enabled: circle === null && studentId !== null,
  });
  const registerQuery = useQuery({
    queryKey: ['halaqa', 'register', day],
    queryFn: () => register(sheet, date, circle),
  });
  const queuedRegister = useQueuedRegister(registerDay(day));
  const isOutboxLoaded = useIsOutboxLoaded();
  const loadedRegister = registerQuery.data;

  const tasks = useMemo(() => {
    const tasksById = new Map((circleTasks.data ?? []).map(({ student_id, task }) => [student_id, task]));
    if (circle === null && studentId !== null && studentTask.data) tasksById.set(studentId, studentTask.data);
    return tasksById;
  }, [circle, studentId, circleTasks.data, studentTask.data]);
  const absences = queuedRegister?.absentStudents ?? loadedRegister?.absences;
  const absentIds = useMemo(
    () => new Set((absences ?? []).map(({ studentId: id }) => String(id))),
    [absences],
  );
  const excuses = useExcuses(loadedRegister);
  const { records: rows, queued } = useRecordsWithQueued(day, {
    records: recordsQuery.data?.records,
    loadedAt: recordsQuery.dataUpdatedAt,
    hasFailed: recordsQuery.isError,
  });
  const hasTasks = circle === null || !circleTasks.isPending;
  const students = useMemo(
    () =>
      rows && hasTasks && isOutboxLoaded ? buildStudents(rows, tasks, absentIds, queued, excuses) : undefined,
    [rows, hasTasks, isOutboxLoaded, tasks, absentIds, queued, excuses],
  );
  return {
    students,
    isTaskLoading: circle === null && studentId !== null && studentTask.isPending,
    register: loadedRegister,
    isTaken: loadedRegister
      ? (loadedRegister.taken ?? loadedRegister.absences.length > 0) || queuedRegister !== undefined
      : undefined,
    error: rows ? null : recordsQuery.error,
    reload: () => void Promise.all([recordsQuery.refetch(), circleTasks.refetch(), registerQuery.refetch()]),
  };
}

/** The reasons of accepted excuses for the day, by student. */
const useExcuses = (register: Register | undefined) =>
  useMemo(
    () => new Map((register?.excuses ?? []).map(({ studentId, reason }) => [studentId, reason])),
    [register],
  );

/** Postpones a range of the far revision; the reloaded task has a replacement. */
export function useSkipRange({ subjectCode, date }: DayOfCircle) {
  const { hifz } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const client = useQueryClient();
  return async ({ id, name }: HearingStudent, range: AyahRange, rangeLabel: string): Promise<boolean> => {
    try {
      const { operation_id } = await (await hifz()).skip(id, { ...range, date, subject_code: subjectCode });
      notifyDone(labels.skipped(name, rangeLabel), { operation_id });
    } catch (problem) {
      notifyProblem(problem, labels.skipFailed);
      return false;
    }
    await client.invalidateQueries({ queryKey: ['hifz'] });
    return true;
  };
}
