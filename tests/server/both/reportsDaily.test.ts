import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { studentReportDocument } from '../../../contract/documents/studentReport';
import { ruleMessages } from '../../../contract/errors';
import type { ReportedDailyRecords } from '../../../contract/reports/reports';
import type { StudentReport } from '../../../contract/reports/studentReport';
import { performanceValue } from '../../../contract/rules/recordFigures';
import { oneDecimal } from '../../../contract/rules/grading';
import { dailyRecordType, performanceLevels } from '../../../contract/vocabulary';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { newSheet, type Sheet } from '../../support/sheet';
import { recordCalls } from '../../support/teaching';

let server: TestApp;
let sheet: Sheet;
const number = (index: number) => String(sheet.students[index]?.student_id);
const name = (index: number) => String(sheet.students[index]?.full_name);

/** Student, day, pages, level, mistakes. */
const saved: [number, string, number | null, string | null, number | null][] = [
  [0, '2026-11-01', 2, 'ممتاز', 0],
  [1, '2026-11-01', 1.5, 'جيد', 3],
  [0, '2026-11-02', null, null, null],
  [1, '2026-11-02', 1, 'مقبول', 7],
  [0, '2026-11-09', 4.5, 'جيد جداً', 1],
  [1, '2026-11-10', null, 'ضعيف', null],
];

beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-20T09:00:00Z'), today: '2026-11-20' });
  sheet = await newSheet(server, 3, dailyRecordType);
  const calls = recordCalls(server, { batch_name: sheet.batchName, subject_code: sheet.subjectCode });
  for (const [index, date, pagesCount, performanceLevel, mistakesCount] of saved)
    await calls.save(date, [
      { studentId: number(index), recordContent: 'سورة الملك', pagesCount, performanceLevel, mistakesCount },
    ]);
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

interface Refusal {
  error: string;
  details: { path: string; message: string }[];
}
const range = (query: Record<string, unknown>) =>
  server.call<ReportedDailyRecords & Refusal>('GET', '/reports/daily-records/range', {
    as: 'teacher',
    query: { batchName: sheet.batchName, subjectCode: sheet.subjectCode, ...query },
  });
const november = { startDate: '2026-11-01', endDate: '2026-11-30' };
const daysOf = ({ records }: ReportedDailyRecords) => records.map(({ recordDate }) => recordDate);

/** Computes the stats of some of the saved records. */
function statsOf(selected: typeof saved) {
  const pages = selected.flatMap(([, , count]) => count ?? []);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const levels = selected.flatMap(([, , , level]) => performanceValue(level) ?? []);
  const ofLevel = (index: number) =>
    selected.filter(([, , , level]) => level === performanceLevels[index]).length;
  return {
    totalRecords: selected.length,
    totalStudents: new Set(selected.map(([index]) => index)).size,
    totalPages: sum(pages),
    avgPages: pages.length === 0 ? null : oneDecimal(sum(pages) / pages.length),
    totalMistakes: sum(selected.flatMap(([, , , , count]) => count ?? [])),
    avgGrade: levels.length === 0 ? null : oneDecimal(sum(levels) / levels.length),
    performanceDistribution: {
      excellent: ofLevel(0),
      veryGood: ofLevel(1),
      good: ofLevel(2),
      acceptable: ofLevel(3),
      weak: ofLevel(4),
    },
  };
}

describe('the records of a range of days', () => {
  test('the records include all students, by day and name, with their stats', async () => {
    const { body } = await range(november);
    expect(body.student).toBeNull();
    expect(body.dateRange).toEqual(november);
    expect(body.records).toHaveLength(saved.length);
    expect(daysOf(body)).toEqual(daysOf(body).toSorted());
    expect(body.records[0]).toEqual({
      studentId: number(0),
      studentName: name(0),
      recordDate: '2026-11-01',
      kind: 'new',
      range: null,
      ranges: [],
      faults: [],
      result: 'accepted',
      recordContent: 'سورة الملك',
      pagesCount: 2,
      performanceLevel: 'ممتاز',
      mistakesCount: 0,
      teacherNotes: null,
    });
    expect(body.statistics).toEqual(statsOf(saved));
  });

  test('the records include the first and the last day of the range', async () => {
    const { body } = await range({ startDate: '2026-11-02', endDate: '2026-11-09' });
    expect(daysOf(body)).toEqual(['2026-11-02', '2026-11-02', '2026-11-09']);
    expect(body.statistics).toEqual(statsOf(saved.slice(2, 5)));
    expect((await range({ startDate: '2026-11-10', endDate: '2026-11-10' })).body.records).toHaveLength(1);
  });

  test('the records include one student if a name is sent, and all students if the name is empty', async () => {
    const { body } = await range({ ...november, studentId: number(1) });
    expect(body.student).toMatchObject({ studentName: name(1), batchName: sheet.batchName });
    expect(body.statistics).toEqual(statsOf(saved.filter(([index]) => index === 1)));
    expect((await range({ ...november, studentId: '' })).body.records).toHaveLength(saved.length);
    expect((await range({ ...november, studentId: '00000000' })).status).toBe(404);
  });

  test('the records have the number of pages of each day', async () => {
    expect((await range(november)).body.days).toEqual([
      { date: '2026-11-01', records: 2, pages: 3.5, mistakes: 3 },
      { date: '2026-11-02', records: 2, pages: 1, mistakes: 7 },
      { date: '2026-11-09', records: 1, pages: 4.5, mistakes: 1 },
      { date: '2026-11-10', records: 1, pages: 0, mistakes: 0 },
    ]);
  });

  test('an empty range has no records and no averages', async () => {
    const { body } = await range({ startDate: '2026-01-01', endDate: '2026-01-31' });
    expect(body.records).toEqual([]);
    expect(body.statistics).toEqual(statsOf([]));
    expect(body.statistics).toMatchObject({ avgPages: null, avgGrade: null });
  });
});

