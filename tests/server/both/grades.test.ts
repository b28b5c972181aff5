import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ruleMessages } from '../../../contract/errors';
import { markMessages } from '../../../contract/rules/markMessages';
import { successMessages } from '../../../contract/successMessages';
import { maxDetails } from '../../../contract/validation';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { newSheet, type Sheet } from '../../support/sheet';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

let sheet: Sheet;
beforeEach(async () => {
  sheet = await newSheet(server);
});

const complete = {
  participationGrade: 10,
  attendanceGrade: 30,
  exerciseGrade: 5,
  readingGrade: 5,
  testGrade: 45.5,
};
const withoutTest = { participationGrade: 8, attendanceGrade: 25, exerciseGrade: 4, readingGrade: 3 };
const nameOf = (index: number) => String(sheet.students[index]?.full_name);
const detailsOf = ({ body }: { body: Record<string, unknown> }) => body['details'];
const operations = () =>
  server.data.read.selectFrom('operations').selectAll().orderBy('id', 'desc').execute();

describe('the sheet', () => {
  test('the sheet has a row for each student of the batch by name, with nulls and version 0 before the first mark', async () => {
    const rows = await sheet.rows();
    expect(rows.map(({ studentId }) => studentId)).toEqual(
      sheet.students.map(({ student_id }) => student_id),
    );
    expect(rows[0]).toEqual({
      studentId: sheet.students[0]?.student_id,
      studentName: nameOf(0),
      participationGrade: null,
      attendanceGrade: null,
      exerciseGrade: null,
      readingGrade: null,
      testGrade: null,
      total: null,
      grade: null,
      absenceDays: 0,
      version: 0,
      updated_at: null,
    });
  });

  test('the sheet has the sum of the marks, and a letter once every enabled column has a mark', async () => {
    await sheet.save([
      sheet.sentRow(0, complete),
      sheet.sentRow(1, withoutTest),
      sheet.sentRow(2, { ...complete, testGrade: 0, readingGrade: 0 }),
    ]);
    const [first, second, third] = await sheet.rows();
    expect(first).toMatchObject({ ...complete, total: 95.5, grade: '+أ', version: 1 });
    expect(second).toMatchObject({ ...withoutTest, testGrade: null, total: 40, grade: null });
    expect(third).toMatchObject({ testGrade: 0, total: 45, grade: 'لم يجتز' });
  });

  test('the sheet has letters in relation to the maxima of the enabled columns', async () => {
    await sheet.configure({ attendanceEnabled: false, participationEnabled: false, testMax: 10 });
    await sheet.save([sheet.sentRow(0, { exerciseGrade: 5, readingGrade: 4, testGrade: 9 })]);
    // 18 of 20 is 90 percent.
    expect(await sheet.row(0)).toMatchObject({ total: 18, grade: 'أ', attendanceGrade: null });
  });

  test('the sheet counts the days with an absence of either type in this subject', async () => {
    const other = await newSheet(server, 1);
    const [student] = sheet.students;
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('create', 'absences', null, 'tests');
      for (const [subject_id, date, type] of [
        [sheet.subjectId, '2026-11-01', 'غياب بعذر'],
        [sheet.subjectId, '2026-11-02', 'غياب بدون عذر'],
        [other.subjectId, '2026-11-03', 'غياب بعذر'],
      ] as const) {
        const absences_changed_at = unit.now;
        const values = { subject_id, date, students_count: 3, absences_changed_at };
        const register = await unit.insert('registers', values);
        const ids = { register_id: register.id, subject_id, date, student_row_id: Number(student?.id) };
        await unit.insert('absences', { ...ids, type, notes: null });
      }
    });
    expect((await sheet.rows()).map(({ absenceDays }) => absenceDays)).toEqual([2, 0, 0]);
  });

  test('the sheet answers 404 for an unknown batch or subject, or a subject of another batch', async () => {
    const other = await newSheet(server, 1);
    const statusOf = async (batch: string, code: string) => {
      const path = `${encodeURIComponent(batch)}/${code}`;
      const answers = [
        await server.call('GET', `/grades/${path}`, { as: 'admin' }),
        await server.call('GET', `/grades/statistics/${path}`, { as: 'admin' }),
        await server.call('GET', `/grades/history/${path}/${sheet.students[0]?.student_id}`, { as: 'admin' }),
        await server.call('POST', '/grades/save', {
          as: 'admin',
          body: { batchName: batch, subjectCode: code, grades: [] },
        }),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await statusOf(sheet.batchName, sheet.subjectCode)).toEqual([200, 200, 200, 200]);
    for (const [batch, code] of [
      [sheet.batchName, other.subjectCode],
      [other.batchName, sheet.subjectCode],
      ['لا وجود لها', sheet.subjectCode],
      [sheet.batchName, 'NONE-1'],
    ] as const)
      expect(await statusOf(batch, code), `${batch} ${code}`).toEqual([404, 404, 404, 404]);
  });

  test('the sheet is open to the teacher of the subject and to no other teacher', async () => {
    const teacher = await addAccount(server, 'teacher');
    const as = await teacher.signIn();
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('create', 'subject_teachers', null, 'tests');
      await unit.insert('subject_teachers', { subject_id: sheet.subjectId, teacher_id: teacher.id });
    });
    const path = `/grades/${encodeURIComponent(sheet.batchName)}/${sheet.subjectCode}`;
    const statusesFor = async (caller: Parameters<Sheet['save']>[1]) => [
      (await server.call('GET', path, { as: caller })).status,
      (await sheet.save([sheet.sentRow(0, { testGrade: 40 })], caller)).status,
    ];
    expect(await statusesFor(as)).toEqual([200, 200]);
    expect(await statusesFor('admin')).toEqual([200, 200]);
    expect(await statusesFor('teacher2')).toEqual([404, 404]);
    expect(await statusesFor('student')).toEqual([403, 403]);
    expect(await statusesFor(null)).toEqual([401, 401]);
  });
});

