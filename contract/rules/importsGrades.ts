import { absentSign, flagAliases, gradeSettingHeadings, letters, type Letter } from '../vocabulary';
import { cleanText, foldArabic } from './arabicText';
import {
  defaultGradeSettings,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
  gradeSettingsProblems,
  maxColumnName,
} from './gradeSettings';
import { parseGrade, type Marks, markProblem, markStep, parseMark } from './grading';
import type { RowReader } from './importsCells';

/** Undefined: the stored value does not change. Null: not recorded. */
export interface GradeValues {
  student_id?: string | undefined;
  student_name?: string | undefined;
  subject_code?: string | undefined;
  subject_name?: string | undefined;
  batch_name?: string | undefined;
  marks: Partial<Marks>;
  coursework?: number | null | undefined;
  final_exam?: number | null | undefined;
  total?: number | undefined;
  grade?: Letter | undefined;
  isAbsent: boolean;
  /** Marks of the file in percent, for example 85. The maxima of the subject give the marks. */
  percentages: Partial<Record<MarkField, number>>;
}

/** The fields of a row with a mark. */
export const markFields = [
  'participation_grade',
  'attendance_grade',
  'exercise_grade',
  'reading_grade',
  'test_grade',
  'coursework',
  'final_exam',
] as const;
export type MarkField = (typeof markFields)[number];

/** The maxima of the subject are not loaded yet, so 100 is the limit (spec 2 §5). */
const maxMark = 100;

export function readGrade(row: RowReader): GradeValues {
  const letter = row.text('grade', 2_000);
  const isAbsent = letter === absentSign;
  const components = gradeColumns.filter((column) => row.has(`${column}_grade`));
  const marks: Partial<Marks> = {};
  for (const column of components) {
    const mark = readMark(row, `${column}_grade`);
    if (mark !== undefined) marks[column] = mark;
  }
  const percentages = readPercentages(row);
  const values = {
    student_id: row.code('student_id', 40),
    student_name: row.text('student_name', 250),
    subject_code: row.code('subject_code', 40),
    subject_name: row.text('subject_name', 120),
    batch_name: row.text('batch_name', 120),
    marks,
    coursework: readMark(row, 'coursework'),
    final_exam: readMark(row, 'final_exam'),
    total: readTotal(row),
    grade: parseLetter(letter),
    isAbsent,
    percentages,
  };
  if (values.student_id === undefined && values.student_name === undefined)
    row.require('student_id', undefined);
  if (values.subject_code === undefined && values.subject_name === undefined)
    row.require('subject_code', undefined);
  if (components.length === 0 && !isAbsent) {
    for (const field of ['coursework', 'final_exam'] as const)
      if (percentages[field] === undefined) row.require(field, values[field]);
  }
  return isAbsent ? withoutExam(values) : values;
}

/** A student who was absent from the exam has no mark instead of 0, unless the file has a mark. */
function withoutExam(values: GradeValues): GradeValues {
  const { test } = values.marks;
  const { test_grade, final_exam: percentage } = values.percentages;
  if (test_grade !== undefined || percentage !== undefined) return values;
  if (test !== undefined || (values.final_exam !== undefined && values.final_exam !== null)) return values;
  return { ...values, final_exam: null };
}

function readMark(row: RowReader, field: string): number | null | undefined {
  const text = row.code(field, 2_000);
  if (text === undefined || parsePercent(text) !== null) return undefined;
  return refuseWrongMark(row, field, text, parseGrade(text));
}

/** Returns undefined for a refused mark. */
function refuseWrongMark<M extends number | null>(
  row: RowReader,
  field: string,
  text: string,
  mark: M,
): M | undefined {
  switch (markProblem(mark, maxMark)) {
    case 'NOT_NUMBER':
      return row.refuse(field, 'NOT_NUMBER', text);
    case 'NEGATIVE':
      return row.refuse(field, 'TOO_SMALL', text, 0);
    case 'OVER_MAX':
      return row.refuse(field, 'TOO_BIG', text, maxMark);
    case 'OFF_STEP':
      return row.refuse(field, 'OFF_STEP', text);
    default:
      return mark;
  }
}

