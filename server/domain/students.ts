import { sql } from 'kysely';
import type { LinkState, Student } from '../../contract/students/students';
import type { StudentStatus } from '../../contract/vocabulary';
import { fieldsFor } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';
import { notFound } from '../problem';
import { oncePerDatabase } from '../db/engine/once';
import { fieldColumns } from '../db/search/lists';
import type { Db } from '../db/schema';
import { always } from '../db/search/matching';

export const briefStudentsSelect = oncePerDatabase((db) =>
  db
    .selectFrom('students')
    .leftJoin('programs', 'programs.id', 'students.program_row_id')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
    // A student without a status row has always been active.
    .leftJoin('student_statuses', (join) =>
      join
        .onRef('student_statuses.student_row_id', '=', 'students.id')
        .on('student_statuses.to_date', 'is', null),
    )
    .select([
      'students.id',
      ...fieldColumns('students', fieldsFor(studentFields, 'staff')),
      'full_name',
      'programs.program_id',
      'programs.program_name',
      'enrolments.batch_id',
      'batches.batch_name',
    ])
    .select([
      sql<StudentStatus>`coalesce(student_statuses.status, 'active')`.as('status'),
      'student_statuses.from_date as status_since',
    ]),
);

/** A subquery needs no join, so lists can filter and sort by it before the page is cut. */
export const linkState = sql<LinkState>`case when exists (
  select 1 from users as linked_users where linked_users.student_row_id = students.id) then 'sound' else 'none' end`;

export const studentsSelect = oncePerDatabase((db) =>
  briefStudentsSelect(db)
    .leftJoin('users', 'users.student_row_id', 'students.id')
    .select([
      ...fieldColumns('students', fieldsFor(studentFields, 'admin')),
      ...fieldColumns('students', fieldsFor(studentFields, 'ownTeachers')),
      'students.phone_key',
      'students.additional_phone_key',
      'students.created_at',
      'students.updated_at',
      'students.version',
    ])
    .select([
      'users.id as user_id',
      'users.username as account_username',
      sql<string | null>`case when users.id is null then null else students.student_id end`.as(
        'account_student_id',
      ),
      sql<LinkState>`case when users.id is null then 'none' else 'sound' end`.as('link_state'),
      'student_statuses.reason as status_reason',
    ]),
);

export async function loadStudent(db: Db, id: number, scope = always): Promise<Student> {
  return studentsSelect(db).where('students.id', '=', id).where(scope).executeTakeFirstOrThrow(notFound);
}
