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

/** A day of the week, 0 Sunday to 6 Saturday. */
export const weekday = z.int().min(0).max(6);
/** Each once, in their order. */
export const weekdays = z
  .array(weekday)
  .max(7)
  .transform((days) => [...new Set(days)].toSorted((a, b) => a - b));

/** Some of the students of a subject of a batch, with a teacher of their own. */
export const circle = z.object({
  id,
  subject_code: z.string(),
  name: z.string(),
  /** Null: nobody holds it now. */
  teacher_id: id.nullable(),
  teacher_name: z.string().nullable(),
  /** On which it meets. */
  days: z.array(weekday),
  /** `HH:MM`. */
  time: z.string().nullable(),
  place: z.string().nullable(),
  /** Null: no limit. */
  capacity: z.int().nullable(),
  /** Members today. */
  members_count: z.int(),
  /** The first day on which it does not meet any more; null if it has no end. */
  ended_on: date.nullable(),
  version,
});
export type Circle = z.infer<typeof circle>;

/** A period in which a student belongs to a circle; `to` is exclusive, and null while it lasts. */
export const circleMember = z.object({
  student_id: z.string(),
  full_name: z.string(),
  from: date,
  to: date.nullable(),
});
export type CircleMember = z.infer<typeof circleMember>;

/** In which circle a student is on a day, or else later; null for none. */
export const studentCircle = z.object({
  student_id: z.string(),
  full_name: z.string(),
  circle_id: id.nullable(),
});
export type StudentCircle = z.infer<typeof studentCircle>;

/** A substitute for the teacher of a circle, from one day to another. */
export const circleSubstitute = z.object({
  id,
  teacher_id: id,
  teacher_name: z.string(),
  from: date,
  to: date,
});

/** What a person fills in. */
const circleBody = {
  name: requiredLabel(maxCircleName),
  teacher_id: id.nullable().optional(),
  days: weekdays.optional(),
  time: timeOfDay.nullable().optional(),
  place: optionalLabel(120).optional(),
  capacity: integer(1, 500).nullable().optional(),
};
const serverFields = ['id', 'teacher_name', 'members_count', 'operation_id'] as const;

/** The operation to undo; null if nothing changed. */
const operation_id = id.nullable();
export const circleSorts = ['id', 'name'] as const;

/** Maximum members that one call can add to a circle. */
export const maxMembers = 500;

const staff = ['admin', 'teacher'] as const;

export const circlesApi = additions({
  list: get('/circles', {
    roles: staff,
    summary: 'Circles; a teacher gets those of their own scope on a day (default: today)',
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
    summary: 'Delete a circle; 409 HAS_DEPENDENTS where it has registers or records',
    params: idParams,
    response: messageResponse.extend({ operation_id }),
  }),
  members: get('/circles/{id}/members', {
    roles: staff,
    summary:
      'The members of a circle on a day (default: today), by name; or all it ever had, the newest first',
    params: idParams,
    query: z.strictObject({ date: date.optional(), history: z.literal('all').optional() }),
    response: z.array(circleMember),
  }),
  setMembers: put('/circles/{id}/members', {
    roles: ['admin'],
    summary: 'Say who is of a circle from a day on; who was in another circle of the subject is moved',
    params: idParams,
    body: z.strictObject({
      student_ids: z.array(academicNumber).max(maxMembers),
      date,
      /**
       * The circle of each present member and each added student on the day (or later), as the caller has read them.
       * If another circle is stored, the answer is 409 STALE with `current`, an array of `seenMember`.
       */
      seen: z
        .array(z.strictObject({ student_id: academicNumber, circle_id: id.nullable() }))
        .max(2 * maxMembers)
        .optional(),
    }),
    response: z.array(circleMember),
  }),
  divide: post('/circles/divide', {
    roles: ['admin'],
    summary: 'Divide the students who are in no circle evenly among the circles of a subject, by name',
    body: z.strictObject({ subject_code: requiredSubjectCode, date, operation_id: operation_id.optional() }),
    response: successResponse.extend({ placed: z.int(), operation_id }),
  }),
  substitutes: get('/circles/{id}/substitutes', {
    roles: ['admin'],
    summary: 'Who stands in for the teacher of a circle, the newest first',
    params: idParams,
    response: z.array(circleSubstitute),
  }),
  addSubstitute: post('/circles/{id}/substitutes', {
    roles: ['admin'],
    summary: 'Let a teacher stand in for some days, the last one among them',
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
    summary: 'Nobody stands in on these days',
    params: z.strictObject({ id: idInPath, substituteId: idInPath }),
    response: messageResponse.extend({ operation_id }),
  }),
});
