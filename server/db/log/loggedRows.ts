import { setImmediate } from 'node:timers/promises';
import { chunks } from '../engine/chunks';
import type { Db, Row, Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import type { Change } from './operationLog';

/** Log rows per query: with 500,000 rows of one operation, a single query would block others for half a second. */
const sliceSize = 5_000;

type Logged = Pick<Row<'operation_rows'>, 'table_name' | 'row_id' | 'before' | 'after'>;

/** A log row as the change that it tells of. */
export const asChange = ({ table_name, row_id, before, after }: Logged): Change => ({
  table: table_name,
  id: row_id,
  before: contentOf(before),
  after: contentOf(after),
});

const contentOf = (json: string | null): Values | null => (json === null ? null : JSON.parse(json));

/** The changes of an operation in some tables, in the order of writing, a slice at a time. */
export async function* readChanges(
  db: Db,
  operationId: number,
  tables: readonly RecordedTable[],
): AsyncGenerator<Change> {
  const log = db.selectFrom('operation_rows').where('operation_id', '=', operationId).orderBy('id');
  for (let after = 0; ;) {
    const slice = await log.select(['id', 'table_name']).where('id', '>', after).limit(sliceSize).execute();
    const last = slice.at(-1);
    if (!last) return;
    after = last.id;
    const ids = slice.flatMap(({ id, table_name }) => (tables.includes(table_name) ? [id] : []));
    if (ids.length > 0)
      for (const row of await log.selectAll().where('id', 'in', ids).execute()) yield asChange(row);
    await setImmediate();
  }
}

/** Rows per statement. */
const chunkSize = 500;

/** The last content that the log has of rows, by row number: as they are, or as they were when they were removed. */
export async function lastContents(
  db: Db,
  table: RecordedTable,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const found = new Map<number, Values>();
  for (const part of chunks(ids, chunkSize)) {
    const newest = db
      .selectFrom('operation_rows')
      .select((on) => on.fn.max('id').as('id'))
      .where('table_name', '=', table)
      .where('row_id', 'in', part)
      .groupBy('row_id');
    const logged = await db.selectFrom('operation_rows').selectAll().where('id', 'in', newest).execute();
    for (const { id, before, after } of logged.map(asChange)) found.set(id, after ?? before ?? {});
  }
  return found;
}
