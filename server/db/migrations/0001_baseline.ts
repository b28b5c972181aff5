import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, databaseKind } from '../engine/dialect';
import { log } from './0001_log';
import { teaching } from './0001_teaching';

export async function baseline(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const parts = [institute, accounts, students, subjects, teaching, log];
  for (const statement of parts.flatMap((part) => part(types, databaseKind(db)))) await statement.execute(db);
}

const institute = ({ recorded, rowId, text }: ColumnTypes) => [
  sql`create table settings (${recorded},
    institute_name ${text} not null,
    current_academic_year ${text},
    teacher_scope ${text} not null check (teacher_scope in ('linked_or_open', 'linked', 'all')),
    time_zone ${text} not null,
    is_demo integer not null check (is_demo in (0, 1)),
    logo ${text},
    archive_retention_days integer default 30 not null check (archive_retention_days between 1 and 3650),
    terms_changed_at ${text},
    sections_enabled integer default 0 not null,
    record_kinds ${text}, weekend_days ${text}, result_rules ${text},
    constraint settings_one_row check (id = 1))`,

  sql`create table terms (${recorded},
    name ${text} not null, start_date ${text} not null, end_date ${text} not null,
    constraint terms_dates check (start_date <= end_date))`,
  sql`create index terms_by_start on terms (start_date, id)`,

  sql`create table programs (${recorded},
    program_id ${text} not null unique,
    program_name ${text} not null unique, program_name_sort ${text} not null,
    specialty ${text},
    levels integer not null check (levels between 1 and 8),
    description ${text}, duration ${text},
    status ${text} not null)`,
  sql`create index programs_by_name on programs (program_name_sort, id)`,
  sql`create index programs_by_creation on programs (created_at, id)`,
  sql`create index programs_by_specialty on programs (specialty, program_name_sort)`,

  sql`create table batches (${recorded},
    batch_name ${text} not null unique, batch_name_sort ${text} not null,
    program_row_id ${rowId} not null references programs (id),
    batch_number integer not null check (batch_number >= 1),
    academic_year ${text} not null,
    level integer check (level between 1 and 8),
    start_date ${text}, end_date ${text},
    status ${text} not null,
    section ${text} default 'mixed' not null check (section in ('boys', 'girls', 'mixed')),
    constraint batches_dates check (start_date is null or end_date is null or start_date <= end_date))`,
  sql`create index batches_by_name on batches (batch_name_sort, id)`,
  sql`create index batches_by_program on batches (program_row_id, batch_name_sort)`,
  sql`create index batches_by_year on batches (academic_year, batch_name_sort)`,
  sql`create index batches_by_number on batches (batch_number, id)`,
  sql`create index batches_by_creation on batches (created_at, id)`,
];

const accounts = ({ recorded, id, rowId, text, nullsFirst, keyOnly }: ColumnTypes) => [
  sql`create table users (${recorded},
    username ${text} not null, username_key ${text} not null unique,
    name ${text} not null, name_sort ${text} not null,
    email ${text}, phone ${text},
    role ${text} not null check (role in ('admin', 'teacher', 'student')),
    section ${text} check (section in ('boys', 'girls')),
    password_hash ${text} not null, password_ends_at ${text},
    is_active integer not null check (is_active in (0, 1)),
    must_change_password integer not null check (must_change_password in (0, 1)),
    student_row_id ${rowId} unique,
    last_login ${text})`,
  sql`create index users_by_name on users (name_sort, id)`,
  sql`create index users_by_role on users (role, name_sort)`,
  sql`create index users_by_activity on users (is_active, name_sort, id)`,
  sql`create index users_by_creation on users (created_at, id)`,
  sql`create index users_by_login on users (last_login ${nullsFirst}, id)`,
  sql`create table linked_accounts (
    user_id ${rowId} not null,
    constraint linked_accounts_key primary key (user_id)) ${keyOnly}`,

  sql`create table password_requests (${recorded},
    user_id ${rowId} not null references users (id), resolved_at ${text})`,
  sql`create index password_requests_by_user on password_requests (user_id, resolved_at)`,

  sql`create table saved_filters (${recorded},
    user_id ${rowId} not null references users (id),
    resource ${text} not null, name ${text} not null, filter ${text} not null, sort ${text},
    constraint saved_filters_once unique (user_id, resource, name))`,

  sql`create table sessions (
    token_hash ${text} primary key,
    id ${text},
    user_id ${rowId} not null references users (id) on delete cascade,
    created_at ${text} not null, last_seen_at ${text} not null, expires_at ${text} not null,
    step_up_until ${text},
    address ${text}, device ${text})`,
  sql`create index sessions_by_user on sessions (user_id)`,
  sql`create index sessions_by_end on sessions (expires_at)`,
  sql`create unique index sessions_by_id on sessions (id)`,

  sql`create table sign_in_failures (id ${id},
    kind ${text} default 'sign-in' not null,
    username_key ${text} not null, address ${text} not null, device ${text},
    failed_at ${text} not null)`,
  sql`create index sign_in_failures_by_name on sign_in_failures (username_key, failed_at)`,
  sql`create index sign_in_failures_by_address on sign_in_failures (address, failed_at)`,
  sql`create index sign_in_failures_by_time on sign_in_failures (failed_at)`,

  sql`create table server_keys (name ${text} primary key, value ${text} not null)`,
];

