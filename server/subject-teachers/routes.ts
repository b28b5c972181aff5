import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { teachersApi, type Teacher } from '../../contract/accounts/teachers';
import type { SubjectType } from '../../contract/vocabulary';
import { loadActiveTeacher, teachersVisibleTo } from '../domain/accounts';
import { listRows, equals } from '../db/search/lists';
import { successBody, listRoute, type Route, route } from '../mount';
import { notFound, Problem, invalid } from '../problem';
import type { Scope } from '../auth/scope';
import type { Condition } from '../db/search/matching';
import type { Db } from '../db/schema';

export const subjectTeacherRoutes: Route[] = [
  listRoute(teachersApi.list, async ({ data, user, query, scope }) => {
    const isActive = query.filter?.is_active;
    const where = [
      sql<SqlBool>`users.role = 'teacher'`,
      ...equals('users.is_active', isActive === undefined ? undefined : Number(isActive)),
    ];
    const { subjects } = await scope();
    const source = { ...buildTeacherList(data.read, subjects), scope: teachersVisibleTo(user), where };
    const { rows, total } = await listRows(data.read, source, query);
    return { rows: rows.map(toTeacher), total };
  }),

  route(teachersApi.subjects, async ({ data, user, params: { teacherId }, scope }) => {
    if (user.role === 'teacher' && teacherId !== user.id) throw notFound();
    await data.read
      .selectFrom('users')
      .select('id')
      .where('id', '=', teacherId)
      .where(teachersVisibleTo(user))
      .executeTakeFirstOrThrow(notFound);
    return selectLinks(data.read)
      .where('teacher_id', '=', teacherId)
      .where((await scope()).subjects)
      .orderBy('subjects.name_sort')
      .orderBy('subjects.id')
      .execute();
  }),

  route(teachersApi.assign, ({ data, actor, user, body, scope }) =>
    data.write(actor, async (unit) => {
      const callerScope = await scope();
      const [subject] = await findSubjects(unit.trx, [body.subject_code], () => 'subject_code', callerScope);
      if (!subject) throw notFound();
      const teacher = await loadActiveTeacher(unit.trx, body.teacher_id, user, [subject.batch_id]);
      const existingLink = await unit.trx
        .selectFrom('subject_teachers')
        .select('id')
        .where('subject_id', '=', subject.id)
        .where('teacher_id', '=', body.teacher_id)
        .executeTakeFirst();
      if (existingLink) throw new Problem('DUPLICATE', { message: ruleMessages.subjectTaughtAlready });
      const description = operationDescriptions.subjectAssigned(subject.name, teacher.name);
      unit.describe('create', 'subject_teachers', subject.name, description);
      const link = { subject_id: subject.id, teacher_id: body.teacher_id };
      const { id } = await unit.insert('subject_teachers', link);
      return selectLinks(unit.trx).where('subject_teachers.id', '=', id).executeTakeFirstOrThrow();
    }),
  ),

  route(teachersApi.assignMany, ({ data, actor, user, body, scope }) =>
    data.write(actor, async (unit) => {
      const callerScope = await scope();
      const subjects = await findSubjects(
        unit.trx,
        body.subject_codes,
        (index) => `subject_codes.${index}`,
        callerScope,
      );
      const batchIds = subjects.map(({ batch_id }) => batch_id);
      const teacher = await loadActiveTeacher(unit.trx, body.teacher_id, user, batchIds);
      const existingLinks = await unit.trx
        .selectFrom('subject_teachers')
        .select('subject_id')
        .where('teacher_id', '=', body.teacher_id)
        .execute();
      const taughtIds = new Set(existingLinks.map(({ subject_id }) => subject_id));
      const newSubjects = subjects.filter(({ id }) => !taughtIds.has(id));
      const description = operationDescriptions.subjectsAssigned(teacher.name);
      unit.describe('create', 'subject_teachers', teacher.name, description);
      await unit.insertMany(
        'subject_teachers',
        newSubjects.map(({ id }) => ({ subject_id: id, teacher_id: body.teacher_id })),
      );
      return { ...successBody(successMessages.subjectsAssigned), assigned: newSubjects.length };
    }),
  ),

  route(teachersApi.unassign, ({ data, actor, params: { id }, scope }) =>
    data.write(actor, async (unit) => {
      const callerScope = await scope();
      const link = await unit.trx
        .selectFrom('subject_teachers')
        .innerJoin('subjects', 'subjects.id', 'subject_teachers.subject_id')
        .innerJoin('users', 'users.id', 'subject_teachers.teacher_id')
        .select(['subjects.name as subject', 'users.name as teacher'])
        .where('subject_teachers.id', '=', id)
        .where(callerScope.subjects)
        .executeTakeFirstOrThrow(notFound);
      const description = operationDescriptions.subjectUnassigned(link.subject, link.teacher);
      unit.describe('delete', 'subject_teachers', link.subject, description);
      await unit.remove('subject_teachers', [id]);
      return { message: successMessages.subjectUnassigned };
    }),
  ),
];

const selectLinks = (db: Db) =>
  db
    .selectFrom('subject_teachers')
    .innerJoin('subjects', 'subjects.id', 'subject_teachers.subject_id')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select([
      'subject_teachers.id',
      'subjects.subject_code',
      'teacher_id',
      'subjects.name as subject_name',
      'batches.batch_name',
      'subjects.level',
      'subject_id',
      'hours',
    ])
    .select((builder) => builder.ref('subjects.type').$castTo<SubjectType>().as('type'));

/** @param subjects SQL condition; the counts include only these subjects */
const selectTeachers = (db: Db, subjects: Condition) => {
  const aggregate = (expression: 'count(*)' | 'coalesce(sum(subjects.hours), 0)') =>
    sql<number>`(select ${sql.raw(expression)} from subject_teachers join subjects on subjects.id = subject_teachers.subject_id
      where subject_teachers.teacher_id = users.id and ${subjects})`;
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'username',
      'users.email',
      'is_active',
      aggregate('count(*)').as('subjects_count'),
      aggregate('coalesce(sum(subjects.hours), 0)').as('hours'),
    ]);
};

const buildTeacherList = (db: Db, subjects: Condition) => ({
  table: 'users' as const,
  select: selectTeachers(db, subjects),
  hasParameters: true,
  sorts: { id: 'id', name: 'name_sort', username: 'username_key' },
});

type TeacherRow = Awaited<ReturnType<ReturnType<typeof selectTeachers>['execute']>>[number];

const toTeacher = (row: TeacherRow): Teacher => ({
  ...row,
  is_active: row.is_active === 1,
  subjects_count: Number(row.subjects_count),
  hours: Number(row.hours),
});

/** @throws VALIDATION with the index of each code that is unknown or outside of the scope */
async function findSubjects(
  db: Db,
  codes: readonly string[],
  buildPath: (index: number) => string,
  { subjects }: Scope,
) {
  const rows = await db
    .selectFrom('subjects')
    .select(['id', 'name', 'subject_code', 'batch_id'])
    .where('subject_code', 'in', [...codes])
    .where(subjects)
    .execute();
  const knownCodes = new Set(rows.map(({ subject_code }) => subject_code));
  const problems = codes.flatMap((code, index) =>
    knownCodes.has(code) ? [] : [{ path: buildPath(index), message: ruleMessages.unknownSubject }],
  );
  if (problems.length > 0) throw invalid(...problems);
  return rows;
}
