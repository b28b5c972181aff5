import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../../contract/index';
import { fillPath, pathParameters } from '../../../contract/endpoint';
import type { Program } from '../../../contract/programs';
import type { Student } from '../../../contract/students/students';
import type { Row } from '../../../server/db/schema';
import type { RowChanges } from '../../../server/db/log/unitOfWork';
import { type AnyWrite, runWrite, hasPreparation, writeNames } from '../../support/anyWrites';
import { type Answer, startTestApp, type TestApp } from '../../support/app';
import { dump } from '../../support/database';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const arabic = /^[\u0600-\u06FF]/;
const actor = { userId: 1, name: 'مدير', role: 'admin', undoSession: null };

const operations = (testApp: TestApp) =>
  testApp.data.read.selectFrom('operations').selectAll().orderBy('id').execute();

async function newOperations(run: () => Promise<unknown>, of = server) {
  const before = (await operations(of)).length;
  await run();
  return (await operations(of)).slice(before);
}

/** These writes of the contract are no operation of a user, so they cannot be undone. */
const noOperation: Record<string, string> = {
  'POST /auth/login': 'a session',
  'POST /auth/logout': 'a session',
  'POST /auth/step-up': 'a session',
  'DELETE /auth/step-up': 'a session',
  'DELETE /auth/sessions': 'sessions',
  'DELETE /auth/sessions/{id}': 'a session',
  'POST /undo/latest': 'an undo, tested with each other write',
  'POST /undo/{id}': 'an undo, tested with each other write',
  'POST /archive/restore/{id}': 'an undo',
  'PUT /assignments/{id}/draft': 'a draft until the submission',
  'POST /notifications/read': 'read marks of notifications',
  'POST /sheets/fetch': 'a read',
  'POST /imports/{importId}/finish': 'a notification',
  'POST /reports/log': 'the log of reports, which only grows',
  'POST /guardians/primary': 'a read',
  'POST /tell/opened': 'the log of opened messages',
  'POST /tell/not-sent': 'the log of opened messages',
  'POST /backups': 'a file, not a record',
  'POST /export': 'a read',
  'POST /papers': 'issued papers stay valid, so that they can be verified',
};
const isNoOperation = (name: string) =>
  name in noOperation || /\/((import|move)\/check|dependents)$/.test(name) || name.includes(' /papers');

/** Returns the `METHOD /path` of the contract for a call. */
const findEndpoint = (method: string, path: string) =>
  endpoints
    .filter((row) => row.method === method)
    .toSorted((a, b) => pathParameters(a.path).length - pathParameters(b.path).length)
    .find((row) => new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));

describe('operations', () => {
  const testedWrites = new Set<string>();
  // Its own server, because the last writes delete most of the data.
  let used: TestApp;
  beforeAll(async () => {
    used = await startTestApp({ config: { DEMO: true } });
    const { call } = used;
    used.call = async (method, path, sent) => {
      const answer = await call(method, path, sent);
      if (answer.status < 300) testedWrites.add(`${method} ${findEndpoint(method, path)?.path}`);
      return answer as never;
    };
  });
  afterAll(() => used.close());

  test.each(writeNames)(
    '%s is one operation with an Arabic description, a user and an undo session',
    async (name) => {
      const write: AnyWrite = { name, recordIndex: 3, seed: writeNames.indexOf(name) + 1, word: 'تجويد' };
      let status = 0;
      const created = await newOperations(async () => {
        status = (await runWrite(used, write))?.status ?? 0;
      }, used);
      expect([200, 201]).toContain(status);
      expect(created).toHaveLength(hasPreparation(name) ? 2 : 1);
      const operation = created.at(-1);
      expect(operation?.description).toMatch(arabic);
      expect(operation?.user_id).toBeGreaterThan(0);
      expect(operation?.user_name).not.toBe('');
      const isUserOperation = !/password/.test(name);
      expect(operation?.undo_session).toBe(isUserOperation ? 'any-writes' : null);
      const rows = await used.data.read
        .selectFrom('operation_rows')
        .selectAll()
        .where('operation_id', '=', Number(operation?.id))
        .execute();
      expect(rows).toHaveLength(Number(operation?.rows_count));
      for (const { before, after } of rows) expect(before).not.toEqual(after);
    },
  );

  test('the tested writes are all writes of the contract', () => {
    const writes = endpoints
      .filter(({ method }) => method !== 'GET')
      .map((row) => `${row.method} ${row.path}`);
    expect(writes.filter((name) => !isNoOperation(name) && !testedWrites.has(name))).toEqual([]);
    expect(Object.keys(noOperation).filter((name) => !writes.includes(name))).toEqual([]);
  });

  test('an update without a change is not logged and does not increase the version', async () => {
    const { body: read } = await server.call<Program>('GET', '/programs/2', { as: 'admin' });
    const created = await newOperations(async () => {
      const saved = await server.call<Program>('PUT', '/programs/2', { as: 'admin', body: read });
      expect(saved).toMatchObject({ status: 200, body: read });
    });
    expect(created).toEqual([]);
  });

  test('a refused write leaves the database unchanged', async () => {
    const before = await dump(server.data);
    const created = await newOperations(async () => {
      const body = { program_id: 'HALF', program_name: 'برنامج' };
      await expect(
        server.data.write(actor, async (unit) => {
          unit.describe('create', 'programs', null, 'إضافة');
          await unit.insert('programs', {
            ...body,
            specialty: null,
            levels: 3,
            description: null,
            duration: null,
            status: 'active',
          });
          throw new Error('half-way');
        }),
      ).rejects.toThrow('half-way');
    });
    expect(created).toEqual([]);
    expect(await dump(server.data)).toEqual(before);
  });

  test('a unit of work that changes rows without a description is refused', async () => {
    const before = await dump(server.data);
    const silent = server.data.write(actor, (unit) => unit.update('programs', 1, { levels: 7 }));
    await expect(silent).rejects.toThrow('without saying what it does');
    expect(await dump(server.data)).toEqual(before);
  });

  test('rows that are inserted together are returned in their order', async () => {
    const names = ['ياء', 'باء', 'جيم', 'ألف'];
    const rows = await server.data.write(actor, async (unit) => {
      unit.describe('import', 'programs', null, 'إضافة برامج');
      const programs = names.map((program_name, index) => ({
        program_id: `ORD${9 - index}`,
        program_name,
        specialty: null,
        levels: 3,
        description: null,
        duration: null,
        status: 'active',
      }));
      return unit.insertMany('programs', programs);
    });
    expect(rows.map((row) => row.program_name)).toEqual(names);
    expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).toSorted((a, b) => a - b));
  });
});

