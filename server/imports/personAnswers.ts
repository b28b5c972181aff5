import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { QuestionKind } from '../../contract/imports';
import { comparableWords } from '../../contract/rules/personNames';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Database } from '../db/schema';
import { loadInChunks } from './planning';

/** What an answer is about: a number or id of the file, or the batch in which the name stands. */
type AnswerField = 'student_id' | 'national_id' | 'batch';

export interface PersonAnswer {
  key: string;
  /** The student that the name means. */
  studentRowId: number;
}

/** Names and ids are stored only as a hash, because the answers outlive deleted students. */
export const answerKey = (name: string, field: AnswerField, value: string | number): string =>
  createHash('sha256')
    .update(JSON.stringify([comparableWords(name), field, value]))
    .digest('base64url');

/** True if the question is about a name in a batch, and not about a number or id. */
export const isAboutName = (kind: QuestionKind): boolean =>
  kind === 'namesakes' || kind === 'contradiction' || kind === 'otherBatch';

/** Answers of earlier imports by key, so that the same file asks nothing again (files.md). */
export async function loadPersonAnswers(
  db: Kysely<Database>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await loadInChunks(keys, (chunk) =>
    db
      .selectFrom('import_answers')
      .select(['key', 'student_row_id'])
      .where('key', 'in', chunk)
      .where(({ not, exists, selectFrom }) => {
        const undone = selectFrom('operations')
          .select('operations.id')
          .whereRef('operations.import_id', '=', 'import_answers.import_id')
          .where('operations.undone_at', 'is not', null);
        return not(exists(undone));
      })
      .execute(),
  );
  return new Map(rows.map(({ key, student_row_id }) => [key, student_row_id]));
}

/** The last answer counts. */
export async function storePersonAnswers(
  unit: UnitOfWork,
  answers: readonly PersonAnswer[],
  importId: string | null,
): Promise<void> {
  for (const { key, studentRowId } of answers)
    await unit.trx
      .insertInto('import_answers')
      .values({ key, student_row_id: studentRowId, import_id: importId, created_at: unit.now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ student_row_id: studentRowId, import_id: importId, created_at: unit.now }),
      )
      .execute();
}
