import type { Transaction } from 'kysely';
import { chunks } from './chunks';
import { searchColumns, searchEntries, searchKinds } from './derived';
import { parameterLimit } from './dialect';
import type { Database, RecordedTable } from './schema';
import type { Replacement, Values } from './storedRows';

/** Makes new rows findable. */
export async function learnRows(
  trx: Transaction<Database>,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<void> {
  const terms = rows.flatMap((row) =>
    searchEntries(table, row).map((entry) => ({ ...entry, row_id: Number(row['id']) })),
  );
  for (const part of chunks(terms, parameterLimit / 4)) {
    await trx.insertInto('search_terms').values(part).execute();
  }
}

/** Makes rows that are gone unfindable. */
export async function forgetRows(
  trx: Transaction<Database>,
  table: RecordedTable,
  ids: readonly number[],
): Promise<void> {
  for (const kind of searchKinds(table)) {
    for (const part of chunks(ids, parameterLimit / 4)) {
      await trx.deleteFrom('search_terms').where('kind', '=', kind).where('row_id', 'in', part).execute();
    }
  }
}

/** Makes changed rows findable by what they are now. */
export async function relearnRows(
  trx: Transaction<Database>,
  table: RecordedTable,
  rows: readonly Replacement[],
): Promise<void> {
  const columns = searchColumns(table);
  const differing = rows.filter(({ before, after }) =>
    columns.some((column) => before[column] !== after[column]),
  );
  if (differing.length === 0) return;
  const after = differing.map((row) => row.after);
  await forgetRows(
    trx,
    table,
    after.map((row) => Number(row['id'])),
  );
  await learnRows(trx, table, after);
}
