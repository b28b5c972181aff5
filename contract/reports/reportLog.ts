import { z } from 'zod';
import { additions, get, post } from '../endpoint';
import {
  academicNumber,
  anyRowId,
  date,
  successResponse,
  id,
  integer,
  line,
  time,
  subjectCode,
} from '../fields';
import { kindFilter } from '../dailyRecords';
import { listQuery } from '../lists';

/** The five reports of the staff (spec 2 §2). */
export const reportTypes = [
  'transcript',
  'student_subject',
  'subject_sheet',
  'daily_log',
  'daily_range',
] as const;
export type ReportType = (typeof reportTypes)[number];

export const reportActions = ['generated', 'printed', 'exported'] as const;
export type ReportAction = (typeof reportActions)[number];

export const loggedReport = z.object({
  id,
  created_at: time,
  user_name: z.string(),
  type: z.enum(reportTypes),
  action: z.enum(reportActions),
  batch_name: z.string(),
  student_id: z.string().nullable(),
  student_name: z.string().nullable(),
  subject_code: z.string().nullable(),
  subject_name: z.string().nullable(),
  level: z.int().nullable(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  kind: kindFilter.nullable(),
  circle_id: z.int().nullable(),
  circle_name: z.string().nullable(),
  /** The batch that has this name now. Null if there is none. */
  batch_id: id.nullable(),
  program_id: z.string().nullable(),
});
export type LoggedReport = z.infer<typeof loggedReport>;

export const reportLogFilter = {
  type: z.enum(reportTypes).optional(),
  action: z.enum(reportActions).optional(),
  kind: kindFilter.optional(),
  batch_name: line(120).optional(),
  user_id: anyRowId.optional(),
  start_date: date.optional(),
  end_date: date.optional(),
};

export const reportSorts = [
  'id',
  'created_at',
  'type',
  'action',
  'student_name',
  'subject_name',
  'batch_name',
  'user_name',
] as const;

export const reportGroupings = ['subject', 'batch', 'term'] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

export const reportGroup = z.object({
  /** The subject's base code, the batch's name, or the semester. Empty if the offering has none. */
  key: z.string(),
  name: z.string(),
  subjects: z.int(),
  results: z.int(),
  average: z.number().nullable(),
  passRate: z.number().nullable(),
  excellenceRate: z.number().nullable(),
  registers: z.int(),
  attendanceRate: z.number().nullable(),
});
export type ReportGroup = z.infer<typeof reportGroup>;

export const reportParameters = {
  studentId: academicNumber.optional(),
  subjectCode: subjectCode.optional(),
  level: integer(1, 8).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
  kind: kindFilter.optional(),
  circle_id: id.optional(),
};

export const reportLogApi = additions({
  add: post('/reports/log', {
    roles: ['admin', 'teacher'],
    scopedBy: { subjectCode: 'subjectCode', batchName: 'batchName' },
    summary: 'Log that a report was generated, printed or exported',
    body: z.strictObject({
      type: z.enum(reportTypes),
      action: z.enum(reportActions),
      batchName: line(120),
      ...reportParameters,
    }),
    response: successResponse,
  }),
  list: get('/reports/log', {
    roles: ['admin', 'teacher'],
    summary:
      'Logged reports; default order: newest first. `q` searches student, subject, circle, batch and user',
    query: listQuery({ sortable: reportSorts, filter: reportLogFilter }),
    response: z.array(loggedReport),
    listName: 'reports',
  }),
  counts: get('/reports/log/summary', {
    roles: ['admin', 'teacher'],
    summary: 'How many reports were generated, printed and exported',
    response: z.object({ generated: z.int(), printed: z.int(), exported: z.int() }),
  }),
  summary: get('/reports/summary', {
    roles: ['admin', 'teacher'],
    summary: 'Results and attendance in scope, by subject, batch or term',
    query: listQuery({
      sortable: ['key'],
      filter: {},
      parameters: {
        by: z.enum(reportGroupings),
        program_name: line(120).optional(),
        batch_name: line(120).optional(),
      },
    }),
    response: z.array(reportGroup),
    listName: 'groups',
  }),
});
