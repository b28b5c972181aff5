import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/audit';
import type { Circle } from '../../../contract/circles';
import { announcementMessages, untilProblems } from '../../../contract/families/announcementMessages';
import type { Announcement, CurrentAnnouncement } from '../../../contract/families/announcements';
import { maxShownDays } from '../../../contract/rules/families/announcements';
import { daysAfter } from '../../../contract/rules/retention';
import type { Student } from '../../../contract/students/students';
import { addAccount, setTeacherScope } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { clockAt } from '../../support/clock';
import { makeLink } from '../../support/guardianPage';
import { newStudent, uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';

type As = 'admin' | { token: string };
const today = '2026-11-20';
/** Half an hour before midnight in Riyadh, so that the next day begins within a session. */
const [lateToday, tomorrow] = [`${today}T20:30:00Z`, `${today}T21:30:00Z`] as const;
const clock = clockAt(lateToday);

let server: TestApp;
let sheet: Sheet;
/** Teaches the whole batch of the sheet. */
let teacher: { id: number; token: string };
/** Has only the circle with the first student. */
let holder: { id: number; token: string };
let stranger: { id: number; token: string };
let circle: Circle;
let reader: { id: number; token: string };
let otherReader: { id: number; token: string };

beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clock.now });
  await setTeacherScope(server.data, 'linked');
});
afterAll(() => server.close());

const call = <T>(
  method: string,
  path: string,
  { as = 'admin', body, query }: { as?: As; body?: unknown; query?: Record<string, unknown> } = {},
) => server.call<T>(method, path, { as, body, query, headers: { 'x-session-id': 'announcements' } });
const signIn = async (role: 'teacher' | 'student', values: object = {}) => {
  const account = await addAccount(server, role, values);
  return { id: account.id, ...(await account.signIn()) };
};
const studentAt = (index: number) => sheet.students[index] as Student;

beforeEach(async () => {
  clock.set(lateToday);
  await server.data.writeUnlogged((trx) => trx.deleteFrom('announcements').execute());
  sheet = await newSheet(server, 3);
  [teacher, holder, stranger] = [await signIn('teacher'), await signIn('teacher'), await signIn('teacher')];
  const link = { subject_code: sheet.subjectCode, teacher_id: teacher.id };
  await call('POST', '/subject-teachers', { body: link });
  circle = await newCircle(server, sheet.subjectCode, sheet.students.slice(0, 1), '2026-10-01', {
    teacher_id: holder.id,
  });
  reader = await signIn('student', { student_row_id: studentAt(0).id });
  otherReader = await signIn('student', { student_row_id: studentAt(1).id });
});

type Saved = Announcement & { operation_id: number | null; current: Announcement };
const send = (values: object = {}, as: As = 'admin') =>
  call<Saved>('POST', '/announcements', {
    as,
    body: { title: `إعلان ${uniqueText()}`, until: daysAfter(today, 7), ...values },
  });
