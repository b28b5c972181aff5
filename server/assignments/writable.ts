import { type Kysely, sql } from 'kysely';
import { held, shared } from '../db/dialect';
import type { Condition } from '../db/matching';
import type { Database } from '../db/schema';
import type { UnitOfWork } from '../db/unitOfWork';
import { notFound } from '../problem';
import { assignmentById, type StoredAssignment } from './queries';

const seen = (unit: UnitOfWork, id: number, sees: Condition) =>
  unit.trx
    .selectFrom('assignments')
    .select('id')
    .where('id', '=', id)
    .where(
      sql<boolean>`exists (select 1 from subjects where subjects.id = assignments.subject_id and ${sees})`,
    );

/**
 * An assignment whose questions, keys or scores are about to change: until the transaction ends nobody else changes
 * them, hands in or gives a score. @throws NOT_FOUND
 */
export async function assignmentToChange(
  unit: UnitOfWork,
  id: number,
  sees: Condition,
): Promise<StoredAssignment> {
  if (!(await held(unit.kind, seen(unit, id, sees)).executeTakeFirst())) throw notFound();
  return assignmentById(unit.trx, id, sees);
}

/** An assignment that has to stay as it is until the transaction ends, for many at once. @throws NOT_FOUND */
export async function assignmentToKeep(
  unit: UnitOfWork,
  id: number,
  sees: Condition,
): Promise<StoredAssignment> {
  if (!(await shared(unit.kind, seen(unit, id, sees)).executeTakeFirst())) throw notFound();
  return assignmentById(unit.trx, id, sees);
}

/** A subject that is to have an assignment. @throws NOT_FOUND, also outside the scope */
export async function subjectToUse(
  { trx, kind }: UnitOfWork,
  id: number,
  scope: Condition,
): Promise<{ id: number; name: string }> {
  const own = trx.selectFrom('subjects').select(['id', 'name']).where('id', '=', id).where(scope);
  const subject = await held(kind, own).executeTakeFirst();
  if (!subject) throw notFound();
  return subject;
}

/** @throws NOT_FOUND for a subject that is not there or outside the scope */
export async function subjectInScope(db: Kysely<Database>, id: number, scope: Condition): Promise<void> {
  const own = db.selectFrom('subjects').select('id').where('id', '=', id).where(scope);
  if (!(await own.executeTakeFirst())) throw notFound();
}
