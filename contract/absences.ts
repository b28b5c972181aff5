import { z } from 'zod';
import { get, post, put } from './endpoint';
import {
  academicNumber,
  addition,
  date,
  successResponse,
  id,
  integer,
  line,
  optionalText,
  rowId,
  version,
  writeBody,
  subjectCode,
} from './fields';
import { absenceTypes, excuseReasons } from './vocabulary';

/** The batch's name is `x`, the subject's code is `y`. */
const dayParams = z.strictObject({ x: line(120), y: subjectCode, date });

export const absence = z.object({
  id,
  studentId: z.string(),
  studentName: z.string(),
  type: z.enum(absenceTypes),
  notes: z.string().nullable(),
});
export type Absence = z.infer<typeof absence>;

const circleQuery = { circle_id: addition(rowId.optional()) };
const circleInBody = { circle_id: addition(id.optional()) };

export const register = z.object({
  /** Sorted by name: all students of the batch or circle, and former students with an absence on this day. */
  students: z.array(z.object({ studentId: z.string(), studentName: z.string() })),
  absences: z.array(absence),
  taken: addition(z.boolean()),
  /** 0 before the first save. A subject with circles has the sum of the versions of its registers. */
  version,
  /** Only for a subject with circles. The register with null has the students without a circle. */
  circles: addition(
    z
      .array(z.object({ circle_id: id.nullable(), taken: z.boolean(), version: z.int().nonnegative() }))
      .optional(),
  ),
  /** Accepted excuses of the day, so that the screen proposes an excused absence. `to` is the last day. */
  excuses: addition(
    z.array(z.object({ studentId: z.string(), reason: z.enum(excuseReasons), to: date })).optional(),
  ),
});
export type Register = z.infer<typeof register>;

const absentStudent = writeBody(
  {
    studentId: academicNumber.pipe(z.string().min(1)),
    type: z.enum(absenceTypes),
    notes: optionalText(1_000).optional(),
  },
  ['studentName', 'id'],
);
const absentStudents = z.array(absentStudent).max(2_000);

export const absenceStatistics = z.object({
  totalAbsences: z.int(),
  excusedAbsences: z.int(),
  unexcusedAbsences: z.int(),
  todayAbsences: z.int(),
  topAbsentees: z.array(
    z.object({ student_id: z.string(), student_name: z.string(), absence_count: z.int() }),
  ),
  attendanceRate: addition(z.number().nullable()),
  registersCount: addition(z.int()),
});
export type AbsenceStatistics = z.infer<typeof absenceStatistics>;

export const allBatches = 'all';

export const reportedAbsence = z.object({
  id,
  date: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  batchName: z.string(),
  subjectCode: z.string(),
  subjectName: z.string(),
  type: z.enum(absenceTypes),
  notes: z.string().nullable(),
});
export type ReportedAbsence = z.infer<typeof reportedAbsence>;

export const absentee = z.object({
  studentId: z.string(),
  studentName: z.string(),
  days: z.int(),
  excused: z.int(),
  unexcused: z.int(),
});
export type Absentee = z.infer<typeof absentee>;

export const absencesApi = {
  day: get('/absences/{x}/{y}/{date}', {
    roles: ['admin', 'teacher'],
    summary: 'The register of a batch (x) in a subject (y) on a day',
    params: dayParams,
    query: z.strictObject(circleQuery),
    response: register,
  }),
  statistics: get('/absences/statistics/{x}', {
    roles: ['admin', 'teacher'],
    summary:
      'Absence statistics of a batch (x), or of all batches in scope (`all`); totals count records, topAbsentees counts days',
    params: z.strictObject({ x: line(120) }),
    query: z.strictObject({ subjectCode: addition(subjectCode.optional()), ...circleQuery }),
    response: absenceStatistics,
  }),
  report: get('/absences/report', {
    roles: ['admin', 'teacher'],
    summary: 'Absences of a batch in a range of days, and the students with at least `minDays` days',
    query: z.strictObject({
      batchName: line(120),
      subjectCode: subjectCode.optional(),
      startDate: date.optional(),
      endDate: date.optional(),
      type: z.enum(absenceTypes).optional(),
      minDays: integer(1, 1_000).optional(),
      ...circleQuery,
    }),
    response: z.object({
      absences: z.array(reportedAbsence),
      total: z.int(),
      students: z.array(absentee),
    }),
    isAddition: true,
  }),
  record: post('/absences/record', {
    roles: ['admin', 'teacher'],
    scopedBy: { subjectCode: 'subjectCode', batchName: 'batchName' },
    summary: 'Record absences, all or none; 400 DUPLICATE_ABSENCE if a student is recorded already',
    body: z.strictObject({
      batchName: line(120),
      subjectCode,
      date,
      absentStudents,
      ...circleInBody,
    }),
    response: successResponse,
  }),
  setDay: put('/absences/{x}/{y}/{date}', {
    roles: ['admin', 'teacher'],
    scopedBy: { y: 'subjectCode', x: 'batchName' },
    summary: 'Replace the register of a day; an empty list means that all are present',
    params: dayParams,
    body: writeBody({ absentStudents, version: version.optional(), ...circleInBody }, ['circles', 'excuses']),
    response: successResponse.extend(register.shape),
    isAddition: true,
  }),
};
