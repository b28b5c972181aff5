import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Notification } from '../../contract/notifications';
import { notify } from '../../server/domain/notifications';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { uniqueText } from '../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

type As = 'admin' | 'teacher' | 'student' | { token: string };
const list = async (as: As) =>
  (await server.call<{ unread: number; notifications: Notification[] }>('GET', '/notifications', { as }))
    .body;
const read = (as: As, ids?: number[]) =>
  server.call('POST', '/notifications/read', { as, body: ids ? { ids } : {} });

const notifyUser = (userId: number, description: string) =>
  server.data.writeUnlogged((trx) =>
    notify(
      trx,
      server.data.now().toISOString(),
      { userId },
      'operation_undone_by_admin',
      { operation_id: 1, description, by: 'المدير' },
      null,
    ),
  );

describe('a forgotten password', () => {
  test('a forgotten password sends one notification to the admins while it is open; the answer is the same for any name', async () => {
    const teacherAnswer = await server.call('POST', '/auth/forgot', { body: { username: 'teacher' } });
    const unknown = await server.call('POST', '/auth/forgot', { body: { username: 'nobody-at-all' } });
    expect(unknown.text).toBe(teacherAnswer.text);
    await server.call('POST', '/auth/forgot', { body: { username: 'TEACHER' } });
    const { unread, notifications } = await list('admin');
    expect(unread).toBe(1);
    expect(notifications).toMatchObject([
      {
        kind: 'password_request',
        data: { username: 'teacher', name: expect.any(String), user_id: expect.any(Number) },
        is_read: false,
      },
    ]);
    const link = new URL(notifications[0]?.link ?? '', 'http://localhost');
    expect(link.pathname).toBe('/users');
    expect(JSON.parse(link.searchParams.get('filter') ?? '')).toEqual({ q: 'teacher' });
    expect(await list('teacher')).toEqual({ unread: 0, notifications: [] });
    expect(await list('student')).toEqual({ unread: 0, notifications: [] });
  });
});

describe('read notifications', () => {
  test("read notifications are stored for each user: an admin's read notification is still unread for another admin", async () => {
    const other = await (await addAccount(server, 'admin')).signIn();
    await server.call('POST', '/auth/forgot', { body: { username: 'student' } });
    const before = await list('admin');
    expect(before.unread).toBeGreaterThan(0);
    expect(await read('admin', [before.notifications[0]?.id ?? 0])).toMatchObject({
      status: 200,
      body: { success: true, message: 'عُلّمت الإشعارات مقروءة' },
    });
    const after = await list('admin');
    expect(after.unread).toBe(before.unread - 1);
    expect(after.notifications[0]).toMatchObject({ is_read: true });
    expect((await list(other)).notifications[0]).toMatchObject({ is_read: false });
  });

  test('all notifications can be marked as read at once, and again without an error', async () => {
    expect((await read('admin')).status).toBe(200);
    expect((await read('admin')).status).toBe(200);
    const { unread, notifications } = await list('admin');
    expect(unread).toBe(0);
    expect(notifications.every((one) => one.is_read)).toBe(true);
    expect((await read('admin', [])).status).toBe(200);
  });

  test('the notifications of another user cannot be listed or marked', async () => {
    const [one, two] = [await addAccount(server, 'teacher'), await addAccount(server, 'teacher')];
    const [first, second] = [await one.signIn(), await two.signIn()];
    await notifyUser(one.id, uniqueText());
    const { notifications } = await list(first);
    expect(notifications).toHaveLength(1);
    expect(await list(second)).toEqual({ unread: 0, notifications: [] });
    expect((await read(second, [notifications[0]?.id ?? 0])).status).toBe(200);
    expect((await list(first)).unread).toBe(1);
    expect((await read(first, [notifications[0]?.id ?? 0])).status).toBe(200);
    expect((await list(first)).unread).toBe(0);
  });
});

test('the newest fifty are listed, and all unread ones are counted', async () => {
  const account = await addAccount(server, 'teacher');
  for (let count = 0; count < 55; count++) await notifyUser(account.id, `رقم ${count}`);
  const { unread, notifications } = await list(await account.signIn());
  expect(unread).toBe(55);
  expect(notifications).toHaveLength(50);
  expect(notifications[0]?.data).toMatchObject({ description: 'رقم 54' });
});
