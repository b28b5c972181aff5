import type { Generated } from 'kysely';
import type { QuestionType, RecordKind, RecordResult } from '../../../contract/vocabulary';
import type { Recorded } from './recorded';

/** Marks, registers, daily records and assignments, and what they come to. */
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
}

/** Some of the students of a subject of a batch, with a teacher of their own. */
interface CirclesTable extends Recorded {
  subject_id: number;
  /** Unique in its subject, folded. */
  name: string;
  name_sort: string;
  teacher_id: number | null;
  /** JSON array of days of the week, 0 Sunday to 6 Saturday. */
  days: string;
  /** `HH:MM`. */
  time: string | null;
  place: string | null;
  /** Null: as many as come. */
  capacity: number | null;
  /** The first day on which it met no more. */
  ended_on: string | null;
}

/**
 * That a student belonged to a circle, from a day of the institute until another, on which he belonged to it no more;
 * null until further notice, or until the circle ends. No two of a student in one subject overlap.
 */
interface CircleMembersTable extends Recorded {
  /** That of the circle. */
  subject_id: number;
  circle_id: number;
  student_row_id: number;
  from_date: string;
  to_date: string | null;
}

/** Who stands in for the teacher of a circle on some days, the last one among them. */
interface CircleSubstitutesTable extends Recorded {
  /** That of the circle. */
  subject_id: number;
  circle_id: number;
  teacher_id: number;
  from_date: string;
  to_date: string;
}

/** The marks of one student in one subject; null where nothing is recorded. */
interface GradesTable extends Recorded {
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
interface RegistersTable extends Recorded {
  subject_id: number;
  date: string;
  /** Null: of those in no circle that day, or of everybody where the subject has no circles. */
  circle_id: Generated<number | null>;
  /** Of the batch when it was taken: the expected attendances. */
  students_count: number;
  /** Of these, whom a register of everybody had counted before they were in a circle (ADR 29); null: nobody. */
  counted_before: Generated<number | null>;
  /** So that the version of a register rises with its absences. */
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
  record_content: string | null;
  pages_count: number | null;
  performance_level: string | null;
  /** The sum of the faults, where there are any. */
  mistakes_count: number | null;
  teacher_notes: string | null;
  result: RecordResult;
  /** So that the version of a record rises with its ranges and faults; null before the first such change. */
  parts_changed_at: string | null;
}

/** What was heard: from one ayah to another, both counted through the whole mushaf, from 1 to 6,236. */
interface DailyRecordRangesTable extends Recorded {
  record_id: number;
  /** From 1. */
  position: number;
  from_ayah: number;
  to_ayah: number;
}

/** Faults of one kind, of one ayah (as in the ranges) or of none that was told. */
interface DailyRecordFaultsTable extends Recorded {
  record_id: number;
  kind_id: number;
  ayah: number | null;
  count: number;
}

interface FaultKindsTable extends Recorded {
  /** By which the API names it; never changes. */
  key: string;
  name: string;
  weight: number;
  /** From 1. */
  position: number;
}

interface AssignmentsTable extends Recorded {
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

interface AssignmentQuestionsTable extends Recorded {
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
  /** Every answer has a score. */
  is_graded: number;
  /** Of the answers that have a score; null where none has. */
  total_score: number | null;
  feedback: string | null;
}

/** One for each question, also where it was left out. */
interface SubmissionAnswersTable extends Recorded {
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
interface AssignmentDraftsTable {
  assignment_id: number;
  student_row_id: number;
  /** JSON array. */
  answers: string;
  saved_at: string;
}

/** How many results have each of the nine letters, best first. */
type LetterCounts = Record<`letter_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`, number>;

/** What the marks and registers of a subject come to; kept by `results.ts`. Of students of its batch. */
interface SubjectResultsTable extends LetterCounts {
  subject_id: number;
  /** Complete rows, and the sum of their percentages. */
  complete: number;
  percentages: number;
  passed: number;
  excellent: number;
  registers: number;
  expected: number;
  absences: number;
}

/** The mean percentage of a student over the subjects of the own batch; kept by `results.ts`. */
interface StudentResultsTable {
  student_row_id: number;
  subjects: number;
  average: number;
}

/** The distinct days on which a student was absent, in whichever subject; kept by `results.ts`. */
interface StudentAbsencesTable {
  student_row_id: number;
  days: number;
}
