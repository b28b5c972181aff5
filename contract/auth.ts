import { z } from 'zod';
import { type Budget, endpoint, within } from './endpoint';
import { addition, done, id, line, message, time } from './fields';
import { roles } from './vocabulary';

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

export const authApi = within(budget, {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    roles: 'public',
    summary: 'Sign in; the token goes into the Authorization header of every other call',
    body: z.strictObject({ username: line(254).pipe(z.string().min(1)), password: anyPassword }),
    response: signInResult,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    roles: everybody,
    summary: 'End this session',
    response: done,
    isAddition: true,
    isOpenBeforePasswordChange: true,
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    roles: everybody,
    summary: 'The person of this session',
    response: sessionUser,
    isAddition: true,
    isOpenBeforePasswordChange: true,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    roles: everybody,
    summary: 'Change the own password; ends the other sessions of the same person',
    body: z.strictObject({ current: anyPassword, new: z.string().max(1_000) }),
    response: done,
    isAddition: true,
    isOpenBeforePasswordChange: true,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    roles: 'public',
    summary: 'Ask the admins for a new password; the same answer for any name',
    body: z.strictObject({ username: line(254).pipe(z.string().min(1)) }),
    response: done,
    isAddition: true,
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/auth/step-up',
    roles: everybody,
    summary: 'The own password again, good for five minutes',
    body: z.strictObject({ password: anyPassword }),
    response: done,
    isAddition: true,
  }),
  stepDown: endpoint({
    method: 'DELETE',
    path: '/auth/step-up',
    roles: everybody,
    summary: 'Give up the step-up before its five minutes are over',
    response: message,
    isAddition: true,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    roles: everybody,
    summary: 'Where the person of this session is signed in; the newest call first',
    response: z.array(ownSession),
    isAddition: true,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    roles: everybody,
    summary: 'End one of the own sessions; the one of this call as signing out does',
    params: z.strictObject({ id: z.string().regex(/^[\w-]{1,40}$/) }),
    response: message,
    isAddition: true,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    roles: everybody,
    summary: 'End all of the own sessions but this one',
    response: message,
    isAddition: true,
  }),
});
