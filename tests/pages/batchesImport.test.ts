import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { Program } from '../../contract/programs';
import type { CheckedRow, ImportPlan } from '../../src/features/import/importPlan';
import { checkRows, matchColumns } from '../../src/features/import/quickImport';
import { readSource } from '../../src/features/import/readSource';
import { importFiles } from '../../src/features/import/sheet';
import { readWorkbookSheets } from '../../src/features/import/workbook';
import { batchImport, checkBatch, batchFinders } from '../../src/resources/batches/batchImport';
import { checkProgram, programFinders, programImport } from '../../src/resources/programs/programImport';

const program = (id: number, program_id: string, program_name: string, levels = 6) =>
  ({ id, program_id, program_name, levels }) as Program;
const quran = program(1, 'QRN', 'برنامج حفظ القرآن الكريم');
const tajwid = program(2, 'TJW', 'برنامج التجويد والقراءات', 4);
const stored = {
  id: 9,
  batch_name: 'الأولى',
  program_id: 'QRN',
  program_name: quran.program_name,
  start_date: '2025-01-01',
} as Batch;
const finders = batchFinders([quran, tajwid], [stored]);

const batch = (cells: Record<string, string>) => checkBatch(cells, finders, '1447', '2026-11-20');
const problemsOf = ({ problems }: CheckedRow) => problems.map(({ field, message }) => `${field}: ${message}`);

describe('a row of batches', () => {
  it('a row becomes a batch with numbers, ASCII digits and the defaults of the form', () => {
    const row = batch({
      batch_name: 'الثانية',
      program_name: 'TJW',
      batch_number: '٢',
      academic_year: '١٤٤٧هـ',
      start_date: '2025/8/4',
      status: 'نشط',
    });
    expect(row).toMatchObject({
      stored: null,
      problems: [],
      values: {
        program_id: 'TJW',
        program_name: tajwid.program_name,
        batch_number: 2,
        academic_year: '1447',
        start_date: '2025-08-04',
        status: 'نشطة',
      },
    });
    expect(batch({ batch_name: 'ج', program_id: 'QRN' }).values).toMatchObject({
      batch_number: 1,
      academic_year: '1447',
      level: null,
    });
  });

  it.each(['23/08/2026', '23-08-2026', '23.8.2026', '٢٣/٨/٢٠٢٦', '2026-08-23', '46257'])(
    'the cell %s is parsed as 23 August 2026',
    (start_date) => {
      const row = batch({ batch_name: 'د', program_id: 'QRN', start_date });
      expect(row).toMatchObject({ problems: [], values: { start_date: '2026-08-23' } });
    },
  );

  it('a row is matched by its name, and an empty cell changes nothing', () => {
    const row = batch({ batch_name: 'الاولى', program_name: '', level: '3', end_date: '' });
    expect(row.stored).toBe(stored);
    expect(row.values).toEqual({ batch_name: 'الاولى', level: 3 });
    expect(row.problems).toEqual([]);
  });

  it('a row is refused in Arabic, with a reason for each field', () => {
    expect(problemsOf(batch({}))).toEqual(['batch_name: هذا الحقل مطلوب', 'program_id: هذا الحقل مطلوب']);
    expect(problemsOf(batch({ batch_name: 'أ/ب', program_name: 'الفلك' }))).toEqual([
      'batch_name: لا يُسمح بالشرطة المائلة / هنا',
      'program_id: البرنامج المحدد غير موجود: الفلك',
    ]);
    expect(
      problemsOf(batch({ batch_name: 'ب', program_name: quran.program_name, program_id: 'TJW' })),
    ).toEqual(['program_id: رمز البرنامج واسمه لا يشيران إلى برنامج واحد']);
    expect(
      problemsOf(
        batch({
          batch_name: 'ب',
          program_id: 'TJW',
          batch_number: 'أول',
          level: '5',
          start_date: '31/02/2025',
          status: 'س',
        }),
      ),
    ).toEqual([
      'batch_number: يجب أن يكون رقماً',
      'start_date: ليس تاريخاً صحيحاً. اكتبه مثل \u206623/08/2026\u2069 (اليوم أولاً) أو \u20662026-08-23\u2069',
      'level: يجب ألا يزيد على 4',
      'status: القيمة ليست من القيم المسموحة',
    ]);
    expect(problemsOf(batch({ batch_name: 'الأولى', academic_year: '144' }))).toEqual([
      'academic_year: اكتب السنة الهجرية بأربعة أرقام، بين 1400 و1452',
    ]);
    expect(problemsOf(batch({ batch_name: 'الأولى', end_date: '2024-01-01' }))).toEqual([
      'end_date: تاريخ النهاية يسبق تاريخ البداية',
    ]);
  });
});

