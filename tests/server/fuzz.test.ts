import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchFilter } from '../../contract/batches';
import { type Endpoint, fillPath, pathParameters } from '../../contract/endpoint';
import { errors, problem } from '../../contract/errors';
import { endpoints } from '../../contract/index';
import { programFilter } from '../../contract/programs';
import { studentFilter } from '../../contract/students/students';
import { subjectFilter } from '../../contract/subjects';
import type { Role } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { largestBody } from '../support/hostileRequests';
import { rounds } from '../support/rounds';
import { hostileText, hostileValue, arbitraryFor } from '../support/schemaValues';

let server: TestApp;
const tokens = {} as Record<Role, string>;
beforeAll(async () => {
  server = await startTestApp();
  for (const role of ['admin', 'teacher', 'student'] as const) tokens[role] = await server.signIn(role);
});
afterAll(() => server.close());

interface WildRequest {
  method: string;
  url: string;
  role: Role | null;
  body?: string;
  type?: string;
  headers?: Record<string, string>;
}

/**
 * Sends the request. @returns the status, and forbidden results of any input: a 5xx, or an error in another
 * format
 */
async function sendRequest({ method, url, role, body, type = 'application/json', headers }: WildRequest) {
  await yieldToEventLoop();
  const response = await server.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...headers,
      ...(role && { authorization: `Bearer ${tokens[role]}` }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { payload: body }),
  });
  const status = response.statusCode;
  const isError = status >= 400;
  const problems = isError ? problemsOf(status, response.body) : [];
  return { status, problems: problems.map((text) => `${text}: ${method} ${url} ${body?.slice(0, 500)}`) };
}

const findProblems = async (request: WildRequest): Promise<string[]> => (await sendRequest(request)).problems;

const arabic = /[\u0600-\u06FF]/;
const inner = /sqlite|postgres|select |insert |\/server\/|node_modules|argon2/i;

function problemsOf(status: number, text: string): string[] {
  if (status >= 500) return [`answered ${status}: ${text}`];
  const { data, error } = problem.safeParse(JSON.parse(text));
  if (error) return [`is not the shape of an error: ${text}`];
  const definition = errors[data.code as keyof typeof errors] as { status: number } | undefined;
  const messages = [data.error, ...(data.details ?? []).map(({ message }) => message)];
  return [
    ...(definition?.status === status ? [] : [`${data.code} is no code of status ${status}`]),
    ...messages.filter((sentence) => !arabic.test(sentence)).map((sentence) => `is not Arabic: ${sentence}`),
    ...(inner.test(text) ? [`tells of the inner workings: ${text}`] : []),
  ];
}

/** These calls would end the sessions, or use up the sign-in attempts, of other runs. */
const skippedCalls = new Set([
  'POST /auth/logout',
  'POST /auth/password',
  'POST /auth/step-up',
  'POST /auth/login',
]);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const paramValue = fc.oneof(
  fc.constantFrom(
    '1',
    '2',
    '3',
    '0',
    '-1',
    '2147483647',
    '2147483648',
    '99999999999999',
    '1.5',
    '١',
    'QRN101',
    'QRN101-1',
  ),
  fc.constantFrom('null', '__proto__', 'constructor', '..', '.', '%', '%00', '*', "' or 1=1 --"),
  hostileText,
);
const pathOf = (endpoint: Endpoint) =>
  fc
    .record(Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, paramValue])))
    .map((params) => {
      // An unpaired surrogate cannot be percent-encoded.
      const wellFormed = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, String(value).replace(/\p{Cs}/gu, '\uFFFD')]),
      );
      return `/api${fillPath(endpoint.path, wellFormed)}`;
    });

/** Returns the filter parameters of the list at this path. */
const filterKeys = ({ path }: Endpoint): string[] =>
  Object.keys(
    { programs: programFilter, batches: batchFilter, subjects: subjectFilter, students: studentFilter }[
      path.split('/')[1] ?? ''
    ] ?? {},
  );

