import { z } from 'zod';
import { addition } from '../fields';
import { gradeRow, gradeStatistics } from '../grades';
import { gradeSettings } from '../subjectSettings';
import { absenceTypes } from '../vocabulary';
import {
  attendanceFigures,
  formerProgram,
  reportColumn,
  reportedSubject,
  transcriptRow,
} from './studentReport';

const student = z.object({
  studentId: addition(z.string()),
  studentName: z.string(),
  batchName: z.string(),
  programName: addition(z.string().nullable()),
});
export type ReportedStudent = z.infer<typeof student>;

/** Whether a column counts, its name and its maximum, for each of the five. */
const columnSettings = gradeSettings.omit({ version: true, updated_at: true });

/** Of complete rows; the specification names the first four. */
const sheetStatistics = z.object({
  average: gradeStatistics.shape.average,
  passRate: gradeStatistics.shape.passRate,
  highest: gradeStatistics.shape.highest,
  lowest: gradeStatistics.shape.lowest,
  studentsCount: addition(gradeStatistics.shape.studentsCount),
  incompleteCount: gradeStatistics.shape.incompleteCount,
  passCount: addition(gradeStatistics.shape.passCount),
  failCount: addition(gradeStatistics.shape.failCount),
  excellentCount: addition(gradeStatistics.shape.excellentCount),
  excellenceRate: addition(gradeStatistics.shape.excellenceRate),
  gradeDistribution: addition(gradeStatistics.shape.gradeDistribution),
});

export const transcript = z.object({
  student,
  /** By level and name; of one level only if the call asks for one. */
  transcript: z.array(transcriptRow),
  totalHours: z.int(),
  totalSubjects: z.int(),
  /** Of the level asked for, or of the highest with results. Decision 4. */
  levelGPA: z.number().nullable(),
  /** Of all levels, whichever is asked for. */
  cumulativeGPA: z.number().nullable(),
  /** The level that `levelGPA` is of. */
  level: addition(z.int().nullable()),
  /** The hours of rows with a letter. */
  completedHours: addition(z.int()),
  /** The programmes that he left, the last one first. */
  former: addition(z.array(formerProgram)),
});
export type Transcript = z.infer<typeof transcript>;

export const studentInSubject = z.object({
  student,
  subject: reportedSubject,
  gradeSettings: columnSettings,
  grade: gradeRow,
  /** Of the class. */
  statistics: sheetStatistics,
  /** In this subject, the oldest first. */
  absences: z.array(z.object({ date: z.string(), type: z.enum(absenceTypes), notes: z.string().nullable() })),
  attendance: addition(attendanceFigures),
  /** Place among the complete rows of the class; ties share one. */
  rank: addition(z.int().nullable()),
});
export type StudentInSubject = z.infer<typeof studentInSubject>;

export const subjectSheet = z.object({
  subject: reportedSubject,
  gradeSettings: columnSettings,
  /** Every student of the batch, by name; then who has a mark and is not in it any more, with `left_on`. */
  grades: z.array(
    gradeRow.omit({ version: true, updated_at: true }).extend({ absenceDays: addition(z.int()) }),
  ),
  statistics: sheetStatistics,
  /** The enabled columns, in order. */
  columns: addition(z.array(reportColumn)),
});
export type SubjectSheet = z.infer<typeof subjectSheet>;
