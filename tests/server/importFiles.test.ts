import { readSheet } from 'read-excel-file/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportCheck } from '../../contract/imports';
import type { ImportType } from '../../contract/vocabulary';
import type { GradeRow } from '../../contract/grades';
import type { Student } from '../../contract/students/students';
import { startTestApp, type TestApp } from '../support/app';
import { dump } from '../support/database';
import {
  readRecords,
  importAll,
  importFile,
  recordCounts,
  parseRecords,
  sampleFile,
} from '../support/importing';
import { expectedResults, storedResults } from '../support/results';
import { enrolledStudents } from '../support/enrolledStudents';

let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({ isEmpty: true });
});
afterEach(() => server.close());

const importPrograms = () => importFile(server, 'programs', 'programs.csv');
const importProgramsAndBatches = async () => {
  await importPrograms();
  await importFile(server, 'batches', 'batches.csv');
};
const importStudentsAndSubjects = async () => {
  await importProgramsAndBatches();
  await importFile(server, 'students', 'students.csv');
  await importFile(server, 'subjects', 'subjects.csv');
};
const importNothing = async () => undefined;

const files: [string, ImportType, () => Promise<unknown>, [number, number, number], number[]][] = [
  ['programs.csv', 'programs', importNothing, [5, 0, 0], []],
  ['batches.csv', 'batches', importPrograms, [8, 0, 0], []],
  ['subjects.csv', 'subjects', importProgramsAndBatches, [24, 0, 0], []],
  ['students.csv', 'students', importProgramsAndBatches, [120, 0, 0], []],
  ['students-english-headers.csv', 'students', importProgramsAndBatches, [40, 0, 0], []],
  ['students-windows1256.csv', 'students', importProgramsAndBatches, [30, 0, 0], []],
  [
    'students-messy.csv',
    'students',
    importProgramsAndBatches,
    // Two names have one national id, so both rows need a choice.
    [46, 1, 13],
    [1, 13, 14, 15, 17, 18, 20, 21, 23, 40, 41, 49, 56],
  ],
  ['grades.csv', 'grades', importStudentsAndSubjects, [360, 0, 0], []],
  ['grades-coursework-final.csv', 'grades', importStudentsAndSubjects, [53, 1, 6], [16, 23, 30, 37, 42, 48]],
  ['workbook - برامج.csv', 'programs', importNothing, [5, 0, 0], []],
  ['workbook - دفعات.csv', 'batches', importPrograms, [8, 0, 0], []],
  ['workbook - طلاب.csv', 'students', importProgramsAndBatches, [120, 0, 0], []],
  ['workbook - مواد.csv', 'subjects', importProgramsAndBatches, [24, 0, 0], []],
  ['workbook - درجات.csv', 'grades', importStudentsAndSubjects, [360, 0, 0], []],
];

const student = async (number: string): Promise<Student> => {
  const { body } = await server.call<Student[]>('GET', '/students', {
    as: 'admin',
    query: { filter: { q: number }, range: [0, 1], sort: ['id', 'ASC'] },
  });
  return body[0] as Student;
};

