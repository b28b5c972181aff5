import { sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

export const teaching = (types: ColumnTypes) =>
  [circles, marks, registers, dailyRecords, hifz, assignments].flatMap((part) => part(types));

/** See ADR 28. */
const circles = ({ recorded, rowId, text }: ColumnTypes) => [
  sql`create table circles (${recorded},
    subject_id ${rowId} not null references subjects (id),
    name ${text} not null, name_sort ${text} not null,
    teacher_id ${rowId} references users (id),
    days ${text} not null, time ${text}, place ${text},
    capacity integer check (capacity > 0),
    ended_on ${text})`,
  sql`create unique index circles_by_name on circles (subject_id, name_sort)`,
  sql`create index circles_by_teacher on circles (teacher_id, subject_id)`,

  sql`create table circle_members (${recorded},
    subject_id ${rowId} not null references subjects (id),
    circle_id ${rowId} not null references circles (id),
    student_row_id ${rowId} not null references students (id),
    from_date ${text} not null, to_date ${text},
    constraint circle_members_days check (to_date is null or to_date > from_date))`,
  sql`create unique index circle_members_open_once on circle_members (subject_id, student_row_id)
    where to_date is null`,
  sql`create index circle_members_by_circle on circle_members (circle_id, to_date, student_row_id)`,
  sql`create index circle_members_by_student on circle_members (student_row_id, subject_id, from_date)`,
  // Deleting a subject reads only the members of its own circles.
  sql`create index circle_members_by_subject on circle_members (subject_id)`,

  sql`create table circle_substitutes (${recorded},
    subject_id ${rowId} not null references subjects (id),
    circle_id ${rowId} not null references circles (id),
    teacher_id ${rowId} not null references users (id),
    from_date ${text} not null, to_date ${text} not null,
    constraint circle_substitutes_days check (to_date >= from_date))`,
  sql`create index circle_substitutes_by_circle on circle_substitutes (circle_id, from_date)`,
  sql`create index circle_substitutes_by_teacher on circle_substitutes (teacher_id, to_date)`,
];

/** Results are stored: ADR 9. */
const marks = ({ recorded, rowId, real }: ColumnTypes) => [
  sql`create table grades (${recorded},
    subject_id ${rowId} not null references subjects (id),
    student_row_id ${rowId} not null references students (id),
    participation ${real} check (participation between 0 and 100),
    attendance ${real} check (attendance between 0 and 100),
    exercise ${real} check (exercise between 0 and 100),
    reading ${real} check (reading between 0 and 100),
    test ${real} check (test between 0 and 100),
    percentage ${real})`,
  sql`create unique index grades_of_subject on grades (subject_id, student_row_id)`,
  sql`create index grades_of_student on grades (student_row_id, subject_id)`,
  // The dashboard reads the best marks of a subject only from this index.
  sql`create index grades_by_percentage on grades (subject_id, percentage, student_row_id)`,

  sql`create table subject_results (
    subject_id ${rowId} primary key references subjects (id) on delete cascade,
    percentages ${real} not null,
    complete integer not null, passed integer not null, excellent integer not null,
    registers integer not null, expected integer not null, absences integer not null,
    letter_1 integer not null, letter_2 integer not null, letter_3 integer not null,
    letter_4 integer not null, letter_5 integer not null, letter_6 integer not null,
    letter_7 integer not null, letter_8 integer not null, letter_9 integer not null)`,

  sql`create table student_results (
    student_row_id ${rowId} primary key references students (id) on delete cascade,
    subjects integer not null,
    average ${real} not null)`,
  sql`create index student_results_by_average on student_results (average, student_row_id)`,

  sql`create table student_absences (
    student_row_id ${rowId} primary key references students (id) on delete cascade,
    days integer not null)`,
  sql`create index student_absences_by_days on student_absences (days, student_row_id)`,
];

/** See ADR 29. */
const registers = ({ recorded, rowId, text }: ColumnTypes) => [
  sql`create table registers (${recorded},
    subject_id ${rowId} not null references subjects (id),
    circle_id ${rowId} references circles (id),
    date ${text} not null,
    students_count integer not null, counted_before integer, listed ${text},
    absences_changed_at ${text} not null)`,
  sql`create unique index registers_of_subject on registers (subject_id, date, coalesce(circle_id, 0))`,
  sql`create index registers_of_circle on registers (circle_id, date) where circle_id is not null`,

  sql`create table absences (${recorded},
    subject_id ${rowId} not null references subjects (id),
    register_id ${rowId} not null references registers (id),
    date ${text} not null,
    student_row_id ${rowId} not null references students (id),
    type ${text} not null,
    notes ${text})`,
  sql`create unique index absences_of_subject on absences (subject_id, student_row_id, date)`,
  sql`create index absences_of_student on absences (student_row_id, date, type)`,
  sql`create index absences_of_register on absences (register_id)`,
  sql`create index absences_by_date on absences (date, subject_id)`,
  sql`create index absences_of_type on absences (type, subject_id)`,
];

/** See ADR 30 and 51. */
const dailyRecords = ({ recorded, rowId, text, real }: ColumnTypes) => [
  sql`create table daily_records (${recorded},
    subject_id ${rowId} not null references subjects (id),
    date ${text} not null,
    student_row_id ${rowId} not null references students (id),
    kind ${text} default 'new' not null,
    seq integer default 1 not null,
    record_content ${text},
    pages_count ${real} check (pages_count >= 0),
    performance_level ${text},
    mistakes_count integer check (mistakes_count >= 0),
    result ${text} default 'accepted' not null,
    teacher_notes ${text}, heard_by ${text},
    parts_changed_at ${text})`,
  sql`create unique index daily_records_of_subject on daily_records (subject_id, date, student_row_id, kind, seq)`,
  // The index includes the result, so that recitations of a student are read from the index only.
  sql`create index daily_records_of_student
    on daily_records (student_row_id, subject_id, kind, date, seq, result)`,

  sql`create table daily_record_ranges (${recorded},
    record_id ${rowId} not null references daily_records (id),
    position integer not null,
    from_ayah integer not null, to_ayah integer not null,
    constraint daily_record_ranges_ayahs
      check (from_ayah >= 1 and to_ayah >= from_ayah and to_ayah <= 6236))`,
  sql`create unique index daily_record_ranges_of_record on daily_record_ranges (record_id, position)`,

  sql`create table fault_kinds (${recorded},
    key ${text} not null unique,
    name ${text} not null,
    weight ${real} not null check (weight >= 0),
    position integer not null)`,
  sql`create table daily_record_faults (${recorded},
    record_id ${rowId} not null references daily_records (id),
    kind_id ${rowId} not null references fault_kinds (id),
    ayah integer check (ayah between 1 and 6236),
    count integer not null check (count >= 1))`,
  sql`create unique index daily_record_faults_of_record
    on daily_record_faults (record_id, kind_id, coalesce(ayah, 0))`,
  sql`create index daily_record_faults_of_kind on daily_record_faults (kind_id)`,
];

const hifz = ({ recorded, rowId, text, real }: ColumnTypes) => [
  sql`create table hifz_plans (${recorded},
    subject_id ${rowId} not null references subjects (id),
    student_row_id ${rowId} references students (id),
    circle_id ${rowId} references circles (id),
    direction ${text} not null,
    ranges ${text},
    start_ayah integer not null check (start_ayah between 1 and 6236),
    amount_unit ${text} not null, amount_value ${real} not null check (amount_value > 0),
    new_days ${text} not null, revision_days ${text} not null,
    near_unit ${text} not null, near_value integer not null,
    far_cycle_days integer not null, far_pages_per_day integer,
    juz_test integer not null,
    begin_date ${text} not null, end_date ${text},
    constraint hifz_plans_owner check (student_row_id is null or circle_id is null))`,
  sql`create unique index hifz_plans_once
    on hifz_plans (subject_id, coalesce(student_row_id, 0), coalesce(circle_id, 0))`,
  sql`create index hifz_plans_of_student on hifz_plans (student_row_id) where student_row_id is not null`,
  sql`create index hifz_plans_of_circle on hifz_plans (circle_id) where circle_id is not null`,

  sql`create table hifz_prior (${recorded},
    student_row_id ${rowId} not null references students (id),
    from_ayah integer not null, to_ayah integer not null,
    date ${text} not null,
    strength integer not null check (strength between 1 and 5),
    constraint hifz_prior_ayahs check (from_ayah >= 1 and to_ayah >= from_ayah and to_ayah <= 6236))`,
  sql`create index hifz_prior_of_student on hifz_prior (student_row_id, from_ayah)`,

  sql`create table hifz_skips (${recorded},
    subject_id ${rowId} not null references subjects (id),
    student_row_id ${rowId} not null references students (id),
    date ${text} not null,
    from_ayah integer not null, to_ayah integer not null,
    constraint hifz_skips_ayahs check (from_ayah >= 1 and to_ayah >= from_ayah and to_ayah <= 6236))`,
  sql`create index hifz_skips_of_student on hifz_skips (student_row_id, date)`,
  sql`create index hifz_skips_of_subject on hifz_skips (subject_id)`,

  sql`create table sard (${recorded},
    subject_id ${rowId} not null references subjects (id),
    student_row_id ${rowId} not null references students (id),
    date ${text} not null,
    from_juz integer not null, to_juz integer not null,
    examiner ${text},
    mark ${real}, max ${real},
    passed integer not null,
    faults_changed_at ${text},
    constraint sard_juz check (from_juz >= 1 and to_juz >= from_juz and to_juz <= 30))`,
  sql`create index sard_of_student on sard (student_row_id, date)`,
  sql`create index sard_of_subject on sard (subject_id, date)`,
  sql`create index sard_by_day on sard (date, id)`,

  sql`create table sard_faults (${recorded},
    sard_id ${rowId} not null references sard (id),
    kind_id ${rowId} not null references fault_kinds (id),
    ayah integer check (ayah between 1 and 6236),
    count integer not null check (count >= 1))`,
  sql`create unique index sard_faults_of_sard on sard_faults (sard_id, kind_id, coalesce(ayah, 0))`,
  sql`create index sard_faults_of_kind on sard_faults (kind_id)`,
];

const assignments = ({ recorded, rowId, text, keyOnly }: ColumnTypes) => [
  sql`create table assignments (${recorded},
    subject_id ${rowId} not null references subjects (id),
    teacher_id ${rowId} references users (id),
    title ${text} not null, description ${text},
    due_date ${text},
    total_marks integer not null check (total_marks between 1 and 200),
    is_published integer not null, published_at ${text},
    allow_late_submission integer not null,
    needs_regrade integer not null)`,
  sql`create index assignments_by_subject_id_is_published on assignments (subject_id, is_published)`,
  sql`create index assignments_by_teacher_id on assignments (teacher_id)`,

  sql`create table assignment_questions (${recorded},
    assignment_id ${rowId} not null references assignments (id),
    position integer not null,
    question_text ${text} not null, question_type ${text} not null,
    marks integer not null check (marks between 1 and 50),
    correct_answer ${text},
    options_changed_at ${text} not null)`,
  sql`create index assignment_questions_by_assignment_id_position
    on assignment_questions (assignment_id, position)`,

  sql`create table question_options (${recorded},
    question_id ${rowId} not null references assignment_questions (id),
    position integer not null,
    option_text ${text} not null,
    is_correct integer not null)`,
  sql`create index question_options_by_question_id_position on question_options (question_id, position)`,

  sql`create table submissions (${recorded},
    assignment_id ${rowId} not null references assignments (id),
    student_row_id ${rowId} not null references students (id),
    submitted_at ${text} not null,
    is_late integer not null,
    is_graded integer not null, total_score integer,
    feedback ${text})`,
  sql`create unique index submissions_by_assignment_id_student_row_id
    on submissions (assignment_id, student_row_id)`,
  sql`create index submissions_by_student_row_id_assignment_id
    on submissions (student_row_id, assignment_id)`,
  sql`create index submissions_by_assignment_id_is_graded on submissions (assignment_id, is_graded)`,

  sql`create table submission_answers (${recorded},
    submission_id ${rowId} not null references submissions (id),
    question_id ${rowId} not null references assignment_questions (id),
    answer_text ${text},
    selected_option_id ${rowId} references question_options (id),
    score integer check (score between 0 and 200),
    is_manual integer not null,
    feedback ${text})`,
  sql`create unique index submission_answers_by_submission_id_question_id
    on submission_answers (submission_id, question_id)`,
  sql`create index submission_answers_by_question_id on submission_answers (question_id)`,
  sql`create index submission_answers_by_selected_option_id on submission_answers (selected_option_id)`,

  sql`create table assignment_drafts (
    assignment_id ${rowId} not null references assignments (id) on delete cascade,
    student_row_id ${rowId} not null references students (id) on delete cascade,
    answers ${text} not null,
    saved_at ${text} not null,
    constraint assignment_drafts_key primary key (assignment_id, student_row_id)) ${keyOnly}`,
  sql`create index assignment_drafts_by_student_row_id on assignment_drafts (student_row_id)`,
];
