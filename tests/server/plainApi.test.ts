import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { password, startTestApp, type TestApp } from '../support/app';
import { demoBatchId, sampleCalls, uniqueText } from '../support/sampleCalls';

type Row = Record<string, unknown>;

let plainServer: TestApp;
let fullServer: TestApp;
beforeAll(async () => {
  [plainServer, fullServer] = await Promise.all([
    startTestApp({ config: { PLAIN_API: true } }),
    startTestApp(),
  ]);
});
afterAll(() => Promise.all([plainServer.close(), fullServer.close()]));

const list = (server: TestApp, path: string, query: Row = {}) =>
  server.call<Row[]>('GET', path, { as: 'admin', query });

describe('calls', () => {
  test('calls beyond the specification answer 404, while the full server has them', async () => {
    const { body: admin } = await fullServer.call<{ id: number }>('GET', '/auth/me', { as: 'admin' });
    for (const endpoint of endpoints.filter((one) => one.isAddition && one.path !== '/ready')) {
      const {
        params = {},
        query,
        headers,
        body,
      } = (await sampleCalls[`${endpoint.method} ${endpoint.path}`]?.(fullServer, {
        id: admin.id,
        username: 'admin',
        studentAccount: 4,
      })) ?? {};
      const path = fillPath(endpoint.path, params);
      const isForStudents = endpoint.roles !== 'public' && !endpoint.roles.includes('admin');
      const as = isForStudents ? ('student' as const) : ('admin' as const);
      const request = { as, query, headers, body };
      const answer = await plainServer.call(endpoint.method, path, request);
      expect(answer, path).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      if (endpoint.path === '/auth/logout' || endpoint.path === '/auth/password') continue;
      expect((await fullServer.call(endpoint.method, path, request)).status, path).toBe(endpoint.status);
    }
    expect((await plainServer.call('GET', '/docs')).status).toBe(404);
    expect((await plainServer.call('GET', '/ready')).status).toBe(200);
  });

  test('only the full server names itself', async () => {
    for (const [server, name] of [
      [plainServer, undefined],
      [fullServer, 'rasd'],
    ] as const) {
      const { status, headers } = await server.call('GET', '/programs', { as: 'admin' });
      expect([status, headers['x-server']]).toEqual([200, name]);
    }
  });

  test('all calls of the specification exist', async () => {
    for (const endpoint of endpoints.filter((one) => !one.isAddition)) {
      const answer = await plainServer.app.inject({
        method: endpoint.method,
        url: `/api${fillPath(endpoint.path, { id: 1, userId: 1, subject_code: 'x', baseCode: 'x', offering_code: 'x' })}`,
      });
      // 401 without a session, or 422 for a sign-in without a body; never 404.
      expect([401, 422], endpoint.path).toContain(answer.statusCode);
    }
  });
});