describe('each sample file', () => {
  test.each(files)(
    '%s has the counts and failed rows of its description',
    async (name, type, before, counts, rows) => {
      await before();
      const [imported, updated, failed] = counts;
      const sums = await importFile(server, type, name);
      expect(sums).toMatchObject({ imported, updated, failed, failedRows: rows });
      const after = await recordCounts(server);
      // A second import adds no records: it finds and updates the imported ones.
      const again = await importFile(server, type, name);
      expect(again).toMatchObject({ imported: 0, updated: imported + updated, failed, failedRows: rows });
      expect(await recordCounts(server)).toEqual(after);
      expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
    },
  );

  test.each([
    ['students-messy.csv', 'students', 0, 1],
    ['grades-coursework-final.csv', 'grades', 15, 16],
  ] as const)(
    '%s stops at its first invalid row with stopOnError',
    async (name, type, importedCount, row) => {
      await importStudentsAndSubjects();
      const before = await recordCounts(server);
      const sums = await importFile(server, type, name, { stopOnError: true });
      expect(sums).toMatchObject({ imported: importedCount, updated: 0, failed: 1, stoppedAtRow: row });
      expect((await recordCounts(server))[type]).toBe(before[type] + importedCount);
    },
  );

  test('all files can be imported into one institute', async () => {
    await importStudentsAndSubjects();
    expect(await importFile(server, 'grades', 'grades.csv')).toMatchObject({ imported: 360, failed: 0 });
    expect(await importFile(server, 'grades', 'grades-coursework-final.csv')).toMatchObject({
      imported: 53,
      updated: 1,
      failed: 6,
    });
    for (const [name, imported, updated, failed] of [
      ['students-english-headers.csv', 40, 0, 0],
      ['students-windows1256.csv', 30, 0, 0],
      ['students-messy.csv', 46, 1, 13],
    ] as const)
      expect(await importFile(server, 'students', name)).toMatchObject({ imported, updated, failed });
    const counts = { programs: 5, batches: 8, subjects: 24, students: 236, grades: 413, users: 1 };
    expect(await recordCounts(server)).toEqual(counts);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('the whole workbook is one operation, and one undo removes all of it', async () => {
    const sheets: [string, ImportType][] = [
      ['برامج', 'programs'],
      ['دفعات', 'batches'],
      ['مواد', 'subjects'],
      ['طلاب', 'students'],
      ['درجات', 'grades'],
    ];
    const empty = await dump(server.data);
    const headers = { 'x-session-id': 'workbook-session' };
    let total = 0;
    for (const [sheet, type] of sheets) {
      const rows: unknown[][] = await readSheet(sampleFile('workbook.xlsx'), sheet);
      const cells = rows.map((row) =>
        row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))),
      );
      const importId = 'workbook-import';
      const records = parseRecords(type, cells);
      const sums = await importAll(server, type, records, { importId, session: 'workbook-session' });
      expect(sums.failed).toBe(0);
      total += sums.imported;
    }
    expect(total).toBe(517);
    const counts = { programs: 5, batches: 8, subjects: 24, students: 120, grades: 360, users: 1 };
    expect(await recordCounts(server)).toEqual(counts);
    const { body } = await server.call<{ operations: { description: string }[] }>(
      'GET',
      '/undo/session-operations',
      { as: 'admin', headers },
    );
    expect(body.operations.map(({ description }) => description)).toEqual(['استيراد ملف: 517 سجلاً']);
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
    expect(await dump(server.data)).toEqual(empty);
  });
});

