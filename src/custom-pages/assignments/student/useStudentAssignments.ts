import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import type { StudentAssignment, SubmissionSummary } from '../../../../contract/assignments';
import { roundedMean } from '../../../../contract/rules/statistics';
import type { Subject } from '../../../../contract/subjects';
import { useApi } from '../../../dataProvider/useApi';
import { useQueuedOfKind } from '../../../dataProvider/outbox/userOutbox';
import type { QueuedSubmission } from '../../../dataProvider/outbox/kinds';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useSession } from '../../../dataProvider/session';
import { useOwnStudent } from '../../../dataProvider/useOwnStudent';
import { assignmentState } from '../../../features/assignments/ownAssignments';
import { useAddress } from '../../../ui/page/useAddress';

export function useAssignmentFilter() {
  const [searchParams, changeSearch] = useAddress();
  const statusParam = searchParams.get('status');
  const filter: AssignmentFilter = {
    subjectCode: searchParams.get('subject_code') ?? '',
    status: statusChoices.find((one) => one === statusParam) ?? null,
  };
  const setFilter = (name: 'subject_code' | 'status', value: string) =>
    changeSearch((search) => {
      if (value === '') search.delete(name);
      else search.set(name, value);
    });
  const clear = () =>
    changeSearch((search) => {
      search.delete('subject_code');
      search.delete('status');
    });
  return { filter, setFilter, clear };
}

/**
 * Returns the student of the account. Null: no student. Undefined: still loading. The server links an account
 * to the student whose number or national id is the user name (spec 2 §4, decision 20).
 */
export function useLinkedStudent() {
  const user = useSession()?.user;
  const { autoLink } = useApi();
  const client = useQueryClient();
  const { student } = useOwnStudent();
  const linkQuery = useQuery({
    queryKey: ['students', 'autoLink', user?.id],
    queryFn: async () => {
      try {
        const answer = await autoLink(user?.id ?? 0);
        await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'autoLink' });
        return answer.student;
      } catch (problem) {
        if (problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500) return null;
        throw problem;
      }
    },
    enabled: student === null && user !== undefined,
  });
  if (student !== null) return student;
  return linkQuery.isPending ? undefined : (linkQuery.data ?? null);
}

export interface SubjectChoice {
  subject_code: string;
  name: string;
  /** Null if the server sends no level with assignments. */
  level: number | null;
}

const maxSubjects = 500;

/**
 * Returns the subjects of the student's batch, and other subjects with assignments. Without a student: all
 * subjects (spec 2 §4).
 */
export function useSubjectChoices(
  student: ReturnType<typeof useLinkedStudent>,
  assignments: readonly StudentAssignment[],
): SubjectChoice[] {
  const batchId = student?.batch_id;
  const { data = [] } = useGetList<Subject>(
    'subjects',
    {
      filter: batchId ? { batch_id: batchId } : {},
      sort: { field: 'name', order: 'ASC' },
      pagination: { page: 1, perPage: maxSubjects },
    },
    { enabled: student !== undefined },
  );
  const choices = new Map<string, SubjectChoice>();
  for (const { subject_code, name, level } of data) choices.set(subject_code, { subject_code, name, level });
  for (const { subject_code, subject_name: name, subject_level } of assignments)
    if (!choices.has(subject_code))
      choices.set(subject_code, { subject_code, name, level: subject_level ?? null });
  return [...choices.values()];
}

/** Spec 2 §2 lists these statuses. */
export const statusChoices = ['pending', 'submitted', 'graded', 'late'] as const;
type StatusChoice = (typeof statusChoices)[number];

export interface AssignmentFilter {
  /** Empty: all subjects. */
  subjectCode: string;
  status: StatusChoice | null;
}

type FilterableAssignment = Pick<
  StudentAssignment,
  'due_date' | 'allow_late_submission' | 'subject_code' | 'submission'
>;

/**
 * A late submission stays late after grading (decision 23). If the server sends no `is_late`, the status
 * decides.
 */
export const isLate = ({
  is_late,
  status,
}: Partial<Pick<SubmissionSummary, 'is_late'>> & { status: string }) => is_late ?? status === 'late';

export function isInFilter(
  assignment: FilterableAssignment,
  { subjectCode, status }: AssignmentFilter,
  now: Date,
): boolean {
  if (subjectCode !== '' && assignment.subject_code !== subjectCode) return false;
  if (status === null) return true;
  if (status === 'late') return assignment.submission !== null && isLate(assignment.submission);
  return assignmentState(assignment, now) === status;
}

export interface AssignmentStats {
  total: number;
  /** Counts all submissions, also late and graded ones. */
  submitted: number;
  pending: number;
  late: number;
  /** Average score of the graded submissions in percent, with one decimal; null if there are none. */
  average: number | null;
}

/** Spec 2 §2 and decision 23 set the rules. */
export function calculateStats(assignments: readonly FilterableAssignment[], now: Date): AssignmentStats {
  const submissions = assignments.flatMap(({ submission }) => submission ?? []);
  const percents = submissions.flatMap(({ is_graded, total_score, total_marks }) =>
    is_graded && total_score !== null && total_marks > 0 ? [(total_score * 100) / total_marks] : [],
  );
  return {
    total: assignments.length,
    submitted: submissions.length,
    pending: assignments.filter((one) => assignmentState(one, now) === 'pending').length,
    late: submissions.filter(isLate).length,
    average: roundedMean(
      percents.reduce((sum, percent) => sum + percent, 0),
      percents.length,
    ),
  };
}

/** Returns the submissions in the outbox. When one reaches the server, all data reloads. */
export function useSubmissionQueue(): { queue: readonly QueuedSubmission[]; isLoadingResult: boolean } {
  const queue = useQueuedOfKind('answers');
  const client = useQueryClient();
  const [previousQueue, setPreviousQueue] = useState(queue);
  const [isLoadingResult, setIsLoadingResult] = useState(false);
  // Sets the state during the render, because an effect would show the open form before the new data.
  if (previousQueue !== queue) {
    setPreviousQueue(queue);
    const queuedIds = new Set(queue.map(({ assignmentId }) => assignmentId));
    if (previousQueue.some(({ assignmentId, state }) => state !== 'refused' && !queuedIds.has(assignmentId)))
      setIsLoadingResult(true);
  }
  useEffect(() => {
    if (isLoadingResult) void client.invalidateQueries().finally(() => setIsLoadingResult(false));
  }, [isLoadingResult, client]);
  return { queue, isLoadingResult };
}
