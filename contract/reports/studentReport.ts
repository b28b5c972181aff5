import { z } from 'zod';
import { addition, integer } from '../fields';
import { type GradeColumn, gradeColumns } from '../rules/gradeSettings';
import { letters, recordKinds, sections } from '../vocabulary';

/** An empty or missing value means all levels. */
export const levelQuery = z.strictObject({
  level: z.preprocess((value) => (value === '' ? undefined : value), integer(1, 8).optional()).optional(),
});

export const reportColumn = z.object({
  column: z.enum(gradeColumns),
  name: z.string(),
  max: z.number(),
});
export type ReportColumn = z.infer<typeof reportColumn>;

/** Attendance since the student joined the batch (decision 8). */
export const attendanceFigures = z.object({
  registers: z.int(),
  excused: z.int(),
  unexcused: z.int(),
  /** Percent, one decimal. Null before the first register. */
  rate: z.number().nullable(),
});
export type AttendanceFigures = z.infer<typeof attendanceFigures>;

export const reportedSubject = z.object({
  subjectName: z.string(),
  subjectCode: z.string(),
  batchName: z.string(),
  level: addition(z.int()),
  hours: addition(z.int()),
  type: addition(z.string()),
});
export type ReportedSubject = z.infer<typeof reportedSubject>;

export const recordFigures = z.object({
  records: z.int(),
  pages: z.number(),
  mistakes: z.int(),
  /** The mean value of the performance levels, one decimal. Null without levels (decision 11). */
  average: z.number().nullable(),
});
export type RecordFigures = z.infer<typeof recordFigures>;

export const kindFigures = recordFigures.extend({
  kind: z.enum(recordKinds),
  name: z.string(),
  repeats: z.int(),
});
export type KindFigures = z.infer<typeof kindFigures>;

const markFields = Object.fromEntries(
  gradeColumns.map((column) => [`${column}_grade`, z.number().nullable()]),
) as { [C in GradeColumn as `${C}_grade`]: z.ZodNullable<z.ZodNumber> };

export const studentReportSubject = z.object({
  subject_name: z.string(),
  subject_level: z.int(),
  ...markFields,
  /** The sum of the recorded marks in the enabled columns. Null without marks. */
  total_grade: z.number().nullable(),
  /** Null until each enabled column has a mark. */
  letter_grade: z.enum(letters).nullable(),
  subject_code: addition(z.string()),
  hours: addition(z.int()),
  type: addition(z.string()),
  /** One decimal. Null for an incomplete row. */
  percentage: addition(z.number().nullable()),
  columns: addition(z.array(reportColumn)),
  attendance: addition(attendanceFigures),
  batch_name: addition(z.string()),
  /** New records of a subject of daily records. Null for other subjects. */
  records: addition(recordFigures.nullable()),
  kinds: addition(z.array(kindFigures).nullable()),
});
export type StudentReportSubject = z.infer<typeof studentReportSubject>;

export const transcriptRow = z.object({
  subjectCode: z.string(),
  subjectName: z.string(),
  level: z.int(),
  hours: z.int(),
  type: addition(z.string()),
  total: z.number().nullable(),
  /** The sum of the maxima of the enabled columns. */
  max: addition(z.number()),
  grade: z.enum(letters).nullable(),
  percentage: addition(z.number().nullable()),
  points: addition(z.number().nullable()),
  /** True if the student repeated the course later, so that this result does not count. */
  isRepeated: addition(z.boolean()),
});
export type TranscriptRow = z.infer<typeof transcriptRow>;

export const formerProgram = z.object({
  programName: z.string(),
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
    student_id: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    program: z.string().nullable(),
    batch: z.string().nullable(),
    /** Of the batch. The report of a girl has feminine words. */
    section: addition(z.enum(sections).nullable()),
  }),
  /** The current term. Null between terms (decision 17). */
  semester_info: z
    .object({
      semester_name: z.string(),
      completed_weeks: z.int(),
      total_weeks: z.int(),
      start_date: z.string(),
      end_date: z.string(),
    })
    .nullable(),
  academic_performance: z.object({
    /** Percent, weighted by hours, one decimal (decision 4). */
    average_grade: z.number().nullable(),
    letter_grade: z.enum(letters).nullable(),
    /** The rank within the batch. Equal averages share a rank (decision 5). */
    rank: z.int().nullable(),
    total_students: z.int(),
    attendance_rate: z.number().nullable(),
    total_subjects: z.int(),
    completed_subjects: addition(z.int()),
    attendance: addition(attendanceFigures),
    /** At most 5.00. The level is the requested one, or the highest with results (decision 4). */
    level_gpa: addition(z.number().nullable()),
    cumulative_gpa: addition(z.number().nullable()),
  }),
  available_levels: z.array(z.int()),
  subjects: z.array(studentReportSubject),
  repeated: addition(z.array(studentReportSubject)),
  former: addition(z.array(formerProgram)),
});
export type StudentReport = z.infer<typeof studentReport>;
