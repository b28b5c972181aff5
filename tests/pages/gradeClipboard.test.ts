import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import {
  parseHtmlTable,
  parseTabbedText,
  readClipboard,
  type TextTable,
  toHtmlTable,
  toTabbedText,
} from '../../src/custom-pages/grades/clipboard';
import { type HeaderNames, type PasteTarget, planPaste } from '../../src/custom-pages/grades/pastePlan';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../data/clipboard', name), 'utf8');

const students = [
  { studentId: '14450001', studentName: 'أحمد بن علي الزهراني' },
  { studentId: '14450002', studentName: 'عبد الله سعيد القرني' },
  { studentId: '14450003', studentName: 'سالم ناصر' },
  { studentId: '14450004', studentName: 'سالم ناصر' },
];
const words: HeaderNames = {
  number: ['الرقم الجامعي'],
  name: ['اسم الطالب', 'الاسم'],
  computed: ['المجموع', 'التقدير'],
};
const buildTarget = (target: Partial<PasteTarget> = {}): PasteTarget => ({
  students: students.map(({ studentId }) => studentId),
  firstRow: 0,
  rowCount: 1,
  firstColumn: 'participation',
  columnCount: 1,
  ...target,
});
const plan = (table: TextTable, target?: Partial<PasteTarget>) =>
  planPaste(table, students, defaultGradeSettings, buildTarget(target), words);
const entry = (index: number, column: string, text: string) => ({
  studentId: `1445000${index}`,
  column,
  text,
});

describe('tables on the clipboard', () => {
  it('tabbed text is parsed: CRLF, a line break in quotation marks, doubled quotation marks, a final line end', () => {
    expect(parseTabbedText(sample('excel.tsv'))).toEqual([
      ['الرقم الجامعي', 'اسم الطالب', 'الاختبار', 'ملاحظات'],
      ['14450001', 'أحمد بن علي الزهراني', '٤٧٫٥', 'سطر أول سطر "ثان"'],
      ['14450002', 'عبدالله سعيد القرني', '38', ''],
      ['14459999', 'طالب من دفعة أخرى', '20', ''],
    ]);
  });

  it('empty cells and rows keep their indexes; a quotation mark inside of a cell is an ordinary character', () => {
    expect(parseTabbedText('1\t\t3\n\n"a" b\t"x')).toEqual([['1', '', '3'], [''], ['"a" b', '"x']]);
    expect(parseTabbedText('1\t')).toEqual([['1', '']]);
    expect(parseTabbedText('')).toEqual([]);
  });

  it('a table of Excel is parsed, with the number behind a rounded one, and invisible characters', () => {
    expect(parseHtmlTable(sample('excel.html'))).toEqual([
      ['الاسم', 'المشاركة / 10', 'الاختبار (50)', 'المجموع'],
      ['احمد بن علي الزهراني', '9.5', '45', '55'],
      ['عبد الله سعيد القرني', '8', 'غائب', '8'],
    ]);
  });

  it('a table of LibreOffice is parsed, with the number behind a text in Arabic digits', () => {
    expect(parseHtmlTable(sample('libreoffice.html'))).toEqual([
      ['17.5', '5'],
      ['', '4'],
    ]);
  });

  it('HTML without a table is ignored, and the text counts', () => {
    expect(readClipboard({ html: '<b>7</b>', text: '7\r\n\r\n' })).toEqual([['7']]);
  });

  it('copied cells can be pasted unchanged, and do not start formulas in other programs', () => {
    const table = [
      ['0014', 'سطر "أول"', '+أ'],
      ['', '<b>', '=1+1'],
    ];
    expect(parseTabbedText(toTabbedText(table))).toEqual(table);
    expect(parseHtmlTable(toHtmlTable(table))).toEqual(table);
    expect(toTabbedText(table)).toContain("'=1+1");
    expect(toHtmlTable(table)).not.toContain('<b>');
  });
});

