import type { ImportType } from '../vocabulary';
import { type ImportProblem, type ImportRecord, maxCellText, RowReader } from './importsCells';
import { importFields } from './importsFields';
import { type GradeValues, readGrade } from './importsGrades';
import {
  type BatchValues,
  type ProgramValues,
  readBatch,
  readProgram,
  readStudent,
  readSubject,
  readUser,
  type StudentValues,
  type SubjectValues,
  type UserValues,
} from './importsRecords';
import { hasTooManyMarks } from './rawText';

export interface ImportValues {
  students: StudentValues;
  subjects: SubjectValues;
  programs: ProgramValues;
  batches: BatchValues;
  grades: GradeValues;
  users: UserValues;
}

const readers: { [T in ImportType]: (row: RowReader) => ImportValues[T] } = {
  students: readStudent,
  subjects: readSubject,
  programs: readProgram,
  batches: readBatch,
  grades: readGrade,
  users: readUser,
};

export interface CheckedRecord<T extends ImportType> {
  values: ImportValues[T];
  /** Problems of the row without its references, which the server checks. */
  problems: ImportProblem[];
  /** Cells that the import leaves out. */
  warnings: ImportProblem[];
}

/** Empty cells are undefined (spec 2 §5, decisions 27-29). */
export function checkRecord<T extends ImportType>(type: T, record: ImportRecord): CheckedRecord<T> {
  const row = new RowReader(record);
  const knownFields = fieldNames[type];
  for (const [field, cell] of Object.entries(record)) {
    if (!knownFields.has(field)) row.refuse(field, 'UNKNOWN_FIELD', field.slice(0, 60));
    else if (typeof cell === 'string' && cell.length > maxCellText)
      row.refuse(field, 'TOO_LONG', cell.slice(0, 60), maxCellText);
    else if (typeof cell === 'string' && hasTooManyMarks(cell))
      row.refuse(field, 'TOO_MANY_MARKS', cell.slice(0, 60));
  }
  // Stops at a refused cell, because a row may have megabytes.
  const values = readers[type](row.problems.length === 0 ? row : new RowReader({}));
  return { values, problems: row.problems, warnings: row.warnings() };
}

const importFieldNames = (type: ImportType): ReadonlySet<string> =>
  new Set(importFields[type].map(({ name }) => name));
const fieldNames: Record<ImportType, ReadonlySet<string>> = {
  students: importFieldNames('students'),
  subjects: importFieldNames('subjects'),
  programs: importFieldNames('programs'),
  batches: importFieldNames('batches'),
  grades: importFieldNames('grades'),
  users: importFieldNames('users'),
};

export const isEmptyRecord = (record: ImportRecord): boolean =>
  Object.values(record).every((cell) => cell === null || cell === undefined || String(cell).trim() === '');
