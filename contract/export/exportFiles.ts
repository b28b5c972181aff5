import type { ExportFile } from './columns';
import { familyFiles } from './familyFiles';
import { instituteFiles } from './instituteFiles';
import { teachingFiles } from './teachingFiles';

/** Recorded tables without a file, and the reason. */
export const tablesWithoutFile: Readonly<Record<string, string>> = {
  password_requests: 'a request of the moment, which opens an account',
  saved_filters: 'a personal choice of a user on the screens of this server',
  guardian_links: 'the secrets of private pages, which only this server can check',
};

const recordFiles = [...instituteFiles, ...teachingFiles, ...familyFiles];

const reportTypeNames = {
  transcript: 'كشف درجات',
  student_subject: 'طالب في مادة',
  subject_sheet: 'كشف مادة',
  daily_log: 'سجل يوم',
  daily_range: 'سجل فترة',
};

const logFiles: readonly ExportFile[] = [
  {
    name: 'الوثائق الصادرة',
    english: 'issued papers',
    table: 'issued_papers',
    columns: [
      ['رقم الوثيقة', 'number'],
      ['رمز التحقق', 'code'],
      ['الرقم الأكاديمي', 'student_id'],
      ['اسم الطالب', 'student_name'],
      ['الدفعة', 'batch_name'],
      ['المستوى', 'level'],
      ['أصدرها', 'user_name'],
      ['وقت الإصدار', 'created_at'],
      ['سُحبت', 'withdrawn_at'],
      ['سحبها', 'withdrawn_by'],
      ['سبب السحب', 'withdrawn_reason'],
    ],
  },
  {
    name: 'سجل التقارير',
    english: 'printed and exported reports',
    table: 'report_log',
    columns: [
      ['التقرير', 'type', reportTypeNames],
      ['العملية', 'action', { generated: 'عرض', printed: 'طباعة', exported: 'تصدير' }],
      ['المستخدم', 'user_name'],
      ['الدفعة', 'batch_name'],
      ['المستوى', 'level'],
      ['الرقم الأكاديمي', 'student_id'],
      ['اسم الطالب', 'student_name'],
      ['رمز المادة', 'subject_code'],
      ['اسم المادة', 'subject_name'],
      ['الحلقة', 'circle_name'],
      ['من يوم', 'start_date'],
      ['إلى يوم', 'end_date'],
      ['الوقت', 'created_at'],
    ],
  },
  {
    name: 'العمليات',
    english: 'operations, without the values before and after',
    table: 'operations',
    columns: [
      ['رقم العملية', 'id'],
      ['الوقت', 'performed_at'],
      ['المستخدم', 'user_name'],
      [
        'العملية',
        'action',
        {
          create: 'إضافة',
          update: 'تعديل',
          delete: 'حذف',
          import: 'استيراد',
          undo: 'تراجع',
          restore: 'استعادة',
          export: 'تصدير',
        },
      ],
      ['نوع السجل', 'table_name', Object.fromEntries(recordFiles.map(({ table, name }) => [table, name]))],
      ['السجل', 'item_name'],
      ['الوصف', 'description'],
      ['عدد السجلات', 'rows_count'],
      ['وقت التراجع عنها', 'undone_at'],
      ['تراجعت عن العملية', 'undo_of'],
    ],
  },
];

/** All files of the export in their order. A new table is one more entry in its list. */
export const exportFiles: readonly ExportFile[] = [...recordFiles, ...logFiles];

/** Rows of one file. The import centre, spreadsheets and ZIP files have limits. */
export const maxExportRows = 200_000;

/** @param part counts from 1 */
export function exportFileName({ name }: Pick<ExportFile, 'name'>, index: number, part: number): string {
  const number = String(index + 1).padStart(2, '0');
  return `${number}-${name.replaceAll(' ', '-')}${part > 1 ? `-${part}` : ''}.csv`;
}
