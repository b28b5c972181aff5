import { sql } from 'kysely';
import { hifzApi, type CircleOverview, type WeekSheet } from '../../contract/hifz/map';
import { dayToDate, dayNumber, dayOfWeek } from '../../contract/rules/hifz/days';
import type { History } from '../../contract/rules/hifz/memorised';
import { isPlanActive, isLessonDay, type Plan } from '../../contract/rules/hifz/plan';
import { behindDays, pagesBetween } from '../../contract/rules/hifz/progress';
import { recordsWithin } from '../auth/recordScope';
import type { Scope } from '../auth/scope';
import { isMemberOn } from '../domain/circles';
import { isOnRosterOn } from '../domain/enrolments';
import { loadInstituteDay } from '../domain/institute';
import { loadRecordParts } from '../domain/recordParts';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { type Call, type Route, route } from '../mount';
import { inParts } from './computing';
import { historiesOf } from './history';
import { asPlan, namedRange, plansOf } from './plans';
import { circlePupils, type Pupil, pupilOf } from './pupils';
import { seenSard } from './sards';
import { taskAnswer } from './taskRoutes';

export const weekRoutes: Route[] = [
  route(hifzApi.week, (call) => studentWeek(call, call.params.student, call.query.from)),
  route(hifzApi.circleWeek, async (call) => (await circleWeek(call, call.params.id, call.query.from)).sheets),

  route(hifzApi.overview, async ({ data, query, ...call }) => {
    const day = query.date ?? (await loadInstituteDay(data.read, data.now())).today;
    return overviewOf(data.read, await call.scope(day), day);
  }),
];

type Asking = Pick<Call, 'data' | 'user' | 'scope' | 'signal'>;

/** Seven days of a student. @throws NOT_FOUND, also outside of the scope */
export async function studentWeek(call: Asking, student: string, from: string): Promise<WeekSheet> {
  const { data, user } = call;
  const pupil = await pupilOf(call, data.read, student);
  const scope = await call.scope();
  const isOwn = user.role === 'student';
  const [sheet] = await weeksOf(call, [pupil], {
    from,
    subjectId: null,
    taskSubjects: isOwn ? null : await subjectsWith(data.read, scope, pupil),
    isSeen: isOwn ? always : seenRecords(scope),
    isSardSeen: seenSard(call, scope),
  });
  return sheet as WeekSheet;
}

/** Seven days of each member of a circle, and its name. @throws NOT_FOUND, also outside of the scope */
export async function circleWeek(call: Asking, id: number, from: string) {
  const { subjectId, name, pupils } = await circlePupils(call, id);
  const sheets = await weeksOf(call, pupils, {
    from,
    subjectId,
    taskSubjects: null,
    isSeen: sql`daily_records.subject_id = ${subjectId}`,
    isSardSeen: sql`sard.subject_id = ${subjectId}`,
  });
  return { name, week: { from, to: lastDay(from) }, sheets };
}

/** SQL on `daily_records`: the caller may read them. */
export const seenRecords = (scope: Scope): Condition => sql`
  daily_records.subject_id in (select subjects.id from subjects where ${scope.subjects})
  and ${recordsWithin(scope, undefined, 'daily_records')}`;

/** The subjects in which a member of staff sees a student. */
async function subjectsWith(db: Db, scope: Scope, { id }: Pupil): Promise<Set<number>> {
  const rows = await db
    .selectFrom('subjects')
    .innerJoin('enrolments', 'enrolments.batch_id', 'subjects.batch_id')
    .select('subjects.id')
    .where('enrolments.student_row_id', '=', id)
    .where(scope.subjects)
    .where(scope.pupils({ subject: sql.ref('subjects.id'), student: sql`${id}` }))
    .execute();
  return new Set(rows.map((row) => row.id));
}

interface Asked {
  from: string;
  /** Of which the plans count; null: of all. */
  subjectId: number | null;
  /** Of whose plans tasks and planned pages are told; null: of all that count. */
  taskSubjects: ReadonlySet<number> | null;
  /** SQL on `daily_records`. */
  isSeen: Condition;
  /** SQL on `sard`. */
  isSardSeen: Condition;
}

