import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch } from '../../../contract/batches';
import type { GenderMix } from '../../../contract/students/enrolments';
import { genders } from '../../../contract/vocabulary';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newBatch, newStudent } from '../../support/sampleCalls';

const [male, female] = genders;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const check = (body: object, as: 'admin' | 'teacher' | { token: string } = 'admin') =>
  server.call<{ mix: GenderMix | null }>('POST', '/students/move/check', { as, body });
const mixOf = async (body: object) => (await check(body)).body.mix;

/** A new batch with students of these numbers. */
async function batchOf(males: number, females: number): Promise<Batch> {
  const batch = await newBatch(server);
  for (let index = 0; index < males + females; index += 1)
    await newStudent(server, batch.id, { gender: index < males ? male : female });
  return batch;
}

test('students of another gender than nine of ten students of the batch are counted and named', async () => {
  const girls = await batchOf(1, 9);
  const other = await newBatch(server);
  const names = ['أنس', 'بدر', 'تركي', 'ثامر'];
  const boys = [];
  for (const first_name of names) boys.push(await newStudent(server, other.id, { first_name, gender: male }));
  const girl = await newStudent(server, other.id, { gender: female });
  const student_row_ids = [girl, ...boys.toReversed()].map(({ id }) => id);
  expect(await mixOf({ batch_id: girls.id, student_row_ids })).toEqual({
    batch_name: girls.batch_name,
    gender: female,
    is_section: false,
    count: 9,
    total: 10,
    mixed: 4,
    names: boys.slice(0, 3).map(({ full_name }) => full_name),
  });
  expect(await mixOf({ batch_id: girls.id, student_row_ids: [girl.id] })).toBeNull();
  // The form sends the gender of a new student, or a changed gender.
  expect(await mixOf({ batch_id: girls.id, gender: male })).toMatchObject({ mixed: 1, names: [] });
  expect(await mixOf({ batch_id: girls.id, gender: female })).toBeNull();
  expect(await mixOf({ batch_id: girls.id, student_row_ids: [girl.id], gender: male })).toMatchObject({
    names: [girl.full_name],
  });
  // The move itself is never refused.
  const { today } = (await server.call<{ today: string }>('GET', '/settings', { as: 'admin' })).body;
  const move = { student_row_ids, batch_id: girls.id, date: today, confirm: true };
  expect((await server.call('POST', '/students/move', { as: 'admin', body: move })).body).toMatchObject({
    moved: 5,
  });
});

test('a batch with both genders, or with fewer than five students, asks nothing', async () => {
  const body = { gender: male };
  expect(await mixOf({ ...body, batch_id: (await batchOf(2, 8)).id })).toBeNull();
  expect(await mixOf({ ...body, batch_id: (await batchOf(0, 4)).id })).toBeNull();
  expect(await mixOf({ ...body, batch_id: (await batchOf(0, 5)).id })).toMatchObject({ count: 5, total: 5 });
});

test('the section of a batch tells its gender while the institute has sections', async () => {
  const batch = await newBatch(server);
  const setSections = (sections_enabled: boolean) =>
    server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled } });
  await setSections(true);
  await server.call('PUT', `/batches/${batch.id}`, { as: 'admin', body: { section: 'girls' } });
  const body = { batch_id: batch.id, gender: male };
  expect(await mixOf(body)).toMatchObject({ gender: female, is_section: true, count: 0, total: 0, mixed: 1 });
  expect(await mixOf({ ...body, gender: female })).toBeNull();
  const account = await addAccount(server, 'admin');
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute(),
  );
  expect((await check(body, await account.signIn())).status).toBe(422);
  expect((await check(body, 'teacher')).status).toBe(403);
  await setSections(false);
  expect(await mixOf(body)).toBeNull();
});
