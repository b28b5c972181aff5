import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract';
import type { Circle } from '../../contract/circles';
import { fillPath } from '../../contract/endpoint';
import { dailyRecordType, freeTextContent } from '../../contract/vocabulary';
import { addAccount, setTeacherScope } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newCircle } from '../support/circles';
import { clockAt, moveClock } from '../support/clock';
import { saveSamplePlan, samplePlan, sampleSard } from '../support/hifzSamples';
import { uniqueText } from '../support/sampleCalls';
import { newSheet, type Sheet } from '../support/sheet';
import { absent, recordCalls, registerCalls } from '../support/teaching';

/** A Wednesday. */
const day = '2026-11-18';
const clock = clockAt('2026-09-01T09:00:00Z');
let server: TestApp;
/** Two subjects of one batch: one with marks, one with daily records. */
let sheet: Sheet;
let daily: string;
let assignment: number;
let program: number;
/** The ids of a sard of the teacher's student, and of a sard of another teacher's student. */
let sard: number[];
type Account = { id: number; token: string };
/**
 * The teacher of the first circle, the teacher of both whole subjects, and a former substitute until
 * yesterday.
 */
let holder: Account;
let whole: Account;
let substitute: Account;
/**
 * The circles of the subject with daily records. Two of five students are in the first, two in the second.
 */
let circles: Circle[];

const send = async <T>(method: string, path: string, body?: unknown) => {
  const answer = await server.call<T>(method, path, { as: 'admin', body });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
};
const number = (index: number) => String(sheet.students[index]?.student_id);
/** No other record contains this name. */
const othersName = 'المستور';

beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await setTeacherScope(server.data, 'linked');
  const accounts: Account[] = [];
  while (accounts.length < 3) {
    const account = await addAccount(server, 'teacher');
    accounts.push({ id: account.id, ...(await account.signIn()) });
  }
  [holder, whole, substitute] = accounts as [Account, Account, Account];
  sheet = await newSheet(server, 5);
  for (const { id } of sheet.students.slice(2))
    await send('PUT', `/students/${id}`, { last_name: othersName });
  await moveClock(clock, server, `${day}T09:00:00.000Z`);
  const { batchName, batchId, subjectCode } = sheet;
  const subject = {
    subject_code: uniqueText(),
    name: `حفظ ${uniqueText()}`,
    batch_id: batchId,
    type: dailyRecordType,
  };
  daily = (await send<{ subject_code: string }>('POST', '/subjects', subject)).subject_code;
  for (const subject_code of [daily, subjectCode])
    await send('POST', '/subject-teachers', { subject_code, teacher_id: whole.id });
  circles = [];
  for (const subject_code of [subjectCode, daily]) {
    const values = { teacher_id: holder.id };
    const first = await newCircle(server, subject_code, sheet.students.slice(0, 2), '2026-10-01', values);
    await send('POST', `/circles/${first.id}/substitutes`, {
      teacher_id: substitute.id,
      from: '2026-11-01',
      to: '2026-11-17',
    });
    const second = await newCircle(server, subject_code, sheet.students.slice(2, 4), '2026-10-01');
    circles = [first, second];
  }
  await fill(batchName, subjectCode);
});
afterAll(() => server.close());

const sardBody = (index: number) => ({
  ...sampleSard,
  student_id: number(index),
  subject_code: daily,
  date: day,
});

