import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { DashboardStats } from '../../contract/dashboard';
import type { Student } from '../../contract/students/students';
import type { Subject } from '../../contract/subjects';
import type { Section, StaffSection } from '../../contract/vocabulary';
import { addAccount, setTeacherScope, stepUp } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { sampleDay, uniqueText } from '../support/sampleCalls';

interface Person {
  id: number;
  username: string;
  token: string;
}

let server: TestApp;
const admins = {} as Record<StaffSection, Person>;
const teachers = {} as Record<StaffSection, Person>;
const bySection = {} as Record<Section, { batch: Batch; subject: Subject; student: Student }>;

async function newPerson(role: 'admin' | 'teacher', section: StaffSection | null): Promise<Person> {
  const account = await addAccount(server, role);
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('users').set({ section }).where('id', '=', account.id).execute(),
  );
  return { ...account, ...(await account.signIn()) };
}

let national = 1_200_000_000;

async function newBatchWithStudent(section: Section) {
  const post = async <T>(path: string, body: object) =>
    (await server.call<T>('POST', path, { as: 'admin', body })).body;
  const batch = await post<Batch>('/batches', {
    batch_name: `دفعة ${uniqueText()}`,
    program_id: 'QRN',
    section,
  });
  const batch_id = batch.id;
  const subject = await post<Subject>('/subjects', {
    subject_code: uniqueText(),
    name: `مادة ${uniqueText()}`,
    batch_id,
  });
  const student = await post<Student>('/students', {
    first_name: 'سلمى',
    last_name: `ال${uniqueText()}`,
    national_id: String((national += 1)),
    batch_id,
  });
  return { batch, subject, student };
}

const setSections = (sections_enabled: boolean) =>
  server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled } });

