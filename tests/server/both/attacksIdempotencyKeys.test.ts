import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takesIdempotencyKey } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/index';
import { runDailyUpkeep } from '../../../server/archive/upkeep';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newSubject, newStudent, uniqueText } from '../../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const kinds = endpoints.filter(takesIdempotencyKey);

/** Counts the operations and the stored responses. */
async function countStored(): Promise<number[]> {
  const counts = [];
  for (const table of ['operations', 'idempotency_keys'] as const)
    counts.push((await server.data.read.selectFrom(table).selectAll().execute()).length);
  return counts;
}

describe('a key', () => {
  const program = () => ({ program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` });
  const as = () => 'admin' as const;
  const newKeyHeader = () => ({ 'idempotency-key': `key-${uniqueText()}` });

  test('a key with another body or for another call is refused, and nothing is written', async () => {
    const headers = newKeyHeader();
    const body = program();
    const sent = { as: as(), headers, body };
    expect((await server.call('POST', '/programs', sent)).status).toBe(201);
    const before = await countStored();
    const reused = { status: 422, body: { code: 'KEY_REUSED' } };
    expect(await server.call('POST', '/programs', { ...sent, body: program() })).toMatchObject(reused);
    const batch = { batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN' };
    expect(await server.call('POST', '/batches', { ...sent, body: batch })).toMatchObject(reused);
    expect(await server.call('DELETE', '/programs/1', { as: as(), headers })).toMatchObject(reused);
    expect(await countStored()).toEqual(before);
    expect((await server.call('POST', '/programs', sent)).status).toBe(201);
  });

  test('a key belongs to one user: another user may use the same key', async () => {
    const headers = newKeyHeader();
    const other = await addAccount(server, 'admin');
    for (const by of [as(), await other.signIn()])
      expect((await server.call('POST', '/programs', { as: by, headers, body: program() })).status).toBe(201);
  });

  test('a key of 8 to 100 visible characters is accepted, any other key is refused', async () => {
    for (const key of ['a'.repeat(8), '~'.repeat(100)])
      expect(
        (
          await server.call('POST', '/programs', {
            as: as(),
            headers: { 'idempotency-key': key },
            body: program(),
          })
        ).status,
      ).toBe(201);
    for (const key of ['a'.repeat(7), '~'.repeat(101), 'with a space', 'caf\u00e9-caf\u00e9'])
      expect(
        await server.call('POST', '/programs', {
          as: as(),
          headers: { 'idempotency-key': key },
          body: program(),
        }),
      ).toMatchObject({ status: 422, body: { code: 'VALIDATION', details: [{ path: 'idempotency-key' }] } });
  });

  test('the key of a refused write can be used again', async () => {
    const headers = newKeyHeader();
    const existing = program();
    await server.call('POST', '/programs', { as: as(), body: existing });
    expect((await server.call('POST', '/programs', { as: as(), headers, body: existing })).status).toBe(409);
    expect((await server.call('POST', '/programs', { as: as(), headers, body: program() })).status).toBe(201);
  });

  test('a stored response has no password: neither a one-time password of an answer, nor one of a body', async () => {
    const headers = newKeyHeader();
    const body = { username: uniqueText(), name: 'نورة السالم' };
    const first = await server.call('POST', '/users', { as: as(), headers, body });
    expect(first.body['temporary_password']).toEqual(expect.any(String));
    const repeatedResponse = await server.call('POST', '/users', { as: as(), headers, body });
    expect(repeatedResponse.body).toEqual({ ...first.body, temporary_password: null });

    const path = `/users/${String(first.body['id'])}/password`;
    const chosen = newKeyHeader();
    for (const password of ['نخلة-وسبع-سنابل', 'نخلة-وثماني-سنابل'])
      expect((await server.call('PUT', path, { as: as(), headers: chosen, body: { password } })).status).toBe(
        200,
      );
    const { answer, fingerprint } = await server.data.read
      .selectFrom('idempotency_keys')
      .select(['answer', 'fingerprint'])
      .where('key', '=', chosen['idempotency-key'])
      .executeTakeFirstOrThrow();
    expect(`${answer} ${fingerprint}`).not.toContain('نخلة');
  });

  test('a key is stored for thirty days, and then deleted', async () => {
    const headers = newKeyHeader();
    await server.call('POST', '/programs', { as: as(), headers, body: program() });
    const loadStored = () =>
      server.data.read
        .selectFrom('idempotency_keys')
        .select('key')
        .where('key', '=', headers['idempotency-key'])
        .executeTakeFirst();
    const inDays = (days: number) => ({
      ...server.data,
      now: () => new Date(server.data.now().getTime() + days * 24 * 3_600_000),
    });
    await runDailyUpkeep(inDays(29));
    expect(await loadStored()).toBeDefined();
    await runDailyUpkeep(inDays(31));
    expect(await loadStored()).toBeUndefined();
  });

  test('a server with only the specification ignores the key', async () => {
    const plainServer = await startTestApp({ config: { PLAIN_API: true } });
    const headers = newKeyHeader();
    const sent = { as: 'admin' as const, headers, body: program() };
    expect((await plainServer.call('POST', '/programs', sent)).status).toBe(201);
    expect((await plainServer.call('POST', '/programs', sent)).status).toBe(409);
    expect(await plainServer.data.read.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
    await plainServer.close();
  });
});

test('the server announces that it supports keys', async () => {
  expect((await server.call('GET', '/health')).body['features']).toContain('idempotency');
});

describe('the stored responses', () => {
  const readStored = (id: number) =>
    server.data.read
      .selectFrom('idempotency_keys')
      .select(['key', 'answer'])
      .where('user_id', '=', id)
      .execute();
  /** Adds stored responses of a user that are older than all others. */
  async function addResponses(user_id: number, count: number, answer: string) {
    const rows = Array.from({ length: count }, (_, index) => ({
      user_id,
      key: `old-key-${index}`,
      fingerprint: null,
      answer,
      headers: null,
      place: null,
      place_id: null,
      operation_id: null,
      created_at: new Date(server.data.now().getTime() - 3_600_000 - index * 1_000).toISOString(),
    }));
    for (let from = 0; from < rows.length; from += 500)
      await server.data.writeUnlogged((trx) =>
        trx
          .insertInto('idempotency_keys')
          .values(rows.slice(from, from + 500))
          .execute(),
      );
  }

  test.each([
    ['2,000 of a user', 2_300, 2_000, '{}'],
    ['16 MB of a user', 30, 17, JSON.stringify('س'.repeat(499_990))],
  ])(
    'the stored responses are limited to the newest %s, and responses of another user are kept',
    async (_name, before, after, answer) => {
      const [own, other] = [await addAccount(server, 'admin'), await addAccount(server, 'admin')];
      for (const { id } of [own, other]) await addResponses(id, before, answer);
      const as = await own.signIn();
      const sent = {
        as,
        headers: { 'idempotency-key': `key-${uniqueText()}` },
        body: { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` },
      };
      const first = await server.call('POST', '/programs', sent);
      expect(first.status, first.text).toBe(201);
      const keys = (await readStored(own.id)).map(({ key }) => key);
      expect(keys).toHaveLength(after);
      expect(keys).toContain('old-key-0');
      expect(keys).not.toContain(`old-key-${before - 1}`);
      expect(await readStored(other.id)).toHaveLength(before);
      expect((await server.call('POST', '/programs', sent)).body).toEqual(first.body);
    },
  );

  test('the stored responses are counted again after a number of writes', async () => {
    const { id, signIn } = await addAccount(server, 'admin');
    const as = await signIn();
    const write = () =>
      server.call('POST', '/programs', {
        as,
        headers: { 'idempotency-key': `key-${uniqueText()}` },
        body: { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` },
      });
    const { status, text } = await write();
    expect(status, text).toBe(201);
    await addResponses(id, 2_050, '{}');
    for (let time = 0; time < 50; time += 1) await Promise.all(Array.from({ length: 10 }, write));
    // A few of the ten concurrent calls are stored after the check.
    expect((await readStored(id)).length).toBeLessThanOrEqual(2_000 + 9);
  });

  test('the stored responses exceed the limit only slightly if one user writes on fifty connections at once', async () => {
    const { id, signIn } = await addAccount(server, 'admin');
    const as = await signIn();
    await addResponses(id, 2_300, '{}');
    const write = async () => {
      for (let time = 0; time < 5; time += 1) {
        const headers = { 'idempotency-key': `key-${uniqueText()}` };
        const body = { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` };
        const { status, text } = await server.call('POST', '/programs', { as, headers, body });
        expect(status, text).toBe(201);
      }
    };
    await Promise.all(Array.from({ length: 50 }, write));
    const keys = (await readStored(id)).map(({ key }) => key);
    // The first call checks the number; the remaining calls are too few for another check.
    expect(keys.length).toBeLessThanOrEqual(2_000 + 250);
    expect(keys.filter((key) => key.startsWith('key-'))).toHaveLength(250);
  });

  test('the stored responses do not include frequent writes that are safe to repeat: drafts and read notifications', async () => {
    const name = ({ method, path }: (typeof kinds)[number]) => `${method} ${path}`;
    expect(kinds.map(name)).toContain('POST /assignments/{id}/submit');
    for (const frequent of ['PUT /assignments/{id}/draft', 'POST /notifications/read'])
      expect(kinds.map(name)).not.toContain(frequent);
    const headers = { 'idempotency-key': `key-${uniqueText()}` };
    const before = await countStored();
    const read = { as: 'admin' as const, headers, body: { ids: [1] } };
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await server.call('POST', '/notifications/read', read);
      expect(status, text).toBe(200);
    }
    expect(await countStored()).toEqual(before);
  });
});

