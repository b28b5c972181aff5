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

/** Over all records, also where the list is cut. */
const recordStatistics = z.object({
  totalRecords: z.int(),
  /** Students with a record. */
  totalStudents: z.int(),
  totalPages: z.number(),
  /** Of the records that state pages, one decimal. */
  avgPages: z.number().nullable(),
  totalMistakes: z.int(),
  /** The mean worth of the performance levels, one decimal. Decision 11. */
  avgGrade: z.number().nullable(),
  /** Records without a level are not counted. */
  performanceDistribution: z.object({
    excellent: z.int(),
    veryGood: z.int(),
    good: z.int(),
    acceptable: z.int(),
    weak: z.int(),
  }),
});

/** Spec 2 §3, Daily records response. */
const reportedDailyRecords = z.object({
  /** Null where the report is of everybody. */
  student: z
    .object({ studentId: addition(z.string()), studentName: z.string(), batchName: z.string() })
    .nullable(),
  subject: reportedSubject,
  /** As asked for; else the days of the first and last record, null without any. */
  dateRange: z.object({ startDate: z.string().nullable(), endDate: z.string().nullable() }),
  /** What was asked for, and what the institute calls the kinds of record and of fault, by their keys. */
  kind: addition(kindFilter),
  circle: addition(z.object({ id: z.int(), name: z.string() }).nullable()),
  kindNames: addition(z.record(z.enum(recordKinds), z.string())),
  faultNames: addition(z.record(z.string(), z.string())),
  /** By day, then by name and kind; only the newest if there are more than `listLimit` (contract/lists.ts). */
  records: z.array(reportedRecord),
  statistics: recordStatistics,
  /** Each day with records, ascending, for the chart. */
  days: addition(
    z.array(z.object({ date: z.string(), records: z.int(), pages: z.number(), mistakes: z.int() })),
  ),
});
export type ReportedDailyRecords = z.infer<typeof reportedDailyRecords>;

/*
 * The shapes of spec 2 §3: the report of a student in `studentReport.ts`, transcript, subject sheet and student in a
 * subject in `academicReports.ts`, daily records above. Another server may lack what stands in `addition(…)`. A figure
 * without data is null.
 */

/** `{studentId}` is the academic number, as in every path of a report. */
const studentParams = z.strictObject({ studentId: academicNumber });
const subjectParams = z.strictObject({ subjectCode });
const studentSubjectParams = z.strictObject({ ...studentParams.shape, ...subjectParams.shape });
const batchQuery = z.strictObject({ batchName: line(120) });
/** Which daily records a report shows. */
const recordsQuery = {
  kind: addition(kindFilter.optional()),
  /** Only records of students who were in this circle on the day of the record. */
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
    summary: 'The transcript of a student: a row for each subject of the batch, grade point averages',
    params: studentParams,
    query: batchQuery.extend(levelQuery.shape),
    response: transcript,
  }),
  studentInSubject: get('/reports/student-subject/{studentId}/{subjectCode}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'The marks and absences of a student in a subject, beside the figures of the class',
    params: studentSubjectParams,
    query: batchQuery,
    response: studentInSubject,
  }),
  subject: get('/reports/subject/{subjectCode}', {
    roles: ['admin', 'teacher'],
    summary: 'The grade sheet of a subject with its own columns and its figures',
    params: subjectParams,
    query: batchQuery,
    response: subjectSheet,
  }),
  dailyOfStudent: get('/reports/daily-records/student-subject/{studentId}/{subjectCode}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'The daily records of a student in a subject, all of them; of kind `new` unless `kind` is sent',
    params: studentSubjectParams,
    query: batchQuery.extend(recordsQuery),
    response: reportedDailyRecords,
  }),
  dailyOfRange: get('/reports/daily-records/range', {
    roles: ['admin', 'teacher'],
    summary:
      'The daily records of a subject from one day to another, of all students or of one; of kind `new` unless `kind` is sent',
    query: z.strictObject({
      batchName: line(120),
      subjectCode,
      startDate: date,
      endDate: date,
      /** Empty, as a form sends it, is everybody. */
      studentId: academicNumber.optional(),
      ...recordsQuery,
    }),
    response: reportedDailyRecords,
  }),
};

/** Maximum days of a range of daily records, including both ends. */
export const maxRangeDays = 366;
