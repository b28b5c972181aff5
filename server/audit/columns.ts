import { fieldNames, fieldsFor } from '../../contract/fieldTable';
import { batchFields, programFields, subjectFields } from '../../contract/courseFields';
import { studentFields, userFields } from '../../contract/recordFields';
import { ayahFromNumber } from '../../contract/rules/mushaf';
import { describePosition } from '../../contract/rules/mushafText';
import type { RecordedTable } from '../db/schema/recorded';

/** Columns whose values are not sent, only the fact that they changed. */
const confidentialColumns: Partial<Record<RecordedTable, readonly string[]>> = {
  students: fieldNames(fieldsFor(studentFields, 'ownTeachers')),
  behaviour_notes: ['category_id', 'text'],
};

/** Columns that admins see. Password hashes, search columns and images are never sent. */
export const visibleColumns: Record<RecordedTable, readonly string[]> = {
  settings: [
    'institute_name',
    'current_academic_year',
    'teacher_scope',
    'sections_enabled',
    'time_zone',
    'country',
    'archive_retention_days',
    'record_kinds',
    'weekend_days',
    'result_rules',
    'adult_age',
    'teachers_contact_guardians',
    'confirmed_years',
    'backup_hour',
    'backup_days',
  ],
  terms: ['name', 'start_date', 'end_date'],
  holidays: [
    'name',
    'kind',
    'from_date',
    'to_date',
    'section',
    'program_row_id',
    'batch_id',
    'excludes_registers',
  ],
  users: [...fieldNames(userFields), 'is_active', 'must_change_password', 'student_row_id'],
  password_requests: ['user_id', 'resolved_at'],
  saved_filters: ['user_id', 'resource', 'name', 'filter', 'sort'],
  programs: fieldNames(programFields),
  // The programme is the second field, as in the form.
  batches: (fieldNames(batchFields) as string[]).toSpliced(1, 0, 'program_row_id'),
  subjects: (fieldNames(subjectFields) as string[]).toSpliced(6, 0, 'batch_id'),
  subject_curriculum: [
    'subject_id',
    'content_type',
    'curriculum_items',
    'require_pages_count',
    'default_pages',
  ],
  subject_grade_settings: [
    'subject_id',
    ...['participation', 'attendance', 'exercise', 'reading', 'test'].flatMap((column) => [
      `${column}_max`,
      `${column}_enabled`,
      `${column}_name`,
    ]),
  ],
  subject_teachers: ['subject_id', 'teacher_id'],
  students: [
    ...fieldNames(studentFields).filter((column) => !confidentialColumns.students?.includes(column)),
    'full_name',
    'program_row_id',
    'former_numbers',
  ],
  enrolments: ['student_row_id', 'batch_id', 'from_date', 'to_date', 'began_as', 'ended_as', 'reason'],
  student_statuses: ['student_row_id', 'status', 'from_date', 'to_date', 'reason'],
  distinct_students: ['first_row_id', 'second_row_id'],
  guardians: ['name', 'phone', 'second_phone', 'email', 'note'],
  student_guardians: [
    'student_row_id',
    'guardian_id',
    'relation',
    'is_primary',
    'can_message',
    'can_open_page',
    'can_excuse',
    'consent_on',
  ],
  guardian_links: ['guardian_id'],
  message_templates: ['key', 'masculine', 'feminine', 'own_masculine', 'own_feminine'],
  excuses: [
    'student_row_id',
    'guardian_id',
    'sender',
    'from_date',
    'to_date',
    'program_row_id',
    'reason',
    'line',
    'state',
    'answer',
  ],
  excuse_decisions: ['excuse_id', 'subject_id', 'is_accepted', 'line'],
  announcements: [
    'title',
    'text',
    'until',
    'is_pinned',
    'section',
    'program_row_id',
    'batch_id',
    'circle_id',
    'role',
    'author',
  ],
  note_categories: ['name', 'kind', 'is_active', 'position'],
  behaviour_notes: ['student_row_id', 'date', 'kind', 'for_guardians', 'author'],
  circles: ['name', 'subject_id', 'teacher_id', 'days', 'time', 'place', 'capacity', 'ended_on'],
  circle_members: ['circle_id', 'student_row_id', 'subject_id', 'from_date', 'to_date'],
  circle_substitutes: ['circle_id', 'teacher_id', 'subject_id', 'from_date', 'to_date'],
  grades: ['subject_id', 'student_row_id', 'participation', 'attendance', 'exercise', 'reading', 'test'],
  registers: ['subject_id', 'date', 'circle_id', 'students_count'],
  absences: ['subject_id', 'date', 'student_row_id', 'type', 'notes'],
  fault_kinds: ['key', 'name', 'weight', 'position'],
  daily_records: [
    'subject_id',
    'date',
    'student_row_id',
    'kind',
    'seq',
    'record_content',
    'pages_count',
    'performance_level',
    'mistakes_count',
    'result',
    'teacher_notes',
    'heard_by',
  ],
  daily_record_ranges: ['record_id', 'position', 'from_ayah', 'to_ayah'],
  daily_record_faults: ['record_id', 'kind_id', 'ayah', 'count'],
  hifz_plans: [
    'subject_id',
    'student_row_id',
    'circle_id',
    'direction',
    'ranges',
    'start_ayah',
    'amount_unit',
    'amount_value',
    'new_days',
    'revision_days',
    'near_unit',
    'near_value',
    'far_cycle_days',
    'far_pages_per_day',
    'juz_test',
    'begin_date',
    'end_date',
  ],
  hifz_prior: ['student_row_id', 'from_ayah', 'to_ayah', 'date', 'strength'],
  hifz_skips: ['subject_id', 'student_row_id', 'date', 'from_ayah', 'to_ayah'],
  sard: ['subject_id', 'student_row_id', 'date', 'from_juz', 'to_juz', 'examiner', 'mark', 'max', 'passed'],
  sard_faults: ['sard_id', 'kind_id', 'ayah', 'count'],
  assignments: [
    'subject_id',
    'teacher_id',
    'title',
    'description',
    'due_date',
    'total_marks',
    'is_published',
    'allow_late_submission',
    'published_at',
    'needs_regrade',
  ],
  assignment_questions: [
    'assignment_id',
    'position',
    'question_text',
    'question_type',
    'marks',
    'correct_answer',
  ],
  question_options: ['question_id', 'position', 'option_text', 'is_correct'],
  submissions: [
    'assignment_id',
    'student_row_id',
    'submitted_at',
    'is_late',
    'is_graded',
    'total_score',
    'feedback',
  ],
  submission_answers: [
    'submission_id',
    'question_id',
    'answer_text',
    'selected_option_id',
    'score',
    'is_manual',
    'feedback',
  ],
};

