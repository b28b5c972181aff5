import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { TodayItem } from '../../contract/dashboard';
import { daysAfter } from '../../contract/rules/retention';
import { dailyRecordType, defaultBatchStatus } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { isTaughtBy, isMemberOn } from '../domain/circles';
import { isOnRosterOn } from '../domain/enrolments';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';

/** Registers that were not taken are listed for this many days before. */
const daysBack = 7;

/** The day and the person that the call asks about. */
interface Asked {
  db: Db;
  scope: Scope;
  /** Null for an admin, whose rows are all circles. */
  teacherId: number | null;
  day: string;
  /** Days of the week without teaching, 0 Sunday. */
  weekend: readonly number[];
}

/** A circle, or a whole subject if `circle_id` is null. */
interface Work {
  subject_id: number;
  circle_id: number | null;
  /** JSON: the days of the week of a circle. */
  days: string | null;
}

type Row = Work &
  Pick<TodayItem, 'program_id' | 'batch_id' | 'subject_code' | 'name' | 'batch_name' | 'circle_name'> & {
    type: string;
    absent: number | string;
    done: number | string;
    students: number | string;
    complete: number | string;
    to_grade: number | string;
  };

/** The rows of a day, by batch, subject and circle, and the total number of rows. */
export async function workOfDay(
  asked: Asked,
  [from, to]: readonly [number, number],
): Promise<{ rows: TodayItem[]; total: number }> {
  const { db, day, weekend } = asked;
  const { rows: counted } = await sql<{ n: number | string }>`select count(*) as n ${workIn(asked)}`.execute(
    db,
  );
  const { rows } = await sql<Row>`${withFigures(asked)} limit ${to - from + 1} offset ${from}`.execute(db);
  const registers = await registersOf(asked, rows, daysAfter(day, -daysBack));
  return {
    total: Number(counted[0]?.n ?? 0),
    rows: rows.map((row) => {
      const isDaily = row.type === dailyRecordType;
      const students = Number(row.students);
      const meets = (date: string) => isMeeting(row, date, weekend);
      return {
        program_id: row.program_id,
        batch_id: row.batch_id,
        subject_id: row.subject_id,
        subject_code: row.subject_code,
        name: row.name,
        batch_name: row.batch_name,
        circle_id: row.circle_id,
        circle_name: row.circle_name,
        is_today: meets(day),
        register: { taken: registers.isTaken(row, day), absent: Number(row.absent) },
        overdue_registers: registers.missing(row).filter(meets),
        records: isDaily ? { done: Number(row.done), of: students } : null,
        marks_missing: isDaily ? null : students - Number(row.complete),
        to_grade: Number(row.to_grade),
      };
    }),
  };
}

function isMeeting({ circle_id, days }: Work, date: string, weekend: readonly number[]): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const own = circle_id === null ? [] : (JSON.parse(days ?? '[]') as number[]);
  return own.length > 0 ? own.includes(weekday) : !weekend.includes(weekday);
}

/** SQL on `batches`: the batch is active, and the day is within its dates. */
const isRunningOn = (day: string) => sql<SqlBool>`batches.status = ${defaultBatchStatus}
  and (batches.start_date is null or batches.start_date <= ${day})
  and (batches.end_date is null or batches.end_date >= ${day})`;

/** SQL: the circles and subjects of the rows, as `work`, with their subject, batch and programme. */
function workIn({ scope, teacherId, day }: Asked): RawBuilder<unknown> {
  const isHeld: Condition =
    teacherId === null
      ? sql`(circles.ended_on is null or circles.ended_on > ${day})`
      : isTaughtBy(teacherId, day);
  return sql`
    from (
      select circles.subject_id, circles.id as circle_id, circles.name as circle_name, circles.name_sort, circles.days
      from circles where ${isHeld}
      union all
      select subjects.id, null, null, '', null from subjects where ${scope.whole}
        and not exists (select 1 from circles where circles.subject_id = subjects.id and ${isHeld})) as work
    join subjects on subjects.id = work.subject_id
    join batches on batches.id = subjects.batch_id
    join programs on programs.id = batches.program_row_id
    where subjects.status = 'active' and ${isRunningOn(day)} and ${scope.subjects}
      and exists (select 1 from enrolments where enrolments.batch_id = batches.id and ${isOnRosterOn(day)})`;
}

