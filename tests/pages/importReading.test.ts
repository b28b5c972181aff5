import { strToU8, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importFields } from '../../contract/rules/importsFields';
import type { ImportType } from '../../contract/vocabulary';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import { courseworkSplit, notStoredFields } from '../../src/custom-pages/import/fields';
import type { SheetInfo } from '../../src/custom-pages/import/ImportWorker';
import type { CheckSummary } from '../../src/features/import/SheetWork';
import { matchFields } from '../../src/features/import/matching';
import { importWords } from '../../src/i18n/ar/import/importWords';

const sample = (name: string) => readFileSync(`tests/data/import/${name}`);

/** `Blob` of jsdom lacks these methods. */
const newFile = (bytes: Uint8Array | string, size?: number) => {
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return {
    size: size ?? content.length,
    arrayBuffer: () => Promise.resolve(Uint8Array.from(content).buffer),
  } as Blob;
};

async function openFile(bytes: Uint8Array | string, name = 'students.csv', size?: number) {
  const importWorker = new ImportWorker();
  return {
    importWorker,
    answer: await importWorker.open({ kind: 'file', file: newFile(bytes, size), name }),
  };
}

const problemOf = async (bytes: Uint8Array | string, name?: string, size?: number) => {
  const { answer } = await openFile(bytes, name, size);
  if ('problem' in answer) return answer.problem;
  const [first] = answer.sheets;
  return first && 'problem' in first ? first.problem : null;
};

const fieldsOf = (type: ImportType, header: readonly string[]) =>
  matchFields(
    header,
    importWords[type],
    importFields[type].map(({ name }) => name),
  );

function headerOf(sheet: SheetInfo | undefined): string[] {
  if (!sheet || 'problem' in sheet) throw new Error('the sheet cannot be read');
  return sheet.header;
}

async function checkFile(
  name: string,
  type: ImportType,
): Promise<{ importWorker: ImportWorker; summary: CheckSummary; fields: (string | null)[] }> {
  const { importWorker, answer } = await openFile(sample(name), name);
  if ('problem' in answer) throw new Error(answer.problem.kind);
  const fields = fieldsOf(type, headerOf(answer.sheets[0]));
  return { importWorker, fields, summary: importWorker.check({ sheet: 0, type, fields, corrections: [] }) };
}

test.each([
  ['programs.csv', 'programs', 5, 0],
  ['batches.csv', 'batches', 8, 0],
  ['subjects.csv', 'subjects', 24, 0],
  ['students.csv', 'students', 120, 0],
  ['students-english-headers.csv', 'students', 40, 0],
  ['students-windows1256.csv', 'students', 30, 0],
  ['students-messy.csv', 'students', 60, 9],
  ['grades.csv', 'grades', 360, 0],
  ['grades-coursework-final.csv', 'grades', 60, 3],
  ['workbook - برامج.csv', 'programs', 5, 0],
  ['workbook - دفعات.csv', 'batches', 8, 0],
  ['workbook - طلاب.csv', 'students', 120, 0],
  ['workbook - مواد.csv', 'subjects', 24, 0],
  ['workbook - درجات.csv', 'grades', 360, 0],
] as const)('%s is read completely, and its columns match their fields', async (name, type, rows, wrong) => {
  const { summary } = await checkFile(name, type);
  expect({ total: summary.total, wrong: summary.invalid }).toEqual({ total: rows, wrong });
  expect(summary.sample).toHaveLength(5);
});

test('a column that matches no field stays unmatched, and all others are found', async () => {
  const windows = await checkFile('students-windows1256.csv', 'students');
  expect(windows.fields).toEqual([
    null,
    'first_name',
    'second_name',
    'third_name',
    'last_name',
    'national_id',
    'phone',
    'email',
    'gender',
    'nationality',
    'program_name',
    'batch_name',
  ]);
  expect(windows.summary.sample[0]?.record['first_name']).toBe('طارق');
  const messy = await checkFile('students-messy.csv', 'students');
  expect(messy.fields.at(-1)).toBeNull();
  const coursework = await checkFile('grades-coursework-final.csv', 'grades');
  expect(coursework.fields).toEqual([
    'student_id',
    'student_name',
    'subject_code',
    'subject_name',
    'batch_name',
    'coursework',
    'final_exam',
    'total',
    'grade',
  ]);
});

test('invalid rows are listed with the first line of the row in the file', async () => {
  const { summary, importWorker } = await checkFile('students-messy.csv', 'students');
  expect(importWorker.wrongRows(0, 0, 20).map(({ line }) => line)).toEqual([
    14, 15, 16, 18, 19, 21, 22, 53, 61,
  ]);
  expect(summary.firstInvalidLine).toBe(14);
  expect(summary.problems[0]?.notes[0]?.message).toContain('10 أرقام');
  expect(importWorker.rowsToSend(0, [28, 29])).toMatchObject([
    { line: 31, record: {} },
    { line: 34, record: {} },
  ]);
});

