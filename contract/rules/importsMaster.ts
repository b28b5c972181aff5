import { batchFields, programFields, subjectFields } from '../courseFields';
import { type CellValues, readCells } from './fieldKinds';
import type { RowReader } from './importsCells';
import { baseOf, isBase } from './subjectCode';

/** The programme and batch that a row names: by code, by name, or by both. */
export interface NamedPlace {
  program_id?: string | undefined;
  program_name?: string | undefined;
  batch_name?: string | undefined;
}

const readProgramName = (row: RowReader): Pick<NamedPlace, 'program_id' | 'program_name'> => ({
  program_id: row.code('program_id', programFields.program_id.max),
  program_name: row.text('program_name', programFields.program_name.max),
});

/** Programme and batch of a row that names them beside its own fields. */
export const readPlace = (row: RowReader): NamedPlace => ({
  ...readProgramName(row),
  batch_name: row.text('batch_name', batchFields.batch_name.max),
});

/** What a row says of a programme; what it leaves out stays as it is, or takes its default. */
export type ProgramValues = CellValues<typeof programFields>;

/** Spec 2 §5: a name and a positive number of levels; decision 12: 1-8. */
export function readProgram(row: RowReader): ProgramValues {
  const values = readCells(programFields, row);
  const { program_id: code } = values;
  if (code !== undefined && /[\s/]/.test(code)) row.refuse('code', 'NOT_CODE', code);
  row.require('name', values.program_name);
  row.require('levels', values.levels);
  return values;
}

/** What a row says of a batch. */
export interface BatchValues extends CellValues<typeof batchFields> {
  program_id?: string | undefined;
  program_name?: string | undefined;
}

/** Spec 2 §5: a name without a slash, since it is used in paths. */
export function readBatch(row: RowReader): BatchValues {
  const values = { ...readCells(batchFields, row), ...readProgramName(row) };
  const { batch_name: name, start_date, end_date } = values;
  if (name?.includes('/')) row.refuse('name', 'NO_SLASH', name);
  if (start_date && end_date && end_date < start_date) row.refuse('end_date', 'DATES_REVERSED', end_date);
  row.require('name', name);
  return values;
}

/** What a row says of a subject. */
export interface SubjectValues extends CellValues<typeof subjectFields>, NamedPlace {
  hours?: number | undefined;
}

/** Spec 2 §5: a name and a number of hours; decision 12: 1-10 hours, levels 1-8. */
export function readSubject(row: RowReader): SubjectValues {
  const hoursField = row.raw('hours').trim() === '' && row.has('credit_hours') ? 'credit_hours' : 'hours';
  const values = {
    ...readCells(subjectFields, row),
    hours: row.integer(hoursField, 1, subjectFields.hours.max),
    ...readPlace(row),
  };
  // Base, or base, dash and batch number.
  const { subject_code: code } = values;
  if (code !== undefined && !isBase(baseOf(code))) row.refuse('code', 'NOT_CODE', code);
  row.require('name', values.name);
  row.require(hoursField, values.hours);
  const isPlaced = values.batch_name ?? values.program_name ?? values.program_id;
  if (isPlaced === undefined) row.require('batch_name', undefined);
  return values;
}
