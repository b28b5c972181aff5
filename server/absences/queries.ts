import { sql } from 'kysely';
import type { absencesApi, Absentee, AbsenceStatistics, ReportedAbsence } from '../../contract/absences';
import type { QueryOf } from '../../contract/endpoint';
import { excusedAbsence } from '../../contract/vocabulary';
import { maxListRows } from '../../contract/lists';
import { attendanceRate } from '../../contract/rules/attendance';
import { findBatchId } from '../domain/offering';
import { isAbsenceCounted, isRegisterCounted } from '../domain/registers';
import type { Db } from '../db/schema';
import { allOf, always, type Condition, countRows, never } from '../db/search/matching';
import { isWholeInstitute, type Scope } from '../auth/scope';
import { notFound } from '../problem';
import { isAbsenceVisible, isRegisterVisible, isRegisterOfCircle } from './circles';

const topCount = 10;

/** Decision 8. @param today the date in the institute's time zone */
export async function loadStatistics(
  db: Db,
  selection: RegisterSelection,
  today: string,
): Promise<AbsenceStatistics> {
  // The absences of excluded registers are subtracted, so that the first count reads only an index.
  const countAbsences = async (condition: Condition) => {
    const isSelected = sql`${condition} and ${isOfSelection(selection)}`;
    const excluded = sql`from registers as excluded_register join absences
      on absences.register_id = excluded_register.id where excluded_register.is_excluded = 1 and ${isSelected}`;
    return (await countRows(db, sql`from absences where ${isSelected}`)) - (await countRows(db, excluded));
  };
  const excused = await countAbsences(sql`absences.type = ${excusedAbsence}`);
  const todayAbsences = await countAbsences(sql`absences.date = ${today}`);
  const { rows: sums } = await selectSums(selection).execute(db);
  const total = Number(sums[0]?.absences ?? 0);
  return {
    totalAbsences: total,
    excusedAbsences: excused,
    unexcusedAbsences: Math.max(0, total - excused),
    todayAbsences,
    topAbsentees: await loadTopAbsentees(db, selection),
    attendanceRate: attendanceRate(total, Number(sums[0]?.expected ?? 0)),
    registersCount: Number(sums[0]?.registers ?? 0),
  };
}

/** Whole subjects use stored sums. A selection with circles counts the rows. */
const selectSums = (selection: RegisterSelection) =>
  selection.registers === always
    ? sql<Sums>`select coalesce(sum(registers), 0) as registers, coalesce(sum(expected), 0) as expected,
        coalesce(sum(absences), 0) as absences
      from subject_results where ${isOfSubjects('subject_results', selection.subjects)}`
    : sql<Sums>`select count(*) as registers, coalesce(sum(students_count - case when ${selection.isWholeSubject}
          then coalesce(counted_before, 0) else 0 end), 0) as expected,
        coalesce(sum((select count(*) from absences where absences.register_id = registers.id)), 0) as absences
      from registers where ${isRegisterCounted} and ${isOfSubjects('registers', selection.subjects)}
        and ${selection.registers}`;
type Sums = Record<'registers' | 'expected' | 'absences', number | string>;

/** The whole institute uses stored counts of days. A smaller selection counts the rows. */
const selectAbsentDays = (selection: RegisterSelection) =>
  selection.subjects === always && selection.registers === always
    ? sql`select student_row_id, days from student_absences`
    : sql`select absences.student_row_id, count(distinct absences.date) as days
        from absences where ${isAbsenceCounted} and ${isOfSelection(selection)} group by absences.student_row_id`;

async function loadTopAbsentees(db: Db, selection: RegisterSelection) {
  const { rows } = await sql<{ student_id: string; student_name: string; absence_count: number }>`
    with counted as (${selectAbsentDays(selection)}),
    most as (select days from counted order by days desc limit ${topCount})
    select students.student_id, students.full_name as student_name, counted.days as absence_count
    from counted join students on students.id = counted.student_row_id
    where counted.days >= (select min(days) from most)
    order by counted.days desc, students.full_name_sort, students.id limit ${topCount}`.execute(db);
  return rows.map((row) => ({ ...row, absence_count: Number(row.absence_count) }));
}

type AbsenceFilter = QueryOf<typeof absencesApi.report>;

const fromAbsences = (selection: RegisterSelection, { startDate, endDate, type }: AbsenceFilter) => {
  const conditions = [
    isRegisterCounted,
    isOfSubjects('registers', selection.subjects),
    selection.absences,
    ...(startDate ? [sql`registers.date >= ${startDate}`] : []),
    ...(endDate ? [sql`registers.date <= ${endDate}`] : []),
    ...(type ? [sql`absences.type = ${type}`] : []),
  ];
  // SQLite joins the tables of a cross join in the written order.
  return sql`from registers cross join absences cross join students
    where absences.register_id = registers.id and students.id = absences.student_row_id
      and ${allOf(conditions)}`;
};