/** Yields filters with existing keys: valid ones, which reach search and database, and invalid ones. */
const filterOf = (endpoint: Endpoint) => {
  const wild = fc.dictionary(
    fc.constantFrom('q', 'ids', '__proto__', ...filterKeys(endpoint)),
    hostileValue,
    {
      minKeys: 1,
      maxKeys: 2,
    },
  );
  const fit = fc.record(
    {
      q: fc.constantFrom('ا', 'عبد', '14 05', 'لا', '\u{10FFFF}'),
      ids: fc.array(fc.nat(200), { maxLength: 3 }),
    },
    { requiredKeys: ['q'] },
  );
  return fc
    .oneof(
      wild,
      fit,
      hostileText.map((q) => ({ q })),
    )
    .map((filter) => JSON.stringify(filter));
};

/** Yields queries: valid ones from the schema, nearly valid JSON, and any text. */
function queryOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const wild = fc.record(
    {
      range: fc.oneof(
        fc.json(),
        hostileText,
        arbitraryFor(rangeShape).map((v) => JSON.stringify(v)),
      ),
      sort: fc.oneof(fc.json(), hostileText),
      filter: fc.oneof(fc.json(), hostileText),
      batch_name: hostileText,
      level: hostileText,
    },
    { requiredKeys: [] },
  );
  const near = fc.record(
    { range: fc.constant('[0,9]'), sort: fc.constant('["id","DESC"]'), filter: filterOf(endpoint) },
    { requiredKeys: ['filter'] },
  );
  const list = fc.oneof<fc.Arbitrary<Record<string, string>>[]>(
    near,
    wild as fc.Arbitrary<Record<string, string>>,
  );
  if (endpoint.method !== 'GET') return fc.constantFrom('', '?x=1', '?%');
  return fc.oneof(
    { weight: 4, arbitrary: list.map((query) => `?${new URLSearchParams(query)}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '?',
        '?&&=',
        '?range',
        '?filter=%',
        '?range=[0,1]&range=[1,2]',
        '?__proto__=1',
        '?filter[q]=1',
      ),
    },
  );
}
const rangeShape = { kind: 'array', of: hostileValue } as const;

const bodyOf = (endpoint: Endpoint): fc.Arbitrary<string | undefined> =>
  ['GET', 'DELETE'].includes(endpoint.method)
    ? fc.constantFrom(undefined, '', '{}', 'null', '{"x":1}')
    : fc.oneof(
        { weight: 6, arbitrary: arbitraryFor(endpoint.body).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value) ?? '') },
        { weight: 1, arbitrary: fc.json() },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
      );

describe('fuzzed input', () => {
  test.each(
    endpoints.filter((endpoint) => !skippedCalls.has(nameOf(endpoint))).map((e) => [nameOf(e), e] as const),
  )('%s causes no server error', async (_name, endpoint) => {
    const role = fc.constantFrom<(Role | null)[]>('admin', 'admin', 'admin', 'teacher', 'student', null);
    await fc.assert(
      fc.asyncProperty(
        pathOf(endpoint),
        queryOf(endpoint),
        bodyOf(endpoint),
        role,
        async (path, query, body, as) => {
          // These programmes and batches of the demo institute are needed by other runs.
          fc.pre(endpoint.method !== 'DELETE' || !/^\/api\/(programs|batches)\/[1-3]$/.test(path));
          const problems = await findProblems({ method: endpoint.method, url: path + query, role: as, body });
          expect(problems).toEqual([]);
        },
      ),
      { numRuns: endpoint.listName ? rounds({ short: 30, all: 100 }) : rounds({ short: 8, all: 25 }) },
    );
  });

  test('public calls cause no server error', async () => {
    const texts = fc.record({ username: hostileValue, password: hostileValue }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (body, isLogin) => {
        expect(
          await findProblems({
            method: 'POST',
            url: `/api/auth/${isLogin ? 'login' : 'forgot'}`,
            role: null,
            body: JSON.stringify(body),
          }),
        ).toEqual([]);
      }),
      { numRuns: rounds({ short: 20, all: 60 }) },
    );
  });

  test('public calls with the largest allowed body are answered, and so is another call', async () => {
    const bytes = fc.constantFrom(4_000, largestBody - 100);
    const text = hostileText.filter((unit) => unit !== '');
    const path = fc.constantFrom('auth/login', 'auth/forgot', 'no-such-call');
    await fc.assert(
      fc.asyncProperty(text, bytes, path, fc.boolean(), async (unit, most, url, isText) => {
        const written = JSON.stringify(unit).slice(1, -1);
        const times = Math.floor(most / Buffer.byteLength(written));
        const body = isText
          ? `{"username":"${written.repeat(times)}","password":"x"}`
          : `{${Array.from({ length: Math.min(times, 50_000) }, (_, at) => `"${at}${written}":0`).join(',')}}`;
        // A quadratic algorithm would exceed the test's limit, and the other call waits for it.
        const [problems, health] = await Promise.all([
          findProblems({ method: 'POST', url: `/api/${url}`, role: null, body }),
          findProblems({ method: 'GET', url: '/api/health', role: null }),
        ]);
        expect([...problems, ...health]).toEqual([]);
      }),
      { numRuns: rounds({ short: 15, all: 40 }) },
    );
  });

  test('changes of the password cause no server error', async () => {
    const body = fc.record({ current: hostileValue, new: hostileValue }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(body, async (change) => {
        expect(
          await findProblems({
            method: 'POST',
            url: '/api/auth/password',
            role: 'student',
            body: JSON.stringify(change),
          }),
        ).toEqual([]);
      }),
      { numRuns: rounds({ short: 10, all: 30 }) },
    );
  });

  test('headers cause no server error', async () => {
    const printable = fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((c) => String.fromCharCode(c)),
      maxLength: 300,
    });
    const header = printable.map((text) => text.trim());
    await fc.assert(
      fc.asyncProperty(header, header, header, async (authorization, session, user) => {
        expect(
          await findProblems({ method: 'GET', url: '/api/auth/me', role: null, headers: { authorization } }),
        ).toEqual([]);
        expect(
          await findProblems({
            method: 'GET',
            url: '/api/auth/me',
            role: 'admin',
            headers: { 'x-user-id': user },
          }),
        ).toEqual([]);
        expect(
          await findProblems({
            method: 'PUT',
            url: '/api/programs/1',
            role: 'admin',
            body: JSON.stringify({ duration: session.slice(0, 20) }),
            headers: { 'x-session-id': session, 'x-user-name': user, 'x-user-role': user },
          }),
        ).toEqual([]);
        expect(
          await findProblems({ method: 'POST', url: '/api/programs', role: 'admin', body: '{}', type: user }),
        ).toEqual([]);
      }),
      { numRuns: rounds({ short: 20, all: 60 }) },
    );
  });

  test('paths cause no server error', async () => {
    const rough = fc.string({ unit: fc.constantFrom(...'/.%0aF2eé?#;:@[]~\\ \u0627'), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        rough,
        fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'),
        async (tail, method) => {
          const response = await server.app.inject({ method: method as 'GET', url: `/api/${tail}` });
          expect(response.statusCode, tail).toBeLessThan(500);
        },
      ),
      { numRuns: rounds({ short: 50, all: 150 }) },
    );
  });
});

test('bodies that fit their schema are mostly accepted, so that the fuzzing reaches the code behind the schema', async () => {
  const create = endpoints.find((endpoint) => nameOf(endpoint) === 'POST /programs') as Endpoint;
  const statuses: number[] = [];
  await fc.assert(
    fc.asyncProperty(arbitraryFor(create.body), async (body) => {
      const written = JSON.stringify(body);
      const answer = await sendRequest({
        method: 'POST',
        url: '/api/programs',
        role: 'admin',
        body: written,
      });
      expect(answer.problems).toEqual([]);
      statuses.push(answer.status);
    }),
    { numRuns: 80 },
  );
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(5);
  expect(statuses.filter((status) => status === 422).length).toBeGreaterThan(5);
});

test('all records that the fuzzing stored can be read, in lists and separately', async () => {
  for (const path of ['/programs', '/batches', '/subjects', '/students']) {
    const { status, body } = await server.call<{ id: number }[]>('GET', path, { as: 'admin' });
    expect(status).toBe(200);
    for (const { id } of body.slice(-20))
      expect((await server.call('GET', `${path}/${id}`, { as: 'admin' })).status).toBe(200);
    // Checks the values instead of their JSON, in which a typed backslash looks like an escape.
    const stored = body.flatMap((row) => Object.values(row)).join(' ');
    expect(stored).not.toMatch(/[\0\u202A-\u202E\u2066-\u2069\u200F]/);
  }
});
