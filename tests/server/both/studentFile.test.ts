import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArchiveEntry } from '../../../contract/archive';
import type { AuditDetail, AuditEntry } from '../../../contract/audit';
import { ruleMessages } from '../../../contract/errors';
import type { ImportCheck } from '../../../contract/imports';
import type { DuplicatePair, MergePreview } from '../../../contract/students/merge';
import type { Student } from '../../../contract/students/students';
import { startTestApp, type TestApp } from '../../support/app';
import { clockAt } from '../../support/clock';
import { newBatch, newStudent, uniqueText } from '../../support/sampleCalls';

let server: TestApp;
const clock = clockAt('2026-11-20T09:00:00Z');
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, hasFewRevisions: true });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'file' };
const call = <T>(method: string, path: string, body?: unknown, query: Record<string, unknown> = {}) =>
  server.call<T>(method, path, { as: 'admin', headers, body, query });
const load = async (id: number) => (await call<Student>('GET', `/students/${id}`)).body;
const lastOperations = async () =>
  (await call<AuditEntry[]>('GET', '/audit', undefined, { range: [0, 0] })).body;
const undoLast = async () => {
  const [operation] = await lastOperations();
  const answer = await call('POST', `/undo/${operation?.id}`);
  expect(answer.status, answer.text).toBe(200);
};

const newFile = () => ({
  birth_date: '2010-03-15',
  joined_on: '2026-08-24',
  latin_name: `Omar Saleh ${uniqueText()}`,
  previous_study: 'الثانوية العامة\nحفظ عشرة أجزاء',
  health_note: `ربو ومعه بخاخ ${uniqueText()}`,
});
const pick = ({ birth_date, joined_on, latin_name, previous_study, health_note }: Student) => ({
  birth_date,
  joined_on,
  latin_name,
  previous_study,
  health_note,
});
const emptyFile = {
  birth_date: null,
  joined_on: null,
  latin_name: null,
  previous_study: null,
  health_note: null,
};

describe('the file of a student', () => {
  test('the file of a student is stored, changed by field, and emptied; without it a student has none', async () => {
    expect(pick(await newStudent(server))).toEqual(emptyFile);
    const file = newFile();
    const { id } = await newStudent(server, undefined, file);
    expect(pick(await load(id))).toEqual(file);
    const answer = await call<Student>('PUT', `/students/${id}`, { birth_date: '٢٠١١-٠١-٠٢' });
    expect(answer.status).toBe(422);
    await call('PUT', `/students/${id}`, { health_note: ' ', joined_on: '2026-09-01' });
    expect(pick(await load(id))).toEqual({ ...file, health_note: null, joined_on: '2026-09-01' });
  });

  test('undo and restore give back every value of the file', async () => {
    const file = newFile();
    const { id } = await newStudent(server, undefined, file);
    await call('PUT', `/students/${id}`, emptyFile);
    expect(pick(await load(id))).toEqual(emptyFile);
    await undoLast();
    expect(pick(await load(id))).toEqual(file);
    await call('DELETE', `/students/${id}`);
    const archive = await call<ArchiveEntry[]>('GET', '/archive/deleted-records');
    expect(archive.text).not.toContain(file.health_note);
    const [operation] = await lastOperations();
    expect((await call('POST', `/archive/restore/${operation?.id}`)).status).toBe(200);
    expect(pick(await load(id))).toEqual(file);
  });

  test.each(['2026-11-21', '1906-11-19'])('the birth date %s is refused', async (birth_date) => {
    const { id } = await newStudent(server);
    for (const [method, path] of [
      ['POST', '/students'],
      ['PUT', `/students/${id}`],
    ] as const) {
      const names = { first_name: 'سعد', last_name: 'الراشد', national_id: '1000000009' };
      const answer = await call(method, path, { ...names, birth_date });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(ruleMessages.notBirthDate(120));
    }
    expect((await call('PUT', `/students/${id}`, { birth_date: '2026-11-20' })).status).toBe(200);
  });

  test('the Latin name is searched for admins alone, and the health note for nobody', async () => {
    const file = newFile();
    const { id } = await newStudent(server, undefined, file);
    const search = async (as: 'admin' | 'teacher', q: string) =>
      (await server.call<Student[]>('GET', '/students', { as, query: { filter: { q } } })).body.map(
        (student) => student.id,
      );
    expect(await search('admin', file.latin_name.toLowerCase())).toEqual([id]);
    expect(await search('teacher', file.latin_name)).not.toContain(id);
    for (const as of ['admin', 'teacher'] as const)
      expect(await search(as, file.health_note)).not.toContain(id);
  });

  test('the audit tells that a health note changed, without any of its values', async () => {
    const file = newFile();
    const { id } = await newStudent(server, undefined, file);
    const steps = [
      ['PUT', { health_note: `سكري ${uniqueText()}`, birth_date: '2010-03-16' }],
      ['PUT', { health_note: null }],
      ['PUT', { joined_on: null }],
    ] as const;
    const details = [await call<AuditDetail>('GET', `/audit/${(await lastOperations())[0]?.id}`)];
    for (const [method, body] of steps) {
      await call(method, `/students/${id}`, body);
      details.push(await call<AuditDetail>('GET', `/audit/${(await lastOperations())[0]?.id}`));
    }
    const rows = details.map(({ body }) => body.rows.find(({ table_name }) => table_name === 'students'));
    expect(rows.map((row) => row?.hidden_changes)).toEqual([
      ['health_note'],
      ['health_note'],
      ['health_note'],
      [],
    ]);
    expect(rows[1]).toMatchObject({
      before: { birth_date: '2010-03-15' },
      after: { birth_date: '2010-03-16' },
    });
    for (const { text } of details) for (const note of ['ربو', 'سكري']) expect(text).not.toContain(note);
    const matches = await call<AuditEntry[]>('GET', '/audit', undefined, { filter: { q: file.health_note } });
    expect(matches.body).toEqual([]);
  });
});

