import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Values } from '../db/schema';

/** Identifiers in a column of restored rows whose record was deleted since. */
export async function findMissing(
  db: Db,
  table: 'users' | 'note_categories',
  rows: readonly Values[],
  column: string,
): Promise<Set<number>> {
  const missing = new Set(rows.flatMap((row) => (row[column] == null ? [] : [Number(row[column])])));
  for (const chunk of chunks([...missing], 500))
    for (const { id } of await db.selectFrom(table).select('id').where('id', 'in', chunk).execute())
      missing.delete(id);
  return missing;
}

/** A restored row keeps the name of its author, but not a deleted account. Changes `rows` in place. */
export async function clearMissingAuthors(unit: UnitOfWork, rows: Values[]): Promise<void> {
  const missing = await findMissing(unit.trx, 'users', rows, 'author_id');
  for (const row of rows) if (missing.has(Number(row['author_id']))) row['author_id'] = null;
}
