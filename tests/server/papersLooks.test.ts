import { expect, test } from 'vitest';
import type { ReportDocument } from '../../contract/documents/document';
import { studentReportDocument } from '../../contract/documents/studentReport';
import { buildPapers } from '../../server/reports/papers/paperData';
import { template } from '../../server/reports/papers/template';
import { typeset } from '../../server/reports/papers/typesetter';
import { readPdfLines, type PdfLine } from '../support/pdfText';

/** Returns a class list with this number of students. */
const listOf = (count: number): ReportDocument => ({
  title: 'كشف درجات مادة',
  about: '',
  facts: [],
  figures: [],
  tables: [
    {
      title: 'درجات الطلاب',
      columns: [
        { head: 'الطالب', kind: 'name', width: 36 },
        ...['المشاركة', 'الحضور', 'التمارين', 'القراءة', 'الاختبار'].map((name) => ({
          head: `${name} (من 10)`,
          kind: 'figure' as const,
          width: 16,
        })),
      ],
      rows: Array.from({ length: count }, (_, index) => [`سالم ${index + 1}`, 1, 2, 3, 4, 5]),
      isNumbered: true,
      empty: '',
    },
  ],
  charts: [],
  notes: [],
  signatures: ['توقيع المعلم', 'اعتماد الإدارة'],
});

const set = async (document: ReportDocument) =>
  readPdfLines(await typeset(buildPapers([{ document, issue: null }], 'معهد', '2026-11-20'), null));
const rowsOn = (lines: readonly PdfLine[], page: number) =>
  lines.filter((line) => line.page === page && line.items.some((item) => item.includes('سالم')));

test('no class list has a single student on its last page, for any number of students', async () => {
  const alone: number[] = [];
  for (let count = 38; count <= 43; count += 1) {
    const { lines, pages } = await set(listOf(count));
    const perPage = Array.from({ length: pages }, (_, at) => rowsOn(lines, at + 1).length);
    expect(
      perPage.reduce((sum, rows) => sum + rows),
      `rows of ${count}`,
    ).toBe(count);
    const last = perPage.filter((rows) => rows > 0).at(-1) ?? 0;
    if (perPage.length > 1 && last < 3) alone.push(count);
  }
  expect(alone).toEqual([]);
});

test('a class list has the number of students, space for signatures, and no heading that wraps inside brackets', async () => {
  const { lines } = await set(listOf(12));
  const texts = lines.map(({ items }) => items.join(' '));
  for (const index of [1, 12]) {
    const row = lines.find(
      ({ items }) => items.join(' ').includes(`سالم ${index}`) || items.includes(`سالم ${index}`),
    );
    expect(row?.items[0], `row ${index}`).toBe(String(index));
  }
  expect(texts.some((text) => text.includes('توقيع') && text.includes('اعتماد'))).toBe(true);
  // The brackets of the five headings are on one line, and no line has only one bracket of a pair.
  const halves = texts.filter((text) => text.split('(').length !== text.split(')').length);
  expect(halves).toEqual([]);
});

test('the bars of percentages are relative to 100, not to the best mark', () => {
  const subject = {
    subject_name: 'الفقه',
    subject_level: 1,
    hours: 3,
    percentage: 50,
    letter_grade: 'لم يجتز',
    total_grade: 50,
    columns: [],
    records: null,
  };
  const report = {
    student_info: { name: 'سالم', student_id: '1', email: null, phone: null, program: null, batch: null },
    semester_info: null,
    academic_performance: {
      rank: null,
      total_students: 1,
      average_grade: 50,
      letter_grade: null,
      level_gpa: null,
      cumulative_gpa: null,
      attendance_rate: null,
      attendance: {},
    },
    subjects: [subject],
  } as unknown as Parameters<typeof studentReportDocument>[0];
  const { sections } =
    buildPapers([{ document: studentReportDocument(report, null), issue: null }], '', '2026-11-20')
      .papers[0] ?? {};
  expect(sections?.find(({ kind }) => kind === 'chart')?.max).toBe(100);
  expect(template).toContain('if c.max != none { c.max }');
});
