import { expect } from 'vitest';
import type { Endpoint } from '../../contract/endpoint';
import { type Role, roles } from '../../contract/vocabulary';
import { addAccount } from './accounts';
import type { TestApp } from './app';

export interface SignedInAccount {
  id: number;
  username: string;
  token: string;
}

export const formatEndpoint = ({ method, path }: Endpoint) => `${method} ${path}`;

export async function newCaller(server: TestApp, role: Role, student?: number): Promise<SignedInAccount> {
  const account = await addAccount(server, role, student ? { student_row_id: student } : {});
  return { ...account, ...(await account.signIn()) };
}

/** One account for each role; the student is in the demo batch. */
export async function newCallers(server: TestApp): Promise<Record<Role, SignedInAccount>> {
  const callers = {} as Record<Role, SignedInAccount>;
  for (const role of roles) callers[role] = await newCaller(server, role, role === 'student' ? 2 : undefined);
  return callers;
}

/** These calls end the session, so they need a separate account. */
export const endsSessions = (endpoint: Endpoint) =>
  ['POST /auth/logout', 'POST /auth/password', 'DELETE /auth/sessions'].includes(formatEndpoint(endpoint));

/** After a call of these endpoints, later calls would find no records. */
export const deletesAll = (endpoint: Endpoint) => formatEndpoint(endpoint).startsWith('DELETE /cleanup/');

/** Restores the records after a call for which `deletesAll` is true. */
export async function restoreAll(server: TestApp, callers: Record<Role, SignedInAccount>): Promise<void> {
  const as = { token: callers.admin.token };
  const { body } = await server.call<{ data: { id: number }[] }>('GET', '/archive/deleted-records', { as });
  const answer = await server.call('POST', `/archive/restore/${body.data[0]?.id}`, { as });
  expect(answer.status, answer.text).toBe(200);
  // The restore brings back the student's account, but not its session.
  callers.student.token = await server.signIn(callers.student.username);
}
