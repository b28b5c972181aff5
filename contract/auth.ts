import { z } from 'zod';
import { additions, type Budget, get, post, remove, withTraits } from './endpoint';
import { addition, done, id, line, message, time } from './fields';
import { roles, staffSections } from './vocabulary';

const everybody = roles;

export const role = z.enum(roles);

/** The person of a session, as sign-in answers it. `student_id` is the academic number of a linked student. */
export const sessionUser = z.object({
  id,
  name: z.string(),
  username: z.string(),
  role,
  email: z.string().nullable(),
  student_id: z.string().nullable(),
  must_change_password: addition(z.boolean()),
  /** To which section this member of staff is limited; null to none, as everybody where the institute has no sections. */
  section: addition(z.enum(staffSections).nullable()),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const signInResult = z.object({ user: sessionUser, token: z.string() });
export type SignInResult = z.infer<typeof signInResult>;

const anyPassword = z.string().min(1).max(1_000);

/** So long does the own password, given again, open what it guards; in milliseconds. */
export const stepUpLasts = 5 * 60_000;

/** A place where the person is signed in; null where it was not noted then. */
export const ownSession = z.object({
  /** A name for it alone: it opens nothing. */
  id: z.string(),
  created_at: time,
  /** Noted every five minutes. */
  last_seen_at: time,
  address: z.string().nullable(),
  /** Browser and system, as people call them. */
  device: z.string().nullable(),
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** Nobody has to be known to send one. Source: quality.md, Budgets. */
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
      roles: everybody,
      summary: 'End this session',
      response: done,
      isOpenBeforePasswordChange: true,
    }),
    me: get('/auth/me', {
      roles: everybody,
      summary: 'The person of this session',
      response: sessionUser,
      isOpenBeforePasswordChange: true,
    }),
    changePassword: post('/auth/password', {
      roles: everybody,
      summary: 'Change the own password; ends the other sessions of the same person',
      body: z.strictObject({ current: anyPassword, new: z.string().max(1_000) }),
      response: done,
      isOpenBeforePasswordChange: true,
    }),
    forgotPassword: post('/auth/forgot', {
      roles: 'public',
      summary: 'Ask the admins for a new password; the same answer for any name',
      body: z.strictObject({ username: line(254).pipe(z.string().min(1)) }),
      response: done,
    }),
    stepUp: post('/auth/step-up', {
      roles: everybody,
      summary: 'The own password again, good for five minutes',
      body: z.strictObject({ password: anyPassword }),
      response: done,
    }),
    stepDown: remove('/auth/step-up', {
      roles: everybody,
      summary: 'Give up the step-up before its five minutes are over',
      response: message,
    }),
    sessions: get('/auth/sessions', {
      roles: everybody,
      summary: 'Where the person of this session is signed in; the newest call first',
      response: z.array(ownSession),
    }),
    endSession: remove('/auth/sessions/{id}', {
      roles: everybody,
      summary: 'End one of the own sessions; the one of this call as signing out does',
      params: z.strictObject({ id: z.string().regex(/^[\w-]{1,40}$/) }),
      response: message,
    }),
    endOtherSessions: remove('/auth/sessions', {
      roles: everybody,
      summary: 'End all of the own sessions but this one',
      response: message,
    }),
  }),
});
