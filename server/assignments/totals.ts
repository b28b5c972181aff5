import { sql } from 'kysely';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { notifyGraded } from './notices';
import type { StoredAssignment } from './queries';

const submissionsPerStatement = 1_000;

/**
 * Adds up the scores of answers, and notifies students whose submission is now completely graded.
 * @param submissionIds default: all submissions of the assignment
 * @returns the number of notified students
 */
export async function updateSubmissionTotals(
  unit: UnitOfWork,
  assignment: StoredAssignment,
  submissionIds?: readonly number[],
): Promise<number> {
  const ids = submissionIds ?? (await loadSubmissionIds(unit, assignment.id));
  let gradedCount = 0;
  for (const chunk of chunks(ids, submissionsPerStatement)) {
    const totals = await loadTotals(unit, chunk);
    await unit.updateMany(
      'submissions',
      totals.map(({ id, answers, scored, total }) => ({
        id,
        changes: {
          total_score: total === null ? null : Number(total),
          is_graded: Number(answers) > 0 && Number(scored) === Number(answers) ? 1 : 0,
        },
      })),
    );
    const newlyGraded = totals.filter(
      ({ answers, scored, is_graded }) => is_graded === 0 && Number(answers) > 0 && scored === answers,
    );
    const students = newlyGraded.map(({ student_row_id }) => student_row_id);
    await notifyGraded(unit, assignment, students);
    gradedCount += newlyGraded.length;
  }
  return gradedCount;
}

export async function loadSubmissionIds({ trx }: UnitOfWork, assignmentId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('submissions')
    .select('id')
    .where('assignment_id', '=', assignmentId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * An assignment without questions has one score per submission; its limit is the total marks.
 * @returns the number of reduced scores
 */
export async function capScores(
  unit: UnitOfWork,
  { id: assignmentId, total_marks }: StoredAssignment,
): Promise<number> {
  const submissionsOverMaximum = await unit.trx
    .selectFrom('submissions')
    .select('id')
    .where('assignment_id', '=', assignmentId)
    .where('total_score', '>', total_marks)
    .orderBy('id')
    .execute();
  await unit.updateMany(
    'submissions',
    submissionsOverMaximum.map(({ id }) => ({ id, changes: { total_score: total_marks } })),
  );
  return submissionsOverMaximum.length;
}

export async function addEmptyAnswers(
  unit: UnitOfWork,
  submissionIds: readonly number[],
  questionIds: readonly number[],
): Promise<void> {
  const emptyAnswer = {
    answer_text: null,
    selected_option_id: null,
    score: null,
    is_manual: 0,
    feedback: null,
  };
  const rows = submissionIds.flatMap((submission_id) =>
    questionIds.map((question_id) => ({ submission_id, question_id, ...emptyAnswer })),
  );
  await unit.insertMany('submission_answers', rows);
}

const loadTotals = ({ trx }: UnitOfWork, ids: readonly number[]) =>
  trx
    .selectFrom('submissions')
    .leftJoin('submission_answers', 'submission_answers.submission_id', 'submissions.id')
    .select(['submissions.id', 'submissions.student_row_id', 'submissions.is_graded'])
    .select([
      sql<number>`count(submission_answers.id)`.as('answers'),
      sql<number>`count(submission_answers.score)`.as('scored'),
      sql<number | null>`sum(submission_answers.score)`.as('total'),
    ])
    .where('submissions.id', 'in', [...ids])
    .groupBy(['submissions.id', 'submissions.student_row_id', 'submissions.is_graded'])
    .orderBy('submissions.id')
    .execute();
