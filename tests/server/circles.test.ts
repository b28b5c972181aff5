import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Circle } from '../../contract/circles';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt, goTo } from '../support/clock';
import { newSheet, type Sheet } from '../support/sheet';

let server: TestApp;
const clock = clockAt('2026-09-01T09:00:00Z');
const setToday = (day: string) => goTo(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

type Written = Circle & { operation_id: number | null };
const send = <T = Written>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', body, headers: { 'x-session-id': 'circles' } });
const listOf = async (query: Record<string, unknown>) =>
  (await server.call<Circle[]>('GET', '/circles', { as: 'admin', query })).body;

let sheet: Sheet;
beforeEach(async () => {
  await setToday('2026-09-01');
  sheet = await newSheet(server, 5);
});
const add = async (name: string, more = {}) => {
  const answer = await send('POST', '/circles', { subject_code: sheet.subjectCode, name, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

describe('a circle', () => {
  test('is made with all that is told of it, and listed under its subject', async () => {
    const { body: teachers } = await server.call<{ id: number; name: string }[]>('GET', '/teachers', {
      as: 'admin',
    });
    const [teacher] = teachers;
    const made = await add('حلقة الأحساء', {
      teacher_id: teacher?.id,
      days: [2, 0, 2],
      time: '١٦:٣٠',
      place: 'جامع الراجحي',
      capacity: '١٥',
    });
    const { operation_id, ...circle } = made;
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
    expect(await listOf({ subject_code: sheet.subjectCode, sort: ['name', 'ASC'] })).toMatchObject([
      circle,
      { name: 'حلقة القصيم', teacher_id: null, days: [], time: null, place: null, capacity: null },
    ]);
    expect(await listOf({ filter: { q: 'الأحساء', subject_code: sheet.subjectCode } })).toEqual([circle]);
  });

  test('has a name of its own in its subject, however it is spelt, and may share it with one of another', async () => {
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

  test('is changed from the version that was read; its subject cannot change', async () => {
    const circle = await add('حلقة القصيم');
    const changed = await send('PUT', `/circles/${circle.id}`, { ...circle, place: 'القاعة 2', days: [1] });
    expect(changed, changed.text).toMatchObject({
      status: 200,
      body: { place: 'القاعة 2', days: [1], version: 2, operation_id: expect.any(Number) },
    });
    expect(await send('PUT', `/circles/${circle.id}`, { place: 'القاعة 3', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { place: 'القاعة 2', version: 2 } },
    });
    const same = await send('PUT', `/circles/${circle.id}`, changed.body);
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
    ['no room', { capacity: 0 }],
    ['no name', { name: ' ' }],
  ])('is refused with %s', async (_what, wrong) => {
    const body = { subject_code: sheet.subjectCode, name: 'حلقة القصيم', ...wrong };
    const answer = await send<{ code: string; details: { path: string }[] }>('POST', '/circles', body);
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    expect(answer.body.details[0]?.path).toMatch(new RegExp(`^${Object.keys(wrong)[0]}`));
  });

  test('goes, and comes back from the archive; with its subject it goes and comes back too', async () => {
    const circle = await add('حلقة القصيم');
    const gone = await send('DELETE', `/circles/${circle.id}`);
    expect(gone).toMatchObject({ status: 200, body: { operation_id: expect.any(Number) } });
    expect(await listOf({ subject_code: sheet.subjectCode })).toEqual([]);
    const back = await send('POST', `/archive/restore/${gone.body.operation_id}`);
    expect(back, back.text).toMatchObject({ status: 200 });
    expect(await listOf({ subject_code: sheet.subjectCode })).toMatchObject([{ id: circle.id }]);
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
    expect(await listOf({ subject_code: sheet.subjectCode })).toMatchObject([{ id: circle.id }]);
  });

  test('with a register is not deleted but ended, on a day after it', async () => {
    const circle = await add('حلقة القصيم');
    const { id: subject_id } = await server.data.read
      .selectFrom('subjects')
      .select('id')
      .where('subject_code', '=', sheet.subjectCode)
      .executeTakeFirstOrThrow();
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('update', 'registers', null, 'tests');
      const of = { subject_id, circle_id: circle.id, date: '2026-09-01', students_count: 0 };
      await unit.insert('registers', { ...of, absences_changed_at: unit.now });
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

test('two registers of one day stand beside each other: one of a circle, one of those in none', async () => {
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
      const of = { subject_id, circle_id, date: '2026-09-01', students_count: 0 };
      return unit.insert('registers', { ...of, absences_changed_at: unit.now });
    });
  await take(id);
  await take(null);
  for (const circle of [id, null])
    await expect(take(circle)).rejects.toThrow(/UNIQUE|unique|DUPLICATE|duplicate/);
});
