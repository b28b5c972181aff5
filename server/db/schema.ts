import type { Generated, Insertable, Selectable } from 'kysely';
import type { ReportAction, ReportType } from '../../contract/reportLog';
import type { ImportType, QuestionType, Role, TeacherScope } from '../../contract/vocabulary';

/**
 * The tables. Times are ISO 8601 text in UTC, dates `YYYY-MM-DD`, yes/no 0 or 1, JSON text: the same values in
 * SQLite and PostgreSQL. A reference to a row number whose name the API uses for a code ends in `_row_id`.
 */
export interface Database {
  settings: SettingsTable;
  terms: TermsTable;
  users: UsersTable;
  sessions: SessionsTable;
  sign_in_failures: SignInFailuresTable;
  server_keys: ServerKeysTable;
  password_requests: PasswordRequestsTable;
  saved_filters: SavedFiltersTable;
  programs: ProgramsTable;
  batches: BatchesTable;
  subjects: SubjectsTable;
  subject_curriculum: SubjectCurriculumTable;
  subject_grade_settings: SubjectGradeSettingsTable;
  subject_teachers: SubjectTeachersTable;
  students: StudentsTable;
  student_numbers: StudentNumbersTable;
  student_number_counters: StudentNumberCountersTable;
  linked_accounts: LinkedAccountsTable;
  grades: GradesTable;
  registers: RegistersTable;
  absences: AbsencesTable;
  daily_records: DailyRecordsTable;
  assignments: AssignmentsTable;
  assignment_questions: AssignmentQuestionsTable;
  question_options: QuestionOptionsTable;
  submissions: SubmissionsTable;
  submission_answers: SubmissionAnswersTable;
  assignment_drafts: AssignmentDraftsTable;
  subject_results: SubjectResultsTable;
  student_results: StudentResultsTable;
  student_absences: StudentAbsencesTable;
  search_terms: SearchTermsTable;
  last_versions: LastVersionsTable;
  operations: OperationsTable;
  operation_rows: OperationRowsTable;
  operation_terms: OperationTermsTable;
  import_requests: ImportRequestsTable;
  idempotency_keys: IdempotencyKeysTable;
  slow_undos: SlowUndosTable;
  slow_removals: SlowRemovalsTable;
  notifications: NotificationsTable;
  notification_reads: NotificationReadsTable;
  report_log: ReportLogTable;
  report_terms: ReportTermsTable;
  issued_papers: IssuedPapersTable;
  paper_terms: PaperTermsTable;
}

/** What every recorded table has; the unit of work keeps these columns. */
export interface Recorded {
  id: Generated<number>;
  version: number;
  created_at: string;
  updated_at: string;
}

