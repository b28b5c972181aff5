import type { Batch } from '../../../contract/batches';
import { isStoredValue } from '../../../contract/fields';
import { initialValues } from '../../../contract/fieldTable';
import { studentFields } from '../../../contract/recordFields';
import { cleanFields } from '../../../contract/rules/fieldKinds';
import { isNationalId } from '../../../contract/rules/identity';
import type { StudentRow } from '../../../contract/students/students';
import { defaultGender } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { type AddedGuardian, newGuardianBody } from './guardians/guardianModel';

type Values = Record<string, unknown>;

export interface Placement {
  program_id: string | null;
  batch_id: number | null;
}

export const newStudent = {
  ...initialValues(studentFields),
  program_id: null,
  batch_id: null,
};

/** The next student starts with the same gender, programme and batch. */
export const nextStudent = ({ gender, program_id, batch_id }: Partial<StudentRow>) => ({
  ...newStudent,
  gender: gender ?? defaultGender,
  program_id: program_id ?? null,
  batch_id: batch_id ?? null,
});

interface CleanOptions {
  previousData?: Values;
  /** The user has read that a chosen guardian has a link. */
  isLinkTold?: boolean;
}

/** Without `student_id`, the server creates a number. */
export function cleanStudent(values: Values, { previousData, isLinkTold }: CleanOptions = {}): Values {
  const { student_id, ...fields } = cleanFields(studentFields, values);
  const { student_id: _typed, guardians, ...others } = values;
  const added = (guardians ?? []) as AddedGuardian[];
  return {
    ...others,
    ...fields,
    ...(student_id ? { student_id } : {}),
    ...(added.length > 0
      ? { guardians: added.map((guardian) => newGuardianBody(guardian, isLinkTold)) }
      : {}),
    ...storedValues(values, previousData),
  };
}

/** Unchanged values are sent as they are stored, because the rules of the fields do not count for them. */
const storedValues = (values: Values, stored: Values = {}): Values =>
  Object.fromEntries(
    Object.keys(studentFields).flatMap((key) =>
      key in stored && isStoredValue(stored, key, values[key]) ? [[key, stored[key]]] : [],
    ),
  );

const asString = (value: unknown) => (typeof value === 'string' ? value : '');

/** Accepts an empty id, because `required` reports an empty id. */
export const isEmptyOrNationalId = (value: unknown) =>
  asString(value).trim() === '' || isNationalId(asString(value));

/** A server without the keys of phone numbers has only the written number. Null: nobody can be called. */
export function callNumber(student: StudentRow, field: 'phone' | 'additional_phone'): string | null {
  const key = student[`${field}_key`];
  return (key === undefined ? student[field] : key) ?? null;
}

/** Clears the batch if the programme changes. */
export function setProgram(current: Placement, program_id: string | null): Placement {
  return { program_id, batch_id: program_id === current.program_id ? current.batch_id : null };
}

/** Also sets the programme of the batch. If `batch` is null, the programme stays. */
export function setBatch(current: Placement, batch: Pick<Batch, 'id' | 'program_id'> | null): Placement {
  return batch ? { program_id: batch.program_id, batch_id: batch.id } : { ...current, batch_id: null };
}

/** Several batches may have the same name, so the note has programme and year. */
export const batchNote = ({ program_name: program, academic_year: year }: Batch) =>
  t('students.batchNote', { program, year });
