import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Role } from '../../contract/vocabulary';
import { flushSessionTouches } from '../../server/auth/sessions';
import type { Data } from '../../server/db/data';
import type { Row } from '../../server/db/schema';
import { password, quickHash, type TestApp } from './app';
import { yieldToEventLoop } from './eventLoop';

const testActor = { userId: null, name: 'tests', role: 'admin', undoSession: null };

/** Creates an account with the password of the demo accounts. */
export async function addAccount(
  server: TestApp,
  role: Role,
  values: Partial<
    Pick<Row<'users'>, 'username' | 'is_active' | 'must_change_password' | 'student_row_id' | 'section'>
  > = {},
): Promise<{ id: number; username: string; signIn: () => Promise<{ token: string }> }> {
  const username = values.username ?? `account-${randomBytes(6).toString('hex')}`;
  const password_hash = await quickHash(password);
  const { id } = await server.data.write(testActor, async (unit) => {
    unit.describe('create', 'users', username, 'tests');
    return unit.insert('users', {
      name: username,
      email: null,
      phone: null,
      role,
      password_hash,
      is_active: 1,
      must_change_password: 0,
      student_row_id: null,
      last_login: null,
      ...values,
      username,
    });
  });
  return { id, username, signIn: async () => ({ token: await server.signIn(username) }) };
}

/** Expects that neither stored responses nor the log contain one of these passwords. */
export async function expectNotStored(
  { data }: TestApp,
  passwords: readonly (string | null)[],
): Promise<void> {
  const storedResponses = await data.read.selectFrom('idempotency_keys').select('answer').execute();
  const logged = await data.read.selectFrom('operation_rows').select('after').execute();
  for (const plainPassword of passwords)
    expect(JSON.stringify([storedResponses, logged])).not.toContain(plainPassword);
}

/** A step-up is valid for five minutes. */
export const stepUp = (server: TestApp, as: 'admin' | { token: string }) =>
  server.call('POST', '/auth/step-up', { as, body: { password } });

/** Waits until the times of the last calls are stored. */
export async function waitForStoredCalls(): Promise<void> {
  await yieldToEventLoop();
  await flushSessionTouches();
}

/** Changes the row directly, without an effect on sessions or the log. */
export async function setAccount(
  data: Data,
  id: number,
  values: Partial<Pick<Row<'users'>, 'is_active' | 'role' | 'must_change_password'>>,
): Promise<void> {
  await data.writeUnlogged((trx) => trx.updateTable('users').set(values).where('id', '=', id).execute());
}

export async function setTeacherScope(data: Data, rule: Row<'settings'>['teacher_scope']): Promise<void> {
  await data.writeUnlogged((trx) => trx.updateTable('settings').set({ teacher_scope: rule }).execute());
}
