import { letterOf, type Marks, markProblem, percentageOf, totalOf } from '../../contract/rules/grading';
import {
  enabledColumns,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
} from '../../contract/rules/gradeSettings';
import type { ImportProblem } from '../../contract/rules/importsCells';
import { splitCoursework } from '../../contract/rules/importsCoursework';
import type { GradeValues } from '../../contract/rules/importsGrades';
import { refuse } from './report';

type Warn = (problem: ImportProblem) => void;

export const noMarks = Object.fromEntries(gradeColumns.map((column) => [column, null])) as Marks;

/** The columns that share the coursework. */
const courseworkColumns = (settings: GradeSettings): GradeColumn[] =>
  enabledColumns(settings).filter((column) => column !== 'test');

/**
 * The marks that a row sets, null where nothing is to be recorded; what it leaves out is not there.
 * @throws RowRefused for a mark above its maximum, or of a column that is not enabled
 */
export function marksOf(
  values: GradeValues,
  settings: GradeSettings,
  before: Marks,
  warn: Warn,
): Partial<Marks> {
  const marks: Partial<Marks> = {};
  for (const column of gradeColumns)
    setMark(marks, column, values.marks[column], settings, `${column}_grade`);
  const { final_exam, coursework } = values;
  if (values.marks.test === undefined) setMark(marks, 'test', final_exam, settings, 'final_exam');
  else warnOfSum(warn, 'final_exam', final_exam, values.marks.test);
  if (coursework !== undefined) setCoursework(marks, coursework, settings, before, warn);
  return marks;
}

function setMark(
  marks: Partial<Marks>,
  column: GradeColumn,
  mark: number | null | undefined,
  settings: GradeSettings,
  field: string,
): void {
  if (mark === undefined) return;
  if (!settings[`${column}Enabled`]) {
    if (mark !== null) refuse(field, 'COLUMN_DISABLED', String(mark));
    return;
  }
  const max = settings[`${column}Max`];
  if (mark !== null && markProblem(mark, max) === 'OVER_MAX') refuse(field, 'TOO_BIG', String(mark), max);
  marks[column] = mark;
}

/** Decision 29. Columns that the row has itself win, and so do stored ones that already come to the same. */
function setCoursework(
  marks: Partial<Marks>,
  coursework: number | null,
  settings: GradeSettings,
  before: Marks,
  warn: Warn,
): void {
  const columns = courseworkColumns(settings);
  const own = columns.flatMap((column) => marks[column] ?? []);
  if (columns.some((column) => marks[column] !== undefined)) {
    const sum = own.reduce((total, mark) => total + mark, 0);
    warnOfSum(warn, 'coursework', coursework, sum);
    return;
  }
  if (coursework === null) {
    for (const column of columns) marks[column] = null;
    return;
  }
  const parts = splitCoursework(
    coursework,
    columns.map((key) => ({ key, max: settings[`${key}Max`] })),
  );
  const most = columns.reduce((sum, column) => sum + settings[`${column}Max`], 0);
  if (parts === null) refuse('coursework', 'TOO_BIG', String(coursework), most);
  const stored = columns.map((column) => before[column]);
  const isSame =
    stored.every((mark) => mark !== null) &&
    stored.reduce((sum: number, mark) => sum + (mark ?? 0), 0) === coursework;
  if (!isSame) Object.assign(marks, parts);
}

function warnOfSum(warn: Warn, field: string, said: number | null | undefined, is: number | null): void {
  if (said !== undefined && said !== null && said !== is)
    warn({ field, code: 'SUM_DIFFERS', value: String(said), limit: String(is ?? '—') });
}

/** Total and letter of a file are never stored: computed ones win, and a difference is said. */
export function compareResult(
  { total, grade }: GradeValues,
  marks: Marks,
  settings: GradeSettings,
  warn: Warn,
): void {
  const computed = totalOf(marks, settings);
  if (total !== undefined && total !== computed)
    warn({ field: 'total', code: 'TOTAL_DIFFERS', value: String(total), limit: String(computed ?? '—') });
  const percentage = percentageOf(marks, settings);
  const letter = percentage === null ? '—' : letterOf(percentage);
  if (grade !== undefined && grade !== letter)
    warn({ field: 'grade', code: 'LETTER_DIFFERS', value: grade, limit: letter });
}