test('stopping at the first error sends the rows before it, in order; otherwise repeated rows wait', async () => {
  const { importWorker } = await checkFile('students-messy.csv', 'students');
  const stopping = importWorker.plan(0, { kind: 'untilError' });
  expect(stopping).toMatchObject({ parallel: [], stopLine: 14, total: 60 });
  expect(stopping.sequential).toHaveLength(12);
  const good = importWorker.plan(0, { kind: 'validRows' });
  expect(good.skipped).toBe(9);
  // Line 24 has the national id of line 2, and line 25 has the number of line 3.
  expect(good.sequential).toEqual([22, 23]);
  expect(good.parallel).toHaveLength(49);
});

test('rows that the user took out are not sent, and the total does not count them', async () => {
  const { importWorker } = await checkFile('students-messy.csv', 'students');
  const all = importWorker.plan(0, { kind: 'validRows' });
  const some = importWorker.plan(0, { kind: 'validRows', leftOut: [0, 22] });
  expect(some.parallel).toEqual(all.parallel.filter((index) => index !== 0));
  expect(some.sequential).toEqual([23]);
  expect(some).toMatchObject({ total: 58, skipped: 9 });
  const stopping = importWorker.plan(0, { kind: 'untilError', leftOut: [0, 22] });
  expect(stopping).toMatchObject({ stopLine: 14, total: 58 });
  expect(stopping.sequential).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('columns that are read but not stored are listed', () => {
  const fields = ['student_id', 'subject_code', 'weighted_grade', 'attendance_days', 'test_grade'];
  expect(notStoredFields('grades', fields)).toEqual(['weighted_grade', 'attendance_days']);
});

test('a corrected row is checked again', async () => {
  const { importWorker } = await checkFile('students-messy.csv', 'students');
  const [wrong] = importWorker.wrongRows(0, 0, 1);
  const index = wrong?.index ?? -1;
  expect(importWorker.correct(0, index, { national_id: '12' }).notes).toHaveLength(1);
  expect(importWorker.correct(0, index, { national_id: '١٠٠٠٠٠٩٩٩٩' }).notes).toEqual([]);
  expect(importWorker.summary(0)).toMatchObject({ invalid: 8, firstInvalidLine: 15 });
  expect(importWorker.corrections(0)).toEqual([[index, { national_id: '١٠٠٠٠٠٩٩٩٩' }]]);
});

test('a coursework mark is shown with its distribution over the columns', async () => {
  const { summary } = await checkFile('grades-coursework-final.csv', 'grades');
  const split = courseworkSplit('grades', summary.sample[2]?.record ?? {});
  expect(Object.values(split).reduce((sum, mark) => sum + mark, 0)).toBe(37);
});

test('the five sheets of a workbook are read, with dates as days', async () => {
  const { importWorker, answer } = await openFile(sample('workbook.xlsx'), 'workbook.xlsx');
  if ('problem' in answer) throw new Error(answer.problem.kind);
  expect(answer.sheets.map((sheet) => [sheet.name, 'rows' in sheet && sheet.rows])).toEqual([
    ['طلاب', 120],
    ['مواد', 24],
    ['درجات', 360],
    ['برامج', 5],
    ['دفعات', 8],
  ]);
  const fields = fieldsOf('batches', headerOf(answer.sheets[4]));
  const { sample: rows } = importWorker.check({ sheet: 4, type: 'batches', fields, corrections: [] });
  expect(rows[0]?.record).toMatchObject({
    start_date: '2024-08-18',
    end_date: '2027-06-10',
    batch_number: '1',
  });
  expect(rows[0]?.line).toBe(2);
});

test('an unusable file shows the reason', async () => {
  expect(await problemOf(sample('empty.csv'))).toEqual({ kind: 'empty' });
  expect(await problemOf(sample('headers-only.csv'))).toEqual({ kind: 'empty' });
  expect(await problemOf(sample('not-a-csv.txt'), 'not-a-csv.txt')).toEqual({ kind: 'notCsv' });
  expect(await problemOf('a,b\n1,2', 'a.csv', 200 * 1_048_576)).toEqual({ kind: 'tooBig' });
  expect(await problemOf('a,b\n"1,2')).toEqual({ kind: 'openQuote', line: 2 });
  expect(await problemOf(Uint8Array.of(1, 2, 3, 4, 0, 5))).toEqual({ kind: 'encoding' });
  expect(await problemOf('no workbook', 'a.xlsx')).toEqual({ kind: 'unreadable' });
  const wide = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',');
  expect(await problemOf(`${wide}\n${wide}`)).toEqual({ kind: 'tooManyColumns', columns: 10_000 });
});

test('Arabic in another encoding is reported, and is never stored as garbage', async () => {
  // «الاسم» and «طالب» in ISO 8859-6.
  const bytes = Uint8Array.of(0xc7, 0xe4, 0xc7, 0xd3, 0xe5, 10, 0xd7, 0xc7, 0xe4, 0xc8, 10);
  expect(await problemOf(bytes)).toEqual({ kind: 'encoding' });
  const utf16 = Buffer.from('\uFEFFالاسم الأول\nعمر\n', 'utf16le');
  const { answer } = await openFile(new Uint8Array(utf16));
  expect('sheets' in answer && headerOf(answer.sheets[0])).toEqual(['الاسم الأول']);
});

test('damaged UTF-8 is reported, and is not read in another encoding', async () => {
  const text = new TextEncoder().encode('الاسم الأول,رقم الهوية\nمحمد عبد الله,1012345678\n');
  for (const damaged of [
    Uint8Array.of(...text, 0xd8, 10),
    text.filter((_, at) => at !== 30),
    text.subarray(1),
  ])
    expect(await problemOf(damaged)).toEqual({ kind: 'encoding' });
});

test('an extra quotation mark is reported, and never joins two rows', async () => {
  expect(await problemOf('a,b\n"x "y,2\n"c",3\nd,4\n')).toEqual({ kind: 'openQuote', line: 2 });
  const { answer } = await openFile('a,b\n"محمد "أبو أنس" علي",2\nd,4\n');
  expect(answer).toMatchObject({
    sheets: [
      {
        rows: 2,
        samples: [
          ['محمد "أبو أنس" علي', '2'],
          ['d', '4'],
        ],
      },
    ],
  });
});

test('a first line that sets the separator is parsed, is no row, and counts as a line of the file', async () => {
  for (const first of ['sep=;', 'SEP=;', '"sep=;"', '\uFEFFsep=;', 'sep=;;;']) {
    const { importWorker, answer } = await openFile(`${first}\r\nالاسم الأول;رقم الهوية\r\nعمر, سعد;12\r\n`);
    expect(answer, first).toMatchObject({
      sheets: [{ header: ['الاسم الأول', 'رقم الهوية'], rows: 1, samples: [['عمر, سعد', '12']] }],
    });
    const fields = ['first_name', 'national_id'];
    expect(importWorker.check({ sheet: 0, type: 'students', fields, corrections: [] }).firstInvalidLine).toBe(
      3,
    );
  }
  const { answer: tabs } = await openFile('sep=\t\na\tb;c;d\n1\t2;3;4\n');
  expect(tabs).toMatchObject({ sheets: [{ header: ['a', 'b;c;d'], samples: [['1', '2;3;4']] }] });
  // Any other first line is data.
  const { answer: other } = await openFile('sep=x,b\n1,2\n');
  expect(other).toMatchObject({ sheets: [{ header: ['sep=x', 'b'], rows: 1 }] });
});

test('a CSV whose first header starts like a ZIP file is read as CSV', async () => {
  const { answer } = await openFile('PK,name\n1,عمر\n');
  expect(answer).toMatchObject({ sheets: [{ header: ['PK', 'name'], rows: 1 }] });
});

test('a small workbook with a huge unpacked size is not unpacked', async () => {
  const sheet = new Uint8Array(170 * 1_048_576);
  const bomb = zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'),
    'xl/worksheets/sheet1.xml': [sheet, { level: 1 }],
  });
  expect(bomb.length).toBeLessThan(2_000_000);
  expect(await problemOf(bomb, 'bomb.xlsx')).toEqual({ kind: 'unpacksTooBig' });
});

