import { type RawBuilder, sql } from 'kysely';
import type { DailyRecord, EarlierRecord, MushafRange, Recitation } from '../../contract/dailyRecords';
import {
  dailyRecordType,
  type PerformanceLevel,
  type RecordKind,
  recordKinds,
} from '../../contract/vocabulary';
import { ruleMessages } from '../../contract/errors';
import type { RosterMember, Offering } from '../domain/offering';
import { toApiParts, toMushafRange, loadRecordParts } from '../domain/recordParts';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { invalid } from '../problem';
import { joinRecords } from './joined';
import type { Pupils } from './pupils';
import { columns, type RecordRow, type StoredRecord } from './stored';

/** A day of a subject, for a person. */
export interface Day {
  offering: Offering;
  date: string;
  kinds: readonly RecordKind[];
  pupils: Pupils;
}

/** By which a record of a day is known: the row number of the student, and the kind. */
export const placeOf = (rowId: number, kind: RecordKind) => `${rowId}/${kind}`;

const wantedColumns = sql.join(columns.map((column) => sql.ref(`found.${column}`)));

/** What finds records as `found`, of `wanted` kinds. */
type Finding = RawBuilder<RecordRow>;

const idsOf = (members: readonly RosterMember[]) => sql.join(members.map(({ rowId }) => rowId));

/** The records of these members on the day. */
const onDay = (
  { offering: { subjectId }, date, kinds }: Day,
  members: readonly RosterMember[],
): Finding => sql`
  select ${wantedColumns} from daily_records as found
  where found.subject_id = ${subjectId} and found.date = ${date} and found.kind in (${sql.join(kinds)})
    and found.student_row_id in (${idsOf(members)})`;

/** The newest record of each kind before the day that meets a condition on `earlier`. */
const newestBefore = (
  { offering: { subjectId }, date, pupils }: Day,
  members: readonly RosterMember[],
  condition = always,
): Finding => sql`
  select ${wantedColumns} from students as student cross join wanted join daily_records as found on found.id = (
    select earlier.id from daily_records as earlier
    where earlier.student_row_id = student.id and earlier.subject_id = ${subjectId} and earlier.kind = wanted.kind
      and earlier.date < ${date} and ${condition} and ${pupils.mayRead}
    order by earlier.date desc, earlier.seq desc limit 1)
  where student.id in (${idsOf(members)})`;

const hasRange: Condition = sql`exists (select 1 from daily_record_ranges where record_id = earlier.id)`;

/** Records with their parts. PostgreSQL finds them by their indexes only where each finding stands by itself. */
async function find(db: Db, { kinds }: Day, findings: readonly Finding[]): Promise<StoredRecord[]> {
  const { rows } = await sql<RecordRow>`
    with wanted (kind) as (values ${sql.join(kinds.map((kind) => sql`(${kind})`))})
    ${sql.join(findings, sql` union all `)}`.execute(db);
  const parts = await loadRecordParts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => Object.assign(row, { parts: parts.get(row.id) }));
}

const byPlace = (records: readonly StoredRecord[]): Map<string, StoredRecord> =>
  new Map(records.map((record) => [placeOf(record.student_row_id, record.kind), record]));

/** By `seq`. */
function severalByPlace(records: readonly StoredRecord[]): Map<string, StoredRecord[]> {
  const found = new Map<string, StoredRecord[]>();
  for (const record of records.toSorted((a, b) => a.seq - b.seq)) {
    const place = placeOf(record.student_row_id, record.kind);
    const before = found.get(place);
    if (before) before.push(record);
    else found.set(place, [record]);
  }
  return found;
}

/** The recitations of these members on the day, by place and `seq`. */
export const recordsOf = async (db: Db, day: Day, members: readonly RosterMember[]) =>
  severalByPlace(await find(db, day, [onDay(day, members)]));

/** A record with its parts. */
export async function recordById(db: Db, id: number): Promise<StoredRecord | undefined> {
  const row = await db.selectFrom('daily_records').select(columns).where('id', '=', id).executeTakeFirst();
  return row && Object.assign(row, { parts: (await loadRecordParts(db, [id])).get(id) });
}

/**
 * A row of each of the kinds for each student, by name; of one whose record is not the person's to save only what there
 * is. Where `only` is given, for these places alone.
 */
export async function dayRecords(db: Db, day: Day, only?: ReadonlySet<string>): Promise<DailyRecord[]> {
  const { date, kinds, pupils } = day;
  const isMeant = ({ rowId }: RosterMember, kind: RecordKind) => only?.has(placeOf(rowId, kind)) ?? true;
  const members = pupils.members.filter((member) => kinds.some((kind) => isMeant(member, kind)));
  if (members.length === 0) return [];
  const found = await find(db, day, [onDay(day, members), newestBefore(day, members)]);
  const records = severalByPlace(found.filter((record) => record.date === date));
  const previous = byPlace(found.filter((record) => record.date !== date));
  // Most of those before have ranges themselves.
  const lacking = members.filter(({ rowId }) =>
    kinds.some((kind) => isLacking(previous.get(placeOf(rowId, kind)))),
  );
  const before = lacking.length > 0 ? await find(db, day, [newestBefore(day, lacking, hasRange)]) : [];
  const ranges = byPlace(before);
  return members.flatMap((member) =>
    recordKinds.flatMap((kind) => {
      const place = placeOf(member.rowId, kind);
      if (!kinds.includes(kind) || !isMeant(member, kind)) return [];
      if (!records.has(place) && !pupils.mayWrite(member.rowId)) return [];
      const earlier = previous.get(place);
      return [
        {
          previous: earlier ? asEarlier(earlier) : null,
          lastRange: lastRangeOf(isLacking(earlier) ? ranges.get(place) : earlier),
          ...asRecord(member, kind, records.get(place)),
        },
      ];
    }),
  );
}

/** A record without a range, before which there may be one that has. */
const isLacking = (record: StoredRecord | undefined) =>
  record !== undefined && (record.parts?.ranges.length ?? 0) === 0;

function lastRangeOf(record: StoredRecord | undefined): MushafRange | null {
  const last = record?.parts?.ranges.at(-1);
  return last ? toMushafRange(last) : null;
}

// What is spread stands last: before the other fields it makes an object many times as slow.
const contentOf = (row: StoredRecord | undefined) => ({
  recordContent: row?.record_content ?? null,
  pagesCount: row?.pages_count ?? null,
  performanceLevel: (row?.performance_level ?? null) as PerformanceLevel | null,
  mistakesCount: row?.mistakes_count ?? null,
  teacherNotes: row?.teacher_notes ?? null,
  result: row?.result ?? null,
  ...toApiParts(row?.parts),
});

function asRecord(
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
    recitations: rows.length > 1 ? rows.map(asRecitation) : [],
    version: row?.version ?? 0,
    updated_at: row?.updated_at ?? null,
    ...contentOf(row),
  };
}

export const asRecitation = (row: StoredRecord): Recitation => ({
  id: row.id,
  seq: row.seq,
  heardBy: row.heard_by,
  version: row.version,
  updated_at: row.updated_at,
  ...contentOf(row),
});

const asEarlier = (row: StoredRecord): EarlierRecord => ({ recordDate: row.date, ...contentOf(row) });

/** @throws VALIDATION for a subject of another type; spec 2 §2 */
export function refuseOtherSubjects({ type }: Offering): void {
  if (type !== dailyRecordType) throw invalid({ path: 'subjectCode', message: ruleMessages.notDailySubject });
}
