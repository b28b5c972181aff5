import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StudentInSubject, SubjectSheet, Transcript } from '../../../contract/reports/academicReports';
import type { Enrolment, StudentCard } from '../../../contract/students/enrolments';
import type { GradeRow } from '../../../contract/grades';
import type { Student } from '../../../contract/students/students';
import type { StudentReport } from '../../../contract/reports/studentReport';
import type { Subject } from '../../../contract/subjects';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { buildAnswers, assignmentCalls, newAssignment } from '../../support/assignmentCalls';
import { clockAt, moveClock } from '../../support/clock';
import { enrolmentCalls } from '../../support/enrolmentCalls';
import { expectedResults, storedResults } from '../../support/results';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';

let server: TestApp;
const clock = clockAt('2026-09-01T09:00:00Z');
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

const { headers, post, get, move, setStatus } = enrolmentCalls(() => server, 'enrolments');
const enrolmentsOf = ({ id }: { id: number }) => get<Enrolment[]>(`/students/${id}/enrolments`);
const studentOf = ({ id }: { id: number }) => get<Student>(`/students/${id}`);
const transcriptIn = (batchName: string, { student_id }: Student) =>
  get<Transcript>(
    `/reports/transcript/${encodeURIComponent(student_id)}?batchName=${encodeURIComponent(batchName)}`,
  );
const buildMarks = (testGrade: number) => ({
  participationGrade: 5,
  attendanceGrade: 5,
  exerciseGrade: 5,
  readingGrade: 5,
  testGrade,
});
const namesIn = (rows: readonly GradeRow[]) => rows.map(({ studentId }) => studentId);

let from: Sheet;
let targetSheet: Sheet;
let student: Student;
beforeEach(async () => {
  await setToday('2026-09-01');
  [from, targetSheet] = [await newSheet(server, 3), await newSheet(server, 2)];
  student = from.students[0] as Student;
});

