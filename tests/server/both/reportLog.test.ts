import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LoggedReport, type ReportGroup, reportSorts } from '../../../contract/reports/reportLog';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { newCircle } from '../../support/circles';
import { isPostgres } from '../../support/database';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, assignToTeacher2, registerCalls } from '../../support/teaching';
import { explainStatement } from '../../support/queryPlans';

type As = 'admin' | 'teacher' | 'teacher2';
let server: TestApp;
let own: Sheet;
let foreign: Sheet;
let statements: { sql: string; parameters: readonly unknown[] }[] = [];
beforeAll(async () => {
  server = await startTestApp({ onQuery: ({ sql, parameters }) => statements.push({ sql, parameters }) });
  own = await newSheet(server, 2);
  foreign = await newSheet(server, 1);
  await assignToTeacher2(server, foreign.subjectCode);
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

const add = (sheet: Sheet, body: Record<string, unknown>, as: As = 'teacher') =>
  server.call('POST', '/reports/log', {
    as,
    body: { type: 'transcript', action: 'generated', batchName: sheet.batchName, ...body },
  });
const number = (sheet: Sheet, index = 0) => String(sheet.students[index]?.student_id);
const list = async (
  as: As,
  filter: Record<string, unknown> = {},
  range: [number, number] = [0, 99],
  order: Record<string, unknown> = {},
) => {
  await yieldToEventLoop();
  const query = { range, filter, ...order };
  const answer = await server.call<LoggedReport[]>('GET', '/reports/log', { as, query });
  expect(answer.status, answer.text).toBe(200);
  return { rows: answer.body, contentRange: answer.headers['content-range'] };
};
const counts = async (as: As) => (await server.call('GET', '/reports/log/summary', { as })).body;

describe('the log of reports', () => {
  test('the log is empty at first', async () => {
    expect(await counts('admin')).toEqual({ generated: 0, printed: 0, exported: 0 });
    expect((await list('admin')).rows).toEqual([]);
  });

  test("the log counts generated, printed and exported reports, for a teacher only the teacher's own reports", async () => {
    expect((await add(own, { studentId: number(own) })).status).toBe(200);
    await add(own, { studentId: number(own), action: 'printed' });
    await add(own, { type: 'subject_sheet', subjectCode: own.subjectCode });
    await add(
      foreign,
      { type: 'subject_sheet', subjectCode: foreign.subjectCode, action: 'exported' },
      'teacher2',
    );
    expect(await counts('admin')).toEqual({ generated: 2, printed: 1, exported: 1 });
    expect(await counts('teacher')).toEqual({ generated: 2, printed: 1, exported: 0 });
    expect(await counts('teacher2')).toEqual({ generated: 0, printed: 0, exported: 1 });
  });

  test('the log lists the newest first, with the names of student and subject, page by page', async () => {
    const { rows } = await list('admin');
    expect(rows.map(({ type, action }) => [type, action])).toEqual([
      ['subject_sheet', 'exported'],
      ['subject_sheet', 'generated'],
      ['transcript', 'printed'],
      ['transcript', 'generated'],
    ]);
    expect(rows[2]).toMatchObject({
      student_id: number(own),
      student_name: own.students[0]?.full_name,
      batch_name: own.batchName,
      batch_id: own.batchId,
      subject_code: null,
    });
    expect(rows[1]).toMatchObject({ subject_code: own.subjectCode, subject_name: own.subjectName });
    const page = await list('admin', {}, [1, 2]);
    expect(page.rows).toEqual(rows.slice(1, 3));
    expect(page.contentRange).toBe('reports 1-2/4');
    expect((await list('teacher')).rows).toHaveLength(3);
  });

  test('the log is sorted by each column in both directions, page by page', async () => {
    for (const key of reportSorts)
      for (const as of ['admin', 'teacher'] as const) {
        const listSorted = async (direction: string, range?: [number, number]) =>
          (await list(as, {}, range, { sort: [key, direction] })).rows;
        const ascending = await listSorted('ASC');
        expect(ascending.length, key).toBe(as === 'admin' ? 4 : 3);
        const values = ascending.map((row) => row[key] ?? '');
        expect(values, key).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
        expect(await listSorted('DESC'), key).toEqual(ascending.toReversed());
        expect(await listSorted('ASC', [1, 2]), key).toEqual(ascending.slice(1, 3));
      }
  });

  test('the log is searched by student, subject and batch, and filtered by type, action, batch and days', async () => {
    const countRows = async (filter: Record<string, unknown>, as: As = 'admin') =>
      (await list(as, filter)).rows.length;
    expect(await countRows({ q: number(own) })).toBe(2);
    expect(await countRows({ q: String(own.students[0]?.first_name) })).toBe(2);
    expect(await countRows({ q: foreign.subjectCode })).toBe(1);
    expect(await countRows({ q: foreign.subjectCode }, 'teacher')).toBe(0);
    expect(await countRows({ q: own.batchName })).toBe(3);
    expect(await countRows({ q: 'لا يوجد' })).toBe(0);
    expect(await countRows({ type: 'subject_sheet' })).toBe(2);
    expect(await countRows({ type: 'subject_sheet', action: 'exported' })).toBe(1);
    expect(await countRows({ batch_name: own.batchName })).toBe(3);
    expect(await countRows({ start_date: '2000-01-01', end_date: '2100-01-01' })).toBe(4);
    expect(await countRows({ end_date: '2000-01-01' })).toBe(0);
  });

  test('the log refuses entries out of scope, and of missing records', async () => {
    const before = await counts('admin');
    const refused = [
      await add(foreign, {}),
      await add(foreign, { type: 'subject_sheet', subjectCode: foreign.subjectCode }),
      await add(own, { studentId: number(foreign) }),
      await add(own, { studentId: number(foreign) }, 'admin'),
      await add(own, { subjectCode: 'X-1' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await add(own, { type: 'other' })).status).toBe(422);
    expect(await counts('admin')).toEqual(before);
  });

  test('the log keeps the old name of a renamed student', async () => {
    const [student] = own.students;
    const body = { first_name: 'سلطان' };
    await server.call('PUT', `/students/${student?.id}`, { as: 'admin', body });
    const { rows } = await list('admin', { q: number(own) });
    expect(rows.map(({ student_name }) => student_name)).toEqual([student?.full_name, student?.full_name]);
  });

  test('the log has the kind and the circle of a report of daily records, and is filtered by kind', async () => {
    const dailySheet = await newSheet(server, 1);
    const circle = await newCircle(server, dailySheet.subjectCode, dailySheet.students, '2026-01-01');
    const daily = { type: 'daily_range', subjectCode: dailySheet.subjectCode };
    const circleReport = { ...daily, kind: 'near', circle_id: circle.id };
    expect((await add(dailySheet, circleReport)).status).toBe(200);
    expect((await add(dailySheet, { ...daily, kind: 'all', action: 'exported' })).status).toBe(200);
    expect((await add(dailySheet, daily)).status).toBe(200);
    // Only daily records have a kind.
    expect((await add(dailySheet, { studentId: number(dailySheet), kind: 'near' })).status).toBe(200);
    const { rows } = await list('admin', {}, [0, 3]);
    expect(rows.map(({ kind, circle_name }) => [kind, circle_name])).toEqual([
      [null, null],
      ['new', null],
      ['all', null],
      ['near', circle.name],
    ]);
    expect(rows[3]).toMatchObject({ circle_id: circle.id });
    const countRows = async (filter: Record<string, unknown>) => (await list('admin', filter)).rows.length;
    expect(await countRows({ kind: 'near' })).toBe(1);
    expect(await countRows({ kind: 'new' })).toBe(1);
    expect(await countRows({ q: circle.name })).toBe(1);
    // A circle out of scope, or of another subject, answers like a missing one.
    expect((await add(foreign, circleReport, 'teacher2')).status).toBe(404);
    const other = { ...daily, subjectCode: foreign.subjectCode, circle_id: circle.id };
    expect((await add(foreign, other, 'admin')).status).toBe(404);
    expect((await add(dailySheet, { ...daily, kind: 'nothing' })).status).toBe(422);
  });

  test('the log has no link to the batch for a teacher who lost its only subject; an admin still has the link', async () => {
    const lost = await newSheet(server, 1);
    expect((await add(lost, { studentId: number(lost) })).status).toBe(200);
    const newestReport = async (as: As) => (await list(as, {}, [0, 0])).rows[0];
    const visible = { batch_name: lost.batchName, student_id: number(lost) };
    const full = { ...visible, batch_id: lost.batchId };
    expect(await newestReport('teacher')).toMatchObject({ ...full, program_id: expect.any(String) });
    await assignToTeacher2(server, lost.subjectCode);
    expect(await newestReport('teacher')).toMatchObject({ ...visible, batch_id: null, program_id: null });
    expect(await newestReport('admin')).toMatchObject(full);
  });

  // PostgreSQL chooses plans by table size and statistics, which a test database does not have.
  test.skipIf(isPostgres)('the log is read by its indexes', async () => {
    const scans: string[] = [];
    for (const filter of [
      {},
      { q: 'سلطان' },
      { type: 'transcript' },
      { kind: 'near' },
      { batch_name: own.batchName },
    ])
      for (const as of ['admin', 'teacher'] as const) {
        statements = [];
        await list(as, filter);
        // The list of all reports is long; the list of one user is short.
        if (as === 'admin' && Object.keys(filter).length === 0)
          for (const key of reportSorts.slice(2)) await list(as, {}, [0, 9], { sort: [key, 'DESC'] });
        for (const statement of statements.filter(({ sql }) => sql.includes('report_log'))) {
          const steps = await explainStatement(server.data.read, statement);
          const details = steps.map((detail) => `${as} ${JSON.stringify(filter)} ${detail}`);
          // The scope of a teacher with circles reads subjects and circles once in each call.
          scans.push(
            ...details.filter(
              (detail) => /SCAN|TEMP/.test(detail) && !/SCAN (subjects|circles)/.test(detail),
            ),
          );
        }
      }
    // The newest reports are the end of the table, and a page of all reports is the end of an index.
    expect(scans).toEqual([
      'admin {} SCAN report_log',
      ...['type', 'action', 'student_name', 'subject_name', 'batch', 'user_name'].map(
        (key) => `admin {} SCAN report_log USING INDEX report_log_by_${key}`,
      ),
    ]);
  });
});

describe('the stats by subject, batch and term', () => {
  const stats = async (by: string, as: As = 'admin', query: Record<string, unknown> = {}) => {
    const answer = await server.call<ReportGroup[]>('GET', '/reports/summary', {
      as,
      query: { by, ...query },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const complete = { participationGrade: 10, attendanceGrade: 30, exerciseGrade: 5, readingGrade: 5 };
  beforeAll(async () => {
    await own.save([
      own.sentRow(0, { ...complete, testGrade: 45 }),
      own.sentRow(1, { ...complete, testGrade: 5 }),
    ]);
    const register = registerCalls(server, { batch_name: own.batchName, subject_code: own.subjectCode });
    await register.set('2026-11-02', [absent(number(own, 1))]);
  });

  test('the stats are computed from the marks and registers of the group', async () => {
    const expected = {
      subjects: 1,
      results: 2,
      average: 75,
      passRate: 50,
      excellenceRate: 50,
      registers: 1,
      attendanceRate: 50,
    };
    const batch = (await stats('batch')).find(({ key }) => key === own.batchName);
    expect(batch).toEqual({ key: own.batchName, name: own.batchName, ...expected });
    const base = own.subjectCode.slice(0, own.subjectCode.lastIndexOf('-'));
    expect(await stats('subject', 'admin', { batch_name: own.batchName })).toEqual([
      { key: base, name: own.subjectName, ...expected },
    ]);
  });

  test.each(['subject', 'batch', 'term'])('the stats by %s add up to those of the institute', async (by) => {
    const groups = await stats(by);
    const { read } = server.data;
    const rows = await read.selectFrom('subject_results').selectAll().execute();
    const sum = (column: 'complete' | 'registers' | 'percentages') =>
      rows.reduce((total, row) => total + row[column], 0);
    const sumColumn = (column: 'results' | 'registers' | 'subjects') =>
      groups.reduce((total, group) => total + group[column], 0);
    const offerings = await read.selectFrom('subjects').select('id').execute();
    expect([sumColumn('results'), sumColumn('registers'), sumColumn('subjects')]).toEqual([
      sum('complete'),
      sum('registers'),
      offerings.length,
    ]);
    const weighted = groups.reduce((total, { average, results }) => total + (average ?? 0) * results, 0);
    expect(Math.abs(weighted / sumColumn('results') - sum('percentages') / sum('complete'))).toBeLessThan(
      0.06,
    );
  });

  test.each(['subject', 'batch', 'term'])('the stats by %s are in the requested order', async (by) => {
    const keys = async (query = {}) => (await stats(by, 'admin', query)).map(({ key }) => key);
    const ascending = await keys();
    expect(ascending.length).toBeGreaterThan(1);
    expect(await keys({ sort: ['key', 'ASC'] })).toEqual(ascending);
    expect(await keys({ sort: ['key', 'DESC'] })).toEqual(ascending.toReversed());
    expect(await keys({ sort: ['key', 'DESC'], range: [0, 0] })).toEqual(ascending.slice(-1));
  });

  test('the stats of a programme include its batches', async () => {
    const { body } = await server.call<{ program_name: string; batch_name: string }[]>('GET', '/batches', {
      as: 'admin',
    });
    const program_name = String(body[0]?.program_name);
    const names = body
      .filter((batch) => batch.program_name === program_name)
      .map(({ batch_name }) => batch_name);
    const keys = (await stats('batch', 'admin', { program_name })).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(1);
    expect(keys.every((key) => names.includes(key))).toBe(true);
    expect(await stats('batch', 'admin', { program_name: 'لا يوجد' })).toEqual([]);
  });

  test("the stats for a teacher include only the teacher's own subjects", async () => {
    const keys = async (as: As) => (await stats('batch', as)).map(({ key }) => key);
    expect(await keys('teacher')).toContain(own.batchName);
    expect(await keys('teacher')).not.toContain(foreign.batchName);
    expect(await keys('teacher2')).toContain(foreign.batchName);
  });

  test('the stats are null without any records', async () => {
    const [empty] = await stats('batch', 'admin', { batch_name: foreign.batchName });
    expect(empty).toMatchObject({ results: 0, average: null, passRate: null, attendanceRate: null });
  });
});
