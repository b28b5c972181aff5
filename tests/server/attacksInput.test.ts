import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath } from '../../contract/endpoint';
import { errors } from '../../contract/errors';
import { endpoints } from '../../contract/index';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { hostileBodies, hostileHeads, largestBody } from '../support/hostileRequests';
import { generateTextPositions } from '../support/schemaValues';

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
let port: number;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

interface Sent {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends raw bytes over the network. @returns 0 if the connection was closed without an answer */
const status = ({ method = 'GET', url, headers, body }: Sent) =>
  new Promise<number>((resolve) => {
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        path: url,
        method,
        agent: false,
        headers: {
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
          ...headers,
        },
      },
      (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    );
    // The server may close the connection when it refuses a body before reading it.
    sending.once('error', () => resolve(0));
    sending.end(body);
  });

/**
 * Returns the status of a request after a later `/health` call is answered. A quadratic algorithm would
 * exceed the test's limit.
 */
async function sendWithHealthCheck(sent: Sent): Promise<number> {
  const sending = status(sent);
  expect(await status({ url: '/api/health' })).toBe(200);
  return sending;
}

const manyMarks = 'a' + '\u0300\u0316'.repeat(100_000);
const marks = `م${'\u0300\u0316'.repeat(16)}`;
const tooManyMarks = 'في النص علامات متتالية أكثر مما يُقبل على حرف واحد';
const nestedArray = (levels: number): unknown => (levels === 0 ? 1 : [nestedArray(levels - 1)]);

describe('one request without a session', () => {
  test('a request with a user name of 200,000 combining marks is refused, and another call is answered', async () => {
    const body = JSON.stringify({ username: manyMarks, password: 'x' });
    expect([0, 413]).toContain(await sendWithHealthCheck({ method: 'POST', url: '/api/auth/login', body }));
    const answer = await server.call('POST', '/auth/login', { body: { username: manyMarks, password: 'x' } });
    expect(answer).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', error: errors.TOO_LARGE.message },
    });
  });

  test('a request with a body of 4 kB is read, with one byte more it is refused', async () => {
    const bodyOfSize = (bytes: number) => {
      const body = { username: 'x', password: 'x' };
      return { ...body, password: 'x'.repeat(bytes - JSON.stringify(body).length + 1) };
    };
    for (const path of ['/auth/login', '/auth/forgot']) {
      expect((await server.call('POST', path, { body: bodyOfSize(4_097) })).status, path).toBe(413);
      expect((await server.call('POST', path, { body: bodyOfSize(4_096) })).status, path).toBe(422);
    }
    const passwordChange = { current: 'x'.repeat(4_096), new: 'x' };
    expect(
      (await server.call('POST', '/auth/password', { as: 'teacher', body: passwordChange })).status,
    ).toBe(413);
    expect(
      (await server.call('POST', '/auth/login', { body: { username: 'admin', password: 'rasd-demo' } }))
        .status,
    ).toBe(200);
  });

  const publicEndpoints = endpoints.filter(({ roles }) => roles === 'public');
  const parameters = { code: '0'.repeat(32), number: '2026-000001', check: '0'.repeat(10) };
  const addressed = [
    ...publicEndpoints.map(({ method, path }) => ({ method, url: `/api${fillPath(path, parameters)}` })),
    { method: 'POST', url: '/api/no-such-call' },
    { method: 'POST', url: '/api/programs' },
  ];

  test.each(addressed.map((one) => [`${one.method} ${one.url}`, one] as const))(
    '%s with any body or headers is answered, and so is another call',
    async (_name, { method, url }) => {
      const bodies = [...hostileBodies(4_096), ...hostileBodies(largestBody)];
      for (const [name, body] of method === 'GET' ? bodies.slice(0, 1) : bodies) {
        expect(await sendWithHealthCheck({ method, url, body }), name).toBeLessThan(500);
      }
      for (const [name, head] of hostileHeads(url)) {
        expect(await sendWithHealthCheck({ method, ...head }), name).toBeLessThan(500);
      }
    },
  );
});

