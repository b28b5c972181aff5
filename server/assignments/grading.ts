import { ruleMessages } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { forNoKeyUpdate } from '../db/engine/dialect';
import type { Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound, Problem } from '../problem';
import { tellGraded } from './notices';
import { questionsOf } from './questions';
import { shownAnswer, submissionById } from './submissions';
import { settle } from './totals';
import type { Viewer } from './viewer';

interface Wanted {
  /** Undefined: stays. Null: not graded. */
  score?: number | null | undefined;
  feedback?: string | null | undefined;
  version?: number | undefined;
}

/** A submission that is about to be graded; nobody else grades it meanwhile. @throws NOT_FOUND */
async function openSubmission(unit: UnitOfWork, id: number, viewer: Viewer) {
  await submissionById(unit.trx, id, viewer);
  await forNoKeyUpdate(
    unit.kind,
    unit.trx.selectFrom('submissions').select('id').where('id', '=', id),
  ).executeTakeFirst();
  const open = await submissionById(unit.trx, id, viewer);
  const { title } = open.assignment;
  const what = operationDescriptions.submissionGraded(open.submission.student_name, title);
  unit.describe('update', 'submissions', title, what);
  return open;
}

/**
 * Scores an answer. What a person gives is never overwritten by auto-grading. @returns the submission's row number
 * @throws NOT_FOUND, VALIDATION above the marks of the question, STALE with the answer as it is
 */
export async function gradeAnswer(
  unit: UnitOfWork,
  answerId: number,
  { score, feedback, version }: Wanted,
  viewer: Viewer,
): Promise<number> {
  const found = await answerById(unit, answerId);
  const { assignment } = await openSubmission(unit, found.submission_id, viewer);
  const answer = await answerById(unit, answerId);
  const question = (await questionsOf(unit.trx, assignment.id)).find(({ id }) => id === answer.question_id);
  if (!question) throw notFound();
  if (version !== undefined && version !== answer.version) {
    const current = shownAnswer(question, answer, { isStudent: false, withKey: true, withScores: true });
    throw new Problem('STALE', { message: ruleMessages.staleAnswer, extra: { current } });
  }
  if (typeof score === 'number' && score > question.marks)
    throw invalid({ path: 'score', message: ruleMessages.scoreOver(question.marks) });
  await unit.update('submission_answers', answerId, {
    ...(score !== undefined && { score, is_manual: score === null ? 0 : 1 }),
    ...(feedback !== undefined && { feedback }),
  });
  await settle(unit, assignment, [found.submission_id]);
  return found.submission_id;
}

async function answerById({ trx }: UnitOfWork, id: number): Promise<Row<'submission_answers'>> {
  const row = await trx.selectFrom('submission_answers').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * Says something about a whole submission; where the assignment has no questions it is scored here too.
 * @throws NOT_FOUND, VALIDATION
 */
export async function gradeSubmission(
  unit: UnitOfWork,
  id: number,
  { score, feedback }: Wanted,
  viewer: Viewer,
): Promise<void> {
  const { assignment, submission } = await openSubmission(unit, id, viewer);
  if (score !== undefined && assignment.questions_count > 0)
    throw invalid({ path: 'score', message: ruleMessages.scoreFromAnswers });
  if (typeof score === 'number' && score > assignment.total_marks)
    throw invalid({ path: 'score', message: ruleMessages.submissionScoreOver(assignment.total_marks) });
  const isGraded = score === undefined ? submission.is_graded : score === null ? 0 : 1;
  await unit.update('submissions', id, {
    feedback,
    ...(score !== undefined && { total_score: score, is_graded: isGraded }),
  });
  if (isGraded === 1 && submission.is_graded === 0)
    await tellGraded(unit, assignment, [submission.student_row_id]);
}
