import { z } from 'zod';
import { additions, get, post } from '../endpoint';
import {
  academicNumber,
  date,
  id,
  idParams,
  optionalCode,
  optionalText,
  requiredSubjectCode,
  successResponse,
  time,
  version,
} from '../fields';
import { listQuery } from '../lists';
import { excuseReasons } from '../vocabulary';

export const maxExcuseLine = 300;
/** Limits of a guardian: unanswered excuses of one student, and new excuses of one day. */
export const maxOpenExcuses = 5;
export const maxExcusesPerDay = 10;

export const excuseStates = ['open', 'accepted', 'refused'] as const;
export type ExcuseState = (typeof excuseStates)[number];

export const excuse = z.object({
  id,
  student_row_id: id,
  student_id: z.string(),
  student_name: z.string(),
  batch_name: z.string().nullable(),
  from: date,
  /** The last day. */
  to: date,
  /** Null: all programmes of the student. */
  program_name: z.string().nullable(),
  reason: z.enum(excuseReasons),
  line: z.string().nullable(),
  /**
   * The name of the guardian or of the user, at that time. A teacher who may not contact guardians gets the
   * relation instead.
   */
  sender: z.string(),
  is_from_guardian: z.boolean(),
  /** In the caller's scope: open as long as one of his subjects has no answer. */
  state: z.enum(excuseStates),
  /** The subjects of the student in the caller's scope. */
  subjects: z.array(z.object({ subject_code: z.string(), name: z.string(), state: z.enum(excuseStates) })),
  /** What the guardian reads beside a refusal. */
  answer: z.string().nullable(),
  created_at: time,
  version,
});
export type Excuse = z.infer<typeof excuse>;

const coveredAbsence = z.object({ subject_code: z.string(), subject_name: z.string(), date });
export type CoveredAbsence = z.infer<typeof coveredAbsence>;

export const newExcuse = z.strictObject({
  student_id: academicNumber.pipe(z.string().min(1)),
  from: date,
  to: date,
  program_id: optionalCode(40).nullable().optional(),
  reason: z.enum(excuseReasons),
  line: optionalText(maxExcuseLine).optional(),
});

const roles = ['admin', 'teacher'] as const;
const operation_id = id.nullable();
const decision = {
  /** Without it: the whole excuse for an admin, all own subjects for a teacher. */
  subject_codes: z.array(requiredSubjectCode).min(1).max(100).optional(),
  version: version.optional(),
};

export const excuseSorts = ['id', 'from'] as const;

export const excusesApi = additions({
  list: get('/excuses', {
    roles,
    summary: 'Excuses of the students in scope; default order: newest first',
    query: listQuery({
      sortable: excuseSorts,
      filter: { state: z.enum(excuseStates).optional(), student_id: academicNumber.optional() },
    }),
    response: z.array(excuse),
    listName: 'excuses',
  }),
  one: get('/excuses/{id}', {
    roles,
    summary: 'One excuse, with the absences in scope that an acceptance would excuse',
    params: idParams,
    response: excuse.extend({ absences: z.array(coveredAbsence) }),
  }),
  create: post('/excuses', {
    roles,
    scopedBy: { student_id: 'studentId' },
    summary: 'Enter an excuse that a family told the institute; the same excuse again makes no second one',
    body: newExcuse,
    response: excuse.extend({ operation_id }),
    status: 201,
  }),
  accept: post('/excuses/{id}/accept', {
    roles,
    scopedBy: { id: 'excuseId' },
    summary: 'Accept an excuse for the own subjects, or as an admin for all; its absences become excused',
    params: idParams,
    body: z.strictObject(decision),
    response: successResponse.extend({ excused: z.int(), excuse, operation_id }),
  }),
  refuse: post('/excuses/{id}/refuse', {
    roles,
    scopedBy: { id: 'excuseId' },
    summary: 'Refuse an excuse for the own subjects, or as an admin for all that nobody has accepted',
    params: idParams,
    body: z.strictObject({ ...decision, line: optionalText(maxExcuseLine).optional() }),
    response: successResponse.extend({ excuse, operation_id }),
  }),
});
