import { batchFields, programFields, subjectFields } from '../courseFields';
import { studentFields, userFields } from '../recordFields';
import { batchStatusAliases, batchStatuses, maxCircleName } from '../vocabulary';
import { foldArabic } from './arabicText';
import { type CellValues, readCells, readSecondPhone } from './fieldKinds';
import type { GradeSettings } from './gradeSettings';
import type { RowReader } from './importsCells';
import { readGradeSettings } from './importsGrades';
import { type GuardianCells, readGuardians } from './families/importsGuardians';
import { splitCompounds } from './personNames';
import { parseBase, isBase } from './subjectCode';

/** Existing records keep their stored values for missing cells; new records get defaults. */
export interface StudentValues extends CellValues<typeof studentFields>, ProgramAndBatch {
  full_name?: string | undefined;
  /** The row needs a subject code if two subjects of the batch have a circle with this name. */
  circle_name?: string | undefined;
  circle_subject_code?: string | undefined;
  /** Undefined without a column about guardians. */
  guardians?: readonly GuardianCells[] | undefined;
}

export function readStudent(row: RowReader): StudentValues {
  const cells = readCells(studentFields, row);
  const additional_phone = cells.additional_phone ?? (cells.phone && readSecondPhone(row, 'phone'));
  const values = { ...cells, additional_phone, ...readFullName(row, cells) };
  row.require('first_name', values.first_name, 'full_name');
  const circle_name = row.text('circle_name', maxCircleName);
  const circle_subject_code = row.text('circle_subject_code', subjectFields.subject_code.max);
  if (circle_subject_code !== undefined) row.require('circle_name', circle_name);
  const guardians = readGuardians(row, values);
  return {
    ...values,
    ...readProgramAndBatch(row),
    circle_name,
    circle_subject_code,
    ...(guardians.length > 0 && { guardians }),
  };
}

export type UserValues = CellValues<typeof userFields>;

export function readUser(row: RowReader): UserValues {
  const values = readCells(userFields, row);
  const { username } = values;
  if (username !== undefined && foldArabic(username) === '') row.refuse('username', 'NOT_USERNAME', username);
  row.require('username', username);
  row.require('name', values.name);
  return values;
}

const nameFields = ['first_name', 'second_name', 'third_name', 'last_name'] as const;

/** If the row has single names, the full name is ignored. */
function readFullName(row: RowReader, cells: StudentValues): StudentValues {
  if (row.refuseHiddenCharacters('full_name')) return {};
  const fullName = row.text('full_name', 4 * studentFields.first_name.max);
  const hasParts = nameFields.some((part) => cells[part] !== undefined);
  return fullName === undefined || hasParts ? {} : { ...splitName(fullName), full_name: fullName };
}

/**
 * The last word is the family name. From the fourth word on, all remaining words belong to the family name.
 * A compound such as "Abd Allah" is one word.
 */
export function splitName(
  name: string,
): Pick<StudentValues, 'first_name' | 'second_name' | 'third_name' | 'last_name'> {
  const parts = splitCompounds(name);
  const last = parts.length > 1 ? parts.slice(Math.min(3, parts.length - 1)).join(' ') : undefined;
  const [first_name, second, third] = parts;
  return {
    first_name,
    second_name: parts.length > 2 ? second : undefined,
    third_name: parts.length > 3 ? third : undefined,
    last_name: last,
  };
}

export interface ProgramAndBatch {
  program_id?: string | undefined;
  program_name?: string | undefined;
  batch_name?: string | undefined;
}

const readProgramName = (row: RowReader): Pick<ProgramAndBatch, 'program_id' | 'program_name'> => ({
  program_id: row.code('program_id', programFields.program_id.max),
  program_name: row.text('program_name', programFields.program_name.max),
});

export const readProgramAndBatch = (row: RowReader): ProgramAndBatch => ({
  ...readProgramName(row),
  batch_name: row.text('batch_name', batchFields.batch_name.max),
});

export type ProgramValues = CellValues<typeof programFields>;

export function readProgram(row: RowReader): ProgramValues {
  const values = readCells(programFields, row);
  const { program_id: code } = values;
  if (code !== undefined && /[\s/]/.test(code)) row.refuse('code', 'NOT_CODE', code);
  row.require('name', values.program_name);
  row.require('levels', values.levels);
  return values;
}

export interface BatchValues extends CellValues<typeof batchFields> {
  program_id?: string | undefined;
  program_name?: string | undefined;
}

/** A batch name has no slash, because it is part of URL paths (spec 2 §5). */
export function readBatch(row: RowReader): BatchValues {
  const values = { ...readCells(batchFields, row), ...readProgramName(row) };
  const { batch_name: name, start_date, end_date } = values;
  const status = row.oneOf('status', batchStatuses, batchStatusAliases);
  if (name?.includes('/')) row.refuse('name', 'NO_SLASH', name);
  if (start_date && end_date && end_date < start_date) row.refuse('end_date', 'DATES_REVERSED', end_date);
  row.require('name', name);
  return { ...values, status };
}

export interface SubjectValues extends CellValues<typeof subjectFields>, ProgramAndBatch {
  hours?: number | undefined;
  /** Null: the file has the columns of the settings, but the row has none. */
  gradeSettings?: GradeSettings | null | undefined;
}

export function readSubject(row: RowReader): SubjectValues {
  const hoursField = row.raw('hours').trim() === '' && row.has('credit_hours') ? 'credit_hours' : 'hours';
  const values = {
    ...readCells(subjectFields, row),
    hours: row.integer(hoursField, 1, subjectFields.hours.max),
    ...readProgramAndBatch(row),
    gradeSettings: readGradeSettings(row),
  };
  const { subject_code: code } = values;
  if (code !== undefined && !isBase(parseBase(code))) row.refuse('code', 'NOT_CODE', code);
  row.require('name', values.name);
  row.require(hoursField, values.hours);
  const batchOrProgram = values.batch_name ?? values.program_name ?? values.program_id;
  if (batchOrProgram === undefined) row.require('batch_name', undefined);
  return values;
}
