import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, fillPath, takesIdempotencyKey } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/index';
import { type Role, roles } from '../../../contract/vocabulary';
import type { Data } from '../../../server/db/data';
import { addAccount } from '../../support/accounts';
import { type Answer, newFilledDatabase, startTestApp, type TestApp } from '../../support/app';
import { startProgram } from '../../support/childProcess';
import { sampleCalls, uniqueText } from '../../support/sampleCalls';
import { enrolledStudents } from '../../support/enrolledStudents';
import { rounds } from '../../support/rounds';

/** With these sizes a cleanup of the whole demo institute runs in several transactions. */
const chunkSizes = { maxDeletedAtOnce: 1_000, deletion: 500 };

let database: { url: string; discard: () => Promise<void> };
let server: TestApp;
/** Another server on the same database. */
let second: TestApp;
/** Answers whose reply was dropped. */
let lostAnswers: unknown[] = [];
let signInStudent: () => Promise<{ token: string }>;
const callers = {} as Record<Role, { id: number; username: string; token: string }>;

beforeAll(async () => {
  database = await newFilledDatabase({ hasFewRevisions: true });
  server = await startTestApp({ url: database.url, config: { DEMO: true }, chunkSizes });
  second = await secondServer();
  for (const role of roles) {
    const account = await addAccount(server, role, role === 'student' ? { student_row_id: 2 } : {});
    callers[role] = { ...account, ...(await account.signIn()) };
    if (role === 'student') signInStudent = account.signIn;
  }
});
afterAll(async () => {
  await second.close();
  await server.close();
  await database.discard();
});