describe('a student after a move', () => {
  test('a moved student keeps the results of the old batch in transcript, average and own report, and has a rank in the new batch', async () => {
    await setToday('2026-10-01');
    await from.save([from.sentRow(0, buildMarks(30)), from.sentRow(1, buildMarks(10))]);
    await targetSheet.save([targetSheet.sentRow(0, buildMarks(0)), targetSheet.sentRow(1, buildMarks(40))]);
    await setToday('2026-11-01');
    const answer = await move([student], targetSheet, '2026-11-01', { reason: 'طلب ولي الأمر' });
    expect(answer.body, answer.text).toMatchObject({
      success: true,
      moved: 1,
      operation_id: expect.any(Number),
    });

    const transcript = await transcriptIn(targetSheet.batchName, student);
    expect(transcript.transcript.map(({ subjectCode, total }) => [subjectCode, total])).toEqual(
      expect.arrayContaining([
        [from.subjectCode, 50],
        [targetSheet.subjectCode, null],
      ]),
    );
    expect(transcript.cumulativeGPA).not.toBeNull();
    expect((await transcriptIn(from.batchName, student)).transcript).toEqual(transcript.transcript);
    const { user } = await newAccountOf(student);
    const report = await get<StudentReport>(`/reports/student/${user}`);
    expect(report.student_info.batch).toBe(targetSheet.batchName);
    expect(report.academic_performance).toMatchObject({ rank: 2, total_students: 3, average_grade: 50 });
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('a moved student leaves the sheet of the old batch, joins the sheet of the new batch, and has both enrolments', async () => {
    await setToday('2026-11-01');
    await move([student], targetSheet, '2026-10-15');
    expect(namesIn(await from.rows())).not.toContain(student.student_id);
    expect(namesIn(await targetSheet.rows())).toContain(student.student_id);
    expect(await enrolmentsOf(student)).toMatchObject([
      { batch_name: targetSheet.batchName, from: '2026-10-15', to: null, began_as: 'moved', ended_as: null },
      {
        batch_name: from.batchName,
        from: '2026-09-01',
        to: '2026-10-15',
        began_as: 'joined',
        ended_as: 'moved',
      },
    ]);
    expect(await studentOf(student)).toMatchObject({
      batch_name: targetSheet.batchName,
      batch_id: targetSheet.batchId,
    });
  });

  test('a moved student can still open his own records in a subject of the old batch; other students cannot', async () => {
    await from.save([from.sentRow(0, buildMarks(30)), from.sentRow(1, buildMarks(10))]);
    const [own, stayed] = from.students as [Student, Student];
    const signInStudent = async ({ id }: Student) =>
      (await addAccount(server, 'student', { student_row_id: id })).signIn();
    const [as, other] = [await signInStudent(own), await signInStudent(stayed)];
    const path = ({ student_id }: Student) =>
      `/reports/student-subject/${encodeURIComponent(student_id)}/${from.subjectCode}?batchName=${encodeURIComponent(from.batchName)}`;
    expect((await server.call('GET', path(student), { as })).status).toBe(200);
    await setToday('2026-11-01');
    await move([student], targetSheet, '2026-11-01');
    const report = await server.call<StudentInSubject>('GET', path(student), { as });
    expect(report.body, report.text).toMatchObject({ grade: { total: 50 }, rank: null });
    expect((await server.call('GET', path(stayed), { as })).status).toBe(404);
    expect((await server.call('GET', path(student), { as: other })).status).toBe(404);
  });

  test('a moved student is still visible in the subject of the old batch to its teacher, and to no other', async () => {
    await from.save([from.sentRow(0, buildMarks(30))]);
    await setToday('2026-11-01');
    await move([student], targetSheet, '2026-11-01');
    const teachers = await Promise.all([addAccount(server, 'teacher'), addAccount(server, 'teacher')]);
    for (const [index, sheet] of [from, targetSheet].entries())
      await post('/subject-teachers', { subject_code: sheet.subjectCode, teacher_id: teachers[index]?.id });
    const path = `/reports/student-subject/${student.student_id}/${from.subjectCode}?batchName=${encodeURIComponent(from.batchName)}`;
    const answers = [];
    for (const { signIn } of teachers)
      answers.push((await server.call('GET', path, { as: await signIn() })).status);
    expect(answers).toEqual([200, 404]);
  });

  test('one undo returns all students of the move', async () => {
    await setToday('2026-11-01');
    const all = from.students;
    await move(all, targetSheet, '2026-11-01', { as: 'promoted' });
    expect(await from.rows()).toHaveLength(0);
    expect((await post('/undo/latest', {})).status).toBe(200);
    expect(namesIn(await from.rows()).toSorted()).toEqual(all.map(({ student_id }) => student_id).toSorted());
    for (const one of all)
      expect(await enrolmentsOf(one)).toMatchObject([
        { batch_name: from.batchName, to: null, ended_as: null },
      ]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('a move before a mark, a register or a record needs a confirmation', async () => {
    await setToday('2026-10-20');
    await from.save([from.sentRow(0, { testGrade: 3 })]);
    await setToday('2026-11-01');
    const answer = await move([student, from.students[1] as Student], targetSheet, '2026-10-10');
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'MOVE_HIDES',
      students: [{ student_id: student.student_id, full_name: student.full_name, newest: '2026-10-20' }],
    });
    expect(await studentOf(student)).toMatchObject({ batch_name: from.batchName });
    expect((await move([student], targetSheet, '2026-10-20')).status).toBe(200);
    expect((await move([from.students[1] as Student], targetSheet, '2026-10-10')).status).toBe(200);
  });

  test('a confirmed day moves the student', async () => {
    await setToday('2026-10-20');
    await from.save([from.sentRow(0, { testGrade: 3 })]);
    expect((await move([student], targetSheet, '2026-10-10', { confirm: true })).body).toMatchObject({
      moved: 1,
    });
  });

  test('a student is not moved on a future day, before his enrolment, or by a caller without the role of an admin', async () => {
    await setToday('2026-09-20');
    for (const [day, path] of [
      ['2026-09-21', 'date'],
      ['2026-08-31', 'date'],
    ] as const)
      expect((await move([student], targetSheet, day)).body).toMatchObject({
        code: 'VALIDATION',
        details: [{ path }],
      });
    const body = { student_row_ids: [student.id], batch_id: targetSheet.batchId, date: '2026-09-20' };
    expect((await server.call('POST', '/students/move', { as: 'teacher', body })).status).toBe(403);
    expect((await post('/students/move', { ...body, student_row_ids: [student.id, 999_999] })).status).toBe(
      422,
    );
    expect((await post('/students/move', { ...body, batch_id: 999_999 })).status).toBe(422);
    expect((await post('/students/move', body)).status).toBe(200);
  });

  test('a student moved back on the same day has the same enrolment as before', async () => {
    await setToday('2026-10-01');
    await move([student], targetSheet, '2026-10-01');
    await move([student], from, '2026-10-01');
    expect(await enrolmentsOf(student)).toMatchObject([
      { batch_name: from.batchName, from: '2026-09-01', to: null, ended_as: null },
    ]);
  });

  test('the form moves a student from today on, and his record gets a newer version', async () => {
    await setToday('2026-10-05');
    const { version } = await studentOf(student);
    const put = await server.call<Student>('PUT', `/students/${student.id}`, {
      as: 'admin',
      body: { batch_name: targetSheet.batchName, version },
    });
    expect(put.body).toMatchObject({ batch_name: targetSheet.batchName });
    expect(put.body.version).toBeGreaterThan(version);
    expect((await enrolmentsOf(student))[0]).toMatchObject({ from: '2026-10-05', began_as: 'moved' });
  });

  test('a repeated course has the later complete result, and the earlier one is marked as repeated', async () => {
    const code = uniqueText();
    const offerCourse = async (sheet: Sheet) =>
      (await post<Subject>('/subjects', { subject_code: code, name: 'النحو', batch_id: sheet.batchId })).body;
    const [first, second] = [await offerCourse(from), await offerCourse(targetSheet)];
    const save = (sheet: Sheet, { subject_code }: Subject, mark: number) =>
      post('/grades/save', {
        batchName: sheet.batchName,
        subjectCode: subject_code,
        grades: [{ studentId: student.student_id, ...buildMarks(mark) }],
      });
    await setToday('2026-10-01');
    await save(from, first, 0);
    await setToday('2026-11-01');
    await move([student], targetSheet, '2026-11-01', { as: 'repeated' });
    const readRepeats = async () =>
      (await transcriptIn(targetSheet.batchName, student)).transcript
        .filter(({ subjectName }) => subjectName === 'النحو')
        .map(({ subjectCode, isRepeated }) => [subjectCode, isRepeated]);
    // Until the repeated course is complete, the earlier result counts, and neither is marked as repeated.
    expect(await readRepeats()).toEqual(
      expect.arrayContaining([
        [first.subject_code, false],
        [second.subject_code, false],
      ]),
    );
    expect((await transcriptIn(targetSheet.batchName, student)).totalSubjects).toBe(2);
    await save(targetSheet, second, 40);
    expect(await readRepeats()).toEqual(
      expect.arrayContaining([
        [first.subject_code, true],
        [second.subject_code, false],
      ]),
    );
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('a moved student keeps his attendance, also of a course without marks', async () => {
    await setToday('2026-10-01');
    const record = await server.call('POST', '/absences/record', {
      as: 'admin',
      body: {
        batchName: from.batchName,
        subjectCode: from.subjectCode,
        date: '2026-10-01',
        absentStudents: [{ studentId: student.student_id, type: 'غياب بدون عذر' }],
      },
    });
    expect(record.status, record.text).toBe(200);
    const { user } = await newAccountOf(student);
    await setToday('2026-11-01');
    await move([student], targetSheet, '2026-11-01');
    const report = await get<StudentReport>(`/reports/student/${user}`);
    expect(report.academic_performance.attendance).toMatchObject({ registers: 1, unexcused: 1 });
    expect((await transcriptIn(targetSheet.batchName, student)).transcript).toHaveLength(1);
  });

  test('an undo cannot move a student back after marks were saved in the new batch, because no sheet would have them', async () => {
    await setToday('2026-11-01');
    const moveResponse = await move([student], targetSheet, '2026-11-01');
    await post('/grades/save', {
      batchName: targetSheet.batchName,
      subjectCode: targetSheet.subjectCode,
      grades: [{ studentId: student.student_id, ...buildMarks(20) }],
    });
    const undone = await post(`/undo/${String(moveResponse.body['operation_id'])}`, {});
    expect(undone).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect(undone.text).toContain('في الدفعة الجديدة');
    expect((await post('/undo/latest', {})).status).toBe(200);
    expect((await post('/undo/latest', {})).status).toBe(200);
    expect(await studentOf(student)).toMatchObject({ batch_name: from.batchName });
  });

  test('a student moved into another programme has the results of the first programme as a separate part', async () => {
    await setToday('2026-10-01');
    await from.save([from.sentRow(0, buildMarks(30))]);
    const other = await post<{ program_name: string }>('/programs', {
      program_id: uniqueText(),
      program_name: `برنامج ${uniqueText()}`,
      levels: 2,
    });
    const { program_id } = other.body as unknown as { program_id: string };
    const batch = await post<{ id: number; batch_name: string }>('/batches', {
      batch_name: `دفعة ${uniqueText()}`,
      program_id,
    });
    await setToday('2026-11-01');
    await post('/students/move', {
      student_row_ids: [student.id],
      batch_id: batch.body.id,
      date: '2026-11-01',
    });
    const transcript = await transcriptIn(batch.body.batch_name, student);
    expect(transcript).toMatchObject({ transcript: [], cumulativeGPA: null });
    expect(transcript.former).toMatchObject([
      {
        batchName: from.batchName,
        totalHours: 3,
        transcript: [{ subjectCode: from.subjectCode, total: 50 }],
      },
    ]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });
});

describe('a student with a new status', () => {
  test('a withdrawn student leaves the sheet, keeps his batch, his marks and his own report, and has no rank', async () => {
    await setToday('2026-10-01');
    await from.save([from.sentRow(0, buildMarks(30)), from.sentRow(1, buildMarks(10))]);
    const { user } = await newAccountOf(student);
    await setToday('2026-10-10');
    const answer = await setStatus([student], 'withdrawn', '2026-10-10', { reason: 'سفر' });
    expect(answer.body, answer.text).toMatchObject({ changed: 1, operation_id: expect.any(Number) });
    expect(await studentOf(student)).toMatchObject({
      batch_name: from.batchName,
      status: 'withdrawn',
      status_since: '2026-10-10',
      status_reason: 'سفر',
    });
    expect(namesIn((await from.rows()).filter(({ left_on }) => left_on == null))).not.toContain(
      student.student_id,
    );
    const report = await get<StudentReport>(`/reports/student/${user}`);
    expect(report.academic_performance).toMatchObject({ rank: null, average_grade: 50, total_students: 1 });
    const { grades, statistics } = await get<SubjectSheet>(
      `/reports/subject/${from.subjectCode}?batchName=${encodeURIComponent(from.batchName)}`,
    );
    expect(grades.map(({ studentId, left_on }) => [studentId, left_on])).toEqual([
      ...from.students.slice(1).map(({ student_id }) => [student_id, undefined]),
      [student.student_id, '2026-10-10'],
    ]);
    expect(statistics).toMatchObject({ studentsCount: 1, incompleteCount: from.students.length - 2 });
    expect((await from.save([from.sentRow(0, { testGrade: 1 })])).status).toBe(422);
    const listed = await get<Student[]>(`/students?filter=${encodeURIComponent('{"status":"withdrawn"}')}`);
    expect(listed.map(({ id }) => id)).toContain(student.id);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('a withdrawn student returns into the batch of that time', async () => {
    await setToday('2026-10-10');
    await setStatus([student], 'withdrawn', '2026-10-10');
    const refusal = await move([student], targetSheet, '2026-10-10');
    expect(refusal.body).toMatchObject({ code: 'VALIDATION', details: [{ path: 'student_row_ids' }] });
    await setToday('2026-11-10');
    await setStatus([student], 'active', '2026-11-10');
    expect(await enrolmentsOf(student)).toMatchObject([
      { batch_name: from.batchName, from: '2026-11-10', to: null, began_as: 'joined' },
      { batch_name: from.batchName, to: '2026-10-10', ended_as: 'withdrawn' },
    ]);
    expect((await from.save([from.sentRow(0, { testGrade: 1 })])).status).toBe(200);
  });

  test('a suspended student is in no register of these days, but in those before and after', async () => {
    await setToday('2026-10-10');
    await setStatus([student], 'suspended', '2026-10-10');
    await setToday('2026-10-20');
    await setStatus([student], 'active', '2026-10-20');
    const loadPresent = async (day: string) =>
      (
        await get<{ students: { studentId: string }[] }>(
          `/absences/${encodeURIComponent(from.batchName)}/${from.subjectCode}/${day}`,
        )
      ).students.map(({ studentId }) => studentId);
    expect(await loadPresent('2026-10-09')).toContain(student.student_id);
    expect(await loadPresent('2026-10-10')).not.toContain(student.student_id);
    expect(await loadPresent('2026-10-19')).not.toContain(student.student_id);
    expect(await loadPresent('2026-10-20')).toContain(student.student_id);
  });

  test('a student cannot get a status on a day before the latest status', async () => {
    await setToday('2026-10-10');
    await setStatus([student], 'suspended', '2026-10-10');
    expect((await setStatus([student], 'withdrawn', '2026-10-09')).body).toMatchObject({
      code: 'VALIDATION',
    });
    expect((await setStatus([student], 'withdrawn', '2026-10-10')).status).toBe(200);
    expect((await setStatus([student], 'active', '2026-10-10')).status).toBe(200);
    expect(await enrolmentsOf(student)).toMatchObject([{ to: null, ended_as: null }]);
    expect(await studentOf(student)).toMatchObject({ status: 'active', status_since: null });
  });
});

async function newAccountOf({ student_id }: Student): Promise<{ user: number }> {
  const username = `u${uniqueText()}`;
  const user = await post<{ id: number }>('/users', {
    username,
    name: 'حساب',
    role: 'student',
    student_id,
  });
  expect(user.status, user.text).toBe(201);
  return { user: user.body.id };
}

test('the card of a student has his batches, courses, absences, assignments and account; teachers get neither account nor reasons', async () => {
  await setToday('2026-10-01');
  await from.save([from.sentRow(0, buildMarks(30))]);
  const { user } = await newAccountOf(student);
  await setToday('2026-11-01');
  await move([student], targetSheet, '2026-11-01', { reason: 'ظرف عائلي' });
  const card = await get<StudentCard>(`/students/${student.id}/card`);
  expect(card).toMatchObject({
    student: { id: student.id, batch_name: targetSheet.batchName, national_id: student.national_id },
    account: { id: user, is_active: true },
    enrolments: [{ batch_name: targetSheet.batchName, reason: 'ظرف عائلي' }, { batch_name: from.batchName }],
    absences: { excused: 0, unexcused: 0 },
    assignments: { pending: 0, submitted: 0, graded: 0 },
    papers: [],
  });
  expect(card.subjects).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subject_code: from.subjectCode, total: 50, is_current: false }),
      expect.objectContaining({ subject_code: targetSheet.subjectCode, total: null, is_current: true }),
    ]),
  );
  const asTeacher = await server.call<StudentCard>('GET', `/students/${student.id}/card`, { as: 'teacher' });
  expect(asTeacher.body).toMatchObject({ account: null, enrolments: [{ reason: null }, {}] });
  expect(asTeacher.text).not.toContain('national_id');
  expect((await server.call('GET', `/students/${student.id}/card`, { as: 'student' })).status).toBe(403);
});

describe('the deletion of a batch with marks of a former student', () => {
  test('the deletion lists the number of deleted marks, runs after confirmation, and undo restores the batch', async () => {
    await setToday('2026-10-01');
    await from.save([from.sentRow(0, buildMarks(30))]);
    await setToday('2026-11-01');
    await move([student], targetSheet, '2026-11-01');
    const remove = (query = {}) =>
      server.call('DELETE', `/batches/${from.batchId}`, { as: 'admin', query, headers });
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'HAS_DEPENDENTS', counts: { students: 1, grades: 1, absences: 0, daily_records: 0 } },
    });
    expect((await remove({ confirm: 2 })).status).toBe(409);
    expect((await remove({ confirm: 1 })).status).toBe(200);
    expect(await enrolmentsOf(student)).toMatchObject([{ batch_name: targetSheet.batchName }]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
    expect((await post('/undo/latest', {})).status).toBe(200);
    expect(await enrolmentsOf(student)).toHaveLength(2);
    expect(namesIn(await from.rows())).not.toHaveLength(0);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('the deletion also needs confirmation for graduates without marks, because their other records are deleted too', async () => {
    await setToday('2026-10-01');
    await from.save([from.sentRow(0, buildMarks(30))]);
    await setToday('2026-11-01');
    await move([student], targetSheet, '2026-11-01', { as: 'promoted' });
    await setStatus([student], 'graduated', '2026-11-01');
    const answer = await server.call('DELETE', `/batches/${targetSheet.batchId}`, { as: 'admin', headers });
    expect(answer).toMatchObject({ status: 409, body: { counts: { students: 1, grades: 1 } } });
  });

  test('the deletion needs no confirmation without former students', async () => {
    await setToday('2026-10-01');
    await from.save([from.sentRow(0, buildMarks(30))]);
    expect((await server.call('DELETE', `/batches/${from.batchId}`, { as: 'admin' })).status).toBe(200);
  });
});

test('a suspended student reads the assignments of the batch and cannot submit; after the return he can submit', async () => {
  await setToday('2026-10-01');
  const ownStudent = await server.data.read
    .selectFrom('users')
    .select('student_row_id')
    .where('username', '=', 'student')
    .executeTakeFirstOrThrow();
  const suspendedStudent = { id: Number(ownStudent.student_row_id) };
  const assignment = await newAssignment(server);
  const calls = assignmentCalls(server);
  await setStatus([suspendedStudent], 'suspended', '2026-10-01', { confirm: true });
  expect((await calls.get(assignment.id, 'student')).status).toBe(200);
  const refusal = await calls.submit(assignment.id, buildAnswers(assignment));
  expect(refusal, refusal.text).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(refusal.text).toContain('لست في كشف هذه الدفعة');
  await setStatus([suspendedStudent], 'active', '2026-10-01');
  expect((await calls.submit(assignment.id, buildAnswers(assignment))).status).toBe(200);
});

test('the form moves a student with marks even if the clock of the institute was set back a day', async () => {
  await setToday('2026-10-02');
  const sheet = await newSheet(server, 1);
  await sheet.save([sheet.sentRow(0, buildMarks(30))]);
  await setToday('2026-10-01');
  const [moved] = sheet.students;
  const answer = await server.call('PUT', `/students/${moved?.id}`, {
    as: 'admin',
    body: { batch_name: targetSheet.batchName },
  });
  expect(answer.status, answer.text).toBe(200);
  expect(await enrolmentsOf(moved as Student)).toMatchObject([
    { batch_name: targetSheet.batchName, from: '2026-10-02', to: null },
    { batch_name: sheet.batchName, from: '2026-10-02', to: '2026-10-02' },
  ]);
});
