import { type RawBuilder, sql } from 'kysely';
import { chunks } from '../engine/chunks';
import { type DatabaseKind, rowsInJson } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import type { Row, Trx, Values } from '../schema';

/**
 * A record that was deleted and created again has the same values in these columns, but another id. A client
 * that still shows the deleted record must not overwrite the new record.
 */
export const identityColumns: Partial<Record<RecordedTable, readonly string[]>> = {
  grades: ['subject_id', 'student_row_id'],
  registers: ['subject_id', 'date', 'circle_id'],
  daily_records: ['subject_id', 'date', 'student_row_id', 'kind', 'seq'],
};

const chunkSize = 500;

export const identityKey = (columns: readonly string[], row: Values) =>
  columns.map((column) => row[column]).join('/');

interface Writer {
  trx: Trx;
  kind: DatabaseKind;
}

type RecitationDay = Pick<Row<'daily_records'>, 'subject_id' | 'date' | 'student_row_id' | 'kind'>;

const recitationDayKey = ({ subject_id, date, student_row_id, kind }: RecitationDay) =>
  [subject_id, date, student_row_id, kind].join('/');

const dayColumns = {
  day: 'text',
  subject_id: 'bigint',
  date: 'text',
  student_row_id: 'bigint',
  kind: 'text',
} as const;

function daysInJson(kind: DatabaseKind, rows: readonly RecitationDay[]) {
  const days = new Map(rows.map((row) => [recitationDayKey(row), row]));
  return rowsInJson(
    kind,
    dayColumns,
    [...days].map(([day, { subject_id, date, student_row_id, kind: recitationKind }]) => ({
      day,
      subject_id,
      date,
      student_row_id,
      kind: recitationKind,
    })),
  );
}

/** The API shows recitations of a student, subject, day and kind as one record. Its version is the sum. */
interface DayTotals {
  versionSum: number;
  lastId: number;
  lastSeq: number;
}

async function loadDayTotals(
  { trx, kind }: Writer,
  rows: readonly RecitationDay[],
): Promise<Map<string, DayTotals>> {
  const totalsByDay = new Map<string, DayTotals>();
  for (const chunk of chunks(rows, chunkSize)) {
    const result = await sql<{ day: string; id: number; version: number; seq: number }>`
      select requested.day, stored.id, stored.version, stored.seq
      from (${daysInJson(kind, chunk)}) as requested cross join daily_records as stored
      where stored.subject_id = requested.subject_id and stored.date = requested.date
        and stored.student_row_id = requested.student_row_id and stored.kind = requested.kind
      order by stored.seq`.execute(trx);
    for (const { day, id, version, seq } of result.rows)
      totalsByDay.set(day, {
        versionSum: (totalsByDay.get(day)?.versionSum ?? 0) + version,
        lastId: id,
        lastSeq: seq,
      });
  }
  return totalsByDay;
}

async function loadMaximaOfRemoved(
  { trx, kind }: Writer,
  rows: readonly RecitationDay[],
): Promise<Map<string, { version: number; seq: number }>> {
  const maximaByDay = new Map<string, { version: number; seq: number }>();
  // '0' follows '/' in the alphabet. PostgreSQL uses its index for a range only in a subquery.
  const maxInDay = (column: RawBuilder<unknown>) => sql`(select max(${column}) from last_versions
    where table_name = 'daily_records' and key > requested.day || '/' and key < requested.day || '0')`;
  for (const chunk of chunks(rows, chunkSize)) {
    const result = await sql<{ day: string; version: number | null; seq: number | null }>`
      select requested.day, ${maxInDay(sql`version`)} as version,
        ${maxInDay(sql`cast(substr(key, length(requested.day) + 2) as integer)`)} as seq
      from (${daysInJson(kind, chunk)}) as requested`.execute(trx);
    for (const { day, version, seq } of result.rows)
      maximaByDay.set(day, { version: version ?? 0, seq: seq ?? 0 });
  }
  return maximaByDay;
}

/** The number of a removed recitation is not used again, so that an undo can restore it. */
export async function nextSeqs(writer: Writer, rows: readonly RecitationDay[]): Promise<number[]> {
  const totalsByDay = await loadDayTotals(writer, rows);
  const removedMaxima = await loadMaximaOfRemoved(writer, rows);
  return rows.map((row) => {
    const day = recitationDayKey(row);
    return Math.max(totalsByDay.get(day)?.lastSeq ?? 0, removedMaxima.get(day)?.seq ?? 0) + 1;
  });
}

export async function storeLastVersions(
  writer: Writer,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<void> {
  const columns = identityColumns[table];
  if (!columns) return;
  for (const chunk of chunks(rows, chunkSize)) {
    const sums = table === 'daily_records' ? await raiseRemaining(writer, chunk as never) : null;
    const values = chunk.map((row) => ({
      table_name: table,
      key: identityKey(columns, row),
      version: sums?.get(recitationDayKey(row as never)) ?? Number(row['version']),
    }));
    await writer.trx
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

/** Raises the version of one remaining recitation per day, so that the sum never falls. */
async function raiseRemaining(
  writer: Writer,
  removedRows: readonly Row<'daily_records'>[],
): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const add = (day: string, version: number) => sums.set(day, (sums.get(day) ?? 0) + version);
  for (const row of removedRows) add(recitationDayKey(row), row.version);
  const remaining = await loadDayTotals(writer, removedRows);
  if (remaining.size === 0) return sums;
  const updates = [...remaining].map(([day, { lastId, versionSum }]) => ({
    id: lastId,
    increment: (sums.get(day) ?? 0) + 1,
    day,
    sum: versionSum,
  }));
  for (const { day, sum } of updates) add(day, sum);
  await sql`update daily_records set version = version + updates.increment
    from (${rowsInJson(writer.kind, { id: 'bigint', increment: 'bigint' }, updates)}) as updates
    where daily_records.id = updates.id`.execute(writer.trx);
  return sums;
}

/**
 * A new row gets a higher version than the removed row with the same identity. A restored row already has a
 * higher version.
 */
export async function initialVersions(
  writer: Writer,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<number[]> {
  const ownVersions = rows.map((row) => Number(row['version'] ?? 1));
  const columns = identityColumns[table];
  if (!columns) return ownVersions;
  if (table === 'daily_records') {
    const totalsByDay = await loadDayTotals(writer, rows as never);
    const removedMaxima = await loadMaximaOfRemoved(writer, rows as never);
    return rows.map((row, index) => {
      const day = recitationDayKey(row as never);
      const minVersion = (removedMaxima.get(day)?.version ?? 0) + 1 - (totalsByDay.get(day)?.versionSum ?? 0);
      return Math.max(ownVersions[index] ?? 1, minVersion);
    });
  }
  const lastVersions = new Map<string, number>();
  for (const chunk of chunks(rows, chunkSize)) {
    const keys = chunk.map((row) => identityKey(columns, row));
    const stored = await writer.trx
      .selectFrom('last_versions')
      .select(['key', 'version'])
      .where('table_name', '=', table)
      .where('key', 'in', keys)
      .execute();
    for (const { key, version } of stored) lastVersions.set(key, version);
  }
  return rows.map((row, index) =>
    Math.max(ownVersions[index] ?? 1, (lastVersions.get(identityKey(columns, row)) ?? 0) + 1),
  );
}
