import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DailyRecord } from '../../contract/dailyRecords';
import type { HifzPlan, HifzTask } from '../../contract/hifz/plan';
import type { Subject } from '../../contract/subjects';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newCircle, setMembers } from '../support/circles';
import { dump } from '../support/database';
import { samplePlan } from '../support/hifzSamples';
import { newStudent, newSubject } from '../support/sampleCalls';
import { assignToTeacher2, newDailySubject, recordCalls } from '../support/teaching';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-22T09:00:00Z') });
});
afterAll(() => server.close());

/** A Sunday. */
const today = '2026-11-22';
const headers = { 'x-session-id': 'hifz' };
type As = 'admin' | 'teacher' | 'teacher2' | 'student' | { token: string };
type Refusal = { code: string; message?: string; error: string; details?: { path: string }[] };

let subject: Subject;
let records: ReturnType<typeof recordCalls>;
let rows: DailyRecord[];
let student: string;
beforeEach(async () => {
  subject = await newDailySubject(server);
  records = recordCalls(server, subject);
  rows = (await records.day(today)).body.records;
  student = (await newStudent(server)).student_id;
});

const call = <T>(method: string, path: string, overrides: object = {}, as: As = 'admin') =>
  server.call<T & Refusal>(method, path, { as, headers, ...overrides });
const query = (overrides: object = {}) => ({ query: { subject_code: subject.subject_code, ...overrides } });
const planPath = (of = student) => `/hifz/${of}/plan`;
const subjectPlan = () => `/subjects/${encodeURIComponent(subject.subject_code)}/plan`;
const plan = {
  ...samplePlan,
  direction: 'from_baqarah',
  start: '2:6',
  amount: { unit: 'page', value: 1 },
  begin: today,
};
const savePlan = (overrides: object = {}, as: As = 'admin') =>
  call<HifzPlan & { operation_id: number | null }>(
    'PUT',
    planPath(),
    { body: { subject_code: subject.subject_code, ...plan, ...overrides } },
    as,
  );
const task = (date: string, as: As = 'admin') =>
  call<HifzTask>('GET', `/hifz/${student}/task`, query({ date }), as);
const saveRecord = (date: string, range: { from: string; to: string }, overrides: object = {}) =>
  records.save(date, [{ studentId: student, ranges: [range], ...overrides }]);
const savePrior = (ranges: object[]) =>
  call<{ ranges: object[]; operation_id: number | null }>('PUT', `/hifz/${student}/prior`, {
    body: { ranges },
  });

