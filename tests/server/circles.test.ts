import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Circle, CircleMember } from '../../contract/circles';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt, moveClock } from '../support/clock';
import { rounds } from '../support/rounds';
import { newSheet, type Sheet } from '../support/sheet';

let server: TestApp;
const clock = clockAt('2026-09-01T09:00:00Z');
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

type Written = Circle & { operation_id: number | null };
const send = <T = Written>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', body, headers: { 'x-session-id': 'circles' } });
const listCircles = async (query: Record<string, unknown>) =>
  (await server.call<Circle[]>('GET', '/circles', { as: 'admin', query })).body;

let sheet: Sheet;
beforeEach(async () => {
  await setToday('2026-09-01');
  sheet = await newSheet(server, 5);
});
const add = async (name: string, overrides = {}) => {
  const answer = await send('POST', '/circles', { subject_code: sheet.subjectCode, name, ...overrides });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

describe('a circle', () => {
  test('a circle is created with all its fields, and listed under its subject', async () => {
    const { body: teachers } = await server.call<{ id: number; name: string }[]>('GET', '/teachers', {
      as: 'admin',
    });
    const [teacher] = teachers;
    const created = await add('حلقة الأحساء', {
      teacher_id: teacher?.id,
      days: [2, 0, 2],
      time: '١٦:٣٠',
      place: 'جامع الراجحي',
      capacity: '١٥',
    });
    const { operation_id, ...circle } = created;
    expect(operation_id).toEqual(expect.any(Number));
    expect(circle).toEqual({
      id: expect.any(Number),
      subject_code: sheet.subjectCode,
      name: 'حلقة الأحساء',
      teacher_id: teacher?.id,
      teacher_name: teacher?.name,
      days: [0, 2],
      time: '16:30',
      place: 'جامع الراجحي',
      capacity: 15,
      members_count: 0,
      ended_on: null,
      version: 1,
    });
    await add('حلقة القصيم');
    expect(await listCircles({ subject_code: sheet.subjectCode, sort: ['name', 'ASC'] })).toMatchObject([
      circle,
      { name: 'حلقة القصيم', teacher_id: null, days: [], time: null, place: null, capacity: null },
    ]);
    expect(await listCircles({ filter: { q: 'الأحساء', subject_code: sheet.subjectCode } })).toEqual([circle]);
  });

  test('a circle has a unique name in its subject, in any spelling; circles of other subjects may have the same name', async () => {
    await add('حلقة أُبيّ');
    const body = { subject_code: sheet.subjectCode, name: 'حلقه ابي' };
    expect(await send('POST', '/circles', body)).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', details: [{ path: 'name' }] },
    });
    const other = await newSheet(server, 0);
    expect(await send('POST', '/circles', { ...body, subject_code: other.subjectCode })).toMatchObject({
      status: 201,
    });
    const second = await add('حلقة نافع');
    expect(await send('PUT', `/circles/${second.id}`, { name: 'حلقة أبي' })).toMatchObject({ status: 409 });
    expect(await send('PUT', `/circles/${second.id}`, { name: 'حلقة نافعٍ' })).toMatchObject({ status: 200 });
  });

  test('a circle is changed with the current version; its subject cannot change', async () => {
    const circle = await add('حلقة القصيم');
    const changeResponse = await send('PUT', `/circles/${circle.id}`, {
      ...circle,
      place: 'القاعة 2',
      days: [1],
    });
    expect(changeResponse, changeResponse.text).toMatchObject({
      status: 200,
      body: { place: 'القاعة 2', days: [1], version: 2, operation_id: expect.any(Number) },
    });
    expect(await send('PUT', `/circles/${circle.id}`, { place: 'القاعة 3', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { place: 'القاعة 2', version: 2 } },
    });
    const same = await send('PUT', `/circles/${circle.id}`, changeResponse.body);
    expect(same).toMatchObject({ status: 200, body: { version: 2, operation_id: null } });
    const other = await newSheet(server, 0);
    expect(await send('PUT', `/circles/${circle.id}`, { subject_code: other.subjectCode })).toMatchObject({
      status: 422,
    });
  });

  test.each([
    ['an unknown subject', { subject_code: 'لا-شيء' }],
    ['an admin as its teacher', { teacher_id: 1 }],
    ['a time that does not exist', { time: '24:00' }],
    ['a day that does not exist', { days: [7] }],
    ['a capacity of 0', { capacity: 0 }],
    ['no name', { name: ' ' }],
  ])('a circle with %s is refused', async (_what, wrong) => {
    const body = { subject_code: sheet.subjectCode, name: 'حلقة القصيم', ...wrong };
    const answer = await send<{ code: string; details: { path: string }[] }>('POST', '/circles', body);
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    expect(answer.body.details[0]?.path).toMatch(new RegExp(`^${Object.keys(wrong)[0]}`));
  });

  test('a circle is deleted and restored from the archive, separately and together with its subject', async () => {
    const circle = await add('حلقة القصيم');
    const deletion = await send('DELETE', `/circles/${circle.id}`);
    expect(deletion).toMatchObject({ status: 200, body: { operation_id: expect.any(Number) } });
    expect(await listCircles({ subject_code: sheet.subjectCode })).toEqual([]);
    const restoreResponse = await send('POST', `/archive/restore/${deletion.body.operation_id}`);
    expect(restoreResponse, restoreResponse.text).toMatchObject({ status: 200 });
    expect(await listCircles({ subject_code: sheet.subjectCode })).toMatchObject([{ id: circle.id }]);
    const [subject] = (
      await server.call<{ id: number }[]>('GET', '/subjects', {
        as: 'admin',
        query: { filter: { q: sheet.subjectCode } },
      })
    ).body;
    const counted = await send<{ circles: number }>('GET', `/subjects/${subject?.id}/dependents`);
    expect(counted.body.circles).toBe(1);
    expect(await send('DELETE', `/subjects/${subject?.id}`)).toMatchObject({ status: 200 });
    expect(await send('POST', '/undo/latest')).toMatchObject({ status: 200 });
    expect(await listCircles({ subject_code: sheet.subjectCode })).toMatchObject([{ id: circle.id }]);
  });

  test('a circle with a register answers 409 on deletion, and can end only after the day of the register', async () => {
    const circle = await add('حلقة القصيم');
    const { id: subject_id } = await server.data.read
      .selectFrom('subjects')
      .select('id')
      .where('subject_code', '=', sheet.subjectCode)
      .executeTakeFirstOrThrow();
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('update', 'registers', null, 'tests');
      const registerValues = { subject_id, circle_id: circle.id, date: '2026-09-01', students_count: 0 };
      await unit.insert('registers', { ...registerValues, absences_changed_at: unit.now });
    });
    expect(await send('DELETE', `/circles/${circle.id}`)).toMatchObject({
      status: 409,
      body: { code: 'HAS_DEPENDENTS', counts: { registers: 1, daily_records: 0 } },
    });
    expect(await send('PUT', `/circles/${circle.id}`, { ended_on: '2026-09-01' })).toMatchObject({
      status: 422,
    });
    expect(await send('PUT', `/circles/${circle.id}`, { ended_on: '2026-09-02' })).toMatchObject({
      status: 200,
      body: { ended_on: '2026-09-02' },
    });
  });
});

