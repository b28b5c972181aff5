import { sql } from 'kysely';
import { noteMessages } from '../../contract/families/behaviourNoteMessages';
import { firstShownDay, maxShownNotes } from '../../contract/rules/families/behaviourNotes';
import { chunks } from '../db/engine/chunks';
import { loadLatestValues } from '../db/log/loggedRows';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Values } from '../db/schema';
import { Problem } from '../problem';
import { clearMissingAuthors } from './missingAuthors';

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
 * A restored note loses an author who was deleted since, and a category that was deleted or has another kind
 * since. The name of this category becomes its text. Changes `notes` in place.
 */
export async function clearMissingOfNotes(unit: UnitOfWork, notes: Values[]): Promise<void> {
  const { trx } = unit;
  await clearMissingAuthors(unit, notes);
  const categoryIds = idsIn(notes, 'category_id');
  const categories = await loadByIds(categoryIds, (ids) =>
    trx.selectFrom('note_categories').select(['id', 'kind', 'name']).where('id', 'in', ids).execute(),
  );
  const deleted = await loadLatestValues(
    trx,
    'note_categories',
    categoryIds.filter((id) => !categories.has(id)),
  );
  for (const note of notes) {
    const categoryId = Number(note['category_id']);
    const category = categories.get(categoryId);
    if (note['category_id'] == null || category?.kind === note['kind']) continue;
    note['category_id'] = null;
    note['text'] ??= category?.name ?? deleted.get(categoryId)?.['name'] ?? null;
  }
}

const idsIn = (rows: readonly Values[], column: string): number[] => [
  ...new Set(rows.flatMap((row) => (row[column] == null ? [] : [Number(row[column])]))),
];

async function loadByIds<T extends { id: number }>(
  ids: readonly number[],
  load: (chunk: number[]) => Promise<T[]>,
): Promise<Map<number, T>> {
  const byId = new Map<number, T>();
  for (const chunk of chunks(ids, 500)) for (const row of await load(chunk)) byId.set(row.id, row);
  return byId;
}

/** An undo returns neither a category to a note of another kind nor a kind to a used category. @throws UNDO_CONFLICT */
export async function refuseOtherKinds(unit: UnitOfWork): Promise<void> {
  const categoryIds = unit
    .changed('note_categories')
    .flatMap(({ before, after }) => (before && after && before.kind !== after.kind ? [after.id] : []));
  const noteIds = unit
    .changed('behaviour_notes')
    .flatMap(({ after }) => (after && after.category_id !== null ? [after.id] : []));
  for (const [column, ids, message] of [
    ['note_categories.id', categoryIds, noteMessages.kindOfUsed],
    ['behaviour_notes.id', noteIds, noteMessages.otherKindSince],
  ] as const)
    for (const chunk of chunks(ids, 500)) {
      const conflict = await unit.trx
        .selectFrom('behaviour_notes')
        .innerJoin('note_categories', 'note_categories.id', 'behaviour_notes.category_id')
        .select('behaviour_notes.id')
        .where(column, 'in', chunk)
        .whereRef('note_categories.kind', '<>', 'behaviour_notes.kind')
        .limit(1)
        .executeTakeFirst();
      if (conflict) throw new Problem('UNDO_CONFLICT', { message });
    }
}