describe('the contents of the sample files', () => {
  test('irregular cells of student rows are cleaned before they are stored', async () => {
    await importProgramsAndBatches();
    await importFile(server, 'students', 'students-messy.csv');
    const records = readRecords('students', 'students-messy.csv');
    const { data } = server;
    const rows = await data.read.selectFrom(enrolledStudents(data.read)).selectAll().orderBy('id').execute();
    const storedStudentOfLine = (line: number) => {
      const number = String(records[line - 1]?.['student_id']).replace(/\D/g, '');
      return rows.find(({ student_id }) => student_id === number);
    };
    expect(storedStudentOfLine(3)?.national_id).toBe('1000001310');
    expect(storedStudentOfLine(4)?.phone).toBe('0500010204');
    expect(storedStudentOfLine(5)?.phone).toMatch(/^05\d{8}$/);
    expect(storedStudentOfLine(9)?.first_name).toMatch(/^عبد الله/);
    expect(storedStudentOfLine(26)?.last_name).toBe('المنصور, أبو طارق');
    expect(storedStudentOfLine(27)?.last_name).toBe('الهادي "أبو أنس"');
    expect(storedStudentOfLine(28)?.first_name).toBe('عمر زياد');
    expect(storedStudentOfLine(31)?.third_name).toBe('=1+1');
    expect(storedStudentOfLine(32)?.national_id).toMatch(/^\d{10}$/);
    expect(storedStudentOfLine(33)?.phone).toMatch(/^\d{10}$/);
    expect(storedStudentOfLine(34)?.full_name).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(storedStudentOfLine(35)?.national_id).toMatch(/^\d{10}$/);
    expect(storedStudentOfLine(37)?.gender).toBe('أنثى');
    expect(storedStudentOfLine(38)).toMatchObject({ gender: 'ذكر', nationality: 'سعودي' });
    expect(storedStudentOfLine(43)?.batch_id).not.toBeNull();
    expect(storedStudentOfLine(44)?.national_id).toBeNull();
    expect(storedStudentOfLine(45)?.phone).toBe('+966500000144');
    expect(storedStudentOfLine(47)).toMatchObject({ batch_id: null, phone: null });
    // Diacritics and tatweel are kept. Spaces around a name are removed.
    for (const dataRow of [7, 8, 52])
      expect(storedStudentOfLine(dataRow)?.first_name).toBe(records[dataRow - 1]?.['first_name']);
    for (const dataRow of [10, 11]) expect(storedStudentOfLine(dataRow)?.full_name).toMatch(/^\S+( \S+)+$/);
    expect(storedStudentOfLine(11)?.full_name).toContain('عبد الرحمن');
    expect(storedStudentOfLine(29)).toBeDefined();
    // Row 24 repeats the student of row 2, and its phone is stored.
    expect(storedStudentOfLine(2)?.phone).toBe(records[23]?.['phone']);
    for (const [query, dataRow] of [
      ['محمد سعد', 7],
      ['فاطمة الراشد', 8],
      ['عبدالرحمن', 11],
      ['اسامة اسماعيل', 52],
    ] as const) {
      const answer = await server.call<Student[]>('GET', '/students', {
        as: 'admin',
        query: { filter: { q: query }, range: [0, 99], sort: ['id', 'ASC'] },
      });
      expect(
        answer.body.map(({ id }) => id),
        query,
      ).toContain(storedStudentOfLine(dataRow)?.id);
    }
  });

  test('each refused row has an Arabic message with the field', async () => {
    await importStudentsAndSubjects();
    for (const [type, name, fields] of [
      [
        'students',
        'students-messy.csv',
        [
          'national_id',
          'national_id',
          'national_id',
          'first_name',
          'first_name',
          'email',
          'email',
          'batch_name',
          'program_name',
          'national_id',
          'national_id',
        ],
      ],
      [
        'grades',
        'grades-coursework-final.csv',
        ['final_exam', 'coursework', 'final_exam', 'coursework', 'student_id', 'subject_code'],
      ],
    ] as const) {
      const { body } = await server.call<ImportCheck>('POST', `/${type}/import/check`, {
        as: 'admin',
        body: { data: readRecords(type, name) },
      });
      expect(body.errors.map(({ field }) => field)).toEqual(fields);
      for (const { message } of body.errors) expect(message).toMatch(/^[\u0600-\u06FF]/);
    }
  });

  test('students without a number get the next numbers of their academic year', async () => {
    await importProgramsAndBatches();
    await importFile(server, 'students', 'students-windows1256.csv');
    const { body } = await server.call<Student[]>('GET', '/students', { as: 'admin' });
    const numbers = body.map(({ student_id }) => student_id);
    expect(new Set(numbers).size).toBe(30);
    for (const number of numbers) expect(number).toMatch(/^144[567]\d{4}$/);
    expect(body.every(({ full_name }) => /^[\u0600-\u06FF ]+$/.test(full_name))).toBe(true);
  });

  test('marks in unusual formats are parsed', async () => {
    await importStudentsAndSubjects();
    const sums = await importFile(server, 'grades', 'grades.csv');
    expect(sums.warnedRows).toEqual([46, 261]);
    const records = readRecords('grades', 'grades.csv');
    const storedMarkOfLine = async (dataRow: number) => gradeOf(records[dataRow - 1] ?? {});
    expect(await storedMarkOfLine(14)).toMatchObject({ testGrade: null, grade: null });
    expect(await storedMarkOfLine(31)).toMatchObject({ grade: '+أ' });
    const totalInFile = Number(records[45]?.['total']);
    expect((await storedMarkOfLine(46))?.total).toBe(totalInFile - 3);
    expect((await storedMarkOfLine(63))?.testGrade).toBe(Number(records[62]?.['test_grade']));

    await checkPercentages(records);

    await importFile(server, 'grades', 'grades-coursework-final.csv');
    const second = readRecords('grades', 'grades-coursework-final.csv');
    const split = await gradeOf(second[2] ?? {});
    const parts = [
      split?.participationGrade,
      split?.attendanceGrade,
      split?.exerciseGrade,
      split?.readingGrade,
    ];
    expect(parts.reduce((sum: number, part) => sum + Number(part), 0)).toBe(37);
    expect(parts.every((part) => Number.isInteger(Number(part) * 2))).toBe(true);
    for (const absent of [5, 9, 12, 28, 34, 51, 59])
      expect(await gradeOf(second[absent - 1] ?? {})).toMatchObject({ testGrade: null, grade: null });
    expect(await gradeOf(second[54] ?? {})).toMatchObject({ testGrade: 44.5, total: 89.5 });
  });

  /** A percentage is stored as this part of the maximum: 50 for the test, 10 for the participation. */
  async function checkPercentages(records: readonly Record<string, string>[]): Promise<void> {
    const cells: [field: string, cell: string, stored: number | null][] = [
      ['test_grade', '85%', 42.5],
      ['test_grade', '100%', 50],
      ['test_grade', '٩٠٪', 45],
      ['test_grade', '% 1', 0.5],
      ['participation_grade', '85%', 8.5],
      ['test_grade', '0%', 0],
      ['test_grade', '33.5%', null],
      ['test_grade', '101%', null],
      ['test_grade', '-1%', null],
    ];
    const { student_id, subject_code, batch_name } = records[0] ?? {};
    const data = cells.map(([field, cell]) => ({ student_id, subject_code, batch_name, [field]: cell }));
    for (const [index, [field, cell, stored]] of cells.entries()) {
      const { failed } = await importAll(server, 'grades', [data[index]]);
      expect(failed, cell).toBe(stored === null ? 1 : 0);
      const row = await gradeOf(records[0] ?? {});
      const mark = field === 'test_grade' ? row?.testGrade : row?.participationGrade;
      expect(mark, cell).toBe(stored ?? 0);
    }
    const both = { student_id, subject_code, batch_name, coursework: '80%', final_exam: '90%' };
    expect((await importAll(server, 'grades', [both])).failed).toBe(0);
    expect(await gradeOf(records[0] ?? {})).toMatchObject({ total: 85, testGrade: 45 });
    const { body } = await server.call<ImportCheck>('POST', '/grades/import/check', {
      as: 'admin',
      body: { data: data.slice(6, 8) },
    });
    expect(body.errors.map(({ message }) => message)).toEqual([
      'الاختبار «33.5%» من 50 ليست من مضاعفات نصف درجة',
      'الاختبار «101%» يجب ألا يزيد على 100%',
    ]);
  }

  /** Returns the row of the grade sheet for a record of a file. */
  async function gradeOf(record: Record<string, string>): Promise<GradeRow | undefined> {
    const batch = String(record['batch_name']);
    const { body: subjects } = await server.call<{ subject_code: string }[]>('GET', '/subjects', {
      as: 'admin',
      query: { batch_name: batch },
    });
    const code = subjects.find(({ subject_code }) => subject_code.startsWith(`${record['subject_code']}-`));
    const path = `/grades/${encodeURIComponent(batch)}/${code?.subject_code}`;
    const { body } = await server.call<GradeRow[]>('GET', path, { as: 'admin' });
    const name = (await student(String(record['student_id'])))?.full_name;
    return body.find((row) =>
      record['student_id'] ? row.studentName === name : row.studentName === record['student_name'],
    );
  }
});
