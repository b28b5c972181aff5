import { sql } from 'kysely';
import { hifzApi, type CircleOverview, type WeekSheet } from '../../contract/hifz/map';
import { type BatchGroup, isTeachingDay } from '../../contract/rules/calendar';
import { dayToDate, dayNumber } from '../../contract/rules/hifz/days';
import type { History } from '../../contract/rules/hifz/memorised';
import { isLessonDay, isRevisionDay, type Plan } from '../../contract/rules/hifz/plan';
import { behindDays, pagesBetween } from '../../contract/rules/hifz/progress';
import type { Section } from '../../contract/vocabulary';
import { areRecordsInScope } from '../auth/recordScope';
import type { Scope } from '../auth/scope';
import { isMemberOn } from '../domain/circles';
import { isOnRosterOn } from '../domain/enrolments';
import { type DaysOff, loadCalendar, loadDaysOff } from '../domain/calendar';
import { loadInstituteDay } from '../domain/institute';
import { loadRecordParts } from '../domain/recordParts';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { type Call, type Route, route } from '../mount';
import { forEachChunk } from './computing';
import { loadHistories } from './history';
import { toPlan, namedRange, loadPlans } from './plans';
import { loadCircleMembers, type HifzStudent, findStudent } from './students';
import { isSardVisible } from './sards';
import { buildTaskAnswer } from './taskRoutes';

export const weekRoutes: Route[] = [
  route(hifzApi.week, (call) => loadStudentWeek(call, call.params.student, call.query.from)),
  route(
    hifzApi.circleWeek,
    async (call) => (await loadCircleWeek(call, call.params.id, call.query.from)).sheets,
  ),

  route(hifzApi.overview, async ({ data, query, ...call }) => {
    const day = query.date ?? (await loadInstituteDay(data.read, data.now())).today;
    return loadOverview(data.read, await call.scope(day), day);
  }),
];

type CallContext = Pick<Call, 'data' | 'user' | 'scope' | 'signal'>;

/** @throws NOT_FOUND, also for a record outside of the scope */
export async function loadStudentWeek(
  call: CallContext,
  studentId: string,
  from: string,
): Promise<WeekSheet> {
  const { data, user } = call;
  const student = await findStudent(call, data.read, studentId);
  const scope = await call.scope();
  const isOwn = user.role === 'student';
  const [sheet] = await loadWeeks(call, [student], {
    from,
    subjectId: null,
    taskSubjects: isOwn ? null : await loadSubjectIds(data.read, scope, student),
    isVisible: isOwn ? always : areRecordsVisible(scope),
    isSardVisible: isSardVisible(call, scope),
  });
  return sheet as WeekSheet;
}

/** @throws NOT_FOUND, also for a record outside of the scope */
export async function loadCircleWeek(call: CallContext, id: number, from: string) {
  const { subjectId, name, students } = await loadCircleMembers(call, id);
  const sheets = await loadWeeks(call, students, {
    from,
    subjectId,
    taskSubjects: null,
    isVisible: sql`daily_records.subject_id = ${subjectId}`,
    isSardVisible: sql`sard.subject_id = ${subjectId}`,
  });
  return { name, week: { from, to: lastDay(from) }, sheets };
}

/**
 * The weeks as the students themselves see them, with their next tasks from today on. Without the figures of
 * pages, which take most of the time. For few students.
 */
export async function loadOwnWeeks(
  db: Db,
  students: readonly HifzStudent[],
  { from, today }: { from: string; today: string },
): Promise<Omit<WeekSheet, 'planned_pages' | 'heard_pages'>[]> {
  const daysOff = await loadDaysOff(db);
  const query = { from, subjectId: null, taskSubjects: null, isVisible: always, isSardVisible: always };
  return students.map(await loadChunk(db, students, today, { ...query, daysOff, hasCurrentTasks: true }));
}

/** SQL condition on `daily_records`: the caller may read the row. */
export const areRecordsVisible = (scope: Scope): Condition => sql`
  daily_records.subject_id in (select subjects.id from subjects where ${scope.subjects})
  and ${areRecordsInScope(scope, undefined, 'daily_records')}`;

async function loadSubjectIds(db: Db, scope: Scope, { id }: HifzStudent): Promise<Set<number>> {
  const rows = await db
    .selectFrom('subjects')
    .innerJoin('enrolments', 'enrolments.batch_id', 'subjects.batch_id')
    .select('subjects.id')
    .where('enrolments.student_row_id', '=', id)
    .where(scope.subjects)
    .where(scope.isStudentVisible({ subject: sql.ref('subjects.id'), student: sql`${id}` }))
    .execute();
  return new Set(rows.map((row) => row.id));
}

interface WeekQuery {
  from: string;
  /** The plans of this subject count. Null: all subjects. */
  subjectId: number | null;
  /** Tasks and planned pages of these subjects are in the week. Null: all subjects. */
  taskSubjects: ReadonlySet<number> | null;
  isVisible: Condition;
  isSardVisible: Condition;
  /** The tasks are those of today, or after a recitation those of the next day. Default: of the next week. */
  hasCurrentTasks?: true;
}

