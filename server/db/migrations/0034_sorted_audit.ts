import type { Kysely } from 'kysely';

/** The audit trail in the order of persons and of the number of records, without reading the whole log. */
export async function sortedAudit(db: Kysely<unknown>): Promise<void> {
  for (const column of ['user_name', 'rows_count'])
    await db.schema
      .createIndex(`operations_by_${column}`)
      .on('operations')
      .columns([column, 'performed_at', 'id'])
      .execute();
}
