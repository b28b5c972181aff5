import { allSubjectTypes, levelNames, levels, type SubjectType } from '../vocabulary';
import { cleanAcademicYear } from './academicYear';
import { foldArabic } from './arabicText';
import type { RowReader } from './importsCells';
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

const dayFirst = /^(\d{1,2}) ?[/.-] ?(\d{1,2}) ?[/.-] ?(\d{4})(?: ?\u0645)?(?:[T ]\d.*)?$/;
const yearFirst = /^(\d{4}) ?[/.-] ?(\d{1,2}) ?[/.-] ?(\d{1,2})(?: ?\u0645)?(?:[T ].*)?$/;
const serial = /^\d{5}(?:\.\d{1,15})?$/;

/** 1 January 1970 and 31 December 2099, as spreadsheets count days: five digits outside of them are no day. */
const [firstSerial, lastSerial] = [25_569, 73_050];
const dayMs = 86_400_000;

/**
 * `YYYY-MM-DD` of a day that exists, from that, `2025/8/24`, `24/8/2025`, or the number by which a spreadsheet counts
 * the day; null of anything else. Where the year comes last the day comes first, always: `05/06/2026` is 5 June.
 * ASCII digits; never fails.
 */
export function dateIn(text: string): string | null {
  if (serial.test(text)) return serialDay(Math.floor(Number(text)));
  const first = yearFirst.exec(text);
  const last = dayFirst.exec(text);
  const [year, month, day] = first ? [first[1], first[2], first[3]] : last ? [last[3], last[2], last[1]] : [];
  if (!year || !month || !day) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // A Hijri date would be taken for one of the Middle Ages.
  if (Number.isNaN(time) || Number(year) < 1900) return null;
  return new Date(time).toISOString().slice(0, 10) === date ? date : null;
}

const serialDay = (days: number): string | null =>
  days < firstSerial || days > lastSerial
    ? null
    : new Date((days - firstSerial) * dayMs).toISOString().slice(0, 10);
