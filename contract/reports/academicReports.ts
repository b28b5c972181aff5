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

const columnSettings = gradeSettings.omit({ version: true, updated_at: true });

/** Only complete rows count. Only the first four fields are in the specification. */
const sheetStatistics = z.object({
  average: gradeStatistics.shape.average,
  passRate: gradeStatistics.shape.passRate,
  highest: gradeStatistics.shape.highest,
  lowest: gradeStatistics.shape.lowest,
  displayed: gradeStatistics.shape.displayed,
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
  transcript: z.array(transcriptRow),
  totalHours: z.int(),
  totalSubjects: z.int(),
  /** The GPA of the requested level, or of the highest level with results (decision 4). */
  levelGPA: z.number().nullable(),
  cumulativeGPA: z.number().nullable(),
  level: addition(z.int().nullable()),
  completedHours: addition(z.int()),
  former: addition(z.array(formerProgram)),
});
export type Transcript = z.infer<typeof transcript>;

export const studentInSubject = z.object({
  student,
  subject: reportedSubject,
  gradeSettings: columnSettings,
  grade: gradeRow,
  statistics: sheetStatistics,
  absences: z.array(z.object({ date: z.string(), type: z.enum(absenceTypes), notes: z.string().nullable() })),
  attendance: addition(attendanceFigures),
  rank: addition(z.int().nullable()),
});
export type StudentInSubject = z.infer<typeof studentInSubject>;

export const subjectSheet = z.object({
  subject: reportedSubject,
  gradeSettings: columnSettings,
  /** Sorted by name: all students of the batch, then former students with a mark. These have `left_on`. */
  grades: z.array(
    gradeRow.omit({ version: true, updated_at: true }).extend({ absenceDays: addition(z.int()) }),
  ),
  statistics: sheetStatistics,
  columns: addition(z.array(reportColumn)),
});
export type SubjectSheet = z.infer<typeof subjectSheet>;
