import { allSubjectTypes, levelNames, levels, type SubjectType } from '../vocabulary';
import { foldArabic } from './arabicText';
import { cleanAcademicYear } from './academicYear';
import type { RowReader } from './importsCells';
import { dateIn } from './importsDates';
import { baseOf, isBase } from './subjectCode';

/** What a row says of a programme; what it leaves out stays as it is, or takes its default. */
export interface ProgramValues {
  name?: string | undefined;
  code?: string | undefined;
  description?: string | undefined;
  duration?: string | undefined;
  levels?: number | undefined;
  status?: string | undefined;
}

/** Spec 2 §5: a name and a positive number of levels; decision 12: 1-8. */
export function readProgram(row: RowReader): ProgramValues {
  const values = {
    name: row.text('name', 120),
    code: row.code('code', 40),
    description: row.lines('description', 2_000),
    duration: row.text('duration', 60),
    levels: row.integer('levels', 1, 8),
    status: row.text('status', 40),
  };
  if (values.code !== undefined && /[\s/]/.test(values.code)) row.refuse('code', 'NOT_CODE', values.code);
  row.require('name', values.name);
  row.require('levels', values.levels);
  return values;
}

/** What a row says of a batch. */
export interface BatchValues {
  name?: string | undefined;
  program_id?: string | undefined;
  program_name?: string | undefined;
  batch_number?: number | undefined;
  academic_year?: string | undefined;
  level?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  status?: string | undefined;
}

/** Spec 2 §5: a name; it stands in paths, therefore no slash. */
export function readBatch(row: RowReader): BatchValues {
  const values = {
    name: row.text('name', 120),
    program_id: row.code('program_id', 40),
    program_name: row.text('program_name', 120),
    batch_number: row.integer('batch_number', 1, 9_999),
    academic_year: cleanYear(row.code('academic_year', 20)),
    level: readLevel(row),
    start_date: readDate(row, 'start_date'),
    end_date: readDate(row, 'end_date'),
    status: row.text('status', 40),
  };
  if (values.name?.includes('/')) row.refuse('name', 'NO_SLASH', values.name);
  if (values.start_date && values.end_date && values.end_date < values.start_date)
    row.refuse('end_date', 'DATES_REVERSED', values.end_date);
  row.require('name', values.name);
  return values;
}

/** What a row says of a subject. */
export interface SubjectValues {
  name?: string | undefined;
  /** Base, or base, dash and batch number. */
  code?: string | undefined;
  hours?: number | undefined;
  level?: number | undefined;
  type?: SubjectType | undefined;
  semester?: string | undefined;
  program_id?: string | undefined;
  program_name?: string | undefined;
  batch_name?: string | undefined;
}

/** Spec 2 §5: a name and a number of hours; decision 12: 1-10 hours, levels 1-8. */
export function readSubject(row: RowReader): SubjectValues {
  const hoursField = row.raw('hours').trim() === '' && row.has('credit_hours') ? 'credit_hours' : 'hours';
  const values = {
    name: row.text('name', 120),
    code: row.code('code', 40),
    hours: row.integer(hoursField, 1, 10),
    level: readLevel(row),
    type: row.oneOf('type', allSubjectTypes),
    semester: row.text('semester', 60),
    program_id: row.code('program_id', 40),
    program_name: row.text('program_name', 120),
    batch_name: row.text('batch_name', 120),
  };
  if (values.code !== undefined && !isBase(baseOf(values.code))) row.refuse('code', 'NOT_CODE', values.code);
  row.require('name', values.name);
  row.require(hoursField, values.hours);
  const isPlaced = values.batch_name ?? values.program_name ?? values.program_id;
  if (isPlaced === undefined) row.require('batch_name', undefined);
  return values;
}

const cleanYear = (year: string | undefined) => year && cleanAcademicYear(year);

function readDate(row: RowReader, field: 'start_date' | 'end_date'): string | undefined {
  const text = row.code(field, 40);
  return text === undefined ? undefined : (dateIn(text) ?? row.refuse(field, 'NOT_DATE', text));
}

/** A level as its number, or in words as our own sheets have it. */
function readLevel(row: RowReader): number | undefined {
  const words = foldArabic(row.raw('level').slice(0, 40));
  return levels.find((level) => foldArabic(levelNames[level]) === words) ?? row.integer('level', 1, 8);
}
