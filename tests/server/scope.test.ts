import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Subject } from '../../contract/subjects';
import type { TeacherScope } from '../../contract/vocabulary';
import { addAccount, setTeacherScope } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { newSubject } from '../support/sampleCalls';

type Row = Record<string, unknown>;
type As = 'admin' | 'teacher' | 'teacher2' | 'student' | { token: string };

let server: TestApp;
let teacherId: number;
/** All records in the scope of an admin. */
let all: { subjects: Subject[]; batches: Row[]; programs: Row[]; students: Row[] };
/** Maps each subject to its teachers. */
const linked = new Map<number, number[]>();

const list = async <T = Row>(path: string, as: As, query: Row = {}) => {
  const answer = await server.call<T[]>('GET', path, { as, query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const ids = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
const distinct = (values: unknown[]) => [...new Set(values)];

beforeAll(async () => {
  server = await startTestApp();
  const links = await server.data.read.selectFrom('subject_teachers').selectAll().execute();
  for (const { subject_id, teacher_id } of links)
    linked.set(subject_id, [...(linked.get(subject_id) ?? []), teacher_id]);
  ({ id: teacherId } = (await server.call<{ id: number }>('GET', '/auth/me', { as: 'teacher' })).body);
  all = {
    subjects: await list<Subject>('/subjects', 'admin'),
    batches: await list('/batches', 'admin'),
    programs: await list('/programs', 'admin'),
    students: await list('/students', 'admin'),
  };
});
beforeEach(() => setTeacherScope(server.data, 'linked_or_open'));
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

/** Computes the expected scope of a teacher from all records. */
function expectedScope(rule: TeacherScope, teacher: number) {
  const subjects = all.subjects.filter(({ id }) => {
    const teachers = linked.get(id) ?? [];
    return (
      rule === 'all' || teachers.includes(teacher) || (rule === 'linked_or_open' && teachers.length === 0)
    );
  });
  const batchIds = distinct(subjects.map(({ batch_id }) => batch_id));
  const batches =
    rule === 'all' ? all.batches : all.batches.filter(({ id }) => batchIds.includes(id as number));
  const codes = distinct(batches.map(({ program_id }) => program_id));
  return {
    subjects,
    batches,
    programs:
      rule === 'all' ? all.programs : all.programs.filter(({ program_id }) => codes.includes(program_id)),
    students:
      rule === 'all'
        ? all.students
        : all.students.filter(({ batch_id }) => batchIds.includes(batch_id as number)),
  };
}

describe.each(['linked_or_open', 'linked', 'all'] as const)('a teacher under the rule %s', (rule) => {
  beforeEach(() => setTeacherScope(server.data, rule));

  test.each(['subjects', 'batches', 'programs', 'students'] as const)(
    'a teacher sees exactly the %s in scope: as a whole list, by page, by search and by filter',
    async (kind) => {
      const expectedIds = ids(expectedScope(rule, teacherId)[kind]);
      expect(rule !== 'linked' || expectedIds.length < all[kind].length).toBe(true);
      expect(ids(await list(`/${kind}`, 'teacher'))).toEqual(expectedIds);
      const page = await server.call<Row[]>('GET', `/${kind}`, { as: 'teacher', query: { range: [0, 1] } });
      expect(page.headers['content-range']).toBe(`${kind} 0-1/${expectedIds.length}`);
      // A letter that each name has, and the ids of all rows. Neither filter finds rows out of scope.
      const filters = [{ q: 'ا' }, { ids: ids(all[kind]) }];
      for (const filter of filters) {
        const visible = ids(await list(`/${kind}`, 'teacher', { filter }));
        const foundByAdmin = ids(await list(`/${kind}`, 'admin', { filter }));
        expect(visible).toEqual(foundByAdmin.filter((id) => expectedIds.includes(id)));
      }
      expect(ids(await list(`/${kind}`, 'admin'))).toEqual(ids(all[kind]));
    },
  );

  test.each(['subjects', 'batches', 'programs', 'students'] as const)(
    'a teacher can read single %s in scope, else 404',
    async (kind) => {
      const expectedIds = new Set(ids(expectedScope(rule, teacherId)[kind]));
      const tried = kind === 'students' ? all.students.filter((_, at) => at % 10 === 0) : all[kind];
      for (const { id } of tried) {
        const { status } = await server.call('GET', `/${kind}/${id}`, { as: 'teacher' });
        expect(status, `${kind} ${id}`).toBe(expectedIds.has(Number(id)) ? 200 : 404);
      }
    },
  );

  test('a teacher gets the stats of his own scope', async () => {
    const { subjects, students } = expectedScope(rule, teacherId);
    const summary = await server.call('GET', '/subjects/summary', { as: 'teacher' });
    expect(summary.body).toEqual({
      total: subjects.length,
      hours: subjects.reduce((sum, { hours }) => sum + hours, 0),
      levels: distinct(subjects.map(({ level }) => level)).length,
      types: distinct(subjects.map(({ type }) => type)).length,
    });
    const stats = await server.call('GET', '/students/summary', { as: 'teacher' });
    expect(stats.body).toMatchObject({
      total: students.length,
      programs: distinct(students.map(({ program_id }) => program_id)).length,
      batches: distinct(students.map(({ batch_id }) => batch_id)).length,
    });
  });

  test('a teacher reads only the settings of the subjects in scope', async () => {
    const expectedIds = new Set(ids(expectedScope(rule, teacherId).subjects));
    for (const kind of ['subject-curriculum', 'subject-grade-settings'])
      for (const { id, subject_code } of all.subjects) {
        const path = `/${kind}/${encodeURIComponent(subject_code)}`;
        const { status } = await server.call('GET', path, { as: 'admin' });
        const answer = await server.call('GET', path, { as: 'teacher' });
        expect(answer.status, path).toBe(expectedIds.has(id) ? status : 404);
      }
  });
});

test('a new teacher sees subjects without a teacher, until another teacher is linked', async () => {
  const teacher = await addAccount(server, 'teacher');
  const as = await teacher.signIn();
  const open = await newSubject(server);
  expect((await server.call('GET', `/subjects/${open.id}`, { as })).status).toBe(200);
  const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
  const link = (teacher_id: number) =>
    server.data.write(actor, async (unit) => {
      unit.describe('create', 'subject_teachers', null, 'tests');
      await unit.insert('subject_teachers', { subject_id: open.id, teacher_id });
    });
  await link(teacherId);
  expect((await server.call('GET', `/subjects/${open.id}`, { as })).status).toBe(404);
  await link(teacher.id);
  expect((await server.call('GET', `/subjects/${open.id}`, { as })).status).toBe(200);
  await server.call('DELETE', `/subjects/${open.id}`, { as: 'admin' });
});

test('a teacher without any subject under the rule "linked" sees nothing', async () => {
  await setTeacherScope(server.data, 'linked');
  const as = await (await addAccount(server, 'teacher')).signIn();
  for (const path of ['/subjects', '/batches', '/programs', '/students'])
    expect(await list(path, as)).toEqual([]);
  expect((await server.call('GET', '/students/summary', { as })).body).toEqual({
    total: 0,
    programs: 0,
    batches: 0,
    new_students: 0,
  });
});

describe('the record of a student for a teacher', () => {
  const placement = ['batch_id', 'batch_name', 'program_id', 'program_name'];
  const status = ['status', 'status_since'];
  const brief = ['full_name', 'id', 'student_id', ...placement, ...status].toSorted();

  test('a teacher sees name, number, programme, batch and status only, in lists and single records, and the health note of his own student', async () => {
    const rows = await list('/students', 'teacher');
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(brief);
    const one = await server.call('GET', `/students/${rows[0]?.['id']}`, { as: 'teacher' });
    // He teaches this student, so he also gets the health note.
    expect(Object.keys(one.body).toSorted()).toEqual([...brief, 'health_note'].toSorted());
    const whole = await server.call('GET', `/students/${rows[0]?.['id']}`, { as: 'admin' });
    expect(Object.keys(whole.body)).toEqual(expect.arrayContaining(['national_id', 'phone', 'email']));
  });

  test('a teacher cannot search by national id, phone or e-mail like an admin, but by name and number', async () => {
    const [row] = await list('/students', 'teacher');
    const { body } = await server.call('GET', `/students/${row?.['id']}`, { as: 'admin' });
    const findIds = async (as: 'admin' | 'teacher', q: unknown) =>
      ids(await list('/students', as, { filter: { q } }));
    for (const column of ['national_id', 'phone', 'email']) {
      const value = String(body[column] ?? '');
      if (value === '') continue;
      expect(await findIds('teacher', value)).toEqual([]);
      expect(await findIds('admin', value)).toContain(row?.['id']);
    }
    for (const column of ['full_name', 'student_id']) {
      expect(await findIds('teacher', body[column])).toContain(row?.['id']);
    }
  });

  test('a teacher may not sort or filter by hidden columns, unlike an admin', async () => {
    const queries = [
      { sort: ['national_id', 'ASC'] },
      { sort: ['created_at', 'ASC'] },
      { filter: { gender: 'ذكر' } },
      { filter: { created_since: '2020-01-01' } },
    ];
    for (const query of queries) {
      expect((await server.call('GET', '/students', { as: 'teacher', query })).status).toBe(403);
      expect((await server.call('GET', '/students', { as: 'admin', query })).status).toBe(200);
    }
  });
});

describe('a student', () => {
  test('a student sees only the subjects of his own batch, with any filter', async () => {
    const own = all.subjects.filter(({ batch_id }) => batch_id === 1);
    expect(own.length).toBeGreaterThan(0);
    expect(ids(await list('/subjects', 'student'))).toEqual(ids(own));
    expect(await list('/subjects', 'student', { filter: { batch_id: 2 } })).toEqual([]);
    expect(ids(await list('/subjects', 'student', { filter: { ids: ids(all.subjects) } }))).toEqual(ids(own));
    for (const { id, batch_id } of all.subjects)
      expect((await server.call('GET', `/subjects/${id}`, { as: 'student' })).status).toBe(
        batch_id === 1 ? 200 : 404,
      );
  });

  test('a student of another batch sees the subjects of that batch', async () => {
    const other = all.students.find(({ batch_id }) => batch_id === 2)?.['id'];
    const as = await (await addAccount(server, 'student', { student_row_id: Number(other) })).signIn();
    const idsInBatch = (batch: number) => ids(all.subjects.filter(({ batch_id }) => batch_id === batch));
    expect(ids(await list('/subjects', as))).toEqual(idsInBatch(2));
    expect(ids(await list('/subjects', 'student'))).toEqual(idsInBatch(1));
  });

  test('a student without a linked record sees no subjects', async () => {
    const as = await (await addAccount(server, 'student')).signIn();
    expect(await list('/subjects', as)).toEqual([]);
  });

  test('a student looks up only his own record', async () => {
    const account = await addAccount(server, 'student', { student_row_id: 40 });
    const as = await account.signIn();
    const own = await server.call('GET', `/students/by-user/${account.id}`, { as });
    expect(own).toMatchObject({ status: 200, body: { id: 40, full_name: expect.any(String) } });
    const { body: other } = await server.call<{ id: number }>('GET', '/auth/me', { as: 'student' });
    expect((await server.call('GET', `/students/by-user/${other.id}`, { as })).status).toBe(404);
    expect((await server.call('GET', `/students/by-user/${other.id}`, { as: 'admin' })).status).toBe(200);
  });
});
