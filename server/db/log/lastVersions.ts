import { sql } from 'kysely';
import { chunks } from '../engine/chunks';
import type { RecordedTable } from '../schema/recorded';
import type { Values, Trx } from '../schema';

/**
 * The columns by which people recognise a row, whatever its id: somebody who saw version 1 of a student's marks must
 * not overwrite marks that were made after those were undone.
 */
export const placeColumns: Partial<Record<RecordedTable, readonly string[]>> = {
  grades: ['subject_id', 'student_row_id'],
  registers: ['subject_id', 'date', 'circle_id'],
  daily_records: ['subject_id', 'date', 'student_row_id', 'kind', 'seq'],
};

/** Rows per statement. */
const chunkSize = 500;

export const placeOf = (columns: readonly string[], row: Values) =>
  columns.map((column) => row[column]).join('/');

/** Stores the versions of rows that are being removed. */
export async function keepLastVersions(
  trx: Trx,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<void> {
  const columns = placeColumns[table];
  if (!columns) return;
  for (const part of chunks(rows, chunkSize)) {
    const values = part.map((row) => ({
      table_name: table,
      key: placeOf(columns, row),
      version: Number(row['version']),
    }));
    await trx
      .insertInto('last_versions')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['table_name', 'key'])
          .doUpdateSet({ version: sql`excluded.version` })
          .where(sql<boolean>`excluded.version > last_versions.version`),
      )
      .execute();
  }
}

/** The first versions of new rows: 1, or one more than the last version of a removed row in the same place. */
export async function firstVersions(
  trx: Trx,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<number[]> {
  const columns = placeColumns[table];
  // A restored row has its own version.
  if (!columns || rows.every((row) => row['version'] !== undefined)) return rows.map(() => 1);
  const last = new Map<string, number>();
  for (const part of chunks(rows, chunkSize)) {
    const wanted = part.map((row) => placeOf(columns, row));
    const found = await trx
      .selectFrom('last_versions')
      .select(['key', 'version'])
      .where('table_name', '=', table)
      .where('key', 'in', wanted)
      .execute();
    for (const { key, version } of found) last.set(key, version);
  }
  return rows.map((row) => (last.get(placeOf(columns, row)) ?? 0) + 1);
}
