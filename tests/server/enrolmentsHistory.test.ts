import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StudentInSubject, Transcript } from '../../contract/reports/academicReports';
import type { Enrolment, StudentCard } from '../../contract/students/enrolments';
import { ruleMessages } from '../../contract/errors';
import type { GradeRow } from '../../contract/grades';
import type { Student } from '../../contract/students/students';
import type { StudentReport } from '../../contract/reports/studentReport';
import type { Subject } from '../../contract/subjects';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { assignmentCalls, newAssignment } from '../support/assignmentCalls';
import { clockAt, moveClock } from '../support/clock';
import { enrolmentCalls } from '../support/enrolmentCalls';
import { expectedResults, storedResults } from '../support/results';
import { uniqueText } from '../support/sampleCalls';
import { newSheet, type Sheet } from '../support/sheet';
import { absent, registerCalls } from '../support/teaching';

// Backdated, repeated and undone changes, and several changes on one day.

const clock = clockAt('2026-09-01T09:00:00Z');
let server: TestApp;
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

const { headers, post, get, move, setStatus } = enrolmentCalls(() => server, 'enrolments-history');
const change = ({ id }: { id: number }, body: object) =>
  server.call<Student>('PUT', `/students/${id}`, { as: 'admin', body, headers });
const enrolmentsOf = async ({ id }: { id: number }) =>
  (await get<Enrolment[]>(`/students/${id}/enrolments`)).map(
    ({ batch_name, from: started, to: ended, ended_as }) => [batch_name, started, ended, ended_as],
  );
const buildMarks = (testGrade: number) => ({
  participationGrade: 5,
  attendanceGrade: 5,
  exerciseGrade: 5,
  readingGrade: 5,
  testGrade,
});
const registersOf = ({ batchName, subjectCode }: { batchName: string; subjectCode: string }) =>
  registerCalls(server, { batch_name: batchName, subject_code: subjectCode });
const attendanceIn = async (sheet: Sheet, { student_id }: Student) =>
  (
    await get<StudentInSubject>(
      `/reports/student-subject/${student_id}/${sheet.subjectCode}?batchName=${encodeURIComponent(sheet.batchName)}`,
    )
  ).attendance;
const ownReport = async (student: Student) => {
  const { id } = await addAccount(server, 'student', { student_row_id: student.id });
  return get<StudentReport>(`/reports/student/${id}`);
};

/** Batches A and B have three students each, C has none. */
let a: Sheet;
let b: Sheet;
let c: Sheet;
let student: Student;
beforeEach(async () => {
  await setToday('2026-09-01');
  [a, b, c] = [await newSheet(server, 3), await newSheet(server, 2), await newSheet(server, 0)];
  student = a.students[0] as Student;
});

/** Offers one course in each of these batches. Returns a way to mark the student in it. */
async function offerCourse(...sheets: Sheet[]) {
  const code = uniqueText();
  const courses: { course: Subject; save: (mark: number) => Promise<unknown> }[] = [];
  for (const { batchId, batchName } of sheets) {
    const { body } = await post<Subject>('/subjects', {
      subject_code: code,
      name: 'النحو',
      batch_id: batchId,
    });
    const grades = (mark: number) => [{ studentId: student.student_id, ...buildMarks(mark) }];
    const save = async (mark: number) => {
      const saved = await post('/grades/save', {
        batchName,
        subjectCode: body.subject_code,
        grades: grades(mark),
      });
      expect(saved.status, saved.text).toBe(200);
    };
    courses.push({ course: body, save });
  }
  return courses as [(typeof courses)[number], (typeof courses)[number]];
}

