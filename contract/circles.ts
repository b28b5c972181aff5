import { z } from 'zod';
import { additions, get, post, put, remove } from './endpoint';
import {
  academicNumber,
  changeBody,
  date,
  successResponse,
  timeOfDay,
  id,
  idInPath,
  idParams,
  integer,
  messageResponse,
  optionalDate,
  optionalLabel,
  requiredLabel,
  version,
  writeBody,
  requiredSubjectCode,
} from './fields';
import { listQuery } from './lists';
import { maxCircleName } from './vocabulary';

/** 0 is Sunday, 6 is Saturday. */
export const weekday = z.int().min(0).max(6);
export const weekdays = z
  .array(weekday)
  .max(7)
  .transform((days) => [...new Set(days)].toSorted((a, b) => a - b));

/** A circle is a group of students in a subject of a batch, with its own teacher. */
export const circle = z.object({
  id,
  subject_code: z.string(),
  name: z.string(),
  teacher_id: id.nullable(),
  teacher_name: z.string().nullable(),
  days: z.array(weekday),
  /** `HH:MM`. */
  time: z.string().nullable(),
  place: z.string().nullable(),
  capacity: z.int().nullable(),
  members_count: z.int(),
  /** The first day after the circle's last day. Null while the circle continues. */
  ended_on: date.nullable(),
  version,
});
export type Circle = z.infer<typeof circle>;

/** `to` is the first day after the membership. Null while the membership lasts. */
export const circleMember = z.object({
  student_id: z.string(),
  full_name: z.string(),
  from: date,
  to: date.nullable(),
});
export type CircleMember = z.infer<typeof circleMember>;

/** The circle that the student has on a day, or joins later. Null if there is none. */
export const studentCircle = z.object({
  student_id: z.string(),
  full_name: z.string(),
  circle_id: id.nullable(),
});
export type StudentCircle = z.infer<typeof studentCircle>;

export const circleSubstitute = z.object({
  id,
  teacher_id: id,
  teacher_name: z.string(),
  from: date,
  to: date,
});

const circleBody = {
  name: requiredLabel(maxCircleName),
  teacher_id: id.nullable().optional(),
  days: weekdays.optional(),
  time: timeOfDay.nullable().optional(),
  place: optionalLabel(120).optional(),
  capacity: integer(1, 500).nullable().optional(),
};
const serverFields = ['id', 'teacher_name', 'members_count', 'operation_id'] as const;

const operation_id = id.nullable();
export const circleSorts = ['id', 'name'] as const;

export const maxMembers = 500;

const staff = ['admin', 'teacher'] as const;

export const circlesApi = additions({
  list: get('/circles', {
    roles: staff,
    summary: 'Circles in scope on a day (default: today)',
    query: listQuery({
      sortable: circleSorts,
      filter: { subject_code: requiredSubjectCode.optional(), teacher_id: id.optional() },
      parameters: { subject_code: requiredSubjectCode.optional(), date: date.optional() },
    }),
    response: z.array(circle),
    listName: 'circles',
  }),
  create: post('/circles', {
    roles: ['admin'],
    summary: 'Add a circle to a subject of a batch',
    body: writeBody({ subject_code: requiredSubjectCode, ...circleBody }, [
      ...serverFields,
      'ended_on',
      'version',
    ]),
    response: circle.extend({ operation_id }),
    status: 201,
  }),
  update: put('/circles/{id}', {
    roles: ['admin'],
    summary: 'Change a circle, or end it with `ended_on`; its subject cannot change',
    params: idParams,
    body: changeBody(
      { ...circleBody, subject_code: requiredSubjectCode, ended_on: optionalDate },
      serverFields,
    ),
    response: circle.extend({ operation_id }),
  }),
  remove: remove('/circles/{id}', {
    roles: ['admin'],
    summary: 'Delete a circle; 409 HAS_DEPENDENTS if it has registers or records',
    params: idParams,
    response: messageResponse.extend({ operation_id }),
  }),
  members: get('/circles/{id}/members', {
    roles: staff,
    summary:
      'The members of a circle on a day (default: today), by name; or all members of all times, newest first',
    params: idParams,
    query: z.strictObject({ date: date.optional(), history: z.literal('all').optional() }),
    response: z.array(circleMember),
  }),
  setMembers: put('/circles/{id}/members', {
    roles: ['admin'],
    summary: 'Set the members of a circle from a day on; students of other circles of the subject are moved',
    params: idParams,
    body: z.strictObject({
      student_ids: z.array(academicNumber).max(maxMembers),
      date,
      /** The circles that the caller read. If they are out of date, the server answers 409 STALE. */
      seen: z
        .array(z.strictObject({ student_id: academicNumber, circle_id: id.nullable() }))
        .max(2 * maxMembers)
        .optional(),
    }),
    response: z.array(circleMember),
  }),
  divide: post('/circles/divide', {
    roles: ['admin'],
    summary: 'Distribute students without a circle evenly over the circles of a subject, by name',
    body: z.strictObject({ subject_code: requiredSubjectCode, date, operation_id: operation_id.optional() }),
    response: successResponse.extend({ placed: z.int(), operation_id }),
  }),
  substitutes: get('/circles/{id}/substitutes', {
    roles: ['admin'],
    summary: 'The substitute teachers of a circle, newest first',
    params: idParams,
    response: z.array(circleSubstitute),
  }),
  addSubstitute: post('/circles/{id}/substitutes', {
    roles: ['admin'],
    summary: 'Add a substitute teacher for a range of days, both ends included',
    params: idParams,
    body: z.strictObject({
      teacher_id: id,
      from: date,
      to: date,
      operation_id: operation_id.optional(),
    }),
    response: circleSubstitute.extend({ operation_id }),
    status: 201,
  }),
  removeSubstitute: remove('/circles/{id}/substitutes/{substituteId}', {
    roles: ['admin'],
    summary: 'Remove a substitute teacher',
    params: z.strictObject({ id: idInPath, substituteId: idInPath }),
    response: messageResponse.extend({ operation_id }),
  }),
});
