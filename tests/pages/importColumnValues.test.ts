import { beforeEach, describe, expect, test } from 'vitest';
import type { ImportCheck } from '../../contract/imports';
import type { ImportType } from '../../contract/vocabulary';
import { columnNotes } from '../../src/custom-pages/import/columnRules';
import { unfilledFields } from '../../src/custom-pages/import/fields';
import { sentValues } from '../../src/custom-pages/import/fileValues';
import {
  changeField,
  changeValues,
  findBatchProblem,
  toSheetMapping,
} from '../../src/custom-pages/import/mapping';
import type { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import { isSerial } from '../../src/features/import/columns';
import { buildPart } from '../../src/features/import/importRecord';
import { rememberFields } from '../../src/features/import/matching';
import { recordFields } from '../../src/features/import/subjectColumns';
import { catalogue, fieldFile, noChecks, proposeForFile } from '../support/importColumns';

beforeEach(() => localStorage.clear());

const readWrongFile = (worker: ImportWorker) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsText(worker.wrongFile(0, { line: 'السطر', reason: 'سبب الرفض' }));
  });

const notesOf = ({ mapping, sheet }: Awaited<ReturnType<typeof proposeForFile>>, type: ImportType) =>
  columnNotes(type, sheet.header, mapping.fields, mapping.columns);

describe('a column is judged by the values of all rows', () => {
  test.each<[file: string, fields: (string | null)[], notes: Record<number, string>]>([
    ['serials-a', [null, 'full_name', 'phone', 'batch_name'], { 0: 'serial' }],
    ['serial-sign', [null, 'full_name', 'national_id', 'batch_name'], { 0: 'serial' }],
    ['serial-and-number', [null, 'student_id', 'full_name', 'batch_name'], { 0: 'serial' }],
    ['ids-unknown-head', ['national_id', 'full_name', null, 'guardian_phone'], { 0: 'nationalIds' }],
    ['ids-as-number', ['national_id', 'full_name', null, null], { 0: 'nationalIds' }],
    ['parent-heads', ['first_name', 'father_phone', null, null, null, 'second_name'], {}],
    ['parent-groups', ['guardian_name', 'guardian_phone', 'full_name', 'phone', 'national_id'], {}],
    ['girls-title', [null, 'full_name', 'national_id'], { 0: 'serial' }],
  ])('%s', async (file, fields, notes) => {
    const proposed = await proposeForFile('students', fieldFile(file));
    expect(proposed.mapping.fields).toEqual(fields);
    expect(notesOf(proposed, 'students')).toEqual(fields.map((_, column) => notes[column] ?? null));
  });

  test('below group heads, only the groups of other persons hide a head', async () => {
    const csv = [
      'البيانات الشخصية,,,الأب,,جهة الطوارئ,',
      'الاسم,الجوال,الهوية,الاسم,الجوال,الاسم,الجوال',
      'عمر,0500032001,1000032001,سعد,0500032061,خالد,0500032062',
    ].join('\n');
    const { mapping } = await proposeForFile('students', csv);
    expect(mapping.fields).toEqual([
      'first_name',
      'phone',
      'national_id',
      'second_name',
      'father_phone',
      null,
      null,
    ]);
    const withoutParents = csv.replace('الأب', '').replace('جهة الطوارئ', '');
    expect((await proposeForFile('students', withoutParents)).mapping.hasGroupHeads).toBe(false);
  });

  test('of a learning platform: its own id is no student number', async () => {
    const proposed = await proposeForFile('grades', fieldFile('canvas'));
    expect(proposed.mapping.fields.slice(0, 5)).toEqual([
      'student_name',
      null,
      'student_id',
      null,
      'batch_name',
    ]);
    expect(notesOf(proposed, 'grades')[1]).toBe('platformId');
    const alone = await proposeForFile('students', 'ID,Name\n14460001,عمر سعد الأنس\n');
    expect(alone.mapping.fields[0]).toBe('student_id');
  });

  test('in another country ten digits are no national id', async () => {
    const { mapping } = await proposeForFile('students', fieldFile('ids-unknown-head'), { country: 'EG' });
    expect(mapping.fields[0]).toBe('student_id');
  });

  test.each<[string, string, boolean]>([
    ['الرقم', '1000032009', true],
    ['وثيقة الطالب', '1000032009', true],
    ['الرقم', '0500032009', true],
    ['رقم حساب البنك', '1000032009', false],
    ['فاكس', '1000032009', false],
    ['هوية الوالد', '1000032009', false],
  ])('ten digits in nine of ten rows below «%s», and %s: a national id is %s', async (head, last, isId) => {
    const rows = Array.from({ length: 9 }, (_, index) => `عمر سعد الأنس,100003200${index}`);
    const csv = ['الاسم,' + head, ...rows, `عمر سعد الأنس,${last}`].join('\n');
    expect((await proposeForFile('students', csv)).mapping.fields[1]).toBe(isId ? 'national_id' : null);
  });

  test('ten digits in eight of ten rows are no national id', async () => {
    const rows = Array.from(
      { length: 10 },
      (_, index) => `عمر سعد الأنس,${index < 8 ? 1 : 3}00003200${index}`,
    );
    const { mapping } = await proposeForFile('students', ['الاسم,وثيقة الطالب', ...rows].join('\n'));
    expect(mapping.fields[1]).toBeNull();
  });

  test('numbers of the year are no serial, and a class can count from 1 again', () => {
    const count = (length: number, first = 1) => Array.from({ length }, (_, index) => String(first + index));
    expect(isSerial(count(8))).toBe(true);
    expect(isSerial(count(8).toReversed())).toBe(true);
    expect(isSerial([...count(8), ...count(8)])).toBe(true);
    expect(isSerial(['١', '٢', '٣', '4.0', 'المجموع'])).toBe(true);
    expect(isSerial([...count(20), '25', '26'])).toBe(true);
    expect(isSerial(count(8, 14_460_001))).toBe(false);
    expect(isSerial(count(8, 101))).toBe(false);
    expect(isSerial(['1', '1', '1', '2'])).toBe(false);
    expect(isSerial([])).toBe(false);
  });
});

