import type { FieldKind, RecordField, RecordFields, FieldValue } from '../fieldTable';
import { levelNames, levels } from '../vocabulary';
import { cleanAcademicYear } from './academicYear';
import { cleanLines, cleanName, cleanText, foldArabic, foldDigits, hasHidden } from './arabicText';
import { cleanNationalId, cleanPhone, isNationalId, isPhoneTooLong, maxPhoneDigits } from './identity';
import { readDate, type RowReader } from './importsCells';
import { splitPhones } from './phones';

/** Text with hidden characters is sent unchanged, so that the server refuses it. Default: `cleanName`. */
const cleaners: Partial<Record<FieldKind, (text: string) => string>> = {
  text: cleanLines,
  code: (text) => foldDigits(cleanText(text)),
  phone: cleanPhone,
  nationalId: cleanNationalId,
};

export function cleanFields(fields: RecordFields, values: Readonly<Record<string, unknown>>) {
  const cleanField = (key: string, { kind, initial, isNullable, isRequired }: RecordField) => {
    const value = values[key];
    if (typeof value === 'number') return value;
    const emptyValue = initial ?? (isNullable && !isRequired ? null : '');
    if (typeof value !== 'string') return emptyValue;
    return kind !== 'text' && hasHidden(value) ? value : (cleaners[kind] ?? cleanName)(value) || emptyValue;
  };
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, cleanField(key, field)]));
}

type CellReader = (row: RowReader, name: string, field: RecordField) => string | number | undefined;

const readers: Record<FieldKind, CellReader> = {
  line: (row, name, { max }) => row.text(name, max),
  text: (row, name, { max }) => row.lines(name, max),
  code: (row, name, { max }) => row.code(name, max),
  choice: (row, name, { choices = [], choiceAliases }) => row.oneOf(name, choices, choiceAliases),
  integer: (row, name, { max }) => row.integer(name, 1, max),
  level: (row, name, { max }) => {
    const foldedText = foldArabic(row.raw(name).slice(0, 40));
    return levels.find((level) => foldArabic(levelNames[level]) === foldedText) ?? row.integer(name, 1, max);
  },
  year: (row, name, { max }) => {
    const year = row.code(name, max);
    return year && cleanAcademicYear(year);
  },
  date: (row, name, { max }) => {
    const text = row.code(name, max);
    if (text === undefined) return undefined;
    const date = readDate(text);
    return 'day' in date ? date.day : row.refuse(name, date.problem, text);
  },
  birthDate: (row, name, { max }) => {
    const text = row.code(name, max);
    if (text === undefined) return undefined;
    const date = readDate(text);
    if ('day' in date) return date.day;
    if (date.nextDay === undefined) return row.refuse(name, date.problem, text);
    row.warn(name, 'NEXT_DAY_TAKEN', text);
    return date.nextDay;
  },
  phone: (row, name, { secondNumberIn }) => {
    const text = row.code(name, 2_000) ?? '';
    const { numbers, words } = splitPhones(text);
    const [first, second, ...others] = numbers;
    if (first === undefined) {
      if (text !== '') row.warn(name, 'NO_PHONE', text);
      return undefined;
    }
    const tooLong = numbers.find(isPhoneTooLong);
    if (tooLong !== undefined) return row.refuse(name, 'PHONE_TOO_LONG', tooLong, maxPhoneDigits);
    const isSecondStored = secondNumberIn !== undefined && !hasPhone(row, secondNumberIn);
    const unusedNumbers = [...(second === undefined || isSecondStored ? [] : [second]), ...others];
    if (words.length > 0) row.warn(name, 'PHONE_WORDS', words.join(' '));
    if (unusedNumbers.length > 0) row.warn(name, 'PHONE_LEFT_OUT', unusedNumbers.join(' '));
    return first;
  },
  email: (row, name, { max }) => {
    const email = row.text(name, max);
    if (email === undefined || /^[^\s@]+@[^\s@]+$/.test(email)) return email;
    return row.refuse(name, 'NOT_EMAIL', email);
  },
  nationalId: (row, name) => {
    const text = row.code(name, 2_000);
    if (text === undefined) return undefined;
    return isNationalId(text) ? cleanNationalId(text) : row.refuse(name, 'NOT_NATIONAL_ID', text);
  },
};

const hasPhone = (row: RowReader, name: string) =>
  splitPhones(row.code(name, 2_000) ?? '').numbers.length > 0;

/** The second number of a cell with two numbers. */
export const readSecondPhone = (row: RowReader, name: string): string | undefined =>
  splitPhones(row.code(name, 2_000) ?? '').numbers[1];

export type CellValues<F extends RecordFields> = { -readonly [K in keyof F]?: FieldValue<F[K]> | undefined };

/** Empty and refused cells are undefined. */
export function readCells<F extends RecordFields>(fields: F, row: RowReader): CellValues<F> {
  const cells = Object.entries(fields).flatMap(([name, field]) => {
    const { importedAs = name } = field;
    if (importedAs === null) return [];
    const isRefused = field.kind !== 'text' && row.refuseHiddenCharacters(importedAs);
    return isRefused ? [] : [[name, readers[field.kind](row, importedAs, field)]];
  });
  return Object.fromEntries(cells) as CellValues<F>;
}