describe('rows that are changed together', () => {
  const studentsOf = (ids: readonly number[]) =>
    server.data.read.selectFrom('students').selectAll().where('id', 'in', ids).orderBy('id').execute();
  const change = (changes: RowChanges<'students'>[], current?: (stale: number[]) => Promise<unknown>) =>
    server.data.write(actor, (unit) => {
      unit.describe('update', 'students', null, 'تعديل طلاب');
      return unit.updateMany('students', changes, current);
    });

  test('rows changed together get their own values and the next version, and are found by the new values', async () => {
    const [first, second, third] = await studentsOf([11, 12, 13]);
    const created = await newOperations(async () => {
      const rows = await change([
        { id: 13, changes: { full_name: 'زاهر المسافر', email: null }, version: Number(third?.version) },
        { id: 11, changes: { phone: '0599887766', program_row_id: null } },
        { id: 12, changes: { full_name: String(second?.full_name) } },
      ]);
      expect(rows.map(({ id }) => id)).toEqual([13, 11, 12]);
    });
    expect(created).toMatchObject([{ rows_count: 2 }]);
    const now = await studentsOf([11, 12, 13]);
    expect(now).toEqual([
      {
        ...first,
        phone: '0599887766',
        phone_key: '+966599887766',
        program_row_id: null,
        ...nextVersion(first, now[0]),
      },
      second,
      {
        ...third,
        full_name: 'زاهر المسافر',
        full_name_sort: 'زاهر المسافر',
        email: null,
        ...nextVersion(third, now[2]),
      },
    ]);
    for (const [q, id] of [
      ['المسافر', 13],
      ['0599887766', 11],
    ] as const) {
      const { body: students } = await server.call<Student[]>('GET', '/students', {
        as: 'admin',
        query: { filter: { q } },
      });
      expect(students.map((student) => student.id)).toEqual([id]);
    }
    const { body: matches } = await server.call<Student[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { q: String(third?.full_name) } },
    });
    expect(matches.map((student) => student.id)).not.toContain(13);
  });

  const nextVersion = (before: Row<'students'> | undefined, now: Row<'students'> | undefined) => ({
    version: Number(before?.version) + 1,
    updated_at: now?.updated_at,
  });

  test('rows changed together are all refused if one row has changed since, and the error identifies the row', async () => {
    const rows = await studentsOf([21, 22, 23]);
    const before = await dump(server.data);
    const calls: number[][] = [];
    const changes = rows.map(({ id, version }, index) => ({
      id,
      changes: { additional_phone: `050${index}` },
      version: index === 1 ? version - 1 : version,
    }));
    const current = async (stale: number[]) => calls.push(stale) && 'as it is';
    await expect(change(changes, current)).rejects.toMatchObject({
      code: 'STALE',
      options: { extra: { current: 'as it is' } },
    });
    expect(calls).toEqual([[22]]);
    await expect(
      change([
        { id: 21, changes: { phone: null } },
        { id: 999_999, changes: {} },
      ]),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await dump(server.data)).toEqual(before);
    await change(rows.map(({ id, version }) => ({ id, version, changes: { additional_phone: '0500' } })));
    expect((await studentsOf([21, 22, 23])).map((row) => row.version)).toEqual(
      rows.map((row) => row.version + 1),
    );
  });

  test('rows changed together keep fractions of numbers, and a repeated row is changed twice', async () => {
    const settings = await server.data.read
      .selectFrom('subject_grade_settings')
      .selectAll()
      .limit(2)
      .execute();
    const [one, other] = settings.map(({ id }) => id) as [number, number];
    const created = await newOperations(() =>
      server.data.write(actor, async (unit) => {
        unit.describe('update', 'subject_grade_settings', null, 'تعديل');
        await unit.updateMany('subject_grade_settings', [
          { id: one, changes: { test_max: 37.5, reading_max: 2.5 } },
          { id: other, changes: { test_max: 39.5 } },
          { id: one, changes: { test_max: 41.5 } },
        ]);
      }),
    );
    expect(created).toMatchObject([{ rows_count: 3 }]);
    const stored = await server.data.read
      .selectFrom('subject_grade_settings')
      .select(['id', 'test_max', 'reading_max', 'version'])
      .where('id', 'in', [one, other])
      .orderBy('id')
      .execute();
    expect(stored.find(({ id }) => id === one)).toMatchObject({
      test_max: 41.5,
      reading_max: 2.5,
      version: Number(settings[0]?.version) + 2,
    });
    expect(stored.find(({ id }) => id === other)).toMatchObject({ test_max: 39.5 });
  });
});