const studentIds = (...indexes: number[]) =>
  indexes.map((index) => String(sheet.students[index]?.student_id));
const setMembers = ({ id }: Circle, student_ids: string[], date: string) =>
  send<CircleMember[]>('PUT', `/circles/${id}/members`, { student_ids, date });
const membersOn = async ({ id }: Circle, date: string) =>
  (await send<CircleMember[]>('GET', `/circles/${id}/members?date=${date}`)).body;
/** Returns the indexes of the circle's members on a day, in the order of the sheet. */
const indexesOn = async (circle: Circle, date: string) => {
  const members = await membersOn(circle, date);
  return sheet.students.flatMap(({ student_id }, index) =>
    members.some((member) => member.student_id === student_id) ? [index] : [],
  );
};
const undo = async () => {
  const answer = await send('POST', '/undo/latest');
  expect(answer.status, answer.text).toBe(200);
};

describe('the members of a circle', () => {
  test('the members are set from a day on; members of another circle are moved, and both circles keep their history', async () => {
    const [first, second] = [await add('الأولى'), await add('الثانية')];
    await setToday('2026-09-20');
    const set = await setMembers(first, studentIds(0, 1, 2), '2026-09-01');
    expect(set.status, set.text).toBe(200);
    expect(set.headers['x-operation-id']).toEqual(expect.anything());
    expect(set.body).toEqual(
      sheet.students
        .slice(0, 3)
        .map(({ student_id, full_name }) => ({ student_id, full_name, from: '2026-09-01', to: null })),
    );
    await setMembers(second, studentIds(2, 3), '2026-09-10');
    expect(await indexesOn(first, '2026-09-09')).toEqual([0, 1, 2]);
    expect(await indexesOn(first, '2026-09-10')).toEqual([0, 1]);
    expect(await indexesOn(second, '2026-09-09')).toEqual([]);
    expect(await indexesOn(second, '2026-09-10')).toEqual([2, 3]);
    expect((await membersOn(first, '2026-09-09'))[2]).toMatchObject({ from: '2026-09-01', to: '2026-09-10' });
    expect(await listCircles({ subject_code: sheet.subjectCode })).toMatchObject([
      { members_count: 2 },
      { members_count: 2 },
    ]);
    await undo();
    expect(await indexesOn(first, '2026-09-10')).toEqual([0, 1, 2]);
    expect(await indexesOn(second, '2026-09-10')).toEqual([]);
  });

  test('members who return on the day of leaving keep the old membership; a membership of zero days is not stored', async () => {
    const [first, second] = [await add('الأولى'), await add('الثانية')];
    await setToday('2026-09-20');
    await setMembers(first, studentIds(0), '2026-09-01');
    await setMembers(second, studentIds(0), '2026-09-10');
    await setMembers(first, studentIds(0), '2026-09-10');
    expect(await membersOn(first, '2026-09-20')).toMatchObject([{ from: '2026-09-01', to: null }]);
    const rows = await server.data.read
      .selectFrom('circle_members')
      .selectAll()
      .where('subject_id', '=', sheet.subjectId)
      .execute();
    expect(rows).toMatchObject([{ circle_id: first.id, from_date: '2026-09-01', to_date: null }]);
    const same = await setMembers(first, studentIds(0), '2026-09-15');
    expect(same.headers['x-operation-id']).toBeUndefined();
  });

  test('the members are limited by the capacity and the batch; no part of a refused list is saved', async () => {
    const circle = await add('الأولى', { capacity: 2 });
    expect(await setMembers(circle, studentIds(0, 1, 2), '2026-09-01')).toMatchObject({
      status: 422,
      body: { code: 'CIRCLE_FULL' },
    });
    const other = await newSheet(server, 1);
    const foreign = String(other.students[0]?.student_id);
    expect(await setMembers(circle, [...studentIds(0), foreign], '2026-09-01')).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION', details: [{ path: 'student_ids.1' }] },
    });
    expect(await setMembers(circle, studentIds(0, 0), '2026-09-01')).toMatchObject({ status: 422 });
    expect(await setMembers(circle, studentIds(0), '2026-09-02')).toMatchObject({
      status: 422,
      body: { details: [{ path: 'date' }] },
    });
    expect(await indexesOn(circle, '2026-09-01')).toEqual([]);
    expect(await setMembers(circle, studentIds(0, 1), '2026-09-01')).toMatchObject({ status: 200 });
    expect(await send('PUT', `/circles/${circle.id}`, { capacity: 1 })).toMatchObject({
      status: 422,
      body: { code: 'CIRCLE_FULL' },
    });
  });

  test('setting the members of a past day changes only added and removed students', async () => {
    const [first, second] = [await add('الأولى'), await add('الثانية')];
    await setToday('2026-09-20');
    await setMembers(first, studentIds(0, 1), '2026-09-01');
    await setMembers(second, studentIds(0), '2026-09-10');
    await setMembers(first, studentIds(1, 3), '2026-09-12');
    // A third student joins the two members on the 5th.
    const extended = await setMembers(first, studentIds(0, 1, 2), '2026-09-05');
    expect(extended.status, extended.text).toBe(200);
    expect(await indexesOn(first, '2026-09-05')).toEqual([0, 1, 2]);
    expect(await indexesOn(first, '2026-09-20')).toEqual([1, 2, 3]);
    expect(await indexesOn(second, '2026-09-20')).toEqual([0]);
    // The student leaves the first circle from the 5th on, and stays in the second one from the 10th on.
    const fewer = await setMembers(first, studentIds(2), '2026-09-05');
    expect(fewer.status, fewer.text).toBe(200);
    expect(await indexesOn(first, '2026-09-04')).toEqual([0, 1]);
    expect(await indexesOn(first, '2026-09-09')).toEqual([2]);
    expect(await indexesOn(first, '2026-09-20')).toEqual([2, 3]);
    expect(await indexesOn(second, '2026-09-20')).toEqual([0]);
  });

  test('the members of a past day can be former students who were enrolled on that day, but no other students', async () => {
    const circle = await add('الأولى');
    await setMembers(circle, studentIds(0), '2026-09-01');
    await setToday('2026-09-20');
    const status = (index: number) => ({
      student_row_ids: [sheet.students[index]?.id],
      status: 'withdrawn',
      date: '2026-09-10',
    });
    expect((await send('POST', '/students/status', status(0))).status).toBe(200);
    expect((await send('POST', '/students/status', status(4))).status).toBe(200);
    expect(await setMembers(circle, studentIds(0, 4), '2026-09-05')).toMatchObject({
      status: 422,
      body: { details: [{ path: 'student_ids.1' }] },
    });
    const set = await setMembers(circle, studentIds(0, 1), '2026-09-05');
    expect(set.status, set.text).toBe(200);
    expect(await indexesOn(circle, '2026-09-05')).toEqual([0, 1]);
    expect(await indexesOn(circle, '2026-09-20')).toEqual([1]);
  });

  test('a member cannot be added on a past day if the circle is full on a later day', async () => {
    const circle = await add('الأولى', { capacity: 2 });
    await setToday('2026-09-20');
    await setMembers(circle, studentIds(0), '2026-09-01');
    await setMembers(circle, studentIds(0, 1), '2026-09-10');
    expect(await setMembers(circle, studentIds(0, 2), '2026-09-05')).toMatchObject({
      status: 422,
      body: { code: 'CIRCLE_FULL' },
    });
    expect(await indexesOn(circle, '2026-09-20')).toEqual([0, 1]);
    expect(await setMembers(circle, studentIds(2), '2026-09-05')).toMatchObject({ status: 200 });
    expect(await indexesOn(circle, '2026-09-20')).toEqual([1, 2]);
  });

  test('the members leave a circle that ends, and are members again after it is reopened', async () => {
    const circle = await add('الأولى');
    await setMembers(circle, studentIds(0, 1), '2026-09-01');
    await setToday('2026-09-20');
    await send('PUT', `/circles/${circle.id}`, { ended_on: '2026-09-10' });
    expect(await membersOn(circle, '2026-09-09')).toMatchObject([{ to: '2026-09-10' }, { to: '2026-09-10' }]);
    expect(await indexesOn(circle, '2026-09-10')).toEqual([]);
    expect(await setMembers(circle, studentIds(0), '2026-09-10')).toMatchObject({ status: 422 });
    const next = await add('الثانية');
    await setMembers(next, studentIds(1), '2026-09-15');
    await send('PUT', `/circles/${circle.id}`, { ended_on: null });
    expect(await indexesOn(circle, '2026-09-20')).toEqual([0]);
    expect(await indexesOn(next, '2026-09-20')).toEqual([1]);
  });

  test('the capacity limits the members also when an ended circle is reopened', async () => {
    const circle = await add('الأولى', { capacity: 2 });
    await setMembers(circle, studentIds(0, 1), '2026-09-01');
    await setToday('2026-09-20');
    const change = (body: object) => send('PUT', `/circles/${circle.id}`, body);
    expect(await change({ ended_on: '2026-09-10', capacity: 1 })).toMatchObject({ status: 200 });
    expect(await change({ ended_on: null })).toMatchObject({ status: 422, body: { code: 'CIRCLE_FULL' } });
    expect(await indexesOn(circle, '2026-09-20')).toEqual([]);
    expect(await change({ ended_on: null, capacity: 2 })).toMatchObject({ status: 200 });
    expect(await indexesOn(circle, '2026-09-20')).toEqual([0, 1]);
  });

  test('a repeated request with the same idempotency key sets the members once', async () => {
    const circle = await add('الأولى');
    const body = { student_ids: studentIds(0), date: '2026-09-01' };
    const headers = { 'idempotency-key': `circle-${circle.id}` };
    const put = () => server.call('PUT', `/circles/${circle.id}/members`, { as: 'admin', body, headers });
    const first = await put();
    const again = await put();
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers['x-operation-id']).toBe(first.headers['x-operation-id']);
  });
});

