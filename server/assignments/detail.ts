import { sql } from 'kysely';
import type { AssignmentDetail, StudentAssignment, SubmissionSummary } from '../../contract/assignments';
import { isKeyOpen, submissionStatus } from '../../contract/rules/assignments';
import type { Row, Db } from '../db/schema';
import { assignmentById, countsOf, type StoredAssignment, asAssignment } from './queries';
import { asQuestion, questionsOf } from './questionRows';
import type { Viewer } from './viewer';

type StoredSubmission = Row<'submissions'>;

/** The state of a submission. */
export function stateOf(submission: Pick<StoredSubmission, 'is_graded' | 'is_late'>) {
  const flags = { is_graded: submission.is_graded === 1, is_late: submission.is_late === 1 };
  return { ...flags, status: submissionStatus(flags) };
}

/** What a list shows a student of their own submission: no score before everything is graded. */
export const summaryOf = (submission: StoredSubmission, totalMarks: number): SubmissionSummary => ({
  id: submission.id,
  submitted_at: submission.submitted_at,
  is_submitted: true,
  ...stateOf(submission),
  total_score: submission.is_graded === 1 ? submission.total_score : null,
  total_marks: totalMarks,
});

/** For a student: an assignment with their own submission. */
export const ofStudent = (
  row: StoredAssignment,
  submission: StoredSubmission | undefined,
): StudentAssignment => ({
  ...asAssignment(row),
  submission: submission ? summaryOf(submission, row.total_marks) : null,
});

/** All submissions of a student, by the number of the assignment. */
export async function submissionsOf(
  db: Db,
  studentRowId: number | null,
): Promise<Map<number, StoredSubmission>> {
  if (studentRowId === null) return new Map();
  const rows = await db
    .selectFrom('submissions')
    .selectAll()
    .where('student_row_id', '=', studentRowId)
    .execute();
  return new Map(rows.map((row) => [row.assignment_id, row]));
}

/** The submission of a student to one assignment. */
export const submissionOf = (
  db: Db,
  assignmentId: number,
  studentRowId: number | null,
): Promise<StoredSubmission | undefined> =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where('assignment_id', '=', assignmentId)
    .where('student_row_id', '=', studentRowId)
    .executeTakeFirst();

/** An assignment with its questions, as the viewer may see it. @throws NOT_FOUND */
export async function detailOf(db: Db, id: number, viewer: Viewer, now: Date): Promise<AssignmentDetail> {
  const row = await assignmentById(db, id, viewer.sees);
  const questions = await questionsOf(db, id);
  if (!viewer.isStudent) {
    const counts = (await countsOf(db, sql`assignments.id = ${id}`)).get(id);
    return { ...asAssignment(row, counts), questions: questions.map((one) => asQuestion(one, true)) };
  }
  const submission = await submissionOf(db, id, viewer.studentRowId);
  const isGraded = submission?.is_graded === 1;
  const withKey = isKeyOpen(row.due_date, submission ? { is_graded: isGraded } : null, now);
  return {
    ...ofStudent(row, submission),
    questions: questions.map((one) => asQuestion(one, withKey)),
    submission: submission
      ? {
          ...summaryOf(submission, row.total_marks),
          feedback: isGraded ? submission.feedback : null,
          answers: await ownAnswers(db, submission.id, isGraded),
        }
      : null,
  };
}

async function ownAnswers(db: Db, submissionId: number, isGraded: boolean) {
  const answers = await db
    .selectFrom('submission_answers')
    .innerJoin('assignment_questions', 'assignment_questions.id', 'submission_answers.question_id')
    .select(['question_id', 'answer_text', 'selected_option_id', 'score', 'feedback'])
    .where('submission_id', '=', submissionId)
    .orderBy('assignment_questions.position')
    .orderBy('assignment_questions.id')
    .execute();
  return answers.map(({ score, feedback, ...given }) => ({
    ...given,
    score: isGraded ? score : null,
    feedback: isGraded ? feedback : null,
  }));
}
