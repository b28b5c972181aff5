import { describe, expect, it } from 'vitest';
import { documentFor, type Fact, cellText, rankFact } from '../../contract/documents/document';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { dailyDocument, pagesOverTime } from '../../contract/documents/daily';
import { studentReportDocument } from '../../contract/documents/studentReport';
import { studentSubjectDocument, subjectDocument } from '../../contract/documents/subject';
import { transcriptDocument } from '../../contract/documents/transcript';
import { proposeFields } from '../../src/custom-pages/import/fields';
import { buildSheets } from '../../src/custom-pages/reports/staff/useReportOutput';
import { excelCell } from '../../src/ui/report/excelCell';

/** The response of a server with only the fields of the specification. */
const plain = <T>(answer: unknown) => answer as T;

const student = { studentId: '14450001', studentName: 'سالم علي', batchName: 'دفعة 1', programName: null };
const subject = { subjectCode: 'QRN101-1', subjectName: 'التجويد', batchName: 'دفعة 1' };
const whole = { ...subject, level: 1, hours: 3, type: 'مادة' };
const settings = { ...defaultGradeSettings, readingName: 'التسميع', exerciseEnabled: false };
const noMarks = {
  participationGrade: null,
  attendanceGrade: null,
  exerciseGrade: null,
  readingGrade: null,
  testGrade: null,
  total: null,
  grade: null,
};
const bare = { average: 80, passRate: 100, highest: 80, lowest: 80 };

const valueOf = (facts: readonly Fact[], label: string) =>
  facts.find((fact) => fact.label === label)?.value ?? null;

describe('a transcript', () => {
  const row = { subjectCode: 'QRN101-1', subjectName: 'التجويد', level: 1, hours: 3 };
  const sums = { totalHours: 5, totalSubjects: 2, levelGPA: 4.5, cumulativeGPA: null };
  const rows = [
    { ...row, total: 85.5, grade: '+ب' },
    { ...row, subjectName: 'الفقه', total: null, grade: null },
  ];
  const document = transcriptDocument(plain({ student, transcript: rows, ...sums }), null);

  it('a transcript shows a subject without marks as not recorded', () => {
    expect(document.tables[0].rows).toEqual([
      ['التجويد', 'QRN101-1', 1, 3, 85.5, '+ب'],
      ['الفقه', 'QRN101-1', 1, 3, 'لم تُرصد', null],
    ]);
  });

  it('a transcript shows the maximum beside a total, and its Excel cell stays a number', () => {
    const withMaxima = rows.map((one) => ({ ...one, max: 100 }));
    const { tables } = transcriptDocument(plain({ student, transcript: withMaxima, ...sums }), null);
    const total = tables[0].rows[0]?.[4] ?? null;
    expect(cellText(total)).toBe('85.5 من 100');
    expect(excelCell(total)).toEqual({ value: 85.5, type: Number, format: 'General" من 100"' });
    expect(tables[0].rows[1]?.[4]).toBe('لم تُرصد');
  });

  it('a transcript shows averages with two decimals, or a message without one', () => {
    expect(cellText(valueOf(document.figures, 'معدل المستوى'))).toBe('4.50');
    expect(valueOf(document.figures, 'المعدل التراكمي')).toBe('لا توجد بيانات');
  });

  it('the Excel file of a transcript has the same rows and headers, and the stats as numbers on a second sheet', () => {
    const [sheet, facts] = buildSheets(document);
    expect(sheet.header).toEqual(['المادة', 'رمز المادة', 'المستوى', 'الساعات', 'المجموع', 'التقدير']);
    expect(sheet.rows).toEqual(document.tables[0].rows);
    expect(sheet.name.length).toBeLessThanOrEqual(31);
    expect(sheet.widths).toHaveLength(6);
    expect(facts.rows).toContainEqual(['الطالب', 'سالم علي']);
    const level = facts.rows.find(([label]) => label === 'معدل المستوى')?.[1] ?? null;
    expect(excelCell(level)).toEqual({ value: 4.5, type: Number, format: '0.00' });
  });
});

