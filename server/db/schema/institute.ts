import type { Generated } from 'kysely';
import type { StoredValues } from '../../../contract/fieldTable';
import type { batchFields, programFields, subjectFields } from '../../../contract/courseFields';
import type { studentFields } from '../../../contract/recordFields';
import type { TeacherScope } from '../../../contract/vocabulary';
import type { Recorded } from './recorded';

/** The institute: settings, programmes, batches, subjects and students. */
export interface InstituteTables {
  settings: SettingsTable;
  terms: TermsTable;
  programs: ProgramsTable;
  batches: BatchesTable;
  subjects: SubjectsTable;
  subject_curriculum: SubjectCurriculumTable;
  subject_grade_settings: SubjectGradeSettingsTable;
  subject_teachers: SubjectTeachersTable;
  students: StudentsTable;
  student_numbers: StudentNumbersTable;
  student_number_counters: StudentNumberCountersTable;
}

interface SettingsTable extends Recorded {
  institute_name: string;
  current_academic_year: string | null;
  teacher_scope: TeacherScope;
  time_zone: string;
  /** Made as the demo institute: its passwords are known. */
  is_demo: number;
  /** PNG or JPEG as a data URL. */
  logo: string | null;
  archive_retention_days: number;
  /** So that the version of the settings rises with their terms. */
  terms_changed_at: string | null;
}

interface TermsTable extends Recorded {
  name: string;
  start_date: string;
  end_date: string;
}

interface ProgramsTable extends Recorded, StoredValues<typeof programFields> {
  program_name_sort: string;
}

interface BatchesTable extends Recorded, StoredValues<typeof batchFields> {
  batch_name_sort: string;
  program_row_id: number;
}

interface SubjectsTable extends Recorded, StoredValues<typeof subjectFields> {
  name_sort: string;
  batch_id: number;
}

interface SubjectCurriculumTable extends Recorded {
  subject_id: number;
  content_type: string;
  /** JSON array of text. */
  curriculum_items: string;
  require_pages_count: number;
  default_pages: number;
}

interface SubjectGradeSettingsTable extends Recorded {
  subject_id: number;
  participation_max: number;
  participation_enabled: number;
  participation_name: string;
  attendance_max: number;
  attendance_enabled: number;
  attendance_name: string;
  exercise_max: number;
  exercise_enabled: number;
  exercise_name: string;
  reading_max: number;
  reading_enabled: number;
  reading_name: string;
  test_max: number;
  test_enabled: number;
  test_name: string;
}

interface SubjectTeachersTable extends Recorded {
  subject_id: number;
  teacher_id: number;
}

interface StudentsTable extends Recorded, StoredValues<typeof studentFields> {
  full_name: string;
  full_name_sort: string;
  program_row_id: number | null;
  batch_id: number | null;
  user_id: number | null;
  /** The day on which the student came into the batch, where that was after being added. */
  batch_since: Generated<string | null>;
}

/** Every academic number that a student has or had. Only grows: neither deletion nor undo takes one out. */
interface StudentNumbersTable {
  number: string;
  /** The student who was the last to get it; may be gone. */
  student_row_id: number;
  /** When that was; a student who gets the number back keeps the time. */
  given_at: string;
}

/** The last academic number that was generated of each year. */
interface StudentNumberCountersTable {
  year: string;
  last_number: string;
}