describe('a list', () => {
  test.each(['/programs', '/batches', '/subjects', '/students'])(
    'the list %s is the whole array, for any requested page',
    async (path) => {
      const all = await list(plainServer, path);
      const page = await list(plainServer, path, { range: [0, 1], sort: ['id', 'DESC'], filter: { q: 'x' } });
      expect(page).toMatchObject({ status: 200, body: all.body });
      expect(all.body.length).toBeGreaterThan(2);
      for (const { headers } of [all, page]) {
        expect(headers['content-range']).toBeUndefined();
        expect(headers['x-total-count']).toBeUndefined();
      }
      expect((await list(fullServer, path, { range: [0, 1] })).headers['content-range']).toMatch(/ 0-1\//);
    },
  );

  test('a list has the fields of the specification and no others', async () => {
    const keys = async (path: string) =>
      Object.keys((await list(plainServer, path)).body[0] ?? {}).toSorted();
    expect(await keys('/programs')).toEqual(['created_at', 'id', 'program_id', 'program_name']);
    expect(await keys('/batches')).toEqual([
      'academic_year',
      'batch_name',
      'batch_number',
      'id',
      'program_id',
      'program_name',
    ]);
    expect(await keys('/subjects')).toEqual([
      'batch_id',
      'batch_name',
      'created_at',
      'hours',
      'id',
      'level',
      'name',
      'subject_code',
      'type',
    ]);
    expect(await keys('/students')).toEqual([
      'additional_phone',
      'batch_id',
      'batch_name',
      'email',
      'first_name',
      'full_name',
      'gender',
      'id',
      'last_name',
      'national_id',
      'nationality',
      'phone',
      'program_id',
      'program_name',
      'second_name',
      'student_id',
      'third_name',
      'user_id',
    ]);
  });

  test('a list is filtered by the parameters of the specification', async () => {
    for (const server of [plainServer, fullServer]) {
      const { body: batches } = await list(server, '/batches');
      const program_name = 'برنامج اللغة العربية';
      const programBatches = await list(server, '/batches', { program_name });
      expect(programBatches.body).toEqual(batches.filter((batch) => batch['program_name'] === program_name));
      expect(programBatches.body.length).toBeGreaterThan(0);
      const batch_name = String(batches[0]?.['batch_name']);
      for (const [path, query, predicate] of [
        ['/subjects', { batch_name }, (row: Row) => row['batch_name'] === batch_name],
        ['/subjects', { level: 2 }, (row: Row) => row['level'] === 2],
        [
          '/subjects',
          { level: '٢', batch_name },
          (row: Row) => row['level'] === 2 && row['batch_name'] === batch_name,
        ],
        ['/students', { batch_name }, (row: Row) => row['batch_name'] === batch_name],
      ] as const) {
        const { body: all } = await list(server, path);
        const { body: some } = await list(server, path, query);
        expect(some).toEqual(all.filter(predicate));
        expect(some.length).toBeGreaterThan(0);
        expect(some.length).toBeLessThan(all.length);
      }
      expect((await list(server, '/students', { batch_name: 'لا وجود لها' })).body).toEqual([]);
      expect((await list(server, '/students', { nonsense: 1 })).status).toBe(422);
    }
  });
});

describe('a write', () => {
  test('a write answers without the record, and refuses fields beyond the specification', async () => {
    const body = { program_id: uniqueText(), program_name: uniqueText() };
    expect(await plainServer.call('POST', '/programs', { as: 'admin', body })).toMatchObject({ status: 201 });
    const rows = await list(plainServer, '/programs');
    const id = rows.body.find((row) => row['program_id'] === body.program_id)?.['id'];
    const renamed = { ...body, program_name: uniqueText() };
    const changeResponse = await plainServer.call('PUT', `/programs/${id}`, { as: 'admin', body: renamed });
    expect(changeResponse.status).toBe(200);
    expect(changeResponse.body).not.toHaveProperty('id');
    expect(changeResponse.body).not.toHaveProperty('version');
    for (const [path, field, value] of [
      ['/programs', 'specialty', 'قرآن'],
      ['/programs', 'version', 1],
      ['/batches', 'start_date', '2026-01-01'],
      ['/batches', 'level', 1],
      ['/batches', 'version', 1],
      ['/subjects', 'semester', 'x'],
      ['/subjects', 'apply_to_base', true],
      ['/students', 'version', 1],
    ] as const)
      expect(
        await plainServer.call('PUT', `${path}/1`, { as: 'admin', body: { [field]: value } }),
        `${path} ${field}`,
      ).toMatchObject({ status: 422, body: { code: 'VALIDATION', details: [{ path: field }] } });
    expect(await plainServer.call('DELETE', `/programs/${id}`, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { message: 'تم حذف البرنامج بنجاح' },
    });
  });

  test('a write of settings is sent and answered with the fields of the specification', async () => {
    const base = uniqueText();
    const subject = { subject_code: base, name: uniqueText(), batch_id: demoBatchId };
    expect((await plainServer.call('POST', '/subjects', { as: 'admin', body: subject })).status).toBe(201);
    const code = `${base}-${demoBatchId}`;
    const saved = await plainServer.call('POST', `/subject-grade-settings/${code}`, {
      as: 'admin',
      body: defaultGradeSettings,
    });
    expect(saved.status).toBe(200);
    const read = await plainServer.call('GET', `/subject-grade-settings/${code}`, { as: 'admin' });
    expect(read.body).toEqual(defaultGradeSettings);
    expect(saved.body).toEqual({ ...defaultGradeSettings, message: expect.any(String) });
    const versioned = await plainServer.call('POST', `/subject-grade-settings/${code}`, {
      as: 'admin',
      body: { ...defaultGradeSettings, version: 1 },
    });
    expect(versioned.status).toBe(422);
  });
});

test('the grade sheet is sent and answered with the fields of the specification', async () => {
  const [subject_code, name] = [uniqueText(), uniqueText()];
  await plainServer.call('POST', '/subjects', {
    as: 'admin',
    body: { subject_code, name, batch_id: demoBatchId },
  });
  const { body: batches } = await list(plainServer, '/batches');
  const batchName = String(batches.find(({ id }) => id === demoBatchId)?.['batch_name']);
  const sheetParams = { batchName, subjectCode: `${subject_code}-${demoBatchId}` };
  const path = (before: string, after = '') =>
    `/grades${before}/${encodeURIComponent(batchName)}/${sheetParams.subjectCode}${after}`;

  const [row] = (await list(plainServer, path(''))).body;
  expect(Object.keys(row ?? {}).toSorted()).toEqual([
    'absenceDays',
    'attendanceGrade',
    'exerciseGrade',
    'grade',
    'participationGrade',
    'readingGrade',
    'studentId',
    'studentName',
    'testGrade',
    'total',
  ]);
  const save = (changes: object) =>
    plainServer.call('POST', '/grades/save', {
      as: 'admin',
      body: { ...sheetParams, grades: [{ ...row, ...changes }] },
    });
  expect((await save({ testGrade: 40 })).body).toEqual({ success: true, message: expect.any(String) });
  expect((await save({ testGrade: 41 })).status).toBe(200);
  expect(await save({ version: 1 })).toMatchObject({
    status: 422,
    body: { details: [{ path: 'grades.0.version' }] },
  });
  expect((await list(plainServer, path(''))).body[0]).toMatchObject({ ...row, testGrade: 41, total: 41 });
  const { body: stats } = await plainServer.call('GET', path('/statistics'), { as: 'admin' });
  expect(stats).not.toHaveProperty('incompleteCount');
  expect(stats).not.toHaveProperty('displayed');
  expect(stats).toMatchObject({ studentsCount: 0, average: null });
  const history = path('/history', `/${String(row?.['studentId'])}`);
  expect((await plainServer.call('GET', history, { as: 'admin' })).status).toBe(404);
});

test('sign-in and the look-up of a student answer with the fields of the specification', async () => {
  const { body } = await plainServer.call<{ user: { id: number }; token: string }>('POST', '/auth/login', {
    body: { username: 'student', password },
  });
  expect(Object.keys(body).toSorted()).toEqual(['token', 'user']);
  expect(Object.keys(body.user).toSorted()).toEqual([
    'email',
    'id',
    'name',
    'role',
    'student_id',
    'username',
  ]);
  const lookedUp = await plainServer.call('GET', `/students/by-user/${body.user.id}`, { as: 'student' });
  expect(lookedUp).toMatchObject({
    status: 200,
    body: { full_name: expect.any(String), batch_name: expect.any(String) },
  });
  expect(lookedUp.body).not.toHaveProperty('version');
});

describe('registers and daily records', () => {
  test('registers and daily records are recorded and read with the calls of the specification, and other calls answer 404', async () => {
    const [subject_code, name] = [uniqueText(), uniqueText()];
    await plainServer.call('POST', '/subjects', {
      as: 'admin',
      body: { subject_code, name, batch_id: demoBatchId },
    });
    const { body: batches } = await list(plainServer, '/batches');
    const batchName = String(batches.find(({ id }) => id === demoBatchId)?.['batch_name']);
    const code = `${subject_code}-${demoBatchId}`;
    const path = `/absences/${encodeURIComponent(batchName)}/${code}/2026-11-02`;
    const read = () => plainServer.call<{ students: Row[]; absences: Row[] }>('GET', path, { as: 'teacher' });
    const { body: before } = await read();
    expect(Object.keys(before).toSorted()).toEqual(['absences', 'students']);
    const studentId = before.students[0]?.['studentId'];
    const absentStudents = [{ studentId, studentName: 'x', type: 'غياب بعذر', notes: '' }];
    const body = { batchName, subjectCode: code, date: '2026-11-02', absentStudents };
    const first = await plainServer.call('POST', '/absences/record', { as: 'teacher', body });
    expect(first).toMatchObject({ status: 200, body: { success: true, message: 'تم حفظ الغياب بنجاح' } });
    const again = await plainServer.call('POST', '/absences/record', { as: 'teacher', body });
    expect(again).toMatchObject({ status: 400, body: { error: 'DUPLICATE_ABSENCE' } });
    expect((await read()).body.absences).toMatchObject([{ studentId, type: 'غياب بعذر' }]);
    const { body: stats } = await plainServer.call('GET', '/absences/statistics/all', { as: 'admin' });
    expect(Object.keys(stats).toSorted()).toEqual([
      'excusedAbsences',
      'todayAbsences',
      'topAbsentees',
      'totalAbsences',
      'unexcusedAbsences',
    ]);
    const additions = [
      plainServer.call('PUT', path, { as: 'admin', body: { absentStudents: [] } }),
      plainServer.call('GET', '/absences/report', { as: 'admin', query: { batchName } }),
    ];
    for (const { status } of await Promise.all(additions)) expect(status).toBe(404);
  });

  test('registers and daily records identify a row without number by the full name of the student, and refuse other fields', async () => {
    const { body: subjects } = await list(plainServer, '/subjects');
    const subject = subjects.find((row) => row['batch_id'] === demoBatchId && row['type'] === 'تقييد يومي');
    const [batchName, subjectCode] = [String(subject?.['batch_name']), String(subject?.['subject_code'])];
    const path = `/daily-records/${encodeURIComponent(batchName)}/${subjectCode}/2026-10-31`;
    const rows = async () =>
      (await plainServer.call<{ records: Row[] }>('GET', path, { as: 'admin' })).body.records;
    const row = (await rows()).find((one, _place, all) => {
      return all.filter(({ studentName }) => studentName === one['studentName']).length === 1;
    });
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      'mistakesCount',
      'pagesCount',
      'performanceLevel',
      'recordContent',
      'studentName',
      'teacherNotes',
    ]);
    const save = (one: object) =>
      plainServer.call('POST', '/daily-records/save', {
        as: 'admin',
        body: { batchName, subjectCode, subjectName: 'x', recordDate: '2026-10-31', records: [one] },
      });
    const saved = await save({ ...row, teacherNotes: 'حسن', performanceLevel: '', pagesCount: 1 });
    expect(saved.body).toEqual({ success: true, message: expect.any(String) });
    expect(await rows()).toContainEqual(
      expect.objectContaining({ studentName: row?.['studentName'], teacherNotes: 'حسن' }),
    );
    expect(await save({ ...row, version: 1 })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'records.0.version' }] },
    });
  });
});
