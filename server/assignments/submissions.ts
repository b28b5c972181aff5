import { sql } from 'kysely';
import type { Answer, Submission, SubmissionRow } from '../../contract/assignments';
import { isKeyOpen, isCorrect, suggestedScore } from '../../contract/rules/assignments';
import { isOnRoster } from '../domain/enrolments';
import type { Condition } from '../db/search/matching';
import type { Row, Db } from '../db/schema';
import { notFound } from '../problem';
import { stateOf } from './detail';
import { assignmentById, type StoredAssignment } from './queries';
import { questionsOf, shownOptions, type StoredQuestion } from './questionRows';
import type { Viewer } from './viewer';

type StoredSubmission = Row<'submissions'> & {
  student_name: string;
  university_id: string;
};

/**
 * A submission with its assignment: for staff within the scope of the subject; for students their own one while the
 * assignment is published, also after they left the batch. @throws NOT_FOUND
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
    .executeTakeFirstOrThrow(notFound);
  if (!viewer.isStudent)
    return { submission, assignment: await assignmentById(db, submission.assignment_id, viewer.sees) };
  if (submission.student_row_id !== viewer.studentRowId) throw notFound();
  const isPublished: Condition = sql`assignments.is_published = 1`;
  return { submission, assignment: await assignmentById(db, submission.assignment_id, isPublished) };
}

/** Which parts of an answer are shown: to staff everything; to students scores once graded and the key once open. */
interface Shown {
  isStudent: boolean;
  withKey: boolean;
  withScores: boolean;
}

/** A submission as the viewer may see it. @throws NOT_FOUND */
export async function submissionDetail(db: Db, id: number, viewer: Viewer, now: Date): Promise<Submission> {
  const { submission, assignment } = await submissionById(db, id, viewer);
  const state = stateOf(submission);
  const { isStudent } = viewer;
  const shown: Shown = {
    isStudent,
    withKey: !isStudent || isKeyOpen(assignment.due_date, state, now),
    withScores: !isStudent || state.is_graded,
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
    ...state,
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
    ...(withKey && { is_correct: isCorrect(question, given), correct_answer: keyText(question) }),
    feedback: withScores ? given.feedback : null,
    ...(!isStudent && { suggested_score: suggestedScore(question, given) }),
    version: given.version,
  };
}

const keyText = ({ question_type, correct_answer, options }: StoredQuestion): string | null =>
  question_type === 'multiple_choice'
    ? (options.find(({ is_correct }) => is_correct)?.option_text ?? null)
    : correct_answer;

interface Person {
  id: number;
  student_id: string;
  full_name: string;
  full_name_sort: string;
}

const persons = (db: Db) =>
  db
    .selectFrom('students')
    .select(['students.id', 'students.student_id', 'students.full_name', 'students.full_name_sort']);

/** The order of the table of submissions. */
function byName(a: Person, b: Person): number {
  if (a.full_name_sort === b.full_name_sort) return a.id - b.id;
  return a.full_name_sort < b.full_name_sort ? -1 : 1;
}

/** A row for each student of the batch, and for students who submitted and have left it since; by name. */
export async function submissionRows(
  db: Db,
  { id, batch_id, total_marks }: StoredAssignment,
): Promise<SubmissionRow[]> {
  const members = await persons(db)
    .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
    .where('enrolments.batch_id', '=', batch_id)
    .where(isOnRoster)
    .execute();
  const submissions = await db
    .selectFrom('submissions')
    .selectAll()
    .where('assignment_id', '=', id)
    .execute();
  const of = new Map(submissions.map((row) => [row.student_row_id, row]));
  const known = new Set(members.map((member) => member.id));
  const left = submissions.flatMap((row) => (known.has(row.student_row_id) ? [] : [row.student_row_id]));
  const former = left.length > 0 ? await persons(db).where('id', 'in', left).execute() : [];
  return [...members, ...former]
    .toSorted(byName)
    .map((person) => rowOf(person, of.get(person.id), total_marks));
}

function rowOf(
  { student_id, full_name }: Person,
  submission: Row<'submissions'> | undefined,
  total_marks: number,
): SubmissionRow {
  return {
    id: submission?.id ?? null,
    student_name: full_name,
    university_id: student_id,
    is_submitted: submission !== undefined,
    submitted_at: submission?.submitted_at ?? null,
    ...(submission ? stateOf(submission) : { is_graded: false, is_late: false, status: null }),
    total_score: submission?.total_score ?? null,
    total_marks,
  };
}

/** The previous and next submission in the table, and the next one to grade, starting again at the top. */
async function neighboursOf(db: Db, assignmentId: number, submissionId: number) {
  const rows = await persons(db)
    .innerJoin('submissions', 'submissions.student_row_id', 'students.id')
    .select(['submissions.id as submission_id', 'submissions.is_graded'])
    .where('submissions.assignment_id', '=', assignmentId)
    .execute();
  const sorted = rows.toSorted(byName);
  const at = sorted.findIndex(({ submission_id }) => submission_id === submissionId);
  const following = [...sorted.slice(at + 1), ...sorted.slice(0, Math.max(at, 0))];
  return {
    previous_id: sorted[at - 1]?.submission_id ?? null,
    next_id: sorted[at + 1]?.submission_id ?? null,
    next_ungraded_id: following.find(({ is_graded }) => is_graded === 0)?.submission_id ?? null,
  };
}
