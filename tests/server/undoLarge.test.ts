import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CircleMember } from '../../contract/circles';
import type { Student } from '../../contract/students';
import { startTestApp, type TestApp } from '../support/app';
import { newCircle } from '../support/circles';
import { clockAt, goTo } from '../support/clock';
import { importAll } from '../support/importing';
import { unique } from '../support/sampleCalls';
import { newSheet } from '../support/sheet';

// What is undone in several transactions comes to the same as what is undone in one.

const clock = clockAt('2026-09-01T09:00:00Z');
const session = 'undo-large';
let server: TestApp;
const setToday = (day: string) => goTo(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

const undo = () => server.call('POST', '/undo/latest', { as: 'admin', headers: { 'x-session-id': session } });

let lastNumber = 14_600_000;
const people = (count: number, batch_name: string) =>
  Array.from({ length: count }, () => ({
    student_id: String((lastNumber += 1)),
    first_name: 'سعد',
    last_name: 'الراشد',
    batch_name,
  }));

test('an import that adds a batch and more than five hundred students of it is undone', async () => {
  const importId = `import-${unique()}`;
  const batchName = `دفعة ${unique()}`;
  const program = await server.data.read
    .selectFrom('programs')
    .select('program_name')
    .executeTakeFirstOrThrow();
  const batches = [{ name: batchName, ...program }];
  expect(await importAll(server, 'batches', batches, { importId, session })).toMatchObject({ imported: 1 });
  await importAll(server, 'students', people(510, batchName), { importId, session });
  const undone = await undo();
  expect(undone.status, undone.text).toBe(200);
  const left = await server.data.read
    .selectFrom('batches')
    .select('id')
    .where('batch_name', '=', batchName)
    .execute();
  expect(left).toEqual([]);
});

test('an import that moved a whole circle to another batch gives every student the place in the circle back', async () => {
  await setToday('2026-09-01');
  const [from, to] = [await newSheet(server, 0), await newSheet(server, 0)];
  const students = people(270, from.batchName);
  await importAll(server, 'students', students, { session });
  const circle = await newCircle(
    server,
    from.subjectCode,
    students as Pick<Student, 'student_id'>[],
    '2026-09-01',
  );
  await setToday('2026-11-01');
  const importId = `import-${unique()}`;
  const moved = students.map((student) => ({ ...student, batch_name: to.batchName }));
  expect(await importAll(server, 'students', moved, { importId, session })).toMatchObject({ updated: 270 });
  const members = async () =>
    (await server.call<CircleMember[]>('GET', `/circles/${circle.id}/members`, { as: 'admin' })).body.length;
  expect(await members()).toBe(0);
  const undone = await undo();
  expect(undone.status, undone.text).toBe(200);
  expect(await from.rows()).toHaveLength(270);
  expect(await members()).toBe(270);
});