describe('a transcript with retaken courses', () => {
  const row = { subjectCode: 'ARB101-1', subjectName: 'النحو', level: 1, hours: 3 };
  const rows = [
    { ...row, total: 40, grade: 'لم يجتز', isRepeated: true },
    { ...row, subjectCode: 'ARB101-2', total: 90, grade: 'أ', isRepeated: false },
  ];
  const sums = { totalHours: 3, completedHours: 3, cumulativeGPA: 4.75 };
  const part = { programName: 'القراءات', batchName: 'دفعة 1445', transcript: rows, ...sums };
  const document = transcriptDocument(
    plain({ student, transcript: rows, totalSubjects: 1, levelGPA: 4.75, ...sums, former: [part] }),
    null,
  );

  it('the transcript strikes out results that do not count, and has a table with totals for each former programme', () => {
    expect(document.tables[0].struck).toEqual({ rows: [0], why: 'أعيدت' });
    expect(document.tables[1]).toMatchObject({
      title: 'برنامج سابق: القراءات (دفعة 1445)',
      struck: { rows: [0] },
    });
    const stats = document.tables[1]?.figures ?? [];
    expect(stats.map(({ label }) => label)).toEqual(['إجمالي الساعات', 'المعدل التراكمي']);
    expect(valueOf(stats, 'إجمالي الساعات')).toBe(3);
  });

  it('the Excel file marks these results too, on both sheets', () => {
    const [sheet, facts] = buildSheets(document);
    expect(sheet.rows.map(([name]) => name)).toEqual(['النحو (أعيدت)', 'النحو']);
    expect(sheet.struckRows).toEqual([0]);
    expect(facts.struckRows?.map((line) => facts.rows[line]?.[0])).toEqual(['النحو (أعيدت)']);
    const title = facts.rows.findIndex(([text]) => text === 'برنامج سابق: القراءات (دفعة 1445)');
    expect(facts.rows[title + 1]).toEqual(['إجمالي الساعات', 3]);
    expect(excelCell('النحو', true)).toEqual({ value: 'النحو', type: String, strikethrough: true });
    expect(excelCell('النحو')).toEqual({ value: 'النحو', type: String });
  });
});

describe('figures beside letters', () => {
  const displayed = { average: 89.95, highest: 89.95, lowest: 59.95 };
  const rounded = { average: 90, passRate: 75, highest: 90, lowest: 60 };
  const sheet = { subject: whole, gradeSettings: settings, grades: [] };

  it('the stats of a class have two decimals where one would cross the limit of a letter, also in Excel', () => {
    const { figures } = subjectDocument(plain({ ...sheet, statistics: { ...rounded, displayed } }));
    const cells = ['متوسط الدرجات', 'أعلى درجة', 'أدنى درجة'].map((label) => valueOf(figures, label));
    expect(cells.map(cellText)).toEqual(['89.95%', '89.95%', '59.95%']);
    expect(excelCell(cells[0] ?? null)).toEqual({ value: 0.8995, type: Number, format: '0.00%' });
    const older = subjectDocument(plain({ ...sheet, statistics: rounded }));
    expect(cellText(valueOf(older.figures, 'أعلى درجة'))).toBe('90%');
  });

  it('the bar of a result in the report of a student agrees with its letter', () => {
    const result = (total_grade: number, percentage: number, letter_grade: string) => ({
      subject_name: 'النحو',
      subject_level: 1,
      hours: 2,
      total_grade,
      percentage,
      letter_grade,
      columns: [{ column: 'test', name: 'الاختبار', max: 400 }],
      records: null,
    });
    const subjects = [result(359.5, 89.9, '+ب'), result(359.8, 90, '+ب'), result(239.8, 60, 'لم يجتز')];
    const document = studentReportDocument(
      plain({
        student_info: { name: 'سالم', student_id: '1' },
        semester_info: null,
        academic_performance: { rank: 1, total_students: 1, attendance: {} },
        subjects,
        repeated: [],
        former: [],
      }),
      null,
    );
    expect(document.charts[0]?.bars.map(({ value, letter }) => [value, letter])).toEqual([
      [89.9, '+ب'],
      [89.95, '+ب'],
      [59.95, 'لم يجتز'],
    ]);
  });

  it('a rank of the only result says so, and a rank among several results does not', () => {
    const only = { label: 'الترتيب', value: '1 من 1', hint: 'النتيجة الوحيدة في الدفعة حتى الآن' };
    expect(rankFact(1, 1)).toEqual(only);
    expect(rankFact(1, 2)).toEqual({ label: 'الترتيب', value: '1 من 2' });
    expect(rankFact(null, 1)).toEqual({ label: 'الترتيب', value: 'لا توجد بيانات' });
  });
});

