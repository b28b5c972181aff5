import { describe, expect, test } from 'vitest';
import { describeEnrolment } from '../../contract/errors';
import { importMessage } from '../../contract/imports';
import { checkRecord, isEmptyRecord } from '../../contract/rules/imports';
import { importFields } from '../../contract/rules/importsFields';
import { parseDate } from '../../contract/rules/importsCells';
import { parseLetter, parsePercent, splitCoursework } from '../../contract/rules/importsGrades';
import { splitName } from '../../contract/rules/importsRecords';
import { importTypes, levelNames } from '../../contract/vocabulary';

const fieldsOf = (problems: readonly { field: string | null; code: string }[]) =>
  problems.map(({ field, code }) => [field, code]);

describe('a student of a file', () => {
  const check = (more: Record<string, unknown>) => checkRecord('students', { first_name: 'سعد', ...more });

  test('the digits, apostrophes, bidi marks and white space of a student are cleaned', () => {
    const { values, problems } = check({
      student_id: '١٤٤٦٠٦٠١',
      national_id: "'۱۰۰۰۰۰۱۳۱۰\u200f",
      phone: "'+٩٦٦ 50-000",
      second_name: '\u202bعبد\u00a0 الله\u202c ',
      third_name: "'=1+1",
      gender: 'انثى',
    });
    expect(problems).toEqual([]);
    expect(values).toMatchObject({
      student_id: '14460601',
      national_id: '1000001310',
      phone: '+96650000',
      second_name: 'عبد الله',
      third_name: '=1+1',
      gender: 'أنثى',
    });
  });

  test('a student keeps an apostrophe inside of the name, and diacritics', () => {
    expect(check({ last_name: "'Abd" }).values.last_name).toBe("'Abd");
    expect(check({ last_name: 'مُحَمَّد' }).values.last_name).toBe('مُحَمَّد');
  });

  test.each([
    [{ national_id: '123456789' }, 'national_id', 'NOT_NATIONAL_ID'],
    [{ national_id: 'لا يوجد' }, 'national_id', 'NOT_NATIONAL_ID'],
    [{ email: 'بريد' }, 'email', 'NOT_EMAIL'],
    [{ gender: 'غير ذلك' }, 'gender', 'NOT_ONE_OF'],
    [{ first_name: ' ' }, 'first_name', 'MISSING'],
    [{ last_name: 'س'.repeat(61) }, 'last_name', 'TOO_LONG'],
    [{ phone: 'س'.repeat(2_001) }, 'phone', 'TOO_LONG'],
    [{ role: 'admin' }, 'role', 'UNKNOWN_FIELD'],
    [JSON.parse('{"__proto__":"x"}') as object, '__proto__', 'UNKNOWN_FIELD'],
  ])('a student with %j is refused', (more, field, code) => {
    const record = JSON.parse(JSON.stringify({ first_name: 'سعد' })) as Record<string, string>;
    for (const [key, value] of Object.entries(more))
      Object.defineProperty(record, key, { value, enumerable: true, configurable: true });
    const { problems } = checkRecord('students', record);
    expect(fieldsOf(problems)).toEqual([[field, code]]);
    expect(problems.map(importMessage).join()).toMatch(/[\u0600-\u06FF]/);
  });

  test('an error of the spreadsheet is an empty cell with a warning, and refuses a row without a name', () => {
    const { values, problems, warnings } = check({ phone: '#REF!', national_id: ' #n/a ', email: '#x@y.sa' });
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ phone: undefined, national_id: undefined, email: '#x@y.sa' });
    expect(fieldsOf(warnings)).toEqual([
      ['phone', 'CELL_ERROR_LEFT_OUT'],
      ['national_id', 'CELL_ERROR_LEFT_OUT'],
    ]);
    expect(warnings.map(importMessage).join()).toContain('#REF!');
    const withoutName = checkRecord('students', { full_name: '#NAME?', phone: '0500000001' });
    expect(fieldsOf(withoutName.problems)).toEqual([['full_name', 'CELL_ERROR']]);
    expect(withoutName.problems.map(importMessage).join()).toContain('#NAME?');
    expect(fieldsOf(checkRecord('students', { full_name: '' }).problems)).toEqual([
      ['first_name', 'MISSING'],
    ]);
  });

  test('a number that a program wrote with decimals of zero loses them', () => {
    const { values } = check({
      student_id: '1000031082.0',
      national_id: '١٠٠٠٠٣١٠٨٢.00',
      phone: '966500031066.0',
    });
    expect(values).toMatchObject({
      student_id: '1000031082',
      national_id: '1000031082',
      phone: '966500031066',
    });
    expect(check({ student_id: '10.5' }).values.student_id).toBe('10.5');
  });

  test('a student omits empty cells', () => {
    const { values, problems } = check({ email: '', phone: null, national_id: ' ' });
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ email: undefined, phone: undefined, national_id: undefined });
  });

  test.each([
    ['سعد', ['سعد', undefined, undefined, undefined]],
    ['سعد الراشد', ['سعد', undefined, undefined, 'الراشد']],
    ['عبد الله سعد الراشد', ['عبد الله', 'سعد', undefined, 'الراشد']],
    ['سعد محمد علي آل حسن', ['سعد', 'محمد', 'علي', 'آل حسن']],
    ['سعد بن محمد علي فهد الراشد', ['سعد', 'بن محمد', 'علي', 'فهد الراشد']],
  ])('the full name %s is split', (name, parts) => {
    const { first_name, second_name, third_name, last_name } = splitName(name);
    expect([first_name, second_name, third_name, last_name]).toEqual(parts);
  });
});

