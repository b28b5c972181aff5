import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../../contract/index';
import { fillPath } from '../../../contract/endpoint';
import type { UndoOperation } from '../../../contract/undo';
import { startTestApp, type TestApp } from '../../support/app';
import { isPostgres } from '../../support/database';
import { newProgram, uniqueText } from '../../support/sampleCalls';

/** The largest 32-bit number. */
const maxInt32 = 2_147_483_647;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  const tables = ['operations', 'operation_rows', 'notifications', 'programs', 'batches', 'students'];
  await server.data.writeUnlogged(async (trx) => {
    if (!isPostgres) await sql`delete from sqlite_sequence where name in (${sql.join(tables)})`.execute(trx);
    for (const table of tables)
      await (
        isPostgres
          ? sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${maxInt32 + 10})`
          : sql`insert into sqlite_sequence (name, seq) values (${table}, ${maxInt32 + 10})`
      ).execute(trx);
  });
});
afterAll(() => server.close());

const asAdmin = { as: 'admin' } as const;

describe('numbers above 32 bits', () => {
  const session = { 'x-session-id': 'wide' };

  test('an operation is listed, shown in the audit trail and undone', async () => {
    const body = { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` };
    const created = await server.call<{ id: number }>('POST', '/programs', {
      ...asAdmin,
      body,
      headers: session,
    });
    expect(created.status).toBe(201);
    expect(created.body.id).toBeGreaterThan(maxInt32);
    const path = `/programs/${created.body.id}`;
    expect(await server.call('GET', path, asAdmin)).toMatchObject({ status: 200, body });
    const { body: listed } = await server.call<{ operations: UndoOperation[] }>(
      'GET',
      '/undo/session-operations',
      { ...asAdmin, headers: session },
    );
    const [operation] = listed.operations;
    expect(operation?.id).toBeGreaterThan(maxInt32);
    expect((await server.call('GET', `/audit/${operation?.id}`, asAdmin)).status).toBe(200);
    expect(
      (await server.call('POST', `/undo/${operation?.id}`, { ...asAdmin, headers: session })).status,
    ).toBe(200);
    expect((await server.call('GET', path, asAdmin)).status).toBe(404);
  });

  test('a record is found, changed, deleted and restored', async () => {
    const program = await newProgram(server);
    const byId = (
      await server.call<{ id: number }[]>('GET', '/programs', {
        ...asAdmin,
        query: { filter: { ids: [program.id] } },
      })
    ).body;
    expect(byId.map(({ id }) => id)).toEqual([program.id]);
    const matches = (
      await server.call<{ id: number }[]>('GET', '/programs', {
        ...asAdmin,
        query: { filter: { q: program.program_id } },
      })
    ).body;
    expect(matches.map(({ id }) => id)).toEqual([program.id]);
    const path = `/programs/${program.id}`;
    const batch = { batch_name: `دفعة ${uniqueText()}`, program_id: program.program_id };
    expect((await server.call('POST', '/batches', { ...asAdmin, body: batch })).status).toBe(201);
    expect((await server.call('PUT', path, { ...asAdmin, body: { duration: 'سنتان' } })).status).toBe(200);
    expect((await server.call('DELETE', path, asAdmin)).status).toBe(200);
    const archive = await server.call<{ data: { id: number }[] }>('GET', '/archive/deleted-records', asAdmin);
    const [deletion] = archive.body.data;
    expect(deletion?.id).toBeGreaterThan(maxInt32);
    expect((await server.call('POST', `/archive/restore/${deletion?.id}`, asAdmin)).status).toBe(200);
    expect(await server.call('GET', path, asAdmin)).toMatchObject({
      status: 200,
      body: { duration: 'سنتان' },
    });
  });

  test('a notification is read', async () => {
    await server.call('POST', '/auth/forgot', { body: { username: 'student' } });
    type List = { notifications: { id: number; is_read: boolean }[] };
    const newestNotification = async () =>
      (await server.call<List>('GET', '/notifications', asAdmin)).body.notifications[0];
    const notification = await newestNotification();
    expect(notification?.id).toBeGreaterThan(maxInt32);
    await server.call('POST', '/notifications/read', { ...asAdmin, body: { ids: [notification?.id] } });
    expect(await newestNotification()).toMatchObject({ id: notification?.id, is_read: true });
  });
});

describe('a number that no record has', () => {
  const none = 10 ** 15;
  const calls = endpoints.filter(
    ({ path, roles }) =>
      /\{\w*[iI]d\}/.test(path) &&
      !/importId|studentId/.test(path) &&
      roles !== 'public' &&
      roles.includes('admin'),
  );

  test.each([
    ['of 16 digits', none],
    ['above 64 bits', '99999999999999999999'],
  ])('a number that no record has, %s, answers 404 in every path', async (_size, number) => {
    expect(calls.length).toBeGreaterThan(30);
    for (const { method, path, query } of calls) {
      const params = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, number]),
      );
      const answer = await server.call(method, fillPath(path, params), {
        ...asAdmin,
        ...(method !== 'GET' && { body: {} }),
      });
      // An invalid body, or a query without a required parameter, may be refused first.
      const isComplete = ['GET', 'DELETE'].includes(method) && (!query || query.safeParse({}).success);
      expect(isComplete ? [404] : [404, 422], `${method} ${path}`).toContain(answer.status);
    }
  });

  test('a number that no record has matches nothing as a filter', async () => {
    for (const [path, filter] of [
      ['/students', { batch_id: none }],
      ['/students', { ids: [none, -none] }],
      ['/subjects', { taught_by: none }],
      ['/audit', { user_id: none }],
    ] as const)
      expect(await server.call('GET', path, { ...asAdmin, query: { filter } }), path).toMatchObject({
        status: 200,
        body: [],
      });
  });
});

describe.skipIf(!isPostgres)('PostgreSQL', () => {
  test('PostgreSQL has 64 bits for every number of a row', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'integer'
        and (column_name = 'id' or column_name like '%\\_id' or column_name = 'undo_of')`.execute(
      server.data.read,
    );
    expect(rows).toEqual([]);
  });

  test('PostgreSQL returns a number exactly, or fails', async () => {
    const read = (text: string) =>
      sql<{ n: number }>`select ${sql.raw(text)}::int8 as n`.execute(server.data.read);
    expect((await read('9007199254740991')).rows).toEqual([{ n: 9_007_199_254_740_991 }]);
    await expect(read('9007199254740993')).rejects.toThrow('larger than a number can be');
  });
});
