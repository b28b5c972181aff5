import { sql } from 'kysely';
import type { Answer, Submission, SubmissionRow } from '../../contract/assignments';
import { isKeyOpen, isCorrect, suggestedScore } from '../../contract/rules/assignments';
import { isOnRoster } from '../domain/enrolments';
import type { Condition } from '../db/search/matching';
import type { Row, Db } from '../db/schema';
import { notFound } from '../problem';
import { submissionState } from './detail';
import { loadAssignment, type StoredAssignment } from './queries';
import { loadQuestions, toOptions, type StoredQuestion } from './questionRows';
import type { Viewer } from './viewer';

type StoredSubmission = Row<'submissions'> & {
  student_name: string;
  university_id: string;
};

/**
 * Staff need the subject in their scope. A student may read his own submission of a published assignment,
 * also after he has left the batch.
 * @throws NOT_FOUND
 */
export async function loadSubmission(
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
    return { submission, assignment: await loadAssignment(db, submission.assignment_id, viewer.isVisible) };
  if (submission.student_row_id !== viewer.studentRowId) throw notFound();
  const isPublished: Condition = sql`assignments.is_published = 1`;
  return { submission, assignment: await loadAssignment(db, submission.assignment_id, isPublished) };
}

/** Staff see everything. Students see scores after grading, and the key if `isKeyOpen`. */
interface Visibility {
  isStudent: boolean;
  showsKey: boolean;
  showsScores: boolean;
}

/** @throws NOT_FOUND */
export async function loadSubmissionDetail(
  db: Db,
  id: number,
  viewer: Viewer,
  now: Date,
): Promise<Submission> {
  const { submission, assignment } = await loadSubmission(db, id, viewer);
  const state = submissionState(submission);
  const { isStudent } = viewer;
  const visibility: Visibility = {
    isStudent,
    showsKey: !isStudent || isKeyOpen(assignment.due_date, state, now),
    showsScores: !isStudent || state.is_graded,
  };
  const questions = await loadQuestions(db, assignment.id);
  const answers = await loadAnswers(db, id);
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
    total_score: visibility.showsScores ? submission.total_score : null,
    total_marks: assignment.total_marks,
    feedback: visibility.showsScores ? submission.feedback : null,
    answers: questions.flatMap((question) => {
      const answer = answers.get(question.id);
      return answer ? [toAnswer(question, answer, visibility)] : [];
    }),
    ...(isStudent ? {} : await loadNeighbours(db, assignment.id, id)),
    version: submission.version,
  };
}

async function loadAnswers(db: Db, submissionId: number): Promise<Map<number, Row<'submission_answers'>>> {
  const rows = await db
    .selectFrom('submission_answers')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .execute();
  return new Map(rows.map((row) => [row.question_id, row]));
}

export function toAnswer(
  question: StoredQuestion,
  answer: Row<'submission_answers'>,
  { isStudent, showsKey, showsScores }: Visibility,
): Answer {
  const selectedOption = question.options.find(({ id }) => id === answer.selected_option_id);
  return {
    id: answer.id,
    question_id: question.id,
    question_text: question.question_text,
    question_type: question.question_type,
    options: toOptions(question, showsKey),
    answer_text: answer.answer_text,
    selected_option_id: answer.selected_option_id,
    selected_option_text: selectedOption?.option_text ?? null,
    score: showsScores ? answer.score : null,
    max_marks: question.marks,
    ...(showsKey && { is_correct: isCorrect(question, answer), correct_answer: formatKey(question) }),
    feedback: showsScores ? answer.feedback : null,
    ...(!isStudent && { suggested_score: suggestedScore(question, answer) }),
    version: answer.version,
  };
}

const formatKey = ({ question_type, correct_answer, options }: StoredQuestion): string | null =>
  question_type === 'multiple_choice'
    ? (options.find(({ is_correct }) => is_correct)?.option_text ?? null)
    : correct_answer;

interface StudentName {
  id: number;
  student_id: string;
  full_name: string;
  full_name_sort: string;
}

const selectStudents = (db: Db) =>
  db
    .selectFrom('students')
    .select(['students.id', 'students.student_id', 'students.full_name', 'students.full_name_sort']);

/** The same order as in the table of submissions. */
function compareNames(a: StudentName, b: StudentName): number {
  if (a.full_name_sort === b.full_name_sort) return a.id - b.id;
  return a.full_name_sort < b.full_name_sort ? -1 : 1;
}

/** Sorted by name. Submissions of students who have left the batch are included. */
export async function loadSubmissionRows(
  db: Db,
  { id, batch_id, total_marks }: StoredAssignment,
): Promise<SubmissionRow[]> {
  const members = await selectStudents(db)
    .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
    .where('enrolments.batch_id', '=', batch_id)
    .where(isOnRoster)
    .execute();
  const submissions = await db
    .selectFrom('submissions')
    .selectAll()
    .where('assignment_id', '=', id)
    .execute();
  const submissionByStudent = new Map(submissions.map((row) => [row.student_row_id, row]));
  const memberIds = new Set(members.map((member) => member.id));
  const formerIds = submissions.flatMap((row) =>
    memberIds.has(row.student_row_id) ? [] : [row.student_row_id],
  );
  const formerMembers =
    formerIds.length > 0 ? await selectStudents(db).where('id', 'in', formerIds).execute() : [];
  return [...members, ...formerMembers]
    .toSorted(compareNames)
    .map((student) => buildRow(student, submissionByStudent.get(student.id), total_marks));
}

function buildRow(
  { student_id, full_name }: StudentName,
  submission: Row<'submissions'> | undefined,
  total_marks: number,
): SubmissionRow {
  return {
    id: submission?.id ?? null,
    student_name: full_name,
    university_id: student_id,
    is_submitted: submission !== undefined,
    submitted_at: submission?.submitted_at ?? null,
    ...(submission ? submissionState(submission) : { is_graded: false, is_late: false, status: null }),
    total_score: submission?.total_score ?? null,
    total_marks,
  };
}

/** After the last submission, the search for the next ungraded one continues from the first. */
async function loadNeighbours(db: Db, assignmentId: number, submissionId: number) {
  const rows = await selectStudents(db)
    .innerJoin('submissions', 'submissions.student_row_id', 'students.id')
    .select(['submissions.id as submission_id', 'submissions.is_graded'])
    .where('submissions.assignment_id', '=', assignmentId)
    .execute();
  const sorted = rows.toSorted(compareNames);
  const index = sorted.findIndex(({ submission_id }) => submission_id === submissionId);
  const following = [...sorted.slice(index + 1), ...sorted.slice(0, Math.max(index, 0))];
  return {
    previous_id: sorted[index - 1]?.submission_id ?? null,
    next_id: sorted[index + 1]?.submission_id ?? null,
    next_ungraded_id: following.find(({ is_graded }) => is_graded === 0)?.submission_id ?? null,
  };
}
