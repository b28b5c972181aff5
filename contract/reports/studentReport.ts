import { z } from 'zod';
import { addition, integer } from '../fields';
import { type GradeColumn, gradeColumns } from '../rules/gradeSettings';
import { letters, recordKinds } from '../vocabulary';

/** Level 1-8; empty (as a form sends it) or missing means all. */
export const levelQuery = z.strictObject({
  level: z.preprocess((value) => (value === '' ? undefined : value), integer(1, 8).optional()).optional(),
});

/** An enabled grade column of a subject. */
export const reportColumn = z.object({
  column: z.enum(gradeColumns),
  name: z.string(),
  /** In marks. */
  max: z.number(),
});
export type ReportColumn = z.infer<typeof reportColumn>;

/** The attendance of one student since joining the batch. Decision 8. */
export const attendanceFigures = z.object({
  /** Registers taken. */
  registers: z.int(),
  excused: z.int(),
  unexcused: z.int(),
  /** In percent, one decimal; null before the first register. */
  rate: z.number().nullable(),
});
export type AttendanceFigures = z.infer<typeof attendanceFigures>;

/** The subject of a report. */
export const reportedSubject = z.object({
  subjectName: z.string(),
  subjectCode: z.string(),
  batchName: z.string(),
  level: addition(z.int()),
  hours: addition(z.int()),
  type: addition(z.string()),
});
export type ReportedSubject = z.infer<typeof reportedSubject>;

/** The totals of a student's daily records in a subject. */
export const recordFigures = z.object({
  records: z.int(),
  pages: z.number(),
  mistakes: z.int(),
  /** The mean value of the performance levels, one decimal; null without any. Decision 11. */
  average: z.number().nullable(),
});
export type RecordFigures = z.infer<typeof recordFigures>;

/** The same for one kind. */
export const kindFigures = recordFigures.extend({
  kind: z.enum(recordKinds),
  /** What the institute calls the kind. */
  name: z.string(),
  /** Records with the result `repeat`. */
  repeats: z.int(),
});
export type KindFigures = z.infer<typeof kindFigures>;

/** `participation_grade`, … */
const markFields = Object.fromEntries(
  gradeColumns.map((column) => [`${column}_grade`, z.number().nullable()]),
) as { [C in GradeColumn as `${C}_grade`]: z.ZodNullable<z.ZodNumber> };

export const studentReportSubject = z.object({
  subject_name: z.string(),
  subject_level: z.int(),
  ...markFields,
  /** Sum of the recorded marks in the enabled columns; null if there are none. */
  total_grade: z.number().nullable(),
  /** Null until every enabled column has a mark. */
  letter_grade: z.enum(letters).nullable(),
  subject_code: addition(z.string()),
  hours: addition(z.int()),
  type: addition(z.string()),
  /** Of a complete row, one decimal; else null. */
  percentage: addition(z.number().nullable()),
  /** The enabled columns, in order; the marks of other columns are null. */
  columns: addition(z.array(reportColumn)),
  attendance: addition(attendanceFigures),
  batch_name: addition(z.string()),
  /** New records, only for a subject of daily records, which has no marks; else null. */
  records: addition(recordFigures.nullable()),
  /** The same by kind: new ones first, and other kinds that he has records of. */
  kinds: addition(z.array(kindFigures).nullable()),
});
export type StudentReportSubject = z.infer<typeof studentReportSubject>;

export const transcriptRow = z.object({
  subjectCode: z.string(),
  subjectName: z.string(),
  level: z.int(),
  hours: z.int(),
  type: addition(z.string()),
  /** Null: nothing recorded. */
  total: z.number().nullable(),
  /** Null until every enabled column has a mark. */
  grade: z.enum(letters).nullable(),
  /** Of a complete row, one decimal. */
  percentage: addition(z.number().nullable()),
  /** What the letter is worth on the scale of five. */
  points: addition(z.number().nullable()),
  /** He took the course again later, and this result counts no more. */
  isRepeated: addition(z.boolean()),
});
export type TranscriptRow = z.infer<typeof transcriptRow>;

/** The results of a student in a programme that he left, of all levels. */
export const formerProgram = z.object({
  programName: z.string(),
  /** The last batch of the student in it. */
  batchName: z.string(),
  transcript: z.array(transcriptRow),
  totalHours: z.int(),
  completedHours: z.int(),
  cumulativeGPA: z.number().nullable(),
});
export type FormerProgram = z.infer<typeof formerProgram>;

/** Spec 2 §3, Student report. */
export const studentReport = z.object({
  student_info: z.object({
    name: z.string(),
    /** Academic number. */
    student_id: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    program: z.string().nullable(),
    batch: z.string().nullable(),
  }),
  /** The current term; null if there is none today. Decision 17. */
  semester_info: z
    .object({
      semester_name: z.string(),
      completed_weeks: z.int(),
      total_weeks: z.int(),
      start_date: z.string(),
      end_date: z.string(),
    })
    .nullable(),
  /** Of the requested level, or of all. */
  academic_performance: z.object({
    /** In percent, weighted by hours, one decimal. Decision 4. */
    average_grade: z.number().nullable(),
    letter_grade: z.enum(letters).nullable(),
    /** Rank within the batch; equal averages share a rank. Decision 5. */
    rank: z.int().nullable(),
    /** Students of the batch with a result. */
    total_students: z.int(),
    attendance_rate: z.number().nullable(),
    total_subjects: z.int(),
    /** Subjects with a letter. */
    completed_subjects: addition(z.int()),
    attendance: addition(attendanceFigures),
    /**
     * On the scale of 5.00: for the requested level (default: the highest with results), and for all levels. Decision
     * 4.
     */
    level_gpa: addition(z.number().nullable()),
    cumulative_gpa: addition(z.number().nullable()),
  }),
  /** The levels of all subjects of the batch, ascending, independent of the requested level. */
  available_levels: z.array(z.int()),
  subjects: z.array(studentReportSubject),
  /** Results of the level that count no more, because he took the courses again later. */
  repeated: addition(z.array(studentReportSubject)),
  /** The programmes that he left, the last one first, of all levels. */
  former: addition(z.array(formerProgram)),
});
export type StudentReport = z.infer<typeof studentReport>;