describe('a subject', () => {
  it('the report of a subject has its enabled columns with their maxima', () => {
    const document = subjectDocument(
      plain({ subject: whole, gradeSettings: settings, grades: [], statistics: bare }),
    );
    expect(document.tables[0].columns.map(({ head }) => head)).toEqual([
      'الطالب',
      'الرقم الأكاديمي',
      'المشاركة (من 10)',
      'الحضور (من 30)',
      'التسميع (من 5)',
      'الاختبار (من 50)',
      'المجموع (من 95)',
      'التقدير',
    ]);
    expect(document.charts).toEqual([]);
  });

  it('the Excel file has the fields of the import in each row, and the import recognises every column', () => {
    const names = { ...settings, participationName: 'الحضور', attendanceName: 'الاختبار (الشفهي)' };
    const row = { ...student, ...noMarks, participationGrade: 7.5, readingGrade: 5 };
    const document = subjectDocument(
      plain({ subject: whole, gradeSettings: names, grades: [row], statistics: { ...bare, average: 87.3 } }),
    );
    const [sheet, facts] = buildSheets(document);
    expect(proposeFields('grades', sheet.header)).toEqual([
      'student_name',
      'student_id',
      'participation_grade',
      'attendance_grade',
      'reading_grade',
      'test_grade',
      'total',
      'grade',
      'subject_code',
      'subject_name',
      'batch_name',
    ]);
    const marks = [7.5, null, 5, null, null, null];
    expect(sheet.rows).toEqual([['سالم علي', '14450001', ...marks, 'QRN101-1', 'التجويد', 'دفعة 1']]);
    const average = facts.rows.find(([label]) => label === 'متوسط الدرجات')?.[1] ?? null;
    expect(excelCell(average)).toEqual({ value: 0.873, type: Number, format: '0.0%' });
    expect(proposeFields('grades', facts.header).filter((field) => field !== null)).toEqual([]);
    const [girlsSheet] = buildSheets(documentFor('girls', document));
    expect(girlsSheet.header[0]).toBe('الطالبة');
    expect(proposeFields('grades', girlsSheet.header)[0]).toBe('student_name');
  });

  it('the report shows former students with a mark in a separate table, which the import sheet does not have', () => {
    const row = { ...student, ...noMarks, participationGrade: 7.5, total: 7.5 };
    const formerRow = { ...row, studentName: 'فهد سعد', studentId: '14450002', left_on: '2026-10-10' };
    const document = subjectDocument(
      plain({ subject: whole, gradeSettings: settings, grades: [row, formerRow], statistics: bare }),
    );
    const [sheet, leavers] = document.tables;
    expect(sheet.rows.map(([name]) => name)).toEqual(['سالم علي']);
    expect(leavers?.title).toBe('طلاب خارج الكشف لهم درجات');
    expect(leavers?.columns.map(({ head }) => head)).toEqual([
      ...sheet.columns.map(({ head }) => head),
      'خارج الكشف منذ',
    ]);
    expect(leavers?.rows).toEqual([['فهد سعد', '14450002', 7.5, null, null, null, 7.5, null, '2026-10-10']]);
    const [main, facts] = buildSheets(document);
    expect(main.rows.map(([name]) => name)).toEqual(['سالم علي']);
    expect(facts.rows.map(([name]) => name)).toContain('فهد سعد');
  });

  it('the report of a subject of daily records has no columns for the import of marks', () => {
    const [sheet] = buildSheets(
      subjectDocument(
        plain({
          subject: { ...whole, type: 'تقييد يومي' },
          gradeSettings: settings,
          grades: [],
          statistics: bare,
        }),
      ),
    );
    expect(sheet.header).toEqual(['الطالب', 'الرقم الأكاديمي']);
  });

  it('a student is compared with the class, also with only the fields of the specification', () => {
    const report = {
      student,
      subject,
      gradeSettings: settings,
      statistics: bare,
      grade: { ...student, ...noMarks, participationGrade: 7.5, total: 7.5, absenceDays: 2 },
      absences: [{ date: '2026-10-13', type: 'غياب بعذر', notes: null }],
    };
    const { tables, figures } = studentSubjectDocument(plain(report));
    expect(tables[0].rows).toEqual([
      ['المشاركة', 7.5, 10],
      ['الحضور', 'لم تُرصد', 30],
      ['التسميع', 'لم تُرصد', 5],
      ['الاختبار', 'لم تُرصد', 50],
    ]);
    expect(tables[1]?.rows[0]?.map(cellText)).toEqual(['متوسط الدرجات', '80%']);
    expect(tables[2]?.rows).toEqual([['2026-10-13', 'غياب بعذر', null]]);
    expect(figures.map(({ label }) => label)).not.toContain('الترتيب');
    const complete = { ...report, statistics: { ...bare, studentsCount: 20 }, rank: 3 };
    expect(valueOf(studentSubjectDocument(plain(complete)).figures, 'الترتيب')).toBe('3 من 20');
  });
});

