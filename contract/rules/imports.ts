import { importHeadings, type RecordFields } from '../fieldTable';
import { batchFields, programFields, subjectFields } from '../courseFields';
import { studentFields, userFields } from '../recordFields';
import type { ImportType } from '../vocabulary';
import { type ImportProblem, type ImportRecord, maxCellText, RowReader } from './importsCells';
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

export interface ImportField {
  name: string;
  /** False for fields that are compared, ignored, or used only to find a record (decision 28). */
  isStored: boolean;
}

const listFields = (names: string, isStored: boolean): ImportField[] =>
  names.split(' ').map((name) => ({ name, isStored }));

function storedFields(first: string[], fields: RecordFields, last: string[] = []): ImportField[] {
  const names = new Set([...first, ...Object.keys(importHeadings(fields)), ...last]);
  return [...names].map((name) => ({ name, isStored: true }));
}

export const importFields: Record<ImportType, readonly ImportField[]> = {
  students: storedFields([], studentFields, [
    'full_name',
    'program_name',
    'program_id',
    'batch_name',
    'circle_name',
    'circle_subject_code',
  ]),
  subjects: storedFields(['name', 'code', 'credit_hours', 'hours'], subjectFields, [
    'program_name',
    'program_id',
    'batch_name',
  ]),
  programs: storedFields(['name', 'code', 'description', 'duration'], programFields),
  batches: storedFields(['name', 'program_name', 'program_id'], batchFields),
  grades: [
    ...listFields('student_id student_name subject_code subject_name batch_name', true),
    ...listFields('participation_grade attendance_grade exercise_grade reading_grade test_grade', true),
    ...listFields('coursework final_exam', true),
    ...listFields('total grade weighted_grade absence_days attendance_days level', false),
  ],
  users: storedFields(['name'], userFields),
};

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
