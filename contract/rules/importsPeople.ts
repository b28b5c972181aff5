import { genders, nameParticles } from '../vocabulary';
import { foldArabic } from './arabicText';
import { cleanNationalId, cleanPhone, isNationalId } from './identity';
import { type RowReader } from './importsCells';

/** What a row says of a student; what it leaves out stays as it is, or takes its default. */
export interface StudentValues {
  student_id?: string | undefined;
  first_name?: string | undefined;
  second_name?: string | undefined;
  third_name?: string | undefined;
  last_name?: string | undefined;
  /** Where the four names come from one cell. */
  full_name?: string | undefined;
  national_id?: string | undefined;
  phone?: string | undefined;
  additional_phone?: string | undefined;
  email?: string | undefined;
  gender?: string | undefined;
  nationality?: string | undefined;
  program_id?: string | undefined;
  program_name?: string | undefined;
  batch_name?: string | undefined;
}

const genderAliases = { male: genders[0], m: genders[0], female: genders[1], f: genders[1] } as const;
const particles: ReadonlySet<string> = new Set(nameParticles.map(foldArabic));
const maxName = 60;

/** Spec 2 §5, README of the sample files: a first name, ten digits if there is a national id, an at-sign. */
export function readStudent(row: RowReader): StudentValues {
  const names = readNames(row);
  row.require('first_name', names.first_name);
  return {
    student_id: row.code('student_id', 40),
    ...names,
    national_id: readNationalId(row),
    phone: readPhone(row, 'phone'),
    additional_phone: readPhone(row, 'additional_phone'),
    email: readEmail(row),
    gender: row.oneOf('gender', genders, genderAliases),
    nationality: row.text('nationality', maxName),
    program_id: row.code('program_id', 40),
    program_name: row.text('program_name', 120),
    batch_name: row.text('batch_name', 120),
  };
}

function readNames(row: RowReader) {
  const names = {
    first_name: row.text('first_name', maxName),
    second_name: row.text('second_name', maxName),
    third_name: row.text('third_name', maxName),
    last_name: row.text('last_name', maxName),
  };
  const whole = row.text('full_name', 4 * maxName);
  // Beside names in columns of their own it is only the sum of them.
  if (whole === undefined || Object.values(names).some((name) => name !== undefined)) return names;
  return { ...splitName(whole), full_name: whole };
}

/** A full name as four: the first three words, and all the rest as family name; what search folds into one name is one word. */
export function splitName(
  name: string,
): Pick<StudentValues, 'first_name' | 'second_name' | 'third_name' | 'last_name'> {
  const parts: string[] = [];
  let pending = '';
  for (const word of name.split(' ')) {
    const joined = pending + word;
    pending = particles.has(foldArabic(word)) ? `${joined} ` : '';
    if (pending === '') parts.push(joined);
  }
  if (pending !== '') parts.push(pending.trim());
  const last = parts.length > 1 ? parts.slice(Math.min(3, parts.length - 1)).join(' ') : undefined;
  const [first_name, second, third] = parts;
  return {
    first_name,
    second_name: parts.length > 2 ? second : undefined,
    third_name: parts.length > 3 ? third : undefined,
    last_name: last,
  };
}

function readNationalId(row: RowReader): string | undefined {
  const text = row.code('national_id', 2_000);
  if (text === undefined) return undefined;
  return isNationalId(text) ? cleanNationalId(text) : row.refuse('national_id', 'NOT_NATIONAL_ID', text);
}

function readPhone(row: RowReader, field: 'phone' | 'additional_phone'): string | undefined {
  const text = row.code(field, 2_000);
  const phone = text === undefined ? '' : cleanPhone(text);
  if (phone.length > 30) return row.refuse(field, 'TOO_LONG', phone, 30);
  return phone === '' ? undefined : phone;
}

function readEmail(row: RowReader): string | undefined {
  const email = row.text('email', 254);
  if (email === undefined || /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  return row.refuse('email', 'NOT_EMAIL', email);
}
