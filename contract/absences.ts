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
import { absenceTypes } from './vocabulary';

/** `x` is the batch's name, `y` the subject's code. */
const dayParams = z.strictObject({ x: line(120), y: subjectCode, date });

export const absence = z.object({
  id,
  studentId: z.string(),
  studentName: z.string(),
  type: z.enum(absenceTypes),
  notes: z.string().nullable(),
});
export type Absence = z.infer<typeof absence>;

/** Names one circle of the subject: only its members of that day are meant. */
const circleQuery = { circle_id: addition(rowId.optional()) };
const circleInBody = { circle_id: addition(id.optional()) };

export const register = z.object({
  /**
   * All students of the batch, or of the circle asked for, and students recorded absent who have left it since; by
   * name.
   */
  students: z.array(z.object({ studentId: z.string(), studentName: z.string() })),
  absences: z.array(absence),
  /** Whether the register of this day has been taken, also with nobody absent. */
  taken: addition(z.boolean()),
  /** 0 before it is taken. In a subject with circles, the sum of the versions of their registers. */
  version,
  /**
   * If the subject has circles: the register of each circle with members that day and (null) that of the students in
   * no circle. `taken` is then true when all of them are taken.
   */
  circles: addition(
    z
      .array(z.object({ circle_id: id.nullable(), taken: z.boolean(), version: z.int().nonnegative() }))
      .optional(),
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
  /** The ten with the most distinct days, most first. */
  topAbsentees: z.array(
    z.object({ student_id: z.string(), student_name: z.string(), absence_count: z.int() }),
  ),
  /** Share of expected attendances; null before the first register. */
  attendanceRate: addition(z.number().nullable()),
  registersCount: addition(z.int()),
});
export type AbsenceStatistics = z.infer<typeof absenceStatistics>;

/** Stands for all batches, in place of the name of a batch. */
export const allBatches = 'all';

/** One absence as the report lists it. */
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

/** Of one student over the asked days. */
export const absentee = z.object({
  studentId: z.string(),
  studentName: z.string(),
  /** Distinct days. */
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
    summary: 'Figures of a batch (x), or of `all` in the own scope; totals count records, topAbsentees days',
    params: z.strictObject({ x: line(120) }),
    query: z.strictObject({ subjectCode: addition(subjectCode.optional()), ...circleQuery }),
    response: absenceStatistics,
  }),
  report: get('/absences/report', {
    roles: ['admin', 'teacher'],
    summary: 'Absences of a batch in a range of days, with each student who has at least so many days',
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
      /** The newest first, at most `listLimit`. */
      absences: z.array(reportedAbsence),
      /** The number of absences, also of those that are not listed. */
      total: z.int(),
      students: z.array(absentee),
    }),
    isAddition: true,
  }),
  record: post('/absences/record', {
    roles: ['admin', 'teacher'],
    scopedBy: { subjectCode: 'subjectCode', batchName: 'batchName' },
    summary: 'Record absences; a student who is recorded that day already refuses all (DUPLICATE_ABSENCE)',
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
    summary: 'Set the register of a day exactly; an empty list means taken, all present',
    params: dayParams,
    body: writeBody({ absentStudents, version: version.optional(), ...circleInBody }, ['circles']),
    response: successResponse.extend(register.shape),
    isAddition: true,
  }),
};
