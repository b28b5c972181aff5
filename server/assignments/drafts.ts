import type { Kysely, Transaction } from 'kysely';
import type { AnswerDraft } from '../../contract/assignments';
import type { Database } from '../db/schema';
import { notFound, Problem } from '../problem';
import { submissionOf } from './detail';
import { assignmentById } from './queries';
import type { SentAnswers } from './sentAnswers';
import type { Viewer } from './viewer';

/** What a student has not handed in yet; nothing once it is handed in. @throws NOT_FOUND */
export async function draftOf(
  db: Kysely<Database>,
  assignmentId: number,
  { sees, studentRowId }: Viewer,
): Promise<AnswerDraft> {
  await assignmentById(db, assignmentId, sees);
  // One that was on its way while the answers were handed in may have come after them.
  if (await submissionOf(db, assignmentId, studentRowId)) return { answers: [], saved_at: null };
  const row = await db
    .selectFrom('assignment_drafts')
    .select(['answers', 'saved_at'])
    .where('assignment_id', '=', assignmentId)
    .where('student_row_id', '=', studentRowId ?? 0)
    .executeTakeFirst();
  return row ? { answers: JSON.parse(row.answers), saved_at: row.saved_at } : { answers: [], saved_at: null };
}

/**
 * Keeps the answers as they are, whole or not; also after the due time, which may be moved.
 * @throws NOT_FOUND, ALREADY_SUBMITTED
 */
export async function keepDraft(
  trx: Transaction<Database>,
  assignmentId: number,
  sent: SentAnswers,
  { sees, studentRowId }: Viewer,
  now: Date,
): Promise<AnswerDraft> {
  await assignmentById(trx, assignmentId, sees);
  if (studentRowId === null) throw notFound();
  if (await submissionOf(trx, assignmentId, studentRowId)) throw new Problem('ALREADY_SUBMITTED');
  const answers = sent.map(({ question_id, answer_text, selected_option_id }) => ({
    question_id,
    answer_text: answer_text ?? null,
    selected_option_id: selected_option_id ?? null,
  }));
  const kept = { answers: JSON.stringify(answers), saved_at: now.toISOString() };
  await trx
    .insertInto('assignment_drafts')
    .values({ assignment_id: assignmentId, student_row_id: studentRowId, ...kept })
    .onConflict((conflict) => conflict.columns(['assignment_id', 'student_row_id']).doUpdateSet(kept))
    .execute();
  return { answers, saved_at: kept.saved_at };
}
