import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
import { isPostgres } from '../support/database';
import { newCircle } from '../support/circles';
import { planRecorder } from '../support/queryPlans';
import { newSubject } from '../support/sampleCalls';
import { absent, newDailySubject, recordCalls, registerCalls } from '../support/teaching';

/** Daily work adds rows to these tables. */
const growingTableScan =
  /^SCAN (absences|registers|daily_records|daily_record_ranges|daily_record_faults|faults|found|earlier|students|student|enrolments|student_statuses|paused|stated|student_absences|operations|operation_rows)\b/;

/** The top ten are read in index order, so this scan stops after ten rows. */
const topTenScan = 'SCAN student_absences USING COVERING INDEX student_absences_by_days';

/** PostgreSQL chooses plans by table size and statistics, which a test database does not have. */
describe.skipIf(isPostgres)('query plans of registers and daily records', () => {
  let server: TestApp;
  const recorder = planRecorder(/^\s*(select|with)/i);
  let register: ReturnType<typeof registerCalls>;
  let records: ReturnType<typeof recordCalls>;
  let numbers: string[];
  let circle: number;
  beforeAll(async () => {
    server = await startTestApp({ onQuery: recorder.onQuery });
    register = registerCalls(server, await newSubject(server));
    records = recordCalls(server, await newDailySubject(server));
    numbers = (await register.day('2026-11-02')).body.students.map(({ studentId }) => studentId);
    await server.signIn('teacher');
    const teacher = await server.data.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'teacher')
      .executeTakeFirstOrThrow();
    const members = numbers.slice(0, 2).map((student_id) => ({ student_id }));
    const values = { teacher_id: teacher.id };
    circle = (await newCircle(server, records.subjectCode, members, '2026-11-01', values)).id;
  });
  afterAll(() => server.close());

  const scansOf = async (call: () => Promise<{ status: number }>): Promise<string[]> =>
    (await stepsOf(call)).filter((detail) => growingTableScan.test(detail));

  const stepsOf = (call: () => Promise<{ status: number }>) =>
    recorder.explainCall(server.data.read, async () => expect((await call()).status).toBe(200));

  const get = (path: string, as: 'admin' | 'teacher', query: Record<string, unknown> = {}) =>
    server.call('GET', path, { as, query });

  test.each(['admin', 'teacher'] as const)('reads scan no growing table, as %s', async (as) => {
    const { batchName, subjectCode } = register;
    const batchPath = `/absences/statistics/${encodeURIComponent(batchName)}`;
    const scans = [
      await scansOf(() => register.day('2026-11-02', as)),
      await scansOf(() => records.day('2026-11-02', as)),
      await scansOf(() => records.day('2026-11-02', as, { kind: 'all', circle_id: circle })),
      await scansOf(() => get(batchPath, as)),
      await scansOf(() => get(batchPath, as, { subjectCode })),
      await scansOf(() => get('/absences/statistics/all', as, { subjectCode })),
    ];
    for (const query of [
      {},
      { subjectCode },
      { startDate: '2026-11-01', endDate: '2026-11-30' },
      { type: 'غياب بعذر', minDays: 3 },
    ])
      scans.push(await scansOf(() => get('/absences/report', as, { batchName, ...query })));
    expect(scans.flat()).toEqual([]);
    const ofAll = await scansOf(() => get('/absences/statistics/all', as));
    expect(ofAll).toEqual(as === 'admin' ? [topTenScan] : []);
  });

  test('writes scan no growing table', async () => {
    const first = String(numbers[0]);
    const recordValues = { ranges: [{ from: '2:1', to: '2:5' }], faults: [{ kind: 'notice', count: 1 }] };
    const scans = [
      await scansOf(() => register.record('2026-11-02', [absent(first)])),
      await scansOf(() => register.set('2026-11-02', [absent(first, undefined, 'سفر')], 1)),
      await scansOf(() => register.set('2026-11-02', [], 2)),
      await scansOf(() => records.save('2026-11-02', [{ studentId: first, mistakesCount: 1 }])),
      await scansOf(() => records.save('2026-11-02', [{ studentId: first, mistakesCount: 2 }])),
      await scansOf(() => records.save('2026-11-02', [{ studentId: first, mistakesCount: '' }])),
      await scansOf(() => records.save('2026-11-02', [{ studentId: first, kind: 'far', ...recordValues }])),
    ];
    expect(scans.flat()).toEqual([]);
  });

  test('the tasks of a circle read records only from the covering index', async () => {
    const steps = await stepsOf(() => get(`/circles/${circle}/tasks`, 'teacher'));
    expect(steps.filter((step) => step.includes('daily_records_of_student'))).toEqual([
      'SEARCH records USING COVERING INDEX daily_records_of_student (student_row_id=?)',
    ]);
  });

  test('the check of query plans finds a scan', async () => {
    const scan = () =>
      server.data.read.selectFrom('absences').select('id').where('notes', '=', 'x').execute();
    const scans = await scansOf(async () => {
      await scan();
      return { status: 200 };
    });
    expect(scans).toEqual(['SCAN absences']);
  });
});
