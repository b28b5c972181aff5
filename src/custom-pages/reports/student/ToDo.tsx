import { Box, Skeleton } from '@mui/material';
import { useEffect, useMemo } from 'react';
import { useStore } from 'react-admin';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { DueAssignments } from '../../../features/assignments/DueAssignments';
import { useStudentAssignments } from '../../../features/assignments/ownAssignments';
import { useNextTasks } from '../../../features/hifz/useNextTasks';
import { t } from '../../../i18n/text';
import { ErrorState } from '../../../ui/page/States';
import { lazyComponent } from '../../../ui/page/lazyComponent';
import { findDailySubjects } from './reportModel';
import { useStudentReport } from './useStudentReport';

/** The head of a task, and three rows with the ranges of a usual day. */
const taskHeight = 264;
const TaskSkeleton = () => <Skeleton variant="rounded" height={taskHeight} />;
const TodayTask = lazyComponent(() => import('../../../features/hifz/TodayTask'), <TaskSkeleton />);

const noSubjects: ReturnType<typeof findDailySubjects> = [];

/**
 * Loads the student's work, which is above the report and does not depend on its level. The app remembers the
 * number of tasks, so that the report need not wait for them after the first visit.
 */
export function useToDo() {
  const [storedCount, storeCount] = useStore<number | null>('toDo.tasks', null);
  const report = useStudentReport(null);
  const student = report.data?.student_info.student_id ?? '';
  const { data } = report;
  const subjects = useMemo(() => (data ? findDailySubjects(data) : noSubjects), [data]);
  const next = useNextTasks(student, subjects);
  const assignments = useStudentAssignments();
  const isPending = report.isPending || next.isPending;
  const isUnsupported = next.error instanceof ApiProblem && next.error.isUnsupportedCall;
  const error = isUnsupported ? null : next.error;
  const count = isPending || error || !report.data ? null : next.tasks.length;
  useEffect(() => {
    if (count !== null && count !== storedCount) storeCount(count);
  }, [count, storedCount, storeCount]);
  return {
    student,
    subjects,
    next: { ...next, isPending, error },
    expectedCount: storedCount ?? 0,
    assignments: assignments.data,
    isPending: assignments.isPending || (storedCount === null && isPending),
  };
}

/** Shows today's task and the assignments that the student can submit. */
export function ToDo({ toDo }: { toDo: ReturnType<typeof useToDo> }) {
  const { student, next, expectedCount, assignments } = toDo;
  const { tasks, isPending, error, refetch } = next;
  const hasTasks = tasks.length > 0 || error !== null || (isPending && expectedCount > 0);
  return (
    <Box className="no-print" sx={hasTasks ? columns : {}}>
      {error ? (
        <ErrorState title={t('studentReport.taskFailed')} error={error} onRetry={refetch} />
      ) : isPending ? (
        Array.from({ length: expectedCount }, (_, index) => <TaskSkeleton key={index} />)
      ) : (
        tasks.map((task) => (
          <Box key={task.subject.subject_code} sx={{ minHeight: taskHeight, minWidth: 0 }}>
            <TodayTask {...task} student={student} hasSubjectName={tasks.length > 1} />
          </Box>
        ))
      )}
      <DueAssignments assignments={assignments} />
    </Box>
  );
}

const columns = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;
