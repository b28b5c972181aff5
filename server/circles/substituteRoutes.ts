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
    await circleOf(data.read, id, await scope());
    return substitutesSelect(data.read)
      .where('circle_id', '=', id)
      .orderBy('from_date', 'desc')
      .orderBy('circle_substitutes.id', 'desc')
      .execute();
  }),

  route(circlesApi.addSubstitute, async ({ data, actor, user, params: { id }, body, scope }) => {
    const { teacher_id, from, to } = body;
    const limits = await scope();
    const { unit, row } = await data.write(actor, async (writing) => {
      const circle = await circleOf(writing.trx, id, limits);
      if (to < from) throw invalid({ path: 'to', message: ruleMessages.datesReversed });
      const teacher = await loadActiveTeacher(writing.trx, teacher_id, user, [circle.batch_id]);
      const other = await writing.trx
        .selectFrom('circle_substitutes')
        .select('id')
        .where('circle_id', '=', id)
        .where('teacher_id', '=', teacher_id)
        .where('from_date', '<=', to)
        .where('to_date', '>=', from)
        .executeTakeFirst();
      if (other) throw new Problem('DUPLICATE', { message: ruleMessages.substituteTwice });
      const what = operationDescriptions.substituteAdded(teacher.name, circle.name);
      writing.describe('create', 'circle_substitutes', circle.name, what);
      const of = { circle_id: id, subject_id: circle.subject_id, teacher_id };
      const made = await writing.insert('circle_substitutes', { ...of, from_date: from, to_date: to });
      return {
        unit: writing,
        row: await substitutesSelect(writing.trx)
          .where('circle_substitutes.id', '=', made.id)
          .executeTakeFirstOrThrow(),
      };
    });
    return { ...row, operation_id: unit.operation };
  }),

  route(circlesApi.removeSubstitute, async ({ data, actor, params: { id, substituteId }, scope }) => {
    const limits = await scope();
    const unit = await data.write(actor, async (writing) => {
      const circle = await circleOf(writing.trx, id, limits);
      const { teacher_name } = await substitutesSelect(writing.trx)
        .where('circle_substitutes.id', '=', substituteId)
        .where('circle_id', '=', id)
        .executeTakeFirstOrThrow(notFound);
      const what = operationDescriptions.substituteRemoved(teacher_name, circle.name);
      writing.describe('delete', 'circle_substitutes', circle.name, what);
      await writing.remove('circle_substitutes', [substituteId]);
      return writing;
    });
    return { message: successMessages.substituteRemoved, operation_id: unit.operation };
  }),
];

/** @throws NOT_FOUND, also outside the scope */
const circleOf = (db: Db, id: number, { subjects }: Scope) =>
  db
    .selectFrom('circles')
    .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
    .select(['circles.name', 'subject_id', 'subjects.batch_id'])
    .where('circles.id', '=', id)
    .where(subjects)
    .executeTakeFirstOrThrow(notFound);

const substitutesSelect = (db: Db) =>
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
