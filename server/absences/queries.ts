import { sql } from 'kysely';
import type { absencesApi, Absentee, AbsenceStatistics, ReportedAbsence } from '../../contract/absences';
import type { QueryOf } from '../../contract/endpoint';
import { excusedAbsence } from '../../contract/vocabulary';
import { maxListRows } from '../../contract/lists';
import { attendanceRate } from '../../contract/rules/attendance';
import { findBatchId } from '../domain/offering';
import type { Db } from '../db/schema';
import { allOf, always, type Condition, countRows, never } from '../db/search/matching';
import { isWhole, type Scope } from '../auth/scope';
import { notFound } from '../problem';
import { absencesOf, registersOf, registersOfCircle } from './circles';

const topCount = 10;

/** The figures of these registers; `today` is the date in the institute's time zone. Decision 8. */
export async function absenceStatistics(
  db: Db,
  asked: AskedRegisters,
  today: string,
): Promise<AbsenceStatistics> {
  const countAbsences = (condition: Condition) =>
    countRows(db, sql`from absences where ${condition} and ${ofRegisters(asked)}`);
  const excused = await countAbsences(sql`absences.type = ${excusedAbsence}`);
  const todayAbsences = await countAbsences(sql`absences.date = ${today}`);
  const { rows: kept } = await figuresOf(asked).execute(db);
  const total = Number(kept[0]?.absences ?? 0);
  return {
    totalAbsences: total,
    excusedAbsences: excused,
    unexcusedAbsences: Math.max(0, total - excused),
    todayAbsences,
    topAbsentees: await topAbsentees(db, asked),
    attendanceRate: attendanceRate(total, Number(kept[0]?.expected ?? 0)),
    registersCount: Number(kept[0]?.registers ?? 0),
  };
}

/** For whole subjects stored sums are used; for circles, also together with whole subjects, the rows are counted. */
const figuresOf = (asked: AskedRegisters) =>
  asked.registers === always
    ? sql<Figures>`select coalesce(sum(registers), 0) as registers, coalesce(sum(expected), 0) as expected,
        coalesce(sum(absences), 0) as absences
      from subject_results where ${ofSubjects('subject_results', asked.subjects)}`
    : sql<Figures>`select count(*) as registers, coalesce(sum(students_count - case when ${asked.wholly}
          then coalesce(counted_before, 0) else 0 end), 0) as expected,
        coalesce(sum((select count(*) from absences where absences.register_id = registers.id)), 0) as absences
      from registers where ${ofSubjects('registers', asked.subjects)} and ${asked.registers}`;
type Figures = Record<'registers' | 'expected' | 'absences', number | string>;

/** For all registers stored counts of days are used; for some registers the rows are counted. */
const countedDays = (asked: AskedRegisters) =>
  asked.subjects === always && asked.registers === always
    ? sql`select student_row_id, days from student_absences`
    : sql`select absences.student_row_id, count(distinct absences.date) as days
        from absences where ${ofRegisters(asked)} group by absences.student_row_id`;

/** The students with the most distinct days, equal ones by name; names are read only for these students. */
async function topAbsentees(db: Db, asked: AskedRegisters) {
  const { rows } = await sql<{ student_id: string; student_name: string; absence_count: number }>`
    with counted as (${countedDays(asked)}),
    most as (select days from counted order by days desc limit ${topCount})
    select students.student_id, students.full_name as student_name, counted.days as absence_count
    from counted join students on students.id = counted.student_row_id
    where counted.days >= (select min(days) from most)
    order by counted.days desc, students.full_name_sort, students.id limit ${topCount}`.execute(db);
  return rows.map((row) => ({ ...row, absence_count: Number(row.absence_count) }));
}

type Wanted = QueryOf<typeof absencesApi.report>;

/** Reads the registers of these days and then their absences, and no other row. */
const wantedAbsences = (asked: AskedRegisters, { startDate, endDate, type }: Wanted) => {
  const conditions = [
    ofSubjects('registers', asked.subjects),
    asked.absences,
    ...(startDate ? [sql`registers.date >= ${startDate}`] : []),
    ...(endDate ? [sql`registers.date <= ${endDate}`] : []),
    ...(type ? [sql`absences.type = ${type}`] : []),
  ];
  // SQLite joins the tables of a cross join in the written order.
  return sql`from registers cross join absences cross join students
    where absences.register_id = registers.id and students.id = absences.student_row_id
      and ${allOf(conditions)}`;
};

