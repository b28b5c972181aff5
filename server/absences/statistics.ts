import { type Kysely, sql } from 'kysely';
import type { AbsenceStatistics } from '../../contract/absences';
import { attendanceRate } from '../../contract/rules/attendance';
import { excusedAbsence } from '../../contract/vocabulary';
import { always, type Condition } from '../db/search/matching';
import type { Database } from '../db/schema';
import { ofSubjects } from './subjects';

const topCount = 10;

/** The figures of absences in the asked subjects; `today` is the date where the institute is. Decision 8. */
export async function absenceStatistics(
  db: Kysely<Database>,
  asked: Condition,
  today: string,
): Promise<AbsenceStatistics> {
  const { rows: ofType } = await sql<{ total: number }>`
    select count(*) as total from absences
    where absences.type = ${excusedAbsence} and ${ofSubjects('absences', asked)}`.execute(db);
  const { rows: ofToday } = await sql<{ total: number }>`
    select count(*) as total from absences
    where absences.date = ${today} and ${ofSubjects('absences', asked)}`.execute(db);
  const { rows: kept } = await sql<{ registers: number; expected: number; absences: number }>`
    select coalesce(sum(registers), 0) as registers, coalesce(sum(expected), 0) as expected,
      coalesce(sum(absences), 0) as absences
    from subject_results where ${ofSubjects('subject_results', asked)}`.execute(db);
  const total = Number(kept[0]?.absences ?? 0);
  const excused = Number(ofType[0]?.total ?? 0);
  return {
    totalAbsences: total,
    excusedAbsences: excused,
    unexcusedAbsences: Math.max(0, total - excused),
    todayAbsences: Number(ofToday[0]?.total ?? 0),
    topAbsentees: await topAbsentees(db, asked),
    attendanceRate: attendanceRate(total, Number(kept[0]?.expected ?? 0)),
    registersCount: Number(kept[0]?.registers ?? 0),
  };
}

/** Of everybody the days are kept; of some subjects they are counted. */
const countedDays = (asked: Condition) =>
  asked === always
    ? sql`select student_row_id, days from student_absences`
    : sql`select absences.student_row_id, count(distinct absences.date) as days
        from absences where ${ofSubjects('absences', asked)} group by absences.student_row_id`;

/** Those with the most distinct days, ties by name; names are looked up for these alone and their ties. */
async function topAbsentees(db: Kysely<Database>, asked: Condition) {
  const { rows } = await sql<{ student_id: string; student_name: string; absence_count: number }>`
    with counted as (${countedDays(asked)}),
    most as (select days from counted order by days desc limit ${topCount})
    select students.student_id, students.full_name as student_name, counted.days as absence_count
    from counted join students on students.id = counted.student_row_id
    where counted.days >= (select min(days) from most)
    order by counted.days desc, students.full_name_sort, students.id limit ${topCount}`.execute(db);
  return rows.map((row) => ({ ...row, absence_count: Number(row.absence_count) }));
}
