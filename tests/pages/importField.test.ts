import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ImportType } from '../../contract/vocabulary';
import { detectSheetTypes } from '../../src/custom-pages/import/fields';
import { lineKinds, type LineKind } from '../../src/features/import/LineReview';
import { fieldFiles } from '../support/fieldFiles';
import { fieldFolder as folder, type FieldImport, openField, sentRows } from '../support/fieldImport';

const sentValues = (opened: FieldImport, ...fields: string[]): Record<number, string> =>
  Object.fromEntries(
    Object.entries(sentRows(opened)).map(([line, record]) => [
      line,
      fields.map((field) => record[field] ?? '').join(' | '),
    ]),
  );

const linesOf = ({ importWorker, sheet }: FieldImport, kind: LineKind) =>
  importWorker.reviewedLines(sheet, kind, 0, 100).map(({ line }) => line);
const reviewed = (opened: FieldImport) =>
  Object.fromEntries(
    lineKinds.map((kind) => [kind, linesOf(opened, kind)] as const).filter(([, lines]) => lines.length > 0),
  );
const refused = ({ importWorker, sheet }: FieldImport) =>
  Object.fromEntries(
    importWorker.wrongRows(sheet, 0, 100).map(({ line, notes }) => [line, notes[0]?.message ?? '']),
  );

const [batchA, batchB] = ['رواد القراءات', 'فوج القراءات الثاني'];

test('the files of the folder are those of the script', () => {
  if (process.env['WRITE_FIELD_FILES'] === '1') {
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of Object.entries(fieldFiles)) writeFileSync(`${folder}/${name}`, bytes);
  }
  const names = new Set(readdirSync(folder));
  for (const [name, bytes] of Object.entries(fieldFiles)) {
    expect([...names]).toContain(name);
    expect(readFileSync(`${folder}/${name}`).equals(bytes), name).toBe(true);
  }
});