/**
 * The grade settings of a subject. Empty cells have the defaults. Null if all cells are empty, undefined without
 * their columns.
 */
export function readGradeSettings(row: RowReader): GradeSettings | null | undefined {
  if (!Object.keys(gradeSettingHeadings).some((field) => row.has(field))) return undefined;
  const cells = gradeColumns.flatMap((column) => [
    [`${column}Max`, readMax(row, `${column}_max`)],
    [`${column}Enabled`, readFlag(row, `${column}_enabled`)],
    [`${column}Name`, readColumnName(row, `${column}_name`)],
  ]);
  const filled = cells.filter(([, value]) => value !== undefined);
  if (filled.length === 0) return null;
  const settings: GradeSettings = { ...defaultGradeSettings, ...Object.fromEntries(filled) };
  if (gradeSettingsProblems(settings).length > 0) row.refuse(null, 'NO_GRADE_COLUMN');
  return settings;
}

function readMax(row: RowReader, field: string): number | undefined {
  const text = row.code(field, 40);
  return text === undefined ? undefined : refuseWrongMark(row, field, text, parseMark(text) ?? 0);
}

function readFlag(row: RowReader, field: string): boolean | undefined {
  const answer = row.oneOf(field, ['yes', 'no'], flagAliases);
  return answer && answer === 'yes';
}

const readColumnName = (row: RowReader, field: string): string | undefined =>
  row.refuseHiddenCharacters(field) ? undefined : row.text(field, maxColumnName);

/** Null if the text is no percentage. Text from right to left may begin with the sign. */
export function parsePercent(text: string): number | null {
  const match = /^(?:[%\u066A] ?(.+)|(.+?) ?[%\u066A])$/.exec(cleanText(text));
  const number = match && parseMark(match[1] ?? match[2] ?? '');
  return number === null || Number.isNaN(number) ? null : number;
}

function readPercentages(row: RowReader): GradeValues['percentages'] {
  const percentages: GradeValues['percentages'] = {};
  for (const field of markFields) {
    const percentage = parsePercent(row.raw(field).slice(0, maxPercentText));
    if (percentage !== null) percentages[field] = percentage;
  }
  return percentages;
}
const maxPercentText = 40;

/** The total is only compared, so an invalid total does not refuse the row. */
function readTotal(row: RowReader): number | undefined {
  const total = parseGrade(row.raw('total').replace(/^'/, ''));
  return total === null || Number.isNaN(total) ? undefined : total;
}

/** Accepts the plus sign before or after the letter (decision 1). */
export function parseLetter(text: string | undefined): Letter | undefined {
  if (text === undefined) return undefined;
  const bare = foldArabic(text).replaceAll(' ', '');
  const normalized = bare.endsWith('+') ? `+${bare.slice(0, -1)}` : bare;
  return letters.find((letter) => foldArabic(letter).replaceAll(' ', '') === normalized);
}

export interface CourseworkColumn {
  key: GradeColumn;
  max: number;
}

/** Splits in proportion to the maxima, in half marks by largest remainder (decision 29). */
export function splitCoursework(
  mark: number,
  columns: readonly CourseworkColumn[],
): Partial<Record<GradeColumn, number>> | null {
  const units = mark / markStep;
  const maxUnits = columns.reduce((sum, { max }) => sum + max / markStep, 0);
  if (!Number.isInteger(units) || units < 0 || units > maxUnits) return null;
  if (maxUnits === 0) return Object.fromEntries(columns.map(({ key }) => [key, 0]));
  const shares = columns.map(({ key, max }) => {
    const scaledUnits = units * (max / markStep);
    return { key, whole: Math.floor(scaledUnits / maxUnits), remainder: scaledUnits % maxUnits };
  });
  let remaining = units - shares.reduce((sum, { whole }) => sum + whole, 0);
  for (const share of shares.toSorted((a, b) => b.remainder - a.remainder)) {
    if (remaining === 0) break;
    share.whole += 1;
    remaining -= 1;
  }
  return Object.fromEntries(shares.map(({ key, whole }) => [key, whole * markStep]));
}
