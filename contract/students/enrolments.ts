import { z } from 'zod';
import { additions, get, post } from '../endpoint';
import { date, successResponse, id, idParams, optionalLine, time } from '../fields';
import { attendanceFigures, recordFigures } from '../reports/studentReport';
import {
  allSubjectTypes,
  enrolmentBeginnings,
  enrolmentEndings,
  letters,
  studentStatuses,
} from '../vocabulary';
import { studentRow } from './students';

/** A period in which a student belongs to a batch; `to` is exclusive, and null while the period lasts. */
export const enrolment = z.object({
  id,
  batch_id: id,
  batch_name: z.string(),
  /** The programme's code. */
  program_id: z.string(),
  from: date,
  to: date.nullable(),
  began_as: z.enum(enrolmentBeginnings),
  ended_as: z.enum(enrolmentEndings).nullable(),
  /** For admins; null to a teacher. */
  reason: z.string().nullable(),
});
export type Enrolment = z.infer<typeof enrolment>;

/** All that is known of one student, on one page. */
export const studentCard = z.object({
  student: studentRow,
  /** For admins. */
  account: z
    .object({ id, username: z.string(), is_active: z.boolean(), last_login: time.nullable() })
    .nullable(),
  enrolments: z.array(enrolment),
  /** Of the present programme, by level and name. */
  subjects: z.array(
    z.object({
      subject_code: z.string(),
      name: z.string(),
      level: z.int(),
      batch_id: id,
      batch_name: z.string(),
      type: z.enum(allSubjectTypes),
      total: z.number().nullable(),
      /** The sum of the maxima of the enabled columns. */
      max: z.number(),
      grade: z.enum(letters).nullable(),
      absence_days: z.int(),
      /** Only for a subject of daily records; else null. */
      records: recordFigures.nullable(),
      /** Of the batch that he is in. */
      is_current: z.boolean(),
      /** He took it again later, and this result counts no more. */
      is_repeated: z.boolean(),
      /** The caller may open its sheets, with this student on them. */
      is_open: z.boolean(),
    }),
  ),
  absences: attendanceFigures.omit({ registers: true }),
  assignments: z.object({ pending: z.int(), submitted: z.int(), graded: z.int() }),
  /** The newest first; a teacher gets only the papers that they issued themselves. */
  papers: z.array(
    z.object({
      number: z.string(),
      /** Of the page where it is checked. */
      code: z.string(),
      type: z.literal('transcript'),
      issued_at: time,
      withdrawn_at: time.nullable(),
    }),
  ),
});
export type StudentCard = z.infer<typeof studentCard>;

/** Maximum students of one move. */
export const maxMovedStudents = 1_000;

const students = z.array(id).min(1).max(maxMovedStudents);
const reason = optionalLine(200).optional();
/** The operation to undo; null if nothing changed. */
const operation_id = id.nullable();

/**
 * A reason for MOVE_HIDES: the newest mark, register or record of this student in his batch is later than the day from
 * which on he is to be in it no more.
 */
export const hiddenStudent = z.object({ student_id: z.string(), full_name: z.string(), newest: date });
export type HiddenStudent = z.infer<typeof hiddenStudent>;

export const enrolmentsApi = additions({
  ofStudent: get('/students/{id}/enrolments', {
    roles: ['admin', 'teacher'],
    summary: 'The batches that a student belonged to, the newest first',
    params: idParams,
    response: z.array(enrolment),
  }),
  card: get('/students/{id}/card', {
    roles: ['admin', 'teacher'],
    summary: 'All that is known of one student; a teacher gets neither account nor contact data',
    params: idParams,
    response: studentCard,
  }),
  move: post('/students/move', {
    roles: ['admin'],
    summary: 'Move students to another batch from a day on; 409 MOVE_HIDES unless `confirm` is sent',
    body: z.strictObject({
      student_row_ids: students,
      batch_id: id,
      /** The first day in the new batch; not after today. */
      date,
      as: z.enum(['moved', 'promoted', 'repeated']).default('moved'),
      reason,
      confirm: z.boolean().optional(),
      operation_id: operation_id.optional(),
    }),
    response: successResponse.extend({ moved: z.int(), operation_id }),
  }),
  setStatus: post('/students/status', {
    roles: ['admin'],
    summary:
      'Say whether students take part from a day on; withdrawn and graduated ones leave their batch; 409 MOVE_HIDES unless `confirm` is sent',
    body: z.strictObject({
      student_row_ids: students,
      status: z.enum(studentStatuses),
      /** The first day of the status; not after today. */
      date,
      reason,
      confirm: z.boolean().optional(),
      operation_id: operation_id.optional(),
    }),
    response: successResponse.extend({ changed: z.int(), operation_id }),
  }),
});
