import { type Kysely, sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import type { Teacher } from '../../contract/teachers';
import type { SubjectType } from '../../contract/vocabulary';
import { always } from '../db/search/matching';
import type { Database } from '../db/schema';
import { invalid } from '../problem';

export const linksSelect = (db: Kysely<Database>) =>
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
    .select((on) => on.ref('subjects.type').$castTo<SubjectType>().as('type'));

const teachersSelect = (db: Kysely<Database>) => {
  const figure = (what: 'count(*)' | 'coalesce(sum(subjects.hours), 0)') =>
    sql<number>`(select ${sql.raw(what)} from subject_teachers join subjects on subjects.id = subject_teachers.subject_id
      where subject_teachers.teacher_id = users.id)`;
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'username',
      'users.email',
      'is_active',
      figure('count(*)').as('subjects_count'),
      figure('coalesce(sum(subjects.hours), 0)').as('hours'),
    ]);
};

export const teacherList = (db: Kysely<Database>) => ({
  table: 'users' as const,
  select: teachersSelect(db),
  sorts: { id: 'id', name: 'name_sort', username: 'username_key' },
  scope: always,
});

type TeacherRow = Awaited<ReturnType<ReturnType<typeof teachersSelect>['execute']>>[number];

export const asTeacher = (row: TeacherRow): Teacher => ({
  ...row,
  is_active: row.is_active === 1,
  subjects_count: Number(row.subjects_count),
  hours: Number(row.hours),
});

/** @throws VALIDATION for who is no active teacher */
export async function teacherOf(db: Kysely<Database>, id: number): Promise<{ name: string }> {
  const found = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .where('role', '=', 'teacher')
    .where('is_active', '=', 1)
    .executeTakeFirst();
  if (!found) throw invalid({ path: 'teacher_id', message: ruleMessages.unknownTeacher });
  return found;
}

/** The subjects of these codes. @throws VALIDATION naming each unknown one by its place */
export async function subjectsOf(
  db: Kysely<Database>,
  codes: readonly string[],
  path: (at: number) => string,
) {
  const found = await db
    .selectFrom('subjects')
    .select(['id', 'name', 'subject_code'])
    .where('subject_code', 'in', [...codes])
    .execute();
  const known = new Set(found.map(({ subject_code }) => subject_code));
  const unknown = codes.flatMap((code, at) =>
    known.has(code) ? [] : [{ path: path(at), message: ruleMessages.unknownSubject }],
  );
  if (unknown.length > 0) throw invalid(...unknown);
  return found;
}
