import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, fillPath } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';
import type { StaffSection } from '../../contract/vocabulary';
import { addAccount, setTeacherScope } from '../support/accounts';
import { type Answer, startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop, pause } from '../support/eventLoop';
import {
  newLinkedPair,
  newBatch,
  newStudent,
  newUser,
  type SampleCall,
  sampleCalls,
  uniqueText,
} from '../support/sampleCalls';

type StaffRole = 'admin' | 'teacher';
interface Staff {
  id: number;
  username: string;
  token: string;
  studentAccount: number;
}

let server: TestApp;
const staff = {} as Record<StaffRole, Record<StaffSection, Staff>>;
/** A student of the batch of the boys, in the scope of the boys' staff. */
let boy: { id: number; student_id: string };

const run = (change: (trx: TestApp['data']['read']) => { execute(): Promise<unknown> }) =>
  server.data.writeUnlogged((trx) => change(trx).execute());

/** Assigns samples without a section to the girls, like the whole demo institute. */
async function giveToGirls() {
  await run((trx) => trx.updateTable('batches').set({ section: 'girls' }).where('section', '=', 'mixed'));
  await run((trx) =>
    trx
      .updateTable('users')
      .set({ section: 'girls' })
      .where('role', '=', 'teacher')
      .where('section', 'is', null),
  );
}

beforeAll(async () => {
  server = await startTestApp({ config: { DEMO: true }, hasFewRevisions: true });
  await server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled: true } });
  await giveToGirls();
  const studentAccount = (await addAccount(server, 'student', { student_row_id: 2 })).id;
  for (const role of ['admin', 'teacher'] as const) {
    const created = {} as Record<StaffSection, Staff>;
    for (const section of ['boys', 'girls'] as const) {
      const account = await addAccount(server, role);
      await run((trx) => trx.updateTable('users').set({ section }).where('id', '=', account.id));
      created[section] = { ...account, ...(await account.signIn()), studentAccount };
    }
    staff[role] = created;
  }
  // In this file only the section limits the scope of teachers.
  await setTeacherScope(server.data, 'all');
  const batch = await server.call<{ id: number }>('POST', '/batches', {
    as: staff.admin.boys,
    body: { batch_name: 'دفعة البنين', program_id: 'QRN' },
  });
  const subject = await server.call<{ id: number }>('POST', '/subjects', {
    as: staff.admin.boys,
    body: { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: batch.body.id },
  });
  const student = await server.call<{ id: number; student_id: string }>('POST', '/students', {
    as: staff.admin.boys,
    body: { first_name: 'سعد', last_name: 'الراشد', national_id: '1098765432', batch_id: batch.body.id },
  });
  if (student.status !== 201) throw new Error(`${batch.text} ${subject.text} ${student.text}`);
  boy = student.body;
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
type Sample = (server: TestApp, caller: Staff) => SampleCall | Promise<SampleCall>;