describe('a plan', () => {
  test("a plan is the student's own one, else that of the circle, else that of the subject", async () => {
    const get = () => call<HifzPlan>('GET', planPath(), query());
    expect(await get()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const orNull = await call('GET', planPath(), query({ or_null: '1' }));
    expect(orNull).toMatchObject({ status: 200, body: null });
    expect(await call('PUT', subjectPlan(), { body: { ...plan, far_cycle_days: 60 } })).toMatchObject({
      status: 200,
      body: { is_template: true, resulting_cycle_days: null, far_cycle_days: 60 },
    });
    expect((await get()).body).toMatchObject({ is_template: true, circle_name: null, far_cycle_days: 60 });
    const circle = await newCircle(server, subject.subject_code, [{ student_id: student }], today);
    await call('PUT', `/circles/${circle.id}/plan`, { body: { ...plan, far_cycle_days: 50 } });
    const { name: circle_name } = circle;
    expect((await get()).body).toMatchObject({ is_template: true, circle_name, far_cycle_days: 50 });
    const template = (await get()).body;
    // The template is saved as it was loaded, with its version.
    const own = await savePlan({ ...template, far_cycle_days: 40, version: 7 });
    expect(own).toMatchObject({ status: 200, body: { is_template: false, far_cycle_days: 40, version: 1 } });
    expect((await get()).body).toMatchObject({ is_template: false, circle_name: null, start: '2:6' });
    const other = String(rows[0]?.studentId);
    expect((await call<HifzPlan>('GET', planPath(other), query())).body.far_cycle_days).toBe(60);
    expect(await call('DELETE', planPath(), query())).toMatchObject({ status: 200 });
    expect((await get()).body.far_cycle_days).toBe(50);
    await call('DELETE', `/circles/${circle.id}/plan`);
    await call('DELETE', subjectPlan());
    expect((await get()).status).toBe(404);
    expect((await call('DELETE', planPath(), query())).status).toBe(404);
  });

  test('a plan of a circle can be undone by its teacher, unless a colleague teaches the circle now', async () => {
    const [own, colleague] = [await addAccount(server, 'teacher'), await addAccount(server, 'teacher')];
    const as = await own.signIn();
    const circle = await newCircle(server, subject.subject_code, [], today, { teacher_id: own.id });
    // The teacher keeps another circle, so the subject stays in scope.
    await newCircle(server, subject.subject_code, [], today, { teacher_id: own.id });
    const path = `/circles/${circle.id}/plan`;
    const save = async () =>
      (await call<{ operation_id: number }>('PUT', path, { body: plan }, as)).body.operation_id;
    const undo = async (operation: number) => (await call('POST', `/undo/${operation}`, {}, as)).status;
    const listUndos = async () =>
      (await call<{ operations: unknown[] }>('GET', '/undo/session-operations', {}, as)).body.operations;
    expect(await undo(await save())).toBe(200);
    const operation = await save();
    expect(await listUndos()).toHaveLength(1);
    const give = (teacher_id: number) =>
      call('PUT', `/circles/${circle.id}`, { body: { teacher_id, name: circle.name } });
    expect((await give(colleague.id)).status).toBe(200);
    expect(await listUndos()).toEqual([]);
    expect(await undo(operation)).toBe(404);
    expect((await call('GET', path)).status).toBe(200);
    expect((await give(own.id)).status).toBe(200);
    expect(await undo(operation)).toBe(200);
  });

  test('a plan of a student can be undone by the teacher of his circle, unless a colleague teaches him now', async () => {
    const [own, colleague] = [await addAccount(server, 'teacher'), await addAccount(server, 'teacher')];
    const as = await own.signIn();
    const createCircle = (teacher_id: number, members: { student_id: string }[]) =>
      newCircle(server, subject.subject_code, members, today, { teacher_id });
    const ownMember = [{ student_id: student }];
    const circle = await createCircle(own.id, ownMember);
    const other = await createCircle(colleague.id, []);
    const saved = await savePlan({}, as);
    expect(saved.status).toBe(200);
    const undo = async () => (await call('POST', `/undo/${saved.body.operation_id}`, {}, as)).status;
    await setMembers(server, other.id, ownMember, today);
    expect(await undo()).toBe(404);
    expect((await call('GET', planPath(), query())).status).toBe(200);
    await setMembers(server, circle.id, ownMember, today);
    expect(await undo()).toBe(200);
  });

  test('a plan is returned as it was saved, and stale saves are refused', async () => {
    const { body } = await savePlan({
      direction: 'ranges',
      ranges: [
        { from: '36:1', to: '36:83' },
        { from: '2:1', to: '2:25' },
      ],
      start: '٣٦:١',
      amount: { unit: 'rub', value: 2 },
      far_pages_per_day: 3,
      near: { unit: 'days', value: 10 },
      juz_test: 5,
      end: '2027-05-30',
    });
    const { operation_id, ...read } = body;
    expect(operation_id).toBeGreaterThan(0);
    expect((await call<HifzPlan>('GET', planPath(), query())).body).toEqual(read);
    const again = await savePlan(read);
    expect(again.body).toMatchObject({ version: 1, operation_id: null });
    expect((await savePlan({ ...read, juz_test: 0 })).body).toMatchObject({ version: 2, juz_test: 0 });
    expect(await savePlan({ ...read, juz_test: 1 })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { juz_test: 0, version: 2 } },
    });
  });

  test.each([
    ['an ayah that does not exist', { start: '2:287' }, 'start'],
    ['a start outside of its ranges', { direction: 'ranges', ranges: [{ from: '3:1', to: '3:9' }] }, 'start'],
    ['no ranges', { direction: 'ranges' }, 'ranges'],
    [
      'ranges that overlap',
      {
        direction: 'ranges',
        ranges: [
          { from: '2:1', to: '2:9' },
          { from: '2:9', to: '2:12' },
        ],
      },
      'ranges.1',
    ],
    ['half an ayah', { amount: { unit: 'ayah', value: 0.5 } }, 'amount.value'],
    ['an end before its beginning', { end: '2026-01-01' }, 'end'],
    ['a day that is none', { new_days: [7] }, 'new_days.0'],
    ['an unsupported number of juz', { juz_test: 3 }, 'juz_test'],
  ])('a plan with %s is refused', async (_what, overrides, path) => {
    const answer = await savePlan(overrides);
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    expect(answer.body.details?.[0]?.path).toBe(path);
    expect((await savePlan()).status).toBe(200);
  });

  test('a plan needs a subject with daily records', async () => {
    const other = await newSubject(server);
    const body = { ...plan, subject_code: other.subject_code };
    expect(await call('PUT', planPath(), { body })).toMatchObject({ status: 422 });
    expect((await call('PUT', planPath(), { body: { ...body, subject_code: 'NONE' } })).status).toBe(404);
  });

  test('a plan is not shown or changed out of scope', async () => {
    await savePlan();
    expect((await call('GET', planPath(), query(), 'teacher')).status).toBe(200);
    await assignToTeacher2(server, subject.subject_code);
    expect((await call('GET', planPath(), query(), 'teacher')).status).toBe(404);
    expect((await savePlan({ juz_test: 1 }, 'teacher')).status).toBe(404);
    expect((await savePlan({ juz_test: 1 }, 'teacher2')).status).toBe(200);
    const ownStudent = await server.data.read
      .selectFrom('users')
      .innerJoin('students', 'students.id', 'users.student_row_id')
      .select('students.student_id')
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    const other = rows.find(({ studentId }) => studentId !== ownStudent.student_id);
    await call('PUT', subjectPlan(), { body: plan });
    expect((await call('GET', planPath(ownStudent.student_id), query(), 'student')).status).toBe(200);
    expect((await call('GET', planPath(String(other?.studentId)), query(), 'student')).status).toBe(404);
  });

  test('a plan of a circle is also in the scope of its teacher', async () => {
    const teacher2 = await server.data.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'teacher2')
      .executeTakeFirstOrThrow();
    const members = [{ student_id: student }];
    const values = { teacher_id: teacher2.id };
    const circle = await newCircle(server, subject.subject_code, members, today, values);
    const path = `/circles/${circle.id}/plan`;
    expect((await call('PUT', path, { body: plan }, 'teacher2')).status).toBe(200);
    expect((await call('GET', path, {}, 'teacher2')).status).toBe(200);
    const other = await newCircle(server, subject.subject_code, [], today);
    expect((await call('PUT', `/circles/${other.id}/plan`, { body: plan }, 'teacher2')).status).toBe(404);
    expect((await task(today, 'teacher2')).status).toBe(200);
  });

  test('a plan can be undone, and deleted and restored with its student', async () => {
    const before = await dump(server.data);
    await savePlan();
    await savePrior([{ from: '1:1', to: '1:7', date: today, strength: 3 }]);
    await call('POST', `/hifz/${student}/skip`, {
      body: { from: '1:1', to: '1:7', date: today, subject_code: subject.subject_code },
    });
    const saved = await dump(server.data);
    const { body } = await call<{ id: number }[]>('GET', '/students', { query: { filter: { q: student } } });
    expect((await call('DELETE', `/students/${body[0]?.id}`)).status).toBe(200);
    expect((await dump(server.data))['hifz_plans']).toEqual(before['hifz_plans']);
    const undo = async () => (await call('POST', '/undo/latest')).status;
    expect(await undo()).toBe(200);
    expect(rowsOf(await dump(server.data))).toEqual(rowsOf(saved));
    expect([await undo(), await undo(), await undo()]).toEqual([200, 200, 200]);
    expect(rowsOf(await dump(server.data))).toEqual(rowsOf(before));
  });
});

