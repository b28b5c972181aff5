import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

const recorded = ['version', 'created_at', 'updated_at'] as const;

/** The institute's master data, people, and the log of operations. */
export async function foundation(
  db: Kysely<unknown>,
  { id, text, real, keyOnly }: ColumnTypes,
): Promise<void> {
  /** A table whose rows go through the unit of work. */
  const table = (name: string) => {
    let builder = db.schema.createTable(name).addColumn('id', id.type, id.build);
    for (const column of recorded) {
      builder = builder.addColumn(column, column === 'version' ? 'integer' : text, (c) => c.notNull());
    }
    return builder;
  };
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();
  const yesNo = (column: string) => sql`${sql.ref(column)} in (0, 1)`;

  await table('settings')
    .addColumn('institute_name', text, (c) => c.notNull())
    .addColumn('current_academic_year', text)
    .addColumn('teacher_scope', text, (c) =>
      c.notNull().check(sql`teacher_scope in ('linked_or_open', 'linked', 'all')`),
    )
    .addColumn('time_zone', text, (c) => c.notNull())
    .addColumn('is_demo', 'integer', (c) => c.notNull().check(yesNo('is_demo')))
    .addCheckConstraint('settings_one_row', sql`id = 1`)
    .execute();

  await table('programs')
    .addColumn('program_id', text, (c) => c.notNull().unique())
    .addColumn('program_name', text, (c) => c.notNull().unique())
    .addColumn('program_name_sort', text, (c) => c.notNull())
    .addColumn('specialty', text)
    .addColumn('levels', 'integer', (c) => c.notNull().check(sql`levels between 1 and 8`))
    .addColumn('description', text)
    .addColumn('duration', text)
    .addColumn('status', text, (c) => c.notNull())
    .execute();
  await index('programs_by_name', 'programs', ['program_name_sort', 'id']);
  await index('programs_by_creation', 'programs', ['created_at', 'id']);
  await index('programs_by_specialty', 'programs', ['specialty', 'program_name_sort']);

  await table('batches')
    .addColumn('batch_name', text, (c) => c.notNull().unique())
    .addColumn('batch_name_sort', text, (c) => c.notNull())
    .addColumn('program_row_id', 'integer', (c) => c.notNull().references('programs.id'))
    .addColumn('batch_number', 'integer', (c) => c.notNull().check(sql`batch_number >= 1`))
    .addColumn('academic_year', text, (c) => c.notNull())
    .addColumn('level', 'integer', (c) => c.check(sql`level between 1 and 8`))
    .addColumn('start_date', text)
    .addColumn('end_date', text)
    .addColumn('status', text, (c) => c.notNull())
    .addCheckConstraint(
      'batches_dates',
      sql`start_date is null or end_date is null or start_date <= end_date`,
    )
    .execute();
  await index('batches_by_name', 'batches', ['batch_name_sort', 'id']);
  await index('batches_by_program', 'batches', ['program_row_id', 'batch_name_sort']);
  await index('batches_by_year', 'batches', ['academic_year', 'batch_name_sort']);
  await index('batches_by_number', 'batches', ['batch_number', 'id']);
  await index('batches_by_creation', 'batches', ['created_at', 'id']);

  await table('users')
    .addColumn('username', text, (c) => c.notNull())
    .addColumn('username_key', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('name_sort', text, (c) => c.notNull())
    .addColumn('email', text)
    .addColumn('phone', text)
    .addColumn('role', text, (c) => c.notNull().check(sql`role in ('admin', 'teacher', 'student')`))
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('is_active', 'integer', (c) => c.notNull().check(yesNo('is_active')))
    .addColumn('must_change_password', 'integer', (c) => c.notNull().check(yesNo('must_change_password')))
    .addColumn('student_row_id', 'integer', (c) => c.unique())
    .addColumn('last_login', text)
    .execute();
  await index('users_by_name', 'users', ['name_sort', 'id']);
  await index('users_by_role', 'users', ['role', 'name_sort']);

  await table('students')
    .addColumn('student_id', text, (c) => c.notNull().unique())
    .addColumn('first_name', text, (c) => c.notNull())
    .addColumn('second_name', text)
    .addColumn('third_name', text)
    .addColumn('last_name', text)
    .addColumn('full_name', text, (c) => c.notNull())
    .addColumn('full_name_sort', text, (c) => c.notNull())
    .addColumn('email', text)
    .addColumn('phone', text)
    .addColumn('additional_phone', text)
    .addColumn('national_id', text, (c) => c.unique())
    .addColumn('gender', text, (c) => c.notNull())
    .addColumn('nationality', text, (c) => c.notNull())
    .addColumn('program_row_id', 'integer', (c) => c.references('programs.id'))
    .addColumn('batch_id', 'integer', (c) => c.references('batches.id'))
    .addColumn('user_id', 'integer', (c) => c.unique().references('users.id'))
    .execute();
  await index('students_by_name', 'students', ['full_name_sort', 'id']);
  await index('students_by_batch', 'students', ['batch_id', 'full_name_sort', 'id']);
  await index('students_by_program', 'students', ['program_row_id', 'full_name_sort', 'id']);
  await index('students_by_gender', 'students', ['gender', 'full_name_sort', 'id']);
  await index('students_by_creation', 'students', ['created_at', 'id']);

  await table('subjects')
    .addColumn('subject_code', text, (c) => c.notNull().unique())
    .addColumn('base_subject_code', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('name_sort', text, (c) => c.notNull())
    .addColumn('level', 'integer', (c) => c.notNull().check(sql`level between 1 and 8`))
    .addColumn('hours', 'integer', (c) => c.notNull().check(sql`hours between 1 and 10`))
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('batch_id', 'integer', (c) => c.notNull().references('batches.id'))
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('semester', text)
    .addUniqueConstraint('subjects_once_per_batch', ['base_subject_code', 'batch_id'])
    .execute();
  await index('subjects_by_name', 'subjects', ['name_sort', 'id']);
  await index('subjects_by_batch', 'subjects', ['batch_id', 'name_sort', 'id']);
  await index('subjects_by_level', 'subjects', ['level', 'id']);
  await index('subjects_by_hours', 'subjects', ['hours', 'id']);
  await index('subjects_by_type', 'subjects', ['type', 'id']);
  await index('subjects_by_status', 'subjects', ['status', 'name_sort']);
  await index('subjects_figures', 'subjects', ['type', 'level', 'hours']);
  await index('subjects_by_creation', 'subjects', ['created_at', 'id']);

  await table('subject_curriculum')
    .addColumn('subject_id', 'integer', (c) => c.notNull().unique().references('subjects.id'))
    .addColumn('content_type', text, (c) => c.notNull())
    .addColumn('curriculum_items', text, (c) => c.notNull())
    .addColumn('require_pages_count', 'integer', (c) => c.notNull().check(yesNo('require_pages_count')))
    .addColumn('default_pages', real, (c) => c.notNull().check(sql`default_pages >= 0`))
    .execute();

  let gradeSettings = table('subject_grade_settings').addColumn('subject_id', 'integer', (c) =>
    c.notNull().unique().references('subjects.id'),
  );
  for (const column of ['participation', 'attendance', 'exercise', 'reading', 'test']) {
    gradeSettings = gradeSettings
      .addColumn(`${column}_max`, real, (c) =>
        c.notNull().check(sql`${sql.ref(`${column}_max`)} between 0 and 100`),
      )
      .addColumn(`${column}_enabled`, 'integer', (c) => c.notNull().check(yesNo(`${column}_enabled`)))
      .addColumn(`${column}_name`, text, (c) => c.notNull());
  }
  await gradeSettings.execute();

  await table('subject_teachers')
    .addColumn('subject_id', 'integer', (c) => c.notNull().references('subjects.id'))
    .addColumn('teacher_id', 'integer', (c) => c.notNull().references('users.id'))
    .addUniqueConstraint('subject_teachers_once', ['subject_id', 'teacher_id'])
    .execute();
  await index('subject_teachers_by_teacher', 'subject_teachers', ['teacher_id', 'subject_id']);

  await table('password_requests')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('resolved_at', text)
    .execute();
  await index('password_requests_by_user', 'password_requests', ['user_id', 'resolved_at']);

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('last_seen_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('step_up_until', text)
    .execute();
  await index('sessions_by_user', 'sessions', ['user_id']);
  await index('sessions_by_end', 'sessions', ['expires_at']);

  await db.schema
    .createTable('sign_in_failures')
    .addColumn('id', id.type, id.build)
    .addColumn('username_key', text, (c) => c.notNull())
    .addColumn('address', text, (c) => c.notNull())
    .addColumn('failed_at', text, (c) => c.notNull())
    .execute();
  await index('sign_in_failures_by_name', 'sign_in_failures', ['username_key', 'failed_at']);
  await index('sign_in_failures_by_address', 'sign_in_failures', ['address', 'failed_at']);
  await index('sign_in_failures_by_time', 'sign_in_failures', ['failed_at']);

  await keyOnly(
    db.schema
      .createTable('search_terms')
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('term', text, (c) => c.notNull())
      .addColumn('row_id', 'integer', (c) => c.notNull())
      .addColumn('shared', 'integer', (c) => c.notNull())
      // The last column is in the key so that PostgreSQL too counts from the index alone.
      .addPrimaryKeyConstraint('search_terms_key', ['kind', 'term', 'row_id', 'shared']),
  ).execute();
  await index('search_terms_by_row', 'search_terms', ['kind', 'row_id', 'term']);

  await db.schema
    .createTable('operations')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'integer')
    .addColumn('user_name', text, (c) => c.notNull())
    .addColumn('user_role', text, (c) => c.notNull())
    .addColumn('undo_session', text)
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('table_name', text, (c) => c.notNull())
    .addColumn('item_name', text)
    .addColumn('rows_count', 'integer', (c) => c.notNull())
    .addColumn('performed_at', text, (c) => c.notNull())
    .addColumn('undone_at', text)
    .addColumn('undo_of', 'integer', (c) => c.references('operations.id'))
    .execute();
  await index('operations_by_session', 'operations', ['user_id', 'undo_session', 'id']);
  await index('operations_by_time', 'operations', ['performed_at', 'id']);
  await index('operations_by_action', 'operations', ['action', 'table_name', 'performed_at']);

  await db.schema
    .createTable('operation_rows')
    .addColumn('id', id.type, id.build)
    .addColumn('operation_id', 'integer', (c) => c.notNull().references('operations.id'))
    .addColumn('table_name', text, (c) => c.notNull())
    .addColumn('row_id', 'integer', (c) => c.notNull())
    .addColumn('before', text)
    .addColumn('after', text)
    .execute();
  await index('operation_rows_by_operation', 'operation_rows', ['operation_id', 'id']);
  await index('operation_rows_by_row', 'operation_rows', ['table_name', 'row_id', 'id']);
}
