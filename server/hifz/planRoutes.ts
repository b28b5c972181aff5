import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { hifzPlansApi } from '../../contract/hifz/plan';
import type { Span } from '../../contract/rules/hifz/spans';
import { ayahNumber, parseAyah } from '../../contract/rules/mushaf';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { loadInstituteDay } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, NewRow } from '../db/schema';
import { type Call, type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import { historyOf } from './history';
import { asHifzPlan, type PlanRow, plansOf, plansSelect } from './plans';
import { type HifzSubject, type Pupil, pupilOf, subjectFor } from './pupils';

type SentPlan = BodyOf<typeof hifzPlansApi.saveSubjectPlan>;

/** Whose plan it is: a student's; with neither student nor circle that of the subject. */
interface Owner {
  subject: Pick<HifzSubject, 'id' | 'subject_code' | 'name'>;
  student: Pupil | null;
  circle: { id: number; name: string } | null;
}

export const planRoutes: Route[] = [
  route(hifzPlansApi.plan, async (call) => {
    const { data, params, query } = call;
    const pupil = await pupilOf(call, data.read, params.student);
    const subject = await subjectFor(call, data.read, query.subject_code, pupil);
    const { today } = await loadInstituteDay(data.read, data.now());
    return requirePlan(await planAnswer(data.read, pupil, subject, today), query);
  }),

  route(hifzPlansApi.savePlan, async (call) => {
    const { params, query, body } = call;
    const { subject_code, ...plan } = body;
    if (query.subject_code && query.subject_code !== subject_code)
      throw invalid({ path: 'subject_code', message: ruleMessages.subjectsDisagree });
    return savePlan(call, plan, async (db) => {
      const student = await pupilOf(call, db, params.student);
      return { subject: await subjectFor(call, db, subject_code, student), student, circle: null };
    });
  }),

  route(hifzPlansApi.removePlan, (call) =>
    removePlan(call, async (db) => {
      const student = await pupilOf(call, db, call.params.student);
      const subject = await subjectFor(call, db, call.query.subject_code, student);
      return { subject, student, circle: null };
    }),
  ),

  route(hifzPlansApi.circlePlan, async (call) =>
    requirePlan(
      await templateOf(call.data.read, await circleOwner(call, call.data.read, call.params.id)),
      call.query,
    ),
  ),
  route(hifzPlansApi.saveCirclePlan, (call) =>
    savePlan(call, call.body, (db) => circleOwner(call, db, call.params.id)),
  ),
  route(hifzPlansApi.removeCirclePlan, (call) =>
    removePlan(call, (db) => circleOwner(call, db, call.params.id)),
  ),

  route(hifzPlansApi.subjectPlan, async (call) =>
    requirePlan(
      await templateOf(call.data.read, await subjectOwner(call, call.data.read, call.params.code)),
      call.query,
    ),
  ),
  route(hifzPlansApi.saveSubjectPlan, (call) =>
    savePlan(call, call.body, (db) => subjectOwner(call, db, call.params.code)),
  ),
  route(hifzPlansApi.removeSubjectPlan, (call) =>
    removePlan(call, (db) => subjectOwner(call, db, call.params.code)),
  ),
];

type Asking = Pick<Call, 'user' | 'scope' | 'data'>;

/** @throws NOT_FOUND for a circle that the caller does not have today */
async function circleOwner(call: Asking, db: Db, id: number): Promise<Owner> {
  const { today } = await loadInstituteDay(db, call.data.now());
  const { circlesOn } = await call.scope(today);
  const circle = await db
    .selectFrom('circles')
    .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
    .select(['circles.id', 'circles.name', 'subjects.subject_code'])
    .where('circles.id', '=', id)
    .where(circlesOn(today))
    .executeTakeFirstOrThrow(notFound);
  return { subject: await subjectFor(call, db, circle.subject_code, null), student: null, circle };
}

const subjectOwner = async (call: Asking, db: Db, code: string): Promise<Owner> => ({
  subject: await subjectFor(call, db, code, null),
  student: null,
  circle: null,
});

/** The plan of its owner and of nobody else; undefined without one. */
const storedPlan = (db: Db, { subject, student, circle }: Owner) =>
  plansSelect(db)
    .where('hifz_plans.subject_id', '=', subject.id)
    .where('student_row_id', student ? '=' : 'is', student?.id ?? null)
    .where('circle_id', circle ? '=' : 'is', circle?.id ?? null)
    .executeTakeFirst();

async function templateOf(db: Db, owner: Owner) {
  const row = await storedPlan(db, owner);
  return row ? asHifzPlan(row, null) : null;
}

/** @throws NOT_FOUND without a plan, unless the caller asks for null then */
function requirePlan<Plan>(plan: Plan | null, { or_null }: { or_null?: '1' | undefined }): Plan | null {
  if (!plan && !or_null) throw notFound();
  return plan;
}

/** Null where the student has no plan, and neither circle nor subject have one for him. */
async function planAnswer(db: Db, pupil: Pupil, subject: Pick<HifzSubject, 'id'>, today: string) {
  const own = await storedPlan(db, {
    subject: { ...subject, subject_code: '', name: '' },
    student: pupil,
    circle: null,
  });
  const all = own ? [] : ((await plansOf(db, [pupil.id], today)).get(pupil.id) ?? []);
  const row = own ?? all.find(({ subject_id }) => subject_id === subject.id);
  return row ? asHifzPlan(row, await historyOf(db, pupil.id, 'lessons')) : null;
}

const nameOf = ({ student, circle, subject }: Owner) => student?.full_name ?? circle?.name ?? subject.name;

/** @throws STALE, VALIDATION */
async function savePlan(
  { data, actor }: Pick<Call, 'data' | 'actor'>,
  { version, ...sent }: SentPlan,
  find: (db: Db) => Promise<Owner>,
) {
  const { unit, answer } = await data.write(actor, async (writing) => {
    const { trx } = writing;
    const owner = await find(trx);
    const { subject, student, circle } = owner;
    const columns = columnsOf(sent);
    writing.describe(
      'update',
      'hifz_plans',
      nameOf(owner),
      operationDescriptions.hifzPlanSaved(nameOf(owner), subject.name),
    );
    const stored = await storedPlan(trx, owner);
    const history = student && (await historyOf(trx, student.id, 'lessons'));
    const current = async () => {
      const row = await storedPlan(trx, owner);
      return row && asHifzPlan(row, history);
    };
    await write(writing, stored, { subject, student, circle, columns, version, current });
    const saved = await storedPlan(trx, owner);
    if (!saved) throw notFound();
    return { unit: writing, answer: asHifzPlan(saved, history) };
  });
  return { ...answer, operation_id: unit.operation };
}

interface Wanted extends Owner {
  columns: ReturnType<typeof columnsOf>;
  version: number | undefined;
  current: () => Promise<unknown>;
}

/** The version of a template that was read is not that of the student's own plan, which begins with it. */
async function write(
  unit: UnitOfWork,
  stored: PlanRow | undefined,
  { subject, student, circle, columns, version, current }: Wanted,
): Promise<void> {
  if (stored) await unit.update('hifz_plans', stored.id, columns, version, current);
  else
    await unit.insert('hifz_plans', {
      ...columns,
      subject_id: subject.id,
      student_row_id: student?.id ?? null,
      circle_id: circle?.id ?? null,
    });
}

async function removePlan({ data, actor }: Pick<Call, 'data' | 'actor'>, find: (db: Db) => Promise<Owner>) {
  const unit = await data.write(actor, async (writing) => {
    const owner = await find(writing.trx);
    const stored = await storedPlan(writing.trx, owner);
    if (!stored) throw notFound();
    const what = operationDescriptions.hifzPlanDeleted(nameOf(owner), owner.subject.name);
    writing.describe('delete', 'hifz_plans', nameOf(owner), what);
    await writing.remove('hifz_plans', [stored.id]);
    return writing;
  });
  return { message: successMessages.hifzPlanDeleted, operation_id: unit.operation };
}

/** The number of an ayah whose name the schema has checked. */
export const numberOf = (name: string): number => ayahNumber(parseAyah(name) ?? { surah: 0, ayah: 0 });

/** Ranges as numbers. @throws VALIDATION for one that is reversed, or that has an ayah of one before it */
export function spansOfSent(ranges: readonly { from: string; to: string }[], field: string): Span[] {
  const spans = ranges.map(({ from, to }) => ({ from: numberOf(from), to: numberOf(to) }));
  const problemOf = ({ from, to }: Span, place: number) => {
    if (from > to) return ruleMessages.notInMushaf;
    const overlaps = spans.slice(0, place).some((one) => from <= one.to && one.from <= to);
    return overlaps ? ruleMessages.rangesOverlap : null;
  };
  const problems = spans.flatMap((span, place) => {
    const message = problemOf(span, place);
    return message === null ? [] : [{ path: `${field}.${place}`, message }];
  });
  if (problems.length > 0) throw invalid(...problems);
  return spans;
}

const defaults = { near: { unit: 'lessons' as const, value: 7 }, cycle: 30 };

/** What is stored of a plan. @throws VALIDATION */
function columnsOf({
  direction,
  ranges = [],
  start,
  amount,
  near = defaults.near,
  begin,
  end = null,
  ...sent
}: Omit<SentPlan, 'version'>): Omit<NewRow<'hifz_plans'>, 'subject_id' | 'student_row_id' | 'circle_id'> {
  const first = numberOf(start);
  const spans = direction === 'ranges' ? spansOfSent(ranges, 'ranges') : [];
  if (direction === 'ranges' && spans.length === 0)
    throw invalid({ path: 'ranges', message: ruleMessages.rangesNeeded });
  if (direction === 'ranges' && !spans.some(({ from, to }) => from <= first && first <= to))
    throw invalid({ path: 'start', message: ruleMessages.startOutside });
  if (amount.unit !== 'page' && !Number.isInteger(amount.value))
    throw invalid({ path: 'amount.value', message: ruleMessages.notWholeAmount });
  if (end !== null && end < begin) throw invalid({ path: 'end', message: ruleMessages.datesReversed });
  return {
    direction,
    ranges: direction === 'ranges' ? JSON.stringify(spans) : null,
    start_ayah: first,
    amount_unit: amount.unit,
    amount_value: amount.value,
    new_days: JSON.stringify(sent.new_days),
    revision_days: JSON.stringify(sent.revision_days),
    near_unit: near.unit,
    near_value: near.value,
    far_cycle_days: sent.far_cycle_days ?? defaults.cycle,
    far_pages_per_day: sent.far_pages_per_day ?? null,
    juz_test: sent.juz_test ?? 0,
    begin_date: begin,
    end_date: end,
  };
}