/** The absences, the newest first and at most `listLimit`, and how many there are. */
export async function reportedAbsences(
  db: Db,
  asked: AskedRegisters,
  wanted: Wanted,
): Promise<{ absences: ReportedAbsence[]; total: number }> {
  const found = wantedAbsences(asked, wanted);
  const { rows: absences } = await sql<ReportedAbsence>`
    select listed.*, batches.batch_name as "batchName", subjects.subject_code as "subjectCode",
      subjects.name as "subjectName"
    from (
      select absences.id, registers.date, registers.subject_id, absences.type, absences.notes,
        students.student_id as "studentId", students.full_name as "studentName", students.full_name_sort
      ${found} order by registers.date desc, students.full_name_sort, absences.id limit ${maxListRows}) as listed
    join subjects on subjects.id = listed.subject_id join batches on batches.id = subjects.batch_id
    order by listed.date desc, listed.full_name_sort, listed.id`.execute(db);
  if (absences.length < maxListRows) return { absences, total: absences.length };
  return { absences, total: await countRows(db, found) };
}

/** Each student with at least this many distinct days, most first, then by name. */
export async function absentees(db: Db, asked: AskedRegisters, wanted: Wanted): Promise<Absentee[]> {
  const { rows } = await sql<Absentee>`
    select students.student_id as "studentId", students.full_name as "studentName",
      count(distinct registers.date) as days,
      sum(case when absences.type = ${excusedAbsence} then 1 else 0 end) as excused,
      sum(case when absences.type = ${excusedAbsence} then 0 else 1 end) as unexcused
    ${wantedAbsences(asked, wanted)}
    group by students.id, students.student_id, students.full_name, students.full_name_sort
    having count(distinct registers.date) >= ${wanted.minDays ?? 1}
    order by count(distinct registers.date) desc, students.full_name_sort, students.id`.execute(db);
  return rows;
}

interface Asked {
  /** Null for the whole scope. */
  batchName: string | null;
  subjectCode?: string | undefined;
  circle_id?: number | undefined;
}

/** The registers that figures are asked about. */
export interface AskedRegisters {
  /** SQL on `subjects`; `always` for the whole institute. */
  subjects: Condition;
  /** SQL on `registers`; `always` unless only some circles are asked for. */
  registers: Condition;
  /** SQL on `registers`: all registers of the subject and day are included, so that no student is counted twice. */
  wholly: Condition;
  /** SQL on `absences`, for figures about single students. */
  absences: Condition;
}

/** @throws NOT_FOUND for an unknown batch, subject or circle, or one outside of the scope */
export async function askedRegisters(
  db: Db,
  asked: Asked,
  scope: Scope,
  today: string,
): Promise<AskedRegisters> {
  const { circle_id: circleId } = asked;
  const subjects = await askedSubjects(db, asked, scope);
  if (circleId === undefined)
    return {
      subjects,
      registers: registersOf(scope),
      wholly: sql`registers.subject_id in (select subjects.id from subjects where ${scope.whole})`,
      absences: absencesOf(scope),
    };
  const ofCircle = await registersOfCircle(db, scope, { circleId, subjects, today });
  return {
    subjects,
    registers: allOf([ofCircle, registersOf(scope)]),
    wholly: never,
    absences: allOf([ofCircle, absencesOf(scope)]),
  };
}

async function askedSubjects(db: Db, { batchName, subjectCode }: Asked, scope: Scope): Promise<Condition> {
  const conditions = scope.subjects === always ? [] : [scope.subjects];
  if (batchName !== null) {
    const batchId = await findBatchId(db, batchName, scope.batches);
    conditions.push(sql`subjects.batch_id = ${batchId}`);
  }
  if (subjectCode) {
    conditions.push(sql`subjects.subject_code = ${subjectCode}`);
    const found = db.selectFrom('subjects').select('id').where(allOf(conditions));
    await found.executeTakeFirstOrThrow(notFound);
  }
  if (batchName === null && !subjectCode && (await isWhole(db, scope))) return always;
  return allOf(conditions);
}

/** A condition on a table whose rows belong to subjects: only rows of these subjects. */
const ofSubjects = (table: 'absences' | 'registers' | 'subject_results', asked: Condition): Condition =>
  asked === always
    ? always
    : sql`${sql.ref(`${table}.subject_id`)} in (select subjects.id from subjects where ${asked})`;

/** SQL on `absences`: they are of these registers. */
const ofRegisters = ({ subjects, registers }: AskedRegisters): Condition =>
  registers === always
    ? ofSubjects('absences', subjects)
    : sql`absences.register_id in (
        select registers.id from registers where ${ofSubjects('registers', subjects)} and ${registers})`;
