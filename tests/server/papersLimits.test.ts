import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { maxRangeDays } from '../../contract/reports/reports';
import { maxBatchPapers, maxBatchRows, maxPaperRows } from '../../contract/reports/papers';
import { daysAfter } from '../../contract/rules/retention';
import { dailyRecordType } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { addEnrolledStudents } from '../support/enrolledStudents';
import { newSheet } from '../support/sheet';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ today: '2026-11-20' });
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

const tests = { userId: null, name: 'tests', role: 'admin', undoSession: null } as const;

const post = async (path: string, body: object) => {
  const answer = await server.call<{ error?: string; id?: string }>('POST', path, { as: 'admin', body });
  return { status: answer.status, error: answer.body.error, id: answer.body.id };
};
/** Starts a batch, and retries like a client while the server is busy with the inserted rows. */
const startBatch = (batchName: string, form: 'pdf' | 'zip') =>
  vi.waitFor(
    async () => {
      const answer = await post('/papers/batches', { batchName, form });
      if (answer.status === 503) throw new Error(answer.error);
      return answer;
    },
    { timeout: 30_000, interval: 250 },
  );
/** Cancels a started batch. Other tests wait for the finished file. */
const cancelBatch = (id = '') => server.call('DELETE', `/papers/batches/${id}`, { as: 'admin' });

test('a PDF of daily records with too many rows or too much text is refused, a shorter range is accepted', async () => {
  const students = 12;
  const sheet = await newSheet(server, students, dailyRecordType);
  const first = '2025-01-01';
  const days = Array.from({ length: maxRangeDays }, (_, index) => daysAfter(first, index));
  expect(days.length * students).toBeGreaterThan(maxPaperRows);
  /** On these days the text fields have their maximum length. */
  const isLong = (date: string) => date > (days[9] ?? '') && date <= (days[69] ?? '');
  await server.data.write(tests, async (unit) => {
    unit.describe('create', 'daily_records', null, 'tests');
    const rows = sheet.students.flatMap(({ id }) =>
      days.map((date) => ({
        subject_id: sheet.subjectId,
        date,
        student_row_id: id,
        record_content: isLong(date) ? 'سورة '.repeat(400) : 'سورة البقرة',
        pages_count: 1,
        performance_level: 'جيد',
        mistakes_count: 0,
        teacher_notes: isLong(date) ? 'نصح '.repeat(500) : null,
        kind: 'new' as const,
        result: 'accepted' as const,
      })),
    );
    await unit.insertMany('daily_records', rows);
  });
  const range = (endDate: string) => ({
    type: 'daily_range',
    batchName: sheet.batchName,
    subjectCode: sheet.subjectCode,
    startDate: first,
    endDate,
  });
  expect(await post('/papers', range(days.at(-1) ?? ''))).toMatchObject({
    status: 422,
    error: `التقرير أطول من أن يُعدّ ملف PDF (أكثر من ${maxPaperRows} صف)، قصّر الفترة أو صدّره إلى Excel`,
  });
  expect(days.indexOf(days[69] ?? '') * students).toBeLessThan(maxPaperRows);
  expect(await post('/papers', range(days[69] ?? ''))).toMatchObject({
    status: 422,
    error: 'نصوص التقرير أطول من أن تُعدّ ملف PDF، قصّر الفترة أو صدّره إلى Excel',
  });
  expect(await post('/papers', range(days[9] ?? ''))).toMatchObject({ status: 200 });
  // The screen still shows the whole year.
  const { batchName, subjectCode } = sheet;
  const year = await server.call<{ records: unknown[] }>('GET', '/reports/daily-records/range', {
    as: 'admin',
    query: { batchName, subjectCode, startDate: first, endDate: days.at(-1) },
  });
  expect(year.body.records).toHaveLength(days.length * students);
  const tooLong = await server.call('GET', '/reports/daily-records/range', {
    as: 'admin',
    query: { batchName, subjectCode, startDate: first, endDate: daysAfter(first, maxRangeDays) },
  });
  expect([tooLong.status, tooLong.body['error']]).toEqual([
    422,
    `لا يمكن أن تزيد المدة على ${maxRangeDays} يوماً`,
  ]);
});

test('a batch with too many rows is refused as one PDF and accepted as ZIP; with too many students it is refused as ZIP too', async () => {
  const sheet = await newSheet(server, 0);
  const addStudents = (count: number, from: number) =>
    server.data.write(tests, async (unit) => {
      unit.describe('create', 'students', null, 'tests');
      const [model] = await server.data.read.selectFrom('students').selectAll().limit(1).execute();
      if (!model) throw new Error('the demo institute has students');
      const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...row } = model;
      await addEnrolledStudents(
        unit,
        Array.from({ length: count }, (_, index) => ({
          ...row,
          student_id: `9${String(from + index).padStart(7, '0')}`,
          national_id: null,
        })),
        sheet.batchId,
        '2026-11-01',
      );
    });
  const subjects = Math.ceil(maxBatchRows / maxBatchPapers);
  await server.data.write(tests, async (unit) => {
    unit.describe('create', 'subjects', null, 'tests');
    // The batch already has one subject.
    for (let index = 0; index < subjects; index += 1)
      await unit.insert('subjects', {
        subject_code: `L${index}-${sheet.batchId}`,
        base_subject_code: `L${index}`,
        name: `مادة ${index}`,
        level: 1,
        hours: 2,
        type: 'مادة',
        batch_id: sheet.batchId,
        status: 'active',
        semester: null,
      });
  });
  await addStudents(maxBatchPapers - 20, 0);
  const fits = await startBatch(sheet.batchName, 'pdf');
  expect(fits).toMatchObject({ status: 201 });
  await cancelBatch(fits.id);
  await addStudents(20, maxBatchPapers);
  expect(await startBatch(sheet.batchName, 'pdf')).toMatchObject({
    status: 422,
    error: 'كشوف هذه الدفعة أطول من أن تُجمع في ملف PDF واحد، اختر الملف المضغوط',
  });
  const zip = await startBatch(sheet.batchName, 'zip');
  expect(zip).toMatchObject({ status: 201 });
  await cancelBatch(zip.id);
  await addStudents(1, 2 * maxBatchPapers);
  const refusal = await startBatch(sheet.batchName, 'zip');
  expect(refusal.status).toBe(422);
  expect(refusal.error).toContain(String(maxBatchPapers));
});
