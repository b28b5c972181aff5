import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DuplicatePair, maxDuplicates } from '../../../contract/students/merge';
import type { Student } from '../../../contract/students/students';
import type { Row } from '../../../server/db/schema';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newBatch, newStudent, uniqueText } from '../../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ isEmpty: true });
  await server.call('POST', '/programs', {
    as: 'admin',
    body: { program_id: 'QRN', program_name: 'القرآن' },
  });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'duplicates' };
const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', headers, body });

/** Pairs with the student, as "other: reasons". */
async function pairsOf({ id }: Student): Promise<string[]> {
  const filter = JSON.stringify({ student_row_id: id });
  const { body } = await call<DuplicatePair[]>('GET', `/students/duplicates?filter=${filter}`);
  return body.map(({ first, second, reasons }) => {
    const other = first.id === id ? second : first;
    return `${other.full_name}: ${reasons.join('+')}`;
  });
}

const add = (name: string, batch: number, values: object = {}) => {
  const [first_name, second_name, last_name] = name.split('/');
  return newStudent(server, batch, { first_name, second_name, last_name, ...values });
};

test('pairs have one phone and given name, or agreeing names in one batch', async () => {
  const [one, two] = [await newBatch(server), await newBatch(server)];
  const student = await add('عبدالله/صالح/الحربي', one.id, { phone: '0551234567' });
  await add('عبد الله/سعد/القحطاني', two.id, { phone: '+966551234567' });
  await add('محمد/صالح/الحربي', one.id, { phone: '0551234567' });
  await add('عبد الله/صالح محمد/الحربي', one.id);
  await add('عبدالله/ناصر/الحربي', one.id);
  await add('عبدالله/صالح/الحربي', two.id, { phone: '12' });
  expect((await pairsOf(student)).toSorted()).toEqual([
    'عبد الله سعد القحطاني: phone',
    'عبد الله صالح محمد الحربي: batch',
  ]);
});

test('ids that were stored in two spellings are the surest pair and come first', async () => {
  const { id } = await newBatch(server);
  const student = await add('ناصر/علي/العمري', id);
  const other = await add('نصر/علي/العمري', id);
  const spelling = (student.national_id ?? '').replace(/^(\d{3})/, '$1 ');
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('students').set({ national_id: spelling }).where('id', '=', other.id).execute(),
  );
  expect(await pairsOf(student)).toEqual([`${other.full_name}: national_id`]);
  const { body, headers: answered } = await call<DuplicatePair[]>('GET', '/students/duplicates?range=[0,0]');
  expect(body.map(({ reasons }) => reasons)).toEqual([['national_id']]);
  expect(answered['content-range']).toMatch(/^duplicates 0-0\/\d+$/);
});

test('a pair that is not the same person is hidden until the operation is undone', async () => {
  const { id } = await newBatch(server);
  const [first, second] = [await add('ريم/خالد/السالم', id), await add('ريم/خالد/السالم', id)];
  expect(await pairsOf(first)).toHaveLength(1);
  const body = { ids: [second.id, first.id] };
  const answer = await call<{ operation_id: number }>('POST', '/students/duplicates/distinct', body);
  expect(answer.status, answer.text).toBe(200);
  expect(await pairsOf(first)).toEqual([]);
  expect((await call('POST', '/students/duplicates/distinct', body)).status).toBe(200);
  expect(await pairsOf(first)).toEqual([]);
  expect((await call('POST', `/undo/${answer.body.operation_id}`)).status).toBe(200);
  expect(await pairsOf(first)).toHaveLength(1);
});

test('the decision about a third student stays after a merge, and goes with a deleted student', async () => {
  const { id } = await newBatch(server);
  const add3 = () => add('لمى/فهد/الدوسري', id);
  const [staying, merged, third] = [await add3(), await add3(), await add3()];
  await call('POST', '/students/duplicates/distinct', { ids: [merged.id, third.id] });
  await call('POST', '/students/duplicates/distinct', { ids: [merged.id, staying.id] });
  const answer = await call('POST', `/students/${staying.id}/merge`, {
    merged_id: merged.id,
    version: staying.version,
    merged_version: merged.version,
  });
  expect(answer.status, answer.text).toBe(200);
  expect(await pairsOf(staying)).toEqual([]);
  expect(await server.data.read.selectFrom('distinct_students').selectAll().execute()).toHaveLength(1);
  expect((await call('DELETE', `/students/${third.id}`)).status).toBe(200);
  expect(await server.data.read.selectFrom('distinct_students').selectAll().execute()).toEqual([]);
});

test('an admin of one section gets only pairs whose students are both in the section', async () => {
  await call('PUT', '/settings', { sections_enabled: true });
  const newIn = async (section: string) => {
    const answer = await call<{ id: number }>('POST', '/batches', {
      batch_name: `دفعة ${uniqueText()}`,
      program_id: 'QRN',
      section,
    });
    return answer.body.id;
  };
  const [boys, girls] = [await newIn('boys'), await newIn('girls')];
  const values = { phone: '0559998877' };
  const boy = await add('نور/سعد/الشهري', boys, values);
  const girl = await add('نور/علي/الشهري', girls, values);
  const otherBoy = await add('نور/حسن/الشهري', boys, values);
  const account = await addAccount(server, 'admin');
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute(),
  );
  const as = await account.signIn();
  const { body } = await server.call<DuplicatePair[]>('GET', '/students/duplicates', { as });
  expect(body.map(({ id }) => id)).toEqual([`${boy.id}-${otherBoy.id}`]);
  const tell = (ids: number[]) => server.call('POST', '/students/duplicates/distinct', { as, body: { ids } });
  expect((await tell([boy.id, girl.id])).status).toBe(404);
  expect((await tell([boy.id, otherBoy.id])).status).toBe(200);
  await call('PUT', '/settings', { sections_enabled: false });
});

test('the doubles of one student are found behind more pairs than the list has', async () => {
  const { id } = await newBatch(server);
  const student = await add('هيا/سالم/العتيبي', id);
  const { id: crowdBatch } = await newBatch(server);
  const { first_name, second_name, third_name, last_name, full_name } = await add(
    'جود/فهد/المطيري',
    crowdBatch,
  );
  const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
  await server.data.write(actor, async (unit) => {
    unit.describe('create', 'students', null, 'tests');
    const [row] = await unit.trx.selectFrom('students').selectAll().where('id', '=', student.id).execute();
    const { id: _id, version: _version, ...values } = row as Row<'students'>;
    const names = { first_name, second_name, third_name, last_name, full_name };
    await unit.insertMany(
      'students',
      Array.from({ length: 65 }, (_, index) => ({
        ...values,
        ...names,
        student_id: `CROWD${index}`,
        national_id: null,
        phone: '0557776655',
      })),
    );
  });
  const double = await add('هيا/سالم/العتيبي', id);
  const all = await call<DuplicatePair[]>('GET', '/students/duplicates?range=[0,0]');
  expect(all.headers['content-range']).toBe(`duplicates 0-0/${maxDuplicates}`);
  expect(await pairsOf(student)).toEqual([`${double.full_name}: batch`]);
  expect(await pairsOf(double)).toEqual([`${student.full_name}: batch`]);
});
