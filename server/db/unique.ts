import type { Kysely } from 'kysely';
import { Problem } from '../problem';
import type { Database } from './schema';
import type { RecordedTable } from './schema/recorded';

/** @throws DUPLICATE naming the field, when another row than `own` has this value; the table's unique key guards the rest */
export async function refuseTaken(
  db: Kysely<Database>,
  table: RecordedTable,
  column: string,
  value: string | null | undefined,
  message: string,
  own?: number,
): Promise<void> {
  if (value === null || value === undefined) return;
  const dynamic = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const taken = await dynamic.selectFrom(table).select('id').where(column, '=', value).executeTakeFirst();
  if (taken && taken['id'] !== own)
    throw new Problem('DUPLICATE', { message, details: [{ path: column, message }] });
}
