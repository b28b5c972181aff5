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
import { loadInstituteDay, refuseFutureDate } from '../domain/institute';
import type { Db } from '../db/schema';
import { type Call, done, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { computeEach } from './computing';
import { historyOf } from './history';
import { spansOfSent } from './planRoutes';
import { asPlan, namedRange, plansOf, type StoredPlan } from './plans';
import { circlePupils, type Pupil, pupilOf, subjectFor } from './pupils';

export const taskRoutes: Route[] = [
  route(hifzPlansApi.prior, async (call) => {
    const pupil = await pupilOf(call, call.data.read, call.params.student);
    return { ranges: await priorOf(call.data.read, pupil.id) };
  }),

  route(hifzPlansApi.savePrior, async (call) => {
    const { data, actor, params, body } = call;
    const { unit, ranges } = await data.write(actor, async (writing) => {
      const pupil = await pupilOf(call, writing.trx, params.student);
      const spans = spansOfSent(body.ranges, 'ranges');
      for (const { date } of body.ranges) await refuseFutureDate(writing, date, 'ranges');
      const current = { ranges: await priorOf(writing.trx, pupil.id) };
      if (body.seen && priorText(body.seen) !== priorText(current.ranges))
        throw new Problem('STALE', { message: ruleMessages.stalePrior, extra: { current } });
      const what = operationDescriptions.hifzPriorSaved(pupil.full_name);
      writing.describe('update', 'hifz_prior', pupil.full_name, what);
      const stored = await writing.trx
        .selectFrom('hifz_prior')
        .select('id')
        .where('student_row_id', '=', pupil.id)
        .orderBy('id')
        .execute();
      const wanted = spans.map(({ from, to }, place) => ({
        from_ayah: from,
        to_ayah: to,
        date: body.ranges[place]?.date ?? '',
        strength: body.ranges[place]?.strength ?? 1,
      }));
      await writing.remove(
        'hifz_prior',
        stored.slice(wanted.length).map(({ id }) => id),
      );
      await writing.updateMany(
        'hifz_prior',
        stored.slice(0, wanted.length).map(({ id }, place) => ({ id, changes: wanted[place] ?? {} })),
      );
      await writing.insertMany(
        'hifz_prior',
        wanted.slice(stored.length).map((one) => ({ ...one, student_row_id: pupil.id })),
      );
      return { unit: writing, ranges: await priorOf(writing.trx, pupil.id) };
    });
    return { ranges, operation_id: unit.operation };
  }),

  route(hifzPlansApi.task, async (call) => {
    const { data, params, query } = call;
    const pupil = await pupilOf(call, data.read, params.student);
    const { today } = await loadInstituteDay(data.read, data.now());
    const date = query.date ?? today;
    const plan = await findPlan(call, data.read, { pupil, code: query.subject_code, date });
    if (!plan && query.or_null) return null;
    if (!plan) throw notFound();
    const skipped = await skipsOf(data.read, plan.subject_id, [pupil.id], date);
    const history = await historyOf(data.read, pupil.id, { last: date });
    return taskAnswer(asPlan(plan), history, date, skipped.get(pupil.id));
  }),

  route(hifzPlansApi.circleTasks, async (call) => {
    const { read } = call.data;
    const { subjectId, date, pupils } = await circlePupils(call, call.params.id, call.query.date);
    const ids = pupils.map(({ id }) => id);
    const plans = await plansOf(read, ids, date);
    const skipped = await skipsOf(read, subjectId, ids, date);
    return computeEach(call, pupils, { last: date }, ({ id, student_id, full_name: name }, history) => {
      const plan = plans.get(id)?.find((one) => one.subject_id === subjectId);
      const task = plan ? taskAnswer(asPlan(plan), history, date, skipped.get(id)) : null;
      return { student_id, name, task };
    });
  }),

  route(hifzPlansApi.skip, async (call) => {
    const { data, actor, params, body } = call;
    const { date, subject_code } = body;
    const unit = await data.write(actor, async (writing) => {
      const pupil = await pupilOf(call, writing.trx, params.student);
      const [span] = spansOfSent([body], 'from');
      if (!span) throw notFound();
      const plan = await planFollowed(call, writing.trx, { pupil, code: subject_code, date });
      const what = operationDescriptions.hifzSkipped(pupil.full_name, date);
      writing.describe('create', 'hifz_skips', pupil.full_name, what);
      const known = await skipsOf(writing.trx, plan.subject_id, [pupil.id], date);
      if (known.get(pupil.id)?.some(({ from, to }) => from === span.from && to === span.to)) return writing;
      const of = { subject_id: plan.subject_id, student_row_id: pupil.id, date };
      await writing.insert('hifz_skips', { ...of, from_ayah: span.from, to_ayah: span.to });
      return writing;
    });
    return { ...done(successMessages.hifzSkipped), operation_id: unit.operation };
  }),
];

/** In the order in which they were declared. */
async function priorOf(db: Db, studentRowId: number): Promise<PriorRange[]> {
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

/** What two lists say, whatever their order. */
const priorText = (ranges: readonly PriorRange[]): string =>
  ranges
    .map(({ from, to, date, strength }) => `${from}-${to} ${date} ${strength}`)
    .toSorted()
    .join();

interface AskedPlan {
  pupil: Pupil;
  code: string | undefined;
  date: string;
}

/**
 * The one plan that a student follows, of a subject where it is named.
 * @throws NOT_FOUND without a plan; VALIDATION where there are several and no subject is named
 */
export async function planFollowed(
  call: Pick<Call, 'user' | 'scope'>,
  db: Db,
  asked: AskedPlan,
): Promise<StoredPlan> {
  const plan = await findPlan(call, db, asked);
  if (!plan) throw notFound();
  return plan;
}

/** The same; undefined without a plan. @throws NOT_FOUND for a plan outside of the scope */
async function findPlan(
  call: Pick<Call, 'user' | 'scope'>,
  db: Db,
  { pupil, code, date }: AskedPlan,
): Promise<StoredPlan | undefined> {
  const all = (await plansOf(db, [pupil.id], date)).get(pupil.id) ?? [];
  if (code === undefined && all.length > 1)
    throw invalid({ path: 'subject_code', message: ruleMessages.chooseSubject });
  const plan = all.find(({ subject_code }) => code === undefined || subject_code === code);
  if (plan) await subjectFor(call, db, plan.subject_code, pupil);
  return plan;
}

/** What is skipped of the far revision of students on a day, by row number. */
export async function skipsOf(
  db: Db,
  subjectId: number,
  students: readonly number[],
  date: string,
): Promise<Map<number, Span[]>> {
  const found = new Map<number, Span[]>(students.map((id) => [id, []]));
  if (students.length === 0) return found;
  const rows = await db
    .selectFrom('hifz_skips')
    .select(['student_row_id', 'from_ayah', 'to_ayah'])
    .where('student_row_id', 'in', students)
    .where('date', '=', date)
    .where('subject_id', '=', subjectId)
    .execute();
  for (const { student_row_id, from_ayah, to_ayah } of rows)
    found.get(student_row_id)?.push({ from: from_ayah, to: to_ayah });
  return found;
}

/** A range by the names of its ayahs, with its pages in halves. */
export const namedSpan = ({ from, to }: Span) => ({
  ...namedRange({ from, to }),
  pages: roundPages(countSpanPages({ from, to })),
});

/** Two decimals: weights are quarters, divided over pages. */
export const roundedFaults = (faults: number): number => Math.round(faults * 100) / 100;

/** The task of a day as the API has it. */
export function taskAnswer(
  plan: Plan,
  history: History,
  date: string,
  skipped: readonly Span[] = [],
): HifzTask {
  const task = buildTask({ plan, history, day: dayNumber(date), skipped });
  return {
    new: task.new.map(namedSpan),
    near: task.near.map(namedSpan),
    far: task.far.map((line) => ({
      ...namedSpan(line),
      reason: revisionReason(line.days, line.faults),
      last_heard: dayToDate(line.lastHeard),
      faults: roundedFaults(line.faults),
    })),
    behind_days: task.behindDays,
    test: task.test && { from_juz: task.test.fromJuz, to_juz: task.test.toJuz },
  };
}