const weekLength = 7;
const noPages = { plannedPages: 0, heardPages: 0 };

const lastDay = (from: string): string => dayToDate(dayNumber(from) + weekLength - 1);

async function loadWeeks(
  call: Pick<CallContext, 'data' | 'user' | 'signal'>,
  students: readonly HifzStudent[],
  query: WeekQuery,
): Promise<WeekSheet[]> {
  const { today } = await loadInstituteDay(call.data.read, call.data.now());
  const daysOff = await loadDaysOff(call.data.read);
  const sheets: WeekSheet[] = [];
  await forEachChunk(call, students, async (chunk, yielder) => {
    const buildSheet = await loadChunk(call.data.read, chunk, today, { ...query, daysOff });
    for (const student of chunk) {
      await yielder.yieldIfDue();
      sheets.push(buildSheet(student));
    }
  });
  return sheets;
}

/** @returns a function that builds the week of one student */
async function loadChunk(
  db: Db,
  students: readonly HifzStudent[],
  today: string,
  {
    from,
    subjectId,
    taskSubjects,
    isVisible,
    isSardVisible: sardCondition,
    daysOff,
    hasCurrentTasks,
  }: WeekQuery & { daysOff: DaysOff },
): Promise<(student: HifzStudent) => WeekSheet> {
  const firstDay = dayNumber(from);
  const to = lastDay(from);
  const studentIds = students.map(({ id }) => id);
  const recordsByStudent = await loadRecords(db, studentIds, { from, to, isVisible });
  const sardByStudent = await loadSard(db, studentIds, { from, to, isVisible: sardCondition });
  const plansByStudent = await loadPlans(db, studentIds, today, daysOff);
  const histories = await loadHistories(db, studentIds);
  const sections = await loadSections(db, studentIds);
  return ({ id, student_id, full_name }) => {
    const plans = (plansByStudent.get(id) ?? []).filter(
      (plan) => subjectId === null || plan.subject_id === subjectId,
    );
    const included = plans.filter((plan) => taskSubjects === null || taskSubjects.has(plan.subject_id));
    const history = histories.get(id) ?? { recitations: [], declared: [] };
    // Includes the pages that the student memorised in other subjects, as the map and the progress do.
    const pages = hasCurrentTasks
      ? noPages
      : pagesBetween(included.map(toPlan), history, { from: firstDay, to: firstDay + weekLength - 1 });
    const hasRecitedToday = recordsByStudent.get(id)?.some(({ date }) => date === today) ?? false;
    const tasksFrom = hasCurrentTasks ? dayNumber(today) + (hasRecitedToday ? 1 : 0) : firstDay + weekLength;
    const nextTasks = included.flatMap((plan) => {
      const task = buildNextTask(toPlan(plan), history, tasksFrom, dayNumber(today));
      return task ? [{ subject_code: plan.subject_code, subject_name: plan.subject_name, task }] : [];
    });
    return {
      student_id,
      name: full_name,
      from,
      to,
      section: sections.get(id) ?? null,
      heard: recordsByStudent.get(id) ?? [],
      sard: sardByStudent.get(id) ?? [],
      planned_pages: Math.round(pages.plannedPages * 100) / 100,
      heard_pages: Math.round(pages.heardPages * 100) / 100,
      next: nextTasks[0]?.task ?? null,
      next_tasks: nextTasks,
    };
  };
}

/**
 * The task of the next day of the plan, or null after the end of the plan. Future lessons do not count as
 * missed.
 */
function buildNextTask(plan: Plan, history: History, from: number, today: number): WeekSheet['next'] {
  const days = Array.from({ length: weekLength }, (_, index) => from + index);
  const day = days.find((candidate) => isLessonDay(plan, candidate) || isRevisionDay(plan, candidate));
  if (day === undefined) return null;
  const task = buildTaskAnswer(plan, history, dayToDate(day));
  return day > today ? { ...task, behind_days: behindDays(plan, history, today) } : task;
}

async function loadSections(db: Db, students: readonly number[]): Promise<Map<number, Section>> {
  if (students.length === 0) return new Map();
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
    .select(['enrolments.student_row_id', 'batches.section'])
    .where('enrolments.student_row_id', 'in', students)
    .where('enrolments.is_shown', '=', 1)
    .execute();
  return new Map(rows.map(({ student_row_id, section }) => [student_row_id, section]));
}

interface VisibleDays extends Pick<WeekQuery, 'from' | 'isVisible'> {
  to: string;
}

async function loadSard(
  db: Db,
  students: readonly number[],
  { from, to, isVisible }: VisibleDays,
): Promise<Map<number, WeekSheet['sard']>> {
  const sardByStudent = new Map<number, WeekSheet['sard']>();
  if (students.length === 0) return sardByStudent;
  const rows = await db
    .selectFrom('sard')
    .select(['student_row_id', 'date', 'from_juz', 'to_juz', 'examiner', 'mark', 'max', 'passed'])
    .select(
      sql<number>`(select coalesce(sum(faults.count), 0) from sard_faults as faults where faults.sard_id = sard.id)`.as(
        'faults',
      ),
    )
    .where('student_row_id', 'in', students)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where(isVisible)
    .orderBy('date')
    .orderBy('id')
    .execute();
  for (const { student_row_id, passed, faults, ...row } of rows) {
    const sards = sardByStudent.get(student_row_id) ?? [];
    sards.push({ ...row, passed: passed === 1, faults: Number(faults) });
    sardByStudent.set(student_row_id, sards);
  }
  return sardByStudent;
}

