import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import type { StudentAssignment, SubmissionSummary } from '../../../../contract/assignments';
import { studentState, type StudentState } from '../../../../contract/rules/assignments';
import { roundedMean } from '../../../../contract/rules/statistics';
import type { Subject } from '../../../../contract/subjects';
import { useApi } from '../../../dataProvider/useApi';
import { useQueuedOfKind } from '../../../dataProvider/outbox/userOutbox';
import type { SentSubmission } from '../../../dataProvider/outbox/kinds';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useSession } from '../../../dataProvider/session';
import { useOwnStudent } from '../../../dataProvider/useOwnStudent';
import { useAddress } from '../../../ui/page/useAddress';

/** The published assignments of the student's batch, each with his submission; loaded again at every visit. */
export function useStudentAssignments() {
  const { ownAssignments } = useApi();
  return useQuery({
    queryKey: ['assignments', 'own'],
    queryFn: () => ownAssignments(),
    refetchOnMount: 'always',
  });
}

/** The filters of the list, which are in the address. */
export function useAssignmentFilter() {
  const [address, change] = useAddress();
  const asked = address.get('status');
  const filter: AssignmentFilter = {
    subjectCode: address.get('subject_code') ?? '',
    status: statusChoices.find((one) => one === asked) ?? null,
  };
  const setFilter = (name: 'subject_code' | 'status', value: string) =>
    change((search) => {
      if (value === '') search.delete(name);
      else search.set(name, value);
    });
  const clear = () =>
    change((search) => {
      search.delete('subject_code');
      search.delete('status');
    });
  return { filter, setFilter, clear };
}

/**
 * The student of the account. An account without one is linked to the student whose academic number or national id is
 * its user name. Null if there is no such student, undefined until it is known. Spec 2 §4, decision 20.
 */
export function useLinkedStudent() {
  const user = useSession()?.user;
  const { autoLink } = useApi();
  const client = useQueryClient();
  const { student } = useOwnStudent();
  const linking = useQuery({
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
  return linking.isPending ? undefined : (linking.data ?? null);
}

export interface SubjectChoice {
  subject_code: string;
  name: string;
  /** Null if the server sends no level with assignments. */
  level: number | null;
}

const maxSubjects = 500;

/**
 * The choices of the subject filter: the subjects of the student's batch (all, if the student is not known; spec 2 §4)
 * and the other subjects that have assignments.
 */
export function useSubjectChoices(
  student: ReturnType<typeof useLinkedStudent>,
  assignments: readonly StudentAssignment[],
): SubjectChoice[] {
  const batch = student?.batch_id;
  const { data = [] } = useGetList<Subject>(
    'subjects',
    {
      filter: batch ? { batch_id: batch } : {},
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

/** The choices of the status filter; spec 2 §2. */
export const statusChoices = ['pending', 'submitted', 'graded', 'late'] as const;
type StatusChoice = (typeof statusChoices)[number];

export interface AssignmentFilter {
  /** Empty for all. */
  subjectCode: string;
  status: StatusChoice | null;
}

type Listed = Pick<StudentAssignment, 'due_date' | 'allow_late_submission' | 'subject_code' | 'submission'>;

/** Submitted late, also if graded since; decision 23. Without `is_late` from the server, the status decides. */
export const isLate = ({
  is_late,
  status,
}: Partial<Pick<SubmissionSummary, 'is_late'>> & { status: string }) => is_late ?? status === 'late';

export const stateOf = (assignment: Listed, now: Date): StudentState =>
  studentState(assignment, assignment.submission, now);

export function isListed(assignment: Listed, { subjectCode, status }: AssignmentFilter, now: Date): boolean {
  if (subjectCode !== '' && assignment.subject_code !== subjectCode) return false;
  if (status === null) return true;
  if (status === 'late') return assignment.submission !== null && isLate(assignment.submission);
  return stateOf(assignment, now) === status;
}

export interface Figures {
  total: number;
  /** In time or late, graded or not. */
  submitted: number;
  /** Assignments that can still be submitted. */
  pending: number;
  late: number;
  /** Of the graded ones, in percent with one decimal; null without any. */
  average: number | null;
}

/** The figures over all assignments of the student; spec 2 §2, decision 23. */
export function figuresOf(assignments: readonly Listed[], now: Date): Figures {
  const submissions = assignments.flatMap(({ submission }) => submission ?? []);
  const percents = submissions.flatMap(({ is_graded, total_score, total_marks }) =>
    is_graded && total_score !== null && total_marks > 0 ? [(total_score * 100) / total_marks] : [],
  );
  return {
    total: assignments.length,
    submitted: submissions.length,
    pending: assignments.filter((one) => stateOf(one, now) === 'pending').length,
    late: submissions.filter(isLate).length,
    average: roundedMean(
      percents.reduce((sum, percent) => sum + percent, 0),
      percents.length,
    ),
  };
}

/** The submissions that wait on this device; when one has arrived, the shown data is loaded again. */
export function useSubmissionQueue(): { queue: readonly SentSubmission[]; isReading: boolean } {
  const queue = useQueuedOfKind('answers');
  const client = useQueryClient();
  const [seen, setSeen] = useState(queue);
  const [isReading, setIsReading] = useState(false);
  // Set during the render, so that an open form is never shown between the arrival and the new data.
  if (seen !== queue) {
    setSeen(queue);
    const still = new Set(queue.map(({ assignmentId }) => assignmentId));
    if (seen.some(({ assignmentId, state }) => state !== 'refused' && !still.has(assignmentId)))
      setIsReading(true);
  }
  useEffect(() => {
    if (isReading) void client.invalidateQueries().finally(() => setIsReading(false));
  }, [isReading, client]);
  return { queue, isReading };
}
