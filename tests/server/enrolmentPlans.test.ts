import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Student } from '../../contract/students/students';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt, moveClock } from '../support/clock';
import { isPostgres } from '../support/database';
import { planRecorder } from '../support/queryPlans';
import { newSheet, type Sheet } from '../support/sheet';

// PostgreSQL chooses plans by table size and statistics, which a test database does not have.

/** Tables that grow, and their aliases in statements. `own` has the students of the write. */
const growingTableScan =
  /^SCAN (students|enrolments|student_statuses|paused|stated|earlier|other|shown|current_enrolment|any_enrolment|past|present|stored_results|grades|absences|registers|taken|own_register|daily_records|sard|circle_members|users|linked_users|operations|operation_rows|operation_terms|last_versions|student_results|subject_results|student_absences)\b/;

const clock = clockAt('2026-09-01T09:00:00Z');
const recorder = planRecorder();
let server: TestApp;
let from: Sheet;
let targetSheet: Sheet;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, onQuery: recorder.onQuery });
  [from, targetSheet] = [await newSheet(server, 3), await newSheet(server, 2)];
  await moveClock(clock, server, '2026-09-20T09:00:00Z');
  await from.save([from.sentRow(0, { testGrade: 40 })]);
  await moveClock(clock, server, '2026-10-01T09:00:00Z');
});
afterAll(() => server.close());

/** Returns the steps of a call that scan a growing table. */
async function scansOf(expected: number, method: string, path: string, body?: unknown): Promise<string[]> {
  const headers = { 'x-session-id': 'plans' };
  const steps = await recorder.explainCall(server.data.read, async () => {
    const answer = await server.call(method, path, { as: 'admin', body, headers });
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(expected);
  });
  return steps.filter((detail) => growingTableScan.test(detail));
}

test.skipIf(isPostgres)(
  'a move, a status, their confirmation, their undo and the deletion of a batch scan no growing table',
  async () => {
    const student_row_ids = from.students.map(({ id }) => id);
    const [{ id, student_id }] = from.students as [Student];
    const move = (date: string) => ({ student_row_ids, batch_id: targetSheet.batchId, date });
    const { id: userId } = await addAccount(server, 'student', { student_row_id: id });
    const scans = [
      await scansOf(409, 'POST', '/students/move', move('2026-09-10')),
      await scansOf(200, 'POST', '/students/move', move('2026-10-01')),
      await scansOf(
        200,
        'GET',
        `/reports/transcript/${student_id}?batchName=${encodeURIComponent(targetSheet.batchName)}`,
      ),
      await scansOf(200, 'GET', `/reports/student/${userId}`),
      await scansOf(200, 'GET', `/students/${id}/card`),
      await scansOf(200, 'GET', `/students/${id}/enrolments`),
      await scansOf(200, 'POST', '/students/status', {
        student_row_ids,
        status: 'withdrawn',
        date: '2026-10-01',
      }),
      await scansOf(200, 'POST', '/students/status', {
        student_row_ids,
        status: 'active',
        date: '2026-10-01',
      }),
      await scansOf(200, 'POST', '/undo/latest', {}),
      await scansOf(200, 'POST', '/undo/latest', {}),
      await scansOf(409, 'DELETE', `/batches/${from.batchId}`),
      await scansOf(200, 'DELETE', `/batches/${from.batchId}?confirm=1`),
      await scansOf(200, 'POST', '/undo/latest', {}),
    ];
    expect(scans.flat()).toEqual([]);
  },
);
