import { type Kysely, sql } from 'kysely';
import type { Answer, Submission } from '../../contract/assignments';
import { isKeyOpen, isRight, submissionStatus, suggestedScore } from '../../contract/rules/assignments';
import type { Condition } from '../db/search/matching';
import type { Database, Row } from '../db/schema';
import { notFound } from '../problem';
import { assignmentById, type StoredAssignment } from './queries';
import { questionsOf, shownOptions, type StoredQuestion } from './questions';
import { neighboursOf } from './submissionRows';
import type { Viewer } from './viewer';

type Db = Kysely<Database>;

export type StoredSubmission = Row<'submissions'> & {
  student_name: string;
  university_id: string;
};

/**
 * A submission with its assignment: staff by the scope of the subject; a student the own one, also after having left
 * the batch, while the assignment is published. @throws NOT_FOUND
 */
export async function submissionById(
  db: Db,
  id: number,
  viewer: Viewer,
): Promise<{ submission: StoredSubmission; assignment: StoredAssignment }> {
  const submission = await db
    .selectFrom('submissions')
    .innerJoin('students', 'students.id', 'submissions.student_row_id')
    .selectAll('submissions')
    .select(['students.full_name as student_name', 'students.student_id as university_id'])
    .where('submissions.id', '=', id)
    .executeTakeFirst();
  if (!submission) throw notFound();
  if (!viewer.isStudent)
    return { submission, assignment: await assignmentById(db, submission.assignment_id, viewer.sees) };
  if (submission.student_row_id !== viewer.studentRowId) throw notFound();
  const isPublished: Condition = sql`assignments.is_published = 1`;
  return { submission, assignment: await assignmentById(db, submission.assignment_id, isPublished) };
}

/** How much of an answer is shown: to staff everything, to the student scores once graded and the key once open. */
interface Shown {
  isStudent: boolean;
  withKey: boolean;
  withScores: boolean;
}

/** A submission as the viewer may see it. @throws NOT_FOUND */
export async function submissionDetail(db: Db, id: number, viewer: Viewer, now: Date): Promise<Submission> {
  const { submission, assignment } = await submissionById(db, id, viewer);
  const is_graded = submission.is_graded === 1;
  const is_late = submission.is_late === 1;
  const { isStudent } = viewer;
  const shown: Shown = {
    isStudent,
    withKey: !isStudent || isKeyOpen(assignment.due_date, { is_graded }, now),
    withScores: !isStudent || is_graded,
  };
  const questions = await questionsOf(db, assignment.id);
  const answers = await answersOf(db, id);
  return {
    id,
    assignment_id: assignment.id,
    assignment_title: assignment.title,
    subject_name: assignment.subject_name,
    subject_code: assignment.subject_code,
    batch_name: assignment.batch_name,
    student_name: submission.student_name,
    university_id: submission.university_id,
    submitted_at: submission.submitted_at,
    is_submitted: true,
    is_graded,
    is_late,
    status: submissionStatus({ is_graded, is_late }),
    total_score: shown.withScores ? submission.total_score : null,
    total_marks: assignment.total_marks,
    feedback: shown.withScores ? submission.feedback : null,
    answers: questions.flatMap((question) => {
      const given = answers.get(question.id);
      return given ? [shownAnswer(question, given, shown)] : [];
    }),
    ...(isStudent ? {} : await neighboursOf(db, assignment.id, id)),
    version: submission.version,
  };
}

async function answersOf(db: Db, submissionId: number): Promise<Map<number, Row<'submission_answers'>>> {
  const rows = await db
    .selectFrom('submission_answers')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .execute();
  return new Map(rows.map((row) => [row.question_id, row]));
}

export function shownAnswer(
  question: StoredQuestion,
  given: Row<'submission_answers'>,
  { isStudent, withKey, withScores }: Shown,
): Answer {
  const chosen = question.options.find(({ id }) => id === given.selected_option_id);
  return {
    id: given.id,
    question_id: question.id,
    question_text: question.question_text,
    question_type: question.question_type,
    options: shownOptions(question, withKey),
    answer_text: given.answer_text,
    selected_option_id: given.selected_option_id,
    selected_option_text: chosen?.option_text ?? null,
    score: withScores ? given.score : null,
    max_marks: question.marks,
    ...(withKey && { is_correct: isRight(question, given), correct_answer: keyText(question) }),
    feedback: withScores ? given.feedback : null,
    ...(!isStudent && { suggested_score: suggestedScore(question, given) }),
    version: given.version,
  };
}

const keyText = ({ question_type, correct_answer, options }: StoredQuestion): string | null =>
  question_type === 'multiple_choice'
    ? (options.find(({ is_correct }) => is_correct)?.option_text ?? null)
    : correct_answer;
