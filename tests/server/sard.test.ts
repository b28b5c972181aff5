import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HifzMap, HotSpot } from '../../contract/hifz/map';
import type { HifzTask } from '../../contract/hifz/plan';
import type { Sard } from '../../contract/hifz/sard';
import type { Subject } from '../../contract/subjects';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newCircle } from '../support/circles';
import { dump } from '../support/database';
import { samplePlan } from '../support/hifzSamples';
import { demoBatchId, newBatch, newStudent } from '../support/sampleCalls';
import { assignToTeacher2, newDailySubject, recordCalls } from '../support/teaching';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-22T09:00:00Z') });
});
afterAll(() => server.close());

/** A Sunday. */
const today = '2026-11-22';
const headers = { 'x-session-id': 'sard' };
type As = 'admin' | 'teacher' | 'teacher2' | 'student' | { token: string };
type SardAnswer = Sard & {
  operation_id: number | null;
  code: string;
  error: string;
  details?: { path: string }[];
  current?: Sard;
};

let subject: Subject;
let records: ReturnType<typeof recordCalls>;
let student: { id: number; student_id: string; full_name: string };
beforeEach(async () => {
  subject = await newDailySubject(server);
  records = recordCalls(server, subject);
  student = await newStudent(server);
});

const call = <T>(method: string, path: string, overrides: object = {}, as: As = 'admin') =>
  server.call<T>(method, path, { as, headers, ...overrides });
const faults = [
  { kind: 'prompt', ayah: '78:5', count: 2 },
  { kind: 'minor', ayah: null, count: 3 },
];
const newSard = () => ({
  student_id: student.student_id,
  subject_code: subject.subject_code,
  from_juz: 29,
  to_juz: 30,
  date: '2026-11-20',
  examiner: 'الشيخ سعد الراشد',
  mark: 92.5,
  max: 100,
  faults,
  passed: true,
});
const add = (overrides: object = {}, as: As = 'admin') =>
  call<SardAnswer>('POST', '/sard', { body: { ...newSard(), ...overrides } }, as);
