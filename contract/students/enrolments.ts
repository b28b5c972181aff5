import { z } from 'zod';
import { additions, get, post } from '../endpoint';
import { date, successResponse, id, idParams, optionalLine, time } from '../fields';
import { attendanceFigures, recordFigures } from '../reports/studentReport';
import {
  allSubjectTypes,
  enrolmentBeginnings,
  enrolmentEndings,
  genders,
  letters,
  studentStatuses,
} from '../vocabulary';
import { studentRow } from './students';

/** `to` is the first day after the enrolment. Null while the enrolment lasts. */
export const enrolment = z.object({
  id,
  batch_id: id,
  batch_name: z.string(),
  program_id: z.string(),
  from: date,
  to: date.nullable(),
  began_as: z.enum(enrolmentBeginnings),
  ended_as: z.enum(enrolmentEndings).nullable(),
  /** Null for teachers. */
  reason: z.string().nullable(),
});
export type Enrolment = z.infer<typeof enrolment>;

export const studentCard = z.object({
  student: studentRow,
  /** Academic numbers of records that were merged into this one. */
  former_numbers: z.array(z.string()),
  account: z
    .object({ id, username: z.string(), is_active: z.boolean(), last_login: time.nullable() })
    .nullable(),
  enrolments: z.array(enrolment),
  subjects: z.array(
    z.object({
      subject_code: z.string(),
      name: z.string(),
      level: z.int(),
      batch_id: id,
      batch_name: z.string(),
      type: z.enum(allSubjectTypes),
      total: z.number().nullable(),
      max: z.number(),
      grade: z.enum(letters).nullable(),
      absence_days: z.int(),
      /** Null unless the subject has daily records. */
      records: recordFigures.nullable(),
      is_current: z.boolean(),
      /** True if the student repeated the course later, so that this result does not count. */
      is_repeated: z.boolean(),
      is_open: z.boolean(),
    }),
  ),
  absences: attendanceFigures.omit({ registers: true }),
  assignments: z.object({ pending: z.int(), submitted: z.int(), graded: z.int() }),
  /** Newest first. Teachers get only papers that they issued. */
  papers: z.array(
    z.object({
      number: z.string(),
      code: z.string(),
      type: z.literal('transcript'),
      issued_at: time,
      withdrawn_at: time.nullable(),
    }),
  ),
});
export type StudentCard = z.infer<typeof studentCard>;

export const maxMovedStudents = 1_000;

const students = z.array(id).min(1).max(maxMovedStudents);
const reason = optionalLine(200).optional();
const operation_id = id.nullable();

/** Details of MOVE_HIDES. `newest` is the day of the last mark, register or record after the move. */
export const hiddenStudent = z.object({ student_id: z.string(), full_name: z.string(), newest: date });
export type HiddenStudent = z.infer<typeof hiddenStudent>;

/** A smaller batch has no gender of its own, unless its section tells it. */
export const minGenderedBatch = 5;
/** This share of the current students gives the batch a gender. */
export const genderShare = 0.9;

export const maxMixedNames = 3;

/** Students whose gender is not that of the batch. */
export const genderMix = z.object({
  batch_name: z.string(),
  /** The gender of the batch. */
  gender: z.enum(genders),
  /** True: the section of the batch tells the gender. False: most students have it. */
  is_section: z.boolean(),
  /** Current students with this gender, and all current students. */
  count: z.int(),
  total: z.int(),
  mixed: z.int(),
  /** The first names of `mixed` by name. */
  names: z.array(z.string()).max(maxMixedNames),
});
export type GenderMix = z.infer<typeof genderMix>;

export const enrolmentsApi = additions({
  ofStudent: get('/students/{id}/enrolments', {
    roles: ['admin', 'teacher'],
    summary: 'The batches that a student belonged to, the newest first',
    params: idParams,
    response: z.array(enrolment),
  }),
  card: get('/students/{id}/card', {
    roles: ['admin', 'teacher'],
    summary:
      'One student with batches, subjects, absences and papers; teachers get no account or contact data, own teachers the health note',
    params: idParams,
    response: studentCard,
  }),
  move: post('/students/move', {
    roles: ['admin'],
    summary:
      'Move students to another batch from a day on; 409 MOVE_HIDES if marks or records exist after the day, unless `confirm` is sent',
    body: z.strictObject({
      student_row_ids: students,
      batch_id: id,
      date,
      as: z.enum(['moved', 'promoted', 'repeated']).default('moved'),
      reason,
      confirm: z.boolean().optional(),
      operation_id: operation_id.optional(),
    }),
    response: successResponse.extend({ moved: z.int(), operation_id }),
  }),
  checkMove: post('/students/move/check', {
    roles: ['admin'],
    summary: 'Students of another gender than the batch that they will join; writes nothing',
    body: z.strictObject({
      batch_id: id,
      student_row_ids: z.array(id).max(maxMovedStudents).default([]),
      /** The gender of a new student, or the changed gender of the only student. */
      gender: z.enum(genders).optional(),
    }),
    response: z.object({ mix: genderMix.nullable() }),
  }),
  setStatus: post('/students/status', {
    roles: ['admin'],
    summary:
      'Set the status of students from a day on; withdrawn and graduated students leave their batch. 409 MOVE_HIDES if marks or records exist after the day, unless `confirm` is sent',
    body: z.strictObject({
      student_row_ids: students,
      status: z.enum(studentStatuses),
      date,
      reason,
      confirm: z.boolean().optional(),
      operation_id: operation_id.optional(),
    }),
    response: successResponse.extend({ changed: z.int(), operation_id }),
  }),
});
