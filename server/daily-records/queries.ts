import { sql } from 'kysely';
import type { DailyRecord, EarlierRecord } from '../../contract/dailyRecords';
import { type PerformanceLevel, dailyRecordType } from '../../contract/vocabulary';
import { ruleMessages } from '../../contract/errors';
import { isOnRosterOf } from '../db/enrolments';
import { rangeOf } from '../db/mushafRange';
import { type Member, membersOf, type Offering } from '../db/offering';
import type { Row, Db } from '../db/schema';
import { invalid } from '../problem';

type Stored = Row<'daily_records'>;

/** The records of a day by the row number of the student. */
export async function readStoredRecords(
  db: Db,
  subjectId: number,
  date: string,
): Promise<Map<number, Stored>> {
  const rows = await db
    .selectFrom('daily_records')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('date', '=', date)
    .execute();
  return new Map(rows.map((row) => [row.student_row_id, row]));
}

/** The newest record before a day, by the row number of the student; or the newest with a range. */
async function newestBefore(
  db: Db,
  { subjectId, batchId }: Offering,
  date: string,
  which: 'any' | 'with a range',
): Promise<Map<number, Stored>> {
  const condition = which === 'any' ? sql`1 = 1` : sql`earlier.from_surah is not null`;
  const { rows } = await sql<Stored>`
    select newest.* from enrolments join daily_records newest on newest.id = (
      select earlier.id from daily_records earlier
      where earlier.student_row_id = enrolments.student_row_id and earlier.subject_id = ${subjectId}
        and earlier.date < ${date} and ${condition}
      order by earlier.date desc limit 1)
    where enrolments.batch_id = ${batchId} and ${isOnRosterOf(date)}`.execute(db);
  return new Map(rows.map((row) => [row.student_row_id, row]));
}

/** A row for each student of the batch, by name; where `only` is given, for these alone. */
export async function dayRecords(
  db: Db,
  offering: Offering,
  date: string,
  only?: ReadonlySet<number>,
): Promise<DailyRecord[]> {
  const members = await membersOf(db, offering.batchId, date);
  const records = await readStoredRecords(db, offering.subjectId, date);
  const previous = await newestBefore(db, offering, date, 'any');
  const ranges = await newestBefore(db, offering, date, 'with a range');
  return members
    .filter(({ rowId }) => only?.has(rowId) ?? true)
    .map((member) => {
      const earlier = previous.get(member.rowId);
      return {
        ...asRecord(member, records.get(member.rowId)),
        previous: earlier ? asEarlier(earlier) : null,
        lastRange: rangeOf(ranges.get(member.rowId)),
      };
    });
}

const contentOf = (row: Stored | undefined) => ({
  recordContent: row?.record_content ?? null,
  pagesCount: row?.pages_count ?? null,
  performanceLevel: (row?.performance_level ?? null) as PerformanceLevel | null,
  mistakesCount: row?.mistakes_count ?? null,
  teacherNotes: row?.teacher_notes ?? null,
  range: rangeOf(row),
});

const asRecord = ({ studentId, studentName }: Member, row: Stored | undefined) => ({
  id: row?.id ?? null,
  studentId,
  studentName,
  ...contentOf(row),
  version: row?.version ?? 0,
  updated_at: row?.updated_at ?? null,
});

const asEarlier = (row: Stored): EarlierRecord => ({ recordDate: row.date, ...contentOf(row) });

/** @throws VALIDATION for a subject of another type; spec 2 §2 */
export function refuseOtherSubjects({ type }: Offering): void {
  if (type !== dailyRecordType) throw invalid({ path: 'subjectCode', message: ruleMessages.notDailySubject });
}