/** Returns the rows of memorisation without their versions, which an undo raises. */
const rowsOf = (tables: Record<string, unknown>) =>
  ['hifz_plans', 'hifz_prior', 'hifz_skips'].map((table) =>
    (tables[table] as Record<string, unknown>[]).map(
      ({ version: _version, updated_at: _updated, ...row }) => row,
    ),
  );

describe('the previous memorisation', () => {
  test('the previous memorisation is a list that is saved as a whole', async () => {
    const ranges = [
      { from: '78:1', to: '114:6', date: '2026-09-01', strength: 4 },
      { from: '1:1', to: '2:5', date: '2026-10-01', strength: 2 },
    ];
    const saved = await savePrior(ranges);
    expect(saved).toMatchObject({ status: 200, body: { ranges } });
    expect((await call('GET', `/hifz/${student}/prior`)).body).toEqual({ ranges });
    expect((await savePrior(ranges)).body.operation_id).toBeNull();
    expect((await savePrior(ranges.slice(1))).body.ranges).toEqual(ranges.slice(1));
    await call('POST', '/undo/latest');
    expect((await call('GET', `/hifz/${student}/prior`)).body).toEqual({ ranges });
  });

  test.each([
    ['reversed', [{ from: '2:9', to: '2:1', date: today, strength: 3 }]],
    ['later than today', [{ from: '2:1', to: '2:9', date: '2026-11-23', strength: 3 }]],
    ['stronger than 5', [{ from: '2:1', to: '2:9', date: today, strength: 6 }]],
  ])('the previous memorisation is refused if it is %s', async (_what, ranges) => {
    expect(await savePrior(ranges)).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    expect(await savePrior([])).toMatchObject({ status: 200 });
  });
});