const listed: [name: string, type: ImportType, review: object, lines: number[]][] = [
  ['footer-rows.csv', 'students', { nonRecord: [8, 9, 10, 11] }, [2, 3, 4, 5, 6]],
  ['hidden-rows.xlsx', 'students', { hidden: [4, 7, 8] }, [2, 3, 5, 6, 9]],
  ['merged-classes.xlsx', 'students', {}, [2, 3, 4, 5, 6, 7, 8]],
  ['names-only.csv', 'students', {}, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ['error-cells.xlsx', 'students', {}, [2, 4, 5, 6, 7]],
  ['base-cohorts.csv', 'batches', {}, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ['base-programmes.csv', 'programs', {}, [2, 3, 4, 5, 6, 7]],
  [
    'around-the-list.csv',
    'students',
    { nonRecord: [4, 7, 8, 9, 10, 11, 12, 13, 14, 15], nameOnly: [6] },
    [2, 3, 5, 6],
  ],
  ['repeated-people.csv', 'students', { repeated: [4, 5] }, [2, 3, 4, 5, 6]],
  ['hidden-first-sheet.xlsx', 'students', { hidden: [3] }, [2]],
  ['percent-marks.xlsx', 'grades', { nonRecord: [8] }, [2, 3, 4, 5, 6]],
  ['merged-title.xlsx', 'students', {}, [3, 4]],
  ['short-names.csv', 'students', { nonRecord: [6], nameOnly: [3] }, [2, 3, 4, 5]],
  ['percent-footer.csv', 'grades', { nonRecord: [3, 4] }, [2]],
  ['hidden-total.xlsx', 'students', { nonRecord: [4], hidden: [3] }, [2]],
];

test.each(listed)('%s tells its lines, and sends the records', async (name, type, review, lines) => {
  const opened = await openField(name, type);
  expect(reviewed(opened)).toEqual(review);
  expect(Object.keys(sentRows(opened)).map(Number)).toEqual(lines);
  expect(opened.importWorker.validIndexes(opened.sheet)).toHaveLength(lines.length);
  expect(opened.summary.total - opened.summary.invalid).toBe(lines.length);
});

test('merged cells fill batch and programme downwards, but no name and no phone', async () => {
  const classes = await openField('merged-classes.xlsx', 'students');
  expect(Object.values(sentValues(classes, 'batch_name'))).toEqual([
    ...Array.from({ length: 4 }, () => batchA),
    ...Array.from({ length: 3 }, () => batchB),
  ]);
  expect(classes.summary.columns).toEqual({ mergedRows: 5, blanks: [], monthFirst: [] });
  const groups = await openField('merged-groups.xlsx', 'students');
  const programme = 'دبلوم القراءات العشر';
  expect(sentValues(groups, 'program_name', 'batch_name', 'phone')).toEqual({
    2: `${programme} | ${batchA} | 0500041001`,
    3: `${programme} | ${batchA} | `,
    5: `${programme} | ${batchB} | 0500041004`,
    6: `${programme} | ${batchB} | 0500041005`,
    7: ' |  | 0500041006',
  });
  expect(Object.keys(refused(groups))).toEqual(['4']);
  const title = await openField('merged-title.xlsx', 'students');
  expect(sentValues(title, 'batch_name')).toEqual({ 3: '', 4: batchA });
});

test('empty cells under a batch are filled only after the user chooses so', async () => {
  const opened = await openField('blank-batches.csv', 'students');
  const { importWorker, sheet, summary } = opened;
  expect(summary.columns.blanks).toEqual([{ field: 'batch_name', count: 2, isFilled: false }]);
  expect(sentValues(opened, 'batch_name')).toEqual({ 2: batchA, 3: '', 5: batchB, 6: '' });
  importWorker.fillBlanks(sheet, 'batch_name', true);
  expect(sentValues(opened, 'batch_name')).toEqual({ 2: batchA, 3: batchA, 5: batchB, 6: batchB });
  expect(importWorker.plan(sheet, { kind: 'validRows' }).filledBlanks).toEqual(['batch_name']);
  importWorker.fillBlanks(sheet, 'batch_name', false);
  expect(sentValues(opened, 'batch_name')[3]).toBe('');
});

test('hidden rows are taken in all at once or singly, and a choice is in the plan and the counts', async () => {
  const opened = await openField('hidden-rows.xlsx', 'students');
  const { importWorker, sheet, summary } = opened;
  expect(summary).toMatchObject({ total: 5, lines: { hidden: { count: 3, included: 0 } } });
  expect(importWorker.plan(sheet, { kind: 'validRows' })).toMatchObject({ total: 5, leftOut: [2, 5, 6] });
  importWorker.includeLines(sheet, { indexes: [2] }, true);
  expect(importWorker.summary(sheet)).toMatchObject({ total: 6, lines: { hidden: { included: 1 } } });
  expect(importWorker.plan(sheet, { kind: 'untilError' }).leftOut).toEqual([5, 6]);
  importWorker.includeLines(sheet, { kind: 'hidden' }, true);
  expect(importWorker.summary(sheet).total).toBe(8);
  importWorker.includeLines(sheet, { kind: 'hidden' }, false);
  expect(Object.keys(sentRows(opened)).map(Number)).toEqual([2, 3, 5, 6, 9]);
});

test('choices stay if the user returns to the columns, and an interrupted import reads them again', async () => {
  const opened = await openField('hidden-rows.xlsx', 'students');
  const { importWorker, sheet } = opened;
  const fields = ['full_name', 'national_id', null, 'batch_name', null];
  const mapping = { sheet, type: 'students' as const, fields, corrections: [] };
  importWorker.check(mapping);
  importWorker.includeLines(sheet, { indexes: [2] }, true);
  expect(importWorker.check(mapping).total).toBe(6);
  // Other columns are another reading, so the kinds decide again.
  expect(importWorker.check({ ...mapping, fields: ['full_name', 'national_id'] }).total).toBe(5);
  const resumed = await openField('hidden-rows.xlsx', 'students');
  expect(resumed.importWorker.check({ ...mapping, leftOut: [0, 5, 6] })).toMatchObject({
    total: 5,
    lines: { hidden: { count: 3, included: 1 } },
  });
});

test('repeated people are told with the line of the first, by number, or by name and batch', async () => {
  const { importWorker, sheet } = await openField('repeated-people.csv', 'students');
  const lines = importWorker.reviewedLines(sheet, 'repeated', 0, 10);
  expect(lines.map(({ line, firstLine, isIncluded }) => [line, firstLine, isIncluded])).toEqual([
    [4, 2, true],
    [5, 3, true],
  ]);
  importWorker.includeLines(sheet, { indexes: [2] }, false);
  expect(importWorker.summary(sheet)).toMatchObject({
    total: 4,
    lines: { repeated: { count: 2, included: 1 } },
  });
});

test('marks in percent keep their sign, with one treatment for a column', async () => {
  const formatted = await openField('percent-marks.xlsx', 'grades');
  expect(sentValues(formatted, 'test_grade', 'participation_grade')).toEqual({
    2: '85% | 9',
    3: '100% | 8.5',
    4: '0% | 10',
    5: '55.5% | 7',
    6: 'غ | 7',
  });
  expect(refused(formatted)[7]).toBe('الاختبار «40»: في العمود نسب مئوية ودرجات معاً، فاكتبه كله بطريقة واحدة');
  const text = await openField('percent-marks.csv', 'grades');
  expect(sentValues(text, 'test_grade')).toEqual({ 2: '85%', 3: '٩٠٪', 4: '%75', 5: '' });
  const few = await openField('few-percents.csv', 'grades');
  expect(sentValues(few, 'test_grade')).toEqual({ 2: '45', 3: '40', 5: '0' });
  expect(refused(few)[4]).toContain('نسب مئوية ودرجات معاً');
  expect(few.importWorker.correct(few.sheet, 2, { test_grade: '45' }).notes).toEqual([]);
});

test('a number format of zeros keeps the zeros, and an error cell is no value', async () => {
  const numbers = await openField('number-formats.xlsx', 'students');
  expect(sentValues(numbers, 'student_id', 'phone', 'national_id')).toEqual({
    2: '00071 | 0500041061 | 1000041061',
    3: '123456 | 0500041062 | 1000041062',
  });
  const errors = await openField('error-cells.xlsx', 'students');
  expect(refused(errors)[3]).toContain('خطأ من برنامج الجداول (\u2066#N/A\u2069)');
});

test('a date cell is the day that it shows, in any format', async () => {
  const opened = await openField('date-cells.xlsx', 'batches');
  expect(refused(opened)).toEqual({});
  const days = sentValues(opened, 'start_date', 'end_date');
  expect(days[2]).toBe('2024-08-18 | 2027-06-10T21:00:00.000Z');
  expect(days[3]).toBe('2024-08-18 | 2027-06-10 21:36');
});

test('Hijri days fill the dates, and impossible days and short years are refused with the reason', async () => {
  const opened = await openField('hijri-dates.csv', 'batches');
  expect(Object.keys(sentRows(opened))).toEqual(['2', '3', '6']);
  expect(refused(opened)).toEqual({
    4: 'تاريخ البداية «14/2/46»: السنة من رقمين لا يُعرف قرنها، فاكتبها بأربعة أرقام',
    5: 'تاريخ البداية «30/2/1447»: ليس في هذا الشهر يوم 30 في تقويم أم القرى، فهو 29 يوماً',
  });
  const both = await openField('both-calendars.csv', 'batches');
  expect(sentValues(both, 'start_date')).toEqual({ 2: '18/8/2024' });
});

test('a column decides whether the month or the day is first', async () => {
  const opened = await openField('month-first.csv', 'batches');
  expect(opened.summary.columns.monthFirst).toEqual(['start_date']);
  // No number of the second column tells, so the day is first.
  expect(sentValues(opened, 'start_date', 'end_date')).toEqual({
    2: '2024-08-09 | 10/6/2027',
    3: '2024-08-18 | 10/6/2027',
    4: '2025-08-24 | 10/6/2027',
  });
  const contradicting = await openField('contradicting-days.csv', 'batches');
  expect(contradicting.summary.columns.monthFirst).toEqual([]);
  expect(sentValues(contradicting, 'start_date')).toEqual({ 2: '18/8/2024' });
  expect(refused(contradicting)[3]).toContain('ليس تاريخاً صحيحاً');
});

test('a hidden sheet has no type by its position, and none that a visible sheet has', () => {
  const sheet = (name: string, position: number, isHidden: boolean) => ({ name, position, isHidden });
  const sheets = [sheet('طلاب', 0, true), sheet('قديم', 1, true), sheet('students', 2, false)];
  expect(detectSheetTypes(sheets)).toEqual([null, null, 'students']);
  expect(detectSheetTypes([sheet('طلاب', 0, true), sheet('كشف', 3, false)])).toEqual(['students', 'programs']);
});