describe('concurrent writes', () => {
  test('concurrent saves of one record are applied or answered with the current record; none is lost', async () => {
    const { body: student } = await server.call<Student>('GET', '/students/5', { as: 'admin' });
    const saves: { version: number; phone: string; answer: Answer<Student & { current?: Student }> }[] = [];
    const saver = async (name: number) => {
      let version = Number(student.version);
      for (let round = 0; round < 6; round += 1) {
        const phone = `05${name}${round}`;
        const answer = await server.call<Student & { current?: Student }>('PUT', '/students/5', {
          as: 'admin',
          body: { version, additional_phone: phone },
        });
        saves.push({ version, phone, answer });
        version = Number((answer.body.current ?? answer.body).version);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, name) => saver(name + 10)));
    const applied = saves.filter(({ answer }) => answer.status === 200);
    const refusals = saves.filter(({ answer }) => answer.status !== 200);
    expect(applied.length + refusals.length).toBe(72);
    expect(refusals.length).toBeGreaterThan(0);
    for (const { version, phone, answer } of applied)
      expect(answer.body).toMatchObject({ additional_phone: phone, version: version + 1 });
    for (const { version, answer } of refusals) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'STALE' } });
      expect(answer.body.current?.version).toBeGreaterThan(version);
    }
    const { body: last } = await server.call<Student>('GET', '/students/5', { as: 'admin' });
    expect(last.version).toBe(Number(student.version) + applied.length);
  });

  test('students added at the same time get different numbers', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.call<Student>('POST', '/students', {
          as: 'admin',
          body: { first_name: 'سعد', last_name: 'الجديد', national_id: `20000000${10 + index}` },
        }),
      ),
    );
    expect(added.map((one) => one.status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(added.map((one) => one.body.student_id)).size).toBe(20);
  });
});

test('no answer has a password, hash or token', async () => {
  const { password_hash } = await server.data.read
    .selectFrom('users')
    .select('password_hash')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  const texts: string[] = [];
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const names = pathParameters(endpoint.path);
    for (const value of names.length > 0 ? ['1', '2', '3', 'SHR101-1', 'QRN101-1'] : ['']) {
      const path = fillPath(endpoint.path, Object.fromEntries(names.map((name) => [name, value])));
      texts.push((await server.call('GET', path, { as: 'admin' })).text);
    }
  }
  texts.push(
    (await server.call('POST', '/auth/login', { body: { username: 'admin', password: 'rasd-demo' } })).text,
  );
  const all = texts.join('\n');
  expect(all.length).toBeGreaterThan(10_000);
  expect(all.includes(password_hash)).toBe(false);
  expect(all.match(/\$argon2|"(password|password_hash|token_hash)":"/g)).toBeNull();
});
