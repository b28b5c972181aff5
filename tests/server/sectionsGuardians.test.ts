import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import type { Guardian, StudentGuardian } from '../../contract/families/guardians';
import type { ImportCheck } from '../../contract/imports';
import type { Student } from '../../contract/students/students';
import type { StaffSection } from '../../contract/vocabulary';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newStudent, uniqueText } from '../support/sampleCalls';

type Caller = 'admin' | { token: string };
let server: TestApp;
const admins = {} as Record<StaffSection, { token: string }>;
const batches = {} as Record<StaffSection, { id: number; batch_name: string }>;

const headers = { 'x-session-id': 'sectionsGuardians' };
const call = <T>(as: Caller, method: string, path: string, body?: unknown, query?: Record<string, unknown>) =>
  server.call<T>(method, path, { as, headers, body, query });

beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
  await call('admin', 'PUT', '/settings', { sections_enabled: true });
  for (const section of ['boys', 'girls'] as const) {
    const body = { batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN', section };
    batches[section] = (
      await call<{ id: number; batch_name: string }>('admin', 'POST', '/batches', body)
    ).body;
    const { id, signIn } = await addAccount(server, 'admin');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section }).where('id', '=', id).execute(),
    );
    admins[section] = await signIn();
  }
});
afterAll(() => server.close());