describe('the distribution of students without a circle', () => {
  const divide = (date = '2026-09-01') =>
    send<{ placed: number; code: string }>('POST', '/circles/divide', {
      subject_code: sheet.subjectCode,
      date,
    });

  test('the distribution makes circles of equal size, by name, as one operation', async () => {
    const [first, second] = [await add('الأولى'), await add('الثانية')];
    await setMembers(second, studentIds(1), '2026-09-01');
    expect((await divide()).body).toMatchObject({ placed: 4, operation_id: expect.any(Number) });
    expect(await indexesOn(first, '2026-09-01')).toEqual([0, 2, 4]);
    expect(await indexesOn(second, '2026-09-01')).toEqual([1, 3]);
    expect((await divide()).body).toMatchObject({ placed: 0, operation_id: null });
    await undo();
    expect(await indexesOn(first, '2026-09-01')).toEqual([]);
    expect(await indexesOn(second, '2026-09-01')).toEqual([1]);
  });

  test('the distribution is limited by the capacities; without room for all, it adds no student', async () => {
    const [small, large] = [await add('الأولى', { capacity: 1 }), await add('الثانية', { capacity: 3 })];
    expect(await divide()).toMatchObject({ status: 422, body: { code: 'CIRCLE_FULL' } });
    expect(await indexesOn(large, '2026-09-01')).toEqual([]);
    await send('PUT', `/circles/${large.id}`, { capacity: 4 });
    expect((await divide()).body.placed).toBe(5);
    expect(await indexesOn(small, '2026-09-01')).toHaveLength(1);
    expect(await indexesOn(large, '2026-09-01')).toHaveLength(4);
  });

  test('the distribution on a past day does not exceed the capacity of any later day', async () => {
    await setToday('2026-09-20');
    const small = await add('الأولى', { capacity: 2 });
    // On that day the circle had room for two students; since the tenth it has room for one.
    await setMembers(small, studentIds(4), '2026-09-10');
    const large = await add('الثانية', { capacity: 2 });
    expect(await divide()).toMatchObject({ status: 422, body: { code: 'CIRCLE_FULL' } });
    expect(await indexesOn(small, '2026-09-20')).toEqual([4]);
    await send('PUT', `/circles/${large.id}`, { capacity: 3 });
    expect((await divide()).body.placed).toBe(4);
    expect(await indexesOn(small, '2026-09-01')).toHaveLength(1);
    expect(await indexesOn(small, '2026-09-20')).toHaveLength(2);
    expect(await indexesOn(large, '2026-09-20')).toHaveLength(3);
  });

  test('the distribution needs a circle, and skips suspended students', async () => {
    expect(await divide()).toMatchObject({ status: 422 });
    const circle = await add('الأولى');
    const [student] = sheet.students;
    const status = { student_row_ids: [student?.id], status: 'suspended', date: '2026-09-01' };
    await send('POST', '/students/status', status);
    expect((await divide()).body.placed).toBe(4);
    expect(await indexesOn(circle, '2026-09-01')).toEqual([1, 2, 3, 4]);
  });
});

