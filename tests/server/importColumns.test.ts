import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { ImportCheck } from '../../contract/imports';
import type { Student } from '../../contract/students/students';
import type { Subject } from '../../contract/subjects';
import type { ImportType } from '../../contract/vocabulary';
import { type Mapping, toSheetMapping } from '../../src/custom-pages/import/mapping';
import type { Catalogue } from '../../src/features/import/catalogue';
import { startTestApp, type TestApp } from '../support/app';
import { fieldFile, proposeForFile } from '../support/importColumns';
import { importAll } from '../support/importing';

let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({ isEmpty: true });
  await importAll(server, 'programs', [
    { code: 'QD', name: 'دبلوم القراءات العشر', levels: '4' },
    { code: 'FQH', name: 'دبلوم الفقه وأصوله', levels: '8' },
  ]);
  const batch = (name: string, program_name: string) => ({ name, program_name, batch_number: '1' });
  await importAll(server, 'batches', [
    batch('رواد القراءات', 'دبلوم القراءات العشر'),
    batch('فوج القراءات الثاني', 'دبلوم القراءات العشر'),
    batch('كوكبة الفقه', 'دبلوم الفقه وأصوله'),
  ]);
});
afterEach(() => server.close());

const list = async <R>(resource: string) =>
  (await server.call<R[]>('GET', `/${resource}`, { as: 'admin' })).body;
const loadCatalogue = async (): Promise<Catalogue> => ({
  batches: await list<Batch>('batches'),
  subjects: await list<Subject>('subjects'),
});

const checkImport = async (type: ImportType, body: object) =>
  (await server.call<ImportCheck>('POST', `/${type}/import/check`, { as: 'admin', body })).body;

/** Proposes the mapping with the real server, lets the user change it, and imports all valid rows. */
async function importField(
  type: ImportType,
  csv: string,
  change = (mapping: Mapping, _header: readonly string[]): Mapping => mapping,
) {
  const proposed = await proposeForFile(type, csv, {
    catalogue: await loadCatalogue(),
    api: { checkImport },
  });
  const mapping = change(proposed.mapping, proposed.sheet.header);
  proposed.worker.check({ ...toSheetMapping(type, mapping), corrections: [] });
  const rows = proposed.worker.rowsToSend(0, proposed.worker.validIndexes(0));
  const totals = await importAll(
    server,
    type,
    rows.map(({ record }) => record),
  );
  return { mapping, totals };
}

const asNumber = (mapping: Mapping): Mapping => ({
  ...mapping,
  fields: mapping.fields.map((field, column) => (column === 0 ? 'student_id' : field)),
});

test('the serials of two classes leave the students of the first class alone', async () => {
  const first = await importField('students', fieldFile('serials-a'));
  expect(first.totals).toMatchObject({ imported: 6, updated: 0, failed: 0 });
  const before = await list<Student>('students');
  const second = await importField('students', fieldFile('serials-b'));
  expect(second.totals).toMatchObject({ imported: 6, updated: 0, failed: 0 });
  const after = await list<Student>('students');
  expect(after).toHaveLength(12);
  expect(after).toEqual(expect.arrayContaining(before));
});

test('numbers 1, 2, 3 … that are stored with the same names find their students again', async () => {
  await importField('students', fieldFile('serials-a'), asNumber);
  const again = await importField('students', fieldFile('serials-a'));
  expect(again.mapping.fields[0]).toBe('student_id');
  expect(again.totals).toMatchObject({ imported: 0, updated: 6 });
  // The numbers of the other class are stored too, but its names do not agree.
  const other = await importField('students', fieldFile('serials-b'));
  expect(other.mapping.fields[0]).toBeNull();
  expect(other.totals).toMatchObject({ imported: 6, updated: 0 });
});

test('ten digits that are stored academic numbers are no national id', async () => {
  const csv = fieldFile('ids-as-number');
  await importField('students', csv, (mapping) => ({ ...asNumber(mapping) }));
  expect((await list<Student>('students')).map(({ national_id }) => national_id)).toEqual(
    Array.from({ length: 6 }, () => null),
  );
  const again = await importField('students', csv);
  expect(again.mapping.fields[0]).toBe('student_id');
  expect(again.totals).toMatchObject({ imported: 0, updated: 6 });
});

test('girls without a column for gender and batch get both from the title of the file', async () => {
  await importAll(server, 'batches', [
    { name: 'طالبات الحديث', program_name: 'دبلوم القراءات العشر', batch_number: '3' },
  ]);
  const csv = fieldFile('girls-title');
  const setSection = async (section: 'boys' | 'girls') => {
    const batch = (await list<Batch>('batches')).find(({ batch_name }) => batch_name === 'طالبات الحديث');
    await server.call('PUT', `/batches/${batch?.id}`, { as: 'admin', body: { section } });
  };
  await setSection('boys');
  const contradicted = await proposeForFile('students', csv, { catalogue: await loadCatalogue() });
  expect(contradicted.mapping.values).toEqual({ batch_name: 'طالبات الحديث' });
  await setSection('girls');
  const { totals, mapping } = await importField('students', csv);
  expect(mapping.sources).toEqual({ batch_name: 'title', gender: 'batch' });
  expect(totals).toMatchObject({ imported: 6, failed: 0 });
  for (const student of await list<Student>('students'))
    expect(student).toMatchObject({ batch_name: 'طالبات الحديث', gender: 'أنثى' });
});

test('columns of subjects are stored as marks of each student', async () => {
  const subjects = [
    ['FQH101', 'الفقه'],
    ['FQH102', 'أصول الفقه'],
    ['FQH103', 'القواعد الفقهية'],
  ].map(([code, name]) => ({ code, name, hours: '2', batch_name: 'كوكبة الفقه' }));
  expect(await importAll(server, 'subjects', subjects)).toMatchObject({ imported: 3 });
  const students = fieldFile('subjects').replaceAll('اسم الطالب', 'الاسم الكامل');
  await importField('students', students, (mapping) => ({
    ...mapping,
    values: { batch_name: 'كوكبة الفقه' },
  }));
  const { totals } = await importField('grades', fieldFile('subjects'), (mapping) => ({
    ...mapping,
    markField: 'test_grade',
  }));
  expect(totals).toMatchObject({ imported: 17, failed: 0 });
  const stored = await server.data.read
    .selectFrom('grades')
    .innerJoin('students', 'students.id', 'student_row_id')
    .innerJoin('subjects', 'subjects.id', 'subject_id')
    .select(['student_id', 'base_subject_code', 'test', 'participation'])
    .where('student_id', 'in', ['14460002', '14460003'])
    .orderBy('student_id')
    .orderBy('base_subject_code')
    .execute();
  expect(stored.map((row) => [row.student_id, row.base_subject_code, row.test, row.participation])).toEqual([
    ['14460002', 'FQH101', 41, null],
    ['14460002', 'FQH102', 44.5, null],
    ['14460002', 'FQH103', 31, null],
    ['14460003', 'FQH101', 42, null],
    ['14460003', 'FQH103', 32, null],
  ]);
});
