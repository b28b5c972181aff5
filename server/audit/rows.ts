import type { Kysely } from 'kysely';
import type { AuditRow } from '../../contract/audit';
import type { Database } from '../db/schema';
import { shownRow } from './columns';

/** The rows of an operation in the order of writing, allowed columns only. */
export async function auditRows(
  db: Kysely<Database>,
  operationId: number,
  limit: number,
  offset: number,
): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('operation_rows')
    .select(['table_name', 'row_id', 'before', 'after'])
    .where('operation_id', '=', operationId)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ table_name, row_id, before, after }) => ({
    table_name,
    row_id,
    before: shownRow(table_name, before),
    after: shownRow(table_name, after),
  }));
}
