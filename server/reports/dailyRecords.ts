import { sql } from 'kysely';
import { listLimit } from '../../contract/lists';
import { meanOf } from '../../contract/rules/statistics';
import type { ReportedDailyRecords, ReportedRecord } from '../../contract/reports';
import { performanceFigures } from '../../contract/rules/recordFigures';
import { rangeOf } from '../db/mushafRange';
import type { Offering } from '../db/offering';
import type { Db } from '../db/schema';
import { allOf, countOf } from '../db/search/matching';
import type { Person } from './person';
import { asSubject } from './subject';

/** Which records of a subject; the days are both counted. */
export interface Wanted {
  days?: { from: string; to: string };
  person?: Person | undefined;
}

/** What the records of a day with a level come to. */
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
  { days, person }: Wanted,
): Promise<ReportedDailyRecords> {
  const wanted = wantedRecords(offering, { days, person });
  const counted = await dayLevels(db, wanted);
  const dates = [...new Set(counted.map(({ date }) => date))];
  const ofEachStudent = sql`from (select distinct daily_records.student_row_id ${wanted}) as of_each`;
  return {
    student: person
      ? { studentId: person.studentId, studentName: person.studentName, batchName: offering.batchName }
      : null,
    subject: asSubject(offering),
    dateRange: { startDate: days?.from ?? dates[0] ?? null, endDate: days?.to ?? dates.at(-1) ?? null },
    records: await listRecords(db, wanted),
    statistics: { ...totalsOf(counted), totalStudents: await countOf(db, ofEachStudent) },
    days: dates.map((date) => {
      const { totalRecords, totalPages, totalMistakes } = totalsOf(
        counted.filter((one) => one.date === date),
      );
      return { date, records: totalRecords, pages: totalPages, mistakes: totalMistakes };
    }),
  };
}

const wantedRecords = ({ subjectId }: Offering, { days, person }: Wanted) => {
  const conditions = [
    sql`daily_records.subject_id = ${subjectId}`,
    ...(days ? [sql`daily_records.date between ${days.from} and ${days.to}`] : []),
    ...(person ? [sql`daily_records.student_row_id = ${person.rowId}`] : []),
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
    avgPages: meanOf(sum('pages'), sum('withPages')),
    totalMistakes: sum('mistakes'),
    ...performanceFigures(counted.map(({ level, records }) => ({ level, count: records }))),
  };
}

type Listed = Omit<ReportedRecord, 'range'> & Parameters<typeof rangeOf>[0] & object;

/** By day and name; the newest where there are more than `listLimit`. */
async function listRecords(db: Db, wanted: ReturnType<typeof wantedRecords>): Promise<ReportedRecord[]> {
  const { rows } = await sql<Listed>`
    select students.full_name as "studentName", students.student_id as "studentId", found.date as "recordDate",
      found.record_content as "recordContent", found.pages_count as "pagesCount",
      found.performance_level as "performanceLevel", found.mistakes_count as "mistakesCount",
      found.teacher_notes as "teacherNotes", found.from_surah, found.from_ayah, found.to_surah, found.to_ayah
    from (select daily_records.* ${wanted} order by date desc, id desc limit ${listLimit}) as found
      join students on students.id = found.student_row_id
    order by found.date, students.full_name_sort, students.id`.execute(db);
  return rows.map(({ from_surah, from_ayah, to_surah, to_ayah, ...record }) => ({
    ...record,
    range: rangeOf({ from_surah, from_ayah, to_surah, to_ayah }),
  }));
}
