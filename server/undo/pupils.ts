import { sql } from 'kysely';
import type { Scope } from '../auth/scope';
import { columnTypes, type DatabaseKind } from '../db/engine/dialect';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';

/**
 * The operations that wrote rows of students outside of the caller's scope: students of another circle on that day or,
 * for marks, which have no day, of another circle today.
 * @param logged SQL on `operation_rows`: which rows are looked at
 */
export async function ofOthersPupils(
  db: Db,
  kind: DatabaseKind,
  scope: Scope,
  today: string,
  logged: Condition,
): Promise<Set<number>> {
  const { fieldOfJson } = columnTypes(kind);
  const row = (name: string) => sql`cast(${fieldOfJson('content', name)} as bigint)`;
  const pupil = { subject: sql.ref('told.subject_id'), student: sql.ref('told.student_row_id') };
  const day = sql<string>`told.date`;
  const isRegisterOfOwn = sql`(told.subject_id in (select subjects.id from subjects where ${scope.whole})
    or exists (select 1 from circles where circles.id = told.circle_id and ${scope.circlesOn(day)}))`;
  const isOwnStudent = sql`exists (select 1 from students where students.id = told.student_row_id and ${scope.students})`;
  // The template of a subject is for all who have circles in it; that of a circle for those who hold the circle today.
  const isPlanOfOwn = sql`(case when told.student_row_id is not null then ${scope.pupils(pupil)}
    when told.circle_id is not null then exists (select 1 from circles
      where circles.id = told.circle_id and ${scope.circlesOn(today)})
    else ${always} end)`;
  const { rows } = await sql<{ operation_id: number }>`
    select distinct told.operation_id from (
      select operation_id, table_name, ${row('subject_id')} as subject_id, ${row('student_row_id')} as student_row_id,
        ${row('circle_id')} as circle_id, ${fieldOfJson('content', 'date')} as date
      from (select operation_id, table_name, coalesce(after, before) as content from operation_rows
        where ${logged}
          and table_name in ('grades', 'registers', 'absences', 'daily_records', 'hifz_plans', 'hifz_prior', 'hifz_skips',
            'sard')) as written) as told
    where not (case told.table_name when 'hifz_prior' then ${isOwnStudent}
      when 'grades' then ${scope.pupils(pupil)} when 'hifz_plans' then ${isPlanOfOwn}
      when 'registers' then ${isRegisterOfOwn} else ${scope.pupilsOn(pupil, day)} end)`.execute(db);
  return new Set(rows.map(({ operation_id }) => operation_id));
}
