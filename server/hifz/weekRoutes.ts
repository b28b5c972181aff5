import { sql } from 'kysely';
import { hifzApi, type OverviewLine, type WeekSheet } from '../../contract/hifz/map';
import { dateOfDay, dayNumber, weekdayOf } from '../../contract/rules/hifz/days';
import type { History } from '../../contract/rules/hifz/memorised';
import { isDuring, isLessonDay, type Plan } from '../../contract/rules/hifz/plan';
import { pagesBetween } from '../../contract/rules/hifz/progress';
import { recordsWithin } from '../auth/recordScope';
import type { Scope } from '../auth/scope';
import { isMemberOn } from '../db/circles';
import { isOnRosterOf } from '../db/enrolments';
import { instituteDay } from '../db/institute';
import { partsOf } from '../db/recordParts';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { type Call, type Route, route } from '../mount';
import { historiesOf } from './history';
import { asPlan, nameOfAyah, plansOf } from './plans';
import { circlePupils, type Pupil, pupilOf } from './pupils';
import { taskAnswer } from './taskRoutes';

export const weekRoutes: Route[] = [
  route(hifzApi.week, (call) => studentWeek(call, call.params.student, call.query.from)),
  route(hifzApi.circleWeek, async (call) => (await circleWeek(call, call.params.id, call.query.from)).sheets),

  route(hifzApi.overview, async ({ data, query, ...call }) => {
    const day = query.date ?? (await instituteDay(data.read, data.now())).today;
    return overviewOf(data.read, await call.scope(day), day);
  }),
];

type Asking = Pick<Call, 'data' | 'user' | 'scope'>;

/** Seven days of a student. @throws NOT_FOUND, also outside of the scope */
export async function studentWeek(call: Asking, student: string, from: string): Promise<WeekSheet> {
  const { data, user } = call;
  const pupil = await pupilOf(call, data.read, student);
  const { today } = await instituteDay(data.read, data.now());
  const scope = await call.scope();
  const isSeen = user.role === 'student' ? always : seenRecords(scope);
  const [sheet] = await weeksOf(data.read, [pupil], { from, today, subjectId: null, isSeen });
  return sheet as WeekSheet;
}

/** Seven days of each member of a circle, and its name. @throws NOT_FOUND, also outside of the scope */
export async function circleWeek(call: Asking, id: number, from: string) {
  const { data } = call;
  const { subjectId, name, pupils } = await circlePupils(call, id);
  const { today } = await instituteDay(data.read, data.now());
  const isSeen: Condition = sql`daily_records.subject_id = ${subjectId}`;
  const sheets = await weeksOf(data.read, pupils, { from, today, subjectId, isSeen });
  return { name, week: { from, to: lastDay(from) }, sheets };
}

/** SQL on `daily_records`: the caller may read them. */
export const seenRecords = (scope: Scope): Condition => sql`
  daily_records.subject_id in (select subjects.id from subjects where ${scope.subjects})
  and ${recordsWithin(scope, undefined, 'daily_records')}`;

interface Asked {
  from: string;
  today: string;
  /** Of which the plans count; null: of all. */
  subjectId: number | null;
  /** SQL on `daily_records`. */
  isSeen: Condition;
}

const weekLength = 7;

const lastDay = (from: string): string => dateOfDay(dayNumber(from) + weekLength - 1);

/** The weeks of students, in their order. */
async function weeksOf(
  db: Db,
  pupils: readonly Pupil[],
  { from, today, subjectId, isSeen }: Asked,
): Promise<WeekSheet[]> {
  const first = dayNumber(from);
  const to = lastDay(from);
  const students = pupils.map(({ id }) => id);
  const heard = await heardBetween(db, students, { from, to, isSeen });
  const all = await plansOf(db, students, today);
  const histories = await historiesOf(db, students);
  return pupils.map(({ id, student_id, full_name }) => {
    const plans = (all.get(id) ?? [])
      .filter((plan) => subjectId === null || plan.subject_id === subjectId)
      .map(asPlan);
    const history = histories.get(id) ?? { hearings: [], declared: [] };
    const pages = pagesBetween(plans, history, { from: first, to: first + weekLength - 1 });
    return {
      student_id,
      name: full_name,
      from,
      to,
      heard: heard.get(id) ?? [],
      planned_pages: Math.round(pages.plannedPages * 100) / 100,
      heard_pages: Math.round(pages.heardPages * 100) / 100,
      next: nextTask(plans[0], history, first + weekLength),
    };
  });
}

/** The task of the first of seven days on which the plan has one; null without a plan, and where it has ended. */
function nextTask(plan: Plan | undefined, history: History, from: number): WeekSheet['next'] {
  if (!plan) return null;
  const days = Array.from({ length: weekLength }, (_, place) => from + place);
  const day = days.find(
    (one) => isLessonDay(plan, one) || (isDuring(plan, one) && plan.revisionDays.includes(weekdayOf(one))),
  );
  return day === undefined ? null : taskAnswer(plan, history, dateOfDay(day));
}

async function heardBetween(
  db: Db,
  students: readonly number[],
  { from, to, isSeen }: Pick<Asked, 'from' | 'isSeen'> & { to: string },
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
  const parts = await partsOf(
    db,
    rows.map(({ id }) => id),
  );
  for (const { id, student_row_id, date, kind, pages_count, mistakes_count, result } of rows) {
    const known = found.get(student_row_id) ?? [];
    const ranges = (parts.get(id)?.ranges ?? []).map(({ from_ayah, to_ayah }) => ({
      from: nameOfAyah(from_ayah),
      to: nameOfAyah(to_ayah),
    }));
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
async function overviewOf(db: Db, scope: Scope, day: string): Promise<OverviewLine[]> {
  const isHeard = sql`exists (select 1 from daily_records where daily_records.subject_id = circles.subject_id
    and daily_records.date = ${day} and daily_records.student_row_id = circle_members.student_row_id)`;
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
          and enrolments.batch_id = subjects.batch_id and ${isOnRosterOf(day)})
    where (circles.ended_on is null or circles.ended_on > ${day}) and ${scope.circlesOn(day)}
    group by circles.id, circles.name, circles.name_sort, circles.days, subjects.batch_id, subjects.subject_code, users.name
    order by circles.name_sort, circles.id`.execute(db);
  const weekday = weekdayOf(dayNumber(day));
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