export async function loadAbsences(
  db: Db,
  selection: RegisterSelection,
  filter: AbsenceFilter,
): Promise<{ absences: ReportedAbsence[]; total: number }> {
  const source = fromAbsences(selection, filter);
  const { rows: absences } = await sql<ReportedAbsence>`
    select listed.*, batches.batch_name as "batchName", subjects.subject_code as "subjectCode",
      subjects.name as "subjectName"
    from (
      select absences.id, registers.date, registers.subject_id, absences.type, absences.notes,
        students.student_id as "studentId", students.full_name as "studentName", students.full_name_sort
      ${source} order by registers.date desc, students.full_name_sort, absences.id limit ${maxListRows}) as listed
    join subjects on subjects.id = listed.subject_id join batches on batches.id = subjects.batch_id
    order by listed.date desc, listed.full_name_sort, listed.id`.execute(db);
  if (absences.length < maxListRows) return { absences, total: absences.length };
  return { absences, total: await countRows(db, source) };
}

export async function loadAbsentees(
  db: Db,
  selection: RegisterSelection,
  filter: AbsenceFilter,
): Promise<Absentee[]> {
  const { rows } = await sql<Absentee>`
    select students.student_id as "studentId", students.full_name as "studentName",
      count(distinct registers.date) as days,
      sum(case when absences.type = ${excusedAbsence} then 1 else 0 end) as excused,
      sum(case when absences.type = ${excusedAbsence} then 0 else 1 end) as unexcused
    ${fromAbsences(selection, filter)}
    group by students.id, students.student_id, students.full_name, students.full_name_sort
    having count(distinct registers.date) >= ${filter.minDays ?? 1}
    order by count(distinct registers.date) desc, students.full_name_sort, students.id`.execute(db);
  return rows;
}

interface RegisterQuery {
  /** Null: the whole scope. */
  batchName: string | null;
  subjectCode?: string | undefined;
  circle_id?: number | undefined;
}

export interface RegisterSelection {
  /** SQL condition on `subjects`; `always` for the whole institute. */
  subjects: Condition;
  /** SQL condition on `registers`; `always` unless the selection is limited to circles. */
  registers: Condition;
  /**
   * SQL condition on `registers`: the selection has all registers of the subject and day, so no student is
   * counted twice.
   */
  isWholeSubject: Condition;
  absences: Condition;
}

/** @throws NOT_FOUND for an unknown batch, subject or circle, or one outside of the scope */
export async function selectRegisters(
  db: Db,
  query: RegisterQuery,
  scope: Scope,
  today: string,
): Promise<RegisterSelection> {
  const { circle_id: circleId } = query;
  const subjects = await selectSubjects(db, query, scope);
  if (circleId === undefined)
    return {
      subjects,
      registers: isRegisterVisible(scope),
      isWholeSubject: sql`registers.subject_id in (select subjects.id from subjects where ${scope.wholeSubjects})`,
      absences: isAbsenceVisible(scope),
    };
  const isOfCircle = await isRegisterOfCircle(db, scope, { circleId, subjects, today });
  return {
    subjects,
    registers: allOf([isOfCircle, isRegisterVisible(scope)]),
    isWholeSubject: never,
    absences: allOf([isOfCircle, isAbsenceVisible(scope)]),
  };
}

async function selectSubjects(
  db: Db,
  { batchName, subjectCode }: RegisterQuery,
  scope: Scope,
): Promise<Condition> {
  const conditions = scope.subjects === always ? [] : [scope.subjects];
  if (batchName !== null) {
    const batchId = await findBatchId(db, batchName, scope.batches);
    conditions.push(sql`subjects.batch_id = ${batchId}`);
  }
  if (subjectCode) {
    conditions.push(sql`subjects.subject_code = ${subjectCode}`);
    const subject = db.selectFrom('subjects').select('id').where(allOf(conditions));
    await subject.executeTakeFirstOrThrow(notFound);
  }
  if (batchName === null && !subjectCode && (await isWholeInstitute(db, scope))) return always;
  return allOf(conditions);
}

const isOfSubjects = (table: 'absences' | 'registers' | 'subject_results', subjects: Condition): Condition =>
  subjects === always
    ? always
    : sql`${sql.ref(`${table}.subject_id`)} in (select subjects.id from subjects where ${subjects})`;

const isOfSelection = ({ subjects, registers }: RegisterSelection): Condition =>
  registers === always
    ? isOfSubjects('absences', subjects)
    : sql`absences.register_id in (
        select registers.id from registers where ${isOfSubjects('registers', subjects)} and ${registers})`;
