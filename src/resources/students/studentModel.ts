import type { Batch } from '../../../contract/batches';
import { optionalEmail } from '../../../contract/fields';
import { initialValues } from '../../../contract/fieldTable';
import { studentFields } from '../../../contract/recordFields';
import { cleanFields } from '../../../contract/rules/fieldKinds';
import { isNationalId } from '../../../contract/rules/identity';
import type { StudentRow } from '../../../contract/students/students';
import { defaultGender } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';

type Values = Record<string, unknown>;

export interface Placement {
  program_id: string | null;
  batch_id: number | null;
}

/** The initial values of a new student. */
export const newStudent = {
  ...initialValues(studentFields),
  program_id: null,
  batch_id: null,
};

/** The initial values of the next student, if several are typed one after the other. */
export const nextStudent = ({ gender, program_id, batch_id }: Partial<StudentRow>) => ({
  ...newStudent,
  gender: gender ?? defaultGender,
  program_id: program_id ?? null,
  batch_id: batch_id ?? null,
});

/** The values that are sent: digits of any script, and no number if it is empty, so that the server sets one. */
export function cleanStudent(values: Values): Values {
  const { student_id, ...fields } = cleanFields(studentFields, values);
  const { student_id: _typed, ...others } = values;
  return { ...others, ...fields, ...(student_id ? { student_id } : {}) };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Whether a national id is valid; `required` reports an empty one. */
export const fitsNationalId = (value: unknown) => text(value).trim() === '' || isNationalId(text(value));

export const fitsEmail = (value: unknown) => value == null || optionalEmail.safeParse(value).success;

/** Clears the batch, because another programme has other batches. */
export function withProgram(before: Placement, program_id: string | null): Placement {
  return { program_id, batch_id: program_id === before.program_id ? before.batch_id : null };
}

/** Sets the batch and its programme; without a batch the programme stays. */
export function withBatch(before: Placement, batch: Pick<Batch, 'id' | 'program_id'> | null): Placement {
  return batch ? { program_id: batch.program_id, batch_id: batch.id } : { ...before, batch_id: null };
}

/** Tells batches of one name apart. */
export const batchNote = ({ program_name: program, academic_year: year }: Batch) =>
  t('students.batchNote', { program, year });
