import type { StudentAssignment, SubmissionSummary } from '../../../../contract/assignments';
import { studentState, type StudentState } from '../../../../contract/rules/assignments';
import { meanOf } from '../../../../contract/rules/statistics';

/** What the list can be narrowed to; spec 2 §2. */
export const statusChoices = ['pending', 'submitted', 'graded', 'late'] as const;
export type StatusChoice = (typeof statusChoices)[number];

export interface Narrowed {
  /** Empty for all. */
  subjectCode: string;
  status: StatusChoice | null;
}

type Listed = Pick<StudentAssignment, 'due_date' | 'allow_late_submission' | 'subject_code' | 'submission'>;

/** Handed in late, also where it has been graded since; decision 23. A server without `is_late` has the status alone. */
export const isLate = ({
  is_late,
  status,
}: Partial<Pick<SubmissionSummary, 'is_late'>> & { status: string }) => is_late ?? status === 'late';

export const stateOf = (assignment: Listed, now: Date): StudentState =>
  studentState(assignment, assignment.submission, now);

/** Whether an assignment belongs in the narrowed list. */
export function isListed(assignment: Listed, { subjectCode, status }: Narrowed, now: Date): boolean {
  if (subjectCode !== '' && assignment.subject_code !== subjectCode) return false;
  if (status === null) return true;
  if (status === 'late') return assignment.submission !== null && isLate(assignment.submission);
  return stateOf(assignment, now) === status;
}

export interface Figures {
  total: number;
  /** Handed in, in time or late, graded or not. */
  submitted: number;
  /** Those that can still be solved. */
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
    average: meanOf(
      percents.reduce((sum, percent) => sum + percent, 0),
      percents.length,
    ),
  };
}