const publish = async (values: object = {}, as: As = 'admin') => {
  const answer = await send(values, as);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const list = async (as: As, filter: object = {}) =>
  (await call<Announcement[]>('GET', '/announcements', { as, query: { filter } })).body;
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
const current = async (as: As) =>
  (await call<CurrentAnnouncement[]>('GET', '/announcements/current', { as })).body;
const isRead = async (id: number, as: As) => (await current(as)).some((one) => one.id === id);
const undo = (operation: number | null, as: As = 'admin') => call('POST', `/undo/${operation}`, { as });

describe('the readers', () => {
  test('an announcement for all reaches admin, teachers and students; one for a batch its students and teachers', async () => {
    const forAll = await publish({ text: 'السطر الأول\nالسطر الثاني' });
    const forBatch = await publish({ batch_id: sheet.batchId });
    expect(await current(reader)).toEqual([
      expect.objectContaining({ id: forBatch.id }),
      expect.objectContaining({ id: forAll.id, text: 'السطر الأول\nالسطر الثاني', until: '2026-11-27' }),
    ]);
    for (const as of [teacher, holder]) expect(idsOf(await current(as))).toEqual([forAll.id, forBatch.id]);
    // The office and the teachers of other batches see only the one for all.
    for (const as of ['admin', stranger] as const) expect(idsOf(await current(as))).toEqual([forAll.id]);
    const elsewhere = await signIn('student', { student_row_id: (await newStudent(server)).id });
    expect(idsOf(await current(elsewhere))).toEqual([forAll.id]);
  });

  test('a circle, a programme and a section limit the readers, and a later change of batch counts', async () => {
    const forCircle = await publish({ circle_id: circle.id });
    const forProgram = await publish({ program_id: 'QRN' });
    await publish({ program_id: 'SHR' });
    const forGirls = await publish({ section: 'girls' });
    expect(idsOf(await current(reader))).toEqual([forCircle.id, forProgram.id]);
    expect(idsOf(await current(otherReader))).toEqual([forProgram.id]);
    expect(idsOf(await current(holder))).toEqual([forCircle.id, forProgram.id]);
    expect(forCircle).toMatchObject({
      circle_name: circle.name,
      circle_batch_id: sheet.batchId,
      circle_batch_name: sheet.batchName,
      batch_id: null,
    });
    const girls = await newSheet(server, 1);
    const { batchId } = girls;
    await call('PUT', `/batches/${batchId}`, { body: { section: 'girls' } });
    const moved = await call('PUT', `/students/${studentAt(1).id}`, { body: { batch_id: batchId } });
    expect(moved.status, moved.text).toBe(200);
    expect(idsOf(await current(otherReader))).toEqual([forProgram.id, forGirls.id]);
  });

  test('a role limits the readers: students never read those of teachers or guardians', async () => {
    const rows = [];
    for (const role of ['teacher', 'student', 'guardian', null]) rows.push(await publish({ role }));
    const [forTeachers, forStudents, , forEverybody] = rows.map(({ id }) => id);
    expect(idsOf(await current(reader))).toEqual([forStudents, forEverybody]);
    expect(idsOf(await current(teacher))).toEqual([forTeachers, forEverybody]);
    expect(idsOf(await current('admin'))).toEqual([forEverybody]);
    expect(idsOf(await list('admin'))).toEqual(idsOf(rows));
    expect(idsOf(await list(teacher))).toEqual([forTeachers, forEverybody]);
  });

  test('an announcement is read on its last day, and no more on the day after it', async () => {
    const { id } = await publish({ until: today });
    for (const as of [reader, teacher, 'admin'] as const) expect(await isRead(id, as)).toBe(true);
    expect(idsOf(await list('admin', { state: 'current' }))).toEqual([id]);
    clock.set(tomorrow);
    for (const as of [reader, teacher, 'admin'] as const) expect(await isRead(id, as)).toBe(false);
    expect(idsOf(await list('admin', { state: 'past' }))).toEqual([id]);
    expect(await list('admin', { state: 'current' })).toEqual([]);
  });

  test('pinned announcements come first, then the newest', async () => {
    const pinned = await publish({ is_pinned: true });
    const older = await publish();
    const newer = await publish();
    const order = [pinned.id, newer.id, older.id];
    expect((await current(reader)).map(({ id }) => id)).toEqual(order);
    expect((await list('admin')).map(({ id }) => id)).toEqual(order);
  });

  test('students after their graduation and accounts without a student read none', async () => {
    const { id } = await publish();
    expect(await isRead(id, reader)).toBe(true);
    const graduated = await call('POST', '/students/status', {
      body: { student_row_ids: [studentAt(0).id], status: 'graduated', date: today },
    });
    expect(graduated.status, graduated.text).toBe(200);
    expect(await isRead(id, reader)).toBe(false);
    expect(await isRead(id, otherReader)).toBe(true);
    expect(await isRead(id, await signIn('student'))).toBe(false);
  });
});

describe('the writers', () => {
  test('a teacher announces to his batch and circle, not to the institute, a programme or another batch', async () => {
    await publish({ batch_id: sheet.batchId }, teacher);
    await publish({ circle_id: circle.id }, teacher);
    await publish({ circle_id: circle.id }, holder);
    for (const values of [{}, { program_id: 'QRN' }, { section: 'boys' }])
      expect(await send(values, teacher)).toMatchObject({
        status: 403,
        body: { error: announcementMessages.onlyOwnBatches },
      });
    const other = await newSheet(server, 1);
    expect((await send({ batch_id: other.batchId }, teacher)).status).toBe(422);
    expect((await send({ batch_id: sheet.batchId }, stranger)).status).toBe(422);
    expect((await send({ circle_id: circle.id }, stranger)).status).toBe(422);
    // The teacher of one circle does not write to the other circles of the batch.
    expect((await send({ batch_id: sheet.batchId }, holder)).status).toBe(422);
  });

  test.each(['all', 'linked_or_open'] as const)(
    'a teacher under the setting %s announces to and reads of only his own batches and circles',
    async (setting) => {
      await setTeacherScope(server.data, setting);
      const forBatch = await publish({ batch_id: sheet.batchId });
      const forCircle = await publish({ circle_id: circle.id });
      const open = await newSheet(server, 1);
      expect((await call('GET', `/batches/${open.batchId}`, { as: stranger })).status).toBe(200);
      for (const batch_id of [sheet.batchId, open.batchId])
        expect(await send({ batch_id }, stranger)).toMatchObject({
          status: 422,
          body: { details: [{ path: 'batch_id', message: announcementMessages.onlyOwnBatches }] },
        });
      expect((await send({ circle_id: circle.id }, stranger)).status).toBe(422);
      expect((await send({ batch_id: sheet.batchId }, holder)).status).toBe(422);
      expect(idsOf(await current(stranger))).toEqual([]);
      expect(idsOf(await list(stranger))).toEqual([]);
      for (const as of [teacher, holder])
        expect(idsOf(await current(as))).toEqual([forBatch.id, forCircle.id]);
      await publish({ batch_id: sheet.batchId }, teacher);
      await publish({ circle_id: circle.id }, holder);
      await setTeacherScope(server.data, 'linked');
    },
  );

  test('a teacher changes and deletes only his own, and an admin all', async () => {
    const own = await publish({ batch_id: sheet.batchId, role: 'guardian' }, teacher);
    const ofOffice = await publish({ batch_id: sheet.batchId });
    expect(await list(teacher)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: own.id, can_change: true }),
        expect.objectContaining({ id: ofOffice.id, can_change: false }),
      ]),
    );
    const change = (id: number, as: As, body: object = { title: 'معدّل' }) =>
      call<Saved>('PUT', `/announcements/${id}`, { as, body });
    const remove = (id: number, as: As) => call('DELETE', `/announcements/${id}`, { as });
    expect((await change(own.id, teacher)).body).toMatchObject({ title: 'معدّل', role: 'guardian' });
    for (const answer of [await change(ofOffice.id, teacher), await remove(ofOffice.id, teacher)])
      expect(answer).toMatchObject({ status: 403, body: { error: announcementMessages.notAuthor } });
    // Out of scope, and of another role.
    for (const as of [stranger, holder])
      for (const answer of [await change(own.id, as), await remove(own.id, as)])
        expect(answer.status).toBe(404);
    expect((await change(own.id, 'admin')).status).toBe(200);
    expect((await remove(own.id, teacher)).status).toBe(200);
    expect((await remove(ofOffice.id, 'admin')).status).toBe(200);
    expect((await change(own.id, 'admin')).status).toBe(404);
  });

  test('days that are over or too far, two places and an old version are refused', async () => {
    const refusal = (path: string, message: string) => ({
      status: 422,
      body: { details: [{ path, message }] },
    });
    expect(await send({ until: daysAfter(today, -1) })).toMatchObject(refusal('until', untilProblems.over));
    expect(await send({ until: daysAfter(today, maxShownDays + 1) })).toMatchObject(
      refusal('until', untilProblems['too far']),
    );
    expect(await send({ batch_id: sheet.batchId, circle_id: circle.id })).toMatchObject(
      refusal('circle_id', announcementMessages.ofTwo),
    );
    const { id, version } = await publish({ until: today });
    const change = (body: object) => call<Saved>('PUT', `/announcements/${id}`, { body });
    expect((await change({ title: 'الأول', version })).status).toBe(200);
    const stale = await change({ title: 'الثاني', version });
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', current: { title: 'الأول' } } });
    clock.set(tomorrow);
    // A correction of what is over needs no new last day.
    expect((await change({ title: 'الثالث', until: today })).status).toBe(200);
    expect((await change({ until: daysAfter(today, -1) })).status).toBe(422);
  });

  test('an admin of one section writes and changes only what belongs to his section', async () => {
    await call('PUT', '/settings', { body: { sections_enabled: true } });
    await call('PUT', `/batches/${sheet.batchId}`, { body: { section: 'girls' } });
    const girlsAdmin = await addAccount(server, 'admin');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section: 'girls' }).where('id', '=', girlsAdmin.id).execute(),
    );
    const as = await girlsAdmin.signIn();
    const forAll = await publish();
    const forBoys = await publish({ section: 'boys' });
    const own = [
      await publish({ section: 'girls' }, as),
      await publish({ batch_id: sheet.batchId }, as),
      await publish({ circle_id: circle.id }, as),
    ];
    for (const values of [{}, { section: 'boys' }, { program_id: 'QRN' }])
      expect((await send(values, as)).status).toBe(403);
    expect((await send({ batch_id: (await newSheet(server, 1)).batchId }, as)).status).toBe(422);
    expect(idsOf(await list(as))).toEqual([forAll.id, ...idsOf(own)]);
    expect(idsOf(await current(as))).toEqual([forAll.id, own[0]?.id]);
    const change = (id: number) => call('PUT', `/announcements/${id}`, { as, body: { title: 'معدّل' } });
    for (const { id } of own) expect((await change(id)).status).toBe(200);
    expect((await change(forAll.id)).status).toBe(403);
    expect((await change(forBoys.id)).status).toBe(404);
    expect((await undo(own[2]?.operation_id ?? 0, as)).status).toBe(409);
    await call('PUT', '/settings', { body: { sections_enabled: false } });
  });
});