const addSuccessfully = async (overrides: object = {}) => {
  const answer = await add(overrides);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const put = (id: number, body: object, as: As = 'admin') =>
  call<SardAnswer>('PUT', `/sard/${id}`, { body }, as);
const list = async (filter: object = {}, overrides: object = {}, as: As = 'admin') =>
  (await call<Sard[]>('GET', '/sard', { query: { filter, ...overrides } }, as)).body;
const ownList = (as: As = 'admin') => list({ subject_code: subject.subject_code }, {}, as);
const idsOf = (rows: readonly Sard[]) => rows.map(({ id }) => id);
const undo = async () => {
  expect((await call('POST', '/undo/latest')).status).toBe(200);
};
const accountOf = (username: string) =>
  server.data.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
/** Finds a demo student with an early enrolment in the batch. */
async function findLongEnrolled() {
  const { studentId } = (await records.day(today)).body.records.at(-1) ?? { studentId: '' };
  const { body } = await call<{ id: number; student_id: string }[]>('GET', '/students', {
    query: { filter: { q: studentId } },
  });
  return body.find(({ student_id }) => student_id === studentId) ?? { id: 0, student_id: '' };
}

describe('a sard', () => {
  test('a sard is returned as recorded, and can be corrected and deleted', async () => {
    const { operation_id, ...record } = await addSuccessfully();
    expect(operation_id).toBeGreaterThan(0);
    expect(record).toEqual({
      ...newSard(),
      id: record.id,
      student_name: student.full_name,
      version: 1,
      created_at: record.created_at,
    });
    expect(await ownList()).toEqual([record]);
    // The record is sent back as it was loaded.
    expect((await put(record.id, record)).body).toEqual({ ...record, operation_id: null });
    const corrected = await put(record.id, {
      ...record,
      from_juz: '٣٠',
      mark: null,
      passed: false,
      faults: [],
    });
    expect(corrected.body).toMatchObject({ from_juz: 30, mark: null, passed: false, faults: [], version: 2 });
    expect(corrected.body.operation_id).toBeGreaterThan(Number(operation_id));
    const deletion = await call<SardAnswer>('DELETE', `/sard/${record.id}`);
    expect(deletion).toMatchObject({ status: 200, body: { message: 'تم حذف السرد' } });
    expect(deletion.body.operation_id).toBeGreaterThan(0);
    expect(await ownList()).toEqual([]);
    expect((await call('DELETE', `/sard/${record.id}`)).status).toBe(404);
    expect((await put(record.id, { passed: true })).status).toBe(404);
  });

  test('a sard needs neither mark nor examiner nor faults', async () => {
    const { student_id, subject_code, from_juz, to_juz, date, passed } = newSard();
    const body = { student_id, subject_code, from_juz, to_juz, date, passed };
    const answer = await call<SardAnswer>('POST', '/sard', { body });
    expect(answer).toMatchObject({
      status: 201,
      body: { examiner: null, mark: null, max: null, faults: [] },
    });
  });

  test('a sard is not saved over the changes of another user, including changes of faults', async () => {
    const { id } = await addSuccessfully();
    const [fault] = faults;
    expect((await put(id, { faults: [{ ...fault, count: 5 }], version: 1 })).body.version).toBe(2);
    expect(await put(id, { mark: 50, version: 1 })).toMatchObject({
      status: 409,
      body: {
        code: 'STALE',
        current: { id, version: 2, mark: 92.5, faults: [{ kind: 'prompt', count: 5 }] },
      },
    });
    expect((await put(id, { mark: 50, version: 2 })).body).toMatchObject({ version: 3, mark: 50 });
  });

  test.each([
    ['juz in the wrong order', { from_juz: 30, to_juz: 29 }, 'to_juz'],
    ['a juz that does not exist', { to_juz: 31 }, 'to_juz'],
    ['juz zero', { from_juz: 0 }, 'from_juz'],
    ['a mark over the maximum', { mark: 100.5 }, 'mark'],
    ['a mark without a maximum', { max: null }, 'max'],
    ['a maximum of 0', { mark: null, max: 0 }, 'max'],
    ['a future day', { date: '2026-11-23' }, 'date'],
    ['a fault of an unknown kind', { faults: [{ kind: 'none', count: 1 }] }, 'faults.0.kind'],
    ['a fault outside of its juz', { faults: [{ kind: 'prompt', ayah: '2:1', count: 1 }] }, 'faults.0.ayah'],
    [
      'a fault on an unknown ayah',
      { faults: [{ kind: 'prompt', ayah: '114:7', count: 1 }] },
      'faults.0.ayah',
    ],
    ['a repeated fault', { faults: [faults[0], faults[0]] }, 'faults.1'],
  ])('a sard with %s is refused, new or corrected', async (_what, overrides, path) => {
    const refused = { status: 422, body: { code: 'VALIDATION', details: [{ path }] } };
    expect(await add(overrides)).toMatchObject(refused);
    const { id } = await addSuccessfully();
    expect(await put(id, overrides)).toMatchObject(refused);
    expect((await put(id, { passed: false })).status).toBe(200);
  });

  test('a mark over the maximum is refused with a message that has both numbers', async () => {
    const { details } = (await add({ mark: 100.5 })).body;
    expect(details).toEqual([{ path: 'mark', message: 'الدرجة 100.5 أكبر من الدرجة العظمى 100' }]);
    expect((await add({ mark: 100 })).status).toBe(201);
  });

  test('a correction cannot change the student or the subject, or exclude the juz of a fault', async () => {
    const { id } = await addSuccessfully();
    const other = await newStudent(server);
    const second = await newDailySubject(server);
    expect((await put(id, { student_id: other.student_id })).body.details?.[0]?.path).toBe('student_id');
    expect((await put(id, { subject_code: second.subject_code })).body.details?.[0]?.path).toBe(
      'subject_code',
    );
    // One fault is in juz 30.
    expect((await put(id, { to_juz: 29 })).body.details?.[0]?.path).toBe('to_juz');
    expect((await put(id, { from_juz: 30 })).status).toBe(200);
  });

  test('a sard needs a student of the batch on the day of the sard, and a subject with daily records', async () => {
    const { body: batches } = await call<{ id: number; batch_name: string }[]>('GET', '/batches');
    const otherBatch = batches.find(({ id }) => id !== demoBatchId);
    const movedStudent = await findLongEnrolled();
    const move = {
      student_row_ids: [movedStudent.id],
      batch_id: otherBatch?.id,
      date: '2026-11-10',
      confirm: true,
    };
    expect((await call('POST', '/students/move', { body: move })).status).toBe(200);
    const overrides = { student_id: movedStudent.student_id };
    expect(await add(overrides)).toMatchObject({ status: 422, body: { details: [{ path: 'student_id' }] } });
    const before = await add({ ...overrides, date: '2026-11-09' });
    expect(before.status).toBe(201);
    expect((await put(before.body.id, { date: '2026-11-10' })).status).toBe(422);
    expect((await put(before.body.id, { date: '2026-11-08' })).status).toBe(200);
    expect((await add({ student_id: 'NONE' })).status).toBe(404);
    expect((await add({ subject_code: 'NONE' })).status).toBe(404);
    const { body: subjectsWithMarks } = await call<Subject[]>('GET', '/subjects', {
      query: { filter: { q: 'SHR101-1' } },
    });
    expect((await add({ subject_code: subjectsWithMarks[0]?.subject_code })).status).toBe(422);
  });

  test('the creation of a sard, and its deletion with the student, can be undone', async () => {
    const before = rowsOf(await dump(server.data));
    const { id } = await addSuccessfully();
    await put(id, { mark: 80, faults: [{ kind: 'major', ayah: '67:1', count: 1 }] });
    const saved = rowsOf(await dump(server.data));
    const counts = await call<Record<string, number>>('GET', `/students/${student.id}/dependents`);
    expect(counts.body).toMatchObject({ sard: 1 });
    expect((await call('DELETE', `/students/${student.id}`)).status).toBe(200);
    expect(rowsOf(await dump(server.data))).toEqual(before);
    await undo();
    expect(rowsOf(await dump(server.data))).toEqual(saved);
    await call('DELETE', `/sard/${id}`);
    await undo();
    expect(rowsOf(await dump(server.data))).toEqual(saved);
    await undo();
    expect((await ownList())[0]).toMatchObject({ id, mark: 92.5, faults });
    await undo();
    expect(rowsOf(await dump(server.data))).toEqual(before);
  });

  test("a sard blocks a change of the subject's type, and the deletion of the subject until a confirmation", async () => {
    await addSuccessfully();
    const refusal = await call<{ counts: object; error: string }>('PUT', `/subjects/${subject.id}`, {
      body: { type: 'مادة' },
    });
    expect(refusal).toMatchObject({ status: 409, body: { code: 'HAS_DEPENDENTS', counts: { sard: 1 } } });
    expect(refusal.body.error).toContain('اختبارات السرد: 1');
    await server.data.writeUnlogged((trx) =>
      trx
        .updateTable('enrolments')
        .set({ from_date: '2026-11-01' })
        .where('student_row_id', '=', student.id)
        .execute(),
    );
    const otherBatch = await newBatch(server);
    const move = (date: string) =>
      call('POST', '/students/move', {
        body: { student_row_ids: [student.id], batch_id: otherBatch.id, date },
      });
    expect(await move('2026-11-19')).toMatchObject({
      status: 409,
      body: { code: 'MOVE_HIDES', students: [{ student_id: student.student_id, newest: '2026-11-20' }] },
    });
    expect((await move('2026-11-20')).status).toBe(200);
    expect(await call('DELETE', `/subjects/${subject.id}`)).toMatchObject({
      status: 409,
      body: { code: 'HAS_DEPENDENTS', counts: { students: 1, sard: 1, daily_records: 0 } },
    });
    expect((await call('DELETE', `/subjects/${subject.id}`, { query: { confirm: 1 } })).status).toBe(200);
  });
});

/** Returns the rows of sard without their versions, which an undo raises. */
const rowsOf = (tables: Record<string, unknown>) =>
  ['sard', 'sard_faults'].map((table) =>
    (tables[table] as Record<string, unknown>[]).map(
      ({ version: _version, updated_at: _updated, faults_changed_at: _changed, ...row }) => row,
    ),
  );

describe('the list of sard', () => {
  test('the list has filters, an order, pages and a total', async () => {
    const other = await newStudent(server);
    const one = await addSuccessfully({ date: '2026-11-18' });
    const two = await addSuccessfully({ date: '2026-11-20' });
    const three = await addSuccessfully({ date: '2026-11-19', student_id: other.student_id });
    expect(idsOf(await ownList())).toEqual([two.id, three.id, one.id]);
    const filter = { subject_code: subject.subject_code };
    expect(idsOf(await list({ student_id: student.student_id }))).toEqual([two.id, one.id]);
    expect(idsOf(await list({ ...filter, from: '2026-11-19', to: '2026-11-20' }))).toEqual([
      two.id,
      three.id,
    ]);
    expect(idsOf(await list({ ...filter, to: '2026-11-18' }))).toEqual([one.id]);
    expect(idsOf(await list({ ...filter, ids: [one.id, three.id] }))).toEqual([three.id, one.id]);
    expect(idsOf(await list(filter, { sort: ['id', 'ASC'] }))).toEqual([one.id, two.id, three.id]);
    expect(idsOf(await list({ ...filter, q: other.student_id }))).toEqual([three.id]);
    const page = await call<Sard[]>('GET', '/sard', { query: { filter, range: [1, 1] } });
    expect(idsOf(page.body)).toEqual([three.id]);
    expect(page.headers['content-range']).toBe('sard 1-1/3');
    expect((await call('GET', '/sard', { query: { filter: { mark: 3 } } })).status).toBe(422);
  });

  test('only the teacher of the subject lists and writes its sard', async () => {
    const { id } = await addSuccessfully();
    expect(idsOf(await ownList('teacher'))).toEqual([id]);
    expect((await add({}, 'teacher')).status).toBe(201);
    await assignToTeacher2(server, subject.subject_code);
    expect(await ownList('teacher')).toEqual([]);
    expect((await add({}, 'teacher')).status).toBe(404);
    expect((await put(id, { passed: false }, 'teacher')).status).toBe(404);
    expect((await call('DELETE', `/sard/${id}`, {}, 'teacher')).status).toBe(404);
    expect((await put(id, { passed: false }, 'teacher2')).status).toBe(200);
    expect((await call('DELETE', `/sard/${id}`, {}, 'teacher2')).status).toBe(200);
  });

  test("a teacher of a circle lists and writes only the sard of the circle's students", async () => {
    const other = await newStudent(server);
    const from = '2026-11-15';
    const values = { teacher_id: (await accountOf('teacher2')).id };
    await newCircle(server, subject.subject_code, [student], from, values);
    await newCircle(server, subject.subject_code, [other], from);
    const inCircle = await addSuccessfully();
    const inOtherCircle = await addSuccessfully({ student_id: other.student_id });
    const beforeCircle = await addSuccessfully({ date: '2026-11-14' });
    expect(idsOf(await ownList('teacher2')).toSorted()).toEqual([inCircle.id, beforeCircle.id].toSorted());
    expect((await add({}, 'teacher2')).status).toBe(201);
    const refused = { status: 422, body: { details: [{ path: 'student_id' }] } };
    expect(await add({ student_id: other.student_id }, 'teacher2')).toMatchObject(refused);
    expect((await put(inOtherCircle.id, { passed: false }, 'teacher2')).status).toBe(404);
    expect((await put(inCircle.id, { passed: false }, 'teacher2')).status).toBe(200);
    // The student was not in his scope before the circle.
    expect(await put(beforeCircle.id, { passed: false }, 'teacher2')).toMatchObject(refused);
    expect(await call('DELETE', `/sard/${beforeCircle.id}`, {}, 'teacher2')).toMatchObject(refused);
    expect(await put(inCircle.id, { date: '2026-11-14' }, 'teacher2')).toMatchObject(refused);
    expect(await add({ date: '2026-11-14' }, 'teacher2')).toMatchObject(refused);
  });

  test('a substitute writes sard only for the days of the substitution', async () => {
    const values = { teacher_id: (await accountOf('teacher')).id };
    const circle = await newCircle(server, subject.subject_code, [student], '2026-11-01', values);
    const { id: teacher_id } = await accountOf('teacher2');
    await call('POST', `/circles/${circle.id}/substitutes`, {
      body: { teacher_id, from: '2026-11-18', to: '2026-11-19' },
    });
    const answer = await add({ date: '2026-11-19' }, 'teacher2');
    expect(answer.status).toBe(201);
    expect((await put(answer.body.id, { passed: false }, 'teacher2')).status).toBe(200);
    expect((await add({ date: '2026-11-20' }, 'teacher2')).status).toBe(404);
  });

  test('a student lists only his own sard, and cannot write it', async () => {
    const { token } = await (await addAccount(server, 'student', { student_row_id: student.id })).signIn();
    const own = await addSuccessfully();
    await addSuccessfully({ student_id: (await newStudent(server)).student_id });
    expect(idsOf(await list({}, {}, { token }))).toEqual([own.id]);
    expect(await list({ student_id: student.student_id }, {}, { token })).toHaveLength(1);
    expect(await ownList()).toHaveLength(2);
    expect((await add({}, { token })).status).toBe(403);
    expect((await put(own.id, { passed: true }, { token })).status).toBe(403);
  });
});

describe('the map and the plan after a sard', () => {
  const declareMemorised = (ranges: object[]) =>
    call('PUT', `/hifz/${student.student_id}/prior`, { body: { ranges } });
  const mapOf = async () => (await call<HifzMap>('GET', `/hifz/${student.student_id}/map`)).body;

  test('the memorised pages of its juz count as recited, with its faults, and an undo reverts them', async () => {
    await declareMemorised([{ from: '78:1', to: '80:42', date: '2026-09-01', strength: 5 }]);
    const before = await mapOf();
    expect(before.pages[582]).toMatchObject({ state: 3, last_heard: '2026-09-01' });
    // `pages[581]` is page 582, which has the ayah. The four pages share three minor faults of weight 0.25.
    const { id } = await addSuccessfully({
      from_juz: 30,
      faults: [{ kind: 'prompt', ayah: '78:5', count: 3 }, faults[1]],
    });
    const after = await mapOf();
    expect(after.pages[581]).toMatchObject({ state: 4, last_heard: '2026-11-20' });
    expect(after.pages[582]).toMatchObject({ state: 1, last_heard: '2026-11-20', faults: 0.19 });
    expect(after.memorised_pages).toBe(before.memorised_pages);
    expect(after.pages[600]).toEqual(before.pages[600]);
    const spots = await call<HotSpot[]>('GET', `/hifz/${student.student_id}/hot-spots`);
    expect(spots.body).toEqual([{ ayah: '78:5', count: 3, last: '2026-11-20' }]);
    await call('DELETE', `/sard/${id}`);
    expect(await mapOf()).toEqual(before);
  });

  test('a plan lists the sard of each completed juz until it is passed', async () => {
    const plan = {
      ...samplePlan,
      subject_code: subject.subject_code,
      direction: 'juz_descending',
      start: '78:1',
      juz_test: 1,
      begin: '2026-11-15',
    };
    expect((await call('PUT', `/hifz/${student.student_id}/plan`, { body: plan })).status).toBe(200);
    const testOf = async (date: string) => {
      const query = { date, subject_code: subject.subject_code };
      return (await call<HifzTask>('GET', `/hifz/${student.student_id}/task`, { query })).body.test;
    };
    expect(await testOf('2026-11-17')).toBeNull();
    const lesson = { studentId: student.student_id, ranges: [{ from: '78:1', to: '114:6' }] };
    expect((await records.save('2026-11-16', [lesson])).status).toBe(200);
    const due = { from_juz: 30, to_juz: 30 };
    expect(await testOf('2026-11-17')).toEqual(due);
    const { id } = await addSuccessfully({ from_juz: 30, date: '2026-11-18', passed: false });
    expect(await testOf('2026-11-19')).toEqual(due);
    await put(id, { passed: true });
    expect(await testOf('2026-11-18')).toEqual(due);
    expect(await testOf('2026-11-19')).toBeNull();
    await call('DELETE', `/sard/${id}`);
    expect(await testOf(today)).toEqual(due);
  });
});