export interface SettingsTable extends Recorded {
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

export interface TermsTable extends Recorded {
  name: string;
  start_date: string;
  end_date: string;
}

export interface UsersTable extends Recorded {
  username: string;
  /** Lower case, digits folded: what must be unique and what sign-in looks up. */
  username_key: string;
  name: string;
  name_sort: string;
  email: string | null;
  phone: string | null;
  role: Role;
  password_hash: string;
  is_active: number;
  must_change_password: number;
  /** From when on a one-time password signs nobody in; null for one that stays. */
  password_ends_at: Generated<string | null>;
  student_row_id: number | null;
  last_login: string | null;
}

/** Not recorded: a session is no work of anybody. */
export interface SessionsTable {
  token_hash: string;
  /** By which its person names it; has nothing to do with the token. */
  id: string;
  user_id: number;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  step_up_until: string | null;
  /** Of the last call that was noted, in the plain form; null for a session that is older than the column. */
  address: string | null;
  /** Browser and system at the sign-in, as people call them. */
  device: string | null;
}

export interface SignInFailuresTable {
  id: Generated<number>;
  kind: AttemptKind;
  /** What is being guessed at: the folded user name; for `own` the session. */
  username_key: string;
  /** An IPv4 address, or the network of an IPv6 one. */
  address: string;
  /** On which the person of the name signed in before; null for any other. */
  device: string | null;
  failed_at: string;
}

/** A sign-in, a password that was forgotten, or somebody signed in who gives the own password again. */
export type AttemptKind = 'sign-in' | 'forgot' | 'own';

/** Secrets that all servers of a database share. */
export interface ServerKeysTable {
  name: string;
  value: string;
}

export interface PasswordRequestsTable extends Recorded {
  user_id: number;
  resolved_at: string | null;
}

/** A person's own view of a list. */
export interface SavedFiltersTable extends Recorded {
  user_id: number;
  resource: string;
  name: string;
  /** JSON object. */
  filter: string;
  /** JSON object, or null. */
  sort: string | null;
}

export interface ProgramsTable extends Recorded {
  program_id: string;
  program_name: string;
  program_name_sort: string;
  specialty: string | null;
  levels: number;
  description: string | null;
  duration: string | null;
  status: string;
}

export interface BatchesTable extends Recorded {
  batch_name: string;
  batch_name_sort: string;
  program_row_id: number;
  batch_number: number;
  academic_year: string;
  level: number | null;
  start_date: string | null;
  end_date: string | null;
  status: string;
}

export interface SubjectsTable extends Recorded {
  subject_code: string;
  base_subject_code: string;
  name: string;
  name_sort: string;
  level: number;
  hours: number;
  type: string;
  batch_id: number;
  status: string;
  semester: string | null;
}

export interface SubjectCurriculumTable extends Recorded {
  subject_id: number;
  content_type: string;
  /** JSON array of text. */
  curriculum_items: string;
  require_pages_count: number;
  default_pages: number;
}

export interface SubjectGradeSettingsTable extends Recorded {
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

export interface SubjectTeachersTable extends Recorded {
  subject_id: number;
  teacher_id: number;
}

export interface StudentsTable extends Recorded {
  student_id: string;
  first_name: string;
  second_name: string | null;
  third_name: string | null;
  last_name: string | null;
  full_name: string;
  full_name_sort: string;
  email: string | null;
  phone: string | null;
  additional_phone: string | null;
  national_id: string | null;
  gender: string;
  nationality: string;
  program_row_id: number | null;
  batch_id: number | null;
  user_id: number | null;
  /** The day on which the student came into the batch, where that was after being added. */
  batch_since: Generated<string | null>;
}

/** Every academic number that a student has or had. Only grows: neither deletion nor undo takes one out. */
export interface StudentNumbersTable {
  number: string;
  /** The student who was the last to get it; may be gone. */
  student_row_id: number;
  /** When that was; a student who gets the number back keeps the time. */
  given_at: string;
}

/** The last academic number that was generated of each year. */
export interface StudentNumberCountersTable {
  year: string;
  last_number: string;
}

/** Every account that has or had a student. Only grows. */
export interface LinkedAccountsTable {
  user_id: number;
}

/** The marks of one student in one subject; null where nothing is recorded. */
export interface GradesTable extends Recorded {
  subject_id: number;
  student_row_id: number;
  participation: number | null;
  attendance: number | null;
  exercise: number | null;
  reading: number | null;
  test: number | null;
  /** Of a complete row; kept by `results.ts`, never written by a part. */
  percentage: Generated<number | null>;
}

/** A register that was taken, also with nobody absent. */
export interface RegistersTable extends Recorded {
  subject_id: number;
  date: string;
  /** Of the batch when it was taken: the expected attendances. */
  students_count: number;
  /** So that the version of a register rises with its absences. */
  absences_changed_at: string;
}

export interface AbsencesTable extends Recorded {
  register_id: number;
  subject_id: number;
  date: string;
  student_row_id: number;
  type: string;
  notes: string | null;
}

export interface DailyRecordsTable extends Recorded {
  subject_id: number;
  date: string;
  student_row_id: number;
  record_content: string | null;
  pages_count: number | null;
  performance_level: string | null;
  mistakes_count: number | null;
  teacher_notes: string | null;
  /** A range in the mushaf, all four or none. */
  from_surah: number | null;
  from_ayah: number | null;
  to_surah: number | null;
  to_ayah: number | null;
}

export interface AssignmentsTable extends Recorded {
  subject_id: number;
  /** Who made it. */
  teacher_id: number | null;
  title: string;
  description: string | null;
  due_date: string | null;
  /** The sum of the questions' marks, where there are any. */
  total_marks: number;
  is_published: number;
  allow_late_submission: number;
  /** The first time; the students were told then. */
  published_at: string | null;
  /** Marks or keys have changed since somebody handed in. */
  needs_regrade: number;
}

export interface AssignmentQuestionsTable extends Recorded {
  assignment_id: number;
  /** From 1. */
  position: number;
  question_text: string;
  question_type: QuestionType;
  marks: number;
  correct_answer: string | null;
  /** So that the version of a question rises with its options. */
  options_changed_at: string;
}

export interface QuestionOptionsTable extends Recorded {
  question_id: number;
  position: number;
  option_text: string;
  is_correct: number;
}

export interface SubmissionsTable extends Recorded {
  assignment_id: number;
  student_row_id: number;
  submitted_at: string;
  is_late: number;
  /** Every answer has a score. */
  is_graded: number;
  /** Of the answers that have a score; null where none has. */
  total_score: number | null;
  feedback: string | null;
}

/** One for each question, also where it was left out. */
export interface SubmissionAnswersTable extends Recorded {
  submission_id: number;
  question_id: number;
  answer_text: string | null;
  selected_option_id: number | null;
  score: number | null;
  /** A person gave the score. */
  is_manual: number;
  feedback: string | null;
}

/** Answers that are not handed in yet. Not recorded: typing is no act. */
export interface AssignmentDraftsTable {
  assignment_id: number;
  student_row_id: number;
  /** JSON array. */
  answers: string;
  saved_at: string;
}

/** What the marks and registers of a subject come to; kept by `results.ts`. Of students of its batch. */
export interface SubjectResultsTable {
  subject_id: number;
  /** Complete rows, and the sum of their percentages. */
  complete: number;
  percentages: number;
  passed: number;
  excellent: number;
  /** Numbers of the nine letters, best first. */
  letter_1: number;
  letter_2: number;
  letter_3: number;
  letter_4: number;
  letter_5: number;
  letter_6: number;
  letter_7: number;
  letter_8: number;
  letter_9: number;
  registers: number;
  expected: number;
  absences: number;
}

/** The mean percentage of a student over the subjects of the own batch; kept by `results.ts`. */
export interface StudentResultsTable {
  student_row_id: number;
  subjects: number;
  average: number;
}

/** The distinct days on which a student was absent, in whichever subject; kept by `results.ts`. */
export interface StudentAbsencesTable {
  student_row_id: number;
  days: number;
}

/** Kept by the unit of work from the searchable columns; never written by a part. */
export interface SearchTermsTable {
  kind: SearchKind;
  term: string;
  row_id: number;
  /** How many letters the term has in common with the one before it among the sorted terms of its row. */
  shared: number;
}
export type SearchKind = ListedTable | 'students_brief';
/** The tables that are listed and searched. */
export type ListedTable = 'programs' | 'batches' | 'subjects' | 'students' | 'users';

export type OperationAction = 'create' | 'update' | 'delete' | 'import' | 'undo' | 'restore';

/** Of rows that are gone; kept by the unit of work. */
export interface LastVersionsTable {
  table_name: RecordedTable;
  /** What the row stood for: its subject, day and student. */
  key: string;
  version: number;
}

/** One act of a person. */
export interface OperationsTable {
  id: Generated<number>;
  user_id: number | null;
  user_name: string;
  user_role: string;
  undo_session: string | null;
  action: OperationAction;
  description: string;
  /** The table of the record that the person acted on; others went with it. */
  table_name: RecordedTable;
  item_name: string | null;
  rows_count: number;
  performed_at: string;
  undone_at: string | null;
  /** The operation that this one takes back. */
  undo_of: number | null;
  /** Of a deletion whose rows are kept: when it was; null of any other, and once it has expired. */
  archived_at: string | null;
  /** Of a deletion: when the admins were told that it expires soon. */
  expiry_told_at: string | null;
  /** Of an import in several requests: what they have in common. */
  import_id: Generated<string | null>;
}

/** A write that was answered and may be sent again; kept for 30 days. */
export interface IdempotencyKeysTable {
  user_id: number;
  /** The `Idempotency-Key` of the call. */
  key: string;
  /** Of the call and its body: the same key for anything else is a mistake. Null of what is older than this table. */
  fingerprint: string | null;
  /** JSON; null of one too long to be kept. */
  answer: string | null;
  /** JSON: the headers that belong to the answer. */
  headers: string | null;
  /** What the call was about, of someone who does not see everything: looked at again before he is answered. */
  place: IdempotencyPlace | null;
  place_id: number | null;
  /** Of a work in parts: the answer holds once this operation is done. */
  operation_id: number | null;
  created_at: string;
}

export type IdempotencyPlace = 'subjects' | 'batches';

/** What a request of an import came to; kept for some days, so that an interrupted import goes on and can be told. */
export interface ImportRequestsTable {
  id: Generated<number>;
  user_id: number;
  import_id: string | null;
  /** Null of the end of an import, and of what is older than this column. */
  type: ImportType | null;
  /** The `Idempotency-Key` of the request. */
  key: string | null;
  /** Of the end of an import: what was told of it. */
  fingerprint: string;
  imported: number;
  updated: number;
  failed: number;
  created_at: string;
}

/** An operation of very many rows that is being taken back in several transactions; gone when it is done. */
export interface SlowUndosTable {
  operation_id: number;
  /** The operation of the undo, to which each transaction adds its rows. */
  undo_id: number;
  /** The rows of the log below this number are still to be taken back. */
  below: number;
  /** Something was in the way: what has been taken back so far is being put back. */
  is_giving_up: number;
}

/** A deletion of very many rows that goes on in several transactions; gone when it is done. */
export interface SlowRemovalsTable {
  operation_id: number;
}

/** By which the audit trail is searched; kept by the unit of work. */
export interface OperationTermsTable {
  term: string;
  operation_id: number;
}

/** For one person, or for all who have a role. Not recorded: it tells of work and is none. */
export interface NotificationsTable {
  id: Generated<number>;
  user_id: number | null;
  role: Role | null;
  kind: string;
  /** JSON object; its shape stands in `contract/notifications.ts`. */
  data: string;
  link: string | null;
  created_at: string;
}

export interface NotificationReadsTable {
  user_id: number;
  notification_id: number;
}

/** A report that was made, with the names of then. Not recorded: it tells of work and is none. */
export interface ReportLogTable {
  id: Generated<number>;
  created_at: string;
  user_id: number;
  user_name: string;
  type: ReportType;
  action: ReportAction;
  batch_name: string;
  student_id: string | null;
  student_name: string | null;
  subject_code: string | null;
  subject_name: string | null;
  level: number | null;
  start_date: string | null;
  end_date: string | null;
}

/** A transcript that was given out, as it was then. Not recorded: nobody takes it back but by withdrawing it. */
export interface IssuedPapersTable {
  id: Generated<number>;
  year: number;
  /** Counts within the year. */
  sequence: number;
  number: string;
  code: string;
  created_at: string;
  user_id: number;
  user_name: string;
  /** Of the records that it was made of; they may be gone. */
  student_row_id: number;
  batch_id: number;
  student_id: string;
  student_name: string;
  batch_name: string;
  level: number | null;
  /** JSON object; its shape is `issuedContent` of `contract/papers.ts`. */
  content: string;
  withdrawn_at: string | null;
  withdrawn_by: string | null;
  withdrawn_reason: string | null;
}

/** By which issued papers are searched. */
export interface PaperTermsTable {
  term: string;
  paper_id: number;
}

/** By which the log of reports is searched. */
export interface ReportTermsTable {
  term: string;
  report_id: number;
}

export interface OperationRowsTable {
  id: Generated<number>;
  operation_id: number;
  table_name: RecordedTable;
  row_id: number;
  /** The whole row as JSON; null where there was none. */
  before: string | null;
  after: string | null;
}

/** The tables whose rows carry `Recorded` and go through the unit of work. */
export const recordedTables = [
  'settings',
  'terms',
  'users',
  'password_requests',
  'saved_filters',
  'programs',
  'batches',
  'subjects',
  'subject_curriculum',
  'subject_grade_settings',
  'subject_teachers',
  'students',
  'grades',
  'registers',
  'absences',
  'daily_records',
  'assignments',
  'assignment_questions',
  'question_options',
  'submissions',
  'submission_answers',
] as const satisfies readonly (keyof Database)[];
export type RecordedTable = (typeof recordedTables)[number];

export type Row<T extends keyof Database> = Selectable<Database[T]>;
/**
 * What a part hands to the unit of work: the row without the columns that the unit keeps. A row that was made at
 * another time than now carries its own `created_at`.
 */
export type NewRow<T extends RecordedTable> = Omit<
  Insertable<Database[T]>,
  'version' | 'created_at' | 'updated_at' | SortColumn
> & {
  created_at?: string;
};
type SortColumn =
  'percentage' | 'program_name_sort' | 'batch_name_sort' | 'name_sort' | 'full_name_sort' | 'username_key';
export type Changes<T extends RecordedTable> = Partial<Omit<NewRow<T>, 'id' | 'created_at'>>;