describe('a serial', () => {
  /** A server that has all numbers; the first `agreeing` names are equal to the stored ones. */
  const answerWith =
    (agreeing: number) =>
    async (_type: ImportType, { data }: { data: object[] }): Promise<ImportCheck> => ({
      ...noChecks,
      updated: data.length,
      changes: data.slice(agreeing).map((_, index) => ({
        row: agreeing + index + 1,
        record: 'x',
        field: 'full_name',
        from: 'حسن وليد أنس السالم',
        to: 'سعد عمر مازن العامر',
      })),
    });

  test.each([
    [6, 'student_id'],
    [4, 'student_id'],
    [3, null],
    [0, null],
  ])('is a number if most stored names agree: %i of 6 do', async (agreeing, field) => {
    const checkImport = answerWith(agreeing);
    const { mapping } = await proposeForFile('students', fieldFile('serials-a'), { api: { checkImport } });
    expect(mapping.fields[0]).toBe(field);
  });

  test('in a file of marks is judged by the names of the students', async () => {
    const csv = fieldFile('serials-a').replace('الجوال', 'رمز المادة');
    const { mapping } = await proposeForFile('grades', csv, { api: { checkImport: answerWith(6) } });
    expect(mapping.fields).toEqual(['student_id', 'student_name', 'subject_code', 'batch_name']);
    const { mapping: other } = await proposeForFile('grades', csv, { api: { checkImport: answerWith(0) } });
    expect(other.fields[0]).toBeNull();
  });

  test('stays out if the server cannot answer', async () => {
    const checkImport = () => Promise.reject(new Error('offline'));
    const { mapping } = await proposeForFile('students', fieldFile('serials-a'), { api: { checkImport } });
    expect(mapping.fields[0]).toBeNull();
  });

  test('stays out although the user once mapped this header to the number', async () => {
    const header = ['رقم الطالب', 'اسم الطالب', 'الجوال', 'اسم الدفعة'];
    rememberFields(1, 'students', header, ['student_id', 'full_name', null, 'batch_name']);
    const proposed = await proposeForFile('students', fieldFile('serials-b'));
    expect(proposed.mapping).toMatchObject({
      isRemembered: true,
      fields: [null, 'full_name', null, 'batch_name'],
    });
    const chosen = changeField('students', header, proposed.mapping, 0, 'student_id');
    expect(columnNotes('students', header, chosen.fields, chosen.columns)[0]).toBe('serialNumbers');
  });

  test('a national id column with stored academic numbers is the number', async () => {
    const checkImport = answerWith(6);
    const { mapping } = await proposeForFile('students', fieldFile('ids-as-number'), {
      api: { checkImport },
    });
    expect(mapping.fields[0]).toBe('student_id');
  });
});

