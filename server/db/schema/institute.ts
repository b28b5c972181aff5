import type { Generated } from 'kysely';
import type { Backup } from '../../../contract/backups';
import type { StoredValues } from '../../../contract/fieldTable';
import type { batchFields, programFields, subjectFields } from '../../../contract/courseFields';
import type { studentFields } from '../../../contract/recordFields';
import type {
  AgeGroup,
  EnrolmentBeginning,
  EnrolmentEnding,
  GuardianRelation,
  HolidayKind,
  Section,
  StaffSection,
  StudentStatus,
  TeacherScope,
} from '../../../contract/vocabulary';
import type { Recorded } from './recorded';

export interface InstituteTables {
  backups: BackupsTable;
  settings: SettingsTable;
  terms: TermsTable;
  holidays: HolidaysTable;
  programs: ProgramsTable;
  batches: BatchesTable;
  subjects: SubjectsTable;
  subject_curriculum: SubjectCurriculumTable;
  subject_grade_settings: SubjectGradeSettingsTable;
  subject_teachers: SubjectTeachersTable;
  students: StudentsTable;
  enrolments: EnrolmentsTable;
  student_statuses: StudentStatusesTable;
  distinct_students: DistinctStudentsTable;
  guardians: GuardiansTable;
  student_guardians: StudentGuardiansTable;
  guardian_links: GuardianLinksTable;
  guardian_link_codes: GuardianLinkCodesTable;
  guardian_sessions: GuardianSessionsTable;
  student_numbers: StudentNumbersTable;
  student_number_counters: StudentNumberCountersTable;
  row_counts: RowCountsTable;
}

interface SettingsTable extends Recorded {
  institute_name: string;
  current_academic_year: string | null;
  teacher_scope: TeacherScope;
  time_zone: string;
  country: Generated<string>;
  is_demo: number;
  /** PNG or JPEG as a data URL. */
  logo: string | null;
  archive_retention_days: number;
  /** JSON of the API's `record_kinds`, `weekend_days` and `result_rules`. Null: defaults. */
  record_kinds: string | null;
  weekend_days: string | null;
  result_rules: string | null;
  terms_changed_at: string | null;
  sections_enabled: Generated<number>;
  /** Age in years from which messages address the student himself. */
  adult_age: Generated<number>;
  teachers_contact_guardians: Generated<number>;
  /** JSON array of Hijri years. Null: none. */
  confirmed_years: Generated<string | null>;
  /** Hour of the daily backup, in `time_zone`. Null: none. */
  backup_hour: Generated<number | null>;
  backup_days: Generated<number>;
}

/** Not in the operation log: the server writes it without a user (ADR 90). */
interface BackupsTable extends Omit<Backup, 'id' | 'is_daily'> {
  id: Generated<number>;
  /** Day and hour of a daily backup, such as `2026-11-20 02`. Null: an admin has started it. */
  slot: string | null;
  /** Time of the last heartbeat of the server that makes the backup. */
  worked_at: string;
}

interface TermsTable extends Recorded {
  name: string;
  start_date: string;
  end_date: string;
}

/** Both days are included. Without section, programme and batch, the holiday is for the whole institute. */
interface HolidaysTable extends Recorded {
  name: string;
  kind: HolidayKind;
  from_date: string;
  to_date: string;
  section: StaffSection | null;
  program_row_id: number | null;
  batch_id: number | null;
  /** 1: registers of these days count in no figure. */
  excludes_registers: number;
}

interface ProgramsTable extends Recorded, StoredValues<typeof programFields> {
  program_name_sort: string;
}

interface BatchesTable extends Recorded, Omit<StoredValues<typeof batchFields>, 'section' | 'age_group'> {
  section: Generated<Section>;
  age_group: Generated<AgeGroup>;
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
  /** E.164, null for an unknown country. */
  phone_key: string | null;
  additional_phone_key: string | null;
  program_row_id: number | null;
  placed_at: Generated<string | null>;
  /** Academic numbers of the records merged into this one, a line each. Only `mergeRoutes.ts` writes them. */
  former_numbers: Generated<string | null>;
}

/** `to_date` is exclusive. The first enrolment of a student counts for all earlier days. */
interface EnrolmentsTable extends Recorded {
  student_row_id: number;
  batch_id: number;
  from_date: string;
  to_date: string | null;
  began_as: EnrolmentBeginning;
  ended_as: EnrolmentEnding | null;
  reason: string | null;
  /** 1 for the open enrolment, or for the last enrolment of a withdrawn or graduated student. */
  is_shown: number;
}

/** A student without a row has always been active. At most one row is open. */
interface StudentStatusesTable extends Recorded {
  student_row_id: number;
  status: StudentStatus;
  from_date: string;
  to_date: string | null;
  reason: string | null;
}

/** Two students whom an admin has told apart; the first has the smaller id. */
interface DistinctStudentsTable extends Recorded {
  first_row_id: number;
  second_row_id: number;
}

interface GuardiansTable extends Recorded {
  /** Null, because a family may keep the name of a mother private. */
  name: string | null;
  name_sort: string;
  phone: string | null;
  phone_key: string | null;
  second_phone: string | null;
  second_phone_key: string | null;
  email: string | null;
  note: string | null;
}

/** The relation is of this student: a father of one student can be the brother of another (ADR 83). */
interface StudentGuardiansTable extends Recorded {
  student_row_id: number;
  guardian_id: number;
  relation: GuardianRelation;
  /** 1 for at most one guardian of a student. */
  is_primary: number;
  can_message: number;
  can_open_page: number;
  can_excuse: number;
  /** The day on which a student of age agreed that this guardian reads about him. */
  consent_on: string | null;
}

/** A guardian has at most one link to his private page. */
interface GuardianLinksTable extends Recorded {
  guardian_id: number;
  /** `formatPhones` of the guardian when the link was made. Another number ends the link. */
  phones: string;
}

/** Not recorded, so that no secret is in the log. A removed link keeps its row, for undo. */
interface GuardianLinkCodesTable {
  link_id: number;
  code_hash: string;
  pin_hash: string;
  expires_at: string;
  last_used_at: string | null;
}

interface GuardianSessionsTable {
  token_hash: string;
  link_id: number;
  expires_at: string;
}

/** Rows are never deleted, not even by undo. */
interface StudentNumbersTable {
  number: string;
  student_row_id: number;
  given_at: string;
}

interface StudentNumberCountersTable {
  year: string;
  last_number: string;
}

interface RowCountsTable {
  table_name: 'students';
  total: number;
  /** Rises with each write that can change a cached total. */
  changes: Generated<number>;
}
