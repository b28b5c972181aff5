import { sql } from 'kysely';
import type { DailyRecord, EarlierRecord, MushafRange } from '../../contract/dailyRecords';
import {
  dailyRecordType,
  type PerformanceLevel,
  type RecordKind,
  recordKinds,
} from '../../contract/vocabulary';
import { ruleMessages } from '../../contract/errors';
import { isOnRosterOf } from '../db/enrolments';
import type { Member, Offering } from '../db/offering';
import { asHeard, asMushafRange, partsOf, type RecordParts } from '../db/recordParts';
import type { Row, Db } from '../db/schema';
import { invalid } from '../problem';
import type { Pupils } from './pupils';

/** A record with its ranges and faults. */
export type StoredRecord = Row<'daily_records'> & { parts: RecordParts | undefined };

/** A day of a subject, for a person. */
export interface Day {
  offering: Offering;
  date: string;
  kinds: readonly RecordKind[];
  pupils: Pupils;
}

/** By which a record of a day is known: the row number of the student, and the kind. */
export const placeOf = (rowId: number, kind: RecordKind) => `${rowId}/${kind}`;

type Rows = Row<'daily_records'>[];

async function withParts(db: Db, rows: Rows): Promise<Map<string, StoredRecord>> {
  const parts = await partsOf(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map((row) => [placeOf(row.student_row_id, row.kind), { ...row, parts: parts.get(row.id) }]),
  );
}

/** The records of a day, of these kinds, by place. */
export async function readStoredRecords(
  db: Db,
  subjectId: number,
  date: string,
  kinds: readonly RecordKind[],
): Promise<Map<string, StoredRecord>> {
  const rows = await db
    .selectFrom('daily_records')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('date', '=', date)
    .where('kind', 'in', kinds)
    .execute();
  return withParts(db, rows);
}

/** The newest record of each kind before a day of these members, by place; or the newest that has a range. */
async function newestBefore(
  db: Db,
  { offering: { subjectId, batchId }, date, kinds, pupils }: Day,
  members: readonly Member[],
  which: 'any' | 'with a range',
): Promise<Map<string, StoredRecord>> {
  if (members.length === 0) return new Map();
  const condition =
    which === 'any'
      ? sql`1 = 1`
      : sql`exists (select 1 from daily_record_ranges where record_id = earlier.id)`;
  const wanted = sql.join(kinds.map((kind) => sql`(${kind})`));
  const { rows } = await sql<Row<'daily_records'>>`
    with wanted (kind) as (values ${wanted})
    select newest.* from enrolments cross join wanted join daily_records newest on newest.id = (
      select earlier.id from daily_records earlier
      where earlier.student_row_id = enrolments.student_row_id and earlier.subject_id = ${subjectId}
        and earlier.kind = wanted.kind and earlier.date < ${date} and ${condition} and ${pupils.mayRead}
      order by earlier.date desc limit 1)
    where enrolments.batch_id = ${batchId} and ${isOnRosterOf(date)}
      and enrolments.student_row_id in (${sql.join(members.map(({ rowId }) => rowId))})`.execute(db);
  return withParts(db, rows);
}

/**
 * A row of each of the kinds for each student, by name; of one whose record is not the person's to save only what there
 * is. Where `only` is given, for these places alone.
 */
export async function dayRecords(db: Db, day: Day, only?: ReadonlySet<string>): Promise<DailyRecord[]> {
  const { offering, date, kinds, pupils } = day;
  const isMeant = ({ rowId }: Member, kind: RecordKind) => only?.has(placeOf(rowId, kind)) ?? true;
  const members = pupils.members.filter((member) => kinds.some((kind) => isMeant(member, kind)));
  const records = await readStoredRecords(db, offering.subjectId, date, kinds);
  const previous = await newestBefore(db, day, members, 'any');
  // Most of those before have ranges themselves.
  const lacking = members.filter(({ rowId }) =>
    kinds.some((kind) => isLacking(previous.get(placeOf(rowId, kind)))),
  );
  const ranges = await newestBefore(db, day, lacking, 'with a range');
  return members.flatMap((member) =>
    recordKinds.flatMap((kind) => {
      const place = placeOf(member.rowId, kind);
      if (!kinds.includes(kind) || !isMeant(member, kind)) return [];
      if (!records.has(place) && !pupils.mayWrite(member.rowId)) return [];
      const earlier = previous.get(place);
      return [
        {
          ...asRecord(member, kind, records.get(place)),
          previous: earlier ? asEarlier(earlier) : null,
          lastRange: lastRangeOf(isLacking(earlier) ? ranges.get(place) : earlier),
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
  return last ? asMushafRange(last) : null;
}

const contentOf = (row: StoredRecord | undefined) => ({
  recordContent: row?.record_content ?? null,
  pagesCount: row?.pages_count ?? null,
  performanceLevel: (row?.performance_level ?? null) as PerformanceLevel | null,
  mistakesCount: row?.mistakes_count ?? null,
  teacherNotes: row?.teacher_notes ?? null,
  ...asHeard(row?.parts),
  result: row?.result ?? null,
});

const asRecord = ({ studentId, studentName }: Member, kind: RecordKind, row: StoredRecord | undefined) => ({
  id: row?.id ?? null,
  studentId,
  studentName,
  kind,
  ...contentOf(row),
  version: row?.version ?? 0,
  updated_at: row?.updated_at ?? null,
});

const asEarlier = (row: StoredRecord): EarlierRecord => ({ recordDate: row.date, ...contentOf(row) });

/** @throws VALIDATION for a subject of another type; spec 2 §2 */
export function refuseOtherSubjects({ type }: Offering): void {
  if (type !== dailyRecordType) throw invalid({ path: 'subjectCode', message: ruleMessages.notDailySubject });
}
