import { z } from 'zod';
import { studentInSubject, subjectSheet, transcript } from './academicReports';
import { endpoint } from './endpoint';
import { academicNumber, date, idParams, line, optionalCode } from './fields';
import { reportedDailyRecords } from './reportedRecords';
import { levelQuery, studentReport } from './studentReport';

/*
 * The shapes of spec 2 §3: the report of a student in `studentReport.ts`, transcript, subject sheet and student in a
 * subject in `academicReports.ts`, daily records in `reportedRecords.ts`. Whatever stands in `addition(…)` there is
 * ours: another server may lack it. A figure without data is null.
 */

/** `{studentId}` is the academic number, as in every path of a report. */
const ofStudent = z.strictObject({ studentId: academicNumber });
const ofSubject = z.strictObject({ subjectCode: optionalCode(40) });
const ofBoth = z.strictObject({ ...ofStudent.shape, ...ofSubject.shape });
const batchQuery = z.strictObject({ batchName: line(120) });

export const reportsApi = {
  student: endpoint({
    method: 'GET',
    path: '/reports/student/{userId}',
    roles: ['admin', 'teacher', 'student'],
    summary: 'The academic report of the student of an account, of one level or of all',
    params: z.strictObject({ userId: idParams.shape.id }),
    query: levelQuery,
    response: studentReport,
  }),
  transcript: endpoint({
    method: 'GET',
    path: '/reports/transcript/{studentId}',
    roles: ['admin', 'teacher', 'student'],
    summary: 'The transcript of a student: a row for each subject of the batch, grade point averages',
    params: ofStudent,
    query: batchQuery.extend(levelQuery.shape),
    response: transcript,
  }),
  studentInSubject: endpoint({
    method: 'GET',
    path: '/reports/student-subject/{studentId}/{subjectCode}',
    roles: ['admin', 'teacher', 'student'],
    summary: 'The marks and absences of a student in a subject, beside the figures of the class',
    params: ofBoth,
    query: batchQuery,
    response: studentInSubject,
  }),
  subject: endpoint({
    method: 'GET',
    path: '/reports/subject/{subjectCode}',
    roles: ['admin', 'teacher'],
    summary: 'The grade sheet of a subject with its own columns and its figures',
    params: ofSubject,
    query: batchQuery,
    response: subjectSheet,
  }),
  dailyOfStudent: endpoint({
    method: 'GET',
    path: '/reports/daily-records/student-subject/{studentId}/{subjectCode}',
    roles: ['admin', 'teacher', 'student'],
    summary: 'The daily records of a student in a subject, all of them',
    params: ofBoth,
    query: batchQuery,
    response: reportedDailyRecords,
  }),
  dailyOfRange: endpoint({
    method: 'GET',
    path: '/reports/daily-records/range',
    roles: ['admin', 'teacher'],
    summary: 'The daily records of a subject from one day to another, of all students or of one',
    query: z.strictObject({
      batchName: line(120),
      subjectCode: optionalCode(40),
      startDate: date,
      endDate: date,
      /** Empty, as a form sends it, is everybody. */
      studentId: academicNumber.optional(),
    }),
    response: reportedDailyRecords,
  }),
};

/** The most days that a range of daily records may have, both ends counted. */
export const longestRange = 366;