describe('daily records', () => {
  const record = (recordDate: string, pagesCount: number | null) => ({
    studentName: 'سالم علي',
    recordDate,
    pagesCount,
    recordContent: 'الفاتحة',
    performanceLevel: 'ممتاز',
    mistakesCount: 0,
    teacherNotes: null,
  });
  const statistics = {
    totalRecords: 2,
    totalStudents: 1,
    totalPages: 3,
    avgPages: 1.5,
    totalMistakes: 0,
    avgGrade: 95,
    performanceDistribution: { excellent: 2, veryGood: 0, good: 0, acceptable: 0, weak: 0 },
  };
  const records = [record('2026-11-01', 1), record('2026-11-02', 2)];
  const dateRange = { startDate: '2026-11-01', endDate: '2026-11-30' };

  it('daily records show the name of the student in each row only for all students', () => {
    const all = dailyDocument(plain({ student: null, subject, dateRange, records, statistics }), true);
    const one = dailyDocument(plain({ student, subject, dateRange, records, statistics }), false);
    expect(all.tables[0].rows[0]).toHaveLength(7);
    expect(one.tables[0].rows[0]).toHaveLength(6);
    expect(valueOf(all.facts, 'الطالب')).toBe('كل طلاب الدفعة');
    expect(all.tables[1]?.rows[0]).toEqual(['ممتاز', 2]);
  });

  it('daily records have a note if the list was cut', () => {
    const cut = { student, subject, dateRange, records, statistics: { ...statistics, totalRecords: 12_000 } };
    expect(dailyDocument(plain(cut), true).notes).toEqual([
      'يظهر أحدث 2 سجل من 12000، والإحصاءات تشملها كلها.',
    ]);
  });

  it('daily records show each range once, with and without a typed text', () => {
    const ranges = [
      { from: '2:1', to: '2:5' },
      { from: '78:1', to: '78:40' },
    ];
    const day = { recordDate: '2026-11-21', studentName: 'سالم علي', kind: 'new', ranges };
    const texts = ['البقرة 1-5، سورة النبأ', 'البقرة 1-5, ثم مراجعة', 'مراجعة', null];
    const lines = texts.map((recordContent) => ({ ...day, recordContent }));
    const report = { student, subject, dateRange, records: lines, statistics };
    expect(dailyDocument(plain(report), false).tables[0].rows.map((row) => row[1])).toEqual([
      'البقرة 1-5، سورة النبأ',
      'البقرة 1-5, ثم مراجعة، سورة النبأ',
      'مراجعة، البقرة 1-5، سورة النبأ',
      'البقرة 1-5، سورة النبأ',
    ]);
  });

  it('daily records are plotted by day, and by month for many days or more than a year', () => {
    const some = [record('2026-11-02', 2), record('2026-11-01', 1), record('2026-11-02', null)];
    expect(pagesOverTime(plain({ records: some }))).toEqual([
      { label: '1/11', value: 1 },
      { label: '2/11', value: 2 },
    ]);
    const far = [record('2025-11-01', 1), record('2026-11-01', 2)];
    expect(pagesOverTime(plain({ records: far }))).toEqual([
      { label: '11/2025', value: 1 },
      { label: '11/2026', value: 2 },
    ]);
    expect(pagesOverTime(plain({ records: [] }))).toEqual([]);
  });
});
