import type { RecordFields } from '../fieldTable';
import { fieldNames } from '../fieldTable';

/**
 * How a stored value is written. A table has the words for stored keys, and the word of an empty key for no value.
 * Days, times and numbers need no format.
 */
export type ExportFormat =
  | 'flag'
  | 'weekdays'
  | 'lines'
  /** A JSON array of row ids of students. */
  | 'students'
  | 'ayah'
  | 'ayahRanges'
  | 'percentage'
  | 'letter'
  | Readonly<Record<string, string>>;

/**
 * The source is a column of the table, or a path through references: `subject_id.batch_id.batch_name` is the
 * name of the batch of the subject.
 */
export type ExportColumn = readonly [heading: string, source: string, format?: ExportFormat];

export interface ExportFile {
  /** The name of the file without number and ending. */
  name: string;
  english: string;
  table: string;
  /** The columns of the order. Default: the row id. */
  key?: readonly string[];
  columns: readonly ExportColumn[];
}

/** A row of another file finds a record by these columns, because row ids differ between institutes. */
export const studentColumns = (path = 'student_row_id'): ExportColumn[] => [
  ['الرقم الأكاديمي', `${path}.student_id`],
  ['اسم الطالب', `${path}.full_name`],
];

/** A code and a batch identify a subject. The stored code contains the row id of the batch. */
export const subjectColumns = (path = 'subject_id'): ExportColumn[] => [
  ['رمز المادة', `${path}.base_subject_code`],
  ['اسم المادة', `${path}.name`],
  ['الدفعة', `${path}.batch_id.batch_name`],
];

export const circleColumn: ExportColumn = ['الحلقة', 'circle_id.name'];

/** The last day of a membership is the day before. */
export const periodColumns: ExportColumn[] = [
  ['من يوم', 'from_date'],
  ['حتى يوم (غير داخل)', 'to_date'],
];

export const dayRangeColumns: ExportColumn[] = [
  ['من يوم', 'from_date'],
  ['إلى يوم', 'to_date'],
];

/** Confidential fields are for the institute's own teachers, and leave it in no file. */
export const fieldColumns = (
  fields: RecordFields,
  formats: Readonly<Record<string, ExportFormat>> = {},
): ExportColumn[] =>
  fieldNames(fields).flatMap((name) => {
    const { label = name, visibleTo } = fields[name] ?? {};
    const format = formats[name];
    return visibleTo === 'ownTeachers' ? [] : [format ? [label, name, format] : [label, name]];
  });

export const exportWords = { yes: 'نعم', no: 'لا', comma: '، ' } as const;

/** From Sunday. */
export const exportWeekdays = ['الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت'] as const;
