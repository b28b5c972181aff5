import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/audit';
import { ruleMessages } from '../../../contract/errors';
import type { Guardian, StudentGuardian } from '../../../contract/families/guardians';
import type { Student } from '../../../contract/students/students';
import { startTestApp, type TestApp } from '../../support/app';
import { demoBatchId, newBatch, newStudent, uniqueText } from '../../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'guardians' };
const call = <T>(method: string, path: string, body?: unknown, query: Record<string, unknown> = {}) =>
  server.call<T>(method, path, { as: 'admin', headers, body, query });
const guardiansOf = async (id: number) =>
  (await call<StudentGuardian[]>('GET', `/students/${id}/guardians`)).body;
const undoLast = async () => {
  const { body } = await call<AuditEntry[]>('GET', '/audit', undefined, { range: [0, 0] });
  const answer = await call('POST', `/undo/${body[0]?.id}`);
  expect(answer.status, answer.text).toBe(200);
};
const add = async (id: number, body: object) => {
  const answer = await call<StudentGuardian>('POST', `/students/${id}/guardians`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
let numbers = 0;
const newPhone = () => {
  numbers += 1;
  return `05512${String(numbers).padStart(5, '0')}`;
};
const findStored = async (id: number) =>
  (await server.data.read.selectFrom('guardians').select('id').where('id', '=', id).execute()).length;

describe('guardians of a student', () => {
  test('a guardian is added, changed and removed, and each write is undone', async () => {
    const { id } = await newStudent(server);
    const father = await add(id, { name: 'صالح الراشد', relation: 'father', phone: newPhone() });
    expect(father).toMatchObject({
      is_primary: true,
      rights: { messages: true, page: true, excuse: true },
      children: [{ id }],
      has_other_children: false,
    });
    expect(father.phone_key).toMatch(/^\+966551200/);
    await call('PUT', `/students/${id}/guardians/${father.id}`, {
      name: 'صالح بن سعد',
      rights: { messages: true, page: false, excuse: false },
    });
    expect(await guardiansOf(id)).toMatchObject([
      { name: 'صالح بن سعد', relation: 'father', rights: { page: false } },
    ]);
    await undoLast();
    expect(await guardiansOf(id)).toMatchObject([{ name: 'صالح الراشد', rights: { page: true } }]);
    await call('DELETE', `/students/${id}/guardians/${father.id}`);
    expect([await guardiansOf(id), await findStored(father.id)]).toEqual([[], 0]);
    await undoLast();
    expect(await guardiansOf(id)).toMatchObject([{ id: father.id, phone_key: father.phone_key }]);
  });

  test('a new student comes with guardians in one operation', async () => {
    const { body } = await call<Student>('POST', '/students', {
      first_name: 'أنس',
      last_name: 'الزهراني',
      national_id: '1098765432',
      guardians: [
        { name: 'سالم', relation: 'father', phone: newPhone() },
        { relation: 'mother', phone: newPhone(), is_primary: true },
      ],
    });
    const { id } = body;
    expect(await guardiansOf(id)).toMatchObject([
      { name: null, relation: 'mother', is_primary: true },
      { name: 'سالم', relation: 'father', is_primary: false },
    ]);
    await undoLast();
    expect((await call('GET', `/students/${id}`)).status).toBe(404);
  });

  test('a guardian of two brothers is deleted with the last of them and returns with an undo', async () => {
    const [first, second] = [await newStudent(server), await newStudent(server)];
    const father = await add(first.id, { name: 'فهد', relation: 'father', phone: newPhone() });
    const same = await add(second.id, { guardian_id: father.id, relation: 'father' });
    expect(same.children.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([first.id, second.id]);
    const twice = await call('POST', `/students/${second.id}/guardians`, {
      guardian_id: father.id,
      relation: 'other',
    });
    expect(twice.text).toContain(ruleMessages.guardianTwice);
    await call('DELETE', `/students/${first.id}`);
    expect(await findStored(father.id)).toBe(1);
    await call('DELETE', `/students/${second.id}`);
    expect(await findStored(father.id)).toBe(0);
    await undoLast();
    expect(await guardiansOf(second.id)).toMatchObject([{ id: father.id, name: 'فهد' }]);
  });

  test('a restored student brings back the guardian that was deleted with a brother', async () => {
    const [first, second] = [await newStudent(server), await newStudent(server)];
    const father = await add(first.id, { name: 'فهد', relation: 'father', phone: newPhone() });
    await add(second.id, { guardian_id: father.id, relation: 'father' });
    const restore = async (operation: number | undefined) => {
      const answer = await call('POST', `/archive/restore/${operation}`);
      expect(answer.status, answer.text).toBe(200);
    };
    const operations: (number | undefined)[] = [];
    for (const { id } of [first, second]) {
      await call('DELETE', `/students/${id}`);
      const { body } = await call<AuditEntry[]>('GET', '/audit', undefined, { range: [0, 0] });
      operations.push(body[0]?.id);
    }
    expect(await findStored(father.id)).toBe(0);
    for (const [index, { id }] of [first, second].entries()) {
      await restore(operations[index]);
      expect(await guardiansOf(id)).toMatchObject([{ id: father.id, name: 'فهد', phone: father.phone }]);
    }
  });

  test('only one guardian is the primary one, and another follows him', async () => {
    const { id } = await newStudent(server);
    const father = await add(id, { name: 'فهد', relation: 'father', phone: newPhone() });
    const mother = await add(id, { name: 'هند', relation: 'mother', is_primary: true, phone: newPhone() });
    const primaryIds = async () =>
      (await guardiansOf(id)).filter(({ is_primary }) => is_primary).map((guardian) => guardian.id);
    expect(await primaryIds()).toEqual([mother.id]);
    await call('PUT', `/students/${id}/guardians/${father.id}`, { is_primary: true });
    expect(await primaryIds()).toEqual([father.id]);
    await call('DELETE', `/students/${id}/guardians/${father.id}`);
    expect(await primaryIds()).toEqual([mother.id]);
  });

  test('a guardian without name, phone and e-mail is refused, also after a change', async () => {
    const { id } = await newStudent(server);
    const empty = await call('POST', `/students/${id}/guardians`, { relation: 'mother', name: ' ' });
    expect([empty.status, empty.text.includes(ruleMessages.emptyGuardian)]).toEqual([422, true]);
    const mother = await add(id, { relation: 'mother', phone: newPhone() });
    const cleared = await call('PUT', `/students/${id}/guardians/${mother.id}`, { phone: null });
    expect(cleared.status).toBe(422);
    expect(await guardiansOf(id)).toMatchObject([{ phone: mother.phone }]);
  });

  test('an outdated version of the person or the relation is refused with the stored guardian', async () => {
    const { id } = await newStudent(server);
    const guardian = await add(id, { name: 'فهد', relation: 'father' });
    const path = `/students/${id}/guardians/${guardian.id}`;
    expect((await call('PUT', path, { note: 'يعمل ليلاً', version: guardian.version })).status).toBe(200);
    const stale = await call<{ current: Guardian }>('PUT', path, { note: 'x', version: guardian.version });
    expect([stale.status, stale.body.current.note]).toEqual([409, 'يعمل ليلاً']);
    await call('PUT', path, { relation: 'other', relation_version: guardian.relation_version });
    const late = await call('PUT', path, {
      relation: 'brother',
      relation_version: guardian.relation_version,
    });
    expect(late.status).toBe(409);
  });
});

describe('stored guardians with the same phone', () => {
  const family = { second_name: 'سعد', third_name: 'علي', last_name: 'القحطاني' };
  const matchesOf = async (query: Record<string, unknown>) => {
    const answer = await call<(Guardian & { is_proposed: boolean })[]>(
      'GET',
      '/guardians/matches',
      undefined,
      query,
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  test('a guardian is proposed only if the names agree', async () => {
    const phone = newPhone();
    const { id } = await newStudent(server, undefined, family);
    const stored = await add(id, { name: 'سعد علي القحطاني', relation: 'father', phone });
    const proposedBy = async (query: object) =>
      (await matchesOf({ phone: `+966${phone.slice(1)}`, ...query })).map((match) => [
        match.id,
        match.is_proposed,
      ]);
    expect(await proposedBy({ second_name: 'سعد', last_name: 'القحطاني' })).toEqual([[stored.id, true]]);
    expect(await proposedBy({ second_name: 'ناصر', last_name: 'القحطاني' })).toEqual([[stored.id, false]]);
    expect(await proposedBy({ name: 'سعد القحطاني' })).toEqual([[stored.id, true]]);
    expect(await proposedBy({ name: 'هند', second_name: 'سعد', last_name: 'القحطاني' })).toEqual([
      [stored.id, false],
    ]);
    expect(await matchesOf({ phone: newPhone() })).toEqual([]);
  });

  test('the list finds a guardian by name and by any spelling of the phone', async () => {
    const name = `حمد ${uniqueText()}`;
    const phone = newPhone();
    const { id } = await newStudent(server);
    const guardian = await add(id, { name, relation: 'other', second_phone: phone });
    for (const q of [name, phone, `00966${phone.slice(1)}`]) {
      const { body } = await call<Guardian[]>('GET', '/guardians', undefined, { filter: { q } });
      expect(body.map((row) => row.id)).toEqual([guardian.id]);
      expect(body[0]?.children).toMatchObject([{ id }]);
    }
  });
});

test('the list finds a guardian by the name of his child, and a family name finds both', async () => {
  const family = uniqueText();
  const { id } = await newStudent(server, undefined, { first_name: 'زياد', last_name: family });
  const mother = await add(id, { relation: 'mother', phone: newPhone() });
  const other = await newStudent(server);
  const father = await add(other.id, { name: `فهد ${family}`, relation: 'father' });
  const find = async (q: string, query: Record<string, unknown> = {}) =>
    (await call<Guardian[]>('GET', '/guardians', undefined, { filter: { q }, ...query })).body;
  expect((await find(`زياد ${family}`)).map((row) => row.id)).toEqual([mother.id]);
  expect((await find(family, { sort: ['id', 'ASC'] })).map((row) => row.id)).toEqual([mother.id, father.id]);
  expect(await find(family, { sort: ['name', 'DESC'], range: [0, 0] })).toMatchObject([{ id: father.id }]);
  expect(await find(uniqueText())).toEqual([]);
});

test('the list of a batch has the guardians of its students', async () => {
  const family = uniqueText();
  const { id } = await newStudent(server, demoBatchId, { last_name: family });
  const father = await add(id, { name: `سالم ${family}`, relation: 'father' });
  const idsIn = async (batch_id: number) => {
    const filter = { q: family, batch_id };
    return (await call<Guardian[]>('GET', '/guardians', undefined, { filter })).body.map((row) => row.id);
  };
  expect(await idsIn(demoBatchId)).toEqual([father.id]);
  expect(await idsIn(demoBatchId + 1)).toEqual([]);
});

describe('a student of age', () => {
  test('the birth date counts, and without it the age group of the batch', async () => {
    const { id } = await newStudent(server);
    await add(id, { name: 'فهد', relation: 'father' });
    const isOfAge = async () => (await guardiansOf(id)).map(({ is_of_age }) => is_of_age);
    const student = await call<Student>('GET', `/students/${id}`);
    const change = (path: string, body: object) => call('PUT', path, body);
    expect(await isOfAge()).toEqual([true]);
    await change(`/batches/${student.body.batch_id}`, { age_group: 'minors' });
    expect(await isOfAge()).toEqual([false]);
    await change(`/students/${id}`, { birth_date: '1990-01-01' });
    expect(await isOfAge()).toEqual([true]);
    await change(`/students/${id}`, { birth_date: '2020-01-01' });
    await change(`/batches/${student.body.batch_id}`, { age_group: 'adults' });
    expect(await isOfAge()).toEqual([false]);
  });

  test('a consent has a day up to today', async () => {
    const { id } = await newStudent(server);
    const guardian = await add(id, { name: 'فهد', relation: 'father', consent_on: '2026-01-05' });
    expect(guardian).toMatchObject({ consent_on: '2026-01-05', is_of_age: true });
    const path = `/students/${id}/guardians/${guardian.id}`;
    const late = await call('PUT', path, { consent_on: '2999-01-01' });
    expect([late.status, late.text.includes(ruleMessages.futureDate)]).toEqual([422, true]);
    const early = await call('PUT', path, { consent_on: null });
    expect(early.body).toMatchObject({ consent_on: null });
  });
});

describe('teachers and the guardians of their students', () => {
  test('a teacher sees the guardians of his own students only if the institute allows it', async () => {
    const { body: own } = await server.call<Student[]>('GET', '/students', { as: 'teacher' });
    const student = own[0];
    const guardian = await add(Number(student?.id), {
      name: 'ماجد',
      relation: 'father',
      phone: newPhone(),
      note: 'خاص',
    });
    const read = () =>
      server.call<StudentGuardian[]>('GET', `/students/${student?.id}/guardians`, { as: 'teacher' });
    await call('PUT', '/settings', { teachers_contact_guardians: false });
    expect(await read()).toMatchObject({ status: 200, body: [] });
    await call('PUT', '/settings', { teachers_contact_guardians: true });
    const others = await newStudent(server, (await newBatch(server)).id);
    await add(others.id, { name: 'سلطان', relation: 'father' });
    expect((await server.call('GET', `/students/${others.id}/guardians`, { as: 'teacher' })).status).toBe(
      404,
    );
    const answer = await read();
    expect(answer.body.find(({ id }) => id === guardian.id)).toMatchObject({
      name: 'ماجد',
      phone: guardian.phone,
      note: null,
    });
  });
});
