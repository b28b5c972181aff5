import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Choice } from '../../contract/system';
import type { Circle } from '../../contract/circles';
import { addAccount, setTeacherScope } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt, moveClock } from '../support/clock';
import { newSheet, type Sheet } from '../support/sheet';

let server: TestApp;
const clock = clockAt('2026-09-01T09:00:00Z');

/**
 * `whole` teaches the whole subject, and `nobody` teaches nothing. `standIn` teaches the second circle, and is a
 * substitute in the first circle on two days.
 */
const people = ['standIn', 'whole', 'nobody'] as const;
type Person = (typeof people)[number];
const accounts = {} as Record<Person, { id: number; token: string }>;
const circles = {} as Record<'النور' | 'الفرقان', Circle>;
let sheet: Sheet;

const send = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
  const answer = await server.call<T>(method, path, { as: 'admin', body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const choicesOf = async (as: Person | 'admin', query: Record<string, unknown> = {}) => {
  const answer = await server.call<Choice[]>('GET', '/choices', {
    as: as === 'admin' ? as : { token: accounts[as].token },
    query,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
/** Returns the circle names of the choices in this test's subject; null is the whole subject. */
const ofSheet = (choices: readonly Choice[]) =>
  choices
    .filter(({ subject_code }) => subject_code === sheet.subjectCode)
    .map(({ circle_name }) => circle_name);
const withCircles = (overrides: object = {}) => ({ filter: { with_circles: true, ...overrides } });

beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await setTeacherScope(server.data, 'linked');
  sheet = await newSheet(server, 4);
  for (const person of people) {
    const account = await addAccount(server, 'teacher');
    accounts[person] = { id: account.id, ...(await account.signIn()) };
  }
  const { subjectCode: subject_code } = sheet;
  await send('POST', '/subject-teachers', { subject_code, teacher_id: accounts.whole.id });
  for (const [at, name] of (['النور', 'الفرقان'] as const).entries()) {
    const body = { subject_code, name, teacher_id: name === 'النور' ? null : accounts.standIn.id };
    circles[name] = await send<Circle>('POST', '/circles', body);
    const student_ids = sheet.students.slice(2 * at, 2 * at + 2).map(({ student_id }) => student_id);
    await send('PUT', `/circles/${circles[name].id}/members`, { student_ids, date: '2026-09-01' });
  }
  const substitution = { teacher_id: accounts.standIn.id, from: '2026-09-03', to: '2026-09-04' };
  await send('POST', `/circles/${circles['النور'].id}/substitutes`, substitution);
});
afterAll(() => server.close());

test('each user gets his own subjects and circles of the day, and no others', async () => {
  expect(ofSheet(await choicesOf('admin', withCircles()))).toEqual([null, 'الفرقان', 'النور']);
  expect(ofSheet(await choicesOf('whole', withCircles()))).toEqual([null, 'الفرقان', 'النور']);
  expect(await choicesOf('nobody', withCircles())).toEqual([]);
  // The teacher of one circle cannot choose the whole subject; an undivided subject is one row.
  expect(ofSheet(await choicesOf('standIn', withCircles()))).toEqual(['الفرقان']);
  expect(ofSheet(await choicesOf('standIn'))).toEqual([null]);
  const student = await server.call('GET', '/choices', { as: 'student' });
  expect(student.status).toBe(403);
});

test('a substitute can choose the circle on the days of substitution, independent of today', async () => {
  const choicesOn = async (date: string) => ofSheet(await choicesOf('standIn', { ...withCircles(), date }));
  expect(await choicesOn('2026-09-03')).toEqual(['الفرقان', 'النور']);
  expect(await choicesOn('2026-09-05')).toEqual(['الفرقان']);
  await moveClock(clock, server, '2026-09-10T09:00:00.000Z');
  expect(await choicesOn('2026-09-04')).toEqual(['الفرقان', 'النور']);
  expect(await choicesOn('2026-09-10')).toEqual(['الفرقان']);
});

test('the circles of a subject are those of the requested day', async () => {
  await moveClock(clock, server, '2026-09-10T09:00:00.000Z');
  const circlesOn = async (date?: string) => {
    const query = { subject_code: sheet.subjectCode, ...(date && { date }) };
    const answer = await server.call<Circle[]>('GET', '/circles', {
      as: { token: accounts.standIn.token },
      query,
    });
    return answer.body.map(({ name }) => name).toSorted();
  };
  expect(await circlesOn()).toEqual(['الفرقان']);
  expect(await circlesOn('2026-09-04')).toEqual(['الفرقان', 'النور']);
  expect(await circlesOn('2026-09-05')).toEqual(['الفرقان']);
});

test('a search combines words of subject, batch, programme and circle', async () => {
  const [whole] = (await choicesOf('whole', withCircles())).filter(({ circle_id }) => circle_id === null);
  if (!whole) throw new Error('There is no such subject.');
  const find = async (q: string) => ofSheet(await choicesOf('whole', withCircles({ q })));
  expect(await find('النور')).toEqual(['النور']);
  expect(await find(`${whole.name} ${whole.batch_name}`)).toEqual([null, 'الفرقان', 'النور']);
  expect(await find(`${whole.batch_name} الفرقان`)).toEqual(['الفرقان']);
  expect(await find(whole.program_name)).toEqual([null, 'الفرقان', 'النور']);
  expect(await find(whole.subject_code)).toEqual([null, 'الفرقان', 'النور']);
  expect(await find('زرافة')).toEqual([]);
});

test('subjects are limited to the types of a screen, page by page', async () => {
  const types = [...new Set((await choicesOf('admin')).map(({ type }) => type))];
  expect(types.length).toBeGreaterThan(1);
  const daily = await choicesOf('admin', { filter: { types: ['تقييد يومي'] } });
  expect(new Set(daily.map(({ type }) => type))).toEqual(new Set(['تقييد يومي']));
  expect(await choicesOf('admin', { filter: { types: [] } })).toEqual([]);

  const all = await choicesOf('admin', withCircles());
  const page = await server.call<Choice[]>('GET', '/choices', {
    as: 'admin',
    query: { ...withCircles(), range: '[2,4]' },
  });
  expect(page.body).toEqual(all.slice(2, 5));
  expect(page.headers['content-range']).toBe(`choices 2-4/${all.length}`);
});