/** Columns that store an ayah as its number in the whole mushaf. */
const ayahColumns: Partial<Record<RecordedTable, readonly string[]>> = {
  daily_record_ranges: ['from_ayah', 'to_ayah'],
  daily_record_faults: ['ayah'],
  hifz_plans: ['start_ayah'],
  hifz_prior: ['from_ayah', 'to_ayah'],
  hifz_skips: ['from_ayah', 'to_ayah'],
  sard_faults: ['ayah'],
};

type VisibleRow = Record<string, string | number | null>;

/** The confidential columns that differ before and after the write. */
export function hiddenChanges(table: RecordedTable, before: string | null, after: string | null): string[] {
  const [oldRow, newRow] = [before, after].map((json) => JSON.parse(json ?? '{}') as VisibleRow);
  const valueIn = (row: VisibleRow | undefined, column: string) => row?.[column] ?? null;
  return (confidentialColumns[table] ?? []).filter(
    (column) => valueIn(oldRow, column) !== valueIn(newRow, column),
  );
}

/** Replaces ayah numbers by ayah names. Null: the row did not exist. */
export function visibleRow(table: RecordedTable, json: string | null): VisibleRow | null {
  if (json === null) return null;
  const row = JSON.parse(json) as VisibleRow;
  const displayValue = (column: string) => {
    const value = row[column] ?? null;
    if (!ayahColumns[table]?.includes(column)) return value;
    const position = ayahFromNumber(Number(value));
    return position && describePosition(position);
  };
  return Object.fromEntries(
    visibleColumns[table].flatMap((column) => (column in row ? [[column, displayValue(column)]] : [])),
  );
}
