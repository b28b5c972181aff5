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
import { asCircle, circleById, circlesOf, circlesSelect, circleSorts, subjectOfCode } from './queries';
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
    const select = circlesSelect(data.read, today);
    const source = { table: 'circles' as const, select, sorts: circleSorts, where };
    const { rows, total } = await listRows(
      data.read,
      { ...source, scope: (await scope(day)).circlesOn(day) },
      query,
    );
    return { rows: rows.map(asCircle), total };
  }),

  route(circlesApi.create, async ({ data, actor, user, body, scope }) => {
    const { subjects } = await scope();
    const { subject_code, days = [], ...given } = body;
    const { unit, id } = await data.write(actor, async (writing) => {
      const subject = await subjectOfCode(writing.trx, subject_code, subjects);
      if (!subject) throw invalid({ path: 'subject_code', message: ruleMessages.unknownSubject });
      if (given.teacher_id != null)
        await loadActiveTeacher(writing.trx, given.teacher_id, user, [subject.batch_id]);
      await refuseNameTaken(writing, subject.id, given.name);
      const what = operationDescriptions.circleCreated(given.name, subject.name);
      writing.describe('create', 'circles', given.name, what);
      const row = await writing.insert('circles', {
        teacher_id: null,
        time: null,
        place: null,
        capacity: null,
        ...given,
        subject_id: subject.id,
        days: JSON.stringify(days),
        ended_on: null,
      });
      return { unit: writing, id: row.id };
    });
    const { today } = await loadInstituteDay(data.read, data.now());
    return { ...(await circleById(data.read, id, today)), operation_id: unit.operation };
  }),

  route(circlesApi.update, async ({ data, actor, user, params: { id }, body, scope }) => {
    const ofScope = circlesOf((await scope()).subjects);
    const { version, days, subject_code, ...given } = body;
    const { unit, today } = await data.write(actor, async (writing) => {
      const day = await loadInstituteDay(writing.trx, data.now());
      const before = await circleById(writing.trx, id, day.today, ofScope);
      if (subject_code !== undefined && subject_code !== before.subject_code)
        throw invalid({ path: 'subject_code', message: ruleMessages.circleSubjectLocked });
      if (given.teacher_id != null && given.teacher_id !== before.teacher_id)
        await loadActiveTeacher(writing.trx, given.teacher_id, user, [before.batch_id]);
      if (given.name !== undefined) await refuseNameTaken(writing, before.subject_id, given.name, id);
      await refuseTooSmall(writing, { ...before, ...given }, before, day.today);
      if (given.ended_on != null && given.ended_on !== before.ended_on)
        await refuseRegistersFrom(writing, id, given.ended_on);
      writing.describe(
        'update',
        'circles',
        before.name,
        given.ended_on == null || given.ended_on === before.ended_on
          ? operationDescriptions.circleUpdated(before.name)
          : operationDescriptions.circleEnded(before.name, given.ended_on),
      );
      const changes: Changes<'circles'> = { ...given, ...(days && { days: JSON.stringify(days) }) };
      await writing.update('circles', id, changes, version, async () =>
        circleAnswer.parse(await circleById(writing.trx, id, day.today)),
      );
      return { unit: writing, today: day.today };
    });
    return { ...(await circleById(data.read, id, today)), operation_id: unit.operation };
  }),

  route(circlesApi.remove, async ({ data, actor, params: { id }, scope }) => {
    const ofScope = circlesOf((await scope()).subjects);
    const unit = await data.write(actor, async (writing) => {
      const circle = await writing.trx
        .selectFrom('circles')
        .select('name')
        .where('id', '=', id)
        .where(ofScope)
        .executeTakeFirstOrThrow(notFound);
      await refuseUsed(writing, id);
      writing.describe('delete', 'circles', circle.name, operationDescriptions.circleDeleted(circle.name));
      await removeWithChildren(writing, 'circles', [id]);
      return writing;
    });
    return { message: successMessages.circleDeleted, operation_id: unit.operation };
  }),

  ...memberRoutes,
  ...substituteRoutes,
];

/** @throws DUPLICATE, also for a name that differs in nothing but how it is spelt */
async function refuseNameTaken(
  { trx }: UnitOfWork,
  subjectId: number,
  name: string,
  own?: number,
): Promise<void> {
  const taken = await trx
    .selectFrom('circles')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('name_sort', '=', sortKey(name))
    .executeTakeFirst();
  if (taken && taken.id !== own)
    throw new Problem('DUPLICATE', {
      message: ruleMessages.circleNameTaken,
      details: [{ path: 'name', message: ruleMessages.circleNameTaken }],
    });
}

/** @throws HAS_DEPENDENTS with `counts` for a circle in which something was recorded */
async function refuseUsed({ trx }: UnitOfWork, id: number): Promise<void> {
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

/**
 * Looks at those whom a change of capacity or end concerns: a circle that is opened again has its members again.
 * @throws CIRCLE_FULL
 */
async function refuseTooSmall(
  { trx }: UnitOfWork,
  after: Ending,
  before: Ending,
  today: string,
): Promise<void> {
  const isSame = after.capacity === before.capacity && after.ended_on === before.ended_on;
  if (isSame || (after.ended_on !== null && after.ended_on <= today)) return;
  refuseOverCapacity(after, maxMembers(await loadMembersFrom(trx, after.id, today), today));
}
type Ending = Pick<Row<'circles'>, 'id' | 'name' | 'capacity' | 'ended_on'>;

/** What was called is not left without its circle. @throws VALIDATION */
async function refuseRegistersFrom({ trx }: UnitOfWork, id: number, day: string): Promise<void> {
  const registers = await countRows(trx, sql`from registers where circle_id = ${id} and date >= ${day}`);
  if (registers > 0) throw invalid({ path: 'ended_on', message: ruleMessages.circleUsedAfter });
}