/** Samples of the girls, for calls whose usual sample has no section or no owner. */
const girlsSamples: Record<string, Sample> = {
  ...Object.fromEntries(
    ['GET /users/{id}', 'PUT /users/{id}', 'DELETE /users/{id}', 'PUT /users/{id}/password'].map(
      (name): [string, Sample] => [
        name,
        async () => ({
          params: { id: (await newUser(server, 'teacher')).id },
          ...(name.startsWith('PUT') && { body: name.endsWith('password') ? {} : { phone: '0500000000' } }),
        }),
      ],
    ),
  ),
  ...Object.fromEntries(
    ['POST /users/delete-many', 'POST /users/deactivate-many'].map((name): [string, Sample] => [
      name,
      async () => ({ body: { ids: [(await newUser(server, 'teacher')).id] } }),
    ]),
  ),
  'POST /users/link-student': async () => {
    const { student, account } = await freeAccount();
    return { body: { user_id: account, student_id: student.student_id } };
  },
  'POST /students/{id}/link-user': async () => {
    const { student, account } = await freeAccount();
    return { params: { id: student.id }, body: { userId: account } };
  },
  'POST /users/unlink-student': async () => {
    const { student, user } = await newLinkedPair(server);
    await run((trx) =>
      trx
        .updateTable('users')
        .set({ username: student.student_id, username_key: student.student_id })
        .where('id', '=', user.id),
    );
    return { body: { user_id: user.id } };
  },
  'POST /holidays': () => ({ body: girlsHoliday }),
  'PUT /holidays/{id}': async () => ({ params: { id: await newGirlsHoliday() }, body: { name: 'رحلة' } }),
  'DELETE /holidays/{id}': async () => ({ params: { id: await newGirlsHoliday() } }),
  'GET /subject-teachers/teacher/{teacherId}': () => ({ params: { teacherId: staff.teacher.girls.id } }),
  'POST /archive/restore/{id}': async () => {
    const { id } = await newStudent(server);
    await server.call('DELETE', `/students/${id}`, { as: 'admin' });
    return { params: { id: await newestOperation() } };
  },
  'GET /audit/{id}': async () => {
    await newStudent(server);
    return { params: { id: await newestOperation() } };
  },
  'POST /undo/{id}': async (_server, caller) => {
    const undoSession = uniqueText();
    const sample = await sampleOf(endpointOf('POST /grades/save'), caller);
    await send(endpointOf('POST /grades/save'), sample, caller, { 'x-session-id': undoSession });
    return { params: { id: await newestOperation() }, headers: { 'x-session-id': undoSession } };
  },
  ...Object.fromEntries(
    ['POST /students/import', 'POST /students/import/check'].map((name): [string, Sample] => [
      name,
      async () => {
        const { batch_name } = await newBatch(server);
        const record = { first_name: 'سعد', last_name: uniqueText(), batch_name };
        return { body: { data: [record] } };
      },
    ]),
  ),
  'GET /papers/batches/{id}': (_server, caller) => papersOfBatch(caller),
  'DELETE /papers/batches/{id}': (_server, caller) => papersOfBatch(caller),
  'GET /papers/batches/{id}/file': async (_server, caller) => {
    const sample = await papersOfBatch(caller);
    for (;;) {
      const state = await send(endpointOf('GET /papers/batches/{id}'), sample, caller);
      if (state.body['state'] !== 'running') return sample;
      await pause();
    }
  },
  'POST /grades/import/check': async (_server, caller) => {
    const { body } = await sampleOf(endpointOf('POST /grades/import'), caller);
    return { body: { data: (body as { data: unknown[] }).data } };
  },
};

const demoRows = { query: { range: [0, 99] } };
for (const path of ['/announcements', '/announcements/current', '/behaviour-notes'])
  girlsSamples[`GET ${path}`] = () => (path.endsWith('current') ? {} : demoRows);

const girlsHoliday = { from: '2026-10-07', to: '2026-10-07', name: 'إجازة البنات', section: 'girls' };
const newGirlsHoliday = async () =>
  (await server.call<{ id: number }>('POST', '/holidays', { as: 'admin', body: girlsHoliday })).body.id;

const endpointOf = (name: string) => endpoints.find((endpoint) => nameOf(endpoint) === name) as Endpoint;

/** Starts a job for the transcripts of a batch of the girls with one student. */
async function papersOfBatch(caller: Staff): Promise<SampleCall> {
  const { id: batch_id, batch_name } = await newBatch(server);
  const subject = { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id };
  await server.call('POST', '/subjects', { as: 'admin', body: subject });
  const student = { first_name: 'نورة', last_name: 'السالم', national_id: '1000000001', batch_id };
  const { body: added } = await server.call<{ id: number }>('POST', '/students', {
    as: 'admin',
    body: student,
  });
  await giveToGirls();
  const body = { batchName: batch_name, form: 'zip' };
  const started = await server.call<{ id?: string }>('POST', '/papers/batches', { as: caller, body });
  // The next student has the same national id.
  await run((trx) => trx.updateTable('students').set({ national_id: null }).where('id', '=', added.id));
  return { params: { id: String(started.body.id) } };
}

async function freeAccount() {
  const student = await newStudent(server);
  const user = await server.call<{ id: number }>('POST', '/users', {
    as: 'admin',
    body: { username: student.student_id, name: student.full_name, role: 'student' },
  });
  return { student, account: user.body.id };
}

async function newestOperation(): Promise<number> {
  const newest = server.data.read.selectFrom('operations').select('id').orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirstOrThrow()).id;
}

/** This call needs an account of a deleted student, which no section has. */
const sectionlessCalls = new Set(['POST /users/{id}/give']);

