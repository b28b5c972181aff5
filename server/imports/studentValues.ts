import { initialValues } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';
import { fullName } from '../../contract/rules/identity';
import type { StudentValues } from '../../contract/rules/importsRecords';
import { isShorterName } from '../../contract/rules/personNames';
import type { NewRow, Row } from '../db/schema';
import type { BatchMatch, FieldChange, ProgramMatch } from './planning';

export type StudentChanges = Partial<NewRow<'students'>>;

const nameParts: ReadonlySet<string> = new Set(['first_name', 'second_name', 'third_name', 'last_name']);

/** A changed full name stands for the changes of its parts. */
export const mergeNames = (changes: readonly FieldChange[]): readonly FieldChange[] =>
  changes.some(({ field }) => field === 'full_name')
    ? changes.filter(({ field }) => !nameParts.has(field))
    : changes;

export function buildChanges(
  {
    program_id,
    program_name,
    batch_name,
    circle_name: _circle,
    circle_subject_code: _subject,
    guardians: _guardians,
    full_name,
    ...values
  }: StudentValues,
  before: Partial<Row<'students'>>,
  program: ProgramMatch | null,
  batch: BatchMatch | null,
): StudentChanges {
  const { first_name, second_name, third_name, last_name, ...rest } = values;
  // A full name in one cell cannot be split reliably. If the stored name is the same or longer, its parts stay.
  const isKept =
    full_name !== undefined &&
    (full_name === before.full_name || isShorterName(full_name, before.full_name ?? ''));
  // The parts of the stored name do not complete another full name.
  const empty = full_name === undefined ? undefined : null;
  const names = isKept
    ? {}
    : {
        first_name,
        second_name: second_name ?? empty,
        third_name: third_name ?? empty,
        last_name: last_name ?? empty,
      };
  const definedNames = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  return {
    ...rest,
    ...definedNames,
    full_name: fullName({ ...before, ...definedNames }),
    program_row_id: batch?.program_row_id ?? program?.id,
  };
}

export function buildStudent(
  values: StudentValues,
  program: ProgramMatch | null,
  batch: BatchMatch | null,
): StudentChanges {
  return {
    ...initialValues(studentFields, values),
    full_name: fullName(values),
    program_row_id: batch?.program_row_id ?? program?.id ?? null,
  };
}
