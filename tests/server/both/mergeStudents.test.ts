import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDifferences } from '../../../contract/rules/mergedFields';
import type { MergePreview } from '../../../contract/students/merge';
import type { Student } from '../../../contract/students/students';
import { studentReferences } from '../../../server/students/merge/tables';
import { startTestApp, type TestApp } from '../../support/app';
import { dump, dumpOrExpected } from '../../support/database';
import { expectedResults, storedResults } from '../../support/results';
import { rounds } from '../../support/rounds';
import { newStudent, uniqueText } from '../../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'merge' };
const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', headers, body });
const get = async <T>(path: string) => (await call<T>('GET', path)).body;

const previewOf = (kept: number, merged: number) => get<MergePreview>(`/students/${kept}/merge/${merged}`);

interface Answers {
  take?: string[];
  marks?: 'kept' | 'merged';
  enrolment?: 'kept' | 'merged';
}

/** Merges with the proposed values, and one answer to all questions. */
async function merge(keptId: number, mergedId: number, { take, marks = 'kept', enrolment }: Answers = {}) {
  const preview = await previewOf(keptId, mergedId);
  const { kept, merged } = preview;
  const proposed = findDifferences(kept, merged).flatMap(({ field, proposed: side }) =>
    side === 'merged' ? [field] : [],
  );
  const answer = await call<{ student: Student; operation_id: number }>('POST', `/students/${keptId}/merge`, {
    merged_id: mergedId,
    version: kept.version,
    merged_version: merged.version,
    take: take ?? proposed,
    marks: preview.marks.map(({ subject_id }) => ({ subject_id, keep: marks })),
    ...(preview.enrolment && { enrolment: enrolment ?? preview.enrolment.proposed }),
  });
  return { preview, answer };
}

const undo = (operation: number) => call('POST', `/undo/${operation}`);

/** Rows of all tables that still name the student, by table. */
async function referencesTo(id: number): Promise<string[]> {
  const tables: string[] = [];
  for (const [table, columns] of await findReferences())
    for (const column of columns) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        server.data.read,
      );
      if (rows.length > 0) tables.push(table);
    }
  return tables;
}

/** Columns with the row id of a student, by table. */
async function findReferences(): Promise<Map<string, string[]>> {
  const { rows } = await (
    server.data.kind === 'sqlite'
      ? sql<{ table: string; column: string }>`
          select tables.name as "table", columns.name as "column" from sqlite_schema as tables
          join pragma_table_info(tables.name) as columns
          left join pragma_foreign_key_list(tables.name) as keys on keys."from" = columns.name
          where tables.type = 'table' and (columns.name = 'student_row_id' or keys."table" = 'students')`
      : sql<{ table: string; column: string }>`
          select columns.table_name as "table", columns.column_name as "column"
          from information_schema.columns as columns
          where table_schema = current_schema() and (column_name = 'student_row_id' or exists (
            select 1 from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
            where contype = 'f' and conrelid = columns.table_name::regclass
              and confrelid = 'students'::regclass and attname = columns.column_name))`
  ).execute(server.data.read);
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

const expectResults = async () =>
  expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));

describe('a merge of two students', () => {
  test('every table that refers to a student has a decision', async () => {
    const listed = Object.keys(studentReferences).filter((table) => table !== 'registers');
    expect([...(await findReferences()).keys()].toSorted()).toEqual(listed.toSorted());
  });

  test('any two students of the demo become one, and an undo restores every row of both', async () => {
    const students = await server.data.read
      .selectFrom('students')
      .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
      .select(['students.id', 'enrolments.batch_id'])
      .orderBy('students.id')
      .execute();
    for (let index = 0; index < rounds({ short: 6, all: 30 }); index += 1) {
      const kept = students[(index * 37) % students.length];
      const merged = students[(index * 53 + 1 + index) % students.length];
      if (!kept || !merged || kept.id === merged.id) continue;
      const before = await dump(server.data);
      const { answer, preview } = await merge(kept.id, merged.id, {
        marks: index % 2 === 0 ? 'kept' : 'merged',
        enrolment: index % 3 === 0 ? 'merged' : 'kept',
      });
      expect(answer.status, answer.text).toBe(200);
      const unchanged = ['student_numbers', 'issued_papers'];
      expect(
        (await referencesTo(merged.id)).filter((table) => !unchanged.includes(table)),
        `rows of ${preview.merged.full_name}`,
      ).toEqual([]);
      await expectResults();
      const undone = await undo(answer.body.operation_id);
      expect(undone.status, undone.text).toBe(200);
      expect(await dumpOrExpected(before, server.data)).toEqual(before);
      await expectResults();
    }
  });

  test('the deleted record is in the archive, and a restore separates both again', async () => {
    const [kept, merged] = [await newStudent(server), await newStudent(server)];
    const { answer } = await merge(kept.id, merged.id);
    const archive = await get<{ data: { id: number; item_name: string; description: string }[] }>(
      '/archive/deleted-records?table_name=students',
    );
    const entry = archive.data.find(({ id }) => id === answer.body.operation_id);
    expect(entry?.description).toContain(kept.student_id);
    const edited = await call('PUT', `/students/${kept.id}`, { nationality: 'مصري' });
    expect(edited.status).toBe(200);
    const restored = await call('POST', `/archive/restore/${answer.body.operation_id}`);
    expect(restored.status, restored.text).toBe(200);
    expect(await get<Student>(`/students/${merged.id}`)).toMatchObject({ student_id: merged.student_id });
    expect(await get<Student>(`/students/${kept.id}`)).toMatchObject({ nationality: 'مصري' });
  });
});
