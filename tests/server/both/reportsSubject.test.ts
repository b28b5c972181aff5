import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StudentInSubject, SubjectSheet } from '../../../contract/reports/academicReports';
import type { GradeRow } from '../../../contract/grades';
import { defaultGradeSettings } from '../../../contract/rules/gradeSettings';
import type { StudentReport } from '../../../contract/reports/studentReport';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { clockAt } from '../../support/clock';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, excused, registerCalls, unexcused } from '../../support/teaching';

const clock = clockAt('2026-11-02T06:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, today: '2026-11-20' });
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

/** Moves the clock in steps with calls in between, so that the session does not expire. */
async function advanceTo(moment: string): Promise<void> {
  const end = Date.parse(moment);
  for (let at = clock.now().getTime(); at < end; at = Math.min(end, at + 10 * 3_600_000)) {
    clock.set(new Date(at).toISOString());
    await server.call('GET', '/auth/me', { as: 'admin' });
  }
  clock.set(moment);
}

async function get<T>(path: string, batchName: string): Promise<T> {
  const answer = await server.call<T>('GET', `/reports/${path}`, { as: 'admin', query: { batchName } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const sheetOf = (sheet: Sheet) => get<SubjectSheet>(`subject/${sheet.subjectCode}`, sheet.batchName);
const studentOf = (sheet: Sheet, index: number) =>
  get<StudentInSubject>(
    `student-subject/${sheet.students[index]?.student_id}/${sheet.subjectCode}`,
    sheet.batchName,
  );
const complete = { participationGrade: 10, attendanceGrade: 30, exerciseGrade: 5, readingGrade: 5 };

describe('the sheet of a subject', () => {
  let sheet: Sheet;
  beforeAll(async () => {
    sheet = await newSheet(server, 5);
    await sheet.configure({ testName: 'التسميع', readingEnabled: false, exerciseMax: 10 });
    const { readingGrade: _disabled, ...rest } = complete;
    for (const [index, testGrade] of [50, 40, 9.5].entries())
      await sheet.save([sheet.sentRow(index, { ...rest, exerciseGrade: 10, testGrade })]);
    await sheet.save([sheet.sentRow(3, { testGrade: 12 })]);
  });

  test('the sheet is the grade sheet with its stats', async () => {
    const { grades, statistics, subject } = await sheetOf(sheet);
    const rows = (await sheet.rows()).map(({ version: _v, updated_at: _u, ...row }: GradeRow) => row);
    expect(grades).toEqual(rows);
    expect(statistics).toEqual(await sheet.statistics());
    expect(subject).toMatchObject({
      subjectName: sheet.subjectName,
      subjectCode: sheet.subjectCode,
      batchName: sheet.batchName,
    });
  });

  test('the sheet has the enabled columns, and the settings of all columns', async () => {
    const { gradeSettings, columns, statistics } = await sheetOf(sheet);
    expect(gradeSettings).toEqual({
      ...defaultGradeSettings,
      testName: 'التسميع',
      readingEnabled: false,
      exerciseMax: 10,
    });
    expect(columns.map(({ column, max }) => [column, max])).toEqual([
      ['participation', 10],
      ['attendance', 30],
      ['exercise', 10],
      ['test', 50],
    ]);
    // The totals are 100, 90 and 59.5 of 100. One row is incomplete and one is empty.
    expect(statistics).toMatchObject({
      studentsCount: 3,
      incompleteCount: 2,
      average: 83.2,
      highest: 100,
      lowest: 59.5,
      passCount: 2,
      failCount: 1,
      passRate: 66.7,
      excellentCount: 2,
      excellenceRate: 66.7,
    });
  });

  test('the sheet without any mark has rows of nulls and no stats', async () => {
    const { grades, statistics } = await sheetOf(await newSheet(server, 2));
    expect(grades.map(({ total, grade, testGrade }) => [total, grade, testGrade])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(statistics).toMatchObject({ average: null, passRate: null, highest: null, lowest: null });
  });

  test('the sheet of a batch without students is empty', async () => {
    expect((await sheetOf(await newSheet(server, 0))).grades).toEqual([]);
  });

  test('a student is compared with the class, and has the rank in the subject', async () => {
    const { grade, statistics, rank, student } = await studentOf(sheet, 1);
    expect(grade).toEqual(await sheet.row(1));
    expect(statistics).toEqual(await sheet.statistics());
    expect(rank).toBe(2);
    expect(student).toMatchObject({ studentName: sheet.students[1]?.full_name, batchName: sheet.batchName });
    expect((await studentOf(sheet, 3)).rank).toBeNull();
  });
});

describe('the attendance of a student', () => {
  let sheet: Sheet;
  let register: ReturnType<typeof registerCalls>;
  const number = (index: number) => String(sheet.students[index]?.student_id);
  beforeAll(async () => {
    sheet = await newSheet(server, 2);
    register = registerCalls(server, { batch_name: sheet.batchName, subject_code: sheet.subjectCode });
  });

  test('the attendance is unknown before the first register', async () => {
    const { attendance, absences } = await studentOf(sheet, 0);
    expect(attendance).toEqual({ registers: 0, excused: 0, unexcused: 0, rate: null });
    expect(absences).toEqual([]);
  });

  test('the attendance is the percentage of registers without an absence of either type', async () => {
    await register.set('2026-11-02', []);
    await register.set('2026-11-01', [absent(number(0), excused, 'سفر'), absent(number(1))]);
    await register.set('2026-10-29', [absent(number(0), unexcused)]);
    const { attendance, absences, grade } = await studentOf(sheet, 0);
    expect(attendance).toEqual({ registers: 3, excused: 1, unexcused: 1, rate: 33.3 });
    expect(absences).toEqual([
      { date: '2026-10-29', type: unexcused, notes: null },
      { date: '2026-11-01', type: excused, notes: 'سفر' },
    ]);
    expect(grade.absenceDays).toBe(2);
    expect((await studentOf(sheet, 1)).attendance).toMatchObject({ registers: 3, unexcused: 1, rate: 66.7 });
  });

  test('the attendance counts the registers since the student joined the batch, also in the report of the student', async () => {
    await advanceTo('2026-11-02T09:00:00Z');
    const other = await newSheet(server, 1);
    const body = { batch_id: sheet.batchId };
    await advanceTo('2026-11-03T06:00:00Z');
    await server.call('PUT', `/students/${other.students[0]?.id}`, { as: 'admin', body });
    const studentId = String(other.students[0]?.student_id);
    const read = () =>
      get<StudentInSubject>(`student-subject/${studentId}/${sheet.subjectCode}`, sheet.batchName);
    expect((await read()).attendance).toMatchObject({ registers: 0, rate: null });
    await register.set('2026-11-03', [absent(studentId, excused)]);
    await advanceTo('2026-11-04T06:00:00Z');
    await register.set('2026-11-04', []);
    expect((await read()).attendance).toEqual({ registers: 2, excused: 1, unexcused: 0, rate: 50 });
    const { id } = await addAccount(server, 'student', { student_row_id: Number(other.students[0]?.id) });
    const report = (await server.call<StudentReport>('GET', `/reports/student/${id}`, { as: 'admin' })).body;
    expect(report.academic_performance).toMatchObject({
      attendance_rate: 50,
      attendance: { registers: 2, excused: 1, unexcused: 0 },
    });
    expect(report.subjects[0]?.attendance).toMatchObject({ registers: 2, rate: 50 });
    expect((await studentOf(sheet, 1)).attendance).toMatchObject({ registers: 5, rate: 80 });
  });

  test('the attendance counts a register of an earlier day if it was taken after the student joined', async () => {
    await advanceTo('2026-11-05T06:00:00Z');
    const lateSheet = await newSheet(server, 1);
    const calls = registerCalls(server, {
      batch_name: lateSheet.batchName,
      subject_code: lateSheet.subjectCode,
    });
    await calls.set('2026-10-20', [absent(String(lateSheet.students[0]?.student_id))]);
    await calls.set('2026-10-21', []);
    expect((await studentOf(lateSheet, 0)).attendance).toEqual({
      registers: 2,
      excused: 0,
      unexcused: 1,
      rate: 50,
    });
  });
});
