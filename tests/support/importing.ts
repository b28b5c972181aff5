import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { ImportResult } from '../../contract/imports';
import { importChunkSize } from '../../contract/imports';
import { isEmptyRecord } from '../../contract/rules/imports';
import type { ImportType } from '../../contract/vocabulary';
import type { TestApp } from './app';

export type FileRecord = Record<string, string>;

const folder = new URL('../data/import/', import.meta.url);
export const sampleFile = (name: string): Buffer => readFileSync(new URL(encodeURI(name), folder));

const studentHeaders = {
  'الرقم الأكاديمي': 'student_id',
  'رقم الطالب': 'student_id',
  'الاسم الأول': 'first_name',
  'اسم الأب': 'second_name',
  'اسم الجد': 'third_name',
  'اسم العائلة': 'last_name',
  العائلة: 'last_name',
  'رقم الهوية': 'national_id',
  الجوال: 'phone',
  'رقم الجوال': 'phone',
  'البريد الإلكتروني': 'email',
  البريد: 'email',
  الجنس: 'gender',
  الجنسية: 'nationality',
  البرنامج: 'program_name',
  'اسم البرنامج': 'program_name',
  الدفعة: 'batch_name',
  'اسم الدفعة': 'batch_name',
};

const headers: Record<ImportType, Record<string, string>> = {
  students: studentHeaders,
  programs: {
    'رمز البرنامج': 'code',
    'اسم البرنامج': 'name',
    الوصف: 'description',
    المدة: 'duration',
    'عدد المستويات': 'levels',
    الحالة: 'status',
  },
  batches: {
    'اسم الدفعة': 'name',
    البرنامج: 'program_name',
    'رقم الدفعة': 'batch_number',
    'السنة الدراسية': 'academic_year',
    المستوى: 'level',
    'تاريخ البداية': 'start_date',
    'تاريخ النهاية': 'end_date',
    الحالة: 'status',
  },
  subjects: {
    'رمز المادة': 'code',
    'اسم المادة': 'name',
    المستوى: 'level',
    الساعات: 'hours',
    النوع: 'type',
    البرنامج: 'program_name',
    الدفعة: 'batch_name',
  },
  grades: {
    ...studentHeaders,
    'اسم الطالب': 'student_name',
    'رمز المادة': 'subject_code',
    'اسم المادة': 'subject_name',
    المستوى: 'level',
    المشاركة: 'participation_grade',
    الحضور: 'attendance_grade',
    التمارين: 'exercise_grade',
    القراءة: 'reading_grade',
    الاختبار: 'test_grade',
    'أعمال السنة': 'coursework',
    'الاختبار النهائي': 'final_exam',
    المجموع: 'total',
    التقدير: 'grade',
  },
  users: {
    'اسم المستخدم': 'username',
    'الاسم الكامل': 'name',
    'البريد الإلكتروني': 'email',
    الجوال: 'phone',
    القسم: 'section',
  },
};

/** @param rows the first row is the header; unknown columns are ignored */
export function parseRecords(type: ImportType, [header = [], ...rows]: readonly string[][]): FileRecord[] {
  const fields = header.map((name) => headers[type][name.trim()] ?? (/^[a-z_]+$/.test(name) ? name : null));
  return rows
    .filter((row) => !isEmptyRecord(Object.fromEntries(row.entries())))
    .map((row) =>
      Object.fromEntries(fields.flatMap((field, index) => (field ? [[field, row[index] ?? '']] : []))),
    );
}

export function readRecords(type: ImportType, name: string): FileRecord[] {
  const bytes = sampleFile(name);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('windows-1256').decode(bytes);
  }
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: false });
  return parseRecords(type, data);
}

export interface ImportTotals {
  imported: number;
  updated: number;
  failed: number;
  /** Row numbers from 1. */
  failedRows: number[];
  warnedRows: number[];
  stoppedAtRow: number | null;
}

/** Sends chunks like the import centre. */
export async function importAll(
  server: TestApp,
  type: ImportType,
  records: readonly unknown[],
  { stopOnError = false, importId = '', session = '' } = {},
): Promise<ImportTotals> {
  const totals: ImportTotals = {
    imported: 0,
    updated: 0,
    failed: 0,
    failedRows: [],
    warnedRows: [],
    stoppedAtRow: null,
  };
  for (let start = 0; start < records.length; start += importChunkSize) {
    const answer = await server.call<ImportResult>('POST', `/${type}/import`, {
      as: 'admin',
      body: { data: records.slice(start, start + importChunkSize), stopOnError },
      headers: {
        ...(importId && { 'x-import-id': importId, 'idempotency-key': `${importId}-${type}-${start}` }),
        ...(session && { 'x-session-id': session }),
      },
    });
    if (answer.status !== 200) throw new Error(`${type}: ${answer.status} ${answer.text}`);
    const { imported, updated, failed, errors, warnings = [], stoppedAtRow } = answer.body;
    totals.imported += imported;
    totals.updated += updated;
    totals.failed += failed;
    totals.failedRows.push(...errors.map(({ row }) => start + row));
    totals.warnedRows.push(...warnings.map(({ row }) => start + row));
    if (stoppedAtRow !== null) return { ...totals, stoppedAtRow: start + stoppedAtRow };
  }
  return totals;
}

export const importFile = (
  server: TestApp,
  type: ImportType,
  name: string,
  options: Parameters<typeof importAll>[3] = {},
): Promise<ImportTotals> => importAll(server, type, readRecords(type, name), options);

export async function recordCounts({ data }: TestApp): Promise<Record<ImportType, number>> {
  const count = async (table: ImportType) =>
    Number(
      (
        await data.read
          .selectFrom(table)
          .select((builder) => builder.fn.countAll().as('total'))
          .executeTakeFirstOrThrow()
      ).total,
    );
  const [students, subjects, programs, batches, grades, users] = [
    await count('students'),
    await count('subjects'),
    await count('programs'),
    await count('batches'),
    await count('grades'),
    await count('users'),
  ];
  return { students, subjects, programs, batches, grades, users };
}