const weekLength = 7;

const lastDay = (from: string): string => dayToDate(dayNumber(from) + weekLength - 1);

/** The weeks of students, in their order. */
async function weeksOf(
  call: Pick<Asking, 'data' | 'user' | 'signal'>,
  pupils: readonly Pupil[],
  asked: Asked,
): Promise<WeekSheet[]> {
  const { today } = await loadInstituteDay(call.data.read, call.data.now());
  const sheets: WeekSheet[] = [];
  await inParts(call, pupils, async (part, yielder) => {
    const sheetOf = await readWeeks(call.data.read, part, today, asked);
    for (const pupil of part) {
      await yielder.yieldIfDue();
      sheets.push(sheetOf(pupil));
    }
  });
  return sheets;
}

/** Reads what the weeks of some students need. @returns the week of one of them */
async function readWeeks(
  db: Db,
  pupils: readonly Pupil[],
  today: string,
  { from, subjectId, taskSubjects, isSeen, isSardSeen }: Asked,
): Promise<(pupil: Pupil) => WeekSheet> {
  const first = dayNumber(from);
  const to = lastDay(from);
  const students = pupils.map(({ id }) => id);
  const heard = await heardBetween(db, students, { from, to, isSeen });
  const sard = await sardBetween(db, students, { from, to, isSeen: isSardSeen });
  const all = await plansOf(db, students, today);
  const histories = await historiesOf(db, students);
  return ({ id, student_id, full_name }) => {
    const plans = (all.get(id) ?? []).filter((plan) => subjectId === null || plan.subject_id === subjectId);
    const told = plans.filter((plan) => taskSubjects === null || taskSubjects.has(plan.subject_id));
    const history = histories.get(id) ?? { hearings: [], declared: [] };
    // The pages heard are all that the student has memorised in the week, in whichever subject, as on the map and in the
    // progress.
    const pages = pagesBetween(told.map(asPlan), history, { from: first, to: first + weekLength - 1 });
    const next_tasks = told.flatMap((plan) => {
      const task = nextTask(asPlan(plan), history, first + weekLength, dayNumber(today));
      return task ? [{ subject_code: plan.subject_code, subject_name: plan.subject_name, task }] : [];
    });
    return {
      student_id,
      name: full_name,
      from,
      to,
      heard: heard.get(id) ?? [],
      sard: sard.get(id) ?? [],
      planned_pages: Math.round(pages.plannedPages * 100) / 100,
      heard_pages: Math.round(pages.heardPages * 100) / 100,
      next: next_tasks[0]?.task ?? null,
      next_tasks,
    };
  };
}

/**
 * The task of the first of seven days on which the plan has one; null where it has ended. Lessons of days that are still to
 * come are not missed yet.
 */
function nextTask(plan: Plan, history: History, from: number, today: number): WeekSheet['next'] {
  const days = Array.from({ length: weekLength }, (_, place) => from + place);
  const day = days.find(
    (one) =>
      isLessonDay(plan, one) || (isPlanActive(plan, one) && plan.revisionDays.includes(dayOfWeek(one))),
  );
  if (day === undefined) return null;
  const task = taskAnswer(plan, history, dayToDate(day));
  return day > today ? { ...task, behind_days: behindDays(plan, history, today) } : task;
}

/** The days of a week, and what of it is seen. */
interface Between extends Pick<Asked, 'from' | 'isSeen'> {
  to: string;
}

async function sardBetween(
  db: Db,
  students: readonly number[],
  { from, to, isSeen }: Between,
): Promise<Map<number, WeekSheet['sard']>> {
  const found = new Map<number, WeekSheet['sard']>();
  if (students.length === 0) return found;
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
    .where(isSeen)
    .orderBy('date')
    .orderBy('id')
    .execute();
  for (const { student_row_id, passed, faults, ...row } of rows) {
    const known = found.get(student_row_id) ?? [];
    known.push({ ...row, passed: passed === 1, faults: Number(faults) });
    found.set(student_row_id, known);
  }
  return found;
}

