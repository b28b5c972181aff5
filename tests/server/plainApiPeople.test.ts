import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
import { demoBatchId, uniqueText } from '../support/sampleCalls';

type Row = Record<string, unknown>;

let plainServer: TestApp;
beforeAll(async () => {
  plainServer = await startTestApp({ config: { PLAIN_API: true } });
});
afterAll(() => plainServer.close());

const as = 'admin' as const;
const undoSession = { 'x-session-id': uniqueText() };
const call = <T = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  plainServer.call<T & Row>(method, path, {
    as,
    headers: undoSession,
    ...(body === undefined ? {} : { body }),
  });
const keysOf = (row: unknown) => Object.keys(row ?? {}).toSorted();
const successResponse = { status: 200, body: { success: true, message: expect.any(String) } };

async function newAccount(role: string): Promise<Row> {
  const username = uniqueText();
  const body = { username, name: username, role, email: 'a@example.org', password: 'kalima-tawila-9' };
  expect(await call('POST', '/users', body)).toMatchObject({ status: 201, body: { success: true } });
  const { body: users } = await call<Row[]>('GET', '/users');
  return users.find((user) => user['username'] === username) ?? {};
}
const freeStudent = async () =>
  (await call<Row[]>('GET', '/students')).body.find(({ user_id }) => user_id === null) ?? {};

test('accounts are listed, added, changed and deleted with the fields of the specification', async () => {
  const { id, ...user } = await newAccount('teacher');
  expect(keysOf({ id, ...user })).toEqual([
    'email',
    'id',
    'is_active',
    'last_login',
    'name',
    'phone',
    'role',
    'student_id',
    'username',
  ]);
  expect((await call('PUT', `/users/${id}`, { is_active: false })).body).toEqual({ success: true });
  expect((await call<Row[]>('GET', '/users')).body).toContainEqual({ id, ...user, is_active: false });
  expect(await call('PUT', `/users/${id}`, { version: 1 })).toMatchObject({
    status: 422,
    body: { details: [{ path: 'version' }] },
  });
  const changeResponse = await call('PUT', `/users/${id}/password`, { password: 'kalima-ukhra-9' });
  expect(changeResponse).toMatchObject({ status: 200, body: { success: true } });
  expect(changeResponse.body).not.toHaveProperty('temporary_password');
  expect((await call('GET', `/users/${id}`)).status).toBe(404);
  expect((await call('DELETE', `/users/${id}`)).body).toEqual({ message: 'تم حذف المستخدم بنجاح' });
});

test('accounts and students are linked and unlinked by their numbers', async () => {
  const user = await newAccount('student');
  const student = await freeStudent();
  const loadSides = async () => {
    const { body: users } = await call<Row[]>('GET', '/users');
    const { body: students } = await call<Row[]>('GET', '/students');
    return [
      users.find(({ id }) => id === user['id'])?.['student_id'],
      students.find(({ id }) => id === student['id'])?.['user_id'],
    ];
  };
  const link = { user_id: user['id'], student_id: student['student_id'] };
  expect(await call('POST', '/users/link-student', link)).toMatchObject(successResponse);
  expect(await loadSides()).toEqual([student['student_id'], user['id']]);
  expect(await call('POST', '/users/unlink-student', { user_id: user['id'] })).toMatchObject(successResponse);
  expect(await loadSides()).toEqual([null, null]);
  const way = `/students/${student['id']}/link-user`;
  expect(await call('POST', way, { userId: user['id'] })).toMatchObject(successResponse);
  const again = await call('POST', `/students/auto-link/${user['id']}`, {});
  expect(again).toMatchObject({ ...successResponse, body: { student: { id: student['id'] } } });
  expect(again.body['student']).not.toHaveProperty('link_state');
  const created = await call('POST', '/students/demo-link', {});
  expect(keysOf(created.body)).toEqual(['message', 'student_name', 'success']);
});

test('a teacher is assigned to a subject and removed again', async () => {
  const teacher = await newAccount('teacher');
  const base = uniqueText();
  await call('POST', '/subjects', { subject_code: base, name: base, batch_id: demoBatchId });
  const subject_code = `${base}-${demoBatchId}`;
  const answer = await call('POST', '/subject-teachers', { subject_code, teacher_id: teacher['id'] });
  expect(answer).toMatchObject({ body: { success: true } });
  const links = () => call<Row[]>('GET', `/subject-teachers/teacher/${teacher['id']}`);
  const [link] = (await links()).body;
  expect(link).toEqual({
    id: expect.any(Number),
    subject_code,
    teacher_id: teacher['id'],
    subject_name: base,
    batch_name: expect.any(String),
    level: 1,
  });
  expect((await call('DELETE', `/subject-teachers/${link?.['id']}`)).status).toBe(200);
  expect((await links()).body).toEqual([]);
});

test('a deletion is in the archive and can be undone there or with the undo control', async () => {
  const program = { program_id: uniqueText(), program_name: uniqueText() };
  await call('POST', '/programs', program);
  const loadStored = async () =>
    (await call<Row[]>('GET', '/programs')).body.find((row) => row['program_id'] === program.program_id);
  const id = (await loadStored())?.['id'];
  await call('DELETE', `/programs/${id}`);
  const { body: offered } = await call<{ operations: Row[] }>('GET', '/undo/session-operations');
  expect(keysOf(offered)).toEqual(['operations']);
  expect(keysOf(offered.operations[0])).toEqual(['description', 'has_related_records', 'id', 'performed_at']);
  expect((await call('POST', `/undo/${offered.operations[0]?.['id']}`, {})).status).toBe(200);
  expect(await loadStored()).toMatchObject({ id });
  await call('DELETE', `/programs/${id}`);
  expect(await call('POST', '/undo/latest', {})).toMatchObject({ body: { message: expect.any(String) } });
  await call('DELETE', `/programs/${id}`);

  const { body: page } = await call<{ data: Row[] }>('GET', '/archive/deleted-records?page=1&limit=1');
  expect(keysOf(page)).toEqual(['data', 'pagination']);
  expect(keysOf(page['pagination'])).toEqual(['limit', 'page', 'total', 'totalPages']);
  expect(keysOf(page.data[0])).toEqual([
    'can_undo',
    'days_until_expiration',
    'description',
    'id',
    'item_name',
    'performed_at',
    'related_records_count',
    'table_name',
    'user_name',
    'user_role',
  ]);
  expect(await call('POST', `/archive/restore/${page.data[0]?.['id']}`, {})).toMatchObject(successResponse);
  expect(await loadStored()).toMatchObject({ id });
  const { body: stats } = await call('GET', '/archive/stats');
  expect(keysOf(stats)).toEqual(['by_table', 'expiring_soon', 'total', 'undone']);
});

test('the dashboard has the stats of the specification', async () => {
  const { body: stats } = await call('GET', '/dashboard/stats');
  expect(keysOf(stats)).toEqual([
    'activeStudents',
    'assignments',
    'attendanceRate',
    'averageGrade',
    'batches',
    'programs',
    'students',
    'subjects',
    'successRate',
    'todayAbsences',
  ]);
  const { body: activities } = await call<Row[]>('GET', '/dashboard/recent-activities');
  expect(keysOf(activities[0])).toEqual(['action', 'id', 'time', 'type', 'user']);
  const { body: performance } = await call<{ topStudents: Row[] }>('GET', '/dashboard/performance');
  expect(keysOf(performance)).toEqual(['gradeDistribution', 'gradesByLevel', 'topStudents']);
  expect(keysOf(performance.topStudents[0])).toEqual(['average_grade', 'full_name', 'subjects_count']);
});