describe('pasting by student', () => {
  it('rows match students by number, with the column of the header; rows without a student are listed with their line', () => {
    expect(plan(parseTabbedText(sample('excel.tsv')))).toEqual({
      entries: [entry(1, 'test', '٤٧٫٥'), entry(2, 'test', '38')],
      unmatched: [{ row: 4, number: '14459999', name: 'طالب من دفعة أخرى', reason: 'unknown' }],
      ignored: ['ملاحظات'],
      isCut: false,
    });
  });

  it('rows match students by name, in any spelling; a text that is no mark is passed on', () => {
    const { entries, ignored } = plan(parseHtmlTable(sample('excel.html')));
    expect(entries).toEqual([
      entry(1, 'participation', '9.5'),
      entry(1, 'test', '45'),
      entry(2, 'participation', '8'),
      entry(2, 'test', 'غائب'),
    ]);
    expect(ignored).toEqual(['المجموع']);
  });

  it('a name of two students matches neither of them, their numbers do', () => {
    expect(
      plan([
        ['الاسم', 'الاختبار'],
        ['سالم ناصر', '40'],
      ]),
    ).toMatchObject({
      entries: [],
      unmatched: [{ row: 2, reason: 'ambiguous' }],
    });
    expect(
      plan([
        ['الرقم الجامعي', 'الاسم', 'الاختبار'],
        ['١٤٤٥٠٠٠٤', 'سالم ناصر', '40'],
      ]).entries,
    ).toEqual([entry(4, 'test', '40')]);
  });

  it('the same name with another number is another student; numbers of another kind are ignored', () => {
    const header = ['الرقم الجامعي', 'الاسم', 'الاختبار'];
    const one = ['14450001', 'أحمد بن علي الزهراني', '40'];
    const namesake = ['77', 'عبدالله سعيد القرني', '30'];
    expect(plan([header, one, namesake]).unmatched).toMatchObject([{ row: 3, reason: 'unknown' }]);
    expect(plan([header, namesake]).entries).toEqual([entry(2, 'test', '30')]);
  });

  it('values without a header identify the student, and the marks follow in order', () => {
    const table = [
      ['1', '14450001', 'أحمد بن علي الزهراني', '9', '28'],
      ['2', '14450002', 'عبد الله سعيد القرني', '8', ''],
    ];
    expect(plan(table)).toMatchObject({
      entries: [entry(1, 'participation', '9'), entry(1, 'attendance', '28'), entry(2, 'participation', '8')],
      ignored: ['1'],
    });
  });

  it('a repeated student and a row without a student are listed; an empty mark keeps the stored one', () => {
    const table = [
      ['الرقم الجامعي', 'الاختبار'],
      ['14450001', '40'],
      ['14450001', '41'],
      ['', '7'],
      ['14450002', ''],
    ];
    const { entries, unmatched } = plan(table);
    expect(entries).toEqual([entry(1, 'test', '40')]);
    expect(unmatched.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'twice'],
      [4, 'nobody'],
    ]);
  });
});

describe('pasting a block', () => {
  it('a block starts at the chosen cell, and includes empty cells', () => {
    const { entries, isCut } = plan(parseHtmlTable(sample('libreoffice.html')), {
      firstRow: 1,
      firstColumn: 'exercise',
    });
    expect(entries).toEqual([
      entry(2, 'exercise', '17.5'),
      entry(2, 'reading', '5'),
      entry(3, 'exercise', ''),
      entry(3, 'reading', '4'),
    ]);
    expect(isCut).toBe(false);
  });

  it('a block is cut at the last student and the last column, and the page says so', () => {
    expect(plan([['1'], ['2']], { firstRow: 3 })).toMatchObject({
      entries: [entry(4, 'participation', '1')],
      isCut: true,
    });
    expect(plan([['1', '2']], { firstColumn: 'test' })).toMatchObject({
      entries: [entry(1, 'test', '1')],
      isCut: true,
    });
  });

  it('one value fills the chosen block', () => {
    const { entries } = plan([['5']], { rowCount: 2, columnCount: 2, firstColumn: 'exercise' });
    expect(entries).toEqual([
      entry(1, 'exercise', '5'),
      entry(1, 'reading', '5'),
      entry(2, 'exercise', '5'),
      entry(2, 'reading', '5'),
    ]);
  });

  it('a header without students determines the columns', () => {
    expect(
      plan(
        [
          ['القراءة', 'التمارين'],
          ['4', '5'],
        ],
        { firstRow: 2 },
      ).entries,
    ).toEqual([entry(3, 'reading', '4'), entry(3, 'exercise', '5')]);
  });

  it('marks that look like short student numbers stay marks', () => {
    const few = [
      { studentId: '7', studentName: 'سالم' },
      { studentId: '8', studentName: 'ناصر' },
    ];
    const target = buildTarget({ students: ['7', '8'], firstColumn: 'test' });
    expect(planPaste([['8'], ['7']], few, defaultGradeSettings, target, words).entries).toEqual([
      { studentId: '7', column: 'test', text: '8' },
      { studentId: '8', column: 'test', text: '7' },
    ]);
  });
});
