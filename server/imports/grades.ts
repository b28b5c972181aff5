import { importResultMessages } from '../../contract/importMessages';
import {
  enabledColumns,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
} from '../../contract/rules/gradeSettings';
import { letterFor, type Marks, markProblem, rowPercentage, sumMarks } from '../../contract/rules/grading';
import type { ImportProblem } from '../../contract/rules/importsCells';
import { type GradeValues, type MarkField, splitCoursework } from '../../contract/rules/importsGrades';
import { compareNames } from '../../contract/rules/personNames';
import { dailyRecordType } from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { loadGradeLookups, markAnswerKey } from './gradeLookups';
import { type PersonAnswer, storePersonAnswers } from './personAnswers';
import { type Draft, Drafts, type PlanContext, type Planned, refuseRow, unchangedRow } from './planning';

const noMarks = Object.fromEntries(gradeColumns.map((column) => [column, null])) as Marks;

type Warn = (problem: ImportProblem) => void;
type GradeDraft = Draft<'grades'>;

/** The key of a grade row is its student and subject. */
export async function createGradePlanner(context: PlanContext, rows: readonly GradeValues[]) {
  const lookups = await loadGradeLookups(context, rows);
  const drafts = new Drafts('grades');
  const draftsByKey = new Map<string, GradeDraft>();
  for (const row of lookups.stored)
    draftsByKey.set(`${row.student_row_id}/${row.subject_id}`, { stored: row, changes: {} });

  const answers: PersonAnswer[] = [];

  function plan(values: GradeValues, warn: Warn): Planned {
    const decision = context.decisionOf(values);
    if (decision?.as === 'skip') return unchangedRow;
    if (decision?.as === 'ask') refuseRow(null, 'NEEDS_CHOICE', values.student_name ?? values.student_id);
    const batch = lookups.batch(values);
    const student = lookups.student(values, batch, decision, warn);
    if (decision?.kind !== undefined)
      answers.push({ key: markAnswerKey(values.student_name ?? '', student), studentRowId: student.id });
    const subject = lookups.subject(values, student.batch_id);
    if (subject.type === dailyRecordType)
      refuseRow('subject_code', 'DAILY_SUBJECT', values.subject_code ?? subject.name);
    const key = `${student.id}/${subject.id}`;
    const draft = draftsByKey.get(key) ?? { stored: null, changes: {} };
    const settings = lookups.settingsOf(subject.id);
    const before = storedMarks(draft);
    const marks = parseMarks(withPercentages(values, settings), settings, before, warn);
    const { student_name: name } = values;
    if (name !== undefined && compareNames(name, student.full_name) !== 'agree')
      warn({ field: 'student_name', code: 'NAME_DIFFERS', value: name, limit: student.full_name });
    compareResult(values, { ...before, ...marks }, settings, warn);
    // The row has no mark, and the database has none.
    if (!draftsByKey.has(key) && Object.values(marks).every((mark) => mark === null)) return unchangedRow;
    draftsByKey.set(key, draft);
    const isNew = draft.stored === null && Object.keys(draft.changes).length === 0;
    const planned = drafts.apply(
      draft,
      isNew ? { subject_id: subject.id, student_row_id: student.id, ...noMarks, ...marks } : marks,
    );
    return {
      ...planned,
      record: importResultMessages.markRecord(student.full_name, subject.name),
      changes: planned.changes.map((change) => ({ ...change, field: `${change.field}_grade` })),
    };
  }

  const write = async (unit: UnitOfWork) => {
    await drafts.write(unit);
    await storePersonAnswers(unit, answers, context.importId);
  };
  return { plan, write };
}

function storedMarks(draft: GradeDraft): Marks {
  const row = Drafts.current(draft);
  return Object.fromEntries(gradeColumns.map((column) => [column, row[column] ?? null])) as Marks;
}

const courseworkColumns = (settings: GradeSettings): GradeColumn[] =>
  enabledColumns(settings).filter((column) => column !== 'test');

/**
 * The marks of the row with its percentages of the maxima.
 * @throws RowRefused for a percentage that is no mark
 */
