import { sql } from 'kysely';
import { chunks } from '../engine/chunks';
import { type DatabaseKind, forNoKeyUpdate, parameterLimit } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import { type Values, anyTable, type Trx } from '../schema';

/** A row before and after a change. */
export interface Replacement {
  before: Values;
  after: Values;
}

/** Rows per reading statement. */
const chunkSize = 500;

/** From this number of rows on, one JSON parameter is faster than a parameter for each value. */
const many = 20;

/**
 * Inserts rows with the same columns. On PostgreSQL many rows are passed as one parameter, which takes two thirds of
 * the time; SQLite does not need it.
 */
export function insertOf(
  { trx, kind }: { trx: Trx; kind: DatabaseKind },
  table: RecordedTable,
  rows: readonly Values[],
) {
  const into = anyTable(trx).insertInto(table);
  const columns = Object.keys(rows[0] ?? {});
  const isWhole = rows.every((row) => columns.every((column) => row[column] !== undefined));
  if (kind === 'sqlite' || rows.length < many || !isWhole) return into.values([...rows]);
  const listed = sql.join(columns.map((column) => sql.ref(column)));
  const type = sql.table(table);
  return into
    .columns(columns)
    .expression(
      sql<Values>`select ${listed} from json_populate_recordset(null::${type}, ${JSON.stringify(rows)}::json)`,
    );
}

/** The existing rows with these numbers, locked until the transaction ends. */
export async function storedRows(
  { trx, kind }: { trx: Trx; kind: DatabaseKind },
  table: RecordedTable,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const found = new Map<number, Values>();
  for (const part of chunks(ids, chunkSize)) {
    const query = anyTable(trx).selectFrom(table).selectAll().where('id', 'in', part).orderBy('id');
    for (const row of await forNoKeyUpdate(kind, query).execute()) found.set(Number(row['id']), row);
  }
  return found;
}

/**
 * Updates existing rows (each number once) with statements of many rows. Columns that no row changes, and their
 * indexes, are not touched. It is written as an insert with a conflict, which gives the values the types of the
 * columns.
 */
export async function replaceRows(
  writer: { trx: Trx; kind: DatabaseKind },
  table: RecordedTable,
  rows: readonly Replacement[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first.after);
  const written = columns.filter((column) =>
    rows.some(({ before, after }) => before[column] !== after[column]),
  );
  for (const part of chunks(rows, Math.floor(parameterLimit / columns.length))) {
    const inserted = part.map(({ after }) => after);
    await insertOf(writer, table, inserted)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((to) =>
            Object.fromEntries(written.map((column) => [column, to.ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  }
}