describe('a value for the whole file', () => {
  test('the title proposes batch and gender, each record has them, and the preview does not ask', async () => {
    const { mapping, worker } = await proposeForFile('students', fieldFile('girls-title'));
    expect(mapping).toMatchObject({
      headerAt: 2,
      values: { batch_name: 'طالبات الحديث', gender: 'أنثى' },
      sources: { batch_name: 'title', gender: 'batch' },
    });
    const use = { ...toSheetMapping('students', mapping), corrections: [] };
    expect(worker.check(use)).toMatchObject({ total: 6, invalid: 0 });
    const records = worker.rowsToSend(0, [0, 5]).map(({ record }) => record);
    for (const record of records)
      expect(record).toMatchObject({ batch_name: 'طالبات الحديث', gender: 'أنثى' });
    const unfilled = unfilledFields('students', recordFields(use.fields, use.values)).map(
      ({ field }) => field,
    );
    expect(unfilled).toEqual(['nationality']);
    expect(unfilledFields('students', mapping.fields).map(({ field }) => field)).toContain('gender');
  });

  test.each([
    ['file', { name: 'كشف رواد القراءات 1447.csv' }, 'رواد القراءات'],
    ['sheet', { sheetName: 'فوج_القراءات-الثاني' }, 'فوج القراءات الثاني'],
  ] as const)('is proposed from the name of the %s', async (source, options, batch_name) => {
    const { mapping } = await proposeForFile('students', 'الاسم\nعمر سعد الأنس\n', options);
    expect(mapping).toMatchObject({ values: { batch_name, gender: 'ذكر' }, sources: { batch_name: source } });
  });

  test.each<[string, Parameters<typeof proposeForFile>[2]]>([
    ['two names', { name: 'رواد القراءات وفوج القراءات الثاني.csv', sheetName: 'كوكبة الفقه' }],
    ['a part of a name', { name: 'القراءات.csv' }],
    [
      'a name of two batches',
      {
        name: 'رواد القراءات.csv',
        catalogue: {
          ...catalogue,
          batches: catalogue.batches.flatMap((batch) => [batch, { ...batch, id: batch.id + 20 }]),
        },
      },
    ],
  ])('is not proposed from %s', async (_case, options) => {
    const { mapping } = await proposeForFile('students', 'الاسم\nعمر سعد الأنس\n', options);
    expect(mapping.values).toEqual({});
  });

  test('a mixed batch tells nothing about the gender', async () => {
    const batches = catalogue.batches.map((batch) => ({ ...batch, section: 'mixed' as const }));
    const options = { name: 'رواد القراءات.csv', catalogue: { ...catalogue, batches } };
    const { mapping } = await proposeForFile('students', 'الاسم\nعمر سعد الأنس\n', options);
    expect(mapping.values).toEqual({ batch_name: 'رواد القراءات' });
  });

  test('a column wins over a value, and an empty cell takes the value', async () => {
    const csv = 'الاسم,الجنس\nعمر سعد الأنس,ذكر\nسارة سعد الأنس,\n';
    const { mapping, worker } = await proposeForFile('students', csv);
    const valued = { ...mapping, values: { gender: 'أنثى', nationality: 'مصري' } };
    expect(sentValues('students', valued.fields, valued.values)).toEqual({ nationality: 'مصري' });
    const use = { ...toSheetMapping('students', valued), values: valued.values, corrections: [] };
    worker.check(use);
    expect(worker.rowsToSend(0, [0, 1]).map(({ record }) => record['gender'])).toEqual(['ذكر', 'أنثى']);
    worker.correct(0, 0, { nationality: 'سوداني' });
    expect(worker.rowsToSend(0, [0])[0]?.record['nationality']).toBe('سوداني');
  });

  test('a circle is sent only with its batch, and a programme only without a batch', () => {
    const values = {
      batch_name: 'رواد القراءات',
      program_name: 'القراءات',
      circle_name: 'حلقة نافع',
      circle_subject_code: 'QRN101-1',
    };
    const { program_name: _, ...withBatch } = values;
    expect(sentValues('students', ['full_name'], values)).toEqual(withBatch);
    expect(sentValues('students', ['full_name'], { ...values, batch_name: '' })).toEqual({
      program_name: 'القراءات',
    });
    expect(sentValues('students', ['full_name', 'batch_name'], values)).toEqual({});
  });

  test('refused rows are downloaded with the value, so that the corrected file has it', async () => {
    const { mapping, worker } = await proposeForFile('students', 'الاسم,الهوية\nعمر سعد الأنس,12\n');
    const valued = { ...mapping, values: { batch_name: 'رواد القراءات' } };
    expect(worker.check({ ...toSheetMapping('students', valued), corrections: [] }).invalid).toBe(1);
    const text = await readWrongFile(worker);
    expect(text).toContain('الاسم,الهوية,الدفعة,السطر');
    expect(text).toContain('عمر سعد الأنس,12,رواد القراءات,2');
  });
});