/** Fills the subjects with absences, records with faults, marks, plans and an assignment of all students. */
async function fill(batchName: string, subjectCode: string): Promise<void> {
  const all = sheet.students.map(({ student_id }) => student_id);
  for (const subject_code of [subjectCode, daily])
    await registerCalls(server, { batch_name: batchName, subject_code }).set(
      day,
      all.map((one) => absent(one)),
      0,
    );
  const recordValues = {
    ranges: [{ from: '2:1', to: '2:20' }],
    faults: [{ kind: 'prompt', ayah: '2:3', count: 1 }],
  };
  const records = all.map((studentId) => ({ studentId, ...recordValues }));
  await recordCalls(server, { batch_name: batchName, subject_code: daily }).save(day, records);
  await sheet.save(all.map((studentId) => ({ studentId, testGrade: 30 })));
  await saveSamplePlan(server, daily);
  const body = { subject_id: sheet.subjectId, title: 'واجب', total_marks: 5, is_published: true };
  assignment = (await send<{ id: number }>('POST', '/assignments', body)).id;
  const programs = await send<{ id: number; program_id: string }[]>('GET', '/programs');
  program = Number(programs.find(({ program_id }) => program_id === 'QRN')?.id);
  const curriculum = { content_type: freeTextContent, curriculum_items: [], require_pages_count: false };
  await send('POST', `/subject-curriculum/${daily}`, { ...curriculum, default_pages: 1 });
  await sheet.configure({});
  for (const student_id of all)
    await send('POST', '/excuses', { student_id, from: day, to: day, reason: 'illness' });
  await send('POST', '/behaviour-notes', { student_ids: all, kind: 'remark', text: 'تأخر' });
  const place = { until: day, circle_id: circles[1]?.id };
  await send('POST', '/announcements', { title: othersName, ...place });
  sard = [];
  for (const index of [0, 2]) sard.push((await send<{ id: number }>('POST', '/sard', sardBody(index))).id);
  // Log entries about an account need no test of their own: they are entries about a student.
  await send('POST', '/reports/log', {
    type: 'student_subject',
    action: 'generated',
    batchName,
    subjectCode,
    studentId: number(2),
  });
}

interface Sent {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}
const batchQuery = () => ({ batchName: sheet.batchName });
const range = { startDate: day, endDate: day };

/** Calls about one student, in the teacher's circle or in another circle. */
const studentCalls: Record<string, (place: number) => Sent> = {
  'GET /students/{id}': (index) => ({ params: { id: Number(sheet.students[index]?.id) } }),
  'GET /students/{id}/card': (index) => ({ params: { id: Number(sheet.students[index]?.id) } }),
  'GET /students/{id}/guardians': (index) => ({ params: { id: Number(sheet.students[index]?.id) } }),
  'GET /students/{id}/enrolments': (index) => ({ params: { id: Number(sheet.students[index]?.id) } }),
  'GET /grades/history/{batchName}/{subjectCode}/{studentId}': (index) => ({
    params: { ...batchQuery(), subjectCode: sheet.subjectCode, studentId: number(index) },
  }),
  'GET /reports/transcript/{studentId}': (index) => ({
    params: { studentId: number(index) },
    query: batchQuery(),
  }),
  'GET /reports/student-subject/{studentId}/{subjectCode}': (index) => ({
    params: { studentId: number(index), subjectCode: sheet.subjectCode },
    query: batchQuery(),
  }),
  'GET /reports/daily-records/student-subject/{studentId}/{subjectCode}': (index) => ({
    params: { studentId: number(index), subjectCode: daily },
    query: { ...batchQuery(), kind: 'all' },
  }),
  'GET /hifz/{student}/plan': (index) => ({
    params: { student: number(index) },
    query: { subject_code: daily },
  }),
  'GET /hifz/{student}/task': (index) => ({ params: { student: number(index) } }),
  'GET /hifz/{student}/hearings': (index) => ({ params: { student: number(index) }, query: { page: 2 } }),
  'GET /hifz/{student}/week': (index) => ({ params: { student: number(index) }, query: { from: day } }),
  ...Object.fromEntries(
    ['hot-spots', 'map', 'prior', 'progress'].map((name) => [
      `GET /hifz/{student}/${name}`,
      (index: number) => ({ params: { student: number(index) } }),
    ]),
  ),
  'PUT /hifz/{student}/plan': (index) => ({
    params: { student: number(index) },
    body: { ...samplePlan, subject_code: daily },
  }),
  'DELETE /hifz/{student}/plan': (index) => ({
    params: { student: number(index) },
    query: { subject_code: daily },
  }),
  'PUT /hifz/{student}/prior': (index) => ({
    params: { student: number(index) },
    body: { ranges: [{ from: '78:1', to: '78:40', date: day, strength: 3 }] },
  }),
  'POST /hifz/{student}/skip': (index) => ({
    params: { student: number(index) },
    body: { from: '2:1', to: '2:5', date: day, subject_code: daily },
  }),
  'POST /sard': (index) => ({ body: sardBody(index) }),
  'PUT /sard/{id}': (index) => ({ params: { id: Number(sard[index === 0 ? 0 : 1]) }, body: { mark: 80 } }),
  'POST /reports/log': (index) => ({
    body: {
      type: 'student_subject',
      action: 'generated',
      ...batchQuery(),
      subjectCode: daily,
      studentId: number(index),
    },
  }),
};