describe('the membership of a student who leaves the batch', () => {
  let circle: Circle;
  beforeEach(async () => {
    circle = await add('الأولى');
    await setMembers(circle, studentIds(0, 1), '2026-09-01');
    await setToday('2026-09-20');
  });

  test('a move ends the membership; the undo of the move restores it', async () => {
    const targetSheet = await newSheet(server, 0);
    const move = {
      student_row_ids: [sheet.students[0]?.id],
      batch_id: targetSheet.batchId,
      date: '2026-09-10',
    };
    expect((await send('POST', '/students/move', move)).status).toBe(200);
    expect(await indexesOn(circle, '2026-09-09')).toEqual([0, 1]);
    expect(await indexesOn(circle, '2026-09-10')).toEqual([1]);
    await undo();
    expect(await indexesOn(circle, '2026-09-20')).toEqual([0, 1]);
  });

  test('a withdrawal ends the membership; a suspended student stays in the circle', async () => {
    const setStatus = (status: string, index: number) =>
      send('POST', '/students/status', {
        student_row_ids: [sheet.students[index]?.id],
        status,
        date: '2026-09-10',
      });
    await setStatus('suspended', 1);
    await setStatus('withdrawn', 0);
    expect(await indexesOn(circle, '2026-09-10')).toEqual([1]);
    await undo();
    expect(await indexesOn(circle, '2026-09-10')).toEqual([0, 1]);
  });

  test('a deletion ends the membership; a restore restores it, unless the student or the circle has changed since', async () => {
    const [student] = sheet.students;
    const deletion = await send('DELETE', `/students/${student?.id}`);
    expect(deletion.status, deletion.text).toBe(200);
    expect(await indexesOn(circle, '2026-09-20')).toEqual([1]);
    await undo();
    expect(await indexesOn(circle, '2026-09-20')).toEqual([0, 1]);

    const { operation_id } = (await send('DELETE', `/circles/${circle.id}`)).body;
    const other = await add('الثانية');
    await setMembers(other, studentIds(1), '2026-09-05');
    const restoreResponse = await send('POST', `/archive/restore/${operation_id}`);
    expect(restoreResponse.status, restoreResponse.text).toBe(200);
    expect(await indexesOn(circle, '2026-09-20')).toEqual([0]);
    expect(await indexesOn(other, '2026-09-20')).toEqual([1]);
  });

  test('an undo that would put a student into two circles at once is refused', async () => {
    const membersResponse = await setMembers(circle, studentIds(1), '2026-09-10');
    const operation = membersResponse.headers['x-operation-id'];
    const other = await add('الثانية');
    await setMembers(other, studentIds(0), '2026-09-12');
    await setMembers(other, [], '2026-09-15');
    expect(await send('POST', `/undo/${String(operation)}`)).toMatchObject({
      status: 409,
      body: { code: 'UNDO_CONFLICT' },
    });
    expect(await indexesOn(circle, '2026-09-20')).toEqual([1]);
  });
});

