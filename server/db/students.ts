import { type RawBuilder, sql } from 'kysely';
import type { LinkState, Student } from '../../contract/students';
import type { StudentStatus } from '../../contract/vocabulary';
import { fieldsFor } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';
import { notFound } from '../problem';
import { columnsOf } from './search/lists';
import type { Db } from './schema';

/** Of the open status; null where it was never changed. */
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

// Read for the rows of the page only: a join would be made before the page is cut.
const namingAccount = sql`(select naming.id from users as naming where naming.student_row_id = students.id)`;
const accountOf = (column: RawBuilder<unknown>) =>
  sql<
    string | null
  >`(select ${column} from users as account where account.id = coalesce(students.user_id, ${namingAccount}))`;
export const linkState = sql<LinkState>`case
  when students.user_id is null and not exists (select 1 from users where student_row_id = students.id) then 'none'
  when students.user_id = ${namingAccount} then 'sound' else 'broken' end`;

export const studentsSelect = (db: Db) =>
  briefStudentsSelect(db)
    .select([
      ...columnsOf('students', fieldsFor(studentFields, 'admin')),
      'user_id',
      'students.created_at',
      'students.updated_at',
      'students.version',
    ])
    .select([
      accountOf(sql`account.username`).as('account_username'),
      accountOf(sql`(select own.student_id from students as own where own.id = account.student_row_id)`).as(
        'account_student_id',
      ),
      linkState.as('link_state'),
      ofStatus('reason').as('status_reason'),
    ]);

/** @throws NOT_FOUND */
export async function studentById(db: Db, id: number): Promise<Student> {
  return studentsSelect(db).where('students.id', '=', id).executeTakeFirstOrThrow(notFound);
}
