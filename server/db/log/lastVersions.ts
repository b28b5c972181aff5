import { type RawBuilder, sql } from 'kysely';
import { chunks } from '../engine/chunks';
import { type DatabaseKind, rowsInJson } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import type { Row, Trx, Values } from '../schema';

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

interface Writing {
  trx: Trx;
  kind: DatabaseKind;
}

/** Of which student, subject, day and kind a daily record is. */
type DayOfKind = Pick<Row<'daily_records'>, 'subject_id' | 'date' | 'student_row_id' | 'kind'>;

const dayOfKind = ({ subject_id, date, student_row_id, kind }: DayOfKind) =>
  [subject_id, date, student_row_id, kind].join('/');

const dayColumns = {
  day: 'text',
  subject_id: 'bigint',
  date: 'text',
  student_row_id: 'bigint',
  kind: 'text',
} as const;

/** Of each of these days a row, for a query. */
function daysInJson(kind: DatabaseKind, rows: readonly DayOfKind[]) {
  const days = new Map(rows.map((row) => [dayOfKind(row), row]));
  return rowsInJson(
    kind,
    dayColumns,
    [...days].map(([day, { subject_id, date, student_row_id, kind: of }]) => ({
      day,
      subject_id,
      date,
      student_row_id,
      kind: of,
    })),
  );
}

/**
 * The recitations of a student, subject, day and kind are read as one row, whose version is the sum of theirs. It is
 * higher than any sum before, whatever was removed in between.
 */
interface Recitations {
  /** The sum of their versions. */
  sum: number;
  /** The row number of the last of them; 0 without any. */
  last: number;
  /** The number of the last of them; 0 without any. */
  seq: number;
}

/** The recitations of these days, by `dayOfKind`. */
async function presentRecitations(
  { trx, kind }: Writing,
  rows: readonly DayOfKind[],
): Promise<Map<string, Recitations>> {
  const found = new Map<string, Recitations>();
  for (const part of chunks(rows, chunkSize)) {
    const result = await sql<{ day: string; id: number; version: number; seq: number }>`
      select wanted.day, stored.id, stored.version, stored.seq
      from (${daysInJson(kind, part)}) as wanted cross join daily_records as stored
      where stored.subject_id = wanted.subject_id and stored.date = wanted.date
        and stored.student_row_id = wanted.student_row_id and stored.kind = wanted.kind
      order by stored.seq`.execute(trx);
    for (const { day, id, version, seq } of result.rows)
      found.set(day, { sum: (found.get(day)?.sum ?? 0) + version, last: id, seq });
  }
  return found;
}

/** Of these days the highest version and number among removed recitations, by `dayOfKind`. */
async function removedRecitations(
  { trx, kind }: Writing,
  rows: readonly DayOfKind[],
): Promise<Map<string, { version: number; seq: number }>> {
  const found = new Map<string, { version: number; seq: number }>();
  // After the slash comes the number, and 0 follows the slash. PostgreSQL finds a range by its index only where it
  // stands by itself.
  const highest = (column: RawBuilder<unknown>) => sql`(select max(${column}) from last_versions
    where table_name = 'daily_records' and key > wanted.day || '/' and key < wanted.day || '0')`;
  for (const part of chunks(rows, chunkSize)) {
    const result = await sql<{ day: string; version: number | null; seq: number | null }>`
      select wanted.day, ${highest(sql`version`)} as version,
        ${highest(sql`cast(substr(key, length(wanted.day) + 2) as integer)`)} as seq
      from (${daysInJson(kind, part)}) as wanted`.execute(trx);
    for (const { day, version, seq } of result.rows) found.set(day, { version: version ?? 0, seq: seq ?? 0 });
  }
  return found;
}

/** The numbers of new recitations: those of removed ones are not used again, so that they can come back. */
export async function nextNumbers(writing: Writing, rows: readonly DayOfKind[]): Promise<number[]> {
  const present = await presentRecitations(writing, rows);
  const removed = await removedRecitations(writing, rows);
  return rows.map((row) => {
    const day = dayOfKind(row);
    return Math.max(present.get(day)?.seq ?? 0, removed.get(day)?.seq ?? 0) + 1;
  });
}

/** Stores the versions of rows that are being removed. */
export async function keepLastVersions(
  writing: Writing,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<void> {
  const columns = placeColumns[table];
  if (!columns) return;
  for (const part of chunks(rows, chunkSize)) {
    const sums = table === 'daily_records' ? await raiseOthers(writing, part as never) : null;
    const values = part.map((row) => ({
      table_name: table,
      key: placeOf(columns, row),
      version: sums?.get(dayOfKind(row as never)) ?? Number(row['version']),
    }));
    await writing.trx
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

/**
 * Raises the version of a recitation of each day of which others were removed, so that the sum is higher than before.
 * @returns by `dayOfKind` the sum before
 */
async function raiseOthers(
  writing: Writing,
  removed: readonly Row<'daily_records'>[],
): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const add = (day: string, version: number) => sums.set(day, (sums.get(day) ?? 0) + version);
  for (const row of removed) add(dayOfKind(row), row.version);
  const present = await presentRecitations(writing, removed);
  if (present.size === 0) return sums;
  const raised = [...present].map(([day, { last, sum }]) => ({
    id: last,
    more: (sums.get(day) ?? 0) + 1,
    day,
    sum,
  }));
  for (const { day, sum } of raised) add(day, sum);
  await sql`update daily_records set version = version + raised.more
    from (${rowsInJson(writing.kind, { id: 'bigint', more: 'bigint' }, raised)}) as raised
    where daily_records.id = raised.id`.execute(writing.trx);
  return sums;
}

/**
 * The versions of new rows: 1, or one more than the last version of a removed row in the same place; of rows that come
 * back at least their own.
 */
export async function firstVersions(
  writing: Writing,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<number[]> {
  const own = rows.map((row) => Number(row['version'] ?? 1));
  const columns = placeColumns[table];
  if (!columns) return own;
  if (table === 'daily_records') {
    const present = await presentRecitations(writing, rows as never);
    const removed = await removedRecitations(writing, rows as never);
    return rows.map((row, place) => {
      const day = dayOfKind(row as never);
      const least = (removed.get(day)?.version ?? 0) + 1 - (present.get(day)?.sum ?? 0);
      return Math.max(own[place] ?? 1, least);
    });
  }
  const last = new Map<string, number>();
  for (const part of chunks(rows, chunkSize)) {
    const wanted = part.map((row) => placeOf(columns, row));
    const found = await writing.trx
      .selectFrom('last_versions')
      .select(['key', 'version'])
      .where('table_name', '=', table)
      .where('key', 'in', wanted)
      .execute();
    for (const { key, version } of found) last.set(key, version);
  }
  return rows.map((row, place) => Math.max(own[place] ?? 1, (last.get(placeOf(columns, row)) ?? 0) + 1));
}
