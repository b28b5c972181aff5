import { z } from 'zod';
import { additions, type Budget, get, post, remove, withTraits } from '../endpoint';
import { addition, successResponse, id, line, messageResponse, time } from '../fields';
import { roles, staffSections } from '../vocabulary';

const allRoles = roles;

export const role = z.enum(roles);

export const sessionUser = z.object({
  id,
  name: z.string(),
  username: z.string(),
  role,
  email: z.string().nullable(),
  student_id: z.string().nullable(),
  must_change_password: addition(z.boolean()),
  /** Null if the account may see all sections, or if the institute has no sections. */
  section: addition(z.enum(staffSections).nullable()),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const signInResult = z.object({ user: sessionUser, token: z.string() });
export type SignInResult = z.infer<typeof signInResult>;

const anyPassword = z.string().min(1).max(1_000);

/** Milliseconds. */
export const stepUpDuration = 5 * 60_000;

export const ownSession = z.object({
  id: z.string(),
  created_at: time,
  last_seen_at: time,
  address: z.string().nullable(),
  device: z.string().nullable(),
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** The limits are low, because some of these calls need no sign-in. Source: quality.md, Budgets. */
const budget: Budget = { maxBodyBytes: 4_096, limitPerMinute: 60 };

export const authApi = withTraits(budget, {
  login: post('/auth/login', {
    roles: 'public',
    summary: 'Sign in; the token goes into the Authorization header of every other call',
    body: z.strictObject({ username: line(254).pipe(z.string().min(1)), password: anyPassword }),
    response: signInResult,
  }),
  ...additions({
    logout: post('/auth/logout', {
      roles: allRoles,
      summary: 'End this session',
      response: successResponse,
      isOpenBeforePasswordChange: true,
    }),
    me: get('/auth/me', {
      roles: allRoles,
      summary: 'The user of this session',
      response: sessionUser,
      isOpenBeforePasswordChange: true,
    }),
    changePassword: post('/auth/password', {
      roles: allRoles,
      summary: 'Change the caller’s password; ends the caller’s other sessions',
      body: z.strictObject({ current: anyPassword, new: z.string().max(1_000) }),
      response: successResponse,
      isOpenBeforePasswordChange: true,
    }),
    forgotPassword: post('/auth/forgot', {
      roles: 'public',
      summary: 'Ask the admins for a new password; unknown names get the same answer',
      body: z.strictObject({ username: line(254).pipe(z.string().min(1)) }),
      response: successResponse,
    }),
    stepUp: post('/auth/step-up', {
      roles: allRoles,
      summary: 'Check the caller’s password again; valid for five minutes',
      body: z.strictObject({ password: anyPassword }),
      response: successResponse,
    }),
    stepDown: remove('/auth/step-up', {
      roles: allRoles,
      summary: 'End the step-up before its five minutes are over',
      response: messageResponse,
    }),
    sessions: get('/auth/sessions', {
      roles: allRoles,
      summary: 'The sessions of the caller, the last used first',
      response: z.array(ownSession),
    }),
    outboxKey: get('/auth/outbox-key', {
      roles: allRoles,
      summary: 'The key that encrypts the outbox on the caller’s devices; each new password changes it',
      response: z.object({ key: z.string().regex(/^[\w-]{43}$/) }),
    }),
    endSession: remove('/auth/sessions/{id}', {
      roles: allRoles,
      summary: 'End one session of the caller; ending the current one signs out',
      params: z.strictObject({ id: z.string().regex(/^[\w-]{1,40}$/) }),
      response: messageResponse,
    }),
    endOtherSessions: remove('/auth/sessions', {
      roles: allRoles,
      summary: 'End all sessions of the caller except this one',
      response: messageResponse,
    }),
  }),
});
