import { type RawBuilder, sql } from 'kysely';
import type { DailyRecord, EarlierRecord, MushafRange, Recitation } from '../../contract/dailyRecords';
import { type PerformanceLevel, type RecordKind, recordKinds } from '../../contract/vocabulary';
import type { RosterMember, Offering } from '../domain/offering';
import { toApiParts, toMushafRange, loadRecordParts } from '../domain/recordParts';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { joinRecords } from './joinRecords';
import type { VisibleStudents } from './students';
import { recordColumns, type RecordRow, type StoredRecord } from './storedRecord';

export interface DayContext {
  offering: Offering;
  date: string;
  kinds: readonly RecordKind[];
  students: VisibleStudents;
}

/** Unique within a day. */
export const recordKey = (rowId: number, kind: RecordKind) => `${rowId}/${kind}`;

const selectedColumns = sql.join(recordColumns.map((column) => sql.ref(`found.${column}`)));

/** Selects records as `found`. The table `wanted` lists the kinds. */
type RecordQuery = RawBuilder<RecordRow>;

const joinIds = (members: readonly RosterMember[]) => sql.join(members.map(({ rowId }) => rowId));

const selectOfDay = (
  { offering: { subjectId }, date, kinds }: DayContext,
  members: readonly RosterMember[],
): RecordQuery => sql`
  select ${selectedColumns} from daily_records as found
  where found.subject_id = ${subjectId} and found.date = ${date} and found.kind in (${sql.join(kinds)})
    and found.student_row_id in (${joinIds(members)})`;

/** For each kind, the newest record before the day. @param condition SQL condition on `earlier` */
const selectNewestBefore = (
  { offering: { subjectId }, date, students }: DayContext,
  members: readonly RosterMember[],
  condition = always,
): RecordQuery => sql`
  select ${selectedColumns} from students as student cross join wanted join daily_records as found on found.id = (
    select earlier.id from daily_records as earlier
    where earlier.student_row_id = student.id and earlier.subject_id = ${subjectId} and earlier.kind = wanted.kind
      and earlier.date < ${date} and ${condition} and ${students.isReadable}
    order by earlier.date desc, earlier.seq desc limit 1)
  where student.id in (${joinIds(members)})`;

const hasRange: Condition = sql`exists (select 1 from daily_record_ranges where record_id = earlier.id)`;

/** PostgreSQL uses its indexes only for separate queries that `union all` joins. */
async function loadRecords(
  db: Db,
  { kinds }: DayContext,
  queries: readonly RecordQuery[],
): Promise<StoredRecord[]> {
  const { rows } = await sql<RecordRow>`
    with wanted (kind) as (values ${sql.join(kinds.map((kind) => sql`(${kind})`))})
    ${sql.join(queries, sql` union all `)}`.execute(db);
  const partsByRecord = await loadRecordParts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => Object.assign(row, { parts: partsByRecord.get(row.id) }));
}

const mapByKey = (records: readonly StoredRecord[]): Map<string, StoredRecord> =>
  new Map(records.map((record) => [recordKey(record.student_row_id, record.kind), record]));

/** Each list is sorted by `seq`. */
function groupByKey(records: readonly StoredRecord[]): Map<string, StoredRecord[]> {
  const recordsByKey = new Map<string, StoredRecord[]>();
  for (const record of records.toSorted((a, b) => a.seq - b.seq)) {
    const key = recordKey(record.student_row_id, record.kind);
    const group = recordsByKey.get(key);
    if (group) group.push(record);
    else recordsByKey.set(key, [record]);
  }
  return recordsByKey;
}

/** Key: `recordKey`. */
export const loadRecordsOfDay = async (db: Db, day: DayContext, members: readonly RosterMember[]) =>
  groupByKey(await loadRecords(db, day, [selectOfDay(day, members)]));

