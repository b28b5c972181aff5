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
import type { ReportStudent } from './reportStudent';
import { toReportedSubject } from './subject';

/** Both days are included. */
export interface RecordSelection {
  days?: { from: string; to: string };
  student?: ReportStudent | undefined;
  /** Default: records of the kind "new". */
  kind?: KindFilter | undefined;
  circle?: { id: number; name: string } | null;
  /** SQL condition on `daily_records`: the caller may read the row. */
  isReadable: Condition;
}

interface LevelTotals {
  date: string;
  level: string | null;
  records: number;
  pages: number;
  withPages: number;
  mistakes: number;
}

/** Spec 2 §3, decision 11. */
export async function loadDailyReport(
  db: Db,
  offering: Offering,
  { days, student, kind = defaultRecordKind, circle = null, isReadable }: RecordSelection,
): Promise<ReportedDailyRecords> {
  const source = fromRecords(offering, { days, student, kind, isReadable });
  const totals = await loadTotals(db, source);
  const dates = [...new Set(totals.map(({ date }) => date))];
  const distinctStudents = sql`from (select distinct daily_records.student_row_id ${source}) as distinct_students`;
  return {
    student: student
      ? { studentId: student.studentId, studentName: student.studentName, batchName: offering.batchName }
      : null,
    subject: toReportedSubject(offering),
    dateRange: { startDate: days?.from ?? dates[0] ?? null, endDate: days?.to ?? dates.at(-1) ?? null },
    kind,
    circle,
    ...(await loadNames(db)),
    records: await loadRecords(db, source),
    statistics: { ...sumTotals(totals), totalStudents: await countRows(db, distinctStudents) },
    days: dates.map((date) => {
      const { totalRecords, totalPages, totalMistakes } = sumTotals(
        totals.filter((row) => row.date === date),
      );
      return { date, records: totalRecords, pages: totalPages, mistakes: totalMistakes };
    }),
  };
}

const fromRecords = ({ subjectId }: Offering, { days, student, kind, isReadable }: RecordSelection) => {
  const conditions = [
    sql`daily_records.subject_id = ${subjectId}`,
    ...(days ? [sql`daily_records.date between ${days.from} and ${days.to}`] : []),
    ...(student ? [sql`daily_records.student_row_id = ${student.rowId}`] : []),
    isReadable,
    ...(kind === 'all' ? [] : [sql`daily_records.kind = ${kind}`]),
  ];
  return sql`from daily_records where ${allOf(conditions)}`;
};

async function loadTotals(db: Db, source: ReturnType<typeof fromRecords>): Promise<LevelTotals[]> {
  const { rows } = await sql<Record<keyof LevelTotals, never> & LevelTotals>`
    select date, performance_level as level, count(*) as records, coalesce(sum(pages_count), 0) as pages,
      count(pages_count) as "withPages", coalesce(sum(mistakes_count), 0) as mistakes
    ${source} group by date, performance_level order by date`.execute(db);
  return rows.map((row) => ({
    ...row,
    records: Number(row.records),
    pages: Number(row.pages),
    withPages: Number(row.withPages),
    mistakes: Number(row.mistakes),
  }));
}

function sumTotals(totals: readonly LevelTotals[]) {
  const sum = (column: 'records' | 'pages' | 'withPages' | 'mistakes') =>
    totals.reduce((total, row) => total + row[column], 0);
  return {
    totalRecords: sum('records'),
    totalPages: sum('pages'),
    avgPages: roundedMean(sum('pages'), sum('withPages')),
    totalMistakes: sum('mistakes'),
    ...performanceFigures(totals.map(({ level, records }) => ({ level, count: records }))),
  };
}

async function loadNames(db: Db): Promise<Pick<ReportedDailyRecords, 'kindNames' | 'faultNames'>> {
  const settings = await db.selectFrom('settings').select('record_kinds').executeTakeFirst();
  const faults = await db.selectFrom('fault_kinds').select(['key', 'name']).orderBy('position').execute();
  return {
    kindNames: parseRecordKindNames(settings?.record_kinds),
    faultNames: Object.fromEntries(faults.map(({ key, name }) => [key, name])),
  };
}

type ListedRecord = Omit<ReportedRecord, 'range' | 'ranges' | 'faults'> & { id: number };

/** Returns the latest `maxListRows` records, sorted by day, name and kind. */
async function loadRecords(db: Db, source: ReturnType<typeof fromRecords>): Promise<ReportedRecord[]> {
  const kindOrder = sql.join(
    recordKinds.map((kind, index) => sql`when ${kind} then ${sql.lit(index)}`),
    sql` `,
  );
  const { rows } = await sql<ListedRecord>`
    select found.id, students.full_name as "studentName", students.student_id as "studentId",
      found.date as "recordDate", found.kind, found.record_content as "recordContent",
      found.pages_count as "pagesCount", found.performance_level as "performanceLevel",
      found.mistakes_count as "mistakesCount", found.teacher_notes as "teacherNotes", found.result
    from (select daily_records.* ${source} order by date desc, id desc limit ${maxListRows}) as found
      join students on students.id = found.student_row_id
    order by found.date, students.full_name_sort, students.id, case found.kind ${kindOrder} end`.execute(db);
  const partsByRecord = await loadRecordParts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, ...record }) => Object.assign(record, toApiParts(partsByRecord.get(id))));
}