/** Calls about one circle, the teacher's or another. */
const circleCalls: Record<string, (id: number) => Sent> = {
  'PUT /circles/{id}/plan': (id) => ({ params: { id }, body: samplePlan }),
  ...Object.fromEntries(
    ['hot-spots', 'members', 'plan', 'progress', 'tasks'].map((name) => [
      `GET /circles/{id}/${name}`,
      (id: number) => ({ params: { id } }),
    ]),
  ),
  'GET /circles/{id}/week': (id) => ({ params: { id }, query: { from: day } }),
  'DELETE /circles/{id}/plan': (id) => ({ params: { id } }),
};

/** Calls about several students; the teacher of the whole subject sees all of them. */
const severalCalls: Record<string, () => Sent> = {
  'GET /absences/{x}/{y}/{date}': () => ({ params: { x: sheet.batchName, y: daily, date: day } }),
  'GET /absences/statistics/{x}': () => ({ params: { x: sheet.batchName } }),
  'GET /absences/report': () => ({ query: { ...batchQuery(), ...range } }),
  'GET /daily-records/{batchName}/{subjectCode}/{date}': () => ({
    params: { ...batchQuery(), subjectCode: daily, date: day },
    query: { kind: 'all' },
  }),
  'GET /grades/{batchName}/{subjectCode}': () => ({
    params: { ...batchQuery(), subjectCode: sheet.subjectCode },
  }),
  'GET /reports/subject/{subjectCode}': () => ({
    params: { subjectCode: sheet.subjectCode },
    query: batchQuery(),
  }),
  'GET /reports/daily-records/range': () => ({ query: { ...batchQuery(), subjectCode: daily, ...range } }),
  'GET /hifz/batch/{batchId}/map': () => ({ params: { batchId: sheet.batchId } }),
  'GET /excuses': () => ({}),
  'GET /behaviour-notes': () => ({}),
  'GET /tell': () => ({ query: { kind: 'absent', date: day } }),
  'GET /sard': () => ({}),
  'GET /students': () => ({}),
  'GET /search': () => ({ query: { q: othersName } }),
};

/** Calls without students, or with only the caller's own data. */
const studentlessCalls: Record<string, () => Sent> = {
  'GET /announcements/reach': () => ({ query: { circle_id: circles[0]?.id } }),
  'GET /batches/{id}': () => ({ params: { id: sheet.batchId } }),
  'GET /batches/{id}/card': () => ({ params: { id: sheet.batchId } }),
  'GET /grades/statistics/{batchName}/{subjectCode}': () => ({
    params: { ...batchQuery(), subjectCode: sheet.subjectCode },
  }),
  'GET /hifz/batch/{batchId}/progress': () => ({ params: { batchId: sheet.batchId } }),
  'GET /programs/{id}': () => ({ params: { id: program } }),
  'GET /reports/summary': () => ({ query: { by: 'subject' } }),
  'GET /subject-curriculum/{subject_code}': () => ({ params: { subject_code: daily } }),
  'GET /subject-grade-settings/{subject_code}': () => ({ params: { subject_code: sheet.subjectCode } }),
  'GET /subject-teachers/teacher/{teacherId}': () => ({ params: { teacherId: holder.id } }),
  'GET /subjects/{code}/plan': () => ({ params: { code: daily } }),
  'GET /subjects/{id}': () => ({ params: { id: sheet.subjectId } }),
  'GET /calendar': () => ({ query: { from: day, to: day } }),
  ...Object.fromEntries(
    `/announcements /announcements/current /assignments /auth/me /auth/outbox-key /auth/sessions /batches /choices /circles /circles/overview /dashboard/performance
    /dashboard/recent-activities /dashboard/stats /fault-kinds /note-categories /behaviour-notes/summary /message-templates /notifications /papers/issued /programs /reports/log
    /reports/log/summary /saved-filters /settings /students/summary /subjects /subjects/summary /today
    /undo/session-operations`
      .split(/\s+/)
      .map((path) => [`GET ${path}`, () => ({})]),
  ),
};

