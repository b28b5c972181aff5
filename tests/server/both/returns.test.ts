import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Circle, CircleMember } from '../../../contract/circles';
import type { Enrolment } from '../../../contract/students/enrolments';
import type { Student } from '../../../contract/students/students';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle, setMembers } from '../../support/circles';
import { clockAt, moveClock } from '../../support/clock';
import { enrolmentCalls } from '../../support/enrolmentCalls';
import { newStudent, uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';

const clock = clockAt('2026-09-01T09:00:00Z');
const today = '2026-10-01';
let server: TestApp;
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

const { post, get, move, setStatus } = enrolmentCalls(() => server, 'returns');
let a: Sheet;
let b: Sheet;
let one: Student;
let two: Student;
let circle: Circle;
let other: Circle;
beforeEach(async () => {
  await setToday('2026-09-01');
  [a, b] = [await newSheet(server, 3), await newSheet(server, 1)];
  [one, two] = a.students as [Student, Student];
  circle = await newCircle(server, a.subjectCode, [one, two], '2026-09-01');
  other = await newCircle(server, a.subjectCode, [], '2026-09-01');
  await setToday(today);
});

const membersOf = async ({ id }: Circle, day = today) =>
  (await get<CircleMember[]>(`/circles/${id}/members?date=${day}`)).map(({ student_id }) => student_id);
const undo = async () => {
  const answer = await post('/undo/latest', {});
  expect(answer.status, answer.text).toBe(200);
};
const numbers = (...students: Student[]) => students.map(({ student_id }) => student_id);

describe('a return on the day of the withdrawal', () => {
  test('a returned student is in his circle as before, but not a student who was removed from the circle earlier', async () => {
    const before = await get<CircleMember[]>(`/circles/${circle.id}/members?history=all`);
    await setStatus([one, two], 'withdrawn', today);
    expect(await membersOf(circle)).toEqual([]);
    const returnResponse = await setStatus([one, two], 'active', today);
    expect(returnResponse.body['message']).not.toContain('بلا حلقة');
    expect(await get<CircleMember[]>(`/circles/${circle.id}/members?history=all`)).toEqual(before);
    await undo();
    expect(await membersOf(circle)).toEqual([]);
    await undo();
    expect(await get<CircleMember[]>(`/circles/${circle.id}/members?history=all`)).toEqual(before);
    await setMembers(server, circle.id, [two], today);
    await setStatus([one], 'withdrawn', today);
    const answer = await setStatus([one], 'active', today);
    expect(answer.body['message']).toBe('صارت حالة الطالب «منتظم»، وهو الآن بلا حلقة');
    expect(await membersOf(circle)).toEqual(numbers(two));
  });

  test('a returned student is in the circle that he joined on that day, also after a graduation in between', async () => {
    await setMembers(server, other.id, [one], today);
    await setStatus([one], 'withdrawn', today);
    await setStatus([one], 'graduated', today);
    await setStatus([one], 'active', today);
    expect(await membersOf(other)).toEqual(numbers(one));
    expect(await membersOf(circle)).toEqual(numbers(two));
    expect(await membersOf(circle, '2026-09-30')).toEqual(numbers(one, two));
  });

  test('a returned student is reported without a circle if the circle is full', async () => {
    const body = { ...circle, capacity: 2 };
    const small = await server.call('PUT', `/circles/${circle.id}`, { as: 'admin', body });
    expect(small.status, small.text).toBe(200);
    await setStatus([one, two], 'withdrawn', today);
    await setMembers(server, circle.id, a.students.slice(2), today);
    const returnResponse = await setStatus([one, two], 'active', today);
    expect(returnResponse.body['message']).toMatch(/ومنهم الآن بلا حلقة: 1$/);
    expect(await membersOf(circle)).toHaveLength(2);
  });

  test('a returned student is reported without a circle if his circle has ended in between', async () => {
    await setStatus([one], 'withdrawn', today);
    const body = { ...circle, ended_on: today };
    const ended = await server.call('PUT', `/circles/${circle.id}`, { as: 'admin', body });
    expect(ended.status, ended.text).toBe(200);
    const returnResponse = await setStatus([one], 'active', today);
    expect(returnResponse.body['message']).toContain('بلا حلقة');
    expect(await membersOf(circle)).not.toContain(one.student_id);
  });

  test('a student who returns on a later day is reported without a circle', async () => {
    await setStatus([one], 'withdrawn', today);
    await setToday('2026-10-05');
    const returnResponse = await setStatus([one], 'active', '2026-10-05');
    expect(returnResponse.body['message']).toContain('بلا حلقة');
  });
});

test('a student moved away and back on one day is in his circle as before', async () => {
  await move([one], b, today);
  expect(await membersOf(circle)).toEqual(numbers(two));
  await move([one], a, today);
  expect(await membersOf(circle)).toEqual(numbers(one, two));
});

test('students whom one import moves away twice are in their circles once after they are moved back', async () => {
  await setMembers(server, other.id, [one], today);
  const headers = { 'x-import-id': uniqueText() };
  for (const batch_name of [b.batchName, a.batchName, b.batchName]) {
    const data = [one, two].map(({ student_id, first_name, last_name }) => ({
      student_id,
      first_name,
      last_name,
      batch_name,
    }));
    const body = { data, stopOnError: false };
    const imported = await server.call('POST', '/students/import', { as: 'admin', body, headers });
    expect(imported.status, imported.text).toBe(200);
  }
  expect(await membersOf(other)).toEqual([]);
  const moveResponse = await move([one, two], a, today);
  expect(moveResponse.status, moveResponse.text).toBe(200);
  const history = ({ id }: Circle) => get<CircleMember[]>(`/circles/${id}/members?history=all`);
  expect(await history(other)).toMatchObject([{ student_id: one.student_id, from: today, to: null }]);
  expect(await history(circle)).toMatchObject([
    { student_id: one.student_id, to: today },
    { student_id: two.student_id, from: '2026-09-01', to: null },
  ]);
});

test('the note of a move is stored for a student who entered on the same day', async () => {
  const began = async (as?: string) => {
    const student = await newStudent(server, a.batchId);
    await move([student], b, today, as ? { as } : { as: 'moved' });
    const [enrolment, ...earlier] = await get<Enrolment[]>(`/students/${student.id}/enrolments`);
    expect(earlier).toEqual([]);
    return enrolment?.began_as;
  };
  expect(await began('promoted')).toBe('promoted');
  expect(await began('repeated')).toBe('repeated');
  expect(await began()).toBe('joined');
});
