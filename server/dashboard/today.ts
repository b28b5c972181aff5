import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { TodayItem } from '../../contract/dashboard';
import { type Calendar, findDayOff, isMeetingWeekday, isTeachingDay } from '../../contract/rules/calendar';
import { daysAfter } from '../../contract/rules/retention';
import { dailyRecordType, defaultBatchStatus } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { isTaughtBy, isMemberOn } from '../domain/circles';
import { isOnRosterOn } from '../domain/enrolments';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';

/** Number of days before the requested day; their missing registers are listed. */
const overdueDays = 7;

interface WorkQuery {
  db: Db;
  scope: Scope;
  /** Null for an admin, who sees all circles. */
  teacherId: number | null;
  day: string;
  calendar: Calendar;
}

/** A circle, or a whole subject if `circle_id` is null. */
interface Work {
  subject_id: number;
  circle_id: number | null;
  /** JSON list of the circle's weekdays. */
  days: string | null;
}

type WorkRow = Work &
  Pick<
    TodayItem,
    'program_id' | 'batch_id' | 'subject_code' | 'name' | 'batch_name' | 'section' | 'circle_name'
  > & {
    type: string;
    absent: number | string;
    done: number | string;
    students: number | string;
    complete: number | string;
    to_grade: number | string;
  };

/** Sorted by batch, subject and circle. */
export async function loadWork(
  query: WorkQuery,
  [from, to]: readonly [number, number],
): Promise<{ rows: TodayItem[]; total: number }> {
  const { db, day, calendar } = query;
  const { rows: countRows } = await sql<{
    n: number | string;
  }>`select count(*) as n ${selectWork(query)}`.execute(db);
  const { rows } =
    await sql<WorkRow>`${selectWithCounts(query)} limit ${to - from + 1} offset ${from}`.execute(db);
  const registers = await loadRegisters(query, rows, daysAfter(day, -overdueDays));
  return {
    total: Number(countRows[0]?.n ?? 0),
    rows: rows.map((row) => {
      const isDaily = row.type === dailyRecordType;
      const students = Number(row.students);
      const isMeetingDay = (date: string) => isTeachingDay(calendar, row, date, ownWeekdays(row));
      return {
        program_id: row.program_id,
        batch_id: row.batch_id,
        subject_id: row.subject_id,
        subject_code: row.subject_code,
        name: row.name,
        batch_name: row.batch_name,
        section: row.section,
        circle_id: row.circle_id,
        circle_name: row.circle_name,
        is_today: isMeetingDay(day),
        holiday: findDayOff(calendar, row, day),
        register: { taken: registers.isTaken(row, day), absent: Number(row.absent) },
        overdue_registers: registers.missing(row).filter(isMeetingDay),
        records: isDaily ? { done: Number(row.done), of: students } : null,
        marks_missing: isDaily ? null : students - Number(row.complete),
        to_grade: Number(row.to_grade),
      };
    }),
  };
}

/** Empty for a whole subject, and for a circle without weekdays. */
const ownWeekdays = ({ circle_id, days }: Pick<Work, 'circle_id' | 'days'>): number[] =>
  circle_id === null ? [] : (JSON.parse(days ?? '[]') as number[]);

const isRunningOn = (day: string) => sql<SqlBool>`batches.status = ${defaultBatchStatus}
  and (batches.start_date is null or batches.start_date <= ${day})
  and (batches.end_date is null or batches.end_date >= ${day})`;

/** Circles and subjects as `work`, with their subject, batch and programme. */
function selectWork({ scope, teacherId, day }: WorkQuery): RawBuilder<unknown> {
  const isCircleInScope: Condition =
    teacherId === null
      ? sql`(circles.ended_on is null or circles.ended_on > ${day})`
      : isTaughtBy(teacherId, day);
  return sql`
    from (
      select circles.subject_id, circles.id as circle_id, circles.name as circle_name, circles.name_sort, circles.days
      from circles where ${isCircleInScope}
      union all
      select subjects.id, null, null, '', null from subjects where ${scope.wholeSubjects}
        and not exists (select 1 from circles where circles.subject_id = subjects.id and ${isCircleInScope})) as work
    join subjects on subjects.id = work.subject_id
    join batches on batches.id = subjects.batch_id
    join programs on programs.id = batches.program_row_id
    where subjects.status = 'active' and ${isRunningOn(day)} and ${scope.subjects}
      and exists (select 1 from enrolments where enrolments.batch_id = batches.id and ${isOnRosterOn(day)})`;
}