describe('an invalid range', () => {
  const refusalOf = async (startDate: string, endDate: string) => {
    const { status, body } = await range({ startDate, endDate });
    return [status, body.error, body.details?.[0]?.path];
  };

  test('a range with reversed days is refused', async () => {
    expect(await refusalOf('2026-11-09', '2026-11-08')).toEqual([422, ruleMessages.datesReversed, 'endDate']);
    expect((await range({ startDate: '2026-11-09', endDate: '2026-11-09' })).status).toBe(200);
  });

  test('a range longer than 366 days is refused', async () => {
    expect(await refusalOf('2025-11-20', '2026-11-21')).toEqual([
      422,
      ruleMessages.rangeTooLong(366),
      'endDate',
    ]);
    expect((await range({ startDate: '2025-11-20', endDate: '2026-11-20' })).status).toBe(200);
    expect((await range({ startDate: '0001-01-01', endDate: '9999-12-31' })).status).toBe(422);
  });

  test('a range with a missing or invalid day is refused', async () => {
    for (const days of [
      { startDate: '2026-11-01' },
      { ...november, endDate: '' },
      { ...november, startDate: '2026-02-30' },
    ])
      expect((await range(days)).status).toBe(422);
  });
});

describe('the daily log of a student', () => {
  const log = (index: number) =>
    server.call<ReportedDailyRecords>(
      'GET',
      `/reports/daily-records/student-subject/${number(index)}/${sheet.subjectCode}`,
      { as: 'teacher', query: { batchName: sheet.batchName } },
    );

  test('the daily log has all records of the student, and their first and last day', async () => {
    const { body } = await log(0);
    expect(body.student).toMatchObject({ studentId: number(0), studentName: name(0) });
    expect(body.subject).toMatchObject({ subjectName: sheet.subjectName, subjectCode: sheet.subjectCode });
    expect(body.dateRange).toEqual({ startDate: '2026-11-01', endDate: '2026-11-09' });
    expect(daysOf(body)).toEqual(['2026-11-01', '2026-11-02', '2026-11-09']);
    expect(body.statistics).toEqual(statsOf(saved.filter(([index]) => index === 0)));
  });

  test('the daily log of a student without records is empty and has no days', async () => {
    const { body } = await log(2);
    expect(body).toMatchObject({ records: [], days: [], dateRange: { startDate: null, endDate: null } });
  });
});

test('a subject without daily records is refused with its own message', async () => {
  const graded = await newSheet(server, 1);
  const query = { batchName: graded.batchName, subjectCode: graded.subjectCode, ...november };
  const { status, body } = await range(query);
  expect([status, body.error]).toEqual([422, ruleMessages.notDailySubject]);
});

describe("the student's own report", () => {
  test('the report has the stats of each kind, "new" first; the fields of the specification cover only the kind "new"', async () => {
    const own = await newSheet(server, 1, dailyRecordType);
    const [student] = own.students;
    const studentId = String(student?.student_id);
    const calls = recordCalls(server, { batch_name: own.batchName, subject_code: own.subjectCode });
    const recite = async (date: string, record: object) =>
      expect((await calls.save(date, [{ studentId, ...record }])).status).toBe(200);
    await recite('2026-11-01', { recordContent: 'الملك', pagesCount: 2, performanceLevel: 'ممتاز' });
    const faults = [{ kind: 'prompt', ayah: '2:3', count: 3 }];
    const far = { kind: 'far', ranges: [{ from: '2:1', to: '2:5' }], faults };
    await recite('2026-11-01', { ...far, result: 'repeat', performanceLevel: 'ضعيف' });
    await recite('2026-11-02', { kind: 'far', ranges: [{ from: '2:6', to: '2:16' }] });
    const account = await server.call<{ id: number }>('POST', '/users', {
      as: 'admin',
      body: { username: studentId, name: 'طالب', role: 'student', password: 'kalima-tawila-9' },
    });
    expect(account.status, account.text).toBe(201);
    const userId = account.body.id;
    await server.call('POST', `/students/${student?.id}/link-user`, { as: 'admin', body: { userId } });
    const answer = await server.call<StudentReport>('GET', `/reports/student/${userId}`, { as: 'admin' });
    const [subject] = answer.body.subjects;
    const stats = { records: 1, pages: 2, mistakes: 0, average: 95 };
    expect(subject).toMatchObject({ batch_name: own.batchName, records: stats });
    const [first, second] = subject?.kinds ?? [];
    expect(subject?.kinds).toHaveLength(2);
    expect(first).toEqual({ kind: 'new', name: 'حفظ جديد', ...stats, repeats: 0 });
    expect(second).toMatchObject({
      kind: 'far',
      name: 'مراجعة بعيدة',
      records: 2,
      mistakes: 3,
      repeats: 1,
      average: 50,
    });
    const [, paper] = studentReportDocument(answer.body, null).tables;
    expect(paper?.columns.map(({ head }) => head)).toContain('نوع التسميع');
    expect(paper?.rows.map((row) => [row[2], row[3], row[6]])).toEqual([
      ['حفظ جديد', 1, 0],
      ['مراجعة بعيدة', 2, 1],
    ]);
  });
});
