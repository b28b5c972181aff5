import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, fillPath } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/index';
import { defaultGradeSettings } from '../../../contract/rules/gradeSettings';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { dump, dumpOrExpected } from '../../support/database';
import { type SampleCall, sampleCalls, uniqueText } from '../../support/sampleCalls';
import { enrolledStudents } from '../../support/enrolledStudents';
import { rounds } from '../../support/rounds';

let server: TestApp;
const start = async () => {
  server = await startTestApp({ config: { DEMO: true }, hasFewRevisions: true });
};
const stop = () => server.close();

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Writes that are no operation of a user, or that nobody may undo. */
const neverUndone = new Set([
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/password',
  'POST /auth/forgot',
  'POST /auth/step-up',
  'DELETE /auth/step-up',
  'PUT /users/{id}/password',
  'POST /undo/latest',
  'POST /undo/{id}',
  'POST /archive/restore/{id}',
  'POST /notifications/read',
  'POST /reports/log',
  // Writes of students, who cannot undo; `undo.test.ts` covers these.
  'PUT /assignments/{id}/draft',
  'POST /assignments/{id}/submit',
]);
const rowsNow = (expected: object) => dumpOrExpected(expected, server.data);

/** All other writes of the product; a new endpoint is included automatically. */
const writes = endpoints.filter(
  (endpoint) => endpoint.method !== 'GET' && !neverUndone.has(nameOf(endpoint)),
);

interface Prepared {
  endpoint: Endpoint;
  sample: SampleCall;
}

async function newPerson() {
  const account = await addAccount(server, 'admin');
  const as = await account.signIn();
  const headers = { 'x-session-id': uniqueText() };
  const studentAccount = await server.data.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'student')
    .executeTakeFirstOrThrow();
  const caller = { ...account, studentAccount: studentAccount.id };
  return {
    prepare: async (endpoint: Endpoint): Promise<Prepared> => {
      const buildSample = sampleCalls[nameOf(endpoint)];
      if (!buildSample) throw new Error(`no sample call of ${nameOf(endpoint)}`);
      return { endpoint, sample: await buildSample(server, caller) };
    },
    make: ({ endpoint, sample }: Prepared) =>
      server.call(endpoint.method, fillPath(endpoint.path, sample.params ?? {}), {
        as,
        headers,
        query: sample.query,
        body: sample.body,
      }),
    call: (method: string, path: string, body?: unknown) => server.call(method, path, { as, headers, body }),
    /** Undoes until no operation remains. @returns the number of undos */
    undoAll: async () => {
      for (let count = 0; ; count++) {
        const answer = await server.call('POST', '/undo/latest', { as, headers });
        if (answer.status === 404) return count;
        expect(answer.status, answer.text).toBe(200);
      }
    },
  };
}

describe('the undo of every write', () => {
  beforeAll(start);
  afterAll(stop);

  test.each(writes.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'the undo of "%s" is exact',
    async (_name, endpoint) => {
      const admin = await newPerson();
      const prepared = await admin.prepare(endpoint);
      const before = await dump(server.data);
      const answer = await admin.make(prepared);
      expect(answer.status, answer.text).toBe(endpoint.status);
      const isChanged = (await rowsNow(before)) !== before;
      expect(await admin.undoAll()).toBe(isChanged ? 1 : 0);
      expect(await rowsNow(before)).toBe(before);
    },
  );
});

let lastNationalId = 1_500_000_000;

const marks = (row: object) => ({
  batchName: 'دفعة القرآن الأولى 1445',
  subjectCode: 'QRN101-1',
  grades: firstStudents.map((studentId) => ({ studentId, ...row })),
});
let firstStudents: string[] = [];

/** All of these writes change the same records, so that each one meets the results of the others. */
const shared: readonly (readonly [string, string, (() => unknown)?])[] = [
  ['PUT', '/programs/1', () => ({ program_name: `برنامج ${uniqueText()}` })],
  ['DELETE', '/programs/1'],
  ['DELETE', '/programs/2'],
  ['PUT', '/batches/1', () => ({ batch_name: `دفعة ${uniqueText()}` })],
  ['PUT', '/batches/1', () => ({ program_id: 'SHR' })],
  ['DELETE', '/batches/1'],
  ['DELETE', '/batches/2'],
  ['PUT', '/subjects/1', () => ({ hours: 9, apply_to_base: true })],
  ['DELETE', '/subjects/1'],
  ['PUT', '/students/1', () => ({ first_name: 'عبد الرحمن' })],
  ['PUT', '/students/1', () => ({ batch_id: 2 })],
  ['DELETE', '/students/1'],
  ['DELETE', '/students/2'],
  ['POST', '/students', () => ({ first_name: 'سعد', last_name: uniqueText(), national_id: String((lastNationalId += 1)), batch_id: 1 })],
  ['PUT', '/users/2', () => ({ name: 'اسم آخر' })],
  ['PUT', '/users/2', () => ({ is_active: false })],
  ['PUT', '/users/2', () => ({ role: 'admin' })],
  ['DELETE', '/users/4'],
  ['POST', '/users/unlink-student', () => ({ user_id: 4 })],
  ['POST', '/grades/save', () => marks({ testGrade: 20 + (lastNationalId % 30) })],
  ['POST', '/grades/save', () => marks({ readingGrade: 5, attendanceGrade: null })],
  ['POST', '/subject-grade-settings/QRN101-1', () => ({ ...defaultGradeSettings, testEnabled: false, readingMax: 8 })],
  ['PUT', '/settings', () => ({ teacher_scope: 'linked', archive_retention_days: 45 })],
  ['POST', '/saved-filters', () => ({ resource: 'students', name: 'الجدد', filter: {} })],
]; // oxfmt-ignore

describe('the undo of a sequence of writes in reverse order', () => {
  beforeEach(start);
  afterEach(stop);

  test('the undo of writes on the same records restores the data', async () => {
    const students = server.data.read
      .selectFrom(enrolledStudents(server.data.read))
      .select('student_id')
      .where('batch_id', '=', 1);
    firstStudents = (await students.limit(3).execute()).map(({ student_id }) => student_id);
    const first = await dump(server.data);
    const admin = await newPerson();
    const added = await dump(server.data);
    expect(added['users']?.length).toBe((first['users']?.length ?? 0) + 1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: shared.length - 1 }), { minLength: 2, maxLength: 14 }),
        async (indexes) => {
          for (const index of indexes) {
            const [method, path, body] = shared[index] as (typeof shared)[number];
            const answer = await admin.call(method, path, body?.());
            await yieldToEventLoop();
            // A write may be refused because of an earlier one; a refused write changes nothing.
            expect(answer.status, answer.text).toBeLessThan(500);
          }
          await admin.undoAll();
          expect(await rowsNow(added)).toBe(added);
        },
      ),
      { numRuns: rounds({ short: 4, all: 20 }) },
    );
  });

  test('the undo of shuffled writes of all endpoints restores the data', async () => {
    const admin = await newPerson();
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...writes], { minLength: 5, maxLength: 18 }), async (chosen) => {
        const prepared: Prepared[] = [];
        for (const endpoint of chosen) prepared.push(await admin.prepare(endpoint));
        const before = await dump(server.data);
        for (const one of prepared) expect((await admin.make(one)).status).toBeLessThan(500);
        await admin.undoAll();
        expect(await rowsNow(before)).toBe(before);
      }),
      { numRuns: rounds({ short: 3, all: 12 }) },
    );
  });
});