export async function loadRecord(db: Db, id: number): Promise<StoredRecord | undefined> {
  const row = await db
    .selectFrom('daily_records')
    .select(recordColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && Object.assign(row, { parts: (await loadRecordParts(db, [id])).get(id) });
}

/**
 * Students without a record get an empty row if the caller may save one.
 * @param only keys of the rows to return
 */
export async function loadDayRecords(
  db: Db,
  day: DayContext,
  only?: ReadonlySet<string>,
): Promise<DailyRecord[]> {
  const { date, kinds, students } = day;
  const isRequested = ({ rowId }: RosterMember, kind: RecordKind) =>
    only?.has(recordKey(rowId, kind)) ?? true;
  const members = students.members.filter((member) => kinds.some((kind) => isRequested(member, kind)));
  if (members.length === 0) return [];
  const loaded = await loadRecords(db, day, [selectOfDay(day, members), selectNewestBefore(day, members)]);
  const records = groupByKey(loaded.filter((record) => record.date === date));
  const previous = mapByKey(loaded.filter((record) => record.date !== date));
  // This second query is rare, because most previous records have ranges.
  const membersWithoutRange = members.filter(({ rowId }) =>
    kinds.some((kind) => hasNoRange(previous.get(recordKey(rowId, kind)))),
  );
  const recordsWithRange =
    membersWithoutRange.length > 0
      ? await loadRecords(db, day, [selectNewestBefore(day, membersWithoutRange, hasRange)])
      : [];
  const rangesByKey = mapByKey(recordsWithRange);
  return members.flatMap((member) =>
    recordKinds.flatMap((kind) => {
      const key = recordKey(member.rowId, kind);
      if (!kinds.includes(kind) || !isRequested(member, kind)) return [];
      if (!records.has(key) && !students.canWrite(member.rowId)) return [];
      const previousRecord = previous.get(key);
      return [
        {
          previous: previousRecord ? toEarlierRecord(previousRecord) : null,
          lastRange: findLastRange(hasNoRange(previousRecord) ? rangesByKey.get(key) : previousRecord),
          ...toDailyRecord(member, kind, records.get(key)),
        },
      ];
    }),
  );
}

/** An older record may have a range. */
const hasNoRange = (record: StoredRecord | undefined) =>
  record !== undefined && (record.parts?.ranges.length ?? 0) === 0;

function findLastRange(record: StoredRecord | undefined): MushafRange | null {
  const last = record?.parts?.ranges.at(-1);
  return last ? toMushafRange(last) : null;
}

// The spread comes last: as the first property, it makes the object much slower to create.
const toContentFields = (row: StoredRecord | undefined) => ({
  recordContent: row?.record_content ?? null,
  pagesCount: row?.pages_count ?? null,
  performanceLevel: (row?.performance_level ?? null) as PerformanceLevel | null,
  mistakesCount: row?.mistakes_count ?? null,
  teacherNotes: row?.teacher_notes ?? null,
  result: row?.result ?? null,
  ...toApiParts(row?.parts),
});

function toDailyRecord(
  { studentId, studentName }: RosterMember,
  kind: RecordKind,
  rows: readonly StoredRecord[] = [],
) {
  const row = rows.length > 0 ? joinRecords(rows) : undefined;
  return {
    id: row?.id ?? null,
    studentId,
    studentName,
    kind,
    seq: row?.seq ?? null,
    count: rows.length,
    heardBy: row?.heard_by ?? null,
    recitations: rows.length > 1 ? rows.map(toRecitation) : [],
    version: row?.version ?? 0,
    updated_at: row?.updated_at ?? null,
    ...toContentFields(row),
  };
}

export const toRecitation = (row: StoredRecord): Recitation => ({
  id: row.id,
  seq: row.seq,
  heardBy: row.heard_by,
  version: row.version,
  updated_at: row.updated_at,
  ...toContentFields(row),
});

const toEarlierRecord = (row: StoredRecord): EarlierRecord => ({
  recordDate: row.date,
  ...toContentFields(row),
});