describe('a save', () => {
  test('a save answers with the new rows of only the saved students', async () => {
    const answer = await sheet.save([sheet.sentRow(1, { testGrade: 30 })]);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: successMessages.gradesSaved, grades: [{ testGrade: 30, version: 1 }] },
    });
    expect(answer.body['grades']).toEqual([await sheet.row(1)]);
  });

  test('a save keeps marks that a row does not send, and clears marks that are sent empty', async () => {
    await sheet.save([sheet.sentRow(0, complete)]);
    await sheet.save([sheet.sentRow(0, { testGrade: 20 })]);
    expect(await sheet.row(0)).toMatchObject({ ...complete, testGrade: 20, version: 2 });
    await sheet.save([sheet.sentRow(0, { testGrade: null, readingGrade: '', exerciseGrade: ' \u200F ' })]);
    expect(await sheet.row(0)).toMatchObject({
      participationGrade: 10,
      attendanceGrade: 30,
      exerciseGrade: null,
      readingGrade: null,
      testGrade: null,
      total: 40,
      version: 3,
    });
  });

  test('a save accepts rows as the server returned them, and writes nothing without a change', async () => {
    await sheet.save([sheet.sentRow(0, complete)]);
    const [last] = await operations();
    const read = await sheet.rows();
    const answer = await sheet.save(read);
    expect(answer).toMatchObject({ status: 200, body: { grades: read } });
    expect((await operations())[0]?.id).toBe(last?.id);
    expect(await sheet.rows()).toEqual(read);
  });

  test('a save is one operation, described by subject and batch', async () => {
    await sheet.save([sheet.sentRow(0, { testGrade: 30 }), sheet.sentRow(1, { testGrade: 31 })], 'teacher');
    const [operation] = await operations();
    expect(operation).toMatchObject({
      description: `رصد درجات «${sheet.subjectName}» في «${sheet.batchName}»`,
      table_name: 'grades',
      rows_count: 2,
      user_role: 'teacher',
    });
  });

  test('a save keeps the row if all its marks are cleared', async () => {
    await sheet.save([sheet.sentRow(0, { testGrade: 30 })]);
    await sheet.save([sheet.sentRow(0, { testGrade: '' })]);
    expect(await sheet.row(0)).toMatchObject({ testGrade: null, total: null, version: 2 });
  });

  test('a save in a subject of daily records is refused', async () => {
    const daily = await newSheet(server, 1, 'تقييد يومي');
    expect(await daily.save([daily.sentRow(0, { testGrade: 1 })])).toMatchObject({
      status: 422,
      body: { error: ruleMessages.dailySubject },
    });
    expect((await sheet.save([sheet.sentRow(0, { testGrade: 1 })])).status).toBe(200);
  });

  test('a save with a student of another batch, an unknown one, or a duplicate one is refused as a whole', async () => {
    const other = await newSheet(server, 1);
    const answer = await sheet.save([
      sheet.sentRow(0, { testGrade: 10 }),
      other.sentRow(0, { testGrade: 10 }),
      { studentId: 'nobody', testGrade: 10 },
      sheet.sentRow(0, { readingGrade: 1 }),
    ]);
    expect(answer).toMatchObject({ status: 422, body: { error: ruleMessages.wrongBatchStudent } });
    expect(detailsOf(answer)).toEqual([
      { path: 'grades.1.studentId', message: ruleMessages.wrongBatchStudent },
      { path: 'grades.2.studentId', message: ruleMessages.wrongBatchStudent },
      { path: 'grades.3.studentId', message: ruleMessages.studentTwice },
    ]);
    expect((await sheet.row(0)).version).toBe(0);
  });

  test('a save accepts 2,000 rows and refuses more', async () => {
    const row = sheet.sentRow(0, { testGrade: 1 });
    const repeatRow = (count: number) => Array.from({ length: count }, () => row);
    // The answer lists at most `maxDetails` problems.
    expect(detailsOf(await sheet.save(repeatRow(2_000)))).toHaveLength(maxDetails);
    expect(await sheet.save(repeatRow(2_001))).toMatchObject({
      status: 422,
      body: { details: [{ path: 'grades' }] },
    });
    expect((await sheet.save([row])).status).toBe(200);
  });
});