describe('the teacher of a circle', () => {
  const newTeacher = async () => (await addAccount(server, 'teacher')).id;

  test("the deletion of the account clears the circle's teacher; its undo restores the teacher", async () => {
    const teacher_id = await newTeacher();
    const circle = await add('الأولى', { teacher_id });
    const substitution = { teacher_id, from: '2026-09-01', to: '2026-09-02' };
    await send('POST', `/circles/${circle.id}/substitutes`, substitution);
    expect((await send('DELETE', `/users/${teacher_id}`)).status).toBe(200);
    const read = async () => (await listCircles({ subject_code: sheet.subjectCode }))[0];
    const substitutes = async () => (await send<unknown[]>('GET', `/circles/${circle.id}/substitutes`)).body;
    expect(await read()).toMatchObject({ teacher_id: null, teacher_name: null });
    expect(await substitutes()).toEqual([]);
    await undo();
    expect(await read()).toMatchObject({ teacher_id });
    expect(await substitutes()).toMatchObject([substitution]);
  });

  test('a teacher with a disabled account keeps the circle, and cannot get another one', async () => {
    const teacher_id = await newTeacher();
    const circle = await add('الأولى', { teacher_id });
    await send('PUT', `/users/${teacher_id}`, { is_active: false });
    expect(await send('PUT', `/circles/${circle.id}`, { teacher_id, place: 'القاعة' })).toMatchObject({
      status: 200,
    });
    const body = { subject_code: sheet.subjectCode, name: 'الثانية', teacher_id };
    expect(await send('POST', '/circles', body)).toMatchObject({ status: 422 });
    const substitution = { teacher_id, from: '2026-09-01', to: '2026-09-02' };
    expect(await send('POST', `/circles/${circle.id}/substitutes`, substitution)).toMatchObject({
      status: 422,
    });
  });

  test('a substitution needs an end after its start, and a day has one substitute', async () => {
    const circle = await add('الأولى');
    const teacher_id = await newTeacher();
    const path = `/circles/${circle.id}/substitutes`;
    const created = await send<{ id: number }>('POST', path, {
      teacher_id,
      from: '2026-09-03',
      to: '2026-09-05',
    });
    expect(created).toMatchObject({ status: 201, body: { from: '2026-09-03', to: '2026-09-05' } });
    const wrong = { teacher_id, from: '2026-09-09', to: '2026-09-08' };
    expect(await send('POST', path, wrong)).toMatchObject({
      status: 422,
      body: { details: [{ path: 'to' }] },
    });
    const again = { teacher_id, from: '2026-09-05', to: '2026-09-06' };
    expect(await send('POST', path, again)).toMatchObject({ status: 409 });
    const other = await add('الثانية');
    expect(await send('DELETE', `/circles/${other.id}/substitutes/${created.body.id}`)).toMatchObject({
      status: 404,
    });
    expect(await send('DELETE', `${path}/${created.body.id}`)).toMatchObject({ status: 200 });
    expect(await send('GET', path)).toMatchObject({ body: [] });
    await undo();
    expect(await send('GET', path)).toMatchObject({ body: [{ id: created.body.id }] });
  });
});

