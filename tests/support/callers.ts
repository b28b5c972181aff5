import { expect } from 'vitest';
import type { Endpoint } from '../../contract/endpoint';
import { type Role, roles } from '../../contract/vocabulary';
import { addAccount } from './accounts';
import type { TestApp } from './app';

/** A signed-in account that makes sample calls. */
export interface SignedIn {
  id: number;
  username: string;
  token: string;
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

export async function newCaller(server: TestApp, role: Role, student?: number): Promise<SignedIn> {
  const account = await addAccount(server, role, student ? { student_row_id: student } : {});
  return { ...account, ...(await account.signIn()) };
}

/** One account of each role; the student is of the known batch. */
export async function newCallers(server: TestApp): Promise<Record<Role, SignedIn>> {
  const callers = {} as Record<Role, SignedIn>;
  for (const role of roles) callers[role] = await newCaller(server, role, role === 'student' ? 2 : undefined);
  return callers;
}

/** Whether a call ends sessions, so that it needs an account of its own. */
export const endsSessions = (endpoint: Endpoint) =>
  ['POST /auth/logout', 'POST /auth/password', 'DELETE /auth/sessions'].includes(nameOf(endpoint));

/** Whether a call deletes all records of a kind, so that later calls would find none. */
export const deletesAll = (endpoint: Endpoint) => nameOf(endpoint).startsWith('DELETE /cleanup/');

/** Restores what such a call deleted. */
export async function restoreAll(server: TestApp, callers: Record<Role, SignedIn>): Promise<void> {
  const as = { token: callers.admin.token };
  const { body } = await server.call<{ data: { id: number }[] }>('GET', '/archive/deleted-records', { as });
  const restored = await server.call('POST', `/archive/restore/${body.data[0]?.id}`, { as });
  expect(restored.status, restored.text).toBe(200);
  // The account of a restored student is back, its session is not.
  callers.student.token = await server.signIn(callers.student.username);
}
