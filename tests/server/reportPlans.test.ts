import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { isPostgres } from '../support/database';
import { planRecorder } from '../support/queryPlans';
import { newSheet, type Sheet } from '../support/sheet';
import { newDailySubject } from '../support/teaching';
import { enrolledStudents } from '../support/enrolledStudents';

/** Tables that grow. All other tables are small, or hold only rows that an earlier step has found. */
const growingTableScan =
  /^SCAN (students|enrolments|student_statuses|paused|stated|earlier|current_enrolment|any_enrolment|last_enrolment|past|present|users|linked_users|grades|absences|registers|daily_records|operations|operation_rows|subject_grade_settings|own|own_student)\b/;

/** PostgreSQL chooses plans by table size and statistics, which a test database does not have. */
describe.skipIf(isPostgres)('query plans of reports', () => {
  let server: TestApp;
  let sheet: Sheet;
  const recorder = planRecorder(/^\s*(select|with)/i);
  let daily: { batch_name: string | null; subject_code: string };
  let userId: number;
  let as: { token: string };
  beforeAll(async () => {
    server = await startTestApp({ onQuery: recorder.onQuery });
    sheet = await newSheet(server, 3);
    await sheet.save([sheet.sentRow(0, { testGrade: 40 })]);
    daily = await newDailySubject(server);
    const account = await addAccount(server, 'student', { student_row_id: Number(sheet.students[0]?.id) });
    userId = account.id;
    as = await account.signIn();
    await server.signIn('teacher');
  });
  afterAll(() => server.close());

  async function plansOf(call: () => Promise<unknown>): Promise<string[]> {
    await yieldToEventLoop();
    return recorder.explainCall(server.data.read, call);
  }
  const scansOf = async (call: () => Promise<unknown>) =>
    (await plansOf(call)).filter((detail) => growingTableScan.test(detail));

  const get = async (
    path: string,
    role: 'admin' | 'teacher' | 'own',
    query: Record<string, unknown> = {},
  ) => {
    const answer = await server.call('GET', `/reports/${path}`, { as: role === 'own' ? as : role, query });
    expect(answer.status, answer.text).toBe(200);
  };
  const number = () => String(sheet.students[0]?.student_id);
  const batchQuery = () => ({ batchName: sheet.batchName });

  test.each(['admin', 'teacher', 'own'] as const)(
    'the reports of a student scan no growing table, as %s',
    async (role) => {
      const scans = [
        await scansOf(() => get(`student/${userId}`, role)),
        await scansOf(() => get(`student/${userId}`, role, { level: 1 })),
        await scansOf(() => get(`transcript/${number()}`, role, batchQuery())),
        await scansOf(() => get(`student-subject/${number()}/${sheet.subjectCode}`, role, batchQuery())),
      ];
      expect(scans.flat()).toEqual([]);
    },
  );

  test.each(['admin', 'teacher'] as const)(
    'the reports of a subject scan no growing table, as %s',
    async (role) => {
      const days = { startDate: '2026-10-01', endDate: '2026-11-20' };
      const query = { batchName: daily.batch_name, subjectCode: daily.subject_code, ...days };
      const { student_id } = await server.data.read
        .selectFrom(enrolledStudents(server.data.read))
        .innerJoin('batches', 'batches.id', 'students.batch_id')
        .select('student_id')
        .where('batch_name', '=', daily.batch_name)
        .executeTakeFirstOrThrow();
      const log = `daily-records/student-subject/${student_id}/${daily.subject_code}`;
      const scans = [
        await scansOf(() => get(`subject/${sheet.subjectCode}`, role, batchQuery())),
        await scansOf(() => get('daily-records/range', role, query)),
        await scansOf(() => get('daily-records/range', role, { ...query, studentId: student_id })),
        await scansOf(() => get(log, role, { batchName: daily.batch_name })),
      ];
      expect(scans.flat()).toEqual([]);
    },
  );

  test.each(['admin', 'teacher'] as const)(
    'the cards of a student or a batch scan no growing table, as %s',
    async (role) => {
      const card = async (path: string) => {
        const answer = await server.call('GET', path, { as: role });
        expect(answer.status, answer.text).toBe(200);
      };
      const scans = [
        await scansOf(() => card(`/students/${sheet.students[0]?.id}/card`)),
        await scansOf(() => card(`/batches/${sheet.batchId}/card`)),
      ];
      expect(scans.flat()).toEqual([]);
    },
  );

  test('the list of issued papers uses the index of times for a range of days', async () => {
    const filter = { start_date: '2026-11-01', end_date: '2026-11-20' };
    const plans = await plansOf(async () => {
      const answer = await server.call('GET', '/papers/issued', { as: 'admin', query: { filter } });
      expect(answer.status, answer.text).toBe(200);
    });
    const timeIndexSearch =
      /^SEARCH issued_papers USING (COVERING )?INDEX issued_papers_by_time \(created_at>\? AND/;
    // The page, and the total.
    expect(plans.filter((detail) => detail.includes(' issued_papers'))).toEqual([
      expect.stringMatching(timeIndexSearch),
      expect.stringMatching(timeIndexSearch),
    ]);
  });

  test('the check of query plans finds a scan', async () => {
    const scan = () => server.data.read.selectFrom('grades').select('id').where('test', '=', 1).execute();
    expect(await scansOf(scan)).toEqual(['SCAN grades']);
  });
});
