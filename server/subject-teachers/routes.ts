import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { teachersApi } from '../../contract/teachers';
import { equals, listRows } from '../db/search/lists';
import { listRoute, type Route, route } from '../mount';
import { notFound, Problem } from '../problem';
import { asTeacher, linksSelect, subjectsOf, teacherList, teacherOf } from './queries';

export const subjectTeacherRoutes: Route[] = [
  listRoute(teachersApi.list, async ({ data, query }) => {
    const isActive = query.filter?.is_active;
    const where = [
      sql<SqlBool>`users.role = 'teacher'`,
      ...equals('users.is_active', isActive === undefined ? undefined : Number(isActive)),
    ];
    const { rows, total } = await listRows(data.read, { ...teacherList(data.read), where }, query);
    return { rows: rows.map(asTeacher), total };
  }),

  route(teachersApi.subjects, async ({ data, user, params: { teacherId } }) => {
    if (user.role === 'teacher' && teacherId !== user.id) throw notFound();
    const account = await data.read
      .selectFrom('users')
      .select('id')
      .where('id', '=', teacherId)
      .executeTakeFirst();
    if (!account) throw notFound();
    return linksSelect(data.read)
      .where('teacher_id', '=', teacherId)
      .orderBy('subjects.name_sort')
      .orderBy('subjects.id')
      .execute();
  }),

  route(teachersApi.assign, ({ data, actor, body }) =>
    data.write(actor, async (unit) => {
      const teacher = await teacherOf(unit.trx, body.teacher_id);
      const [subject] = await subjectsOf(unit.trx, [body.subject_code], () => 'subject_code');
      if (!subject) throw notFound();
      const taken = await unit.trx
        .selectFrom('subject_teachers')
        .select('id')
        .where('subject_id', '=', subject.id)
        .where('teacher_id', '=', body.teacher_id)
        .executeTakeFirst();
      if (taken) throw new Problem('DUPLICATE', { message: ruleMessages.subjectTaughtAlready });
      unit.describe(
        'create',
        'subject_teachers',
        subject.name,
        operationDescriptions.subjectAssigned(subject.name, teacher.name),
      );
      const { id } = await unit.insert('subject_teachers', {
        subject_id: subject.id,
        teacher_id: body.teacher_id,
      });
      return linksSelect(unit.trx).where('subject_teachers.id', '=', id).executeTakeFirstOrThrow();
    }),
  ),

  route(teachersApi.assignMany, ({ data, actor, body }) =>
    data.write(actor, async (unit) => {
      const teacher = await teacherOf(unit.trx, body.teacher_id);
      const subjects = await subjectsOf(unit.trx, body.subject_codes, (at) => `subject_codes.${at}`);
      const taught = await unit.trx
        .selectFrom('subject_teachers')
        .select('subject_id')
        .where('teacher_id', '=', body.teacher_id)
        .execute();
      const known = new Set(taught.map(({ subject_id }) => subject_id));
      const added = subjects.filter(({ id }) => !known.has(id));
      unit.describe(
        'create',
        'subject_teachers',
        teacher.name,
        operationDescriptions.subjectsAssigned(teacher.name),
      );
      if (added.length > 0)
        await unit.insertMany(
          'subject_teachers',
          added.map(({ id }) => ({ subject_id: id, teacher_id: body.teacher_id })),
        );
      return { success: true as const, message: successMessages.subjectsAssigned, assigned: added.length };
    }),
  ),

  route(teachersApi.unassign, ({ data, actor, params: { id } }) =>
    data.write(actor, async (unit) => {
      const link = await unit.trx
        .selectFrom('subject_teachers')
        .innerJoin('subjects', 'subjects.id', 'subject_teachers.subject_id')
        .innerJoin('users', 'users.id', 'subject_teachers.teacher_id')
        .select(['subjects.name as subject', 'users.name as teacher'])
        .where('subject_teachers.id', '=', id)
        .executeTakeFirst();
      if (!link) throw notFound();
      unit.describe(
        'delete',
        'subject_teachers',
        link.subject,
        operationDescriptions.subjectUnassigned(link.subject, link.teacher),
      );
      await unit.remove('subject_teachers', [id]);
      return { message: successMessages.subjectUnassigned };
    }),
  ),
];
