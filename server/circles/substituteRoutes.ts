import { circlesApi } from '../../contract/circles';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import type { Scope } from '../auth/scope';
import { loadActiveTeacher } from '../domain/accounts';
import type { Db } from '../db/schema';
import { type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';

export const substituteRoutes: Route[] = [
  route(circlesApi.substitutes, async ({ data, params: { id }, scope }) => {
    await findCircle(data.read, id, await scope());
    return selectSubstitutes(data.read)
      .where('circle_id', '=', id)
      .orderBy('from_date', 'desc')
      .orderBy('circle_substitutes.id', 'desc')
      .execute();
  }),

  route(circlesApi.addSubstitute, async ({ data, actor, user, params: { id }, body, scope }) => {
    const { teacher_id, from, to } = body;
    const callerScope = await scope();
    const {
      unit: { operation },
      row,
    } = await data.write(actor, async (unit) => {
      const circle = await findCircle(unit.trx, id, callerScope);
      if (to < from) throw invalid({ path: 'to', message: ruleMessages.datesReversed });
      const teacher = await loadActiveTeacher(unit.trx, teacher_id, user, [circle.batch_id]);
      const overlapping = await unit.trx
        .selectFrom('circle_substitutes')
        .select('id')
        .where('circle_id', '=', id)
        .where('teacher_id', '=', teacher_id)
        .where('from_date', '<=', to)
        .where('to_date', '>=', from)
        .executeTakeFirst();
      if (overlapping) throw new Problem('DUPLICATE', { message: ruleMessages.substituteTwice });
      const description = operationDescriptions.substituteAdded(teacher.name, circle.name);
      unit.describe('create', 'circle_substitutes', circle.name, description);
      const owner = { circle_id: id, subject_id: circle.subject_id, teacher_id };
      const inserted = await unit.insert('circle_substitutes', { ...owner, from_date: from, to_date: to });
      return {
        unit,
        row: await selectSubstitutes(unit.trx)
          .where('circle_substitutes.id', '=', inserted.id)
          .executeTakeFirstOrThrow(),
      };
    });
    return { ...row, operation_id: operation };
  }),

  route(circlesApi.removeSubstitute, async ({ data, actor, params: { id, substituteId }, scope }) => {
    const callerScope = await scope();
    const { operation } = await data.write(actor, async (unit) => {
      const circle = await findCircle(unit.trx, id, callerScope);
      const { teacher_name } = await selectSubstitutes(unit.trx)
        .where('circle_substitutes.id', '=', substituteId)
        .where('circle_id', '=', id)
        .executeTakeFirstOrThrow(notFound);
      const description = operationDescriptions.substituteRemoved(teacher_name, circle.name);
      unit.describe('delete', 'circle_substitutes', circle.name, description);
      await unit.remove('circle_substitutes', [substituteId]);
      return unit;
    });
    return { message: successMessages.substituteRemoved, operation_id: operation };
  }),
];

/** @throws NOT_FOUND, also for a record outside of the scope */
const findCircle = (db: Db, id: number, { subjects }: Scope) =>
  db
    .selectFrom('circles')
    .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
    .select(['circles.name', 'subject_id', 'subjects.batch_id'])
    .where('circles.id', '=', id)
    .where(subjects)
    .executeTakeFirstOrThrow(notFound);

const selectSubstitutes = (db: Db) =>
  db
    .selectFrom('circle_substitutes')
    .innerJoin('users', 'users.id', 'circle_substitutes.teacher_id')
    .select([
      'circle_substitutes.id',
      'circle_substitutes.teacher_id',
      'users.name as teacher_name',
      'from_date as from',
      'to_date as to',
    ]);
