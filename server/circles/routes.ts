import { sql } from 'kysely';
import { circle as circleAnswer, circlesApi } from '../../contract/circles';
import { ruleMessages } from '../../contract/errors';
import { sortKey } from '../../contract/rules/arabicText';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { removeWithChildren } from '../db/bulk/cascade';
import { isMemberOn, loadMembersFrom, maxMembers, refuseOverCapacity } from '../domain/circles';
import { loadActiveTeacher } from '../domain/accounts';
import { loadInstituteDay } from '../domain/institute';
import { equals, listRows } from '../db/search/lists';
import { countRows } from '../db/search/matching';
import type { Changes, Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { listRoute, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { memberRoutes } from './memberRoutes';
import { toCircle, loadCircle, isOfSubjects, selectCircles, circleSorts, findSubject } from './queries';
import { substituteRoutes } from './substituteRoutes';

export const circleRoutes: Route[] = [
  listRoute(circlesApi.list, async ({ data, query, scope }) => {
    const { today } = await loadInstituteDay(data.read, data.now());
    const day = query.date ?? today;
    const code = query.filter?.subject_code ?? query.subject_code;
    const where = [
      ...(code === undefined
        ? []
        : [sql<boolean>`circles.subject_id in (select id from subjects where subject_code = ${code})`]),
      ...equals('circles.teacher_id', query.filter?.teacher_id),
    ];
    const select = selectCircles(data.read, today);
    const source = { table: 'circles' as const, select, hasParameters: true, sorts: circleSorts, where };
    const { rows, total } = await listRows(
      data.read,
      { ...source, scope: (await scope(day)).circlesOn(day) },
      query,
    );
    return { rows: rows.map(toCircle), total };
  }),

  route(circlesApi.create, async ({ data, actor, user, body, scope }) => {
    const { subjects } = await scope();
    const { subject_code, days = [], ...input } = body;
    const {
      unit: { operation },
      id,
    } = await data.write(actor, async (unit) => {
      const subject = await findSubject(unit.trx, subject_code, subjects);
      if (!subject) throw invalid({ path: 'subject_code', message: ruleMessages.unknownSubject });
      if (input.teacher_id != null)
        await loadActiveTeacher(unit.trx, input.teacher_id, user, [subject.batch_id]);
      await refuseNameTaken(unit, subject.id, input.name);
      const description = operationDescriptions.circleCreated(input.name, subject.name);
      unit.describe('create', 'circles', input.name, description);
      const row = await unit.insert('circles', {
        teacher_id: null,
        time: null,
        place: null,
        capacity: null,
        ...input,
        subject_id: subject.id,
        days: JSON.stringify(days),
        ended_on: null,
      });
      return { unit, id: row.id };
    });
    const { today } = await loadInstituteDay(data.read, data.now());
    return { ...(await loadCircle(data.read, id, today)), operation_id: operation };
  }),

  route(circlesApi.update, async ({ data, actor, user, params: { id }, body, scope }) => {
    const isInScope = isOfSubjects((await scope()).subjects);
    const { version, days, subject_code, ...input } = body;
    const {
      unit: { operation },
      today,
    } = await data.write(actor, async (unit) => {
      const day = await loadInstituteDay(unit.trx, data.now());
      const before = await loadCircle(unit.trx, id, day.today, isInScope);
      if (subject_code !== undefined && subject_code !== before.subject_code)
        throw invalid({ path: 'subject_code', message: ruleMessages.circleSubjectLocked });
      if (input.teacher_id != null && input.teacher_id !== before.teacher_id)
        await loadActiveTeacher(unit.trx, input.teacher_id, user, [before.batch_id]);
      if (input.name !== undefined && input.name !== before.name)
        await refuseNameTaken(unit, before.subject_id, input.name, id);
      await refuseFullCircle(unit, { ...before, ...input }, before, day.today);
      if (input.ended_on != null && input.ended_on !== before.ended_on)
        await refuseRegistersFrom(unit, id, input.ended_on);
      unit.describe(
        'update',
        'circles',
        before.name,
        input.ended_on == null || input.ended_on === before.ended_on
          ? operationDescriptions.circleUpdated(before.name)
          : operationDescriptions.circleEnded(before.name, input.ended_on),
      );
      const changes: Changes<'circles'> = { ...input, ...(days && { days: JSON.stringify(days) }) };
      await unit.update('circles', id, changes, version, async () =>
        circleAnswer.parse(await loadCircle(unit.trx, id, day.today)),
      );
      return { unit, today: day.today };
    });
    return { ...(await loadCircle(data.read, id, today)), operation_id: operation };
  }),

  route(circlesApi.remove, async ({ data, actor, params: { id }, scope }) => {
    const isInScope = isOfSubjects((await scope()).subjects);
    const { operation } = await data.write(actor, async (unit) => {
      const circle = await unit.trx
        .selectFrom('circles')
        .select('name')
        .where('id', '=', id)
        .where(isInScope)
        .executeTakeFirstOrThrow(notFound);
      await refuseUsedCircle(unit, id);
      unit.describe('delete', 'circles', circle.name, operationDescriptions.circleDeleted(circle.name));
      await removeWithChildren(unit, 'circles', [id]);
      return unit;
    });
    return { message: successMessages.circleDeleted, operation_id: operation };
  }),

  ...memberRoutes,
  ...substituteRoutes,
];

/** @throws DUPLICATE, also for another spelling of the same name */
async function refuseNameTaken(
  { trx }: UnitOfWork,
  subjectId: number,
  name: string,
  ownId?: number,
): Promise<void> {
  const duplicate = await trx
    .selectFrom('circles')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('name_sort', '=', sortKey(name))
    .executeTakeFirst();
  if (duplicate && duplicate.id !== ownId)
    throw new Problem('DUPLICATE', {
      message: ruleMessages.circleNameTaken,
      details: [{ path: 'name', message: ruleMessages.circleNameTaken }],
    });
}

/** @throws HAS_DEPENDENTS with `counts` if the circle has registers or records */
async function refuseUsedCircle({ trx }: UnitOfWork, id: number): Promise<void> {
  const counts = {
    registers: await countRows(trx, sql`from registers where circle_id = ${id}`),
    daily_records: await countRows(
      trx,
      sql`from daily_records where exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
        where circles.id = ${id} and circle_members.subject_id = daily_records.subject_id
          and circle_members.student_row_id = daily_records.student_row_id and ${isMemberOn(sql.ref('daily_records.date'))})`,
    ),
  };
  if (counts.registers + counts.daily_records === 0) return;
  throw new Problem('HAS_DEPENDENTS', { message: ruleMessages.circleUsed(counts), extra: { counts } });
}

/** A circle that is opened again gets its members back, so the capacity is checked. @throws CIRCLE_FULL */
async function refuseFullCircle(
  { trx }: UnitOfWork,
  after: CircleLimits,
  before: CircleLimits,
  today: string,
): Promise<void> {
  const isSame = after.capacity === before.capacity && after.ended_on === before.ended_on;
  if (isSame || (after.ended_on !== null && after.ended_on <= today)) return;
  refuseOverCapacity(after, maxMembers(await loadMembersFrom(trx, after.id, today), today));
}
type CircleLimits = Pick<Row<'circles'>, 'id' | 'name' | 'capacity' | 'ended_on'>;

/** A circle cannot end before its last register. @throws VALIDATION */
async function refuseRegistersFrom({ trx }: UnitOfWork, id: number, day: string): Promise<void> {
  const registers = await countRows(trx, sql`from registers where circle_id = ${id} and date >= ${day}`);
  if (registers > 0) throw invalid({ path: 'ended_on', message: ruleMessages.circleUsedAfter });
}
