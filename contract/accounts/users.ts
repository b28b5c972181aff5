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
  student_id: z.string().nullable(),
  student_name: addition(z.string().nullable()),
  /** True if the student of this account was deleted or unlinked. */
  is_orphaned: addition(z.boolean()),
  is_active: z.boolean(),
  last_login: time.nullable(),
  must_change_password: addition(z.boolean()),
  created_at: addition(time),
  updated_at: updatedAt,
  version,
});
export type User = z.infer<typeof user>;

/** The server generates the password and sends it only once. The user must change it at the first sign-in. */
const temporaryPassword = addition(z.string().optional());

/** A name without letters and digits folds to an empty text, which would not be unique. */
const username = requiredLabel(userFields.username.max).refine(
  (name) => foldArabic(name) !== '',
  messages.notUsername,
);
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
  section: z.enum([...staffSections, 'all']).optional(),
  student_id: codeOrRowId(40).optional(),
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

export const maxAccountsPerCall = 1_000;

/** Reasons why a student gets no account. USERNAME_TAKEN: his academic number is already a user name. */
export const accountObstacles = ['HAS_ACCOUNT', 'USERNAME_TAKEN', 'NOT_ACTIVE'] as const;
export type AccountObstacle = (typeof accountObstacles)[number];

/** The password is null if the request is repeated, because the server sends it only once. */
export const newAccount = z.object({
  id,
  username: z.string(),
  name: z.string(),
  temporary_password: z.string().nullable(),
});

const skippedStudent = z.object({
  student_id: z.string(),
  reason: z.enum(accountObstacles),
  student_row_id: id,
  name: z.string(),
  /** Null if no account causes the obstacle, or if the caller may not see the account. */
  user_id: id.nullable(),
});
export type SkippedStudent = z.infer<typeof skippedStudent>;

const isExactlyOneSet = (values: readonly unknown[]) =>
  values.filter((value) => value !== undefined).length === 1;

export const createdAccounts = successResponse.extend({
  created: z.array(newAccount),
  skipped: z.array(skippedStudent),
  remaining: z.int(),
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
    summary:
      'Add an account; without `password` the server generates one and sends it once as `temporary_password`',
    body: writeBody({ ...fields, password: password.optional() }, [...serverFields, 'is_active', 'version']),
    response: user.extend({ temporary_password: temporaryPassword }),
    status: 201,
  }),
  makeMany: post('/users/bulk', {
    roles: ['admin'],
    summary:
      'Create accounts with one-time passwords for students without an account: the given students, a batch, or all. The user name is the academic number',
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
    summary: 'Change an account; a new role or deactivation ends its sessions',
    params: idParams,
    body: changeBody({ ...fields, is_active: z.boolean() }, serverFields),
    response: user,
  }),
  remove: remove('/users/{id}', {
    roles: ['admin'],
    summary: 'Delete an account without recorded work',
    params: idParams,
    response: messageResponse,
  }),
  setPassword: put('/users/{id}/password', {
    roles: ['admin'],
    summary: 'Set a password, or generate one; ends the sessions of the account',
    params: idParams,
    body: z.strictObject({ password: password.optional() }),
    response: successResponse.extend({ temporary_password: temporaryPassword }),
  }),
};
