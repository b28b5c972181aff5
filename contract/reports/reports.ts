import { z } from 'zod';
import { get } from '../endpoint';
import { academicNumber, date, idParams, line, addition, rowId, subjectCode } from '../fields';
import { recitationDetails, recordContent, kindFilter } from '../dailyRecords';
import { recordKinds } from '../vocabulary';
import { studentInSubject, subjectSheet, transcript } from './academicReports';
import { levelQuery, studentReport, reportedSubject } from './studentReport';

const reportedRecord = z.object({
  studentName: z.string(),
  recordDate: z.string(),
  ...recordContent,
  studentId: addition(z.string()),
  kind: addition(z.enum(recordKinds)),
  ...recitationDetails,
});
export type ReportedRecord = z.infer<typeof reportedRecord>;

/** Covers all records, also if the list of records is cut. */
const recordStatistics = z.object({
  totalRecords: z.int(),
  totalStudents: z.int(),
  totalPages: z.number(),
  avgPages: z.number().nullable(),
  totalMistakes: z.int(),
  /** The mean value of the performance levels, one decimal (decision 11). */
  avgGrade: z.number().nullable(),
  performanceDistribution: z.object({
    excellent: z.int(),
    veryGood: z.int(),
    good: z.int(),
    acceptable: z.int(),
    weak: z.int(),
  }),
});

const reportedDailyRecords = z.object({
  student: z
    .object({ studentId: addition(z.string()), studentName: z.string(), batchName: z.string() })
    .nullable(),
  subject: reportedSubject,
  /** The requested days, or the days of the first and last record. Null without records. */
  dateRange: z.object({ startDate: z.string().nullable(), endDate: z.string().nullable() }),
  kind: addition(kindFilter),
  circle: addition(z.object({ id: z.int(), name: z.string() }).nullable()),
  kindNames: addition(z.record(z.enum(recordKinds), z.string())),
  faultNames: addition(z.record(z.string(), z.string())),
  /** Sorted by day, name and kind. At most `maxListRows`, the newest. */
  records: z.array(reportedRecord),
  statistics: recordStatistics,
  days: addition(
    z.array(z.object({ date: z.string(), records: z.int(), pages: z.number(), mistakes: z.int() })),
  ),
});
export type ReportedDailyRecords = z.infer<typeof reportedDailyRecords>;

/* Responses of spec 2 §3. Another server may not have `addition(…)` fields. A value is null without data. */

const studentParams = z.strictObject({ studentId: academicNumber });
const subjectParams = z.strictObject({ subjectCode });
const studentSubjectParams = z.strictObject({ ...studentParams.shape, ...subjectParams.shape });
const batchQuery = z.strictObject({ batchName: line(120) });
const recordsQuery = {
  kind: addition(kindFilter.optional()),
  /** Selects records of students who were in this circle on the day of the record. */
  circle_id: addition(rowId.optional()),
};

export const reportsApi = {
  student: get('/reports/student/{userId}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'The academic report of the student of an account, of one level or of all',
    params: z.strictObject({ userId: idParams.shape.id }),
    query: levelQuery,
    response: studentReport,
  }),
  transcript: get('/reports/transcript/{studentId}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'The transcript of a student: a row for each subject of the batch, and grade point averages',
    params: studentParams,
    query: batchQuery.extend(levelQuery.shape),
    response: transcript,
  }),
  studentInSubject: get('/reports/student-subject/{studentId}/{subjectCode}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'The marks and absences of a student in a subject, with the statistics of the class',
    params: studentSubjectParams,
    query: batchQuery,
    response: studentInSubject,
  }),
  subject: get('/reports/subject/{subjectCode}', {
    roles: ['admin', 'teacher'],
    summary: 'The grade sheet of a subject with its own columns and statistics',
    params: subjectParams,
    query: batchQuery,
    response: subjectSheet,
  }),
  dailyOfStudent: get('/reports/daily-records/student-subject/{studentId}/{subjectCode}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'All daily records of a student in a subject; `kind` is `new` by default',
    params: studentSubjectParams,
    query: batchQuery.extend(recordsQuery),
    response: reportedDailyRecords,
  }),
  dailyOfRange: get('/reports/daily-records/range', {
    roles: ['admin', 'teacher'],
    summary:
      'The daily records of a subject in a range of days, of all students or of one; `kind` is `new` by default',
    query: z.strictObject({
      batchName: line(120),
      subjectCode,
      startDate: date,
      endDate: date,
      studentId: academicNumber.optional(),
      ...recordsQuery,
    }),
    response: reportedDailyRecords,
  }),
};

export const maxRangeDays = 366;
