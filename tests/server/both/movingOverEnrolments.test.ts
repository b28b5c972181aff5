import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateInZone } from '../../../contract/rules/hijri';
import type { Student } from '../../../contract/students';
import type { TestApp } from '../../support/app';
import { oldInstituteSession, oldRows, openOldInstitute } from '../../support/oldInstitute';
import { recordCalls } from '../../support/teaching';

// What became of the students, versions and deletions of an institute of the version before.

let server: TestApp;
beforeAll(async () => {
  server = await openOldInstitute();
});
afterAll(() => server.close());

interface OldStudent {
  id: number;
  batch_id: number | null;
  batch_since: string | null;
  created_at: string;
}

test('each student of a batch has one open enrolment, from the day of his move or of his entry', async () => {
  const expected = (oldRows('students') as OldStudent[])
    .filter(({ batch_id }) => batch_id !== null)
    .map(({ id, batch_id, batch_since, created_at }) => ({
      student_row_id: id,
      batch_id,
      from_date: batch_since ?? dateInZone(new Date(created_at), 'Asia/Riyadh'),
      to_date: null,
      ended_as: null,
      is_shown: 1,
      reason: null,
      began_as: batch_since === null ? 'joined' : 'moved',
    }));
  const rows = await server.data.read
    .selectFrom('enrolments')
    .selectAll()
    .orderBy('student_row_id')
    .execute();
  expect(expected.length).toBeGreaterThan(0);
  expect(rows).toHaveLength(expected.length);
  expect(rows).toMatchObject(expected);
});

test('a daily record in the place of a deleted one goes on with its version', async () => {
  const student = await server.data.read
    .selectFrom('students')
    .select('student_id')
    .where('id', '=', 2)
    .executeTakeFirstOrThrow();
  const offering = await server.data.read
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select(['subjects.subject_code', 'batches.batch_name'])
    .where('subjects.id', '=', 3)
    .executeTakeFirstOrThrow();
  const rows = [
    { studentId: student.student_id, performanceLevel: 'ممتاز', mistakesCount: 3, pagesCount: 1 },
  ];
  const saved = await recordCalls(server, offering).save('2026-11-08', rows);
  expect(saved.status, saved.text).toBe(200);
  expect(saved.body.records[0]).toMatchObject({ version: 2 });
});

test('a student who was deleted before the update comes back with his account linked', async () => {
  const deleted = await server.data.read
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .select(['operations.id', 'operation_rows.row_id', 'before'])
    .where('operation_rows.table_name', '=', 'students')
    .where('operations.action', '=', 'delete')
    .where('archived_at', 'is not', null)
    .where('undone_at', 'is', null)
    .execute();
  let linked = 0;
  for (const { id, row_id, before } of deleted) {
    const { user_id } = JSON.parse(before ?? '{}') as { user_id?: number | null };
    if (user_id == null) continue;
    const restored = await server.call('POST', `/archive/restore/${id}`, {
      as: 'admin',
      headers: oldInstituteSession,
    });
    expect(restored.status, restored.text).toBe(200);
    expect((await server.call<Student>('GET', `/students/${row_id}`, { as: 'admin' })).body.user_id).toBe(
      user_id,
    );
    const account = await server.data.read
      .selectFrom('users')
      .select(['student_row_id', 'is_active'])
      .where('id', '=', user_id)
      .executeTakeFirst();
    expect(account).toMatchObject({ student_row_id: row_id, is_active: 1 });
    linked += 1;
  }
  expect(linked).toBeGreaterThan(0);
});
