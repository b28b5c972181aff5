import { expect, it } from 'vitest';
import { documentFor, type ReportDocument } from '../../contract/documents/document';
import { paperText, weekText } from '../../contract/reports/paperText';
import { wordFor } from '../../contract/rules/gender';
import type { Section } from '../../contract/vocabulary';

it('a word is feminine for a batch of girls, and masculine for every other batch', () => {
  const absent = (section?: Section) => wordFor(section, 'غائب');
  expect(absent('girls')).toBe('غائبة');
  expect([absent('boys'), absent('mixed'), absent()]).toEqual(['غائب', 'غائب', 'غائب']);
});

it.each([
  ['الطالب السابق', 'الطالبة السابقة'],
  ['Enter للطالب التالي في العمود نفسه', 'Enter للطالبة التالية في العمود نفسه'],
  ['طالب واحد لم تكتمل درجاته', 'طالبة واحدة لم تكتمل درجاتها'],
  ['28 طالباً لم تكتمل درجاتهم', '28 طالبة لم تكتمل درجاتهن'],
  ['طالبان', 'طالبتان'],
  ['5 طلاب', '5 طالبات'],
  ['حُضِّر، غائب واحد', 'حُضِّر، غائبة واحدة'],
  ['حُضِّر، 3 غائبين', 'حُضِّر، 3 غائبات'],
  ['غائب بدون عذر', 'غائبة بدون عذر'],
  ['الحاضرون والغائبون', 'الحاضرات والغائبات'],
  ['لا يوجد في الدفعة طالب يطابق البحث.', 'لا توجد في الدفعة طالبة تطابق البحث.'],
  ['يظهر الطلاب هنا بعد إضافتهم إلى الدفعة.', 'تظهر الطالبات هنا بعد إضافتهن إلى الدفعة.'],
])('«%s» for girls is «%s»', (masculine, feminine) => {
  expect(wordFor('girls', masculine)).toBe(feminine);
});

it.each(['غياب بعذر', 'نسبة الحضور', 'طالبات', 'الطالبة', 'المطالبة', 'حاضرة', 'درجات'])(
  '«%s» does not change, because it is no word of the table',
  (text) => {
    expect(wordFor('girls', text)).toBe(text);
  },
);

const table = {
  title: paperText.sheetTable,
  columns: [
    { head: paperText.student, kind: 'name', width: 36 },
    { head: 'حضور الطلاب (من 10)', kind: 'figure', width: 16 },
  ],
  rows: [['غائب بن طالب', 8]],
  empty: weekText.noStudents,
} as const satisfies ReportDocument['tables'][number];
const document: ReportDocument = {
  title: paperText.transcriptName,
  about: 'طالب',
  facts: [
    { label: paperText.student, value: 'طالب الحاضر' },
    { label: paperText.student, value: paperText.everybody },
  ],
  figures: [{ label: paperText.totalRecords, value: 5, hint: paperText.students(5) }],
  tables: [table],
  charts: [{ title: paperText.distribution, measure: paperText.studentsMeasure, bars: [] }],
  notes: [],
};

it('a document about girls has feminine labels, and keeps names, columns and values of the institute', () => {
  const girls = documentFor('girls', document);
  expect([girls.title, girls.about]).toEqual(['كشف درجات الطالبة', 'طالب']);
  expect(girls.facts).toEqual([
    { label: 'الطالبة', value: 'طالب الحاضر' },
    { label: 'الطالبة', value: 'كل طالبات الدفعة' },
  ]);
  expect(girls.figures[0]?.hint).toBe('5 طالبات');
  expect(girls.tables[0].title).toBe('درجات الطالبات');
  expect(girls.tables[0].empty).toBe('لا طالبات في الحلقة الآن.');
  expect(girls.tables[0].columns.map(({ head }) => head)).toEqual(['الطالبة', 'حضور الطلاب (من 10)']);
  expect(girls.tables[0].rows).toEqual(table.rows);
  expect(girls.charts[0]?.measure).toBe('عدد الطالبات');
});

it.each(['boys', 'mixed', null, undefined] as const)('a document of section %s stays as it is', (section) => {
  expect(documentFor(section, document)).toBe(document);
});
