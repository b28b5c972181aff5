import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportResult } from '../../contract/imports';
import type { Subject } from '../../contract/subjects';
import { dailyRecordType } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { enrolledStudents } from '../support/enrolledStudents';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const as = 'admin' as const;
const headers = { 'x-session-id': 'types' };
interface Refusal {
  code: string;
  error: string;
  counts: Record<'grades' | 'registers' | 'daily_records', number>;
}
const put = (id: number, body: unknown) =>
  server.call<Subject & Refusal>('PUT', `/subjects/${id}`, { as, body, headers });
const readSubject = async (id: number) => (await server.call<Subject>('GET', `/subjects/${id}`, { as })).body;

/** Returns a subject of the demo institute that has rows in this table. */
async function subjectWith(table: 'grades' | 'daily_records'): Promise<Subject> {
  const row = await server.data.read
    .selectFrom('subjects')
    .select('id')
    .where(sql<boolean>`id in (select subject_id from ${sql.table(table)})`)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return readSubject(row.id);
}

const newSubject = async (base: string, type = 'مادة', batch_id = 1): Promise<Subject> => {
  const body = { subject_code: base, name: `مادة ${base}`, batch_id, type };
  return (await server.call<Subject>('POST', '/subjects', { as, body })).body;
};
const saveMark = async ({ subject_code, batch_name, batch_id }: Subject) => {
  const student = await server.data.read
    .selectFrom(enrolledStudents(server.data.read))
    .select('student_id')
    .where('batch_id', '=', batch_id)
    .executeTakeFirstOrThrow();
  const grades = [{ studentId: student.student_id, testGrade: 40 }];
  const body = { batchName: batch_name, subjectCode: subject_code, grades };
  expect((await server.call('POST', '/grades/save', { as, body, headers })).status).toBe(200);
};

describe('the type of a subject', () => {
  test('the type is not changed to one that hides its marks, and the refusal has their number', async () => {
    const subject = await subjectWith('grades');
    const refused = await put(subject.id, { type: dailyRecordType });
    expect(refused).toMatchObject({ status: 409, body: { code: 'HAS_DEPENDENTS' } });
    expect(refused.body.counts.grades).toBeGreaterThan(0);
    expect(refused.body.error).toContain(`الدرجات: ${refused.body.counts.grades}`);
    expect(refused.body.error).toContain(subject.name);
    expect(await readSubject(subject.id)).toEqual(subject);
  });

  test('the type is not changed to one that hides its daily records', async () => {
    const subject = await subjectWith('daily_records');
    const refused = await put(subject.id, { type: 'حفظ' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'HAS_DEPENDENTS' } });
    expect(refused.body.counts.daily_records).toBeGreaterThan(0);
    expect((await readSubject(subject.id)).type).toBe(dailyRecordType);
  });

  test('the type can be changed if no data would be hidden: without data, or to another type with marks', async () => {
    const emptySubject = await newSubject('FRE101');
    expect((await put(emptySubject.id, { type: dailyRecordType })).body.type).toBe(dailyRecordType);
    const marked = await newSubject('MRK101');
    await saveMark(marked);
    expect(await put(marked.id, { type: 'مهارات' })).toMatchObject({ status: 200, body: { type: 'مهارات' } });
  });

  test('the type can be changed after the marks are removed', async () => {
    const subject = await newSubject('OUT101');
    await saveMark(subject);
    expect((await put(subject.id, { type: dailyRecordType })).status).toBe(409);
    expect((await server.call('POST', '/undo/latest', { as, headers })).status).toBe(200);
    expect((await put(subject.id, { type: dailyRecordType })).status).toBe(200);
  });

  test('the type is not changed for all offerings if one of them has marks, and the refusal lists that offering', async () => {
    const first = await newSubject('ALL101', 'مادة', 1);
    const second = await newSubject('ALL101', 'مادة', 3);
    await server.call('PUT', `/subjects/${second.id}`, { as, body: { name: first.name } });
    await saveMark(second);
    const refused = await put(first.id, { type: dailyRecordType, apply_to_base: true });
    expect(refused).toMatchObject({ status: 409, body: { counts: { grades: 1 } } });
    expect(refused.body.error).toContain(String(second.batch_name));
    expect((await readSubject(first.id)).type).toBe('مادة');
  });

  test('the type is not restored by an undo that would hide later marks', async () => {
    const subject = await newSubject('UND101', dailyRecordType);
    expect((await put(subject.id, { type: 'مادة' })).status).toBe(200);
    const { body } = await server.call<{ operations: { id: number }[] }>('GET', '/undo/session-operations', {
      as,
      headers,
    });
    const change = body.operations[0]?.id;
    await saveMark(subject);
    const refused = await server.call<Refusal>('POST', `/undo/${change}`, { as, headers });
    expect(refused).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT', counts: { grades: 1 } } });
    expect((await server.call('POST', '/undo/latest', { as, headers })).status).toBe(200);
    expect((await server.call('POST', `/undo/${change}`, { as, headers })).status).toBe(200);
    expect((await readSubject(subject.id)).type).toBe(dailyRecordType);
  });

  test('an import does not change the type if the subject has marks; the error of the row has the reason', async () => {
    const subject = await newSubject('IMP101');
    await saveMark(subject);
    const data = [
      { code: 'IMP101', name: subject.name, hours: 3, batch_name: subject.batch_name, type: dailyRecordType },
    ];
    const refused = await server.call<ImportResult>('POST', '/subjects/import', { as, body: { data } });
    expect(refused.body).toMatchObject({ updated: 0, failed: 1 });
    expect(refused.body.errors[0]?.message).toContain('الدرجات: 1');
    const other = [{ ...data[0], type: 'مهارات' }];
    const answer = await server.call<ImportResult>('POST', '/subjects/import', { as, body: { data: other } });
    expect(answer.body).toMatchObject({ updated: 1, failed: 0 });
  });
});
