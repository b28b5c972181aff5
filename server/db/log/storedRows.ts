import { sql } from 'kysely';
import { chunks } from '../engine/chunks';
import { type DatabaseKind, forNoKeyUpdate, parameterLimit } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import { type Values, anyTable, type Trx } from '../schema';

export interface Replacement {
  before: Values;
  after: Values;
}

const chunkSize = 500;

const minRowsForJson = 20;

/** All rows have the same columns. On PostgreSQL a JSON parameter saves a third of the time. */
export function buildInsert(
  { trx, kind }: { trx: Trx; kind: DatabaseKind },
  table: RecordedTable,
  rows: readonly Values[],
) {
  const into = anyTable(trx).insertInto(table);
  const columns = Object.keys(rows[0] ?? {});
  const hasAllColumns = rows.every((row) => columns.every((column) => row[column] !== undefined));
  if (kind === 'sqlite' || rows.length < minRowsForJson || !hasAllColumns) return into.values([...rows]);
  const columnList = sql.join(columns.map((column) => sql.ref(column)));
  const type = sql.table(table);
  return into
    .columns(columns)
    .expression(
      sql<Values>`select ${columnList} from json_populate_recordset(null::${type}, ${JSON.stringify(rows)}::json)`,
    );
}

export async function lockRows(
  { trx, kind }: { trx: Trx; kind: DatabaseKind },
  table: RecordedTable,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const rowById = new Map<number, Values>();
  for (const chunk of chunks(ids, chunkSize)) {
    const query = anyTable(trx).selectFrom(table).selectAll().where('id', 'in', chunk).orderBy('id');
    for (const row of await forNoKeyUpdate(kind, query).execute()) rowById.set(Number(row['id']), row);
  }
  return rowById;
}

/** Each id may occur once. An upsert is used because it gives the values the types of the columns. */
export async function replaceRows(
  writer: { trx: Trx; kind: DatabaseKind },
  table: RecordedTable,
  rows: readonly Replacement[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first.after);
  const changedColumns = columns.filter((column) =>
    rows.some(({ before, after }) => before[column] !== after[column]),
  );
  for (const chunk of chunks(rows, Math.floor(parameterLimit / columns.length))) {
    const newRows = chunk.map(({ after }) => after);
    await buildInsert(writer, table, newRows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((builder) =>
            Object.fromEntries(changedColumns.map((column) => [column, builder.ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  }
}