const sequences = Number(process.env['SEQUENCES'] ?? rounds({ short: 4, all: 10 }));

test('a student is never in two circles of a subject after concurrent changes and undos of members', async () => {
  const own = [await add('الأولى'), await add('الثانية', { capacity: 3 }), await add('الثالثة')];
  await setToday('2026-09-20');
  const step = fc.record({
    circle: fc.nat(2),
    studentIndexes: fc.uniqueArray(fc.nat(4), { maxLength: 4 }),
    day: fc.integer({ min: 1, max: 20 }),
    action: fc.constantFrom('set', 'set', 'set', 'divide', 'end', 'undo'),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  const applyStep = ({ circle, studentIndexes, day, action }: Step) => {
    const date = `2026-09-${String(day).padStart(2, '0')}`;
    const one = own[circle] as Circle;
    if (action === 'set') return setMembers(one, studentIds(...studentIndexes), date);
    if (action === 'divide')
      return send('POST', '/circles/divide', { subject_code: sheet.subjectCode, date });
    if (action === 'end')
      return send('PUT', `/circles/${one.id}`, { ended_on: studentIndexes.length > 2 ? null : date });
    return send('POST', '/undo/latest');
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 5 }), async (pairs) => {
      for (const [one, other] of pairs) {
        const answers = await Promise.all([applyStep(one), applyStep(other)]);
        for (const { status, text } of answers) expect([200, 404, 409, 422], text).toContain(status);
        await expectNoOverlap(sheet.subjectId);
      }
    }),
    { numRuns: sequences },
  );
});

async function expectNoOverlap(subjectId: number) {
  const { rows } = await sql`
    select one.id from circle_members as one join circle_members as other
      on other.student_row_id = one.student_row_id and other.subject_id = one.subject_id and other.id > one.id
    where one.subject_id = ${subjectId} and (one.to_date is null or other.from_date < one.to_date)
      and (other.to_date is null or one.from_date < other.to_date)`.execute(server.data.read);
  expect(rows).toEqual([]);
}

test('one day can have two registers: one of a circle, one of the students without a circle', async () => {
  const { id } = await add('حلقة القصيم');
  const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
  const { subject_id } = await server.data.read
    .selectFrom('circles')
    .select('subject_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const take = (circle_id: number | null) =>
    server.data.write(actor, async (unit) => {
      unit.describe('update', 'registers', null, 'tests');
      const registerValues = { subject_id, circle_id, date: '2026-09-01', students_count: 0 };
      return unit.insert('registers', { ...registerValues, absences_changed_at: unit.now });
    });
  await take(id);
  await take(null);
  for (const circle of [id, null])
    await expect(take(circle)).rejects.toThrow(/UNIQUE|unique|DUPLICATE|duplicate/);
});
