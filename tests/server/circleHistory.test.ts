import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Circle, CircleMember } from '../../contract/circles';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt, moveClock } from '../support/clock';
import { newSheet } from '../support/sheet';

let server: TestApp;
const clock = clockAt('2026-09-01T09:00:00Z');
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

test('the history of a circle has all its members, the newest first; with a date, the members on that day', async () => {
  const sheet = await newSheet(server, 2);
  const send = <T>(method: string, path: string, body?: unknown) =>
    server.call<T>(method, path, { as: 'admin', body });
  const { body: circle } = await send<Circle>('POST', '/circles', {
    subject_code: sheet.subjectCode,
    name: 'حلقة الأحساء',
  });
  const path = `/circles/${circle.id}/members`;
  const [first = '', second = ''] = sheet.students.map(({ student_id }) => student_id);
  await send('PUT', path, { student_ids: [first], date: '2026-09-01' });
  await moveClock(clock, server, '2026-09-10T09:00:00.000Z');
  await send('PUT', path, { student_ids: [second], date: '2026-09-10' });
  const listMembers = async (query: object) =>
    (await server.call<CircleMember[]>('GET', path, { as: 'admin', query: { ...query } })).body.map(
      ({ student_id, from, to }) => [student_id, from, to],
    );
  expect(await listMembers({ history: 'all' })).toEqual([
    [second, '2026-09-10', null],
    [first, '2026-09-01', '2026-09-10'],
  ]);
  expect(await listMembers({ date: '2026-09-05' })).toEqual([[first, '2026-09-01', '2026-09-10']]);
  expect(await listMembers({})).toEqual([[second, '2026-09-10', null]]);
});
