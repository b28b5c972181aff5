import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditDetail } from '../../../contract/audit';
import type { DailyRecord } from '../../../contract/dailyRecords';
import type { ReportedDailyRecords } from '../../../contract/reports/reports';
import type { StudentReport } from '../../../contract/reports/studentReport';
import { dailyDocument } from '../../../contract/documents/daily';
import { paperText as labels } from '../../../contract/reports/paperText';
import type { Subject } from '../../../contract/subjects';
import { startTestApp, type TestApp } from '../../support/app';
import { dump } from '../../support/database';
import { newDailySubject, recordCalls } from '../../support/teaching';

const day = '2026-11-19';
const headers = { 'x-session-id': 'kinds' };
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-20T09:00:00Z') });
});
afterAll(() => server.close());

let subject: Subject;
let recordsApi: ReturnType<typeof recordCalls>;
let rows: DailyRecord[];
beforeEach(async () => {
  subject = await newDailySubject(server);
  recordsApi = recordCalls(server, subject);
  rows = (await recordsApi.day(day)).body.records;
});
const studentIdAt = (index: number) => String(rows[index]?.studentId);

const newRecord = (index: number, kind: string, overrides: object = {}) => ({
  studentId: studentIdAt(index),
  kind,
  ranges: [
    { from: '2:1', to: '2:5' },
    { from: '114:1', to: '114:6' },
  ],
  faults: [
    { kind: 'prompt', ayah: '2:2', count: 1 },
    { kind: 'notice', count: 2 },
  ],
  ...overrides,
});
interface SentRow {
  studentId: string;
  kind?: string;
  [field: string]: unknown;
}
/** Adds the stored version to each row, so that no save is stale. */
const save = async (sent: SentRow[], as: 'admin' | 'teacher' = 'admin') => {
  const { batchName, subjectCode } = recordsApi;
  const { body: stored } = await recordsApi.day(day, 'admin', { kind: 'all' });
  const versionOf = ({ studentId, kind = 'new' }: { studentId: string; kind?: string }) =>
    stored.records.find((row) => row.studentId === studentId && row.kind === kind)?.version;
  const body = {
    batchName,
    subjectCode,
    recordDate: day,
    records: sent.map((row) => ({ version: versionOf(row), ...row })),
  };
  const answer = await server.call<{ records: DailyRecord[] }>('POST', '/daily-records/save', {
    as,
    body,
    headers,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.records;
};
const undo = async (as: 'admin' | 'teacher' = 'admin') => {
  const answer = await server.call('POST', '/undo/latest', { as, headers });
  expect(answer.status, answer.text).toBe(200);
};
const countRangesAndFaults = async () => {
  const tables = await dump(server.data);
  return [tables['daily_record_ranges']?.length, tables['daily_record_faults']?.length];
};

describe('undo of daily records', () => {
  test("the undo of a teacher's save also reverts ranges and faults", async () => {
    const before = await dump(server.data);
    await save([newRecord(0, 'new'), newRecord(0, 'far'), newRecord(1, 'near')], 'teacher');
    const first = await dump(server.data);
    await save(
      [
        newRecord(0, 'new', { ranges: [{ from: '2:1', to: '2:9' }], faults: [] }),
        newRecord(0, 'far', { ranges: [], faults: [], teacherNotes: 'غائب' }),
        { studentId: studentIdAt(1), kind: 'near', ranges: [], faults: [] },
      ],
      'teacher',
    );
    await undo('teacher');
    expect(await dump(server.data)).toEqual(first);
    await undo('teacher');
    expect(await dump(server.data)).toEqual(before);
  });

  test('a save with ranges and faults has no related records in the undo list', async () => {
    await save([newRecord(0, 'new')]);
    const { body } = await server.call<{ operations: { has_related_records: boolean }[] }>(
      'GET',
      '/undo/session-operations',
      { as: 'admin', headers },
    );
    expect(body.operations[0]?.has_related_records).toBe(false);
  });

  test('the undo of a deleted subject restores its records; an undo after later changes answers 409', async () => {
    await save([newRecord(0, 'new'), newRecord(1, 'far')]);
    const before = await countRangesAndFaults();
    const { body } = await server.call<{ operation_id?: number }>('DELETE', `/subjects/${subject.id}`, {
      as: 'admin',
      headers,
    });
    expect(body).toBeTruthy();
    expect(await countRangesAndFaults()).toEqual([(before[0] ?? 0) - 4, (before[1] ?? 0) - 4]);
    await undo();
    expect(await countRangesAndFaults()).toEqual(before);
    const { body: stored } = await recordsApi.day(day, 'admin', { kind: 'far' });
    const version = stored.records.find(({ studentId }) => studentId === studentIdAt(1))?.version;
    await recordsApi.save(day, [{ studentId: studentIdAt(1), kind: 'far', faults: [], version }]);
    // Another session has changed the row since the previous operation.
    const { body: undoList } = await server.call<{ operations: { id: number }[] }>(
      'GET',
      '/undo/session-operations',
      { as: 'admin', headers },
    );
    const refusal = await server.call('POST', `/undo/${undoList.operations[0]?.id}`, {
      as: 'admin',
      headers,
    });
    expect(refusal).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
  });

  test('after an undo, a save with the old version answers 409', async () => {
    await save([newRecord(0, 'far')]);
    await undo();
    const [again] = await save([newRecord(0, 'far')]);
    expect(again?.version).toBeGreaterThan(1);
    const stale = await recordsApi.save(day, [
      { studentId: studentIdAt(0), kind: 'far', faults: [], version: 1 },
    ]);
    expect(stale.status).toBe(409);
  });

  test('the audit trail shows the kind and the names of the ayahs', async () => {
    await save([newRecord(0, 'far', { result: 'repeat' })]);
    const { id } = await server.data.read
      .selectFrom('operations')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { body } = await server.call<AuditDetail>('GET', `/audit/${id}`, { as: 'admin' });
    expect(body.rows.map(({ table_name, after }) => ({ table_name, ...after }))).toMatchObject([
      { table_name: 'daily_records', kind: 'far', result: 'repeat' },
      { table_name: 'daily_record_ranges', from_ayah: 'البقرة 1', to_ayah: 'البقرة 5' },
      { table_name: 'daily_record_ranges', from_ayah: 'الناس 1', to_ayah: 'الناس 6' },
      { table_name: 'daily_record_faults', ayah: 'البقرة 2', count: 1 },
      { table_name: 'daily_record_faults', ayah: null, count: 2 },
    ]);
  });
});

describe('the reports of daily records', () => {
  const range = (query: object) =>
    server.call<ReportedDailyRecords>('GET', '/reports/daily-records/range', {
      as: 'teacher',
      query: {
        batchName: recordsApi.batchName,
        subjectCode: recordsApi.subjectCode,
        startDate: day,
        endDate: day,
        ...query,
      },
    });

  test('a report lists the kind "new" by default, and another kind or all kinds on request', async () => {
    await save([
      newRecord(0, 'new', { pagesCount: 1 }),
      newRecord(0, 'near', { pagesCount: 5, result: 'repeat' }),
      newRecord(1, 'far', { pagesCount: 10 }),
    ]);
    const { body: fresh } = await range({});
    expect(fresh).toMatchObject({ kind: 'new', statistics: { totalRecords: 1, totalPages: 1 } });
    expect(fresh.records.map(({ kind }) => kind)).toEqual(['new']);
    expect((await range({ kind: 'far' })).body.statistics).toMatchObject({ totalRecords: 1, totalPages: 10 });
    const { body: all } = await range({ kind: 'all' });
    expect(all.records.map(({ kind, result }) => [kind, result])).toEqual([
      ['new', 'accepted'],
      ['near', 'repeat'],
      ['far', 'accepted'],
    ]);
    expect(all.statistics).toMatchObject({ totalRecords: 3, totalStudents: 2, totalPages: 16 });
    expect(all.records[0]).toMatchObject({ ranges: [{ from: '2:1', to: '2:5' }, expect.anything()] });
    expect((await range({ kind: 'old' })).status).toBe(422);
    const studentRecords = await server.call<ReportedDailyRecords>(
      'GET',
      `/reports/daily-records/student-subject/${studentIdAt(0)}/${recordsApi.subjectCode}`,
      { as: 'teacher', query: { batchName: recordsApi.batchName, kind: 'near' } },
    );
    expect(studentRecords.body.records.map(({ kind }) => kind)).toEqual(['near']);
  });

  test('the reports on paper and in Excel have kind, ranges, faults and result', async () => {
    await save([newRecord(0, 'new'), newRecord(0, 'near', { result: 'repeat' })]);
    const { body } = await range({ kind: 'all' });
    const [table] = dailyDocument(body, true).tables;
    const heads = table.columns.map(({ head }) => head);
    const cell = (row: number, head: string) => table.rows[row]?.[heads.indexOf(head)];
    expect([cell(0, labels.recordKind), cell(1, labels.recordKind)]).toEqual(['حفظ جديد', 'مراجعة قريبة']);
    expect([cell(0, labels.result), cell(1, labels.result)]).toEqual(['أُجيز', 'يُعاد']);
    expect(cell(0, labels.content)).toBe('البقرة 1-5، سورة الناس');
    expect(cell(0, labels.faults)).toBe('تنبيه 2، فتح 1 (البقرة 2)');
    const { body: fresh } = await range({});
    const [ofNew] = dailyDocument(fresh, true).tables;
    expect(ofNew.columns.map(({ head }) => head)).not.toContain(labels.recordKind);
    const paper = await server.call('POST', '/papers', {
      as: 'teacher',
      body: {
        type: 'daily_range',
        kind: 'near',
        batchName: recordsApi.batchName,
        subjectCode: recordsApi.subjectCode,
        startDate: day,
        endDate: day,
      },
    });
    expect(paper.status).toBe(200);
  });

  test('the report of a student counts the kind "new"', async () => {
    const { student_row_id } = await server.data.read
      .selectFrom('users')
      .select('student_row_id')
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    const { student_id } = await server.data.read
      .selectFrom('students')
      .select('student_id')
      .where('id', '=', Number(student_row_id))
      .executeTakeFirstOrThrow();
    await save([
      { studentId: student_id, pagesCount: 2 },
      { studentId: student_id, kind: 'far', pagesCount: 20 },
    ]);
    const account = await server.data.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    const { body } = await server.call<StudentReport>('GET', `/reports/student/${account.id}`, {
      as: 'student',
    });
    const own = body.subjects.find(({ subject_code }) => subject_code === recordsApi.subjectCode);
    expect(own?.records).toMatchObject({ records: 1, pages: 2 });
  });
});
