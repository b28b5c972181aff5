import { z } from 'zod';
import { bulkUserCalls } from '../bulk/bulkCalls';
import { get, post, put, remove } from '../endpoint';
import { validationMessages as messages } from '../rules/validationMessages';
import {
  addition,
  academicNumber,
  changeBody,
  codeOrRowId,
  successResponse,
  id,
  idParams,
  messageResponse,
  readShape,
  requiredLabel,
  time,
  updatedAt,
  version,
  writeBody,
  writeShape,
} from '../fields';
import { listQuery } from '../lists';
import { userFields } from '../recordFields';
import { foldArabic } from '../rules/arabicText';
import { staffSections } from '../vocabulary';
import { role } from './auth';

export const user = z.object({
  id,
  ...readShape(userFields),
  /** The academic number of the linked student. */
  student_id: z.string().nullable(),
  /** The linked student's full name. */
  student_name: addition(z.string().nullable()),
  /** A student's account that lost its student: the student was deleted or unlinked. */
  is_orphaned: addition(z.boolean()),
  is_active: z.boolean(),
  last_login: time.nullable(),
  must_change_password: addition(z.boolean()),
  created_at: addition(time),
  updated_at: updatedAt,
  version,
});
export type User = z.infer<typeof user>;

/** The generated password, sent to the admin only once; it must be changed at the first sign-in. */
const temporaryPassword = addition(z.string().optional());

/** Needs a letter or digit: all other names fold to an empty text and would be equal. */
const username = requiredLabel(userFields.username.max).refine(
  (name) => foldArabic(name) !== '',
  messages.notUsername,
);
/** Empty means: generate one. */
const password = z
  .string()
  .max(1_000)
  .nullish()
  .transform((value) => value || null);

const fields = {
  ...writeShape(userFields),
  username,
  student_id: academicNumber.nullish(),
};
const serverFields = [
  'id',
  'student_name',
  'is_orphaned',
  'last_login',
  'must_change_password',
  'temporary_password',
  'created_at',
  'updated_at',
] as const;

export const userFilter = {
  role: z.union([role, z.array(role)]).optional(),
  is_active: z.boolean().optional(),
  /** `all`: staff who are not limited to a section. */
  section: z.enum([...staffSections, 'all']).optional(),
  /** The student's academic number, or his row number. */
  student_id: codeOrRowId(40).optional(),
  /** Whether the account and a student are linked, in either direction. */
  has_student: z.boolean().optional(),
  is_orphaned: z.boolean().optional(),
};
export const userSorts = [
  'id',
  'username',
  'name',
  'email',
  'role',
  'section',
  'student_id',
  'is_active',
  'last_login',
  'created_at',
] as const;

/** Maximum accounts that one call makes. */
export const maxAccountsPerCall = 1_000;

/** Why a student gets no account: there is one, another account has the academic number as its name, or he has left. */
export const accountObstacles = ['HAS_ACCOUNT', 'USERNAME_TAKEN', 'NOT_ACTIVE'] as const;
export type AccountObstacle = (typeof accountObstacles)[number];

/** An account and its one-time password, which is told once: null where the call is sent again. */
export const newAccount = z.object({
  id,
  username: z.string(),
  name: z.string(),
  temporary_password: z.string().nullable(),
});

const skippedStudent = z.object({
  /** The academic number. */
  student_id: z.string(),
  reason: z.enum(accountObstacles),
  student_row_id: id,
  name: z.string(),
  /** The account that is in the way; null where there is none, or the caller does not see it. */
  user_id: id.nullable(),
});
export type SkippedStudent = z.infer<typeof skippedStudent>;

const isExactlyOneSet = (values: readonly unknown[]) =>
  values.filter((one) => one !== undefined).length === 1;

export const createdAccounts = successResponse.extend({
  created: z.array(newAccount),
  skipped: z.array(skippedStudent),
  /** Students who can have an account and are beyond the maximum of one call. */
  remaining: z.int(),
  /** The operation to undo; null if no account was made. */
  operation_id: id.nullable(),
});
export type CreatedAccounts = z.infer<typeof createdAccounts>;

export const usersApi = {
  ...bulkUserCalls,
  list: get('/users', {
    roles: ['admin'],
    summary: 'Accounts',
    query: listQuery({ sortable: userSorts, filter: userFilter }),
    response: z.array(user),
    listName: 'users',
  }),
  one: get('/users/{id}', {
    roles: ['admin'],
    summary: 'One account',
    params: idParams,
    response: user,
    isAddition: true,
  }),
  create: post('/users', {
    roles: ['admin'],
    summary: 'Add an account; without `password` one is generated and answered once as `temporary_password`',
    body: writeBody({ ...fields, password: password.optional() }, [...serverFields, 'is_active', 'version']),
    response: user.extend({ temporary_password: temporaryPassword }),
    status: 201,
  }),
  makeMany: post('/users/bulk', {
    roles: ['admin'],
    summary:
      'Accounts with one-time passwords for students without one: those chosen, those of a batch, or all; the user name is the academic number',
    body: z
      .strictObject({
        student_row_ids: z.array(id).min(1).max(maxAccountsPerCall).optional(),
        batch_id: id.optional(),
        all: z.literal(true).optional(),
        operation_id: id.nullish(),
      })
      .refine(
        ({ student_row_ids, batch_id, all }) => isExactlyOneSet([student_row_ids, batch_id, all]),
        messages.invalid,
      ),
    response: createdAccounts,
    isAddition: true,
  }),
  update: put('/users/{id}', {
    roles: ['admin'],
    summary: 'Change an account, or only whether it is active; a new role or deactivation ends its sessions',
    params: idParams,
    body: changeBody({ ...fields, is_active: z.boolean() }, serverFields),
    response: user,
  }),
  remove: remove('/users/{id}', {
    roles: ['admin'],
    summary: 'Delete an account that has done no work',
    params: idParams,
    response: messageResponse,
  }),
  setPassword: put('/users/{id}/password', {
    roles: ['admin'],
    summary: 'Set a password, or without one generate it; ends the sessions of the account',
    params: idParams,
    body: z.strictObject({ password: password.optional() }),
    response: successResponse.extend({ temporary_password: temporaryPassword }),
  }),
};