describe('other records', () => {
  test.each([
    ['programs', { name: 'برنامج', levels: '٤' }, []],
    ['programs', { name: 'برنامج', levels: 0 }, [['levels', 'TOO_SMALL']]],
    ['programs', { name: 'برنامج' }, [['levels', 'MISSING']]],
    ['programs', { name: 'برنامج', levels: 2, specialty: 'طب' }, [['specialty', 'NOT_ONE_OF']]],
    ['programs', { name: 'برنامج', levels: 2, code: 'A B' }, [['code', 'NOT_CODE']]],
    ['batches', { name: 'دفعة', start_date: '24/8/2025' }, []],
    ['batches', { level: 1 }, [['name', 'MISSING']]],
    ['programs', { levels: 4 }, [['name', 'MISSING']]],
    ['programs', { name: 'برنامج', levels: 'أربعة' }, [['levels', 'NOT_NUMBER']]],
    ['subjects', { hours: 3, batch_name: 'دفعة' }, [['name', 'MISSING']]],
    ['subjects', { name: 'الفقه', hours: 'ثلاث', batch_name: 'دفعة' }, [['hours', 'NOT_NUMBER']]],
    ['subjects', { name: 'الفقه', hours: -1, batch_name: 'دفعة' }, [['hours', 'TOO_SMALL']]],
    [
      'grades',
      { student_id: '1', subject_code: 'A', coursework: 101, final_exam: 1 },
      [['coursework', 'TOO_BIG']],
    ],
    ['batches', { name: 'دفعة/1' }, [['name', 'NO_SLASH']]],
    ['batches', { name: 'دفعة', status: 'س' }, [['status', 'NOT_ONE_OF']]],
    ['batches', { name: 'دفعة', start_date: '1447-13-01' }, [['start_date', 'NOT_DATE']]],
    [
      'batches',
      { name: 'دفعة', start_date: '2025-01-02', end_date: '2025-01-01' },
      [['end_date', 'DATES_REVERSED']],
    ],
    ['subjects', { name: 'الفقه', hours: 3, batch_name: 'دفعة' }, []],
    ['subjects', { name: 'الفقه', credit_hours: '٣', program_name: 'برنامج' }, []],
    ['subjects', { name: 'الفقه', hours: 11, batch_name: 'دفعة' }, [['hours', 'TOO_BIG']]],
    ['subjects', { name: 'الفقه', hours: 2.5, batch_name: 'دفعة' }, [['hours', 'NOT_INTEGER']]],
    ['subjects', { name: 'الفقه', hours: 2, level: 9, batch_name: 'دفعة' }, [['level', 'TOO_BIG']]],
    ['subjects', { name: 'الفقه', hours: 2 }, [['batch_name', 'MISSING']]],
    ['grades', { student_id: '1', subject_code: 'A', coursework: 37, final_exam: 44 }, []],
    ['grades', { student_id: '1', subject_code: 'A', coursework: 37, final_exam: 'غ' }, []],
    ['grades', { student_id: '1', subject_code: 'A', coursework: 37, final_exam: '', grade: 'غ' }, []],
    ['grades', { student_id: '1', subject_code: 'A', coursework: 37 }, [['final_exam', 'MISSING']]],
    ['grades', { student_id: '1', subject_code: 'A', coursework: '80%', final_exam: '٩٠٪' }, []],
    ['grades', { student_id: '1', subject_code: 'A', coursework: '80%' }, [['final_exam', 'MISSING']]],
    ['grades', { student_id: '1', subject_code: 'A', test_grade: '8%5' }, [['test_grade', 'NOT_NUMBER']]],
    ['grades', { student_id: '1', subject_code: 'A', test_grade: '٤٠٫٥' }, []],
    ['grades', { student_id: '1', subject_code: 'A', test_grade: 101 }, [['test_grade', 'TOO_BIG']]],
    ['grades', { student_id: '1', subject_code: 'A', test_grade: -1 }, [['test_grade', 'TOO_SMALL']]],
    ['grades', { student_id: '1', subject_code: 'A', test_grade: 'x' }, [['test_grade', 'NOT_NUMBER']]],
    ['grades', { student_id: '1', subject_code: 'A', test_grade: 1.2 }, [['test_grade', 'OFF_STEP']]],
    [
      'grades',
      { test_grade: 1 },
      [
        ['student_id', 'MISSING'],
        ['subject_code', 'MISSING'],
      ],
    ],
  ] as const)('%s %j', (type, record, problems) => {
    expect(fieldsOf(checkRecord(type, record).problems)).toEqual(problems);
  });

  test('a mark with the absence sign is not recorded, instead of 0', () => {
    const record = { student_id: '1', subject_code: 'A', test_grade: 'غ', reading_grade: '' };
    expect(checkRecord('grades', record).values.marks).toEqual({ test: null });
  });

  test('a date is read in digits of any script, day first, and a day that does not exist is refused with a message', () => {
    const batch = (start_date: string | number) => checkRecord('batches', { name: 'دفعة', start_date });
    for (const text of ['٢٣/٠٨/٢٠٢٦', '۲۳-۸-۲۰۲۶', '\u200f23/08/2026\u200f', 46_257])
      expect(batch(text), String(text)).toMatchObject({ values: { start_date: '2026-08-23' }, problems: [] });
    const { values, problems } = batch('31/02/2026');
    expect(values.start_date).toBeUndefined();
    expect(problems.map(importMessage)).toEqual(['تاريخ البداية «31/02/2026» ليس تاريخاً صحيحاً']);
  });

  test.each([
    ['15/3/2010', '2010-03-15', []],
    ['١٤٣١/٣/٢٩', '2010-03-15', []],
    ['15 مارس 2010', '2010-03-15', []],
    ['30/4/1431', '2010-04-15', ['NEXT_DAY_TAKEN']],
  ])('the birth date %s is %s', (birth_date, day, codes) => {
    const { values, problems, warnings } = checkRecord('students', { first_name: 'عمر', birth_date });
    expect([values.birth_date, problems]).toEqual([day, []]);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  test('a birth date with a short year or of no day is refused, and so is another day 30 of a month with 29 days', () => {
    const codes = (record: object) =>
      checkRecord('students', { first_name: 'عمر', ...record }).problems.map(({ code }) => code);
    expect(codes({ birth_date: '15/3/10' })).toEqual(['SHORT_YEAR']);
    expect(codes({ birth_date: '31/4/2010' })).toEqual(['NOT_DATE']);
    expect(codes({ joined_on: '30/4/1431' })).toEqual(['NO_SUCH_DAY']);
  });

  test('the health note of a student is not imported', () => {
    const { values, problems } = checkRecord('students', { first_name: 'عمر', health_note: 'ربو' });
    expect(problems.map(({ code }) => code)).toEqual(['UNKNOWN_FIELD']);
    expect(JSON.stringify(values)).not.toContain('ربو');
  });

  test('the status of a batch is read from the usual words', () => {
    const status = (text: string) => checkRecord('batches', { name: 'دفعة', status: text }).values.status;
    expect(['نشط', 'جارية', 'Active', 'منتهية', 'مكتملة', 'ended'].map(status)).toEqual([
      'نشطة',
      'نشطة',
      'نشطة',
      'منتهية',
      'منتهية',
      'منتهية',
    ]);
    expect(status('')).toBeUndefined();
  });

  test('a refused move names the enrolment of the student, if the server sends it', () => {
    const enrolment = describeEnrolment({ batch_name: 'أ', program_name: 'الحفظ', from: '2026-09-01' });
    const problem = { field: 'program_name', code: 'BATCH_OF_OTHER_PROGRAM', value: 'التجويد' } as const;
    expect(importMessage({ ...problem, limit: enrolment })).toBe(
      'الطالب مقيد في الدفعة «أ» من «الحفظ» منذ 19 ربيع الأول 1448 هـ، فلا ينتقل إلى «التجويد» إلا بدفعة منه',
    );
    expect(importMessage(problem)).toBe('الدفعة «التجويد» ليست من هذا البرنامج');
  });

  test('a level is read as a number, and by the names in our own sheets', () => {
    const level = (text: string) =>
      checkRecord('subjects', { name: 'الفقه', hours: 2, batch_name: 'دفعة', level: text });
    for (const text of ['3', '٣', levelNames[3]])
      expect(level(text), text).toMatchObject({ values: { level: 3 }, problems: [] });
    expect(fieldsOf(level('متقدم').problems)).toEqual([['level', 'NOT_NUMBER']]);
  });

  test('an empty line is no record', () => {
    expect(isEmptyRecord({ a: '', b: null, c: '  ' })).toBe(true);
    expect(isEmptyRecord({ a: '', b: 0 })).toBe(false);
  });

  test('every field of every type can be sent', () => {
    for (const type of importTypes)
      for (const { name } of importFields[type])
        expect(checkRecord(type, { [name]: '' }).problems.map(({ code }) => code)).not.toContain(
          'UNKNOWN_FIELD',
        );
  });
});

test.each([
  ['2025-08-24', '2025-08-24'],
  ['2025/8/4', '2025-08-04'],
  ['4/8/2025', '2025-08-04'],
  ['2025-08-24T00:00:00.000Z', '2025-08-24'],
  ['2025-08-24 08:30', '2025-08-24'],
  ['23/08/2026', '2026-08-23'],
  ['23-08-2026', '2026-08-23'],
  ['23.8.2026', '2026-08-23'],
  ['23 / 8 / 2026 م', '2026-08-23'],
  ['23/08/2026 00:00:00', '2026-08-23'],
  ['05/06/2026', '2026-06-05'],
  ['13/12/2026', '2026-12-13'],
  ['46257', '2026-08-23'],
  ['46257.5', '2026-08-23'],
  ['12/13/2026', null],
  ['31/02/2026', null],
  ['29/02/2027', null],
  ['23/08/26', null],
  ['14460', null],
  ['99999', null],
  ['2025-02-30', null],
  ['1447-02-03', '2025-07-28'],
  ['3/2/1447 هـ', '2025-07-28'],
  ['٣ صفر ١٤٤٧', '2025-07-28'],
  ['1447/2/3 00:00:00', '2025-07-28'],
  ['الاثنين 3 صفر 1447 هـ', '2025-07-28'],
  ['28 يوليو 2025', '2025-07-28'],
  ['30/2/1447', null],
  ['3/2', null],
  ['3 صفر', null],
  ['1/1/1700', null],
  ['غداً', null],
])('the date %s is %s', (text, date) => expect(parseDate(text)).toBe(date));

test.each([
  ['23/08/26', 'SHORT_YEAR'],
  ['3 صفر 47', 'SHORT_YEAR'],
  ['30/2/1447', 'NO_SUCH_DAY'],
  ['31/2/1447', 'NOT_DATE'],
  ['30/2/2026', 'NOT_DATE'],
  ['غداً', 'NOT_DATE'],
])('the date %s is refused with the code %s', (start_date, code) => {
  const { problems } = checkRecord('batches', { name: 'دفعة', start_date });
  expect(fieldsOf(problems)).toEqual([['start_date', code]]);
});

test.each([
  ['85%', 85],
  ['85.5 %', 85.5],
  ['٨٥٫٥٪', 85.5],
  ['%85', 85],
  ['% 85', 85],
  ['0%', 0],
  ['85', null],
  ['%', null],
  ['8%5', null],
  ['85%%', null],
  ['خمسة%', null],
])('the percentage %s is %s', (text, percentage) => expect(parsePercent(text)).toBe(percentage));

test.each([
  ['+أ', '+أ'],
  ['أ+', '+أ'],
  ['ا +', '+أ'],
  ['لم يجتز', 'لم يجتز'],
  ['ممتاز', undefined],
])('the letter %s is %s', (text, letter) => expect(parseLetter(text)).toBe(letter));

describe('coursework', () => {
  const columns = [
    { key: 'participation', max: 10 },
    { key: 'attendance', max: 30 },
    { key: 'exercise', max: 5 },
    { key: 'reading', max: 5 },
  ] as const;

  test('coursework is split into half marks with the same sum, none above its maximum', () => {
    for (let mark = 0; mark <= 50; mark += 0.5) {
      const parts = splitCoursework(mark, columns) ?? {};
      const marks = columns.map(({ key }) => Number(parts[key]));
      expect(marks.reduce((sum, part) => sum + part, 0)).toBe(mark);
      for (const [index, part] of marks.entries()) {
        expect(Number.isInteger(part * 2)).toBe(true);
        expect(part).toBeLessThanOrEqual(columns[index]?.max ?? 0);
        // The difference to the exact share is at most half a mark.
        expect(Math.abs(part - (mark * (columns[index]?.max ?? 0)) / 50)).toBeLessThan(0.5);
      }
    }
    expect(splitCoursework(37, columns)).toEqual({
      participation: 7.5,
      attendance: 22.5,
      exercise: 3.5,
      reading: 3.5,
    });
  });

  test('coursework above the sum of all maxima is not reduced', () => {
    expect(splitCoursework(60, columns)).toBeNull();
    expect(splitCoursework(-1, columns)).toBeNull();
    expect(splitCoursework(1.2, columns)).toBeNull();
    expect(splitCoursework(1, [])).toBeNull();
    expect(splitCoursework(0, [])).toEqual({});
  });
});
