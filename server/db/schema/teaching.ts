import type { Generated } from 'kysely';
import type { QuestionType, RecordKind, RecordResult } from '../../../contract/vocabulary';
import type { Recorded } from './recorded';

export interface TeachingTables {
  circles: CirclesTable;
  circle_members: CircleMembersTable;
  circle_substitutes: CircleSubstitutesTable;
  grades: GradesTable;
  registers: RegistersTable;
  absences: AbsencesTable;
  daily_records: DailyRecordsTable;
  daily_record_ranges: DailyRecordRangesTable;
  daily_record_faults: DailyRecordFaultsTable;
  fault_kinds: FaultKindsTable;
  assignments: AssignmentsTable;
  assignment_questions: AssignmentQuestionsTable;
  question_options: QuestionOptionsTable;
  submissions: SubmissionsTable;
  submission_answers: SubmissionAnswersTable;
  assignment_drafts: AssignmentDraftsTable;
  subject_results: SubjectResultsTable;
  student_results: StudentResultsTable;
  student_absences: StudentAbsencesTable;
  result_changes: ResultChangesTable;
}

interface CirclesTable extends Recorded {
  subject_id: number;
  name: string;
  name_sort: string;
  teacher_id: number | null;
  /** JSON array of weekdays, 0 Sunday to 6 Saturday. */
  days: string;
  /** `HH:MM`. */
  time: string | null;
  place: string | null;
  capacity: number | null;
  /** The first day without meetings. */
  ended_on: string | null;
}

/** `to_date` is exclusive. Memberships of a student in one subject do not overlap. */
interface CircleMembersTable extends Recorded {
  subject_id: number;
  circle_id: number;
  student_row_id: number;
  from_date: string;
  to_date: string | null;
}

interface CircleSubstitutesTable extends Recorded {
  subject_id: number;
  circle_id: number;
  teacher_id: number;
  from_date: string;
  to_date: string;
}

interface GradesTable extends Recorded {
  subject_id: number;
  student_row_id: number;
  participation: number | null;
  attendance: number | null;
  exercise: number | null;
  reading: number | null;
  test: number | null;
  /** Set only for a complete row. Only `results.ts` writes this column. */
  percentage: Generated<number | null>;
}

interface RegistersTable extends Recorded {
  subject_id: number;
  date: string;
  /** Null: the students without a circle that day, or all students if the subject has no circles. */
  circle_id: Generated<number | null>;
  students_count: number;
  /** JSON array of student row ids at that time. Null: all students, because the subject had no circles. */
  listed: Generated<string | null>;
  /** Students that another register of the day counts (ADR 29). Only `results.ts` writes this column. */
  counted_before: Generated<number | null>;
  /** 1 on a holiday that excludes registers (ADR 84). Only `results.ts` writes this column. */
  is_excluded: Generated<number>;
  absences_changed_at: string;
}

interface AbsencesTable extends Recorded {
  register_id: number;
  subject_id: number;
  date: string;
  student_row_id: number;
  type: string;
  notes: string | null;
}

interface DailyRecordsTable extends Recorded {
  subject_id: number;
  date: string;
  student_row_id: number;
  kind: RecordKind;
  /** Counts the recitations of a kind on a day from 1. A deleted recitation leaves a gap. */
  seq: Generated<number>;
  heard_by: Generated<string | null>;
  record_content: string | null;
  pages_count: number | null;
  performance_level: string | null;
  mistakes_count: number | null;
  teacher_notes: string | null;
  result: RecordResult;
  parts_changed_at: string | null;
}

/** Ayahs are indexes in the whole mushaf, 1 to 6,236. */
interface DailyRecordRangesTable extends Recorded {
  record_id: number;
  position: number;
  from_ayah: number;
  to_ayah: number;
}

/** Null `ayah`: not specified. */
interface DailyRecordFaultsTable extends Recorded {
  record_id: number;
  kind_id: number;
  ayah: number | null;
  count: number;
}

interface FaultKindsTable extends Recorded {
  key: string;
  name: string;
  weight: number;
  position: number;
}

interface AssignmentsTable extends Recorded {
  subject_id: number;
  teacher_id: number | null;
  title: string;
  description: string | null;
  due_date: string | null;
  total_marks: number;
  is_published: number;
  allow_late_submission: number;
  published_at: string | null;
  /** Marks or keys have changed since a submission. */
  needs_regrade: number;
}

interface AssignmentQuestionsTable extends Recorded {
  assignment_id: number;
  position: number;
  question_text: string;
  question_type: QuestionType;
  marks: number;
  correct_answer: string | null;
  options_changed_at: string;
}

interface QuestionOptionsTable extends Recorded {
  question_id: number;
  position: number;
  option_text: string;
  is_correct: number;
}

interface SubmissionsTable extends Recorded {
  assignment_id: number;
  student_row_id: number;
  submitted_at: string;
  is_late: number;
  is_graded: number;
  total_score: number | null;
  feedback: string | null;
}

/** One row per question, even without an answer. */
interface SubmissionAnswersTable extends Recorded {
  submission_id: number;
  question_id: number;
  answer_text: string | null;
  selected_option_id: number | null;
  score: number | null;
  is_manual: number;
  feedback: string | null;
}

interface AssignmentDraftsTable {
  assignment_id: number;
  student_row_id: number;
  answers: string;
  saved_at: string;
}

/** Best letter first. */
type LetterCounts = Record<`letter_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`, number>;

interface SubjectResultsTable extends LetterCounts {
  subject_id: number;
  complete: number;
  percentages: number;
  passed: number;
  excellent: number;
  registers: number;
  expected: number;
  absences: number;
}

/** Mean percentage over the subjects of the batch. Only `results.ts` writes this table. */
interface StudentResultsTable {
  student_row_id: number;
  subjects: number;
  average: number;
}

/** Distinct days of absence in any subject. Only `results.ts` writes this table. */
interface StudentAbsencesTable {
  student_row_id: number;
  days: number;
}

/** The sum of `changes` rises with each write that can change results. */
interface ResultChangesTable {
  id: number;
  changes: number;
}