function selectWithCounts(query: WorkQuery): RawBuilder<unknown> {
  const { day } = query;
  const isOfWork = isStudentOf(sql`work`, day);
  const countStudents = (joins: RawBuilder<unknown>, condition: Condition) => sql`(
    select count(*) from enrolments ${joins}
    where enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)} and ${isOfWork} and ${condition})`;
  return sql`
    select work.subject_id, work.circle_id, work.circle_name, work.days, subjects.subject_code, subjects.name,
      subjects.type, subjects.batch_id, batches.batch_name, batches.section, programs.program_id,
      ${countStudents(sql``, always)} as students,
      ${countStudents(sql`join grades on grades.student_row_id = enrolments.student_row_id`, sql`grades.subject_id = subjects.id and grades.percentage is not null`)} as complete,
      ${countStudents(
        sql``,
        sql`exists (select 1 from daily_records where daily_records.subject_id = subjects.id
          and daily_records.date = ${day} and daily_records.student_row_id = enrolments.student_row_id)`,
      )} as done,
      ${countStudents(sql`join absences on absences.student_row_id = enrolments.student_row_id`, sql`absences.subject_id = subjects.id and absences.date = ${day}`)} as absent,
      case when ${query.scope.wholeSubjects} then (select count(*) from assignments join submissions on submissions.assignment_id = assignments.id
        join enrolments on enrolments.student_row_id = submissions.student_row_id
        where assignments.subject_id = subjects.id and submissions.is_graded = 0
          and enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)} and ${isOfWork}) else 0 end as to_grade
    ${selectWork(query)}
    order by batches.batch_name_sort, batches.id, subjects.name_sort, subjects.id, work.name_sort, work.circle_id`;
}

/**
 * SQL condition on `enrolments`: the student is in the circle on that day. A whole subject has all
 * students.
 */
const isStudentOf = (work: RawBuilder<unknown>, day: string): Condition => sql`
  (${work}.circle_id is null or exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
    where circle_members.circle_id = ${work}.circle_id
      and circle_members.student_row_id = enrolments.student_row_id and ${isMemberOn(day)}))`;

/** Key of a required register: `subject/circle`. Circle 0 stands for the students in no circle. */
type RegisterKey = `${number}/${number}`;

/**
 * Loads each day from `firstDay` to the requested day. A teacher misses no register on days when he was not
 * the teacher or substitute of the circle.
 */