describe('undo and audit', () => {
  test('a new, changed and deleted announcement is undone by its teacher, with its search', async () => {
    const created = await publish({ title: 'رحلة القيروان', batch_id: sheet.batchId }, teacher);
    const find = (q: string) => list('admin', { q });
    expect(idsOf(await find('القيروان'))).toEqual([created.id]);
    const body = { title: 'رحلة الأندلس' };
    const changed = await call<Saved>('PUT', `/announcements/${created.id}`, { as: teacher, body });
    expect(await find('القيروان')).toEqual([]);
    expect((await undo(changed.body.operation_id, teacher)).status).toBe(200);
    expect(idsOf(await find('القيروان'))).toEqual([created.id]);
    const removed = await call<{ operation_id: number }>('DELETE', `/announcements/${created.id}`, {
      as: teacher,
    });
    expect(await isRead(created.id, reader)).toBe(false);
    // Without the batch in his scope, the teacher cannot undo.
    const [link] = await server.data.read
      .selectFrom('subject_teachers')
      .selectAll()
      .where('teacher_id', '=', teacher.id)
      .execute();
    const setTeacher = (teacher_id: number) =>
      server.data.writeUnlogged((trx) =>
        trx.updateTable('subject_teachers').set({ teacher_id }).where('id', '=', Number(link?.id)).execute(),
      );
    await setTeacher(stranger.id);
    expect((await undo(removed.body.operation_id, teacher)).status).toBe(404);
    await setTeacher(teacher.id);
    expect((await undo(removed.body.operation_id, teacher)).status).toBe(200);
    expect(await isRead(created.id, reader)).toBe(true);
    expect((await undo(created.operation_id, teacher)).status).toBe(200);
    expect(await list('admin')).toEqual([]);
  });

  test('a teacher undoes only where he may still announce, and both places of a move count', async () => {
    const setOwner = (subject: string, owner: { id: number }) =>
      server.data.writeUnlogged((trx) =>
        trx
          .updateTable('subject_teachers')
          .set({ teacher_id: owner.id })
          .where(
            'subject_id',
            '=',
            trx.selectFrom('subjects').select('id').where('subject_code', '=', subject),
          )
          .execute(),
      );
    const created = await publish({ batch_id: sheet.batchId }, teacher);
    const other = await newSheet(server, 1);
    await call('POST', '/subject-teachers', {
      body: { subject_code: other.subjectCode, teacher_id: teacher.id },
    });
    const moved = await call<Saved>('PUT', `/announcements/${created.id}`, {
      as: teacher,
      body: { batch_id: other.batchId },
    });
    expect(moved.status, moved.text).toBe(200);
    await setOwner(sheet.subjectCode, stranger);
    expect((await undo(moved.body.operation_id, teacher)).status).toBe(404);
    // A circle of the batch shows the batch, but it gives no right to announce to all of it.
    const path = `/circles/${circle.id}`;
    expect((await call('PUT', path, { body: { teacher_id: teacher.id } })).status).toBe(200);
    expect((await undo(moved.body.operation_id, teacher)).status).toBe(404);
    await setOwner(sheet.subjectCode, teacher);
    expect((await undo(moved.body.operation_id, teacher)).status).toBe(200);
    expect(await list('admin')).toMatchObject([{ id: created.id, batch_id: sheet.batchId }]);
  });

  test.each([
    ['batch', () => `/batches/${sheet.batchId}`, () => ({ batch_id: sheet.batchId })],
    ['circle', () => `/circles/${circle.id}`, () => ({ circle_id: circle.id })],
  ])(
    'a deleted %s takes its announcements with it, and the undo brings them back',
    async (_, path, place) => {
      const { id } = await publish({ ...place(), text: 'يبقى نصه' });
      const removed = await call('DELETE', path());
      expect(removed.status, removed.text).toBe(200);
      expect(await list('admin')).toEqual([]);
      const { body } = await call<{ operations: { id: number }[] }>('GET', '/undo/session-operations');
      expect((await undo(body.operations[0]?.id ?? 0)).status).toBe(200);
      expect(await list('admin')).toEqual([expect.objectContaining({ id, text: 'يبقى نصه' })]);
      expect(await isRead(id, teacher)).toBe(true);
    },
  );

  test('a deleted programme takes its announcements with it, and the undo brings them back', async () => {
    const program = { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}`, levels: 2 };
    const created = await call<{ id: number; program_id: string }>('POST', '/programs', { body: program });
    const { id } = await publish({ program_id: created.body.program_id });
    expect((await call('DELETE', `/programs/${created.body.id}`)).status).toBe(200);
    expect(await list('admin')).toEqual([]);
    const { body } = await call<{ operations: { id: number }[] }>('GET', '/undo/session-operations');
    expect((await undo(body.operations[0]?.id ?? 0)).status).toBe(200);
    expect(idsOf(await list('admin'))).toEqual([id]);
  });

  test('a deleted announcement returns without the account of its author', async () => {
    const { id, author } = await publish({ batch_id: sheet.batchId }, teacher);
    // An account with subjects cannot be deleted.
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('announcements').set({ author_id: stranger.id }).where('id', '=', id).execute(),
    );
    const removed = await call<{ operation_id: number }>('DELETE', `/announcements/${id}`);
    expect((await call('DELETE', `/users/${stranger.id}`)).status).toBe(200);
    const undone = await undo(removed.body.operation_id);
    expect(undone.status, undone.text).toBe(200);
    expect(await list('admin')).toEqual([expect.objectContaining({ id, author })]);
  });

  test('the audit shows the old and the new title', async () => {
    const own = await publish({ title: 'قبل', batch_id: sheet.batchId }, teacher);
    const changed = await call<Saved>('PUT', `/announcements/${own.id}`, { body: { title: 'بعد' } });
    const { body: audit } = await call<AuditEntry>('GET', `/audit/${changed.body.operation_id}`);
    expect(JSON.stringify(audit)).toMatch(/قبل.*بعد/);
  });
});

describe('the reach', () => {
  const reach = (query: Record<string, unknown>, as: As = 'admin') =>
    call<{ students: number; guardians: number }>('GET', '/announcements/reach', { as, query });

  test('students of the batch or circle are counted, and guardians with a private page once', async () => {
    expect((await reach({ batch_id: sheet.batchId })).body).toEqual({ students: 3, guardians: 0 });
    const person = { name: 'صالح', relation: 'father', phone: '0551230001', consent_on: '2026-01-01' };
    const added = await call<{ id: number }>('POST', `/students/${studentAt(0).id}/guardians`, {
      body: person,
    });
    const brother = { guardian_id: added.body.id, relation: 'father', consent_on: '2026-01-01' };
    await call('POST', `/students/${studentAt(1).id}/guardians`, { body: brother });
    expect((await reach({ batch_id: sheet.batchId })).body).toEqual({ students: 3, guardians: 0 });
    await makeLink(server, added.body.id);
    expect((await reach({ batch_id: sheet.batchId })).body).toEqual({ students: 3, guardians: 1 });
    expect((await reach({ circle_id: circle.id }, holder)).body).toEqual({ students: 1, guardians: 1 });
    const all = (await reach({})).body;
    expect(all.students).toBeGreaterThan(100);
    await call('DELETE', `/students/${studentAt(2).id}`);
    expect((await reach({})).body.students).toBe(all.students - 1);
  });

  test('a teacher counts only where he may announce', async () => {
    expect((await reach({ batch_id: sheet.batchId }, teacher)).body.students).toBe(3);
    expect((await reach({}, teacher)).status).toBe(403);
    expect((await reach({ batch_id: sheet.batchId }, stranger)).status).toBe(404);
    expect((await reach({ program_id: 'unknown' })).status).toBe(404);
    expect((await reach({ batch_id: sheet.batchId, circle_id: circle.id })).body.students).toBe(1);
  });
});
