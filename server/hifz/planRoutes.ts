import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { hifzPlansApi } from '../../contract/hifz/plan';
import type { Span } from '../../contract/rules/hifz/spans';
import { ayahNumber, parseAyah } from '../../contract/rules/mushaf';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { loadDaysOff } from '../domain/calendar';
import { loadInstituteDay } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, NewRow } from '../db/schema';
import { type Call, type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import { loadHistory } from './history';
import { toHifzPlan, type PlanRow, loadPlans, selectPlans } from './plans';
import { type HifzSubject, type HifzStudent, findStudent, findSubject } from './students';

type PlanInput = BodyOf<typeof hifzPlansApi.saveSubjectPlan>;

interface Owner {
  subject: Pick<HifzSubject, 'id' | 'subject_code' | 'name'>;
  student: HifzStudent | null;
  circle: { id: number; name: string } | null;
}

export const planRoutes: Route[] = [
  route(hifzPlansApi.plan, async (call) => {
    const { data, params, query } = call;
    const student = await findStudent(call, data.read, params.student);
    const subject = await findSubject(call, data.read, query.subject_code, student);
    const { today } = await loadInstituteDay(data.read, data.now());
    return requirePlan(await loadPlan(data.read, student, subject, today), query);
  }),

  route(hifzPlansApi.savePlan, async (call) => {
    const { params, query, body } = call;
    const { subject_code, ...plan } = body;
    if (query.subject_code && query.subject_code !== subject_code)
      throw invalid({ path: 'subject_code', message: ruleMessages.subjectsDisagree });
    return savePlan(call, plan, async (db) => {
      const student = await findStudent(call, db, params.student);
      return { subject: await findSubject(call, db, subject_code, student), student, circle: null };
    });
  }),

  route(hifzPlansApi.removePlan, (call) =>
    removePlan(call, async (db) => {
      const student = await findStudent(call, db, call.params.student);
      const subject = await findSubject(call, db, call.query.subject_code, student);
      return { subject, student, circle: null };
    }),
  ),

  route(hifzPlansApi.circlePlan, async (call) =>
    requirePlan(
      await loadTemplate(call.data.read, await findCircleOwner(call, call.data.read, call.params.id)),
      call.query,
    ),
  ),
  route(hifzPlansApi.saveCirclePlan, (call) =>
    savePlan(call, call.body, (db) => findCircleOwner(call, db, call.params.id)),
  ),
  route(hifzPlansApi.removeCirclePlan, (call) =>
    removePlan(call, (db) => findCircleOwner(call, db, call.params.id)),
  ),

  route(hifzPlansApi.subjectPlan, async (call) =>
    requirePlan(
      await loadTemplate(call.data.read, await findSubjectOwner(call, call.data.read, call.params.code)),
      call.query,
    ),
  ),
  route(hifzPlansApi.saveSubjectPlan, (call) =>
    savePlan(call, call.body, (db) => findSubjectOwner(call, db, call.params.code)),
  ),
  route(hifzPlansApi.removeSubjectPlan, (call) =>
    removePlan(call, (db) => findSubjectOwner(call, db, call.params.code)),
  ),
];

type CallContext = Pick<Call, 'user' | 'scope' | 'data'>;

/** @throws NOT_FOUND if the caller does not teach the circle today */
async function findCircleOwner(call: CallContext, db: Db, id: number): Promise<Owner> {
  const { today } = await loadInstituteDay(db, call.data.now());
  const { circlesOn } = await call.scope(today);
  const circle = await db
    .selectFrom('circles')
    .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
    .select(['circles.id', 'circles.name', 'subjects.subject_code'])
    .where('circles.id', '=', id)
    .where(circlesOn(today))
    .executeTakeFirstOrThrow(notFound);
  return { subject: await findSubject(call, db, circle.subject_code, null), student: null, circle };
}

const findSubjectOwner = async (call: CallContext, db: Db, code: string): Promise<Owner> => ({
  subject: await findSubject(call, db, code, null),
  student: null,
  circle: null,
});

const findStoredPlan = (db: Db, { subject, student, circle }: Owner) =>
  selectPlans(db)
    .where('hifz_plans.subject_id', '=', subject.id)
    .where('student_row_id', student ? '=' : 'is', student?.id ?? null)
    .where('circle_id', circle ? '=' : 'is', circle?.id ?? null)
    .executeTakeFirst();

async function loadTemplate(db: Db, owner: Owner) {
  const row = await findStoredPlan(db, owner);
  return row ? toHifzPlan(row, null) : null;
}

/** @throws NOT_FOUND without a plan, unless the query has `or_null` */
function requirePlan<Plan>(plan: Plan | null, { or_null }: { or_null?: '1' | undefined }): Plan | null {
  if (!plan && !or_null) throw notFound();
  return plan;
}

/** Returns the student's own plan, else the template of his circle or subject. */
async function loadPlan(db: Db, student: HifzStudent, subject: Pick<HifzSubject, 'id'>, today: string) {
  const ownPlan = await findStoredPlan(db, {
    subject: { ...subject, subject_code: '', name: '' },
    student,
    circle: null,
  });
  const templates = ownPlan
    ? []
    : ((await loadPlans(db, [student.id], today, await loadDaysOff(db))).get(student.id) ?? []);
  const row = ownPlan ?? templates.find(({ subject_id }) => subject_id === subject.id);
  return row ? toHifzPlan(row, await loadHistory(db, student.id, 'lessons')) : null;
}

const ownerName = ({ student, circle, subject }: Owner) => student?.full_name ?? circle?.name ?? subject.name;

async function savePlan(
  { data, actor }: Pick<Call, 'data' | 'actor'>,
  { version, ...input }: PlanInput,
  findOwner: (db: Db) => Promise<Owner>,
) {
  const {
    unit: { operation },
    answer,
  } = await data.write(actor, async (unit) => {
    const { trx } = unit;
    const owner = await findOwner(trx);
    const { subject, student, circle } = owner;
    const columns = planColumns(input);
    unit.describe(
      'update',
      'hifz_plans',
      ownerName(owner),
      operationDescriptions.hifzPlanSaved(ownerName(owner), subject.name),
    );
    const stored = await findStoredPlan(trx, owner);
    const history = student && (await loadHistory(trx, student.id, 'lessons'));
    const current = async () => {
      const row = await findStoredPlan(trx, owner);
      return row && toHifzPlan(row, history);
    };
    await writePlan(unit, stored, { subject, student, circle, columns, version, current });
    const saved = await findStoredPlan(trx, owner);
    if (!saved) throw notFound();
    return { unit, answer: toHifzPlan(saved, history) };
  });
  return { ...answer, operation_id: operation };
}

interface PlanWrite extends Owner {
  columns: ReturnType<typeof planColumns>;
  version: number | undefined;
  current: () => Promise<unknown>;
}

/** Without a stored plan, `version` is the version of the template in the form, so it is not checked. */
async function writePlan(
  unit: UnitOfWork,
  stored: PlanRow | undefined,
  { subject, student, circle, columns, version, current }: PlanWrite,
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

async function removePlan(
  { data, actor }: Pick<Call, 'data' | 'actor'>,
  findOwner: (db: Db) => Promise<Owner>,
) {
  const { operation } = await data.write(actor, async (unit) => {
    const owner = await findOwner(unit.trx);
    const stored = await findStoredPlan(unit.trx, owner);
    if (!stored) throw notFound();
    const description = operationDescriptions.hifzPlanDeleted(ownerName(owner), owner.subject.name);
    unit.describe('delete', 'hifz_plans', ownerName(owner), description);
    await unit.remove('hifz_plans', [stored.id]);
    return unit;
  });
  return { message: successMessages.hifzPlanDeleted, operation_id: operation };
}

/** The schema has already checked the name. */
export const parseValidAyah = (name: string): number => ayahNumber(parseAyah(name) ?? { surah: 0, ayah: 0 });

/** @throws VALIDATION for a reversed range, or a range that overlaps an earlier one */
export function parseSpans(ranges: readonly { from: string; to: string }[], field: string): Span[] {
  const spans = ranges.map(({ from, to }) => ({ from: parseValidAyah(from), to: parseValidAyah(to) }));
  const findProblem = ({ from, to }: Span, index: number) => {
    if (from > to) return ruleMessages.notInMushaf;
    const overlaps = spans.slice(0, index).some((earlier) => from <= earlier.to && earlier.from <= to);
    return overlaps ? ruleMessages.rangesOverlap : null;
  };
  const problems = spans.flatMap((span, index) => {
    const message = findProblem(span, index);
    return message === null ? [] : [{ path: `${field}.${index}`, message }];
  });
  if (problems.length > 0) throw invalid(...problems);
  return spans;
}

const defaults = { near: { unit: 'lessons' as const, value: 7 }, cycle: 30 };

function planColumns({
  direction,
  ranges = [],
  start,
  amount,
  near = defaults.near,
  begin,
  end = null,
  ...rest
}: Omit<PlanInput, 'version'>): Omit<NewRow<'hifz_plans'>, 'subject_id' | 'student_row_id' | 'circle_id'> {
  const first = parseValidAyah(start);
  const spans = direction === 'ranges' ? parseSpans(ranges, 'ranges') : [];
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
    new_days: JSON.stringify(rest.new_days),
    revision_days: JSON.stringify(rest.revision_days),
    near_unit: near.unit,
    near_value: near.value,
    far_cycle_days: rest.far_cycle_days ?? defaults.cycle,
    far_pages_per_day: rest.far_pages_per_day ?? null,
    juz_test: rest.juz_test ?? 0,
    begin_date: begin,
    end_date: end,
  };
}
