import { ruleMessages } from '../../contract/errors';
import { type HifzTask, hifzPlansApi, type PriorRange } from '../../contract/hifz/plan';
import { revisionReason } from '../../contract/reports/paperText';
import { dayToDate, dayNumber } from '../../contract/rules/hifz/days';
import type { History } from '../../contract/rules/hifz/memorised';
import type { Plan } from '../../contract/rules/hifz/plan';
import { countSpanPages, type Span } from '../../contract/rules/hifz/spans';
import { buildTask } from '../../contract/rules/hifz/task';
import { roundPages } from '../../contract/rules/mushaf';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { loadDaysOff } from '../domain/calendar';
import { loadInstituteDay, refuseFutureDate } from '../domain/institute';
import type { Db } from '../db/schema';
import { type Call, successBody, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { computeEach } from './computing';
import { loadHistory } from './history';
import { parseSpans } from './planRoutes';
import { toPlan, namedRange, loadPlans, type FollowedPlan } from './plans';
import { loadCircleMembers, type HifzStudent, findStudent, findSubject } from './students';

export const taskRoutes: Route[] = [
  route(hifzPlansApi.prior, async (call) => {
    const student = await findStudent(call, call.data.read, call.params.student);
    return { ranges: await loadPrior(call.data.read, student.id) };
  }),

  route(hifzPlansApi.savePrior, async (call) => {
    const { data, actor, params, body } = call;
    const {
      unit: { operation },
      ranges,
    } = await data.write(actor, async (unit) => {
      const student = await findStudent(call, unit.trx, params.student);
      const spans = parseSpans(body.ranges, 'ranges');
      for (const { date } of body.ranges) await refuseFutureDate(unit, date, 'ranges');
      const current = { ranges: await loadPrior(unit.trx, student.id) };
      if (body.seen && comparableText(body.seen) !== comparableText(current.ranges))
        throw new Problem('STALE', { message: ruleMessages.stalePrior, extra: { current } });
      const description = operationDescriptions.hifzPriorSaved(student.full_name);
      unit.describe('update', 'hifz_prior', student.full_name, description);
      const stored = await unit.trx
        .selectFrom('hifz_prior')
        .select('id')
        .where('student_row_id', '=', student.id)
        .orderBy('id')
        .execute();
      const target = spans.map(({ from, to }, index) => ({
        from_ayah: from,
        to_ayah: to,
        date: body.ranges[index]?.date ?? '',
        strength: body.ranges[index]?.strength ?? 1,
      }));
      await unit.remove(
        'hifz_prior',
        stored.slice(target.length).map(({ id }) => id),
      );
      await unit.updateMany(
        'hifz_prior',
        stored.slice(0, target.length).map(({ id }, index) => ({ id, changes: target[index] ?? {} })),
      );
      await unit.insertMany(
        'hifz_prior',
        target.slice(stored.length).map((row) => ({ ...row, student_row_id: student.id })),
      );
      return { unit, ranges: await loadPrior(unit.trx, student.id) };
    });
    return { ranges, operation_id: operation };
  }),

  route(hifzPlansApi.task, async (call) => {
    const { data, params, query } = call;
    const student = await findStudent(call, data.read, params.student);
    const { today } = await loadInstituteDay(data.read, data.now());
    const date = query.date ?? today;
    const plan = await findFollowedPlan(call, data.read, { student, code: query.subject_code, date });
    if (!plan && query.or_null) return null;
    if (!plan) throw notFound();
    const skips = await loadSkips(data.read, plan.subject_id, [student.id], date);
    const history = await loadHistory(data.read, student.id, { last: date });
    return buildTaskAnswer(toPlan(plan), history, date, skips.get(student.id));
  }),

  route(hifzPlansApi.circleTasks, async (call) => {
    const { read } = call.data;
    const { subjectId, date, students } = await loadCircleMembers(call, call.params.id, call.query.date);
    const ids = students.map(({ id }) => id);
    const plans = await loadPlans(read, ids, date, await loadDaysOff(read));
    const skips = await loadSkips(read, subjectId, ids, date);
    return computeEach(call, students, { last: date }, ({ id, student_id, full_name: name }, history) => {
      const plan = plans.get(id)?.find((candidate) => candidate.subject_id === subjectId);
      const task = plan ? buildTaskAnswer(toPlan(plan), history, date, skips.get(id)) : null;
      return { student_id, name, task };
    });
  }),

  route(hifzPlansApi.skip, async (call) => {
    const { data, actor, params, body } = call;
    const { date, subject_code } = body;
    const { operation } = await data.write(actor, async (unit) => {
      const student = await findStudent(call, unit.trx, params.student);
      const [span] = parseSpans([body], 'from');
      if (!span) throw notFound();
      const plan = await requireFollowedPlan(call, unit.trx, { student, code: subject_code, date });
      const description = operationDescriptions.hifzSkipped(student.full_name, date);
      unit.describe('create', 'hifz_skips', student.full_name, description);
      const skips = await loadSkips(unit.trx, plan.subject_id, [student.id], date);
      if (skips.get(student.id)?.some(({ from, to }) => from === span.from && to === span.to)) return unit;
      const skip = { subject_id: plan.subject_id, student_row_id: student.id, date };
      await unit.insert('hifz_skips', { ...skip, from_ayah: span.from, to_ayah: span.to });
      return unit;
    });
    return { ...successBody(successMessages.hifzSkipped), operation_id: operation };
  }),
];

/** In the order of declaration. */
async function loadPrior(db: Db, studentRowId: number): Promise<PriorRange[]> {
  const rows = await db
    .selectFrom('hifz_prior')
    .select(['from_ayah', 'to_ayah', 'date', 'strength'])
    .where('student_row_id', '=', studentRowId)
    .orderBy('id')
    .execute();
  return rows.map(({ from_ayah, to_ayah, date, strength }) => ({
    ...namedRange({ from: from_ayah, to: to_ayah }),
    date,
    strength,
  }));
}

/** Equal texts mean equal ranges in any order. */
const comparableText = (ranges: readonly PriorRange[]): string =>
  ranges
    .map(({ from, to, date, strength }) => `${from}-${to} ${date} ${strength}`)
    .toSorted()
    .join();

interface PlanQuery {
  student: HifzStudent;
  code: string | undefined;
  date: string;
}

/** @throws NOT_FOUND without a plan; VALIDATION for several plans without `code` */
export async function requireFollowedPlan(
  call: Pick<Call, 'user' | 'scope'>,
  db: Db,
  query: PlanQuery,
): Promise<FollowedPlan> {
  const plan = await findFollowedPlan(call, db, query);
  if (!plan) throw notFound();
  return plan;
}

/** @throws NOT_FOUND for a plan outside of the scope; VALIDATION for several plans without `code` */
async function findFollowedPlan(
  call: Pick<Call, 'user' | 'scope'>,
  db: Db,
  { student, code, date }: PlanQuery,
): Promise<FollowedPlan | undefined> {
  const plans = (await loadPlans(db, [student.id], date, await loadDaysOff(db))).get(student.id) ?? [];
  if (code === undefined && plans.length > 1)
    throw invalid({ path: 'subject_code', message: ruleMessages.chooseSubject });
  const plan = plans.find(({ subject_code }) => code === undefined || subject_code === code);
  if (plan) await findSubject(call, db, plan.subject_code, student);
  return plan;
}

export async function loadSkips(
  db: Db,
  subjectId: number,
  students: readonly number[],
  date: string,
): Promise<Map<number, Span[]>> {
  const skips = new Map<number, Span[]>(students.map((id) => [id, []]));
  if (students.length === 0) return skips;
  const rows = await db
    .selectFrom('hifz_skips')
    .select(['student_row_id', 'from_ayah', 'to_ayah'])
    .where('student_row_id', 'in', students)
    .where('date', '=', date)
    .where('subject_id', '=', subjectId)
    .execute();
  for (const { student_row_id, from_ayah, to_ayah } of rows)
    skips.get(student_row_id)?.push({ from: from_ayah, to: to_ayah });
  return skips;
}

/** The number of pages is rounded to halves. */
export const namedRangeWithPages = ({ from, to }: Span) => ({
  ...namedRange({ from, to }),
  pages: roundPages(countSpanPages({ from, to })),
});

/** Rounds to two decimals: fault weights are quarters, divided by pages. */
export const roundFaults = (faults: number): number => Math.round(faults * 100) / 100;

export function buildTaskAnswer(
  plan: Plan,
  history: History,
  date: string,
  skipped: readonly Span[] = [],
): HifzTask {
  const task = buildTask({ plan, history, day: dayNumber(date), skipped });
  return {
    new: task.new.map(namedRangeWithPages),
    near: task.near.map(namedRangeWithPages),
    far: task.far.map((line) => ({
      ...namedRangeWithPages(line),
      reason: revisionReason(line.daysSinceRecitation, line.faults),
      last_heard: dayToDate(line.lastHeard),
      faults: roundFaults(line.faults),
    })),
    behind_days: task.behindDays,
    test: task.test && { from_juz: task.test.fromJuz, to_juz: task.test.toJuz },
  };
}
