import { sql } from 'kysely';
import { firstShownDay, maxShownNotes } from '../../contract/rules/families/behaviourNotes';
import { loadLatestValues } from '../db/log/loggedRows';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Values } from '../db/schema';
import { clearMissingAuthors, findMissing } from './missingParents';

export const selectNotes = (db: Db) =>
  db
    .selectFrom('behaviour_notes')
    .innerJoin('students', 'students.id', 'behaviour_notes.student_row_id')
    .leftJoin('note_categories', 'note_categories.id', 'behaviour_notes.category_id')
    .leftJoin('enrolments as shown', (join) =>
      join.onRef('shown.student_row_id', '=', 'students.id').on('shown.is_shown', '=', sql.lit(1)),
    )
    .leftJoin('batches as shown_batch', 'shown_batch.id', 'shown.batch_id')
    .selectAll('behaviour_notes')
    .select(['students.student_id', 'students.full_name'])
    .select(['note_categories.name as category_name', 'shown_batch.batch_name']);

export type StoredNote = Awaited<ReturnType<ReturnType<typeof selectNotes>['execute']>>[number];

/** What guardians read of these students: the newest ticked notes of each, by student. */
export async function loadShownNotes(
  db: Db,
  studentRowIds: readonly number[],
  today: string,
): Promise<Map<number, StoredNote[]>> {
  const notes = new Map<number, StoredNote[]>();
  if (studentRowIds.length === 0) return notes;
  const rows = await selectNotes(db)
    .where('behaviour_notes.student_row_id', 'in', studentRowIds)
    .where('behaviour_notes.for_guardians', '=', 1)
    .where('behaviour_notes.date', '>=', firstShownDay(today))
    .orderBy('behaviour_notes.date', 'desc')
    .orderBy('behaviour_notes.id', 'desc')
    .execute();
  for (const row of rows) {
    const ownNotes = notes.get(row.student_row_id) ?? [];
    if (ownNotes.length < maxShownNotes) notes.set(row.student_row_id, [...ownNotes, row]);
  }
  return notes;
}

/**
 * A restored note loses an author who was deleted since. The name of a deleted category becomes its text.
 * Changes `notes` in place.
 */
export async function clearMissingOfNotes(unit: UnitOfWork, notes: Values[]): Promise<void> {
  await clearMissingAuthors(unit, notes);
  const categories = await findMissing(unit.trx, 'note_categories', notes, 'category_id');
  const names = await loadLatestValues(unit.trx, 'note_categories', [...categories]);
  for (const note of notes) {
    const categoryId = Number(note['category_id']);
    if (!categories.has(categoryId)) continue;
    note['category_id'] = null;
    note['text'] ??= names.get(categoryId)?.['name'] ?? null;
  }
}
