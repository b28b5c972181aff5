import { z } from 'zod';
import { get, post } from '../endpoint';
import { academicNumber, addition, successResponse, id, idParams } from '../fields';
import { student } from './students';

const userParams = z.strictObject({ userId: idParams.shape.id });

/** A pair without a link: the user name equals the academic number or national id. */
export const linkCandidate = z.object({
  id,
  student_id: z.string(),
  full_name: z.string(),
  user_id: id,
  username: z.string(),
  name: z.string(),
  matched_by: z.enum(['student_id', 'national_id']),
});
export type LinkCandidate = z.infer<typeof linkCandidate>;

/** Each call writes both sides of the link between student and account. */
export const linksApi = {
  linkByNumber: post('/users/link-student', {
    roles: ['admin'],
    summary: 'Link an account to the student of an academic number',
    body: z.strictObject({ user_id: id, student_id: academicNumber.pipe(z.string().min(1)) }),
    response: successResponse,
  }),
  unlink: post('/users/unlink-student', {
    roles: ['admin'],
    summary: 'Remove the link between an account and its student',
    body: z.strictObject({ user_id: id }),
    response: successResponse,
  }),
  linkByRow: post('/students/{id}/link-user', {
    roles: ['admin'],
    summary: 'Link a student to an account',
    params: idParams,
    body: z.strictObject({ userId: id }),
    response: successResponse,
  }),
  autoLink: post('/students/auto-link/{userId}', {
    roles: ['admin', 'student'],
    scopedBy: {},
    summary: 'Link an account to the student whose academic number or national id is its user name',
    params: userParams,
    response: z.object({ success: z.literal(true), message: z.string(), student }),
  }),
  demoLink: post('/students/demo-link', {
    roles: ['admin'],
    isHidden: true,
    isInstituteWide: true,
    summary: 'Demo mode only: link some student to some account, so that a link can be seen',
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      student_name: z.string(),
      username: addition(z.string()),
      temporary_password: addition(z.string().optional()),
    }),
  }),
  give: post('/users/{id}/give', {
    roles: ['admin'],
    summary: 'Give the account of a deleted student to another student, with a new password; needs a step-up',
    params: idParams,
    body: z.strictObject({ student_id: academicNumber.pipe(z.string().min(1)) }),
    response: successResponse.extend({
      /** The user name changes, because the number of the deleted student is no longer valid. */
      username: z.string(),
      /** Null if the request is repeated. The student must change the password at the first sign-in. */
      temporary_password: z.string().nullable(),
      operation_id: id.nullable(),
    }),
    isAddition: true,
  }),
  candidates: get('/students/link-candidates', {
    roles: ['admin'],
    summary: 'Pairs of students and accounts that match exactly and are not linked',
    response: z.array(linkCandidate),
    isAddition: true,
  }),
  linkCandidates: post('/students/link-candidates', {
    roles: ['admin'],
    summary: 'Link these pairs as one operation; if one does not match exactly, none is linked',
    body: z.strictObject({
      pairs: z
        .array(z.strictObject({ id, user_id: id }))
        .min(1)
        .max(5_000),
    }),
    response: successResponse.extend({ linked: z.int() }),
    isAddition: true,
  }),
};
