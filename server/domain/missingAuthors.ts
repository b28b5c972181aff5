import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Values } from '../db/schema';

/** A restored row keeps the name of its author, but not a deleted account. Changes `rows` in place. */
export async function clearMissingAuthors({ trx }: UnitOfWork, rows: Values[]): Promise<void> {
  const missing = new Set(rows.flatMap(({ author_id: id }) => (id == null ? [] : [Number(id)])));
  for (const chunk of chunks([...missing], 500))
    for (const { id } of await trx.selectFrom('users').select('id').where('id', 'in', chunk).execute())
      missing.delete(id);
  for (const row of rows) if (missing.has(Number(row['author_id']))) row['author_id'] = null;
}