test('a request to an unknown address answers 404 without reading the body', async () => {
  for (const payload of ['{}', '[', 'x'.repeat(largestBody + 1)])
    for (const url of ['/api/no-such-call', '/no-such-page']) {
      const headers = { 'content-type': 'application/json' };
      expect((await server.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(404);
    }
  // At an existing address the server reads the body.
  const url = '/api/auth/login';
  const headers = { 'content-type': 'application/json' };
  expect((await server.app.inject({ method: 'POST', url, headers, payload: '[' })).statusCode).toBe(400);
});

describe('text with too many combining marks in a row', () => {
  test('the text is refused in a body, a search and a filter, and matches nothing in a path', async () => {
    for (const text of [marks, manyMarks]) {
      const body = { program_id: 'Z1', program_name: text };
      expect(await server.call('POST', '/programs', { as: 'admin', body })).toMatchObject({ status: 422 });
    }
    const short = { program_id: 'Z1', program_name: marks };
    expect((await server.call('POST', '/programs', { as: 'admin', body: short })).body).toMatchObject({
      error: tooManyMarks,
      details: [{ path: 'program_name', message: tooManyMarks }],
    });
    for (const query of [{ q: marks }, { q: 'x'.repeat(900) }])
      expect((await server.call('GET', '/search', { as: 'admin', query })).status).toBe(422);
    for (const filter of [{ q: marks }, { status: marks }])
      expect((await server.call('GET', '/programs', { as: 'admin', query: { filter } })).status).toBe(422);
    const path = `/grades/${encodeURIComponent(marks)}/QRN101`;
    expect((await server.call('GET', path, { as: 'admin' })).status).toBe(404);
    const login = { username: marks, password: 'x' };
    expect((await server.call('POST', '/auth/login', { body: login })).status).toBe(422);
  });

  test('the text is refused only in one row of a file, and the other rows are accepted', async () => {
    const data = [
      { name: marks, code: 'ZM1', levels: 2 },
      { name: 'برنامج بلا علامات', code: 'ZM2', levels: 2 },
    ];
    const answer = await server.call('POST', '/programs/import', { as: 'admin', body: { data } });
    expect(answer).toMatchObject({ status: 200, body: { imported: 1, failed: 1, errors: [{ row: 1 }] } });
    expect(answer.text).toContain('علامات متتالية');
  });

  test('real text never has so many marks: a verse with all its signs is saved unchanged', async () => {
    const verse = 'بِسْمِ ٱللَّهِ ٱلرَّحْمَـٰنِ ٱلرَّحِيمِ'.normalize('NFC');
    const body = { program_id: 'ZM3', program_name: 'تلاوة', description: `${verse}\n`.repeat(20) };
    const answer = await server.call('POST', '/programs', { as: 'admin', body });
    expect(answer.status, answer.text).toBe(201);
    expect(String(answer.body['description'])).toContain(verse);
  });
});

describe('text that is much longer than its field', () => {
  test('too long text is refused before it is cleaned; text that cleaning makes short enough is saved', async () => {
    const body = { program_id: 'ZL1', program_name: `${' '.repeat(600)}x` };
    expect(await server.call('POST', '/programs', { as: 'admin', body })).toMatchObject({
      status: 422,
      body: { error: 'يجب ألا يزيد عدد الحروف على 120' },
    });
    body.program_name = `${' '.repeat(500)}طويل قبل تنظيفه`;
    expect((await server.call('POST', '/programs', { as: 'admin', body })).status).toBe(201);
  });

  test('too long text is refused in any field of any call, also nested: every schema checks the length before cleaning', async () => {
    const long = ' '.repeat(900_000);
    const text = `${long}\u0300${long}`;
    let fieldCount = 0;
    for (const { method, body } of endpoints) {
      if (method === 'GET' || !body) continue;
      for (const value of generateTextPositions(body, text)) {
        // Quadratic cleaning of these texts would exceed the test's limit.
        body.safeParse(value);
        fieldCount += 1;
      }
    }
    // The bodies have fewer top-level fields than this, so nested fields were checked too.
    expect(fieldCount).toBeGreaterThan(800);
  });

  test('a logo of padding only, and a due time with a million digits, are refused', async () => {
    const logo = `data:image/png;base64,${'='.repeat(900_000)}x`;
    expect((await server.call('PUT', '/settings', { as: 'admin', body: { logo } })).status).toBe(422);
    const due_date = `2027-01-01T00:00:00.${'1'.repeat(900_000)}Z`;
    const body = { title: 'x', subject_id: 1, due_date };
    expect((await server.call('POST', '/assignments', { as: 'admin', body })).status).toBe(422);
  });
});

describe('deeply nested JSON', () => {
  const saveFilter = (filter: unknown) =>
    server.call('POST', '/saved-filters', {
      as: 'admin',
      body: { resource: 'students', name: `عميق ${Math.random()}`, filter },
    });

  test('JSON with 5,000 levels in a saved filter is refused; a filter with 29 levels is saved and returned', async () => {
    const deep = `{"resource":"students","name":"x","filter":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`;
    const token = await server.signIn('admin');
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/saved-filters',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: deep,
    });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'VALIDATION',
      error: 'البيانات المرسلة متداخلة أكثر من الحد المسموح',
    });
    expect((await saveFilter({ a: nestedArray(31) })).status).toBe(422);
    expect(await saveFilter({ a: nestedArray(30) })).toMatchObject({
      status: 201,
      body: { filter: { a: nestedArray(30) } },
    });
  });

  test('deeply nested JSON is refused in every parameter of a list', async () => {
    const token = await server.signIn('admin');
    for (const name of ['filter', 'sort', 'range'])
      for (const levels of [33, 1_900]) {
        const json = `${'['.repeat(levels)}${']'.repeat(levels)}`;
        const answer = await server.call('GET', `/programs?${new URLSearchParams({ [name]: json })}`, {
          as: { token },
        });
        expect(answer.status).toBe(422);
        expect(answer.text).toContain('متداخلة');
      }
    expect((await server.call('GET', '/programs', { as: { token }, query: { range: [0, 9] } })).status).toBe(
      200,
    );
  });

  test('brackets in texts do not count as levels', async () => {
    expect((await saveFilter({ a: '['.repeat(3_000) })).status).toBe(201);
  });
});