describe('columns of subjects', () => {
  test('become marks, and total and rank are left out', async () => {
    const proposed = await proposeForFile('grades', fieldFile('subjects'));
    const { mapping, worker } = proposed;
    expect(mapping.values).toEqual({ batch_name: 'كوكبة الفقه' });
    expect(mapping.fields).toEqual([
      null,
      'student_id',
      'student_name',
      '@FQH101',
      '@FQH102',
      '@FQH103',
      null,
      null,
    ]);
    expect(notesOf(proposed, 'grades')).toEqual([
      'serial',
      null,
      null,
      null,
      null,
      null,
      'computed',
      'computed',
    ]);
    const use = toSheetMapping('grades', { ...mapping, markField: 'test_grade' });
    expect(use.fields).toContain('test_grade@FQH101');
    // A student without a mark in one subject has no record for it.
    expect(worker.check({ ...use, corrections: [] })).toMatchObject({ total: 17, invalid: 0 });
    expect(worker.rowsToSend(0, [0, 1, 7])).toEqual([
      {
        index: 0,
        line: 3,
        record: {
          batch_name: 'كوكبة الفقه',
          student_id: '14460001',
          student_name: 'رائد وليد معاذ الجابر',
          subject_code: 'FQH101',
          test_grade: '40',
        },
      },
      expect.objectContaining({ line: 3, record: expect.objectContaining({ test_grade: '45.5' }) }),
      expect.objectContaining({ line: 5, record: expect.objectContaining({ subject_code: 'FQH103' }) }),
    ]);
    expect(recordFields(use.fields, use.values)).toEqual([
      'student_id',
      'student_name',
      'subject_code',
      'test_grade',
      'batch_name',
    ]);
  });

  test('with heads in two lines have the marks of the second line', async () => {
    const { mapping, sheet, worker } = await proposeForFile('grades', fieldFile('subjects-two-lines'));
    expect(mapping).toMatchObject({ headerAt: 2, hasGroupHeads: true });
    expect(findBatchProblem('grades', sheet.header, mapping)).toBe('missing');
    const chosen = changeValues('grades', sheet.header, mapping, { batch_name: 'كوكبة الفقه' });
    expect(findBatchProblem('grades', sheet.header, chosen)).toBeNull();
    expect(chosen.fields).toEqual([
      'student_id',
      'student_name',
      'coursework@FQH101',
      'final_exam@FQH101',
      'coursework@FQH102',
      'final_exam@FQH102',
      null,
    ]);
    expect(worker.check({ ...toSheetMapping('grades', chosen), corrections: [] })).toMatchObject({
      total: 12,
      invalid: 0,
    });
    expect(worker.rowsToSend(0, [1])[0]).toMatchObject({
      line: 4,
      record: { subject_code: 'FQH102', coursework: '42', final_exam: '43.0' },
    });
    // Another batch does not have these subjects.
    const other = changeValues('grades', sheet.header, chosen, { batch_name: 'طالبات الحديث' });
    expect(other.fields.filter((field) => field?.includes('@'))).toEqual([]);
  });

  test('of several batches are known by the cells of the batch column', async () => {
    const csv = 'الاسم,الدفعة,الفقه,المعدل\nعمر سعد الأنس,كوكبة الفقه,40,90\n';
    const { mapping } = await proposeForFile('grades', csv);
    expect(mapping.fields).toEqual(['student_name', 'batch_name', '@FQH101', null]);
  });

  test('need a stored batch in the batch column', async () => {
    const csv = 'الاسم,الدفعة,الفقه\nعمر سعد الأنس,دفعة أخرى,40\n';
    const { mapping, sheet } = await proposeForFile('grades', csv);
    expect(mapping.fields).toEqual(['student_name', 'batch_name', null]);
    expect(findBatchProblem('grades', sheet.header, mapping)).toBe('unknown');
    // A file of students is no file of marks.
    expect(findBatchProblem('students', sheet.header, mapping)).toBeNull();
  });

  test.each(['الفقه', 'مادة الفقه', 'درجة الفقه (100)', 'الفقه من 50', 'الفقه/100', 'fqh101', 'FQH101-5'])(
    'can have the header «%s»',
    async (head) => {
      const csv = `الاسم,الدفعة,${head}\nعمر سعد الأنس,كوكبة الفقه,40\n`;
      expect((await proposeForFile('grades', csv)).mapping.fields[2]).toBe('@FQH101');
    },
  );

  test.each(['فقه اللغة', 'الفقه - ملاحظات', 'الفقه وأصول الفقه', 'جوال الفقه'])(
    'do not have the header «%s»',
    async (head) => {
      const csv = `الاسم,الدفعة,${head}\nعمر سعد الأنس,كوكبة الفقه,40\n`;
      expect((await proposeForFile('grades', csv)).mapping.fields[2]).toBeNull();
    },
  );

  test('are downloaded with a column for the subject if they are refused', async () => {
    const csv = fieldFile('subjects').replace('45.5', '145.5');
    const { mapping, worker } = await proposeForFile('grades', csv);
    const use = toSheetMapping('grades', { ...mapping, markField: 'test_grade' });
    expect(worker.check({ ...use, corrections: [] })).toMatchObject({ total: 17, invalid: 1 });
    const corrected = (await readWrongFile(worker)).replace('145.5', '44.5');
    const again = await proposeForFile('grades', corrected);
    const { fields } = again.mapping;
    expect(fields.filter((field) => field !== null)).toEqual([
      'student_id',
      'student_name',
      'subject_code',
      'test_grade',
      'batch_name',
    ]);
    again.worker.check({ ...toSheetMapping('grades', again.mapping), corrections: [] });
    expect(again.worker.rowsToSend(0, [0])[0]?.record).toMatchObject({
      batch_name: 'كوكبة الفقه',
      student_id: '14460001',
      subject_code: 'FQH102',
      test_grade: '44.5',
    });
  });

  test('give the same records to an import that is resumed', async () => {
    const csv = fieldFile('subjects-two-lines');
    const { mapping, sheet, worker } = await proposeForFile('grades', csv);
    const chosen = changeValues('grades', sheet.header, mapping, { batch_name: 'كوكبة الفقه' });
    worker.check({ ...toSheetMapping('grades', chosen), corrections: [] });
    worker.correct(0, 2, { coursework: '39' });
    const corrections = worker.corrections(0);
    const plan = worker.plan(0, { kind: 'validRows' });
    const part = buildPart({ ...toSheetMapping('grades', chosen), corrections }, null, plan);
    // The device stores the part, and another page reads the file again.
    const stored = JSON.parse(JSON.stringify(part)) as typeof part;
    const { worker: resumed } = await proposeForFile('grades', csv);
    resumed.check(stored);
    const indexes = [...stored.side, ...stored.turn];
    expect(indexes).toHaveLength(12);
    expect(resumed.rowsToSend(0, indexes)).toEqual(worker.rowsToSend(0, indexes));
    expect(resumed.rowsToSend(0, [2])[0]?.record).toMatchObject({ coursework: '39', subject_code: 'FQH101' });
  });

  test('a file with a column for the subject has no columns of subjects', async () => {
    const csv = 'الاسم,المادة,الدفعة,الاختبار,المجموع\nعمر سعد الأنس,الفقه,كوكبة الفقه,40,90\n';
    const { mapping } = await proposeForFile('grades', csv);
    expect(mapping.fields).toEqual(['student_name', 'subject_name', 'batch_name', 'test_grade', 'total']);
  });

  test('are not remembered, because the same header can belong to another batch', async () => {
    const { mapping, sheet } = await proposeForFile('grades', fieldFile('subjects'));
    rememberFields(1, 'grades', sheet.header, mapping.fields);
    const again = await proposeForFile('grades', fieldFile('subjects'));
    expect(again.mapping.isRemembered).toBe(true);
    expect(again.mapping.fields).toEqual(mapping.fields);
    const ofOther = fieldFile('subjects').replace('كوكبة الفقه', 'طالبات الحديث');
    const { fields } = (await proposeForFile('grades', ofOther)).mapping;
    expect(fields.slice(3, 6)).toEqual([null, null, null]);
  });
});
