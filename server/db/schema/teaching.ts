import type { Generated } from 'kysely';
import type { QuestionType, RecordKind, RecordResult } from '../../../contract/vocabulary';
import type { Recorded } from './recorded';

/** Marks, registers, daily records and assignments, and their results. */
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
  /** Null: no limit. */
  capacity: number | null;
  /** The first day on which it does not meet any more. */
  ended_on: string | null;
}

/**
 * A period in which a student belongs to a circle; `to_date` is exclusive, and null if it lasts as long as the
 * circle. Periods of a student in one subject do not overlap.
 */
interface CircleMembersTable extends Recorded {
  /** The subject of the circle. */
  subject_id: number;
  circle_id: number;
  student_row_id: number;
  from_date: string;
  to_date: string | null;
}

/** A substitute for the teacher of a circle, from one day to another, both included. */
interface CircleSubstitutesTable extends Recorded {
  /** The subject of the circle. */
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
  /** Only for a complete row; written by `results.ts`, never by other code. */
  percentage: Generated<number | null>;
}

/** A register that was taken, even if nobody was absent. */
interface RegistersTable extends Recorded {
  subject_id: number;
  date: string;
  /** Null: the students in no circle that day, or everybody if the subject has no circles. */
  circle_id: Generated<number | null>;
  /** The number of students in it: the expected attendances. */
  students_count: number;
  /**
   * Their row numbers when it was taken, as JSON; null if the subject had no circles then, and it lists everybody.
   */
  listed: Generated<string | null>;
  /**
   * Of these, students who are counted by another register of the day (ADR 29); null: none. Written by `results.ts`,
   * never by other code.
   */
  counted_before: Generated<number | null>;
  /** Set when an absence changes, so that the version of the register rises. */
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
  /** Counts the recitations of a kind on a day from 1; one that was deleted leaves a gap. */
  seq: Generated<number>;
  /** The name of the person who saved it first. */
  heard_by: Generated<string | null>;
  record_content: string | null;
  pages_count: number | null;
  performance_level: string | null;
  /** The sum of the faults, if there are any. */
  mistakes_count: number | null;
  teacher_notes: string | null;
  result: RecordResult;
  /** Set when ranges or faults change, so that the version of the record rises; null before that. */
  parts_changed_at: string | null;
}

/** A recited range, from one ayah to another, both as numbers in the whole mushaf from 1 to 6,236. */
interface DailyRecordRangesTable extends Recorded {
  record_id: number;
  /** From 1. */
  position: number;
  from_ayah: number;
  to_ayah: number;
}

/** Faults of one kind on one ayah (numbered as in the ranges), or on an ayah that was not named. */
interface DailyRecordFaultsTable extends Recorded {
  record_id: number;
  kind_id: number;
  ayah: number | null;
  count: number;
}

interface FaultKindsTable extends Recorded {
  /** Its name in the API; never changes. */
  key: string;
  name: string;
  weight: number;
  /** From 1. */
  position: number;
}

interface AssignmentsTable extends Recorded {
  subject_id: number;
  /** The author. */
  teacher_id: number | null;
  title: string;
  description: string | null;
  due_date: string | null;
  /** The sum of the questions' marks, if there are any. */
  total_marks: number;
  is_published: number;
  allow_late_submission: number;
  /** The first time it was published; the students were notified then. */
  published_at: string | null;
  /** Marks or keys have changed since a student submitted. */
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
  /** Set when an option changes, so that the version of the question rises. */
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
  /** The sum of the scores so far; null if there are none. */
  total_score: number | null;
  feedback: string | null;
}

/** One row for each question, also if the student left it out. */
interface SubmissionAnswersTable extends Recorded {
  submission_id: number;
  question_id: number;
  answer_text: string | null;
  selected_option_id: number | null;
  score: number | null;
  /** Whether a person gave the score. */
  is_manual: number;
  feedback: string | null;
}

/** Answers that are not submitted yet. Not in the operation log. */
interface AssignmentDraftsTable {
  assignment_id: number;
  student_row_id: number;
  /** JSON array. */
  answers: string;
  saved_at: string;
}

/** How many results have each of the nine letters, best first. */
type LetterCounts = Record<`letter_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`, number>;

/** The results of a subject from marks and registers of the students of its batch; written by `results.ts`. */
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

/** The mean percentage of a student over the subjects of his batch; written by `results.ts`. */
interface StudentResultsTable {
  student_row_id: number;
  subjects: number;
  average: number;
}

/** The distinct days on which a student was absent in any subject; written by `results.ts`. */
interface StudentAbsencesTable {
  student_row_id: number;
  days: number;
}