/** These calls identify no record of another section, and answer with data of the caller's section. */
const open = new Set([
  'GET /auth/me',
  'POST /auth/step-up',
  'DELETE /auth/step-up',
  'GET /auth/sessions',
  'GET /auth/outbox-key',
  'POST /auth/logout',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/{id}',
  'POST /auth/password',
  'GET /programs',
  'GET /programs/{id}',
  'GET /batches',
  'POST /batches',
  'GET /calendar',
  'GET /calendar/registers',
  'GET /choices',
  'GET /circles',
  'GET /circles/overview',
  'GET /guardians',
  'GET /guardians/matches',
  'GET /message-templates',
  'GET /assignments',
  'GET /subjects',
  'GET /subjects/summary',
  'GET /subjects/base/{baseCode}/offerings',
  'GET /absences/statistics/{x}',
  'GET /students',
  'GET /students/summary',
  'GET /users',
  'POST /users',
  'GET /students/link-candidates',
  'GET /students/duplicates',
  'GET /teachers',
  'GET /settings',
  'GET /saved-filters',
  'POST /saved-filters',
  'DELETE /saved-filters/{id}',
  'GET /undo/session-operations',
  'POST /undo/latest',
  'GET /archive/deleted-records',
  'GET /archive/stats',
  'GET /audit',
  'GET /search',
  'GET /notifications',
  'POST /notifications/read',
  'GET /fault-kinds',
  'GET /announcements',
  'GET /announcements/current',
  'GET /excuses',
  'GET /note-categories',
  'GET /behaviour-notes',
  'GET /behaviour-notes/summary',
  'GET /sard',
  'GET /today',
  'GET /dashboard/stats',
  'GET /dashboard/recent-activities',
  'GET /dashboard/performance',
  'GET /reports/log',
  'GET /reports/log/summary',
  'GET /reports/summary',
  'GET /papers/issued',
  'POST /sheets/fetch',
  'GET /imports/{importId}',
  'POST /imports/{importId}/finish',
  'POST /users/import',
  'POST /users/import/check',
  'POST /batches/import',
  'POST /batches/import/check',
]);
const endsSessions = new Set([
  'POST /auth/logout',
  'POST /auth/password',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/{id}',
]);
/** An import refuses only the rows with unknown records. */
const isImport = ({ path }: Endpoint) => /\/import(\/check)?$/.test(path);

async function sampleOf(endpoint: Endpoint, caller: Staff): Promise<SampleCall> {
  const name = nameOf(endpoint);
  const buildSample = girlsSamples[name] ?? sampleCalls[name];
  if (!buildSample) throw new Error(`there is no sample call of ${name}`);
  const sample = await buildSample(server, caller);
  await giveToGirls();
  return sample;
}

function send(
  endpoint: Endpoint,
  { params = {}, query, body, headers }: SampleCall,
  { token }: Staff,
  overrides: Record<string, string> = {},
) {
  const sent = { as: { token }, headers: { ...headers, ...overrides }, query, body };
  return server.call(endpoint.method, fillPath(endpoint.path, params), sent);
}

/** Returns the numbers and names that only the girls have. */
async function namesOfGirls(): Promise<string[]> {
  const { read } = server.data;
  const students = await read
    .selectFrom('students')
    .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
    .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
    .select('students.student_id')
    .where('section', '=', 'girls')
    .execute();
  const batches = await read
    .selectFrom('batches')
    .select('batch_name')
    .where('section', '=', 'girls')
    .execute();
  const subjects = await read
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select('subject_code')
    .where('section', '=', 'girls')
    .execute();
  const announcements = await read
    .selectFrom('announcements')
    .innerJoin('batches', 'batches.id', 'announcements.batch_id')
    .select('title')
    .where('batches.section', '=', 'girls')
    .execute();
  const accounts = await read.selectFrom('users').select('username').where('section', '=', 'girls').execute();
  return [
    ...students.map(({ student_id }) => student_id),
    ...batches.map(({ batch_name }) => batch_name),
    ...subjects.map(({ subject_code }) => subject_code),
    ...announcements.map(({ title }) => title),
    // The user name of a demo account is its role.
    ...accounts.map(({ username }) => username).filter((name) => name !== 'teacher'),
  ];
}

const girlsNamedIn = async ({ text }: Answer) =>
  (await namesOfGirls()).filter((name) => text.includes(`"${name}"`));

/** Classifies the answer: done, denied or its status. */
function outcomeOf(endpoint: Endpoint, { status, body }: Answer): 'done' | 'denied' | number {
  if (status === endpoint.status) return isImport(endpoint) && body['failed'] !== 0 ? 'denied' : 'done';
  return [403, 404, 422].includes(status) ? 'denied' : status;
}

const withNames = (rows: readonly Endpoint[]) =>
  rows.map((endpoint) => [nameOf(endpoint), endpoint] as const);

