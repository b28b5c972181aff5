import type { Absence, Register } from '../../../contract/absences';
import { absenceTypes, excuseReasons, type ExcuseReason } from '../../../contract/vocabulary';

type Guard<T> = (value: unknown) => value is T;

const isText: Guard<string> = (value) => typeof value === 'string';
const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
const isCount: Guard<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isId: Guard<number> = (value): value is number => isCount(value) && value > 0;
const isAbsenceType: Guard<Absence['type']> = (value): value is Absence['type'] =>
  absenceTypes.some((type) => type === value);

const isReason: Guard<ExcuseReason> = (value): value is ExcuseReason =>
  excuseReasons.some((reason) => reason === value);

const orNull =
  <T>(isValue: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || isValue(value);

const orMissing =
  <T>(isValue: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || isValue(value);

const isListOf =
  <T>(isItem: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(isItem);

const hasFields =
  <T extends object>(guards: { [K in keyof T]-?: Guard<T[K]> }): Guard<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Guard<unknown>>(guards).every(([key, isField]) =>
      isField((value as Record<string, unknown>)[key]),
    );

/** Checks a register in the body of a problem as its schema does, because the screens load no schemas. */
export const isRegister = hasFields<Register>({
  students: isListOf(hasFields({ studentId: isText, studentName: isText })),
  absences: isListOf(
    hasFields<Absence>({
      id: isId,
      studentId: isText,
      studentName: isText,
      type: isAbsenceType,
      notes: orNull(isText),
    }),
  ),
  taken: isBoolean,
  version: isCount,
  excuses: orMissing(isListOf(hasFields({ studentId: isText, reason: isReason, to: isText }))),
  circles: orMissing(isListOf(hasFields({ circle_id: orNull(isId), taken: isBoolean, version: isCount }))),
});

/** The students of a DUPLICATE_ABSENCE problem. */
export const isDuplicateList = isListOf(
  hasFields({ studentId: isText, studentName: isText, currentType: orNull(isAbsenceType) }),
);
