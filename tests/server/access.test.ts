import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, fillPath } from '../../contract/endpoint';
import { errors } from '../../contract/errors';
import { endpoints } from '../../contract/index';
import { type Role, roles } from '../../contract/vocabulary';
import { addAccount } from '../support/accounts';
import { type Answer, startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import {
  deletesAll,
  endsSessions,
  formatEndpoint,
  newCaller,
  newCallers,
  restoreAll,
  type SignedInAccount,
} from '../support/callers';
import { newStudent, newSubject, type SampleCall, sampleCalls, uniqueText } from '../support/sampleCalls';

let server: TestApp;
let callers: Record<Role, SignedInAccount>;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
  callers = await newCallers(server);
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

type Send = (headers?: Record<string, string>) => Promise<Answer>;

/**
 * Prepared calls by endpoint and caller. A refused call changes nothing, so a later test can send it again.
 */
const preparedCalls = new Map<string, SampleCall>();

async function sampleFor(name: string, caller: { id: number; username: string }): Promise<SampleCall> {
  const key = `${name} of ${caller.id}`;
  const buildSample = sampleCalls[name];
  if (!buildSample) throw new Error(`tests/support/sampleCalls.ts has no call of ${name}`);
  const sample =
    preparedCalls.get(key) ?? (await buildSample(server, { ...caller, studentAccount: callers.student.id }));
  preparedCalls.set(key, sample);
  return sample;
}

/** Returns a call with all records that it needs. A refused call changes nothing and can be sent again. */
async function preparedCall(endpoint: Endpoint, role: Role | null): Promise<Send> {
  const name = formatEndpoint(endpoint);
  const caller = role && endsSessions(endpoint) ? await newCaller(server, role) : callers[role ?? 'admin'];
  const { id, username } = caller;
  const { params = {}, query, body, headers: own } = await sampleFor(name, { id, username });
  return async (headers = {}) => {
    const answer = await server.call(endpoint.method, fillPath(endpoint.path, params), {
      as: role ? { token: caller.token } : null,
      headers: { ...own, ...headers },
      query,
      body,
    });
    if (answer.status < 400) preparedCalls.delete(`${name} of ${id}`);
    if (deletesAll(endpoint) && answer.status === 200) await restoreAll(server, callers);
    return answer;
  };
}

const problem = (code: keyof typeof errors) => ({
  status: errors[code].status,
  body: { error: errors[code].message, code },
});

test('each endpoint has a sample call, and each sample call has an endpoint', () => {
  expect(Object.keys(sampleCalls).toSorted()).toEqual(endpoints.map(formatEndpoint).toSorted());
});

const withNames = (rows: readonly Endpoint[]) =>
  rows.map((endpoint) => [formatEndpoint(endpoint), endpoint] as const);
const protectedEndpoints = endpoints.filter(({ roles: access }) => access !== 'public');
const isAllowed = (endpoint: Endpoint, role: Role) =>
  endpoint.roles === 'public' || endpoint.roles.includes(role);
const refusalOf = (endpoint: Endpoint) => problem(endpoint.isHidden ? 'NOT_FOUND' : 'FORBIDDEN');
const allowedRole = (endpoint: Endpoint) => roles.find((role) => isAllowed(endpoint, role)) as Role;

describe.each(withNames(endpoints))('%s', (_name, endpoint) => {
  const success = { status: endpoint.status };

  test('a call without a session answers as the contract says', async () => {
    const send = await preparedCall(endpoint, null);
    const answer = await send();
    const expected = endpoint.roles === 'public' ? success : problem('UNAUTHENTICATED');
    expect(answer).toMatchObject(expected);
  });

  test.each(roles)('a call of the role %s answers as the contract says', async (role) => {
    const send = await preparedCall(endpoint, role);
    const answer = await send();
    const refusal = refusalOf(endpoint);
    expect(answer, answer.text).toMatchObject(isAllowed(endpoint, role) ? success : refusal);
  });

  test.each(roles.filter((role) => !isAllowed(endpoint, role)))(
    'a call of the role %s is refused, also with headers that claim another role',
    async (role) => {
      const foreignHeaders = { 'x-user-id': String(callers[role].id), 'x-user-name': 'admin' };
      const send = await preparedCall(endpoint, role);
      for (const claimedRole of roles)
        expect(await send({ ...foreignHeaders, 'x-user-role': claimedRole })).toMatchObject(
          refusalOf(endpoint),
        );
    },
  );
});

describe.each(withNames(protectedEndpoints))('the non-public endpoint %s', (_name, endpoint) => {
  test('a call with an invented token is refused, also with headers that claim an admin', async () => {
    const headers = { 'x-user-id': '1', 'x-user-role': 'admin', authorization: `Bearer ${'A'.repeat(43)}` };
    const send = await preparedCall(endpoint, null);
    expect(await send(headers)).toMatchObject(problem('UNAUTHENTICATED'));
    const token = callers.admin.token;
    for (const authorization of [token, `Basic ${token}`, `Bearer ${token}x`, 'Bearer', `Bearer ${token} x`])
      expect((await send({ authorization })).status).toBe(401);
  });

  test('a call is refused if another user loaded the page', async () => {
    const otherUserHeader = { 'x-user-id': String(callers.student.id + 1) };
    const send = await preparedCall(endpoint, allowedRole(endpoint));
    const answer = await send(otherUserHeader);
    expect(answer).toMatchObject(problem('IDENTITY_MISMATCH'));
  });
});

test.each(withNames(protectedEndpoints.filter(({ method }) => method === 'GET')))(
  '%s answers HEAD like GET',
  async (_name, endpoint) => {
    const { id, username } = callers[allowedRole(endpoint)];
    const caller = { id, username, studentAccount: callers.student.id };
    const sample = await sampleCalls[formatEndpoint(endpoint)]?.(server, caller);
    const queryEntries = Object.entries(sample?.query ?? {}).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    const url = `/api${fillPath(endpoint.path, sample?.params ?? {})}?${new URLSearchParams(queryEntries)}`;
    const headers = { authorization: `Bearer ${callers[allowedRole(endpoint)].token}` };
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(401);
    expect((await server.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(200);
  },
);

test('a call that is refused for its role or its page user changes nothing', async () => {
  const { id } = await newStudent(server);
  const remove = (as: 'admin' | 'teacher' | 'student', headers: Record<string, string> = {}) =>
    server.call('DELETE', `/students/${id}`, { as, headers });
  expect((await remove('teacher', { 'x-user-role': 'admin' })).status).toBe(403);
  expect((await remove('student', { 'x-user-role': 'admin' })).status).toBe(403);
  expect((await remove('admin', { 'x-user-id': '999' })).status).toBe(409);
  expect((await remove('admin', { 'x-user-id': '' })).status).toBe(409);
  expect((await server.call('GET', `/students/${id}`, { as: 'admin' })).status).toBe(200);
  const { body: me } = await server.call<{ id: number }>('GET', '/auth/me', { as: 'admin' });
  expect((await remove('admin', { 'x-user-id': String(me.id) })).status).toBe(200);
  expect((await server.call('GET', `/students/${id}`, { as: 'admin' })).status).toBe(404);
});

test('the current role of the account decides, not the role at sign-in', async () => {
  const account = await addAccount(server, 'admin');
  const as = await account.signIn();
  expect((await server.call('GET', '/batches/1/dependents', { as })).status).toBe(200);
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('users').set({ role: 'teacher' }).where('id', '=', account.id).execute(),
  );
  expect((await server.call('GET', '/batches/1/dependents', { as })).status).toBe(403);
});

test('a caller without permission learns nothing from the validation of the body', async () => {
  for (const body of [{}, { nonsense: 1 }, { program_id: 'QRN', program_name: uniqueText() }])
    expect(await server.call('POST', '/programs', { as: 'student', body })).toMatchObject(
      problem('FORBIDDEN'),
    );
  const broken = await server.app.inject({
    method: 'POST',
    url: '/api/programs',
    headers: { 'content-type': 'application/json' },
    payload: '{"broken',
  });
  expect(broken.statusCode).toBe(401);
});

describe('a record out of scope', () => {
  const missingId = 2_000_000_000;

  test('a teacher gets the same bytes as for a missing programme, batch, subject, student or settings', async () => {
    // All subjects of the batch belong to teacher2, so that the other teacher sees none of them.
    const teacher2 = await server.data.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'teacher2')
      .executeTakeFirstOrThrow();
    const { body: program } = await server.call<{ id: number }>('POST', '/programs', {
      as: 'admin',
      body: { program_id: uniqueText(), program_name: uniqueText() },
    });
    const { body: batch } = await server.call<{ id: number; program_name: string }>('POST', '/batches', {
      as: 'admin',
      body: { batch_name: uniqueText(), program_id: (program as never as { program_id: string }).program_id },
    });
    const { body: subject } = await server.call<{ id: number; subject_code: string }>('POST', '/subjects', {
      as: 'admin',
      body: { subject_code: uniqueText(), name: uniqueText(), batch_id: batch.id },
    });
    const { body: student } = await server.call<{ id: number }>('POST', '/students', {
      as: 'admin',
      body: { first_name: 'سعد', last_name: 'سعيد', national_id: '1999999991', batch_id: batch.id },
    });
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('create', 'subject_teachers', null, 'tests');
      await unit.insert('subject_teachers', { subject_id: subject.id, teacher_id: teacher2.id });
    });
    const settings = { content_type: 'نص حر', curriculum_items: [], require_pages_count: false };
    await server.call('POST', `/subject-curriculum/${subject.subject_code}`, { as: 'admin', body: settings });
    for (const [path, none] of [
      [`/programs/${program.id}`, `/programs/${missingId}`],
      [`/batches/${batch.id}`, `/batches/${missingId}`],
      [`/subjects/${subject.id}`, `/subjects/${missingId}`],
      [`/students/${student.id}`, `/students/${missingId}`],
      [`/subject-curriculum/${subject.subject_code}`, '/subject-curriculum/NONE-1'],
    ] as const) {
      const outside = await server.call('GET', path, { as: 'teacher' });
      expect(outside).toMatchObject(problem('NOT_FOUND'));
      expect(outside.text).toBe((await server.call('GET', none, { as: 'teacher' })).text);
      for (const as of ['teacher2', 'admin'] as const)
        expect((await server.call('GET', path, { as })).status, `${as} ${path}`).toBe(200);
    }
  });

  test('a student gets the same bytes as for missing subjects of other batches and other accounts', async () => {
    const own = await newSubject(server);
    expect((await server.call('GET', `/subjects/${own.id}`, { as: 'student' })).status).toBe(200);
    const { body: foreign } = await server.call<{ id: number }>('POST', '/subjects', {
      as: 'admin',
      body: { subject_code: uniqueText(), name: uniqueText(), batch_id: 2 },
    });
    const outside = await server.call('GET', `/subjects/${foreign.id}`, { as: 'student' });
    expect(outside).toMatchObject(problem('NOT_FOUND'));
    expect(outside.text).toBe((await server.call('GET', `/subjects/${missingId}`, { as: 'student' })).text);
    const other = await server.call('GET', `/students/by-user/${callers.student.id}`, { as: 'student' });
    expect(other.text).toBe(
      (await server.call('GET', `/students/by-user/${missingId}`, { as: 'student' })).text,
    );
    const { body: me } = await server.call<{ id: number }>('GET', '/auth/me', { as: 'student' });
    expect((await server.call('GET', `/students/by-user/${me.id}`, { as: 'student' })).status).toBe(200);
  });

  test('a path with an unknown id gets the same response', async () => {
    const { text } = await server.call('GET', `/programs/${missingId}`, { as: 'admin' });
    for (const path of [
      '/programs/0',
      '/programs/-1',
      '/programs/abc',
      '/programs/99999999999',
      '/programs/1e3',
    ])
      expect((await server.call('GET', path, { as: 'admin' })).text, path).toBe(text);
  });
});
