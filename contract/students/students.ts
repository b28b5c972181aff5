import { z } from 'zod';
import { dependentsOfMany, removeMany } from '../bulk/bulkCalls';
import {
  dependents,
  addition,
  changeBody,
  changeShape,
  codeOrRowId,
  date,
  id,
  idInPath,
  idParams,
  line,
  messageResponse,
  optionalCode,
  optionalLabel,
  readShape,
  rowId,
  time,
  updatedAt,
  version,
  writeBody,
  writeShape,
} from '../fields';
import { get, post, put, remove } from '../endpoint';
import { listQuery, summaryQuery } from '../lists';
import { fieldsFor } from '../fieldTable';
import { maxGuardians, newGuardian } from '../families/guardians';
import { studentFields } from '../recordFields';
import { genders, studentStatuses } from '../vocabulary';

export const linkStates = ['none', 'sound'] as const;
export type LinkState = (typeof linkStates)[number];

const teacherFields = {
  id,
  /** `student_id` is the academic number. `id` is the row number. */
  ...readShape(fieldsFor(studentFields, 'staff')),
  full_name: z.string(),
  program_id: z.string().nullable(),
  program_name: z.string().nullable(),
  batch_id: id.nullable(),
  batch_name: z.string().nullable(),
  status: addition(z.enum(studentStatuses)),
  status_since: addition(date.nullable()),
};

const adminFields = {
  ...readShape(fieldsFor(studentFields, 'admin')),
  /** Own teachers get it with a single student. Null for the student himself. */
  ...readShape(fieldsFor(studentFields, 'ownTeachers')),
  /** The number in E.164. Null without a number, or if its country is unknown. */
  phone_key: addition(z.string().nullable()),
  additional_phone_key: addition(z.string().nullable()),
  user_id: id.nullable(),
  account_username: addition(z.string().nullable()),
  /** The academic number in the account, which equals the student's number. */
  account_student_id: addition(z.string().nullable()),
  link_state: addition(z.enum(linkStates)),
  /** Only for admins, because the reason may concern family or health. */
  status_reason: addition(z.string().nullable()),
  created_at: addition(time),
  updated_at: updatedAt,
  version,
};

export const student = z.object({ ...teacherFields, ...adminFields });
export type Student = z.infer<typeof student>;

export const studentRow = z.object({ ...teacherFields, ...z.object(adminFields).partial().shape });
export type StudentRow = z.infer<typeof studentRow>;

export const studentShape = {
  ...writeShape(studentFields),
  nationality: optionalLabel(studentFields.nationality.max).optional(),
};
const placement = {
  program_id: optionalCode(40).nullish(),
  program_name: line(120).nullish(),
  batch_id: id.nullish(),
  batch_name: line(120).nullish(),
};
const serverFields = [
  'id',
  'full_name',
  'phone_key',
  'additional_phone_key',
  'user_id',
  'account_username',
  'account_student_id',
  'link_state',
  'status',
  'status_since',
  'status_reason',
  'created_at',
  'updated_at',
] as const;

export const studentFilter = {
  program_id: codeOrRowId(40).optional(),
  program_name: line(120).optional(),
  batch_id: rowId.optional(),
  batch_name: line(120).optional(),
  user_id: rowId.optional(),
  gender: z.enum(genders).optional(),
  created_since: date.optional(),
  has_batch: z.boolean().optional(),
  is_linked: z.boolean().optional(),
  link_state: z.enum(linkStates).optional(),
  status: z.enum(studentStatuses).optional(),
};
export const studentSorts = [
  'id',
  'student_id',
  'full_name',
  'national_id',
  'phone',
  'gender',
  'program_name',
  'batch_name',
  'status',
  'created_at',
] as const;

export const newStudentDays = 30;

export const studentSummary = z.object({
  total: z.int(),
  programs: z.int(),
  batches: z.int(),
  new_students: z.int(),
});
export type StudentSummary = z.infer<typeof studentSummary>;

export const studentsApi = {
  list: get('/students', {
    roles: ['admin', 'teacher'],
    summary: 'Students in scope; teachers get only name, number, programme, batch and status',
    query: listQuery({
      sortable: studentSorts,
      filter: studentFilter,
      parameters: { batch_name: line(120).optional() },
    }),
    response: z.array(studentRow),
    listName: 'students',
  }),
  summary: get('/students/summary', {
    roles: ['admin', 'teacher'],
    summary:
      'Counts of the filtered students, their programmes and batches, and students of the last 30 days',
    query: summaryQuery(studentFilter),
    response: studentSummary,
    isAddition: true,
  }),
  byUser: get('/students/by-user/{userId}', {
    roles: ['admin', 'student'],
    summary: 'The student of an account; students may only query their own account',
    params: z.strictObject({ userId: idInPath }),
    response: student,
  }),
  one: get('/students/{id}', {
    roles: ['admin', 'teacher'],
    summary: 'One student; his own teachers also get the health note',
    params: idParams,
    response: studentRow,
    isAddition: true,
  }),
  create: post('/students', {
    roles: ['admin'],
    summary: 'Add a student; without `student_id` the server assigns a number',
    body: writeBody(
      {
        ...studentShape,
        ...placement,
        guardians: addition(z.array(newGuardian).max(maxGuardians)).optional(),
      },
      [...serverFields, 'version'],
    ),
    response: student,
    status: 201,
  }),
  update: put('/students/{id}', {
    roles: ['admin'],
    summary: 'Change a student; the rules of a field count only if its value changes',
    params: idParams,
    body: changeBody({ ...changeShape(studentFields), ...placement }, serverFields),
    response: student,
  }),
  remove: remove('/students/{id}', {
    roles: ['admin'],
    summary: 'Delete a student; the account stays',
    params: idParams,
    response: messageResponse,
  }),
  dependents: get('/students/{id}/dependents', {
    roles: ['admin'],
    summary: 'Counts of the records that a deletion would include',
    params: idParams,
    response: dependents,
    isAddition: true,
  }),
  removeMany: removeMany('students'),
  dependentsOfMany: dependentsOfMany('students'),
};
