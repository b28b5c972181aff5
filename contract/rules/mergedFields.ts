import { fieldNames, fieldsInForm, type FormFields } from '../fieldTable';
import { studentFields } from '../recordFields';
import { fullName } from './identity';

/** The two records of a merge: the one that stays, and the one that is deleted. */
export const mergeSides = ['staying', 'merged'] as const;
export type MergeSide = (typeof mergeSides)[number];

type StudentField = keyof FormFields<typeof studentFields>;
export type StudentValues = { [F in StudentField]?: unknown };

const nameParts = ['first_name', 'second_name', 'third_name', 'last_name'] as const;

/** The name is one value, because a mixture of two names is nobody's. The number stays with the record. */
const isSingle = (field: StudentField) => field !== 'student_id' && !nameParts.some((part) => part === field);
type SingleField = Exclude<StudentField, 'student_id' | (typeof nameParts)[number]>;
export type MergeField = 'full_name' | SingleField;

export const mergeFieldNames: readonly [MergeField, ...MergeField[]] = [
  'full_name',
  ...(fieldNames(fieldsInForm(studentFields)).filter(isSingle) as SingleField[]),
];

export const columnsOf = (field: MergeField): readonly StudentField[] =>
  field === 'full_name' ? nameParts : [field];

export const mergeValue = (field: MergeField, values: StudentValues): string =>
  field === 'full_name' ? fullName(values as never) : String(values[field] ?? '');

/** A name with more words, and a value beside none, is fuller. Between two other values, the record counts. */
function findFuller(field: MergeField, staying: string, merged: string): MergeSide {
  if (field === 'full_name') return countWords(merged) > countWords(staying) ? 'merged' : 'staying';
  return staying === '' ? 'merged' : 'staying';
}

const countWords = (text: string) => text.split(' ').length;

export interface FieldDifference {
  field: MergeField;
  staying: string;
  merged: string;
  proposed: MergeSide;
}

export function findDifferences(staying: StudentValues, merged: StudentValues): FieldDifference[] {
  return mergeFieldNames.flatMap((field) => {
    const values = { staying: mergeValue(field, staying), merged: mergeValue(field, merged) };
    const proposed = findFuller(field, values.staying, values.merged);
    return values.staying === values.merged ? [] : [{ field, ...values, proposed }];
  });
}

/** From `from` up to and without `to`. A missing end is after every other. */
export interface Period<T> {
  from: T;
  to: T | null;
}

/** The parts of a period outside of the others. Days and numbers of ayahs compare alike. */
export function subtractPeriods<T extends string | number>(
  period: Period<T>,
  others: readonly Period<T>[],
): Period<T>[] {
  return others.reduce<Period<T>[]>(
    (parts, other) =>
      parts.flatMap((part) => {
        const isApart = isAtOrBefore(part.to, other.from) || isAtOrBefore(other.to, part.from);
        if (isApart) return [part];
        const start = part.from < other.from ? [{ from: part.from, to: other.from }] : [];
        const hasEnd = other.to !== null && (part.to === null || other.to < part.to);
        return hasEnd && other.to !== null ? [...start, { from: other.to, to: part.to }] : start;
      }),
    [period],
  );
}

const isAtOrBefore = <T extends string | number>(end: T | null, start: T) => end !== null && end <= start;