describe('the task of a day', () => {
  test('the task follows plan and records, and is right after an undo', async () => {
    await savePlan({ begin: '2026-11-15' });
    await savePrior([{ from: '78:1', to: '114:6', date: '2026-10-01', strength: 4 }]);
    const first = await task('2026-11-15');
    expect(first.body).toMatchObject({
      new: [{ from: '2:6', to: '2:16', pages: 1 }],
      near: [],
      behind_days: 0,
    });
    // 23 pages in 30 days make two a day.
    expect(first.body.far).toMatchObject([{ from: '78:1', pages: 2, last_heard: '2026-10-01', faults: 2 }]);
    expect(first.body.far[0]?.reason).toBe('لم تُسمّع منذ 45 يوماً، خطآن آخر مرة');
    await saveRecord('2026-11-15', { from: '2:6', to: '2:16' }, { result: 'repeat' });
    expect((await task('2026-11-15')).body).toEqual(first.body);
    expect((await task('2026-11-16')).body).toMatchObject({
      new: [{ from: '2:6' }],
      near: [],
      behind_days: 1,
    });
    const { body: before } = await task('2026-11-18');
    await server.call('POST', '/daily-records/save', {
      as: 'admin',
      headers,
      body: {
        batchName: records.batchName,
        subjectCode: records.subjectCode,
        recordDate: '2026-11-17',
        records: [{ studentId: student, ranges: [{ from: '2:6', to: '2:16' }] }],
      },
    });
    expect((await task('2026-11-18')).body).toMatchObject({
      new: [{ from: '2:17', to: '2:24' }],
      near: [{ from: '2:6', to: '2:16' }],
      behind_days: 2,
    });
    await call('POST', '/undo/latest');
    expect((await task('2026-11-18')).body).toEqual(before);
  });

  test('the task of an earlier day has the faults that were stored by then, also after later recitations of the page', async () => {
    await savePlan({ begin: '2026-09-01', far_pages_per_day: 2 });
    const page = { from: '2:6', to: '2:16' };
    await savePrior([{ ...page, date: '2026-09-01', strength: 5 }]);
    await saveRecord('2026-10-12', page, { kind: 'far', mistakesCount: 3 });
    for (const date of ['2026-10-19', '2026-10-20', '2026-10-21'])
      await saveRecord(date, page, { kind: 'far' });
    expect((await task('2026-10-18')).body.far).toMatchObject([{ last_heard: '2026-10-12', faults: 3 }]);
    expect((await task('2026-10-22')).body.far).toMatchObject([{ last_heard: '2026-10-21', faults: 0 }]);
  });

  test('the task excludes the parts that the teacher skips on the day, and only on that day', async () => {
    await savePlan({ far_pages_per_day: 2 });
    await savePrior([{ from: '2:6', to: '2:48', date: '2026-10-01', strength: 5 }]);
    const skip = { from: '2:6', to: '2:16', date: today, subject_code: subject.subject_code };
    const path = `/hifz/${student}/skip`;
    expect((await task(today)).body.far).toMatchObject([{ from: '2:6', to: '2:24' }]);
    const skipped = await call<{ operation_id: number | null }>('POST', path, { body: skip });
    expect(skipped).toMatchObject({ status: 200, body: { success: true } });
    expect(
      (await call<{ operation_id: number | null }>('POST', path, { body: skip })).body.operation_id,
    ).toBeNull();
    expect((await task(today)).body.far).toMatchObject([{ from: '2:17', to: '2:29' }]);
    expect((await task('2026-11-23')).body.far).toMatchObject([{ from: '2:6', to: '2:24' }]);
  });

  test('the task needs a subject if there are two plans', async () => {
    await savePlan();
    const second = await newDailySubject(server);
    await call('PUT', planPath(), { body: { ...plan, subject_code: second.subject_code } });
    expect(await call('GET', `/hifz/${student}/task`)).toMatchObject({
      status: 422,
      body: { details: [{ path: 'subject_code' }] },
    });
    expect((await task(today)).status).toBe(200);
  });

  test('the task of a student without a plan is null if the client requests that, else 404', async () => {
    const readTask = (overrides: object) => call('GET', `/hifz/${student}/task`, query(overrides));
    expect(await readTask({})).toMatchObject({ status: 404 });
    expect(await readTask({ or_null: '1' })).toMatchObject({ status: 200, body: null });
    await savePlan();
    expect(await readTask({ or_null: '1' })).toMatchObject({ status: 200, body: { new: [{ from: '2:6' }] } });
  });

  test('the task of a whole circle is the same as for each member', async () => {
    const second = (await newStudent(server)).student_id;
    const members = [{ student_id: student }, { student_id: second }];
    const circle = await newCircle(server, subject.subject_code, members, '2026-11-01');
    const tasks = (as: As = 'admin', date = today) =>
      call<{ student_id: string; name: string; task: HifzTask | null }[]>(
        'GET',
        `/circles/${circle.id}/tasks`,
        { query: { date } },
        as,
      );
    await savePlan({ begin: '2026-11-15', far_pages_per_day: 2 });
    await savePrior([{ from: '78:1', to: '114:6', date: '2026-10-01', strength: 4 }]);
    await saveRecord('2026-11-16', { from: '2:6', to: '2:16' });
    await call('POST', `/hifz/${student}/skip`, {
      body: { from: '78:1', to: '78:40', date: today, subject_code: subject.subject_code },
    });
    const { body: lines } = await tasks();
    const own = lines.find((line) => line.student_id === student);
    expect(own?.task).toEqual((await task(today)).body);
    expect(own?.task).toMatchObject({ new: [{ from: '2:17' }], near: [{ from: '2:6' }] });
    expect(own?.task?.far[0]?.from).not.toBe('78:1');
    expect(lines.find((line) => line.student_id === second)).toMatchObject({ task: null });
    // Before its first day the circle had no members.
    expect(await tasks('admin', '2026-10-31')).toMatchObject({ status: 200, body: [] });
    await assignToTeacher2(server, subject.subject_code);
    expect((await tasks('teacher')).status).toBe(404);
    expect((await tasks('teacher2')).status).toBe(200);
    const row = await server.data.read
      .selectFrom('students')
      .select('id')
      .where('student_id', '=', second)
      .executeTakeFirstOrThrow();
    const body = { student_row_ids: [row.id], status: 'suspended', date: today };
    expect((await call('POST', '/students/status', { body })).status).toBe(200);
    expect((await tasks()).body.map((line) => line.student_id)).toEqual([student]);
  });
});