describe('a body with a hundred thousand problems', () => {
  test('a body with unknown fields gets a short answer, also if it is sent repeatedly', async () => {
    const token = await server.signIn('teacher');
    const body = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`unknown${at}`, 0]));
    for (const path of ['/grades/save', '/saved-filters']) {
      const answer = await server.call('POST', path, { as: { token }, body });
      expect(answer.status).toBe(422);
      expect(answer.text.length).toBeLessThan(5_000);
      expect(answer.text).toContain('(60000)');
    }
    const loginBody = { username: 'x', password: 'x', k: 1, toString: 1 };
    expect((await server.call('POST', '/auth/login', { body: loginBody })).body).toMatchObject({
      details: [{ path: 'k' }, { path: 'toString' }],
    });
  });

  test('a body with invalid rows gets the problems of a hundred rows', async () => {
    const rows = Array.from({ length: 2_000 }, () => ({ studentId: 1, x: 'y'.repeat(90) }));
    const body = { batchName: 'x', subjectCode: 'x', grades: rows };
    const answer = await server.call<{ details: unknown[] }>('POST', '/grades/save', { as: 'admin', body });
    expect(answer.status).toBe(422);
    expect(answer.body.details).toHaveLength(100);
    expect(answer.text.length).toBeLessThan(50_000);
  });
});