async function loadRecords(
  db: Db,
  students: readonly number[],
  { from, to, isVisible }: VisibleDays,
): Promise<Map<number, WeekSheet['heard']>> {
  const recordsByStudent = new Map<number, WeekSheet['heard']>();
  if (students.length === 0) return recordsByStudent;
  const rows = await db
    .selectFrom('daily_records')
    .select(['id', 'student_row_id', 'date', 'kind', 'pages_count', 'mistakes_count', 'result'])
    .where('student_row_id', 'in', students)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where(isVisible)
    .orderBy('date')
    .orderBy('id')
    .execute();
  const partsByRecord = await loadRecordParts(
    db,
    rows.map(({ id }) => id),
  );
  for (const { id, student_row_id, date, kind, pages_count, mistakes_count, result } of rows) {
    const records = recordsByStudent.get(student_row_id) ?? [];
    const ranges = (partsByRecord.get(id)?.ranges ?? []).map(({ from_ayah, to_ayah }) =>
      namedRange({ from: from_ayah, to: to_ayah }),
    );
    records.push({ date, kind, ranges, pages: pages_count, faults: mistakes_count ?? 0, result });
    recordsByStudent.set(student_row_id, records);
  }
  return recordsByStudent;
}

interface OverviewRow extends BatchGroup {
  circle_id: number;
  name: string;
  subject_code: string;
  days: string;
  teacher_name: string | null;
  substitute_name: string | null;
  taken: number;
  members: number;
  heard: number;
  absent: number;
}

/** A circle without a register or record is included if it meets on that day. */
async function loadOverview(db: Db, scope: Scope, day: string): Promise<CircleOverview[]> {
  const isRecordedIn = (
    table: 'daily_records' | 'sard',
  ) => sql`exists (select 1 from ${sql.table(table)} as done
    where done.subject_id = circles.subject_id and done.date = ${day}
      and done.student_row_id = circle_members.student_row_id)`;
  const hasRecitation = sql`(${isRecordedIn('daily_records')} or ${isRecordedIn('sard')})`;
  const isAbsent = sql`exists (select 1 from absences where absences.subject_id = circles.subject_id
    and absences.date = ${day} and absences.student_row_id = circle_members.student_row_id)`;
  const { rows } = await sql<OverviewRow>`
    select circles.id as circle_id, circles.name, batches.section, programs.program_id, subjects.batch_id, subjects.subject_code, circles.days,
      users.name as teacher_name,
      (select stand_in.name from circle_substitutes join users as stand_in on stand_in.id = circle_substitutes.teacher_id
        where circle_substitutes.circle_id = circles.id and circle_substitutes.from_date <= ${day}
          and circle_substitutes.to_date >= ${day} order by circle_substitutes.id desc limit 1) as substitute_name,
      case when exists (select 1 from registers where registers.circle_id = circles.id and registers.date = ${day})
        then 1 else 0 end as taken,
      count(circle_members.id) as members,
      coalesce(sum(case when ${hasRecitation} then 1 else 0 end), 0) as heard,
      coalesce(sum(case when ${isAbsent} and not ${hasRecitation} then 1 else 0 end), 0) as absent
    from circles join subjects on subjects.id = circles.subject_id
      join batches on batches.id = subjects.batch_id join programs on programs.id = batches.program_row_id
      left join users on users.id = circles.teacher_id
      left join circle_members on circle_members.circle_id = circles.id and ${isMemberOn(day)}
        and exists (select 1 from enrolments where enrolments.student_row_id = circle_members.student_row_id
          and enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)})
    where (circles.ended_on is null or circles.ended_on > ${day}) and ${scope.circlesOn(day)}
    group by circles.id, circles.name, circles.name_sort, circles.days, batches.section, programs.program_id, subjects.batch_id, subjects.subject_code, users.name
    order by circles.name_sort, circles.id`.execute(db);
  const calendar = await loadCalendar(db);
  // Without weekdays, a circle also meets at the weekend.
  const everyDay = { ...calendar, weekend_days: [] };
  return rows.flatMap(({ days, taken: registers, members, section, program_id, ...row }) => {
    const weekdays = JSON.parse(days) as number[];
    const recitedCount = Number(row.heard);
    const absent = Number(row.absent);
    const group = { section, program_id, batch_id: row.batch_id };
    const isActive = isTeachingDay(everyDay, group, day, weekdays) || registers === 1 || recitedCount > 0;
    if (!isActive) return [];
    const waiting = Number(members) - recitedCount - absent;
    return [{ ...row, register_taken: registers === 1, heard: recitedCount, waiting, absent }];
  });
}