describe('several changes on one day', () => {
  test('several changes on one day do not change the counted repeat: a batch that he returned to by mistake is not his latest', async () => {
    const [failed, passed] = await offerCourse(a, b);
    await failed.save(0);
    await setToday('2026-10-01');
    await move([student], b, '2026-10-01', { as: 'repeated' });
    await passed.save(40);
    await setToday('2026-11-01');
    expect((await move([student], a, '2026-11-01', { confirm: true })).status).toBe(200);
    expect((await move([student], c, '2026-11-01', { confirm: true })).status).toBe(200);
    expect(await enrolmentsOf(student)).toEqual([
      [c.batchName, '2026-11-01', null, null],
      [b.batchName, '2026-10-01', '2026-11-01', 'moved'],
      [a.batchName, '2026-09-01', '2026-10-01', 'repeated'],
    ]);
    const { transcript } = await get<Transcript>(
      `/reports/transcript/${student.student_id}?batchName=${encodeURIComponent(c.batchName)}`,
    );
    const repeated = transcript.flatMap(({ subjectName, total, isRepeated }) =>
      subjectName === 'النحو' ? [[total, isRepeated]] : [],
    );
    expect(repeated.toSorted()).toEqual([
      [20, true],
      [60, false],
    ]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('after withdrawal, return and move, the old sheet has the day on which he left', async () => {
    await a.save([a.sentRow(0, buildMarks(30))]);
    await setToday('2026-10-10');
    await setStatus([student], 'withdrawn', '2026-10-10');
    await setToday('2026-11-01');
    await setStatus([student], 'active', '2026-11-01');
    await move([student], b, '2026-11-01', { confirm: true });
    expect(await enrolmentsOf(student)).toEqual([
      [b.batchName, '2026-11-01', null, null],
      [a.batchName, '2026-09-01', '2026-10-10', 'withdrawn'],
    ]);
    const row = (await a.rows()).find(({ studentId }: GradeRow) => studentId === student.student_id);
    expect(row?.left_on).toBe('2026-10-10');
  });

  test('a graduation stays in the history if a withdrawal with a later day was entered before', async () => {
    await setToday('2026-12-20');
    await setStatus([student], 'graduated', '2026-12-20');
    await setToday('2027-01-10');
    await setStatus([student], 'withdrawn', '2027-01-10');
    await setStatus([student], 'active', '2027-01-10');
    expect(await enrolmentsOf(student)).toEqual([
      [a.batchName, '2027-01-10', null, null],
      [a.batchName, '2026-09-01', '2026-12-20', 'graduated'],
    ]);
    await setToday('2027-02-01');
    await setStatus([student], 'withdrawn', '2027-02-01');
    await setStatus([student], 'graduated', '2027-02-01');
    expect((await enrolmentsOf(student))[0]).toEqual([a.batchName, '2027-01-10', '2027-02-01', 'graduated']);
  });
});

test('a student without a batch is not moved on a day within his last batch, but on the day on which he left it', async () => {
  await setToday('2026-11-01');
  expect((await change(student, { batch_id: null })).status).toBe(200);
  const refusal = await move([student], b, '2026-09-15', { confirm: true });
  expect(refusal.body, refusal.text).toMatchObject({ code: 'VALIDATION', details: [{ path: 'date' }] });
  expect((await move([student], b, '2026-11-01')).status).toBe(200);
  expect(await enrolmentsOf(student)).toEqual([
    [b.batchName, '2026-11-01', null, null],
    [a.batchName, '2026-09-01', '2026-11-01', null],
  ]);
});

describe('attendance', () => {
  test('attendance excludes a register from before his enrolment that was taken after he left; one taken during his time counts', async () => {
    await setToday('2026-10-10');
    await move([student], b, '2026-10-10');
    const registers = registersOf(b);
    await setToday('2026-10-15');
    await registers.set('2026-10-04', []);
    await b.save([{ studentId: student.student_id, testGrade: 3 }]);
    await setToday('2026-10-20');
    expect((await move([student], a, '2026-10-20')).status).toBe(200);
    expect(await attendanceIn(b, student)).toMatchObject({ registers: 1, rate: 100 });
    await setToday('2026-11-15');
    for (const day of ['2026-10-05', '2026-10-06', '2026-10-07'])
      expect((await registers.set(day, [])).status).toBe(200);
    expect(await attendanceIn(b, student)).toMatchObject({ registers: 1, rate: 100 });
    await registers.set('2026-10-12', [absent(student.student_id)]);
    expect(await attendanceIn(b, student)).toMatchObject({ registers: 2, unexcused: 1 });
  });

  test('attendance is the same on the card and in the report of a student who repeats a course', async () => {
    const [first, again] = await offerCourse(a, b);
    const take = (sheet: Sheet, { subject_code: subjectCode }: Subject, day: string, absentees: unknown[]) =>
      registersOf({ batchName: sheet.batchName, subjectCode }).set(day, absentees);
    await first.save(0);
    expect((await take(a, first.course, '2026-09-01', [absent(student.student_id)])).status).toBe(200);
    await setToday('2026-10-01');
    await move([student], b, '2026-10-01', { as: 'repeated' });
    await again.save(40);
    expect((await take(b, again.course, '2026-10-01', [])).status).toBe(200);
    const card = await get<StudentCard>(`/students/${student.id}/card`);
    const report = await ownReport(student);
    expect(card.absences.rate).toBe(50);
    expect(report.academic_performance.attendance_rate).toBe(50);
    const gradesOf = (subjects: StudentReport['subjects']) =>
      subjects.flatMap(({ subject_code, subject_name, total_grade }) =>
        subject_name === 'النحو' ? [[subject_code, total_grade]] : [],
      );
    expect(gradesOf(report.subjects)).toEqual([[again.course.subject_code, 60]]);
    expect(gradesOf(report.repeated)).toEqual([[first.course.subject_code, 20]]);
  });
});

test("a student's own report has former programmes as separate parts, the last one first, with their repeated courses", async () => {
  const [failed, passed] = await offerCourse(a, b);
  const inNewProgram = async () => {
    const { body: program } = await post<{ program_id: string; program_name: string }>('/programs', {
      program_id: uniqueText(),
      program_name: `برنامج ${uniqueText()}`,
    });
    const { body: batch } = await post<{ id: number; batch_name: string }>('/batches', {
      batch_name: `دفعة ${uniqueText()}`,
      program_id: program.program_id,
    });
    return { ...program, ...batch, batchId: batch.id, batchName: batch.batch_name };
  };
  const [second, third] = [await inNewProgram(), await inNewProgram()];
  const { body: other } = await post<Subject>('/subjects', {
    subject_code: failed.course.base_subject_code,
    name: 'النحو',
    batch_id: second.batchId,
  });
  await failed.save(0);
  expect((await ownReport(student)).former).toEqual([]);
  await setToday('2026-10-01');
  await move([student], b, '2026-10-01', { as: 'repeated' });
  await passed.save(40);
  await setToday('2026-10-10');
  await move([student], second, '2026-10-10');
  const grades = [{ studentId: student.student_id, ...buildMarks(30) }];
  await post('/grades/save', { batchName: second.batchName, subjectCode: other.subject_code, grades });
  await setToday('2026-10-20');
  await move([student], third, '2026-10-20');

  const account = await server.data.read
    .selectFrom('users')
    .select('id')
    .where('student_row_id', '=', student.id)
    .executeTakeFirstOrThrow();
  const report = await get<StudentReport>(`/reports/student/${account.id}`);
  expect(report.subjects).toEqual([]);
  expect(report.repeated).toEqual([]);
  const parts = report.former.map(({ batchName, transcript }) => ({
    batchName,
    results: transcript.map(({ subjectCode, total, isRepeated }) => [subjectCode, total, isRepeated]),
  }));
  // The same course in another programme is no repeat.
  expect(parts).toEqual([
    { batchName: second.batchName, results: [[other.subject_code, 50, false]] },
    {
      batchName: b.batchName,
      results: expect.arrayContaining([
        [failed.course.subject_code, 20, true],
        [passed.course.subject_code, 60, false],
      ]),
    },
  ]);
  const { former } = await get<Transcript>(
    `/reports/transcript/${student.student_id}?batchName=${encodeURIComponent(third.batchName)}`,
  );
  expect(report.former).toEqual(former);
});

test('the deletion of a programme needs confirmation for its former students, but not for promotions within it', async () => {
  const program = await post<{ id: number; program_id: string }>('/programs', {
    program_id: uniqueText(),
    program_name: `برنامج ${uniqueText()}`,
  });
  const inProgram = async () => {
    const created = await post<{ id: number; batch_name: string }>('/batches', {
      batch_name: `دفعة ${uniqueText()}`,
      program_id: program.body.program_id,
    });
    const { id: batch_id, batch_name } = created.body;
    const subject = await post<Subject>('/subjects', { subject_code: uniqueText(), name: 'الصرف', batch_id });
    return { batchId: batch_id, batchName: batch_name, subjectCode: subject.body.subject_code };
  };
  const [first, second] = [await inProgram(), await inProgram()];
  const [promoted, withdrawnStudent] = [student, a.students[1] as Student];
  await move([promoted, withdrawnStudent], first, '2026-09-01');
  const grades = [promoted, withdrawnStudent].map(({ student_id }) => ({
    studentId: student_id,
    ...buildMarks(30),
  }));
  await setToday('2026-10-01');
  const { batchName, subjectCode } = first;
  expect((await post('/grades/save', { batchName, subjectCode, grades })).status).toBe(200);
  await move([promoted], second, '2026-10-01', { as: 'promoted' });
  await move([withdrawnStudent], b, '2026-10-01');
  const remove = () => server.call('DELETE', `/programs/${program.body.id}`, { as: 'admin', headers });
  expect(await remove()).toMatchObject({ status: 409, body: { counts: { students: 1, grades: 1 } } });
  await move([withdrawnStudent], second, '2026-10-01');
  expect((await remove()).status).toBe(200);
});

describe('a status or a move of several students', () => {
  test.each(['status', 'move'])(
    'a status or a move of several students is undone in one operation (%s), also if the phone of one student has changed since',
    async (kind) => {
      await setToday('2026-10-01');
      await (
        kind === 'status'
          ? setStatus(a.students, 'suspended', '2026-10-01')
          : move(a.students, b, '2026-10-01')
      ).then(({ status, text }) => expect(status, text).toBe(200));
      const other = { 'x-session-id': 'somebody else' };
      const put = await server.call('PUT', `/students/${student.id}`, {
        as: 'admin',
        body: { phone: '0512345678' },
        headers: other,
      });
      expect(put.status, put.text).toBe(200);
      const undone = await post('/undo/latest', {});
      expect(undone.status, undone.text).toBe(200);
      expect(await get<Student>(`/students/${student.id}`)).toMatchObject({
        phone: '0512345678',
        status: 'active',
        batch_name: a.batchName,
      });
      expect(await a.rows()).toHaveLength(3);
    },
  );
});

describe('a former student of a batch', () => {
  test('a former student is shown in the report of its subject with the former programme', async () => {
    await a.save([a.sentRow(0, buildMarks(30))]);
    const program = await post<{ program_id: string; program_name: string }>('/programs', {
      program_id: uniqueText(),
      program_name: `برنامج ${uniqueText()}`,
    });
    const batch = await post<{ id: number }>('/batches', {
      batch_name: `دفعة ${uniqueText()}`,
      program_id: program.body.program_id,
    });
    const path = `/reports/student-subject/${student.student_id}/${a.subjectCode}?batchName=${encodeURIComponent(a.batchName)}`;
    const before = await get<StudentInSubject>(path);
    await setToday('2026-10-01');
    await move([student], { batchId: batch.body.id }, '2026-10-01');
    const after = await get<StudentInSubject>(path);
    expect(after.student).toEqual(before.student);
    expect(after.student.programName).not.toBe(program.body.program_name);
  });

  test('a former student is still visible to his teacher in the daily records of a range, and in those of one student', async () => {
    const daily = await newSheet(server, 1, 'تقييد يومي');
    const [own] = daily.students as [Student];
    const teacher = await addAccount(server, 'teacher');
    await post('/subject-teachers', { subject_code: daily.subjectCode, teacher_id: teacher.id });
    const as = await teacher.signIn();
    const read = (path: string, overrides = {}) =>
      server.call('GET', path, {
        as,
        query: { batchName: daily.batchName, subjectCode: daily.subjectCode, ...overrides },
      });
    const range = () =>
      read('/reports/daily-records/range', {
        startDate: '2026-09-01',
        endDate: '2026-09-30',
        studentId: own.student_id,
      });
    expect((await range()).status).toBe(200);
    const otherTeacher = await addAccount(server, 'teacher');
    await post('/subject-teachers', { subject_code: b.subjectCode, teacher_id: otherTeacher.id });
    await setToday('2026-10-01');
    await move([own], b, '2026-10-01');
    expect((await range()).status).toBe(200);
    const query = {
      batchName: daily.batchName,
      subjectCode: daily.subjectCode,
      startDate: '2026-09-01',
      endDate: '2026-09-30',
      studentId: own.student_id,
    };
    expect(
      (await server.call('GET', '/reports/daily-records/range', { as: await otherTeacher.signIn(), query }))
        .status,
    ).toBe(404);
  });
});

describe('a suspended student', () => {
  test('a suspended student is moved without a question about registers during the suspension, but with one about his own records', async () => {
    await setToday('2026-10-01');
    await setStatus([student], 'suspended', '2026-10-01');
    await setToday('2026-10-20');
    await registersOf(a).set('2026-10-15', []);
    const [, active] = a.students as [Student, Student];
    expect((await move([active], b, '2026-10-10')).body).toMatchObject({
      code: 'MOVE_HIDES',
      students: [{ newest: '2026-10-15' }],
    });
    const moveResponse = await move([student], b, '2026-10-10');
    expect(moveResponse.status, moveResponse.text).toBe(200);
  });

  test('a suspended student is reported as off the sheet when marks are sent for him, and a foreign student as not in the batch', async () => {
    await setToday('2026-10-01');
    await setStatus([student], 'suspended', '2026-10-01');
    const refusal = await a.save([
      a.sentRow(0, buildMarks(30)),
      { studentId: String(b.students[0]?.student_id) },
    ]);
    expect(refusal).toMatchObject({
      status: 422,
      body: {
        details: [
          { path: 'grades.0.studentId', message: ruleMessages.offRoster },
          { path: 'grades.1.studentId', message: ruleMessages.wrongBatchStudent },
        ],
      },
    });
  });

  test('a suspended student has no assignments to submit on his card, and has them again after his return', async () => {
    const studentAccount = await server.data.read
      .selectFrom('users')
      .select('student_row_id')
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    const own = { id: Number(studentAccount.student_row_id) };
    const countPending = async () => (await get<StudentCard>(`/students/${own.id}/card`)).assignments.pending;
    const { id } = await newAssignment(server);
    expect((await assignmentCalls(server).get(id, 'student')).status).toBe(200);
    const before = await countPending();
    expect(before).toBeGreaterThan(0);
    const answer = await setStatus([own], 'suspended', '2026-09-01', { confirm: true });
    expect(answer.status, answer.text).toBe(200);
    expect(await countPending()).toBe(0);
    await setStatus([own], 'active', '2026-09-01');
    expect(await countPending()).toBe(before);
  });
});

test('a status of an earlier day that would hide work needs confirmation, and is then set', async () => {
  await setToday('2026-10-20');
  await a.save([a.sentRow(0, { testGrade: 3 })]);
  await setToday('2026-11-01');
  for (const status of ['suspended', 'withdrawn', 'graduated']) {
    const answer = await setStatus(a.students, status, '2026-10-10');
    expect(answer, answer.text).toMatchObject({
      status: 409,
      body: {
        code: 'MOVE_HIDES',
        students: [{ student_id: student.student_id, full_name: student.full_name, newest: '2026-10-20' }],
      },
    });
  }
  expect((await setStatus([a.students[1] as Student], 'withdrawn', '2026-10-10')).status).toBe(200);
  expect((await setStatus([student], 'suspended', '2026-10-20')).status).toBe(200);
  expect((await setStatus([student], 'active', '2026-10-20')).status).toBe(200);
  const set = await setStatus([student], 'withdrawn', '2026-10-10', { confirm: true });
  expect(set.body, set.text).toMatchObject({ changed: 1 });
});
