import { setImmediate } from 'node:timers/promises';
import type { Db, Row } from '../schema';
import type { RecordedTable } from '../schema/recorded';

/** Log rows per query: with 500,000 rows of one operation, a single query would block others for half a second. */
const sliceSize = 5_000;

/** The log rows of an operation in some tables, in the order of writing, a slice at a time. */
export async function* readLogRows(
  db: Db,
  operationId: number,
  tables: readonly RecordedTable[],
): AsyncGenerator<Row<'operation_rows'>> {
  const log = db.selectFrom('operation_rows').where('operation_id', '=', operationId).orderBy('id');
  for (let after = 0; ;) {
    const slice = await log.select(['id', 'table_name']).where('id', '>', after).limit(sliceSize).execute();
    const last = slice.at(-1);
    if (!last) return;
    after = last.id;
    const ids = slice.flatMap(({ id, table_name }) => (tables.includes(table_name) ? [id] : []));
    if (ids.length > 0) yield* await log.selectAll().where('id', 'in', ids).execute();
    await setImmediate();
  }
}