function withFigures(asked: Asked): RawBuilder<unknown> {
  const { day } = asked;
  const isOfWork = isStudentOf(sql`work`, day);
  const students = (rest: RawBuilder<unknown>, condition: Condition) => sql`(
    select count(*) from enrolments ${rest}
    where enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)} and ${isOfWork} and ${condition})`;
  return sql`
    select work.subject_id, work.circle_id, work.circle_name, work.days, subjects.subject_code, subjects.name,
      subjects.type, subjects.batch_id, batches.batch_name, programs.program_id,
      ${students(sql``, always)} as students,
      ${students(
        sql`join grades on grades.student_row_id = enrolments.student_row_id`,
        sql`grades.subject_id = subjects.id and grades.percentage is not null`,
      )} as complete,
      ${students(
        sql``,
        sql`exists (select 1 from daily_records where daily_records.subject_id = subjects.id
          and daily_records.date = ${day} and daily_records.student_row_id = enrolments.student_row_id)`,
      )} as done,
      ${students(
        sql`join absences on absences.student_row_id = enrolments.student_row_id`,
        sql`absences.subject_id = subjects.id and absences.date = ${day}`,
      )} as absent,
      case when ${asked.scope.whole} then (select count(*) from assignments join submissions on submissions.assignment_id = assignments.id
        join enrolments on enrolments.student_row_id = submissions.student_row_id
        where assignments.subject_id = subjects.id and submissions.is_graded = 0
          and enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)} and ${isOfWork}) else 0 end as to_grade
    ${workIn(asked)}
    order by batches.batch_name_sort, batches.id, subjects.name_sort, subjects.id, work.name_sort, work.circle_id`;
}

/**
 * SQL on `enrolments`: the student belongs to the circle of the row on this day; in the row of a subject every
 * student does.
 */
const isStudentOf = (work: RawBuilder<unknown>, day: string): Condition => sql`
  (${work}.circle_id is null or exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
    where circle_members.circle_id = ${work}.circle_id
      and circle_members.student_row_id = enrolments.student_row_id and ${isMemberOn(day)}))`;

/**
 * A register that a day should have, as `subject/circle`; circle 0 means the students of the subject who are in no
 * circle.
 */
type Part = `${number}/${number}`;

/**
 * Which registers of these rows are taken and which are missing, for each day from `first` to the day asked for. In
 * the row of a circle nothing is missing on a day when the teacher does not hold the circle, because he could not
 * take its register.
 */
