import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChunkSizes } from '../../../server/db/data';
import type { CircleMember } from '../../../contract/circles';
import type { Enrolment } from '../../../contract/students/enrolments';
import type { Student } from '../../../contract/students/students';
import { addAccount, stepUp } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle, setMembers } from '../../support/circles';
import { clockAt, moveClock } from '../../support/clock';
import { importAll } from '../../support/importing';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet } from '../../support/sheet';

// An undo in several transactions has the same result as one in a single transaction.

const clock = clockAt('2026-09-01T09:00:00Z');
/** A tenth of the sizes of the product. */
const chunkSizes = {
  maxDeletedAtOnce: 500,
  maxImportUndoneAtOnce: 100,
  rowsPerDeletion: 100,
  rowsPerUndo: 25,
} satisfies Partial<ChunkSizes>;
const session = 'undo-large';
let server: TestApp;
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, chunkSizes });
});
afterAll(() => server.close());

const undo = () => server.call('POST', '/undo/latest', { as: 'admin', headers: { 'x-session-id': session } });

let lastNumber = 14_600_000;
const buildPeople = (count: number, batch_name: string) =>
  Array.from({ length: count }, () => ({
    student_id: String((lastNumber += 1)),
    first_name: 'سعد',
    last_name: `الراشد ${lastNumber}`,
    batch_name,
  }));

test('an import that adds a batch and more than a hundred of its students is undone', async () => {
  const importId = `import-${uniqueText()}`;
  const batchName = `دفعة ${uniqueText()}`;
  const program = await server.data.read
    .selectFrom('programs')
    .select('program_name')
    .executeTakeFirstOrThrow();
  const batches = [{ name: batchName, ...program }];
  expect(await importAll(server, 'batches', batches, { importId, session })).toMatchObject({ imported: 1 });
  await importAll(server, 'students', buildPeople(110, batchName), { importId, session });
  const undone = await undo();
  expect(undone.status, undone.text).toBe(200);
  const remaining = await server.data.read
    .selectFrom('batches')
    .select('id')
    .where('batch_name', '=', batchName)
    .execute();
  expect(remaining).toEqual([]);
});

const membersOf = async ({ id }: { id: number }) =>
  (await server.call<CircleMember[]>('GET', `/circles/${id}/members`, { as: 'admin' })).body.length;

test('an import that moved a whole circle to another batch restores the circle of every student', async () => {
  await setToday('2026-09-01');
  const [from, to] = [await newSheet(server, 0), await newSheet(server, 0)];
  const students = buildPeople(110, from.batchName);
  await importAll(server, 'students', students, { session });
  const circle = await newCircle(server, from.subjectCode, students, '2026-09-01');
  await setToday('2026-11-01');
  const importId = `import-${uniqueText()}`;
  const moved = students.map((student) => ({ ...student, batch_name: to.batchName }));
  expect(await importAll(server, 'students', moved, { importId, session })).toMatchObject({ updated: 110 });
  expect(await membersOf(circle)).toBe(0);
  const undone = await undo();
  expect(undone.status, undone.text).toBe(200);
  expect(await from.rows()).toHaveLength(110);
  expect(await membersOf(circle)).toBe(110);
});

test('an undo in chunks updates circles once all enrolments are restored, not before', async () => {
  await setToday('2026-09-01');
  const [from, to] = [await newSheet(server, 0), await newSheet(server, 0)];
  const [other, ...students] = buildPeople(112, from.batchName);
  await importAll(server, 'students', [other, ...students], { session });
  const circle = await newCircle(server, from.subjectCode, students, '2026-09-01');
  await setToday('2026-11-01');
  const importId = `import-${uniqueText()}`;
  const moved = students.map((student) => ({ ...student, batch_name: to.batchName }));
  await importAll(server, 'students', moved, { importId, session });
  const full = { capacity: students.length, version: circle.version };
  const changeResponse = await server.call('PUT', `/circles/${circle.id}`, { as: 'admin', body: full });
  expect(changeResponse.status, changeResponse.text).toBe(200);
  await setMembers(server, circle.id, [other as (typeof students)[0]], '2026-11-01');
  const formerCircle = await newCircle(server, to.subjectCode, students.slice(0, 1), '2026-11-01');
  expect([await membersOf(circle), await membersOf(formerCircle)]).toEqual([1, 1]);
  const undone = await undo();
  expect(undone.status, undone.text).toBe(200);
  expect([await membersOf(circle), await membersOf(formerCircle)]).toEqual([112, 0]);
});