async function heardBetween(
  db: Db,
  students: readonly number[],
  { from, to, isSeen }: Between,
): Promise<Map<number, WeekSheet['heard']>> {
  const found = new Map<number, WeekSheet['heard']>();
  if (students.length === 0) return found;
  const rows = await db
    .selectFrom('daily_records')
    .select(['id', 'student_row_id', 'date', 'kind', 'pages_count', 'mistakes_count', 'result'])
    .where('student_row_id', 'in', students)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where(isSeen)
    .orderBy('date')
    .orderBy('id')
    .execute();
  const parts = await loadRecordParts(
    db,
    rows.map(({ id }) => id),
  );
  for (const { id, student_row_id, date, kind, pages_count, mistakes_count, result } of rows) {
    const known = found.get(student_row_id) ?? [];
    const ranges = (parts.get(id)?.ranges ?? []).map(({ from_ayah, to_ayah }) =>
      namedRange({ from: from_ayah, to: to_ayah }),
    );
    known.push({ date, kind, ranges, pages: pages_count, faults: mistakes_count ?? 0, result });
    found.set(student_row_id, known);
  }
  return found;
}

interface OverviewRow {
  circle_id: number;
  name: string;
  batch_id: number;
  subject_code: string;
  days: string;
  teacher_name: string | null;
  substitute_name: string | null;
  taken: number;
  members: number;
  heard: number;
  absent: number;
}

/** The circles of the caller that meet on a day, or have a register or a record of it; by name. */
async function overviewOf(db: Db, scope: Scope, day: string): Promise<CircleOverview[]> {
  const isIn = (heard: 'daily_records' | 'sard') => sql`exists (select 1 from ${sql.table(heard)} as done
    where done.subject_id = circles.subject_id and done.date = ${day}
      and done.student_row_id = circle_members.student_row_id)`;
  const isHeard = sql`(${isIn('daily_records')} or ${isIn('sard')})`;
  const isAbsent = sql`exists (select 1 from absences where absences.subject_id = circles.subject_id
    and absences.date = ${day} and absences.student_row_id = circle_members.student_row_id)`;
  const { rows } = await sql<OverviewRow>`
    select circles.id as circle_id, circles.name, subjects.batch_id, subjects.subject_code, circles.days,
      users.name as teacher_name,
      (select stand_in.name from circle_substitutes join users as stand_in on stand_in.id = circle_substitutes.teacher_id
        where circle_substitutes.circle_id = circles.id and circle_substitutes.from_date <= ${day}
          and circle_substitutes.to_date >= ${day} order by circle_substitutes.id desc limit 1) as substitute_name,
      case when exists (select 1 from registers where registers.circle_id = circles.id and registers.date = ${day})
        then 1 else 0 end as taken,
      count(circle_members.id) as members,
      coalesce(sum(case when ${isHeard} then 1 else 0 end), 0) as heard,
      coalesce(sum(case when ${isAbsent} and not ${isHeard} then 1 else 0 end), 0) as absent
    from circles join subjects on subjects.id = circles.subject_id
      left join users on users.id = circles.teacher_id
      left join circle_members on circle_members.circle_id = circles.id and ${isMemberOn(day)}
        and exists (select 1 from enrolments where enrolments.student_row_id = circle_members.student_row_id
          and enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)})
    where (circles.ended_on is null or circles.ended_on > ${day}) and ${scope.circlesOn(day)}
    group by circles.id, circles.name, circles.name_sort, circles.days, subjects.batch_id, subjects.subject_code, users.name
    order by circles.name_sort, circles.id`.execute(db);
  const weekday = dayOfWeek(dayNumber(day));
  return rows.flatMap(({ days, taken, members, ...row }) => {
    const meets = JSON.parse(days) as number[];
    const heard = Number(row.heard);
    const absent = Number(row.absent);
    const isOfDay = meets.length === 0 || meets.includes(weekday) || taken === 1 || heard > 0;
    if (!isOfDay) return [];
    const waiting = Number(members) - heard - absent;
    return [{ ...row, register_taken: taken === 1, heard, waiting, absent }];
  });
}
