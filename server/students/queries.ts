import { type Kysely, sql, type SqlBool } from 'kysely';
import type { LinkState, Student, StudentSummary } from '../../contract/students';
import type { Condition, Matching } from '../db/search/matching';
import type { Database } from '../db/schema';
import { linkState, studentsSelect } from '../db/students';
import { notFound } from '../problem';

/** Conditions of the filters on links. */
export function linkConditions(filter: {
  is_linked?: boolean | undefined;
  link_state?: LinkState | undefined;
}): Condition[] {
  const isLinked = sql<SqlBool>`(students.user_id is not null or exists (select 1 from users where student_row_id = students.id))`;
  return [
    ...(filter.is_linked === undefined ? [] : [filter.is_linked ? isLinked : sql<SqlBool>`not ${isLinked}`]),
    ...(filter.link_state === undefined ? [] : [sql<SqlBool>`${linkState} = ${filter.link_state}`]),
  ];
}

export const studentSorts = {
  id: 'id',
  student_id: 'student_id',
  full_name: 'full_name_sort',
  national_id: 'national_id',
  created_at: 'created_at',
};

/** The student whose account this is. @throws NOT_FOUND */
export async function studentOfUser(db: Kysely<Database>, userId: number): Promise<Student> {
  const row = await studentsSelect(db)
    .innerJoin('users', 'users.student_row_id', 'students.id')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

type Figures = Record<keyof StudentSummary, number | null>;

/** The figures of the cards over the filtered students; `since` is the first moment that counts as new. */
export async function studentSummary(
  db: Kysely<Database>,
  matching: Matching,
  since: string,
): Promise<StudentSummary> {
  const figures = sql<Figures>`
    select count(*) as total, count(distinct program_row_id) as programs, count(distinct batch_id) as batches,
      coalesce(sum(case when students.created_at >= ${since} then 1 else 0 end), 0) as new_students
    ${matching.rows}`;
  // Of all students each figure can be had from an index, which is quicker than reading every row.
  const ofAll = sql<Figures>`
    select (select count(*) from students) as total,
      (select count(*) from programs where exists (select 1 from students where program_row_id = programs.id)) as programs,
      (select count(*) from batches where exists (select 1 from students where batch_id = batches.id)) as batches,
      (select count(*) from students where created_at >= ${since}) as new_students`;
  const { rows } = await (matching.isWhole ? ofAll : figures).execute(db);
  const row = rows[0];
  return {
    total: Number(row?.total ?? 0),
    programs: Number(row?.programs ?? 0),
    batches: Number(row?.batches ?? 0),
    new_students: Number(row?.new_students ?? 0),
  };
}
