import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/index';
import { validationMessages as say } from '../../contract/rules/validationMessages';
import { roles } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { formatEndpoint, newCallers, type SignedInAccount } from '../support/callers';
import { newUser, sampleCalls, uniqueText } from '../support/sampleCalls';

let server: TestApp;
let callers: Record<(typeof roles)[number], SignedInAccount>;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
  callers = await newCallers(server);
});
afterAll(() => server.close());

type Path = readonly (string | number)[];

/** Returns the paths of all texts in a body. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    textsIn(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Returns a copy with a hidden character at the end of one text. */
function withHidden(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined) return `${String(value)}\u3164`;
  const inner = withHidden((value as Record<string, unknown>)[first], rest);
  return Array.isArray(value) ? value.with(Number(first), inner) : { ...(value as object), [first]: inner };
}

/** Hidden characters are accepted in these texts: free text, and names, numbers and codes for a look-up. */
const accepted = [
  'answer_text',
  'content',
  'correct_answer',
  'feedback',
  'line',
  'masculine',
  'notes',
  'option_text',
  'question_text',
  'reason',
  'recordContent',
  'seen',
  'text',
  'q',
  'testGrade',
  'batchName',
  'program_id',
  'studentId',
  'student_id',
  'student_ids',
  'subjectCode',
  'subject_code',
  'subject_codes',
];

/**
 * Not checked here: sign-in and passwords; imports, which refuse only the row of the cell; changes of
 * students, whose rules count only for changed values (`masterData.test.ts`).
 */
const others = /^POST \/auth\/|\/import(\/check)?$|^PUT \/students\/\{id\}$/;

test('a hidden character is refused in each text of each call, except free text and look-ups', async () => {
  const fields = new Set<string>();
  const refused = new Set<string>();
  for (const endpoint of endpoints.filter((one) => !others.test(formatEndpoint(one)))) {
    const role = roles.find((one) => endpoint.roles === 'public' || endpoint.roles.includes(one)) ?? 'admin';
    const sample = await sampleCalls[formatEndpoint(endpoint)]?.(server, {
      ...callers[role],
      studentAccount: callers.student.id,
    });
    for (const path of textsIn(sample?.body)) {
      const issues = endpoint.body.safeParse(withHidden(sample?.body, path)).error?.issues ?? null;
      const key = String(path.findLast((one) => typeof one === 'string'));
      if (issues?.some(({ message }) => message === say.hidden))
        refused.add(`${formatEndpoint(endpoint)} ${key}`);
      else if (issues === null) fields.add(key);
    }
  }
  expect([...fields].toSorted()).toEqual(accepted.toSorted());
  expect([...refused]).toEqual(
    expect.arrayContaining(['POST /users username', 'POST /batches batch_name', 'POST /circles name']),
  );
  expect(refused.size).toBeGreaterThan(20);
});

describe('a user name', () => {
  test('a user name cannot differ from another one by only a hidden character, nor be blank', async () => {
    const { username } = await newUser(server);
    const make = (name: string) =>
      server.call('POST', '/users', { as: 'admin', body: { username: name, name: 'توأم', role: 'student' } });
    for (const hidden of ['\u3164', '\u115F', '\uFFA0', '\u2800', '\u{E0041}'])
      for (const name of [`${username}${hidden}`, hidden])
        expect(await make(name)).toMatchObject({
          status: 422,
          body: { details: [{ path: 'username', message: say.hidden }] },
        });
    for (const twin of [`${username}\u200F`, `${username}\u200C`])
      expect(await make(twin)).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } });
    expect((await make(uniqueText())).status).toBe(201);
  });

  test('a user name with a hidden character is refused in an import with its message, and the other rows are stored', async () => {
    const row = (username: string) => ({ username, name: 'معلم' });
    const { body } = await server.call('POST', '/users/import', {
      as: 'admin',
      body: { data: [row(`${uniqueText()}\u3164`), row(uniqueText())], stopOnError: false },
    });
    expect(body).toMatchObject({
      imported: 1,
      failed: 1,
      errors: [{ row: 1, field: 'username', message: expect.stringContaining('رمز خفي') }],
    });
  });
});

test('a user name from an older version is still found, and is refused only when it is changed', async () => {
  const batch_name = `دفعة ❤\uFE0F ${uniqueText()}`;
  const created = await server.call<{ id: number; version: number }>('POST', '/batches', {
    as: 'admin',
    body: { batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN' },
  });
  const actor = { userId: null, name: 'older', role: 'admin', undoSession: null };
  await server.data.write(actor, async (unit) => {
    unit.describe('update', 'batches', null, 'older');
    await unit.update('batches', created.body.id, { batch_name });
  });
  const path = `/absences/statistics/${encodeURIComponent(batch_name)}`;
  expect((await server.call('GET', path, { as: 'admin' })).status).toBe(200);
  const change = (body: object) => server.call('PUT', `/batches/${created.body.id}`, { as: 'admin', body });
  expect((await change({ batch_name })).status).toBe(422);
  expect((await change({ level: 2 })).status).toBe(200);
});
