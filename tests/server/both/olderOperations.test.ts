import { afterEach, beforeEach, expect, test } from 'vitest';
import { ruleMessages } from '../../../contract/errors';
import { ayahNumber } from '../../../contract/rules/mushaf';
import type { TestApp } from '../../support/app';
import { oldInstituteSession, openOldInstitute } from '../../support/oldInstitute';
import { expectedResults, storedResults } from '../../support/results';

let server: TestApp;
beforeEach(async () => {
  server = await openOldInstitute();
});
afterEach(() => server.close());

const headers = oldInstituteSession;
/** The deletions in the archive. */
const readDeletions = () =>
  server.data.read
    .selectFrom('operations')
    .select('id')
    .where('action', '=', 'delete')
    .where('archived_at', 'is not', null)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
const restore = (id: number) => server.call('POST', `/archive/restore/${id}`, { as: 'admin', headers });

/** The students of the log, as they were before their deletion. */
async function deletedStudents(operation: number) {
  const rows = await server.data.read
    .selectFrom('operation_rows')
    .select('before')
    .where('operation_id', '=', operation)
    .where('table_name', '=', 'students')
    .execute();
  return rows.map(({ before }) => JSON.parse(before ?? '{}') as Record<string, unknown>);
}

test('deletions from before enrolments can be undone, each student returns to the batch at that time', async () => {
  const operations = await readDeletions();
  expect(operations.length).toBeGreaterThan(1);
  let placed = 0;
  for (const { id } of operations) {
    const students = await deletedStudents(id);
    const answer = await restore(id);
    expect(answer.status, answer.text).toBe(200);
    for (const { id: rowId, batch_id, batch_since, full_name } of students) {
      const student = await server.data.read
        .selectFrom('students')
        .select('full_name')
        .where('id', '=', Number(rowId))
        .executeTakeFirstOrThrow();
      expect(student.full_name).toBe(full_name);
      const enrolments = await server.data.read
        .selectFrom('enrolments')
        .selectAll()
        .where('student_row_id', '=', Number(rowId))
        .execute();
      expect(enrolments).toMatchObject(
        batch_id === null
          ? []
          : [{ batch_id, to_date: null, is_shown: 1, ...(batch_since ? { from_date: batch_since } : {}) }],
      );
      placed += enrolments.length;
    }
  }
  expect(placed).toBeGreaterThan(2);
  expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
});

test('a change of a student from before enrolments cannot be undone, and the message says why', async () => {
  const change = await server.data.read
    .selectFrom('operations')
    .innerJoin('operation_rows', 'operation_rows.operation_id', 'operations.id')
    .select(['operations.id', 'operation_rows.row_id'])
    .where('operations.table_name', '=', 'students')
    .where('operation_rows.table_name', '=', 'students')
    .where('operations.action', 'in', ['update', 'create'])
    .where('undone_at', 'is', null)
    .orderBy('operations.id', 'desc')
    .executeTakeFirstOrThrow();
  const answer = await server.call('POST', `/undo/${change.id}`, { as: 'admin', headers });
  expect(answer).toMatchObject({ status: 409, body: { error: ruleMessages.undoTooOld } });
});

/** The daily records of the log, as they were before their removal. */
async function removedRecords(operation: number) {
  const rows = await server.data.read
    .selectFrom('operation_rows')
    .select('before')
    .where('operation_id', '=', operation)
    .where('table_name', '=', 'daily_records')
    .execute();
  return rows.map(({ before }) => JSON.parse(before ?? '{}') as Record<string, number | null>);
}

test('daily records that were deleted before they had kinds are restored with the kind "new", each with its range', async () => {
  let ranged = 0;
  for (const { id } of await readDeletions()) {
    const records = await removedRecords(id);
    expect((await restore(id)).status).toBe(200);
    for (const { id: rowId, from_surah, from_ayah, to_surah, to_ayah, pages_count } of records) {
      const record = await server.data.read
        .selectFrom('daily_records')
        .select(['kind', 'result', 'pages_count'])
        .where('id', '=', Number(rowId))
        .executeTakeFirstOrThrow();
      expect(record).toEqual({ kind: 'new', result: 'accepted', pages_count });
      const ranges = await server.data.read
        .selectFrom('daily_record_ranges')
        .select(['position', 'from_ayah', 'to_ayah'])
        .where('record_id', '=', Number(rowId))
        .execute();
      const numberOf = (surah: number | null | undefined, ayah: number | null | undefined) =>
        ayahNumber({ surah: Number(surah), ayah: Number(ayah) });
      expect(ranges).toEqual(
        from_surah === null
          ? []
          : [
              {
                position: 1,
                from_ayah: numberOf(from_surah, from_ayah),
                to_ayah: numberOf(to_surah, to_ayah),
              },
            ],
      );
      ranged += ranges.length;
    }
  }
  expect(ranged).toBeGreaterThan(2);
});

test('a change of a daily record from before kinds cannot be undone, and the message says why', async () => {
  const change = await server.data.read
    .selectFrom('operations')
    .innerJoin('operation_rows', 'operation_rows.operation_id', 'operations.id')
    .select('operations.id')
    .where('operation_rows.table_name', '=', 'daily_records')
    .where('operation_rows.after', 'is not', null)
    .where('operations.action', '=', 'update')
    .where('operations.user_name', 'like', '%القارئ')
    .where('undone_at', 'is', null)
    .orderBy('operations.id', 'desc')
    .executeTakeFirstOrThrow();
  const answer = await server.call('POST', `/undo/${change.id}`, { as: 'teacher', headers });
  expect(answer).toMatchObject({ status: 409, body: { error: ruleMessages.undoBeforeKinds } });
});