/** Calls about the whole subject. */
const wholeSubjectCalls: Record<string, () => Sent> = {
  'GET /assignments/subject/{subjectId}': () => ({ params: { subjectId: sheet.subjectId } }),
  'GET /assignments/{id}': () => ({ params: { id: assignment } }),
  'GET /assignments/{id}/submissions': () => ({ params: { id: assignment } }),
};

/** Calls about an account, a submission or the papers of the caller. Other files test them. */
const testedElsewhere = [
  'GET /assignments/submission/{id}',
  'GET /excuses/{id}',
  'GET /papers/batches/{id}',
  'GET /papers/batches/{id}/file',
  'GET /reports/student/{userId}',
];

const callByName = (as: Account, name: string, { params = {}, query, body }: Sent) => {
  const [method = '', path = ''] = name.split(' ');
  return server.call(method, fillPath(path, params), { as, query, body });
};

/** Returns the numbers and names of other teachers' students in an answer. */
const foreignStudentsIn = (text: string) =>
  [2, 3, 4]
    .map(number)
    .concat(othersName)
    .filter((one) => text.includes(one));

test('these calls are all reads that a teacher may make', () => {
  const read = endpoints.filter(({ method, roles }) => method === 'GET' && roles.includes('teacher'));
  const names = read.map(({ method, path }) => `${method} ${path}`);
  const expectedNames = new Set(
    [studentCalls, circleCalls, severalCalls, studentlessCalls, wholeSubjectCalls]
      .flatMap((calls) => Object.keys(calls))
      .concat(testedElsewhere),
  );
  expect(names.filter((name) => !expectedNames.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(60);
});

describe('the teacher of a circle', () => {
  test.each(Object.entries(studentCalls))(
    '%s answers the teacher of a circle with only his students',
    async (name, sent) => {
      expect(await callByName(holder, name, sent(2))).toMatchObject({ status: 404 });
      expect(await callByName(substitute, name, sent(0))).toMatchObject({ status: 404 });
      if (name.startsWith('DELETE'))
        await callByName(
          whole,
          name.replace('DELETE', 'PUT'),
          studentCalls['PUT /hifz/{student}/plan']?.(0) ?? {},
        );
      const own = await callByName(holder, name, sent(0));
      expect([200, 201], own.text).toContain(own.status);
      expect(foreignStudentsIn(own.text)).toEqual([]);
    },
  );

  test.each(Object.entries(circleCalls))(
    '%s answers the teacher of a circle with only his circle',
    async (name, sent) => {
      const [first, second] = circles;
      expect(await callByName(holder, name, sent(Number(second?.id)))).toMatchObject({ status: 404 });
      expect(await callByName(substitute, name, sent(Number(first?.id)))).toMatchObject({ status: 404 });
      const own = await callByName(holder, name, sent(Number(first?.id)));
      expect(own.status, own.text).toBe(200);
      expect(foreignStudentsIn(own.text)).toEqual([]);
    },
  );

  test.each(Object.entries(severalCalls))(
    '%s answers the teacher of a circle with only his students; the teacher of the subject gets all',
    async (name, sent) => {
      const all = await callByName(whole, name, sent());
      expect(all.status, all.text).toBe(200);
      expect(foreignStudentsIn(all.text)).not.toEqual([]);
      const own = await callByName(holder, name, sent());
      expect(own.status, own.text).toBe(200);
      expect(foreignStudentsIn(own.text)).toEqual([]);
      // After the last day of the substitution the substitute sees no student.
      expect((await callByName(substitute, name, sent())).text).not.toContain(number(0));
    },
  );

  test.each(Object.entries(studentlessCalls))(
    '%s answers the teacher of a circle with no students of other teachers',
    async (name, sent) => {
      const own = await callByName(holder, name, sent());
      expect(own.status, own.text).toBe(200);
      expect(foreignStudentsIn(own.text)).toEqual([]);
    },
  );

  test.each(Object.entries(wholeSubjectCalls))(
    '%s is only for the teacher of the whole subject',
    async (name, sent) => {
      expect(await callByName(holder, name, sent())).toMatchObject({ status: 404 });
      expect(await callByName(whole, name, sent())).toMatchObject({ status: 200 });
    },
  );
});
