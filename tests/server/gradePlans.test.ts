import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
import { isPostgres } from '../support/database';
import { planRecorder } from '../support/queryPlans';
import { newSheet, type Sheet } from '../support/sheet';

/** Tables that grow. All other tables are small, or hold only rows that an earlier step has found. */
const growingTableScan =
  /^SCAN (students|enrolments|student_statuses|paused|stated|earlier|grades|absences|registers|operations|operation_rows|operation_terms)\b/;

/** PostgreSQL chooses plans by table size and statistics, which a test database does not have. */
describe.skipIf(isPostgres)('query plans of the grade sheet', () => {
  let server: TestApp;
  let sheet: Sheet;
  const recorder = planRecorder();
  beforeAll(async () => {
    server = await startTestApp({ onQuery: recorder.onQuery });
    sheet = await newSheet(server, 3);
    await sheet.configure({});
    await sheet.save([sheet.sentRow(0, { testGrade: 40 })], 'teacher');
  });
  afterAll(() => server.close());

  const plansOf = (call: () => Promise<unknown>) => recorder.explainCall(server.data.read, call);
  const scansOf = async (call: () => Promise<unknown>) =>
    (await plansOf(call)).filter((detail) => growingTableScan.test(detail));

  test('reads of sheet, stats and history scan no growing table', async () => {
    expect(await scansOf(() => sheet.rows('teacher'))).toEqual([]);
    expect(await scansOf(() => sheet.statistics())).toEqual([]);
    expect(await scansOf(() => sheet.history(0))).toEqual([]);
  });

  test('saves of marks and settings scan no growing table', async () => {
    const rows = [0, 1, 2].map((index) => sheet.sentRow(index, { testGrade: 30 + index }));
    expect(await scansOf(() => sheet.save(rows, 'teacher'))).toEqual([]);
    expect(await scansOf(() => sheet.configure({ testMax: 60 }))).toEqual([]);
    expect(await scansOf(() => sheet.configure({ testMax: 5 }))).toEqual([]);
  });

  test('a sheet is one scan of the roster with a look-up of each student, and sorts only the roster', async () => {
    const plans = await plansOf(() => sheet.rows());
    expect(plans).toEqual(
      expect.arrayContaining([
        'SEARCH enrolments USING COVERING INDEX enrolments_by_batch (batch_id=? AND to_date=?)',
        'SEARCH paused USING INDEX student_statuses_open_once (student_row_id=?)',
        'SEARCH students USING INTEGER PRIMARY KEY (rowid=?)',
        expect.stringMatching(/^SEARCH grades USING INDEX grades_of_(subject|student) \(\w+=\? AND \w+=\?\)/),
        'SEARCH absences USING COVERING INDEX absences_of_subject (subject_id=?)',
      ]),
    );
    // Sorts the roster and the former students by name: no index has both name and membership.
    expect(plans.filter((detail) => detail.startsWith('USE TEMP B-TREE'))).toEqual([
      'USE TEMP B-TREE FOR ORDER BY',
      'USE TEMP B-TREE FOR GROUP BY',
    ]);
  });

  test('a save of forty rows needs no more statements than one of twenty', async () => {
    const large = await newSheet(server, 40);
    const countStatements = async (count: number, testGrade: number) => {
      const marks = Array.from({ length: count }, (_, index) => large.sentRow(index, { testGrade }));
      return (await recorder.statementsOf(() => large.save(marks))).length;
    };
    await countStatements(40, 10);
    expect(await countStatements(40, 12)).toBe(await countStatements(20, 13));
  });
});