function withPercentages(values: GradeValues, settings: GradeSettings): GradeValues {
  const { percentages } = values;
  const marks = { ...values.marks };
  for (const column of gradeColumns) {
    const field = `${column}_grade` as const;
    if (percentages[field] === undefined) continue;
    if (!settings[`${column}Enabled`]) refuseRow(field, 'COLUMN_DISABLED');
    marks[column] = markOf(field, percentages[field], settings[`${column}Max`]);
  }
  const { coursework, final_exam } = percentages;
  const maxCoursework = courseworkColumns(settings).reduce((sum, key) => sum + settings[`${key}Max`], 0);
  return {
    ...values,
    marks,
    ...(coursework !== undefined && { coursework: markOf('coursework', coursework, maxCoursework) }),
    ...(final_exam !== undefined && { final_exam: markOf('final_exam', final_exam, settings.testMax) }),
  };
}

/** @throws RowRefused for a percentage that is no mark */
function markOf(field: MarkField, percentage: number, max: number): number {
  const text = `${percentage}%`;
  // Ten digits remove the errors of binary fractions.
  const mark = Number(((percentage * max) / 100).toPrecision(10));
  switch (markProblem(mark, max)) {
    case null:
      return mark;
    case 'NEGATIVE':
      return refuseRow(field, 'TOO_SMALL', text, '0%');
    case 'OVER_MAX':
      return refuseRow(field, 'TOO_BIG', text, '100%');
    default:
      return refuseRow(field, 'PERCENT_OFF_STEP', text, max);
  }
}

/**
 * Null deletes a mark; a missing column changes nothing.
 * @throws RowRefused for a mark over the maximum or in a disabled column
 */
function parseMarks(values: GradeValues, settings: GradeSettings, before: Marks, warn: Warn): Partial<Marks> {
  const marks: Partial<Marks> = {};
  for (const column of gradeColumns)
    setMark(marks, column, values.marks[column], settings, `${column}_grade`);
  const { final_exam, coursework } = values;
  if (values.marks.test === undefined) setMark(marks, 'test', final_exam, settings, 'final_exam');
  else warnOfOtherSum(warn, 'final_exam', final_exam, values.marks.test);
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
    if (mark !== null) refuseRow(field, 'COLUMN_DISABLED', String(mark));
    return;
  }
  const max = settings[`${column}Max`];
  if (mark !== null && markProblem(mark, max) === 'OVER_MAX') refuseRow(field, 'TOO_BIG', String(mark), max);
  marks[column] = mark;
}

/**
 * Decision 29. Columns in the row have priority over the coursework. Stored marks with the same sum also
 * have priority.
 */
function setCoursework(
  marks: Partial<Marks>,
  coursework: number | null,
  settings: GradeSettings,
  before: Marks,
  warn: Warn,
): void {
  const columns = courseworkColumns(settings);
  const columnMarks = columns.flatMap((column) => marks[column] ?? []);
  if (columns.some((column) => marks[column] !== undefined)) {
    const sum = columnMarks.reduce((total, mark) => total + mark, 0);
    warnOfOtherSum(warn, 'coursework', coursework, sum);
    return;
  }
  if (coursework === null) {
    for (const column of columns) marks[column] = null;
    return;
  }
  const shares = splitCoursework(
    coursework,
    columns.map((key) => ({ key, max: settings[`${key}Max`] })),
  );
  const maxCoursework = columns.reduce((sum, column) => sum + settings[`${column}Max`], 0);
  if (shares === null) refuseRow('coursework', 'TOO_BIG', String(coursework), maxCoursework);
  const stored = columns.map((column) => before[column]);
  const isSame =
    stored.every((mark) => mark !== null) &&
    stored.reduce((sum: number, mark) => sum + (mark ?? 0), 0) === coursework;
  if (!isSame) Object.assign(marks, shares);
}

function warnOfOtherSum(
  warn: Warn,
  field: string,
  fileValue: number | null | undefined,
  computed: number | null,
): void {
  if (fileValue !== undefined && fileValue !== null && fileValue !== computed)
    warn({ field, code: 'SUM_DIFFERS', value: String(fileValue), limit: String(computed ?? '—') });
}

/** Total and letter of a file are not stored. A difference from the computed ones gives a warning. */
function compareResult(
  { total, grade }: GradeValues,
  marks: Marks,
  settings: GradeSettings,
  warn: Warn,
): void {
  const computed = sumMarks(marks, settings);
  if (total !== undefined && total !== computed)
    warn({ field: 'total', code: 'TOTAL_DIFFERS', value: String(total), limit: String(computed ?? '—') });
  const percentage = rowPercentage(marks, settings);
  const letter = percentage === null ? '—' : letterFor(percentage);
  if (grade !== undefined && grade !== letter)
    warn({ field: 'grade', code: 'LETTER_DIFFERS', value: grade, limit: letter });
}
