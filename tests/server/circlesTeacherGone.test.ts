import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Circle } from '../../contract/circles';
import { addAccount, setTeacherScope, stepUp } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newCircle } from '../support/circles';
import { clockAt, moveClock } from '../support/clock';
import { newSheet } from '../support/sheet';

const clock = clockAt('2026-09-01T09:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await setTeacherScope(server.data, 'linked');
});
afterAll(() => server.close());

const send = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', body, headers: { 'x-session-id': 'gone' } });

test('a former teacher loses circles and substitutions; past substitutions stay, and undo restores all', async () => {
  const sheet = await newSheet(server, 1);
  const formerTeacher = await addAccount(server, 'teacher');
  const remainingTeacher = await addAccount(server, 'teacher');
  await moveClock(clock, server, '2026-11-18T09:00:00.000Z');
  const createCircle = (teacher_id: number) =>
    newCircle(server, sheet.subjectCode, [], '2026-11-18', { teacher_id });
  const [own, other] = [await createCircle(formerTeacher.id), await createCircle(remainingTeacher.id)];
  const substitutions = [
    ['2026-11-01', '2026-11-17'],
    ['2026-11-18', '2026-11-19'],
    ['2026-11-25', '2026-11-26'],
  ] as const;
  for (const [from, to] of substitutions)
    await send('POST', `/circles/${other.id}/substitutes`, { teacher_id: formerTeacher.id, from, to });
  const loadState = async () => ({
    teachers: (await send<Circle[]>('GET', `/circles?subject_code=${sheet.subjectCode}`)).body
      .toSorted((one, next) => one.id - next.id)
      .map(({ teacher_id }) => teacher_id),
    substitutions: (await send<{ from: string }[]>('GET', `/circles/${other.id}/substitutes`)).body.map(
      ({ from }) => from,
    ),
  });
  const before = {
    teachers: [formerTeacher.id, remainingTeacher.id],
    substitutions: substitutions.map(([from]) => from).toReversed(),
  };
  expect(await loadState()).toEqual(before);

  await stepUp(server, 'admin');
  const answer = await send('PUT', `/users/${formerTeacher.id}`, { role: 'admin' });
  expect(answer.status, answer.text).toBe(200);
  expect(await loadState()).toEqual({ teachers: [null, remainingTeacher.id], substitutions: ['2026-11-01'] });
  const undone = await send('POST', '/undo/latest');
  expect(undone.status, undone.text).toBe(200);
  expect(await loadState()).toEqual(before);
  expect(own.teacher_id).toBe(formerTeacher.id);
});