beforeAll(async () => {
  server = await startTestApp();
  await setSections(true);
  for (const section of ['boys', 'girls', 'mixed'] as const)
    bySection[section] = await newBatchWithStudent(section);
  for (const section of ['boys', 'girls'] as const) {
    admins[section] = await newPerson('admin', section);
    teachers[section] = await newPerson('teacher', section);
  }
  await setTeacherScope(server.data, 'linked_or_open');
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

const idsOf = async (path: string, as: { token: string }) =>
  (await server.call<{ id: number }[]>('GET', path, { as })).body.map(({ id }) => id);
const statusOf = async (method: string, path: string, as: 'admin' | { token: string }, body?: object) =>
  (await server.call(method, path, { as, body })).status;

describe('a batch of both sections', () => {
  test('a batch of both sections is visible to staff of all sections, but not to admins of one section, nor to its unlinked teachers', async () => {
    const path = `/batches/${bySection.mixed.batch.id}`;
    const teacher = await newPerson('teacher', null);
    expect(await statusOf('GET', path, 'admin')).toBe(200);
    expect(await statusOf('GET', path, teacher)).toBe(200);
    for (const as of [admins.boys, admins.girls, teachers.boys, teachers.girls])
      expect(await statusOf('GET', path, as)).toBe(404);
  });

  test('a batch of both sections shows a teacher of one section only the subjects of that teacher', async () => {
    const teacher = await newPerson('teacher', 'boys');
    const { batch, subject, student } = await newBatchWithStudent('mixed');
    const body = { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: batch.id };
    const other = await server.call<Subject>('POST', '/subjects', { as: 'admin', body });
    const link = { subject_code: subject.subject_code, teacher_id: teacher.id };
    expect(await statusOf('POST', '/subject-teachers', 'admin', link)).toBe(201);
    expect(await statusOf('GET', `/subjects/${subject.id}`, teacher)).toBe(200);
    expect(await statusOf('GET', `/subjects/${other.body.id}`, teacher)).toBe(404);
    expect(await statusOf('GET', `/batches/${batch.id}`, teacher)).toBe(200);
    expect(await statusOf('GET', `/students/${student.id}`, teacher)).toBe(200);
  });

  test('a batch of both sections shows a teacher of one section his circle in it', async () => {
    const teacher = await newPerson('teacher', 'girls');
    const { subject, student } = await newBatchWithStudent('mixed');
    const { body: circle } = await server.call<{ id: number }>('POST', '/circles', {
      as: 'admin',
      body: { subject_code: subject.subject_code, name: uniqueText(), teacher_id: teacher.id },
    });
    expect(await statusOf('GET', `/students/${student.id}`, teacher)).toBe(404);
    const members = { student_ids: [student.student_id], date: sampleDay };
    expect(await statusOf('PUT', `/circles/${circle.id}/members`, 'admin', members)).toBe(200);
    expect(await statusOf('GET', `/students/${student.id}`, teacher)).toBe(200);
    expect(await statusOf('GET', `/subjects/${subject.id}`, teacher)).toBe(200);
  });
});

describe('a teacher of one section', () => {
  test('a teacher of one section does not see a subject of the other section, even with a link to it or a circle in it', async () => {
    const teacher = await newPerson('teacher', null);
    const { subject, student } = await newBatchWithStudent('girls');
    const link = { subject_code: subject.subject_code, teacher_id: teacher.id };
    expect(await statusOf('POST', '/subject-teachers', 'admin', link)).toBe(201);
    const circle = await server.call<{ id: number }>('POST', '/circles', {
      as: 'admin',
      body: { subject_code: subject.subject_code, name: uniqueText(), teacher_id: teacher.id },
    });
    const members = { student_ids: [student.student_id], date: sampleDay };
    await server.call('PUT', `/circles/${circle.body.id}/members`, { as: 'admin', body: members });
    const paths = [
      `/subjects/${subject.id}`,
      `/students/${student.id}`,
      `/circles/${circle.body.id}/members`,
    ];
    for (const path of paths) expect(await statusOf('GET', path, teacher), path).toBe(200);
    await server.call('PUT', `/users/${teacher.id}`, { as: 'admin', body: { section: 'boys' } });
    for (const path of paths) expect(await statusOf('GET', path, teacher), path).toBe(404);
    expect(await idsOf('/circles', teacher)).toEqual([]);
    expect(await idsOf('/students', teacher)).not.toContain(student.id);
  });

  test('a teacher of one section cannot be linked to a subject of the other section, nor get a circle in it', async () => {
    const { id: teacher_id } = teachers.boys;
    const link = (subject: Subject) => ({ subject_code: subject.subject_code, teacher_id });
    expect(await statusOf('POST', '/subject-teachers', 'admin', link(bySection.girls.subject))).toBe(422);
    expect(await statusOf('POST', '/subject-teachers', 'admin', link(bySection.boys.subject))).toBe(201);
    const circle = (subject: Subject) => ({ ...link(subject), name: uniqueText() });
    expect(await statusOf('POST', '/circles', 'admin', circle(bySection.girls.subject))).toBe(422);
    expect(await statusOf('POST', '/circles', 'admin', circle(bySection.boys.subject))).toBe(201);
  });
});

describe('accounts', () => {
  test('accounts of admins, of another section and of all sections are refused to an admin of one section', async () => {
    const teacherOfAll = await newPerson('teacher', null);
    for (const { id } of [admins.girls, await newPerson('admin', 'boys'), teachers.girls, teacherOfAll]) {
      expect(await statusOf('GET', `/users/${id}`, admins.boys)).toBe(403);
      expect(await statusOf('PUT', `/users/${id}`, admins.boys, { name: 'سعد' })).toBe(403);
      expect(await statusOf('PUT', `/users/${id}/password`, admins.boys, {})).toBe(403);
      expect(await statusOf('DELETE', `/users/${id}`, admins.boys)).toBe(403);
    }
    expect(await statusOf('GET', `/users/${teachers.boys.id}`, admins.boys)).toBe(200);
    expect(await statusOf('PUT', `/users/${teachers.boys.id}`, admins.boys, { name: 'سعد' })).toBe(200);
    expect(await statusOf('PUT', `/users/${admins.boys.id}`, admins.boys, { name: 'سليمان' })).toBe(200);
  });

  test('accounts created by an admin of one section are of that section, and never admins', async () => {
    const add = (overrides: object) =>
      server.call('POST', '/users', {
        as: admins.boys,
        body: { username: uniqueText(), name: 'سعد', ...overrides },
      });
    await stepUp(server, admins.boys);
    expect((await add({})).body['section']).toBe('boys');
    for (const overrides of [
      { section: 'girls' },
      { section: null },
      { role: 'admin' },
      { role: 'admin', section: 'boys' },
    ])
      expect((await add(overrides)).status, JSON.stringify(overrides)).toBe(403);
    const { id } = (await add({})).body;
    for (const overrides of [{ section: 'girls' }, { section: null }, { role: 'admin' }])
      expect(await statusOf('PUT', `/users/${id}`, admins.boys, overrides), JSON.stringify(overrides)).toBe(
        403,
      );
  });

  test("no user can change the user's own section", async () => {
    await stepUp(server, admins.boys);
    for (const section of [null, 'girls'])
      expect(await statusOf('PUT', `/users/${admins.boys.id}`, admins.boys, { section })).toBe(422);
    const { body: me } = await server.call<{ id: number }>('GET', '/auth/me', { as: 'admin' });
    expect(await statusOf('PUT', `/users/${me.id}`, 'admin', { section: 'boys' })).toBe(422);
    expect((await server.call('GET', '/auth/me', { as: admins.boys })).body['section']).toBe('boys');
  });

  test('a change of the section of another admin needs a step-up', async () => {
    const other = await newPerson('admin', null);
    const change = (id: number, as: 'admin' | Person) =>
      statusOf('PUT', `/users/${id}`, as, { section: 'boys' });
    expect(await change(other.id, 'admin')).toBe(403);
    await stepUp(server, 'admin');
    expect(await change(other.id, 'admin')).toBe(200);
  });

  test('a student can be created only for a batch of the section, and not be moved to another', async () => {
    const add = (overrides: object) =>
      statusOf('POST', '/students', admins.girls, {
        first_name: 'سلمى',
        last_name: 'السالم',
        national_id: String((national += 1)),
        ...overrides,
      });
    expect(await add({ batch_id: bySection.girls.batch.id })).toBe(201);
    expect(await add({})).toBe(422);
    expect(await add({ batch_id: bySection.boys.batch.id })).toBe(422);
    const { student } = await newBatchWithStudent('girls');
    const move = (batch_id: number | null) =>
      statusOf('PUT', `/students/${student.id}`, admins.girls, { batch_id });
    expect(await move(null)).toBe(422);
    expect(await move(bySection.boys.batch.id)).toBe(422);
    expect(await move(bySection.girls.batch.id)).toBe(200);
  });

  test('a batch created by an admin of one section belongs to the section, and cannot leave it', async () => {
    const body = { batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN' };
    const created = await server.call<Batch>('POST', '/batches', { as: admins.girls, body });
    expect(created.body.section).toBe('girls');
    const change = (section: Section) =>
      statusOf('PUT', `/batches/${created.body.id}`, admins.girls, { section });
    expect(await change('boys')).toBe(403);
    expect(await change('mixed')).toBe(403);
    expect(await change('girls')).toBe(200);
  });
});

describe('operations', () => {
  const rename = (as: Person, id: number, undoSession: string) =>
    server.call('PUT', `/students/${id}`, {
      as,
      headers: { 'x-session-id': undoSession },
      body: { nationality: uniqueText() },
    });
  const undo = (as: Person, undoSession: string) =>
    server.call('POST', '/undo/latest', { as, headers: { 'x-session-id': undoSession } });

  test("operations can be undone while the records are of the user's section", async () => {
    const { batch, student } = await newBatchWithStudent('boys');
    const [first, second] = [uniqueText(), uniqueText()];
    for (const session of [first, second])
      expect((await rename(admins.boys, student.id, session)).status).toBe(200);
    expect((await undo(admins.boys, second)).status).toBe(200);
    await server.call('PUT', `/batches/${batch.id}`, { as: 'admin', body: { section: 'girls' } });
    expect((await undo(admins.boys, first)).status).toBe(404);
    await server.call('PUT', `/batches/${batch.id}`, { as: 'admin', body: { section: 'boys' } });
    expect((await undo(admins.boys, first)).status).toBe(200);
  });

  test('operations cannot be undone by a user with another section since', async () => {
    const { student } = await newBatchWithStudent('boys');
    const admin = await newPerson('admin', null);
    const session = uniqueText();
    expect((await rename(admin, student.id, session)).status).toBe(200);
    const limit = (section: StaffSection) =>
      server.data.writeUnlogged((trx) =>
        trx.updateTable('users').set({ section }).where('id', '=', admin.id).execute(),
      );
    await limit('girls');
    const offered = await server.call('GET', '/undo/session-operations', {
      as: admin,
      headers: { 'x-session-id': session },
    });
    expect(offered.body).toEqual({ operations: [] });
    expect((await undo(admin, session)).status).toBe(404);
    await limit('boys');
    expect((await undo(admin, session)).status).toBe(200);
  });

  test('operations are restored from the archive, listed and notified only in the section', async () => {
    const { batch, student } = await newBatchWithStudent('boys');
    expect(await statusOf('DELETE', `/students/${student.id}`, admins.boys)).toBe(200);
    expect(await statusOf('DELETE', `/batches/${batch.id}`, admins.boys)).toBe(200);
    const listDeleted = async (as: Person) =>
      (
        await server.call<{ data: { id: number; item_name: string }[] }>('GET', '/archive/deleted-records', {
          as,
        })
      ).body.data;
    const names = (rows: { item_name: string }[]) => rows.map(({ item_name }) => item_name);
    const [ofBatch, ofStudent] = await listDeleted(admins.boys);
    expect([ofBatch?.item_name, ofStudent?.item_name]).toEqual([batch.batch_name, student.full_name]);
    expect(names(await listDeleted(admins.girls))).not.toContain(batch.batch_name);
    for (const path of ['/audit', '/dashboard/recent-activities']) {
      expect((await server.call('GET', path, { as: admins.boys })).text).toContain(batch.batch_name);
      expect((await server.call('GET', path, { as: admins.girls })).text).not.toContain(batch.batch_name);
    }
    const restore = (as: Person) => statusOf('POST', `/archive/restore/${ofBatch?.id}`, as);
    expect(await restore(admins.girls)).toBe(404);
    expect(await restore(admins.boys)).toBe(200);
    expect(await statusOf('GET', `/batches/${batch.id}`, admins.boys)).toBe(200);
  });

  test('operations of a student from a mixed batch include the work in that batch', async () => {
    const settings = await server.call('GET', '/settings', { as: 'admin' });
    const { student, subject, batch } = await newBatchWithStudent('mixed');
    const grades = [{ studentId: student.student_id, testGrade: 40 }];
    const marks = { batchName: batch.batch_name, subjectCode: subject.subject_code, grades };
    expect(await statusOf('POST', '/grades/save', 'admin', marks)).toBe(200);
    const move = {
      student_row_ids: [student.id],
      batch_id: bySection.girls.batch.id,
      date: String(settings.body['today']),
      confirm: true,
    };
    expect((await server.call('POST', '/students/move', { as: 'admin', body: move })).text).toContain(
      '"moved":1',
    );
    expect(await statusOf('DELETE', `/students/${student.id}`, admins.boys)).toBe(404);
    expect(await statusOf('DELETE', `/students/${student.id}`, admins.girls)).toBe(200);
  });
});

describe('visible data', () => {
  test('stats and search are limited to the section', async () => {
    const loadStats = async (as: 'admin' | Person) =>
      (await server.call<DashboardStats>('GET', '/dashboard/stats', { as })).body;
    const { rows } = await sql<{ section: Section; students: number }>`
      select batches.section, count(*) as students from enrolments join batches on batches.id = enrolments.batch_id
      where enrolments.is_shown = 1 group by batches.section`.execute(server.data.read);
    for (const section of ['boys', 'girls'] as const)
      expect((await loadStats(admins[section])).students).toBe(
        Number(rows.find((row) => row.section === section)?.students),
      );
    const search = async (as: Person) =>
      (await server.call('GET', '/search', { as, query: { q: bySection.girls.student.student_id } })).text;
    expect(await search(admins.girls)).toContain(bySection.girls.student.full_name);
    for (const as of [admins.boys, teachers.boys]) expect(await search(as)).toBe('{"groups":[]}');
  });

  test('notifications of forgotten passwords reach an admin of one section only for accounts of the section', async () => {
    for (const { username } of [teachers.boys, teachers.girls])
      await server.call('POST', '/auth/forgot', { body: { username } });
    const readNotifications = async (as: 'admin' | Person) =>
      (await server.call('GET', '/notifications', { as })).text;
    for (const section of ['boys', 'girls'] as const) {
      const other = section === 'boys' ? 'girls' : 'boys';
      expect(await readNotifications('admin')).toContain(teachers[section].username);
      expect(await readNotifications(admins[section])).toContain(teachers[section].username);
      expect(await readNotifications(admins[section])).not.toContain(teachers[other].username);
    }
  });

  test('the logs of reports and papers are limited to the section', async () => {
    const { batch, student } = bySection.girls;
    const body = { batchName: batch.batch_name, studentId: student.student_id };
    expect(await statusOf('POST', '/papers/issue', admins.boys, body)).toBe(404);
    expect(await statusOf('POST', '/papers/issue', 'admin', body)).toBe(200);
    const logged = { ...body, type: 'transcript', action: 'printed' };
    expect(await statusOf('POST', '/reports/log', 'admin', logged)).toBe(200);
    for (const path of ['/papers/issued', '/reports/log']) {
      expect((await server.call('GET', path, { as: admins.girls })).text).toContain(student.student_id);
      expect((await server.call('GET', path, { as: admins.boys })).text).not.toContain(student.student_id);
    }
  });
});

describe('an import of an admin of one section', () => {
  const send = (path: string, as: Person, record: object) =>
    server.call<{ imported: number; updated: number; errors: { field?: string }[] }>('POST', path, {
      as,
      body: { data: [record] },
    });

  test('an import of an admin of one section creates batches of the section, and finds no others', async () => {
    const name = `دفعة ${uniqueText()}`;
    expect((await send('/batches/import', admins.girls, { name, program_id: 'QRN' })).body.imported).toBe(1);
    const stored = await server.data.read
      .selectFrom('batches')
      .select('section')
      .where('batch_name', '=', name)
      .executeTakeFirstOrThrow();
    expect(stored.section).toBe('girls');
    const again = { name, program_id: 'QRN', level: 2 };
    expect((await send('/batches/import', admins.boys, again)).body.errors[0]?.field).toBe('name');
    expect((await send('/batches/import', admins.girls, again)).body.updated).toBe(1);
  });

  test('a decision of an admin of one section for a student out of his section is refused without his name', async () => {
    const { student } = bySection.girls;
    const { student_id, first_name, last_name } = student;
    const row = { student_id, first_name, last_name, nationality: 'مصري' };
    const decide = (decision: object) => ({ ...row, decision: { as: 'same', id: student.id, ...decision } });
    for (const decision of [{}, { version: 999 }]) {
      const { body } = await send('/students/import', admins.boys, {
        ...decide(decision),
        first_name: 'بدر',
      });
      expect(body).toMatchObject({ updated: 0, failed: 1 });
      expect(JSON.stringify(body)).not.toContain(first_name);
    }
    expect((await send('/students/import', admins.girls, decide({}))).body.errors).toEqual([]);
  });

  test('an import of an admin of one section changes no student of the other section, and creates none without a batch', async () => {
    const { student, batch } = bySection.girls;
    const { student_id, first_name, last_name } = student;
    const record = { student_id, first_name, last_name, nationality: 'مصري' };
    expect((await send('/students/import', admins.boys, record)).body.errors[0]?.field).toBe('student_id');
    expect((await send('/students/import', admins.girls, record)).body.updated).toBe(1);
    const added = { first_name: 'شهد', second_name: 'مصعب', last_name: 'الزبيدي' };
    expect((await send('/students/import', admins.girls, added)).body.errors[0]?.field).toBe('batch_name');
    const placed = { ...added, batch_name: batch.batch_name };
    expect((await send('/students/import', admins.boys, placed)).body.errors[0]?.field).toBe('batch_name');
    expect((await send('/students/import', admins.girls, placed)).body.imported).toBe(1);
  });
});

test('without sections no user is limited, and the stored sections are kept', async () => {
  await setSections(false);
  for (const as of [admins.boys, teachers.girls]) {
    expect((await server.call('GET', '/auth/me', { as })).body['section']).toBeNull();
    expect(await statusOf('GET', `/batches/${bySection.mixed.batch.id}`, as)).toBe(200);
    expect(await statusOf('GET', `/students/${bySection.mixed.student.id}`, as)).toBe(200);
    expect(await statusOf('GET', `/students/${bySection.girls.student.id}`, as)).toBe(200);
  }
  expect(await statusOf('GET', `/users/${teachers.girls.id}`, admins.boys)).toBe(200);
  expect(await statusOf('PUT', '/settings', admins.boys, { archive_retention_days: 30 })).toBe(200);
  await setSections(true);
  expect(await statusOf('GET', `/students/${bySection.girls.student.id}`, admins.boys)).toBe(404);
  expect(await statusOf('GET', `/students/${bySection.boys.student.id}`, admins.boys)).toBe(200);
});