describe('an import of files', () => {
  const check = async (data: readonly object[]) =>
    (await call<Required<ImportCheck>>('POST', '/students/import/check', { data })).body;
  const send = (data: readonly object[]) => call('POST', '/students/import', { data });

  test('an import stores the file in both calendars, tells a day that was taken as the next, and then changes nothing', async () => {
    const { batch_name } = await newBatch(server);
    const row = {
      full_name: 'عمر فهد صالح الأنس',
      batch_name,
      birth_date: '30/4/1431',
      joined_on: '24/8/2026',
      latin_name: 'Omar Fahd',
      previous_study: 'دبلوم',
    };
    const first = await check([row]);
    expect(first.errors).toEqual([]);
    expect(first.warnings).toMatchObject([{ row: 1, field: 'birth_date' }]);
    expect((await send([row])).status).toBe(200);
    const { body } = await call<Student[]>('GET', '/students', undefined, { filter: { batch_name } });
    expect(body.map(pick)).toEqual([
      {
        birth_date: '2010-04-15',
        joined_on: '2026-08-24',
        latin_name: 'Omar Fahd',
        previous_study: 'دبلوم',
        health_note: null,
      },
    ]);
    expect(await check([row])).toMatchObject({ questions: [], changes: [], errors: [], imported: 0 });
    const contradicting = await check([{ ...row, birth_date: '2011-01-01' }]);
    expect(contradicting.questions).toMatchObject([{ kind: 'contradiction' }]);
    const changed = await check([{ ...row, birth_date: '', joined_on: '2026-08-25' }]);
    expect(changed.changes).toMatchObject([{ field: 'joined_on', from: '2026-08-24', to: '2026-08-25' }]);
  });

  test('an import refuses a birth date after today, with its reason', async () => {
    const row = { full_name: 'زيد فهد صالح الأنس', birth_date: '21/11/2026' };
    expect((await check([row])).errors).toMatchObject([{ row: 1, field: 'birth_date' }]);
    expect((await check([{ ...row, birth_date: '20/11/2026' }])).errors).toEqual([]);
  });
});

describe('two records of one person', () => {
  test('a merge takes the chosen values of the file, and its undo gives both files back', async () => {
    const [own, other] = [newFile(), newFile()];
    const staying = await newStudent(server, undefined, { ...own, birth_date: null });
    const merged = await newStudent(server, undefined, other);
    const { body } = await call<MergePreview>('GET', `/students/${staying.id}/merge/${merged.id}`);
    const answer = await call('POST', `/students/${staying.id}/merge`, {
      merged_id: merged.id,
      version: body.staying.version,
      merged_version: body.merged.version,
      take: ['birth_date', 'health_note'],
      ...(body.enrolment && { enrolment: 'staying' }),
    });
    expect(answer.status, answer.text).toBe(200);
    expect(pick(await load(staying.id))).toEqual({
      ...own,
      birth_date: other.birth_date,
      health_note: other.health_note,
    });
    await undoLast();
    expect(pick(await load(staying.id))).toEqual({ ...own, birth_date: null });
    expect(pick(await load(merged.id))).toEqual(other);
  });

  test('agreeing names with one birth date are a pair, in any batch', async () => {
    const names = { first_name: 'ثامر', second_name: 'ماجد', last_name: 'الحربي' };
    const add = async (values: object) =>
      newStudent(server, (await newBatch(server)).id, { ...names, ...values });
    const student = await add({ birth_date: '2010-03-17' });
    const twin = await add({ birth_date: '2010-03-17' });
    await add({ birth_date: '2010-03-18' });
    await add({ birth_date: '2010-03-17', first_name: 'ناصر' });
    const filter = { student_row_id: student.id };
    const { body, text } = await call<DuplicatePair[]>('GET', '/students/duplicates', undefined, { filter });
    expect(body.map(({ second, reasons }) => [second.id, reasons])).toEqual([[twin.id, ['birth_date']]]);
    expect(text).not.toContain('health_note');
  });
});