describe.each(['admin', 'teacher'] as const)('calls of an %s of one section', (role) => {
  const allowed = endpoints.filter(
    ({ roles, isHidden }) => roles !== 'public' && roles.includes(role) && !isHidden,
  );
  const ofSections = allowed.filter(({ isInstituteWide }) => !isInstituteWide);
  const isOpen = (endpoint: Endpoint) => open.has(nameOf(endpoint));

  test.each(withNames(allowed.filter(({ isInstituteWide }) => isInstituteWide)))(
    '%s covers the whole institute, and is refused',
    async (_name, endpoint) => {
      const sample = await sampleOf(endpoint, staff[role].girls);
      for (const caller of [staff[role].boys, staff[role].girls])
        expect(await send(endpoint, sample, caller)).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        });
    },
  );

  test.each(withNames(ofSections.filter(isOpen)))(
    "%s answers with data of the caller's section",
    async (name, endpoint) => {
      let caller = staff[role].boys;
      if (endsSessions.has(name)) {
        const account = await addAccount(server, role);
        caller = { ...caller, ...account, ...(await account.signIn()) };
        await run((trx) => trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id));
      }
      const answer = await send(endpoint, await sampleOf(endpoint, caller), caller);
      expect(outcomeOf(endpoint, answer), answer.text).toBe('done');
      expect(await girlsNamedIn(answer), answer.text).toEqual([]);
    },
  );

  test.each(withNames(ofSections.filter((endpoint) => !isOpen(endpoint))))(
    '%s is denied for records of the other section, and allowed to its own staff',
    async (name, endpoint) => {
      const { boys, girls } = staff[role];
      const sample = await sampleOf(endpoint, girls);
      const denied = await send(endpoint, sample, boys);
      expect(outcomeOf(endpoint, denied), denied.text).toBe('denied');
      expect(await girlsNamedIn(denied), denied.text).toEqual([]);
      const answer = await send(endpoint, sample, girls);
      expect(outcomeOf(endpoint, answer), answer.text).toBe(sectionlessCalls.has(name) ? 'denied' : 'done');
    },
  );
});

test('a record of the other section answers with the same bytes as a missing one', async () => {
  const missingId = 2_000_000_000;
  const { student, user } = await newLinkedPair(server);
  const batch = await newBatch(server);
  await giveToGirls();
  const { boys, girls } = staff.admin;
  const paths: [string, string, string][] = [
    ['GET', `/batches/${batch.id}`, `/batches/${missingId}`],
    ['PUT', `/batches/${batch.id}`, `/batches/${missingId}`],
    ['DELETE', `/batches/${batch.id}`, `/batches/${missingId}`],
    ['GET', `/students/${student.id}`, `/students/${missingId}`],
    ['PUT', `/students/${student.id}`, `/students/${missingId}`],
    ['DELETE', `/students/${student.id}`, `/students/${missingId}`],
    ['GET', `/users/${user.id}`, `/users/${missingId}`],
    ['PUT', `/users/${user.id}`, `/users/${missingId}`],
    ['DELETE', `/users/${user.id}`, `/users/${missingId}`],
    ['PUT', `/users/${user.id}/password`, `/users/${missingId}/password`],
  ];
  for (const [method, path, none] of paths) {
    const body = method === 'PUT' ? {} : undefined;
    const outside = await server.call(method, path, { as: boys, body });
    expect(outside.status, `${method} ${path} ${outside.text}`).toBe(404);
    expect(outside.text).toBe((await server.call(method, none, { as: boys, body })).text);
  }
  for (const path of [`/batches/${batch.id}`, `/students/${student.id}`, `/users/${user.id}`])
    expect((await server.call('GET', path, { as: girls })).status, path).toBe(200);
});

test("the boys' staff see the student of the boys, and the girls' staff do not", async () => {
  for (const role of ['admin', 'teacher'] as const) {
    const path = `/students/${boy.id}`;
    expect((await server.call('GET', path, { as: staff[role].boys })).status).toBe(200);
    expect((await server.call('GET', path, { as: staff[role].girls })).status).toBe(404);
    const answer = await server.call<{ student_id: string }[]>('GET', '/students', { as: staff[role].boys });
    expect(answer.body.map(({ student_id }) => student_id)).toContain(boy.student_id);
  }
});

test('announcements and notes of the girls are in the answers to an admin of the institute', async () => {
  for (const name of ['GET /announcements', 'GET /behaviour-notes']) {
    const { query } = await sampleOf(endpointOf(name), staff.admin.boys);
    const answer = await server.call('GET', name.slice(4), { as: 'admin', query });
    expect((await girlsNamedIn(answer)).length, name).toBeGreaterThan(0);
  }
});
