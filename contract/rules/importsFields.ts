/* Every screen loads the calls of the import with these names. The readers of cells are in `imports.ts`. */
import { batchFields, programFields, subjectFields } from '../courseFields';
import { guardianFields } from '../guardianFields';
import { importHeadings, type RecordFields } from '../fieldTable';
import { studentFields, userFields } from '../recordFields';
import { gradeSettingHeadings, type ImportType } from '../vocabulary';

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
    ...Object.keys(guardianFields),
  ]),
  subjects: storedFields(['name', 'code', 'credit_hours', 'hours'], subjectFields, [
    'program_name',
    'program_id',
    'batch_name',
    ...Object.keys(gradeSettingHeadings),
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