describe('a mark', () => {
  test.each([
    ['17.5', 17.5],
    ['١٧٫٥', 17.5],
    ['۱۷٫۵', 17.5],
    ['17,5', 17.5],
    ['  ١٧٫٥ \u200F', 17.5],
    ['\u202B40\u202C', 40],
    ['0', 0],
    [50, 50],
    ['٥٠', 50],
  ])('a mark may be sent as %j', async (testGrade, stored) => {
    expect((await sheet.save([sheet.sentRow(0, { testGrade })])).status).toBe(200);
    expect((await sheet.row(0)).testGrade).toBe(stored);
  });

  test.each([
    [50.5, markMessages.overMax('الاختبار', 50)],
    ['٥١', markMessages.overMax('الاختبار', 50)],
    [-0.5, markMessages.notPositive('الاختبار')],
    ['-3', markMessages.notPositive('الاختبار')],
    ['غ', markMessages.notPositive('الاختبار')],
    ['12 13', markMessages.notPositive('الاختبار')],
    ['1e1', markMessages.notPositive('الاختبار')],
    [12.3, markMessages.offStep('الاختبار')],
    ['١٢٫٢٥', markMessages.offStep('الاختبار')],
  ])('a mark may not be %j, and then no row of the sheet is saved', async (testGrade, sentence) => {
    const answer = await sheet.save([sheet.sentRow(0, complete), sheet.sentRow(1, { testGrade })]);
    const message = markMessages.withStudent(nameOf(1), sentence);
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION', error: message } });
    expect(detailsOf(answer)).toEqual([{ path: 'grades.1.testGrade', message }]);
    expect((await sheet.rows()).map(({ version }) => version)).toEqual([0, 0, 0]);
  });

  test('invalid marks of every student and column are reported in one answer', async () => {
    const answer = await sheet.save([
      sheet.sentRow(0, { testGrade: 51, readingGrade: 9 }),
      sheet.sentRow(1, { exerciseGrade: 'x' }),
    ]);
    expect((detailsOf(answer) as { path: string }[]).map(({ path }) => path)).toEqual([
      'grades.0.readingGrade',
      'grades.0.testGrade',
      'grades.1.exerciseGrade',
    ]);
  });
});

describe('the stats', () => {
  test('the stats count complete and incomplete rows', async () => {
    await sheet.save([
      sheet.sentRow(0, complete),
      sheet.sentRow(1, { ...complete, testGrade: 0 }),
      sheet.sentRow(2, withoutTest),
    ]);
    expect(await sheet.statistics()).toEqual({
      studentsCount: 2,
      incompleteCount: 1,
      average: 72.8,
      highest: 95.5,
      lowest: 50,
      displayed: { average: 72.8, highest: 95.5, lowest: 50 },
      passCount: 1,
      failCount: 1,
      passRate: 50,
      excellentCount: 1,
      excellenceRate: 50,
      gradeDistribution: { '+أ': 1, أ: 0, '+ب': 0, ب: 0, '+ج': 0, ج: 0, '+د': 0, د: 0, 'لم يجتز': 1 },
    });
  });

  test('the stats of a sheet without marks are null, and every student is incomplete', async () => {
    expect(await sheet.statistics()).toMatchObject({
      studentsCount: 0,
      incompleteCount: 3,
      average: null,
      passRate: null,
    });
  });
});
