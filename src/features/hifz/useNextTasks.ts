import { useQueries } from '@tanstack/react-query';
import type { HifzTask } from '../../../contract/hifz/plan';
import { daysAfter } from '../../../contract/rules/retention';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';

interface TaskSubject {
  subject_code: string;
  name: string;
}

/** The task of today, or of the next day with a task. */
export interface NextTask {
  subject: TaskSubject;
  date: string;
  task: HifzTask;
}

/** The task of the day after a weekend is known before the weekend ends. */
const maxDaysAhead = 3;

const isEmpty = ({ new: lesson, near, far }: HifzTask) => lesson.length + near.length + far.length === 0;

/** Loads the next task in each subject. Subjects without a plan are left out. */
export function useNextTasks(student: string, subjects: readonly TaskSubject[]) {
  const { hifz } = useApi();
  const today = useToday();
  const load = async (subject: TaskSubject): Promise<NextTask | null> => {
    const api = await hifz();
    let first: HifzTask | null = null;
    for (let days = 0; days <= maxDaysAhead; days += 1) {
      const date = daysAfter(today, days);
      const task = await api.task(student, subject.subject_code, date);
      if (task === null) return null;
      if (!isEmpty(task)) return { subject, date, task };
      first ??= task;
    }
    return first && { subject, date: today, task: first };
  };
  return useQueries({
    queries: subjects.map((subject) => ({
      queryKey: ['hifz', 'task', student, subject.subject_code, today],
      queryFn: () => load(subject),
    })),
    combine: (queries) => ({
      tasks: queries.flatMap(({ data }) => data ?? []),
      isPending: queries.some(({ isPending }) => isPending),
      error: queries.find(({ error }) => error)?.error ?? null,
      refetch: () => {
        for (const { refetch } of queries) void refetch();
      },
    }),
  });
}
