import { sql } from 'kysely';
import type { AssignmentDetail, StudentAssignment, SubmissionSummary } from '../../contract/assignments';
import { isKeyOpen, submissionStatus } from '../../contract/rules/assignments';
import type { Row, Db } from '../db/schema';
import { loadAssignment, loadCounts, type StoredAssignment, toAssignment } from './queries';
import { toQuestion, loadQuestions } from './questionRows';
import type { Viewer } from './viewer';

type StoredSubmission = Row<'submissions'>;

export function submissionState(submission: Pick<StoredSubmission, 'is_graded' | 'is_late'>) {
  const flags = { is_graded: submission.is_graded === 1, is_late: submission.is_late === 1 };
  return { ...flags, status: submissionStatus(flags) };
}

/** A student sees no score before the submission is completely graded. */
export const summarise = (submission: StoredSubmission, totalMarks: number): SubmissionSummary => ({
  id: submission.id,
  submitted_at: submission.submitted_at,
  is_submitted: true,
  ...submissionState(submission),
  total_score: submission.is_graded === 1 ? submission.total_score : null,
  total_marks: totalMarks,
});

export const toStudentAssignment = (
  row: StoredAssignment,
  submission: StoredSubmission | undefined,
): StudentAssignment => ({
  ...toAssignment(row),
  submission: submission ? summarise(submission, row.total_marks) : null,
});

/** Key: id of the assignment. */
export async function loadSubmissions(
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

export const findSubmission = (
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

/** @throws NOT_FOUND, also for a record outside of the scope */
export async function loadDetail(db: Db, id: number, viewer: Viewer, now: Date): Promise<AssignmentDetail> {
  const row = await loadAssignment(db, id, viewer.isVisible);
  const questions = await loadQuestions(db, id);
  if (!viewer.isStudent) {
    const counts = (await loadCounts(db, sql`assignments.id = ${id}`)).get(id);
    return {
      ...toAssignment(row, counts),
      questions: questions.map((question) => toQuestion(question, true)),
    };
  }
  const submission = await findSubmission(db, id, viewer.studentRowId);
  const isGraded = submission?.is_graded === 1;
  const showsKey = isKeyOpen(row.due_date, submission ? { is_graded: isGraded } : null, now);
  return {
    ...toStudentAssignment(row, submission),
    questions: questions.map((question) => toQuestion(question, showsKey)),
    submission: submission
      ? {
          ...summarise(submission, row.total_marks),
          feedback: isGraded ? submission.feedback : null,
          answers: await loadAnswers(db, submission.id, isGraded),
        }
      : null,
  };
}

async function loadAnswers(db: Db, submissionId: number, isGraded: boolean) {
  const answers = await db
    .selectFrom('submission_answers')
    .innerJoin('assignment_questions', 'assignment_questions.id', 'submission_answers.question_id')
    .select(['question_id', 'answer_text', 'selected_option_id', 'score', 'feedback'])
    .where('submission_id', '=', submissionId)
    .orderBy('assignment_questions.position')
    .orderBy('assignment_questions.id')
    .execute();
  return answers.map(({ score, feedback, ...answer }) => ({
    ...answer,
    score: isGraded ? score : null,
    feedback: isGraded ? feedback : null,
  }));
}
