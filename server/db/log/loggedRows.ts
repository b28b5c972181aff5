import { setImmediate } from 'node:timers/promises';
import { chunks } from '../engine/chunks';
import type { Db, Row, Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import type { Change } from './operationLog';

/** A query for 500,000 rows would block other calls for half a second. */
const sliceSize = 5_000;

type LoggedRow = Pick<Row<'operation_rows'>, 'table_name' | 'row_id' | 'before' | 'after'>;

export const parseChange = ({ table_name, row_id, before, after }: LoggedRow): Change => ({
  table: table_name,
  id: row_id,
  before: parseContent(before),
  after: parseContent(after),
});

const parseContent = (json: string | null): Values | null => (json === null ? null : JSON.parse(json));

export async function* readChanges(
  db: Db,
  operationId: number,
  tables: readonly RecordedTable[],
): AsyncGenerator<Change> {
  const log = db.selectFrom('operation_rows').where('operation_id', '=', operationId).orderBy('id');
  for (let afterId = 0; ;) {
    const slice = await log.select(['id', 'table_name']).where('id', '>', afterId).limit(sliceSize).execute();
    const last = slice.at(-1);
    if (!last) return;
    afterId = last.id;
    const ids = slice.flatMap(({ id, table_name }) => (tables.includes(table_name) ? [id] : []));
    if (ids.length > 0)
      for (const row of await log.selectAll().where('id', 'in', ids).execute()) yield parseChange(row);
    await setImmediate();
  }
}

const chunkSize = 500;

export async function loadLatestValues(
  db: Db,
  table: RecordedTable,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const contents = new Map<number, Values>();
  for (const chunk of chunks(ids, chunkSize)) {
    const newest = db
      .selectFrom('operation_rows')
      .select((builder) => builder.fn.max('id').as('id'))
      .where('table_name', '=', table)
      .where('row_id', 'in', chunk)
      .groupBy('row_id');
    const loggedRows = await db.selectFrom('operation_rows').selectAll().where('id', 'in', newest).execute();
    for (const { id, before, after } of loggedRows.map(parseChange)) contents.set(id, after ?? before ?? {});
  }
  return contents;
}