let lastNumber = 0;
const newPhone = () => {
  lastNumber += 1;
  return `05515${String(lastNumber).padStart(5, '0')}`;
};
const add = async (as: Caller, id: number, body: object) => {
  const answer = await call<StudentGuardian>(as, 'POST', `/students/${id}/guardians`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const newChild = (section: StaffSection, values: object = {}) =>
  newStudent(server, batches[section].id, values);
/** A girl and a boy, each with a guardian. The names and numbers occur nowhere else. */
async function newFamilies() {
  const names = { girls: `هند ${uniqueText()}`, boys: `ماجد ${uniqueText()}` };
  const phones = { girls: newPhone(), boys: newPhone() };
  const child = async (section: StaffSection) => {
    const student = await newChild(section);
    const relation = section === 'girls' ? 'mother' : 'father';
    const guardian = await add('admin', student.id, {
      name: names[section],
      phone: phones[section],
      relation,
    });
    return { student, guardian };
  };
  return { names, phones, girl: await child('girls'), boy: await child('boys') };
}
const auditOf = async (as: Caller) =>
  (await call<AuditEntry[]>(as, 'GET', '/audit', undefined, { range: [0, 99] })).body;
const lastOperation = async () => (await auditOf('admin'))[0]?.id ?? 0;

describe('an admin of the section of boys', () => {
  test('does not find the guardians of girls in the list, the search and the matches', async () => {
    const { names, phones } = await newFamilies();
    const countFound = async (as: Caller, section: StaffSection) => {
      const lists = [];
      for (const q of [names[section], phones[section]])
        lists.push((await call<Guardian[]>(as, 'GET', '/guardians', undefined, { filter: { q } })).body);
      const query = { phone: phones[section], name: names[section] };
      lists.push((await call<Guardian[]>(as, 'GET', '/guardians/matches', undefined, query)).body);
      return lists.map(({ length }) => length);
    };
    expect(await countFound(admins.boys, 'girls')).toEqual([0, 0, 0]);
    expect(await countFound(admins.boys, 'boys')).toEqual([1, 1, 1]);
    expect(await countFound(admins.girls, 'girls')).toEqual([1, 1, 1]);
    const all = await call(admins.boys, 'GET', '/guardians', undefined, { range: [0, 999] });
    expect(all.text).not.toContain(phones.girls);
    expect(all.text).toContain(phones.boys);
    const search = (section: StaffSection) =>
      call(admins.boys, 'GET', '/search', undefined, { q: names[section] });
    expect((await search('girls')).text).not.toContain(phones.girls);
  });

  test('does not read, add, change or remove the guardians of a girl', async () => {
    const { girl, boy, phones } = await newFamilies();
    for (const { student, guardian, isAllowed } of [
      { ...girl, isAllowed: false },
      { ...boy, isAllowed: true },
    ]) {
      const path = `/students/${student.id}/guardians`;
      const phone = newPhone();
      const calls: [string, string, object?][] = [
        ['GET', path],
        ['POST', path, { relation: 'other', phone }],
        ['PUT', `${path}/${guardian.id}`, { note: 'اتصل مساءً' }],
        ['DELETE', `${path}/${guardian.id}`],
      ];
      for (const [method, address, body] of calls) {
        const answer = await call(admins.boys, method, address, body);
        expect(answer.status === 404, `${method} ${answer.text}`).toBe(!isAllowed);
        expect(answer.status < 300).toBe(isAllowed);
        expect(answer.text).not.toContain(phones.girls);
      }
    }
    const ofOthers = { guardian_id: girl.guardian.id, relation: 'father' };
    expect((await call(admins.boys, 'POST', `/students/${boy.student.id}/guardians`, ofOthers)).status).toBe(
      422,
    );
  });

  test('does not read the primary guardian of a girl, nor make one of her number', async () => {
    const { girl, boy, phones } = await newFamilies();
    const primary = (id: number) =>
      call(admins.boys, 'POST', '/guardians/primary', { student_row_ids: [id] });
    expect((await primary(girl.student.id)).status).toBe(422);
    expect((await primary(boy.student.id)).body).toMatchObject({ guardians: [{ phone: phones.boys }] });
    const check = (ids: number[]) =>
      call(admins.boys, 'POST', '/guardians/from-phones/check', {
        student_row_ids: ids,
        relation: 'father',
        clear_phone: false,
      });
    expect((await check([girl.student.id])).status).toBe(422);
    expect((await check([boy.student.id])).status).toBe(200);
  });

  test('does not find an operation on a guardian of girls in the audit, and cannot undo it', async () => {
    const { girl, boy } = await newFamilies();
    const write = async (section: StaffSection, method: string, body?: object) => {
      const { student, guardian } = section === 'girls' ? girl : boy;
      const path = `/students/${student.id}/guardians/${guardian.id}`;
      expect((await call(admins[section], method, path, body)).status).toBe(200);
      return lastOperation();
    };
    const visible = async (as: Caller, id: number) => (await auditOf(as)).some((entry) => entry.id === id);
    for (const [method, body] of [['PUT', { note: 'اتصل مساءً' }], ['DELETE']] as const) {
      const ofGirl = await write('girls', method, body);
      const ofBoy = await write('boys', method, body);
      expect([await visible(admins.boys, ofGirl), await visible(admins.boys, ofBoy)]).toEqual([false, true]);
      expect([await visible(admins.girls, ofGirl), await visible(admins.girls, ofBoy)]).toEqual([
        true,
        false,
      ]);
      expect((await call(admins.boys, 'GET', `/audit/${ofGirl}`)).status).toBe(404);
      expect((await call(admins.girls, 'GET', `/audit/${ofGirl}`)).status).toBe(200);
      expect((await call(admins.boys, 'POST', `/undo/${ofGirl}`)).status).not.toBe(200);
      expect((await call(admins.girls, 'POST', `/undo/${ofGirl}`)).status).toBe(200);
      expect((await call(admins.boys, 'POST', `/undo/${ofBoy}`)).status).toBe(200);
    }
  });

  test('does not find a deleted girl and her guardian in the archive', async () => {
    const { girl, boy } = await newFamilies();
    const remove = async ({ student }: typeof girl) => {
      await call('admin', 'DELETE', `/students/${student.id}`);
      return lastOperation();
    };
    const [ofGirl, ofBoy] = [await remove(girl), await remove(boy)];
    const archived = async (as: Caller) => (await call(as, 'GET', '/archive/deleted-records')).text;
    const has = (text: string, id: number) => text.includes(`"id":${id},`);
    const list = await archived(admins.boys);
    expect([has(list, ofGirl), has(list, ofBoy)]).toEqual([false, true]);
    expect(has(await archived(admins.girls), ofGirl)).toBe(true);
    expect((await call(admins.boys, 'POST', `/archive/restore/${ofGirl}`)).status).not.toBe(200);
    expect((await call(admins.boys, 'POST', `/archive/restore/${ofBoy}`)).status).toBe(200);
    const { body } = await call<StudentGuardian[]>('admin', 'GET', `/students/${boy.student.id}/guardians`);
    expect(body).toMatchObject([{ id: boy.guardian.id }]);
  });
});

describe('a guardian of a boy and a girl', () => {
  const names = () => ({ second_name: 'سعد', last_name: `ال${uniqueText()}` });
  async function newSharedGuardian() {
    const [family, phone] = [names(), newPhone()];
    const [boy, girl] = [
      await newChild('boys', family),
      await newChild('girls', { ...family, first_name: 'هند' }),
    ];
    const guardian = await add('admin', boy.id, {
      name: `سعد ${family.last_name}`,
      phone,
      relation: 'father',
    });
    await add('admin', girl.id, { guardian_id: guardian.id, relation: 'father' });
    return { family, phone, boy, girl, guardian };
  }

  test('shows each admin of a section only the children in his section', async () => {
    const { boy, girl, guardian } = await newSharedGuardian();
    const read = async (as: Caller, { id }: Pick<Student, 'id'>) =>
      (await call<StudentGuardian[]>(as, 'GET', `/students/${id}/guardians`)).body;
    for (const [section, own, other] of [
      ['boys', boy, girl],
      ['girls', girl, boy],
    ] as const) {
      const [shared] = await read(admins[section], own);
      expect(shared).toMatchObject({ id: guardian.id, children: [{ id: own.id }], has_other_children: true });
      const list = await call(admins[section], 'GET', '/guardians', undefined, { range: [0, 999] });
      expect(list.text).not.toContain(other.full_name);
    }
    expect((await read('admin', boy))[0]).toMatchObject({ has_other_children: false });
  });

  test('an admin of one section changes the relation of his own student and not the person', async () => {
    const { boy, guardian } = await newSharedGuardian();
    const path = `/students/${boy.id}/guardians/${guardian.id}`;
    for (const changes of [{ phone: newPhone() }, { note: 'يعمل ليلاً' }, { name: 'سعد', relation: 'other' }]) {
      const refused = await call(admins.boys, 'PUT', path, changes);
      expect(refused, refused.text).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(refused.text).toContain('في غير قسمك');
    }
    const rights = { messages: false, page: true, excuse: true };
    const { name, phone } = guardian;
    const allowed = await call(admins.boys, 'PUT', path, { name, phone, relation: 'other', rights });
    expect(allowed.body, allowed.text).toMatchObject({ name, phone, relation: 'other', rights });
    const byAll = await call('admin', 'PUT', path, { note: 'يعمل ليلاً' });
    expect(byAll).toMatchObject({ status: 200, body: { note: 'يعمل ليلاً' } });
    const { body } = await call<StudentGuardian[]>('admin', 'GET', `/students/${boy.id}/guardians`);
    expect(body).toMatchObject([{ name, phone, note: 'يعمل ليلاً', relation: 'other' }]);
  });

  test('is not changed by an import of one section, which only changes his relation', async () => {
    const { boy, phone } = await newSharedGuardian();
    const row = {
      student_id: boy.student_id,
      full_name: boy.full_name,
      batch_name: batches.boys.batch_name,
      guardian_name: 'هند',
      guardian_phone: phone,
      guardian_relation: 'الأم',
    };
    const check = (as: Caller) =>
      call<Required<ImportCheck>>(as, 'POST', '/students/import/check', { data: [row] });
    const { changes, warnings } = (await check(admins.boys)).body;
    expect(changes).toMatchObject([{ field: 'guardian_relation', from: 'الأب', to: 'الأم' }]);
    expect(warnings).toMatchObject([{ field: 'guardian_phone' }]);
    expect((await check('admin')).body.changes).toMatchObject([
      { field: 'guardian_name', to: 'هند' },
      { field: 'guardian_relation', to: 'الأم' },
    ]);
    const answer = await call(admins.boys, 'POST', '/students/import', { data: [row] });
    expect(answer.body, answer.text).toMatchObject({ updated: 1, failed: 0 });
  });

  test('an import of one section proposes no guardian of the other section', async () => {
    const [family, phone] = [names(), newPhone()];
    const girl = await newChild('girls', family);
    await add('admin', girl.id, { relation: 'father', phone });
    const row = {
      first_name: 'سعد',
      ...family,
      guardian_phone: phone,
      batch_name: batches.boys.batch_name,
    };
    const answer = await call(admins.boys, 'POST', '/students/import', { data: [row] });
    expect(answer.body, answer.text).toMatchObject({ imported: 1, warnings: [] });
    const { body } = await call<Guardian[]>('admin', 'GET', '/guardians', undefined, {
      filter: { q: phone },
    });
    expect(body).toHaveLength(2);
  });
});