describe('a row of programmes', () => {
  const check = (cells: Record<string, string>) => checkProgram(cells, programFinders([quran, tajwid]));

  it('a row is matched by its code, otherwise by its name', () => {
    expect(check({ program_id: 'qrn', levels: '٨' })).toMatchObject({
      stored: quran,
      values: { program_id: 'QRN', levels: 8 },
      problems: [],
    });
    expect(check({ program_id: '', program_name: 'برنامج حفظ القران الكريم' }).stored).toBe(quran);
    expect(check({ program_id: 'NEW', program_name: 'جديد' })).toMatchObject({ stored: null, problems: [] });
  });

  it('a row is refused in Arabic', () => {
    expect(problemsOf(check({ program_id: 'A B', program_name: 'س' }))).toEqual([
      'program_id: الرمز لا يقبل المسافات أو الشرطة أو الشرطة المائلة',
    ]);
    expect(problemsOf(check({ program_id: 'NEW', program_name: tajwid.program_name }))).toEqual([
      'program_name: اسم البرنامج مستخدم من قبل',
    ]);
    expect(
      problemsOf(check({ program_id: 'NEW', program_name: 'س', levels: 'ست', specialty: 'طب' })),
    ).toEqual(['specialty: القيمة ليست من القيم المسموحة', 'levels: يجب أن يكون رقماً']);
  });
});

describe('the sample files', () => {
  const rowsOf = async (name: string, plan: ImportPlan, records: Record<string, unknown[]>) => {
    const file = new Blob([readFileSync(`tests/data/${name}`)]);
    const [read] = await readSource({ kind: 'file', file, name }, importFiles, readWorkbookSheets);
    if (!read || !('sheet' in read)) throw new Error('it cannot be read');
    const columns = matchColumns(read.sheet, plan);
    expect(columns).toMatchObject({ ignored: [], missing: [] });
    const check = await plan.createChecker(async (resource) => (records[resource] ?? []) as never);
    const { work, rows } = await checkRows(columns, check, String);
    expect(work.summary().invalid).toBe(0);
    return rows;
  };

  const isNew = (length: number) => Array.from({ length }, () => [[], null]);

  it('the sample files add five programmes and eight batches, and update them at the second import', async () => {
    const programs = await rowsOf('programs.csv', programImport, {});
    expect(programs.map(({ problems, stored: storedRow }) => [problems, storedRow])).toEqual(isNew(5));
    const storedPrograms = programs.map(({ values }, id) => ({ id, ...values }));
    const batches = await rowsOf('batches.csv', batchImport('1447', '2026-11-20'), {
      programs: storedPrograms,
    });
    expect(batches.map(({ problems, stored: storedRow }) => [problems, storedRow])).toEqual(isNew(8));
    expect(batches[6]?.values).toMatchObject({
      program_id: 'PRP',
      level: 2,
      status: 'منتهية',
      end_date: '2024-06-10',
    });
    const again = await rowsOf('programs.csv', programImport, { programs: storedPrograms });
    expect(
      again.every(({ problems, stored: storedRow }) => problems.length === 0 && storedRow !== null),
    ).toBe(true);
    const storedBatches = batches.map(({ values }, id) => ({ id, ...values }));
    const same = await rowsOf('batches.csv', batchImport('1447', '2026-11-20'), {
      programs: storedPrograms,
      batches: storedBatches,
    });
    expect(same.every(({ problems, stored: storedRow }) => problems.length === 0 && storedRow)).toBe(true);
  });
});