test('a workbook of another program is read: prefixes, inline text, entities, gaps, formulas', async () => {
  const sheet = `<x:worksheet><x:sheetData>
    <x:row r="3"><x:c r="A3" t="inlineStr"><x:is><x:t>الاسم</x:t></x:is></x:c><x:c r="C3" t="str"><x:f>A1</x:f><x:v>x</x:v></x:c></x:row>
    <x:row r="5"><x:c r="A5" t="inlineStr"><x:is><x:r><x:t>أ &amp; </x:t></x:r><x:r><x:t>ب&#1577;_x000D_
_x005F_x0041_</x:t></x:r></x:is></x:c><x:c r="B5"/><x:c r="C5"><x:v>0.30000000000000004</x:v></x:c></x:row>
  </x:sheetData></x:worksheet>`;
  const { importWorker, answer } = await openFile(
    zipSync({
      'xl/workbook.xml': strToU8(
        '<x:workbook><x:sheets><x:sheet name="طلاب" r:id="r7"/></x:sheets></x:workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r7" Target="/xl/worksheets/one.xml"/></Relationships>',
      ),
      'xl/worksheets/one.xml': strToU8(sheet),
    }),
    'other.xlsx',
  );
  expect('sheets' in answer && headerOf(answer.sheets[0])).toEqual(['الاسم', '', 'x']);
  importWorker.check({ sheet: 0, type: 'students', fields: ['first_name', null, 'phone'], corrections: [] });
  expect(importWorker.rowsToSend(0, [0])).toEqual([
    { index: 0, line: 5, record: { first_name: 'أ & بة\r\n_x0041_', phone: '0.3' } },
  ]);
});

test('hostile headers and cells are treated as text', async () => {
  const { importWorker, answer } = await openFile('__proto__,الاسم الأول,constructor\n<script>,=أ1+1,{}\n');
  expect('sheets' in answer).toBe(true);
  const { sample: rows } = importWorker.check({
    sheet: 0,
    type: 'students',
    fields: fieldsOf('students', ['__proto__', 'الاسم الأول', 'constructor']),
    corrections: [],
  });
  expect(rows[0]?.record).toEqual({ first_name: '=أ1+1' });
});