/** Starts a server that commits a call and then drops its reply, if the call requests that. */
async function secondServer(): Promise<TestApp> {
  const { openInstitute } = await import('../../../server/domain/openInstitute');
  const { createApp } = await import('../../../server/app');
  const data = await openInstitute(database.url, { chunkSizes });
  const app = await createApp(data, server.config);
  app.addHook('preSerialization', async (request, reply, answer) => {
    if (request.headers['x-lost'] === undefined || reply.statusCode >= 400) return answer;
    lostAnswers.push(answer);
    throw new Error('the reply is lost');
  });
  await app.ready();
  const call: TestApp['call'] = async (method, path, { as, body, query, headers } = {}) => {
    const queryEntries = Object.entries(query ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    const response = await app.inject({
      method: method as 'GET',
      url: `/api${path}${queryEntries.length > 0 ? `?${new URLSearchParams(queryEntries)}` : ''}`,
      headers: {
        ...(as && typeof as === 'object' && { authorization: `Bearer ${as.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const { statusCode: status, body: text } = response;
    return { status, text, headers: response.headers, body: (text ? response.json() : {}) as never };
  };
  const close = async () => {
    await app.close();
    await data.close();
  };
  return { ...server, app, data, call, close };
}

type Send = (on: TestApp, more?: Record<string, string>) => Promise<Answer>;

/** Returns a valid new call with its own key. */
async function prepareCall(endpoint: Endpoint): Promise<Send> {
  const role = roles.find((one) => endpoint.roles.includes(one)) as Role;
  const { id, username, token } = callers[role];
  const caller = { id, username, studentAccount: callers.student.id };
  const name = `${endpoint.method} ${endpoint.path}`;
  const sample = (await sampleCalls[name]?.(server, caller)) ?? {};
  const key = { 'idempotency-key': `key-${uniqueText()}` };
  return (on, overrides) =>
    on.call(endpoint.method, fillPath(endpoint.path, sample.params ?? {}), {
      as: { token },
      query: sample.query,
      body: sample.body,
      headers: { ...sample.headers, ...key, ...overrides },
    });
}

const tables = [
  'operations',
  'notifications',
  'report_log',
  'issued_papers',
  'idempotency_keys',
  'import_requests',
  'assignment_drafts',
] as const;
async function countTableRows(data: Data): Promise<Record<string, number>> {
  const countOf = (table: string) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`;
  const { rows } = await sql<Record<string, number>>`select ${sql.join(tables.map(countOf))}`.execute(
    data.read,
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([table, count]) => [table, Number(count)]));
}

const secrets = new Set(['temporary_password', 'link_code', 'link_pin']);

/** Secrets are shown only once, so a repeated answer lacks them. */
const withoutSecrets = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (secrets.has(name) && value ? null : value)));

const kinds = endpoints.filter(takesIdempotencyKey);
const isCleanup = ({ path }: Endpoint) => path.startsWith('/cleanup/');
const withNames = (some: readonly Endpoint[]) =>
  some.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
/** Lost replies of each kind of call; `LOST_REPLIES=100` takes a quarter of an hour. */
const lostOfEach = Number(process.env['LOST_REPLIES'] ?? rounds({ short: 1, all: 2 }));

describe('a stored write with a lost response', () => {
  test('the test covers more than fifty endpoints, without reads and sign-ins', () => {
    expect(kinds.length).toBeGreaterThan(50);
    const names = kinds.map(({ method, path }) => `${method} ${path}`);
    for (const none of [
      'POST /auth/login',
      'POST /sheets/fetch',
      'POST /papers',
      'GET /students',
      'PUT /assignments/{id}/draft',
    ])
      expect(names).not.toContain(none);
    expect(names).toContain('POST /students/import');
  });

  test.each(withNames(kinds.filter((kind) => !isCleanup(kind))))(
    '%s has the same answer when it is sent again, and runs once',
    async (name, endpoint) => {
      for (let round = 0; round < lostOfEach; round += 1) {
        const { first, repeats } = await loseReply(name, endpoint);
        expect(repeats).toEqual([first, first]);
      }
    },
  );

  test.each(withNames(kinds.filter(isCleanup)))(
    '%s has the same answer when it is sent again, and runs once: for a whole institute, in chunks',
    async (name, endpoint) => {
      const { first, repeats } = await loseReply(name, endpoint);
      expect(repeats).toEqual([first, first]);
    },
  );

  describe('in an institute of one batch', () => {
    beforeAll(keepOneBatch);

    test.each(withNames(kinds.filter(isCleanup)))(
      '%s has the same answer when it is sent again, and runs once',
      async (name, endpoint) => {
        for (let round = 0; round < lostOfEach; round += 1) {
          const { first, repeats } = await loseReply(name, endpoint);
          expect(repeats).toEqual([first, first]);
        }
      },
    );
  });

  /**
   * Loses the reply of a call and sends the call again to each server. Returns the answers, and the row count
   * after each.
   */
  async function loseReply(name: string, endpoint: Endpoint) {
    const send = await prepareCall(endpoint);
    lostAnswers = [];
    expect((await send(second, { 'x-lost': '1' })).status).toBe(500);
    expect(lostAnswers).toHaveLength(1);
    // The server makes the papers of a batch after its answer.
    const countRows = async () => {
      const { issued_papers, ...others } = await countTableRows(server.data);
      return name.includes('/papers/batches') ? others : { issued_papers, ...others };
    };
    const first = { status: endpoint.status, body: withoutSecrets(lostAnswers[0]), rows: await countRows() };
    const repeats = [];
    for (const on of [server, second]) {
      const { status, body } = await send(on);
      repeats.push({ status: status as typeof first.status, body, rows: await countRows() });
    }
    if (isCleanup(endpoint)) await undoCleanup();
    // A user has at most fifty saved filters.
    if (name === 'POST /saved-filters') await deleteFilter((lostAnswers[0] as { id: number }).id);
    return { first, repeats };
  }

  /** Deletes all batches but one: a hundred cleanups of the whole demo institute would take hours. */
  async function keepOneBatch() {
    const as = { token: callers.admin.token };
    const student = await server.data.read
      .selectFrom(enrolledStudents(server.data.read))
      .innerJoin('batches', 'batches.id', 'students.batch_id')
      .select(['batches.id as batch_id', 'batches.program_row_id'])
      .where('students.id', '=', 2)
      .executeTakeFirstOrThrow();
    for (const [path, ownId] of [
      ['/programs', student.program_row_id],
      ['/batches', student.batch_id],
    ] as const)
      for (const { id } of (await server.call<{ id: number }[]>('GET', path, { as })).body)
        if (id !== ownId) expect((await server.call('DELETE', `${path}/${id}`, { as })).status).toBe(200);
  }

  async function deleteFilter(id: number) {
    const as = { token: callers.admin.token };
    expect((await server.call('DELETE', `/saved-filters/${id}`, { as })).status).toBe(200);
  }

  async function undoCleanup() {
    const as = { token: callers.admin.token };
    const { body } = await server.call<{ data: { id: number }[] }>('GET', '/archive/deleted-records', { as });
    const restoreResponse = await server.call('POST', `/archive/restore/${body.data[0]?.id}`, { as });
    expect(restoreResponse.status, restoreResponse.text).toBe(200);
    // Deleting a student ends the student's sessions.
    callers.student.token = await server.signIn(callers.student.username);
  }

  test('a write is stored once if the server is killed after the commit', async () => {
    const token = callers.admin.token;
    for (let round = 0; round < rounds({ short: 1, all: 4 }); round += 1) {
      const child = startProgram('tests/support/dyingProcess.ts', [database.url]);
      const [, address = ''] = await child.waitForOutput(/^listening on (.+)$/m);
      const name = `برنامج ${uniqueText()}`;
      const body = { program_id: uniqueText(), program_name: name };
      const headers = { 'idempotency-key': `killed-${round}-${uniqueText()}` };
      const sent = fetch(`${address}/api/programs`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await expect(sent).rejects.toThrow('fetch failed');
      expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
      const repeatedResponse = await server.call('POST', '/programs', { as: { token }, body, headers });
      expect(repeatedResponse, repeatedResponse.text).toMatchObject({
        status: 201,
        body: { program_name: name },
      });
      // The same body without the key is refused as a duplicate.
      expect((await server.call('POST', '/programs', { as: { token }, body })).status).toBe(409);
    }
  });
});

describe('one key sent to two servers at once', () => {
  // Deleting all students ends the session of the student, also after the undo.
  beforeAll(async () => {
    callers.student.token = (await signInStudent()).token;
  });
  const chosen = [
    'POST /programs',
    'DELETE /programs/{id}',
    'PUT /students/{id}',
    'POST /students',
    'POST /users',
    'POST /grades/save',
    'PUT /absences/{x}/{y}/{date}',
    'POST /assignments/{id}/submit',
    'POST /students/import',
    'POST /undo/{id}',
    'POST /reports/log',
  ];
  test.each(chosen)('%s: one server writes, and the other answers the same', async (name) => {
    const endpoint = kinds.find(({ method, path }) => `${method} ${path}` === name) as Endpoint;
    for (let round = 0; round < rounds({ short: 1, all: 3 }); round += 1) {
      const send = await prepareCall(endpoint);
      const before = await countTableRows(server.data);
      const answers = await Promise.all([send(server), send(second), send(server), send(second)]);
      for (const answer of answers)
        expect(answer, answer.text).toMatchObject({ status: endpoint.status, body: {} });
      const [first, ...others] = answers.map(({ body }) => withoutSecrets(body));
      for (const other of others) expect(other).toEqual(first);
      const after = await countTableRows(server.data);
      expect(after['idempotency_keys']).toBe(Number(before['idempotency_keys']) + 1);
      expect(Number(after['operations']) - Number(before['operations'])).toBeLessThanOrEqual(1);
      expect(Number(after['report_log']) - Number(before['report_log'])).toBeLessThanOrEqual(1);
    }
  });
});
