import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GuardianPhonesCheck } from '../../../contract/families/guardianPhones';
import type { StudentGuardian } from '../../../contract/families/guardians';
import type { Student } from '../../../contract/students/students';
import { startTestApp, type TestApp } from '../../support/app';
import { dump, dumpOrExpected } from '../../support/database';
import { makeLink } from '../../support/guardianPage';
import { newStudent } from '../../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'guardianPhones' };
const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', headers, body });
let lastNumber = 0;
const newPhone = () => {
  lastNumber += 1;
  return `05514${String(lastNumber).padStart(5, '0')}`;
};
const saad = { second_name: 'سعد', third_name: 'علي', last_name: 'القحطاني' };
const fahd = { second_name: 'فهد', last_name: 'الراشد' };
const add = (values: object) => newStudent(server, undefined, values);

const choose = (students: readonly Pick<Student, 'id'>[], options: object = {}) => ({
  student_row_ids: students.map(({ id }) => id),
  relation: 'father',
  clear_phone: true,
  ...options,
});
const check = async (body: object) => {
  const answer = await call<GuardianPhonesCheck>('POST', '/guardians/from-phones/check', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const save = (body: object) =>
  call<{ guardians: number; students: number; operation_id: number; current: GuardianPhonesCheck }>(
    'POST',
    '/guardians/from-phones',
    body,
  );
const guardiansOf = async ({ id }: Pick<Student, 'id'>) =>
  (await call<StudentGuardian[]>('GET', `/students/${id}/guardians`)).body;
const phoneOf = async ({ id }: Pick<Student, 'id'>) =>
  (await call<Student>('GET', `/students/${id}`)).body.phone;

describe('phone numbers of students become guardians', () => {
  test('brothers share one guardian, and one undo takes all back', async () => {
    const phone = newPhone();
    const first = await add({ ...saad, phone });
    const brother = await add({ ...saad, phone: `00966${phone.slice(1)}` });
    const other = await add({ ...fahd, phone });
    const silent = await add(saad);
    const before = await dump(server.data);
    const body = choose([first, brother, other, silent]);
    const checked = await check(body);
    expect(checked).toMatchObject({
      groups: [
        {
          guardian_id: null,
          name: 'سعد علي القحطاني',
          phone,
          students: [{ id: first.id }, { id: brother.id }],
          has_others: true,
        },
        { guardian_id: null, name: 'فهد الراشد', students: [{ id: other.id }], has_others: true },
      ],
      skipped: [{ id: silent.id, reason: 'noPhone' }],
    });
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
    const answer = await save({ ...body, seen: checked.seen });
    expect(answer.body, answer.text).toMatchObject({ guardians: 2, students: 3 });
    const [father] = await guardiansOf(first);
    expect(father).toMatchObject({ name: 'سعد علي القحطاني', phone, relation: 'father', is_primary: true });
    expect((await guardiansOf(brother)).map(({ id }) => id)).toEqual([father?.id]);
    expect((await guardiansOf(other)).map(({ id }) => id)).not.toEqual([father?.id]);
    expect([await phoneOf(first), await phoneOf(brother), await guardiansOf(silent)]).toEqual([
      null,
      null,
      [],
    ]);
    expect((await call('POST', `/undo/${answer.body.operation_id}`)).status).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
  });

  test('a stored guardian is proposed only to his family, and an own number is skipped', async () => {
    const phone = newPhone();
    const elder = await add({ ...saad, phone });
    const stored = (
      await call<StudentGuardian>('POST', `/students/${elder.id}/guardians`, { relation: 'father', phone })
    ).body;
    const [brother, other] = [await add({ ...saad, phone }), await add({ ...fahd, phone })];
    const body = choose([elder, brother, other], { clear_phone: false, relation: 'mother' });
    const checked = await check(body);
    expect(checked).toMatchObject({
      groups: [
        { guardian_id: stored.id, children: [elder.full_name], students: [{ id: brother.id }] },
        { guardian_id: null, name: null, students: [{ id: other.id }], has_others: true },
      ],
      skipped: [{ id: elder.id, reason: 'hasGuardian' }],
    });
    await save({ ...body, seen: checked.seen });
    expect(await guardiansOf(brother)).toMatchObject([{ id: stored.id, relation: 'mother' }]);
    expect([await phoneOf(brother), await phoneOf(elder)]).toEqual([phone, phone]);
    expect((await check(body)).skipped).toHaveLength(3);
  });

  test('a stored guardian with a live link is marked, and a new link makes the check stale', async () => {
    const phone = newPhone();
    const elder = await add({ ...saad, phone });
    const stored = await call<StudentGuardian>('POST', `/students/${elder.id}/guardians`, {
      relation: 'father',
      phone,
      consent_on: '2025-01-01',
    });
    const brother = await add({ ...saad, phone });
    const body = choose([brother, await add({ ...fahd, phone: newPhone() })]);
    const before = await check(body);
    expect(before.groups.map(({ has_link }) => has_link)).toEqual([false, false]);
    await makeLink(server, stored.body.id);
    const stale = await save({ ...body, seen: before.seen });
    expect([stale.status, stale.body.current.groups.map(({ has_link }) => has_link)]).toEqual([
      409,
      [true, false],
    ]);
    expect((await save({ ...body, seen: stale.body.current.seen })).status).toBe(200);
    expect(await guardiansOf(brother)).toMatchObject([{ id: stored.body.id, rights: { page: true } }]);
  });

  test('a further guardian does not become the primary one', async () => {
    const student = await add({ ...saad, phone: newPhone() });
    await call('POST', `/students/${student.id}/guardians`, { relation: 'mother', phone: newPhone() });
    const body = choose([student]);
    await save({ ...body, seen: (await check(body)).seen });
    expect((await guardiansOf(student)).map(({ relation, is_primary }) => [relation, is_primary])).toEqual([
      ['mother', true],
      ['father', false],
    ]);
  });

  test('a father with another number is not followed by a second father', async () => {
    const student = await add({ ...saad, phone: newPhone() });
    await call('POST', `/students/${student.id}/guardians`, { relation: 'father', phone: newPhone() });
    expect(await check(choose([student]))).toMatchObject({
      groups: [],
      skipped: [{ reason: 'hasRelation' }],
    });
    expect((await check(choose([student], { relation: 'other' }))).groups).toHaveLength(1);
  });

  test('a check that has changed is refused with the new one, and nothing is written', async () => {
    const student = await add({ ...saad, phone: newPhone() });
    const body = choose([student]);
    const first = await check(body);
    await call('PUT', `/students/${student.id}`, { phone: newPhone() });
    const stale = await save({ ...body, seen: first.seen });
    expect([stale.status, stale.body.current]).toEqual([409, await check(body)]);
    expect(await guardiansOf(student)).toEqual([]);
    expect((await save({ ...body, seen: stale.body.current.seen })).status).toBe(200);
  });

  test('a deleted student and a teacher are refused', async () => {
    const student = await add({ ...saad, phone: newPhone() });
    await call('DELETE', `/students/${student.id}`);
    const path = '/guardians/from-phones/check';
    expect((await call('POST', path, choose([student]))).status).toBe(422);
    const allowed = choose([await add({ ...saad, phone: newPhone() })]);
    expect((await server.call('POST', path, { as: 'teacher', body: allowed })).status).toBe(403);
    expect((await call('POST', path, allowed)).status).toBe(200);
  });
});

test('the export reads the primary guardian of each student', async () => {
  const [first, second] = [await add(saad), await add(saad)];
  await call('POST', `/students/${first.id}/guardians`, { name: 'فهد', relation: 'brother' });
  await call('POST', `/students/${first.id}/guardians`, {
    name: 'هند',
    relation: 'mother',
    is_primary: true,
  });
  const answer = await call('POST', '/guardians/primary', { student_row_ids: [first.id, second.id] });
  expect(answer.body).toEqual({
    guardians: [{ student_row_id: first.id, name: 'هند', phone: null, relation: 'mother' }],
  });
});