async function loadRegisters(
  { db, teacherId, day: requestedDay, calendar: { weekend_days } }: WorkQuery,
  work: readonly Work[],
  firstDay: string,
) {
  const subjects = [...new Set(work.map(({ subject_id }) => subject_id))];
  const takenKeys = new Set<string>();
  const missingKeys = new Map<string, Set<RegisterKey>>();
  const circles = subjects.length === 0 ? [] : await loadCircles(db, subjects);
  const registerKeys = ({ subject_id, circle_id }: Work): RegisterKey[] => {
    if (circle_id !== null) return [`${subject_id}/${circle_id}`];
    const ownCircles = circles.filter((circle) => circle.subject_id === subject_id);
    return [`${subject_id}/0`, ...ownCircles.map(({ id }): RegisterKey => `${subject_id}/${id}`)];
  };
  const keys = [...new Set(work.flatMap(registerKeys))];
  const wholeSubjects = work.flatMap(({ subject_id, circle_id }) => (circle_id === null ? subject_id : []));
  const isCountedOn = (day: string): Condition => {
    const isOwnCircle = teacherId === null ? always : isTaughtBy(teacherId, day);
    return wholeSubjects.length === 0
      ? isOwnCircle
      : sql`(circles.subject_id in (${sql.join(wholeSubjects)}) or ${isOwnCircle})`;
  };
  if (subjects.length > 0) {
    const registers = await db
      .selectFrom('registers')
      .select(['subject_id', 'date', 'circle_id'])
      .where('subject_id', 'in', subjects)
      .where('date', '>=', firstDay)
      .where('date', '<=', requestedDay)
      .execute();
    for (const { subject_id, date, circle_id } of registers)
      takenKeys.add(`${date} ${subject_id}/${circle_id ?? 0}`);
    for (let day = requestedDay; day >= firstDay; day = daysAfter(day, -1)) {
      const openKeys = keys.filter((key) => !takenKeys.has(`${day} ${key}`));
      missingKeys.set(day, await filterWithStudents(db, openKeys, day, isCountedOn(day)));
    }
  }
  /** In the row of a whole subject, a circle needs a register only on days when it meets. */
  const isDue = (key: RegisterKey, day: string) => {
    const circle = circles.find(({ id, subject_id }) => key === `${subject_id}/${id}`);
    return !circle || isMeetingWeekday(ownWeekdays({ ...circle, circle_id: circle.id }), day, weekend_days);
  };
  const isMissing = (row: Work, day: string) =>
    registerKeys(row).some(
      (key) => missingKeys.get(day)?.has(key) && (row.circle_id !== null || isDue(key, day)),
    );
  return {
    isTaken: (row: Work, day: string) =>
      registerKeys(row).some((key) => takenKeys.has(`${day} ${key}`)) && !isMissing(row, day),
    /** The latest day is first; the requested day is not included. */
    missing: (row: Work) =>
      [...missingKeys.keys()].filter((day) => day !== requestedDay && isMissing(row, day)),
  };
}

const loadCircles = (db: Db, subjects: readonly number[]) =>
  db.selectFrom('circles').select(['id', 'subject_id', 'days']).where('subject_id', 'in', subjects).execute();

/**
 * Registers of a day that have a student on the roster, within the dates of the batch.
 * @param isCounted SQL condition on `circles`
 */
async function filterWithStudents(
  db: Db,
  keys: readonly RegisterKey[],
  day: string,
  isCounted: Condition,
): Promise<Set<RegisterKey>> {
  const ids = keys.map((key) => key.split('/').map(Number) as [number, number]);
  const circles = ids.flatMap(([, circle]) => (circle > 0 ? circle : []));
  const subjects = ids.flatMap(([subject, circle]) => (circle === 0 ? subject : []));
  const isTaught = sql`(batches.start_date is null or batches.start_date <= ${day})
    and (batches.end_date is null or batches.end_date >= ${day})`;
  const queries: RawBuilder<{ subject_id: number; circle: number }>[] = [];
  if (circles.length > 0)
    queries.push(sql`select circles.subject_id, circles.id as circle
      from circles join subjects on subjects.id = circles.subject_id join batches on batches.id = subjects.batch_id
      where circles.id in (${sql.join(circles)}) and ${isCounted} and ${isTaught} and exists (select 1 from circle_members
        join enrolments on enrolments.student_row_id = circle_members.student_row_id
        where circle_members.circle_id = circles.id and ${isMemberOn(day)}
          and enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)})`);
  if (subjects.length > 0)
    queries.push(sql`select subjects.id as subject_id, 0 as circle
      from subjects join batches on batches.id = subjects.batch_id
      where subjects.id in (${sql.join(subjects)}) and ${isTaught} and exists (select 1 from enrolments
        where enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)} and not exists (
          select 1 from circle_members join circles on circles.id = circle_members.circle_id
          where circle_members.subject_id = subjects.id
            and circle_members.student_row_id = enrolments.student_row_id and ${isMemberOn(day)}))`);
  const rows = (await Promise.all(queries.map((query) => query.execute(db)))).flatMap(
    (result) => result.rows,
  );
  return new Set(rows.map(({ subject_id, circle }): RegisterKey => `${subject_id}/${circle}`));
}
