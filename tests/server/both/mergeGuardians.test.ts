import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudentGuardian } from '../../../contract/families/guardians';
import type { MergePreview } from '../../../contract/students/merge';
import { startTestApp, type TestApp } from '../../support/app';
import { dump, dumpOrExpected } from '../../support/database';
import { newStudent } from '../../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'mergeGuardians' };
const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', headers, body });
const add = async (id: number, body: object) => {
  const answer = await call<StudentGuardian>('POST', `/students/${id}/guardians`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const guardiansOf = async (id: number) =>
  (await call<StudentGuardian[]>('GET', `/students/${id}/guardians`)).body;

const previewOf = async (staying: number, merged: number) =>
  (await call<MergePreview>('GET', `/students/${staying}/merge/${merged}`)).body;

async function merge(stayingId: number, mergedId: number): Promise<number> {
  const { staying, merged, enrolment } = await previewOf(stayingId, mergedId);
  const answer = await call<{ operation_id: number }>('POST', `/students/${stayingId}/merge`, {
    merged_id: mergedId,
    version: staying.version,
    merged_version: merged.version,
    ...(enrolment && { enrolment: enrolment.proposed }),
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.operation_id;
}

const countsOf = ({ records }: MergePreview) => records.find(({ kind }) => kind === 'guardians');

test('a merge keeps one primary guardian and counts one person with two records once', async () => {
  const [staying, merged] = [await newStudent(server), await newStudent(server)];
  const father = await add(staying.id, {
    name: 'سعد علي القحطاني',
    relation: 'father',
    phone: '0551700001',
    rights: { messages: false, page: true, excuse: true },
  });
  await add(merged.id, { name: 'سعد القحطاني', relation: 'father', phone: '00966551700001' });
  const mother = await add(merged.id, { relation: 'mother', phone: '0551700002', is_primary: true });
  const uncle = await add(merged.id, { name: 'ناصر القحطاني', relation: 'other', phone: '0551700001' });
  expect(countsOf(await previewOf(staying.id, merged.id))).toEqual({
    kind: 'guardians',
    moved: 2,
    left_out: 1,
  });
  const before = await dump(server.data);
  const operation = await merge(staying.id, merged.id);
  expect(
    (await guardiansOf(staying.id)).map(({ id, is_primary, rights }) => [id, is_primary, rights.messages]),
  ).toEqual([
    [father.id, true, false],
    [mother.id, false, true],
    [uncle.id, false, true],
  ]);
  const names = await server.data.read
    .selectFrom('guardians')
    .select('name')
    .where('phone_key', '=', '+966551700001')
    .orderBy('id')
    .execute();
  expect(names.map(({ name }) => name)).toEqual([father.name, uncle.name]);
  expect((await call('POST', `/undo/${operation}`)).status).toBe(200);
  expect(await dumpOrExpected(before, server.data)).toEqual(before);
});

test('a merge into a student without guardians moves them all, and a guardian of both stays once', async () => {
  const [first, second, third] = [
    await newStudent(server),
    await newStudent(server),
    await newStudent(server),
  ];
  const father = await add(first.id, { name: 'فهد', relation: 'father', phone: '0551700003' });
  const brother = await add(first.id, { name: 'نايف', relation: 'brother', phone: '0551700004' });
  await merge(second.id, first.id);
  expect((await guardiansOf(second.id)).map(({ id, is_primary }) => [id, is_primary])).toEqual([
    [father.id, true],
    [brother.id, false],
  ]);
  await add(third.id, { guardian_id: father.id, relation: 'father' });
  expect(countsOf(await previewOf(third.id, second.id))).toMatchObject({ moved: 1, left_out: 1 });
  await merge(third.id, second.id);
  expect((await guardiansOf(third.id)).map(({ id, is_primary }) => [id, is_primary])).toEqual([
    [father.id, true],
    [brother.id, false],
  ]);
});

test('a merge keeps what one of two relations denies, and the consent', async () => {
  const [staying, merged] = [await newStudent(server), await newStudent(server)];
  const person = { name: 'خالد العمري', relation: 'father', phone: '0551700009' };
  await add(staying.id, person);
  await add(merged.id, {
    ...person,
    rights: { messages: true, page: false, excuse: false },
    consent_on: '2026-01-01',
  });
  await merge(staying.id, merged.id);
  expect(await guardiansOf(staying.id)).toMatchObject([
    { rights: { messages: true, page: false, excuse: false }, consent_on: '2026-01-01' },
  ]);
});
