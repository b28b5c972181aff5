import { useQuery } from '@tanstack/react-query';
import type { StudentAssignment } from '../../../contract/assignments';
import { studentState, type StudentState } from '../../../contract/rules/assignments';
import { useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import { useApi } from '../../dataProvider/useApi';

/** Loads the published assignments of the student's batch, and reloads them at every visit. */
export function useStudentAssignments() {
  const { ownAssignments } = useApi();
  return useQuery({
    queryKey: ['assignments', 'own'],
    queryFn: () => ownAssignments(),
    refetchOnMount: 'always',
  });
}

type DatedAssignment = Pick<StudentAssignment, 'due_date' | 'allow_late_submission' | 'submission'>;

export const assignmentState = (assignment: DatedAssignment, now: Date): StudentState =>
  studentState(assignment, assignment.submission, now);

/** Returns the assignments whose submission waits in the outbox of this device. */
export function useWaitingIds(): ReadonlySet<number> {
  const queue = useQueuedOfKind('answers');
  return new Set(queue.filter(({ state }) => state !== 'refused').map(({ assignmentId }) => assignmentId));
}

const dueTime = ({ due_date }: Pick<StudentAssignment, 'due_date'>): number =>
  due_date === null ? Infinity : Date.parse(due_date);

/** Assignments that the student can still submit come first, by due time; the order of others stays. */
export function sortByUrgency<A extends DatedAssignment>(assignments: readonly A[], now: Date): A[] {
  const rank = (assignment: A) =>
    assignmentState(assignment, now) === 'pending' ? dueTime(assignment) : undefined;
  const byTime = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
  return assignments.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return byTime(first, second);
  });
}
