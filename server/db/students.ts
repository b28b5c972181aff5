import { sql } from 'kysely';
import type { LinkState, Student } from '../../contract/students';
import type { StudentStatus } from '../../contract/vocabulary';
import { fieldsFor } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';
import { notFound } from '../problem';
import { columnsOf } from './search/lists';
import type { Db } from './schema';
import { always } from './search/matching';

/** A column of the open status; null if the status never changed. */
const ofStatus = (column: 'status' | 'from_date' | 'reason') =>
  sql<string | null>`(select ${sql.ref(`stated.${column}`)} from student_statuses as stated
    where stated.student_row_id = students.id and stated.to_date is null)`;

/** What a teacher sees: name, number, programme and batch. */
export const briefStudentsSelect = (db: Db) =>
  db
    .selectFrom('students')
    .leftJoin('programs', 'programs.id', 'students.program_row_id')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
    .select([
      'students.id',
      ...columnsOf('students', fieldsFor(studentFields, 'staff')),
      'full_name',
      'programs.program_id',
      'programs.program_name',
      'enrolments.batch_id',
      'batches.batch_name',
    ])
    .select([
      sql<StudentStatus>`coalesce(${ofStatus('status')}, 'active')`.as('status'),
      ofStatus('from_date').as('status_since'),
    ]);

// Subqueries, read only for the rows of the page: a join would be made before the page is cut.
const ofAccount = (column: 'id' | 'username') =>
  sql`(select ${sql.ref(`account.${column}`)} from users as account where account.student_row_id = students.id)`;
export const linkState = sql<LinkState>`case when ${ofAccount('id')} is null then 'none' else 'sound' end`;

export const studentsSelect = (db: Db) =>
  briefStudentsSelect(db)
    .select([
      ...columnsOf('students', fieldsFor(studentFields, 'admin')),
      'students.created_at',
      'students.updated_at',
      'students.version',
    ])
    .select([
      ofAccount('id').$castTo<number | null>().as('user_id'),
      ofAccount('username').$castTo<string | null>().as('account_username'),
      sql<string | null>`case when ${ofAccount('id')} is null then null else students.student_id end`.as(
        'account_student_id',
      ),
      linkState.as('link_state'),
      ofStatus('reason').as('status_reason'),
    ]);

/** @throws NOT_FOUND, also outside of the scope */
export async function studentById(db: Db, id: number, scope = always): Promise<Student> {
  return studentsSelect(db).where('students.id', '=', id).where(scope).executeTakeFirstOrThrow(notFound);
}
