import type { FieldKind, RecordField, RecordFields, ValueOf } from '../recordFields';
import { genders } from '../vocabulary';
import { cleanText, foldDigits } from './arabicText';
import { cleanNationalId, cleanPhone, isNationalId } from './identity';
import type { RowReader } from './importsCells';

/** Text as it is stored, by kind of field; the schemas in `fields.ts` clean with the same functions. */
const cleaners: Record<FieldKind, (text: string) => string> = {
  line: cleanText,
  code: (text) => foldDigits(cleanText(text)),
  phone: cleanPhone,
  email: cleanText,
  nationalId: cleanNationalId,
  gender: cleanText,
};

/** What a form holds, as it is sent: an empty field is what a new record has there. Never fails. */
export function cleanFields(fields: RecordFields, values: Readonly<Record<string, unknown>>) {
  const cleaned = (key: string, { kind, initial, isNullable, isRequired }: RecordField) => {
    const value = values[key];
    const empty = initial ?? (isNullable && !isRequired ? null : '');
    return (typeof value === 'string' ? cleaners[kind](value) : '') || empty;
  };
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, cleaned(key, field)]));
}

const genderAliases = { male: genders[0], m: genders[0], female: genders[1], f: genders[1] } as const;

type CellReader = (row: RowReader, name: string, field: RecordField) => string | undefined;

const readers: Record<FieldKind, CellReader> = {
  line: (row, name, { max }) => row.text(name, max),
  code: (row, name, { max }) => row.code(name, max),
  gender: (row, name) => row.oneOf(name, genders, genderAliases),
  phone: (row, name, { max }) => {
    const phone = cleanPhone(row.code(name, 2_000) ?? '');
    if (phone.length > max) return row.refuse(name, 'TOO_LONG', phone, max);
    return phone === '' ? undefined : phone;
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

export type CellValues<F extends RecordFields> = { -readonly [K in keyof F]?: ValueOf<F[K]> | undefined };

/** The cells of a row of a file, by the fields of its record; an empty or refused one is undefined. */
export function readCells<F extends RecordFields>(fields: F, row: RowReader): CellValues<F> {
  const cells = Object.entries(fields).map(([key, field]) => [key, readers[field.kind](row, key, field)]);
  return Object.fromEntries(cells) as CellValues<F>;
}
