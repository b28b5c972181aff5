import { sql } from 'kysely';
import { chunks } from '../engine/chunks';
import { searchColumns, searchEntries, searchKinds } from '../log/derived';
import { type DatabaseKind, rowsInJson } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import type { Replacement } from '../log/storedRows';
import type { Values, Trx } from '../schema';

interface Writer {
  trx: Trx;
  kind: DatabaseKind;
}

/** So many terms or rows in one statement. */
const chunkSize = 20_000;
const columns = { kind: 'text', term: 'text', row_id: 'integer', shared: 'integer' } as const;
const learnt = sql.join(Object.keys(columns).map((column) => sql.ref(column)));

/** Makes new rows findable. */
export async function learnRows(
  { trx, kind }: Writer,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<void> {
  const terms = rows.flatMap((row) =>
    searchEntries(table, row).map((entry) => ({ ...entry, row_id: Number(row['id']) })),
  );
  for (const part of chunks(terms, chunkSize))
    await sql`insert into search_terms (${learnt}) ${rowsInJson(kind, columns, part)}`.execute(trx);
}

/** Makes rows that are gone unfindable. */
export async function forgetRows(
  { trx }: Writer,
  table: RecordedTable,
  ids: readonly number[],
): Promise<void> {
  for (const kind of searchKinds(table)) {
    for (const part of chunks(ids, chunkSize)) {
      await trx.deleteFrom('search_terms').where('kind', '=', kind).where('row_id', 'in', part).execute();
    }
  }
}

/** Makes changed rows findable by what they are now. */
export async function relearnRows(
  writer: Writer,
  table: RecordedTable,
  rows: readonly Replacement[],
): Promise<void> {
  const searched = searchColumns(table);
  const differing = rows.filter(({ before, after }) =>
    searched.some((column) => before[column] !== after[column]),
  );
  if (differing.length === 0) return;
  const after = differing.map((row) => row.after);
  await forgetRows(
    writer,
    table,
    after.map((row) => Number(row['id'])),
  );
  await learnRows(writer, table, after);
}