async function registersOf(
  { db, teacherId, day: last, weekend }: Asked,
  work: readonly Work[],
  first: string,
) {
  const subjects = [...new Set(work.map(({ subject_id }) => subject_id))];
  const taken = new Set<string>();
  const missing = new Map<string, Set<Part>>();
  const circles = subjects.length === 0 ? [] : await circlesOf(db, subjects);
  const partsOf = ({ subject_id, circle_id }: Work): Part[] => {
    if (circle_id !== null) return [`${subject_id}/${circle_id}`];
    const own = circles.filter((circle) => circle.subject_id === subject_id);
    return [`${subject_id}/0`, ...own.map(({ id }): Part => `${subject_id}/${id}`)];
  };
  const parts = [...new Set(work.flatMap(partsOf))];
  const whole = work.flatMap(({ subject_id, circle_id }) => (circle_id === null ? subject_id : []));
  const isAskedOn = (day: string): Condition => {
    const isOwn = teacherId === null ? always : isTaughtBy(teacherId, day);
    return whole.length === 0 ? isOwn : sql`(circles.subject_id in (${sql.join(whole)}) or ${isOwn})`;
  };
  if (subjects.length > 0) {
    const registers = await db
      .selectFrom('registers')
      .select(['subject_id', 'date', 'circle_id'])
      .where('subject_id', 'in', subjects)
      .where('date', '>=', first)
      .where('date', '<=', last)
      .execute();
    for (const { subject_id, date, circle_id } of registers)
      taken.add(`${date} ${subject_id}/${circle_id ?? 0}`);
    for (let day = last; day >= first; day = daysAfter(day, -1)) {
      const open = parts.filter((part) => !taken.has(`${day} ${part}`));
      missing.set(day, await thoseWithStudents(db, open, day, isAskedOn(day)));
    }
  }
  /** In the row of a whole subject, the register of a circle is due only on days when the circle meets. */
  const isDue = (part: Part, day: string) => {
    const circle = circles.find(({ id, subject_id }) => part === `${subject_id}/${id}`);
    return !circle || isMeeting({ ...circle, circle_id: circle.id }, day, weekend);
  };
  const isMissing = (one: Work, day: string) =>
    partsOf(one).some((part) => missing.get(day)?.has(part) && (one.circle_id !== null || isDue(part, day)));
  return {
    isTaken: (one: Work, day: string) =>
      partsOf(one).some((part) => taken.has(`${day} ${part}`)) && !isMissing(one, day),
    /** The newest first, without the day asked for. */
    missing: (one: Work) => [...missing.keys()].filter((day) => day !== last && isMissing(one, day)),
  };
}

const circlesOf = (db: Db, subjects: readonly number[]) =>
  db.selectFrom('circles').select(['id', 'subject_id', 'days']).where('subject_id', 'in', subjects).execute();

/**
 * The registers in `parts` that have at least one student on the roster of the day, if the day is within the dates of
 * the batch.
 * @param isAsked SQL on `circles`: the circles that count
 */
async function thoseWithStudents(
  db: Db,
  parts: readonly Part[],
  day: string,
  isAsked: Condition,
): Promise<Set<Part>> {
  const numbers = parts.map((part) => part.split('/').map(Number) as [number, number]);
  const circles = numbers.flatMap(([, circle]) => (circle > 0 ? circle : []));
  const subjects = numbers.flatMap(([subject, circle]) => (circle === 0 ? subject : []));
  const isTaught = sql`(batches.start_date is null or batches.start_date <= ${day})
    and (batches.end_date is null or batches.end_date >= ${day})`;
  const found: RawBuilder<{ subject_id: number; circle: number }>[] = [];
  if (circles.length > 0)
    found.push(sql`select circles.subject_id, circles.id as circle
      from circles join subjects on subjects.id = circles.subject_id join batches on batches.id = subjects.batch_id
      where circles.id in (${sql.join(circles)}) and ${isAsked} and ${isTaught} and exists (select 1 from circle_members
        join enrolments on enrolments.student_row_id = circle_members.student_row_id
        where circle_members.circle_id = circles.id and ${isMemberOn(day)}
          and enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)})`);
  if (subjects.length > 0)
    found.push(sql`select subjects.id as subject_id, 0 as circle
      from subjects join batches on batches.id = subjects.batch_id
      where subjects.id in (${sql.join(subjects)}) and ${isTaught} and exists (select 1 from enrolments
        where enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)} and not exists (
          select 1 from circle_members join circles on circles.id = circle_members.circle_id
          where circle_members.subject_id = subjects.id
            and circle_members.student_row_id = enrolments.student_row_id and ${isMemberOn(day)}))`);
  const rows = (await Promise.all(found.map((query) => query.execute(db)))).flatMap((answer) => answer.rows);
  return new Set(rows.map(({ subject_id, circle }): Part => `${subject_id}/${circle}`));
}