describe('a stored response for a user without permission', () => {
  /** A subject of a teacher, one of its students, and a save of a mark. */
  async function newTaughtSubject() {
    const { id, subject_code, batch_name } = await newSubject(server);
    const student = await newStudent(server);
    const account = await addAccount(server, 'teacher');
    const admin = 'admin' as const;
    const link = { subject_code, teacher_id: account.id };
    const assigned = await server.call<{ id: number }>('POST', '/subject-teachers', {
      as: admin,
      body: link,
    });
    const body = {
      batchName: String(batch_name),
      subjectCode: subject_code,
      grades: [{ studentId: student.student_id, testGrade: 40 }],
    };
    const { token } = await account.signIn();
    const save = (by = token) =>
      server.call('POST', '/grades/save', {
        as: { token: by },
        body,
        headers: { 'idempotency-key': `mark-${id}-saved` },
      });
    return { account, link: assigned.body.id, save, subject_code, id };
  }

  test('a former teacher of the subject gets no stored response', async () => {
    const { save, link, subject_code } = await newTaughtSubject();
    const admin = 'admin' as const;
    expect((await save()).status).toBe(200);
    expect((await save()).status).toBe(200);
    await server.call('DELETE', `/subject-teachers/${link}`, { as: admin });
    const other = { subject_code, teacher_id: (await addAccount(server, 'teacher')).id };
    await server.call('POST', '/subject-teachers', { as: admin, body: other });
    expect(await save()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('a former admin with the role of a teacher, and a disabled admin, get no stored response', async () => {
    const admin = await addAccount(server, 'admin');
    const { save, subject_code } = await newTaughtSubject();
    const { token } = await admin.signIn();
    expect((await save(token)).status).toBe(200);
    const created = { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` };
    const create = (as: { token: string }) =>
      server.call('POST', '/programs', {
        as,
        body: created,
        headers: { 'idempotency-key': 'made-as-an-admin' },
      });
    expect((await create({ token })).status).toBe(201);
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ role: 'teacher' }).where('id', '=', admin.id).execute(),
    );
    const teacher = await admin.signIn();
    expect((await create(teacher)).status).toBe(403);
    expect(await save(teacher.token), subject_code).toMatchObject({ status: 404 });
    await server.call('POST', '/auth/logout', { as: teacher });
    expect((await save(teacher.token)).status).toBe(401);
  });

  test('every call of a teacher or student declares the record that it needs', () => {
    // These calls need only the user, or answer only a message.
    const own = [
      /^\/saved-filters/,
      /^\/notifications/,
      /^\/undo/,
      /^\/students\/auto-link/,
      /^\/papers\/(batches|issued)/,
      /^\/tell\//,
    ];
    const sharedCalls = kinds.filter(
      ({ roles: access, path }) => access.length > 1 && !own.some((part) => part.test(path)),
    );
    const unknown = sharedCalls.filter(({ path, method }) => {
      const isKnown =
        path.startsWith('/assignments') ||
        path.startsWith('/absences/') ||
        path.startsWith('/hifz/') ||
        path.startsWith('/sard') ||
        path.startsWith('/excuses') ||
        path.startsWith('/announcements') ||
        path.startsWith('/behaviour-notes') ||
        ['/daily-records/again', '/daily-records/{id}'].includes(path) ||
        path === '/circles/{id}/plan' ||
        ['/grades/save', '/daily-records/save', '/reports/log', '/papers/issue'].includes(path);
      return !isKnown && method !== 'GET';
    });
    expect(unknown.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
