import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Transcript } from '../../../contract/reports/academicReports';
import type { StudentReport } from '../../../contract/reports/studentReport';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { clockAt } from '../../support/clock';
import {
  expectedAverage,
  expectedGpa,
  expectedRank,
  type ExpectedStudent,
  expectedStudents,
  letterAt,
  pointsAt,
} from '../../support/expectedReports';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
let all: ExpectedStudent[];
const accounts = new Map<number, number>();
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, today: '2026-11-20' });
  all = await expectedStudents(server.data);
  const users = await server.data.read.selectFrom('users').selectAll().execute();
  for (const { id, student_row_id } of users) if (student_row_id) accounts.set(student_row_id, id);
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

/** Returns the account of a student, and creates a missing one. */
async function accountOf(student_row_id: number): Promise<number> {
  const account = accounts.get(student_row_id);
  if (account) return account;
  const { id } = await addAccount(server, 'student', { student_row_id });
  accounts.set(student_row_id, id);
  return id;
}

async function reportOf(student_row_id: number, query: { level?: number | string } = {}) {
  await yieldToEventLoop();
  const path = `/reports/student/${await accountOf(student_row_id)}`;
  const answer = await server.call<StudentReport>('GET', path, { as: 'admin', query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function transcriptOf(studentId: string, batchName: string, query: { level?: number } = {}) {
  await yieldToEventLoop();
  const path = `/reports/transcript/${studentId}`;
  const answer = await server.call<Transcript>('GET', path, { as: 'admin', query: { batchName, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

describe('the report of every student of the demo institute', () => {
  test('the report has the marks, average, letter and rank computed from the tables', async () => {
    expect(all.length).toBeGreaterThanOrEqual(100);
    for (const student of all) {
      const { academic_performance, subjects, available_levels } = await reportOf(student.row.id);
      const average = expectedAverage(student);
      expect(academic_performance).toMatchObject({
        average_grade: average,
        letter_grade: average === null ? null : letterAt(average),
        total_subjects: student.courses.length,
        completed_subjects: student.courses.filter(({ letter }) => letter).length,
        cumulative_gpa: expectedGpa(student),
      });
      const { rank, total } = expectedRank(all, student);
      expect([academic_performance.rank, academic_performance.total_students]).toEqual([rank, total]);
      expect(
        subjects.map(({ subject_code, total_grade, letter_grade }) => [
          subject_code,
          total_grade,
          letter_grade,
        ]),
      ).toEqual(student.courses.map(({ code, total: sum, letter }) => [code, sum, letter]));
      const levels = student.courses.map(({ level }) => level);
      expect(available_levels).toEqual([...new Set(levels)].toSorted((a, b) => a - b));
    }
  });

  test('the report for one level has the stats of that level, and still lists all levels', async () => {
    for (const student of all.filter((_, index) => index % 10 === 0))
      for (const level of new Set(student.courses.map((course) => course.level))) {
        const report = await reportOf(student.row.id, { level });
        const { rank, total } = expectedRank(all, student, level);
        expect(report.academic_performance).toMatchObject({
          average_grade: expectedAverage(student, level),
          rank,
          total_students: total,
          level_gpa: expectedGpa(student, level),
          cumulative_gpa: expectedGpa(student),
        });
        expect(new Set(report.subjects.map(({ subject_level }) => subject_level))).toEqual(new Set([level]));
        expect(report.available_levels).toContain(level);
      }
  });
});

describe('the transcript of every student of the demo institute', () => {
  test('the transcript has a row for each subject, the hours and both averages', async () => {
    const batches = await server.data.read.selectFrom('batches').select(['id', 'batch_name']).execute();
    const nameById = new Map(batches.map(({ id, batch_name }) => [id, batch_name]));
    for (const student of all) {
      const batchName = String(nameById.get(student.row.batch_id ?? 0));
      const transcript = await transcriptOf(student.row.student_id, batchName);
      const done = student.courses.filter(({ letter }) => letter);
      const level = done.length === 0 ? null : Math.max(...done.map((course) => course.level));
      expect(transcript).toMatchObject({
        student: { studentId: student.row.student_id, studentName: student.row.full_name, batchName },
        totalSubjects: student.courses.length,
        totalHours: student.courses.reduce((sum, { hours }) => sum + hours, 0),
        completedHours: done.reduce((sum, { hours }) => sum + hours, 0),
        level,
        levelGPA: level === null ? null : expectedGpa(student, level),
        cumulativeGPA: expectedGpa(student),
      });
      expect(
        transcript.transcript.map(({ subjectCode, total, max, grade, points }) => [
          subjectCode,
          total,
          max,
          grade,
          points,
        ]),
      ).toEqual(
        student.courses.map(({ code, total, max, letter, percentage }) => [
          code,
          total,
          max,
          letter,
          letter === null ? null : pointsAt(Number(percentage?.toFixed(9))),
        ]),
      );
    }
  });
});

describe('reports in a batch of four', () => {
  let sheet: Sheet;
  const row = (index: number) => Number(sheet.students[index]?.id);
  const number = (index: number) => String(sheet.students[index]?.student_id);
  const whole = { participationGrade: 10, attendanceGrade: 30, exerciseGrade: 5, readingGrade: 5 };
  beforeAll(async () => {
    sheet = await newSheet(server, 4);
  });
  const save = (index: number, testGrade: number | null) =>
    sheet.save([sheet.sentRow(index, { ...whole, testGrade })]);

  test('a student without marks has no stats, and the subject is shown as not recorded', async () => {
    const { academic_performance, subjects } = await reportOf(row(0));
    expect(academic_performance).toMatchObject({
      average_grade: null,
      letter_grade: null,
      rank: null,
      total_students: 0,
      attendance_rate: null,
      total_subjects: 1,
      level_gpa: null,
    });
    expect(subjects[0]).toMatchObject({ total_grade: null, letter_grade: null, test_grade: null });
    const { transcript, levelGPA, cumulativeGPA } = await transcriptOf(number(0), sheet.batchName);
    expect(transcript).toMatchObject([{ subjectCode: sheet.subjectCode, total: null, grade: null }]);
    expect([levelGPA, cumulativeGPA]).toEqual([null, null]);
  });

  test('students with the same average share a rank, and the next rank is skipped', async () => {
    for (const [index, mark] of [40, 30, 30, 20].entries()) await save(index, mark);
    const ranks = [];
    for (const index of [0, 1, 2, 3]) {
      const { rank, total_students } = (await reportOf(row(index))).academic_performance;
      ranks.push(rank);
      expect(total_students).toBe(4);
    }
    expect(ranks).toEqual([1, 2, 2, 4]);
  });

  test('an incomplete row has a total and no letter, and does not count', async () => {
    await save(1, null);
    const { academic_performance, subjects } = await reportOf(row(1));
    expect(subjects[0]).toMatchObject({ total_grade: 50, letter_grade: null, percentage: null });
    expect(academic_performance).toMatchObject({ average_grade: null, rank: null, total_students: 3 });
    expect((await transcriptOf(number(1), sheet.batchName)).transcript[0]).toMatchObject({
      total: 50,
      grade: null,
      points: null,
    });
    expect((await reportOf(row(2))).academic_performance).toMatchObject({ rank: 2, total_students: 3 });
  });

  test('the columns are the enabled ones of the subject', async () => {
    await sheet.configure({ testName: 'التسميع', readingEnabled: false, exerciseMax: 10 });
    const { subjects } = await reportOf(row(0));
    expect(subjects[0]?.columns.map(({ column, name, max }) => [column, name, max])).toEqual([
      ['participation', 'المشاركة', 10],
      ['attendance', 'الحضور', 30],
      ['exercise', 'التمارين', 10],
      ['test', 'التسميع', 50],
    ]);
    expect(subjects[0]).toMatchObject({ reading_grade: null, total_grade: 85, percentage: 85 });
    expect(subjects[0]?.letter_grade).toBe('+ب');
  });

  test('a level without subjects has an empty table and no stats', async () => {
    const report = await reportOf(row(0), { level: 8 });
    expect(report.subjects).toEqual([]);
    expect(report.academic_performance).toMatchObject({ average_grade: null, rank: null, total_subjects: 0 });
    expect(report.available_levels).toEqual([1]);
    const transcript = await transcriptOf(number(0), sheet.batchName, { level: 8 });
    expect(transcript).toMatchObject({ transcript: [], totalHours: 0, totalSubjects: 0, levelGPA: null });
    expect(transcript.cumulativeGPA).not.toBeNull();
  });

  test('an empty level means all levels, and an invalid level is refused', async () => {
    expect((await reportOf(row(0), { level: '' })).subjects).toHaveLength(1);
    const path = `/reports/student/${await accountOf(row(0))}`;
    for (const level of ['0', '9', 'x', '1.5'])
      expect((await server.call('GET', path, { as: 'admin', query: { level } })).status).toBe(422);
  });

  test('a renamed batch is found only by its new name, and a deleted student has no transcript', async () => {
    const renamed = `دفعة ${uniqueText()}`;
    const path = `/reports/transcript/${number(3)}`;
    const read = async (batchName: string) =>
      (await server.call('GET', path, { as: 'admin', query: { batchName } })).status;
    expect([await read(sheet.batchName), await read(renamed)]).toEqual([200, 404]);
    const body = { batch_name: renamed };
    await server.call('PUT', `/batches/${sheet.batchId}`, { as: 'admin', body });
    expect([await read(sheet.batchName), await read(renamed)]).toEqual([404, 200]);
    await server.call('DELETE', `/students/${row(3)}`, { as: 'admin' });
    expect(await read(renamed)).toBe(404);
  });
});

test('the transcript has all two hundred subjects of a batch, but not a cancelled subject without marks', async () => {
  const sheet = await newSheet(server, 1);
  const number = String(sheet.students[0]?.student_id);
  await server.data.write({ userId: null, name: 'tests', role: 'admin', undoSession: null }, async (unit) => {
    unit.describe('create', 'subjects', null, 'tests');
    for (let index = 0; index < 200; index += 1)
      await unit.insert('subjects', {
        subject_code: `N${index}-${sheet.batchId}`,
        base_subject_code: `N${index}`,
        name: `ن${'م'.repeat(118)}${index % 10}`,
        level: 1 + (index % 8),
        hours: 10,
        type: 'مادة',
        batch_id: sheet.batchId,
        status: index === 0 ? 'cancelled' : 'active',
        semester: null,
      });
  });
  const { transcript, totalHours, totalSubjects } = await transcriptOf(number, sheet.batchName);
  expect([transcript.length, totalSubjects]).toEqual([200, 200]);
  expect(totalHours).toBe(transcript.reduce((sum, { hours }) => sum + hours, 0));
  expect(transcript.map(({ level }) => level)).toEqual(transcript.map(({ level }) => level).toSorted());
});

describe('the term on the report', () => {
  const terms = (list: object[]) => server.call('PUT', '/settings', { as: 'admin', body: { terms: list } });

  test('the term is the current one, in weeks', async () => {
    await terms([
      { name: 'الفصل الأول', start_date: '2026-11-01', end_date: '2026-11-20' },
      { name: 'الفصل الثاني', start_date: '2026-11-21', end_date: '2027-05-01' },
    ]);
    const { semester_info } = await reportOf(1);
    expect(semester_info).toEqual({
      semester_name: 'الفصل الأول',
      completed_weeks: 2,
      total_weeks: 3,
      start_date: '2026-11-01',
      end_date: '2026-11-20',
    });
  });

  test('the term changes at midnight in the time zone of the institute', async () => {
    clock.set('2026-11-20T20:59:00Z');
    expect((await reportOf(1)).semester_info).toMatchObject({ semester_name: 'الفصل الأول' });
    clock.set('2026-11-20T21:01:00Z');
    expect((await reportOf(1)).semester_info).toMatchObject({
      semester_name: 'الفصل الثاني',
      completed_weeks: 0,
    });
    clock.set('2026-11-20T09:00:00Z');
  });

  test('the term is null if no terms exist', async () => {
    await terms([]);
    expect((await reportOf(1)).semester_info).toBeNull();
  });
});

test('a student without a batch has a report with only the personal details', async () => {
  const body = {
    first_name: 'هند',
    last_name: 'القحطاني',
    national_id: '1999999999',
    email: 'hind@example.com',
  };
  const { id, student_id } = (
    await server.call<{ id: number; student_id: string }>('POST', '/students', { as: 'admin', body })
  ).body;
  const report = await reportOf(id);
  expect(report.student_info).toEqual({
    name: 'هند القحطاني',
    student_id,
    email: 'hind@example.com',
    phone: null,
    program: null,
    batch: null,
    section: null,
  });
  expect(report).toMatchObject({ available_levels: [], subjects: [] });
  expect(report.academic_performance).toMatchObject({ rank: null, total_students: 0, attendance_rate: null });
});
