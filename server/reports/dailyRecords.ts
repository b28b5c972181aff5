import { sql } from 'kysely';
import { maxListRows } from '../../contract/lists';
import { roundedMean } from '../../contract/rules/statistics';
import type { KindFilter } from '../../contract/dailyRecords';
import type { ReportedDailyRecords, ReportedRecord } from '../../contract/reports/reports';
import { performanceFigures } from '../../contract/rules/recordFigures';
import { defaultRecordKind, recordKinds } from '../../contract/vocabulary';
import { parseRecordKindNames } from '../domain/institute';
import type { Offering } from '../domain/offering';
import { toApiParts, loadRecordParts } from '../domain/recordParts';
import type { Db } from '../db/schema';
import { allOf, type Condition, countRows } from '../db/search/matching';
import type { Person } from './person';
import { asSubject } from './subject';

/** Which records of a subject; both days are included. */
export interface Wanted {
  days?: { from: string; to: string };
  person?: Person | undefined;
  /** Default: new ones. */
  kind?: KindFilter | undefined;
  circle?: { id: number; name: string } | null;
  /** SQL: the records that the caller may read. */
  within: Condition;
}

/** The sums of the records of one day with one level. */
interface DayLevel {
  date: string;
  level: string | null;
  records: number;
  pages: number;
  withPages: number;
  mistakes: number;
}

/** The daily records of a subject with their figures. Spec 2 §3, decision 11. */
export async function reportedRecords(
  db: Db,
  offering: Offering,
  { days, person, kind = defaultRecordKind, circle = null, within }: Wanted,
): Promise<ReportedDailyRecords> {
  const wanted = wantedRecords(offering, { days, person, kind, within });
  const counted = await dayLevels(db, wanted);
  const dates = [...new Set(counted.map(({ date }) => date))];
  const ofEachStudent = sql`from (select distinct daily_records.student_row_id ${wanted}) as of_each`;
  return {
    student: person
      ? { studentId: person.studentId, studentName: person.studentName, batchName: offering.batchName }
      : null,
    subject: asSubject(offering),
    dateRange: { startDate: days?.from ?? dates[0] ?? null, endDate: days?.to ?? dates.at(-1) ?? null },
    kind,
    circle,
    ...(await namesOf(db)),
    records: await listRecords(db, wanted),
    statistics: { ...totalsOf(counted), totalStudents: await countRows(db, ofEachStudent) },
    days: dates.map((date) => {
      const { totalRecords, totalPages, totalMistakes } = totalsOf(
        counted.filter((one) => one.date === date),
      );
      return { date, records: totalRecords, pages: totalPages, mistakes: totalMistakes };
    }),
  };
}

const wantedRecords = ({ subjectId }: Offering, { days, person, kind, within }: Wanted) => {
  const conditions = [
    sql`daily_records.subject_id = ${subjectId}`,
    ...(days ? [sql`daily_records.date between ${days.from} and ${days.to}`] : []),
    ...(person ? [sql`daily_records.student_row_id = ${person.rowId}`] : []),
    within,
    ...(kind === 'all' ? [] : [sql`daily_records.kind = ${kind}`]),
  ];
  return sql`from daily_records where ${allOf(conditions)}`;
};

/** By day, ascending, and level. */
async function dayLevels(db: Db, wanted: ReturnType<typeof wantedRecords>): Promise<DayLevel[]> {
  const { rows } = await sql<Record<keyof DayLevel, never> & DayLevel>`
    select date, performance_level as level, count(*) as records, coalesce(sum(pages_count), 0) as pages,
      count(pages_count) as "withPages", coalesce(sum(mistakes_count), 0) as mistakes
    ${wanted} group by date, performance_level order by date`.execute(db);
  return rows.map((row) => ({
    ...row,
    records: Number(row.records),
    pages: Number(row.pages),
    withPages: Number(row.withPages),
    mistakes: Number(row.mistakes),
  }));
}

function totalsOf(counted: readonly DayLevel[]) {
  const sum = (of: 'records' | 'pages' | 'withPages' | 'mistakes') =>
    counted.reduce((total, one) => total + one[of], 0);
  return {
    totalRecords: sum('records'),
    totalPages: sum('pages'),
    avgPages: roundedMean(sum('pages'), sum('withPages')),
    totalMistakes: sum('mistakes'),
    ...performanceFigures(counted.map(({ level, records }) => ({ level, count: records }))),
  };
}

/** The names of the kinds of record and of fault in this institute. */
async function namesOf(db: Db): Promise<Pick<ReportedDailyRecords, 'kindNames' | 'faultNames'>> {
  const settings = await db.selectFrom('settings').select('record_kinds').executeTakeFirst();
  const faults = await db.selectFrom('fault_kinds').select(['key', 'name']).orderBy('position').execute();
  return {
    kindNames: parseRecordKindNames(settings?.record_kinds),
    faultNames: Object.fromEntries(faults.map(({ key, name }) => [key, name])),
  };
}

type Listed = Omit<ReportedRecord, 'range' | 'ranges' | 'faults'> & { id: number };

/** By day, name and kind; only the newest if there are more than `listLimit`. */
async function listRecords(db: Db, wanted: ReturnType<typeof wantedRecords>): Promise<ReportedRecord[]> {
  const placeOfKind = sql.join(
    recordKinds.map((kind, place) => sql`when ${kind} then ${sql.lit(place)}`),
    sql` `,
  );
  const { rows } = await sql<Listed>`
    select found.id, students.full_name as "studentName", students.student_id as "studentId",
      found.date as "recordDate", found.kind, found.record_content as "recordContent",
      found.pages_count as "pagesCount", found.performance_level as "performanceLevel",
      found.mistakes_count as "mistakesCount", found.teacher_notes as "teacherNotes", found.result
    from (select daily_records.* ${wanted} order by date desc, id desc limit ${maxListRows}) as found
      join students on students.id = found.student_row_id
    order by found.date, students.full_name_sort, students.id, case found.kind ${placeOfKind} end`.execute(
    db,
  );
  const parts = await loadRecordParts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, ...record }) => Object.assign(record, toApiParts(parts.get(id))));
}