test('a large deletion is restored without enrolments in a batch that was deleted since, like a small deletion', async () => {
  await setToday('2026-09-01');
  const [old, large] = [await newSheet(server, 1), await newSheet(server, 12)];
  const [moved] = old.students as [Student];
  await setToday('2026-10-01');
  const send = (method: string, path: string, body?: unknown) =>
    server.call(method, path, { as: 'admin', body, headers: { 'x-session-id': session } });
  const move = { student_row_ids: [moved.id], batch_id: large.batchId, date: '2026-10-01' };
  expect((await send('POST', '/students/move', move)).status).toBe(200);
  const actor = { userId: null, name: 'tests', role: 'admin' as const, undoSession: null };
  await server.data.write(actor, async (unit) => {
    unit.describe('create', 'absences', null, 'tests');
    const days = Array.from({ length: 42 }, (_, index) =>
      new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const registers = await unit.insertMany(
      'registers',
      days.map((date) => ({
        subject_id: large.subjectId,
        date,
        circle_id: null,
        students_count: 12,
        absences_changed_at: unit.now,
      })),
    );
    await unit.insertMany(
      'absences',
      registers.flatMap(({ id: register_id, date }) =>
        large.students.map(({ id: student_row_id }) => ({
          subject_id: large.subjectId,
          student_row_id,
          date,
          type: 'غياب بعذر' as const,
          notes: null,
          register_id,
        })),
      ),
    );
  });
  expect((await send('DELETE', `/batches/${large.batchId}`)).status).toBe(200);
  const { id, rows_count } = await server.data.read
    .selectFrom('operations')
    .select(['id', 'rows_count'])
    .where('action', '=', 'delete')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(rows_count).toBeGreaterThan(chunkSizes.maxDeletedAtOnce);
  expect((await send('DELETE', `/batches/${old.batchId}`)).status).toBe(200);
  const undone = await send('POST', `/undo/${id}`);
  expect(undone.status, undone.text).toBe(200);
  expect(await large.rows()).toHaveLength(13);
  const { body } = await server.call<Enrolment[]>('GET', `/students/${moved.id}/enrolments`, { as: 'admin' });
  expect(body).toMatchObject([{ batch_name: large.batchName, to: null }]);
});

test('an import in which an admin lost the role is undone in chunks after a step-up', async () => {
  const { id: demoted } = await addAccount(server, 'admin');
  const loadRole = async () =>
    (await server.data.read.selectFrom('users').select('role').where('id', '=', demoted).executeTakeFirst())
      ?.role;
  const self = await server.data.read
    .selectFrom('users')
    .selectAll()
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  const { id: userId, version: _version, username_key: _key, name_sort: _sort, ...row } = self;
  const actor = {
    userId,
    name: self.name,
    role: 'admin' as const,
    undoSession: session,
    requireStepUp: async () => undefined,
  };
  await server.data.write(actor, async (unit) => {
    unit.describe('import', 'users', null, 'tests');
    await unit.update('users', demoted, { role: 'teacher' });
    const teachers = Array.from({ length: chunkSizes.maxImportUndoneAtOnce }, () => ({
      ...row,
      role: 'teacher' as const,
      username: uniqueText(),
    }));
    await unit.insertMany('users', teachers);
  });
  expect(await undo()).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
  expect(await loadRole()).toBe('teacher');
  await stepUp(server, 'admin');
  const undone = await undo();
  expect(undone.status, undone.text).toBe(200);
  expect(await loadRole()).toBe('admin');
});