/** Enrolments: ADR 25. Academic numbers: ADR 17. */
const students = ({ recorded, rowId, text, keyOnly }: ColumnTypes) => [
  sql`create table students (${recorded},
    student_id ${text} not null unique,
    first_name ${text} not null, second_name ${text}, third_name ${text}, last_name ${text},
    full_name ${text} not null, full_name_sort ${text} not null,
    email ${text}, phone ${text}, additional_phone ${text},
    national_id ${text} unique,
    gender ${text} not null,
    nationality ${text} not null,
    program_row_id ${rowId} references programs (id),
    placed_at ${text})`,
  sql`create index students_by_name on students (full_name_sort, id)`,
  sql`create index students_by_program on students (program_row_id, full_name_sort, id)`,
  sql`create index students_by_gender on students (gender, full_name_sort, id)`,
  sql`create index students_by_creation on students (created_at, id)`,

  sql`create table enrolments (${recorded},
    student_row_id ${rowId} not null references students (id),
    batch_id ${rowId} not null references batches (id),
    from_date ${text} not null, to_date ${text},
    began_as ${text} not null, ended_as ${text},
    reason ${text},
    is_shown integer not null check (is_shown in (0, 1)),
    constraint enrolments_days check (to_date is null or to_date >= from_date),
    constraint enrolments_shown check (case when to_date is null then is_shown = 1 and ended_as is null
      else is_shown = 0 or ended_as in ('withdrawn', 'graduated') end))`,
  sql`create unique index enrolments_shown_once on enrolments (student_row_id) where is_shown = 1`,
  sql`create index enrolments_by_student on enrolments (student_row_id, from_date)`,
  sql`create index enrolments_by_batch on enrolments (batch_id, to_date, student_row_id)`,

  sql`create table student_statuses (${recorded},
    student_row_id ${rowId} not null references students (id),
    status ${text} not null,
    from_date ${text} not null, to_date ${text},
    reason ${text})`,
  sql`create unique index student_statuses_open_once on student_statuses (student_row_id) where to_date is null`,
  sql`create index student_statuses_by_status on student_statuses (status, student_row_id) where to_date is null`,
  sql`create index student_statuses_by_student on student_statuses (student_row_id, from_date)`,

  sql`create table student_numbers (
    number ${text} not null, student_row_id ${rowId} not null, given_at ${text} not null,
    constraint student_numbers_key primary key (number)) ${keyOnly}`,
  sql`create table student_number_counters (
    year ${text} not null, last_number ${text} not null,
    constraint student_number_counters_key primary key (year)) ${keyOnly}`,

  sql`create table row_counts (
    table_name ${text} primary key,
    total integer not null,
    changes ${rowId} default 0 not null)`,
  sql`insert into row_counts (table_name, total) values ('students', 0)`,
];

const subjects = ({ recorded, rowId, text, real }: ColumnTypes) => [
  sql`create table subjects (${recorded},
    subject_code ${text} not null unique, base_subject_code ${text} not null,
    name ${text} not null, name_sort ${text} not null,
    level integer not null check (level between 1 and 8),
    hours integer not null check (hours between 1 and 10),
    type ${text} not null,
    batch_id ${rowId} not null references batches (id),
    status ${text} not null,
    semester ${text},
    constraint subjects_once_per_batch unique (base_subject_code, batch_id))`,
  sql`create index subjects_by_name on subjects (name_sort, id)`,
  sql`create index subjects_by_batch on subjects (batch_id, name_sort, id)`,
  sql`create index subjects_by_level on subjects (level, id)`,
  sql`create index subjects_by_hours on subjects (hours, id)`,
  sql`create index subjects_by_type on subjects (type, id)`,
  sql`create index subjects_by_status on subjects (status, name_sort)`,
  sql`create index subjects_figures on subjects (type, level, hours)`,
  sql`create index subjects_by_creation on subjects (created_at, id)`,
  // The ranking of the best students reads only this index.
  sql`create index subjects_with_hours on subjects (id, batch_id, hours)`,

  sql`create table subject_curriculum (${recorded},
    subject_id ${rowId} not null unique references subjects (id),
    content_type ${text} not null,
    curriculum_items ${text} not null,
    require_pages_count integer not null check (require_pages_count in (0, 1)),
    default_pages ${real} not null check (default_pages >= 0))`,

  sql`create table subject_grade_settings (${recorded},
    subject_id ${rowId} not null unique references subjects (id),
    participation_max ${real} not null check (participation_max between 0 and 100),
    participation_enabled integer not null check (participation_enabled in (0, 1)),
    participation_name ${text} not null,
    attendance_max ${real} not null check (attendance_max between 0 and 100),
    attendance_enabled integer not null check (attendance_enabled in (0, 1)),
    attendance_name ${text} not null,
    exercise_max ${real} not null check (exercise_max between 0 and 100),
    exercise_enabled integer not null check (exercise_enabled in (0, 1)),
    exercise_name ${text} not null,
    reading_max ${real} not null check (reading_max between 0 and 100),
    reading_enabled integer not null check (reading_enabled in (0, 1)),
    reading_name ${text} not null,
    test_max ${real} not null check (test_max between 0 and 100),
    test_enabled integer not null check (test_enabled in (0, 1)),
    test_name ${text} not null)`,

  sql`create table subject_teachers (${recorded},
    subject_id ${rowId} not null references subjects (id),
    teacher_id ${rowId} not null references users (id),
    constraint subject_teachers_once unique (subject_id, teacher_id))`,
  sql`create index subject_teachers_by_teacher on subject_teachers (teacher_id, subject_id)`,
];
