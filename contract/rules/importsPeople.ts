import { studentFields, userFields } from '../recordFields';
import { subjectFields } from '../courseFields';
import { maxCircleName, nameParticles } from '../vocabulary';
import { foldArabic } from './arabicText';
import { type CellValues, readCells } from './fieldKinds';
import { type RowReader } from './importsCells';
import { type NamedPlace, readPlace } from './importsMaster';

/** The values of a student in a row; a missing value stays as it is, or gets its default. */
export interface StudentValues extends CellValues<typeof studentFields>, NamedPlace {
  /** Set if the four names come from one cell. */
  full_name?: string | undefined;
  /** A circle of a subject of the batch; the subject code is needed if two subjects have a circle of this name. */
  circle_name?: string | undefined;
  circle_subject_code?: string | undefined;
}

const particles: ReadonlySet<string> = new Set(nameParticles.map(foldArabic));

/** Spec 2 §5, README of the sample files: a first name, ten digits if there is a national id, an at-sign. */
export function readStudent(row: RowReader): StudentValues {
  const cells = readCells(studentFields, row);
  const values = { ...cells, ...readFullName(row, cells) };
  row.require('first_name', values.first_name);
  const circle_name = row.text('circle_name', maxCircleName);
  const circle_subject_code = row.text('circle_subject_code', subjectFields.subject_code.max);
  if (circle_subject_code !== undefined) row.require('circle_name', circle_name);
  return { ...values, ...readPlace(row), circle_name, circle_subject_code };
}

/** A teacher's account in a row. */
export type UserValues = CellValues<typeof userFields>;

/** api-next.md, users/import: a user name with a letter or digit, and a name. */
export function readUser(row: RowReader): UserValues {
  const values = readCells(userFields, row);
  const { username } = values;
  if (username !== undefined && foldArabic(username) === '') row.refuse('username', 'NOT_USERNAME', username);
  row.require('username', username);
  row.require('name', values.name);
  return values;
}

const partsOfName = ['first_name', 'second_name', 'third_name', 'last_name'] as const;

/** Reads the names from one cell; columns for the single names are preferred. */
function readFullName(row: RowReader, cells: StudentValues): StudentValues {
  if (row.refuseHidden('full_name')) return {};
  const whole = row.text('full_name', 4 * studentFields.first_name.max);
  const hasParts = partsOfName.some((part) => cells[part] !== undefined);
  return whole === undefined || hasParts ? {} : { ...splitName(whole), full_name: whole };
}

/**
 * Splits a full name into four: the first three words, and the rest as family name; a compound such as "Abd Allah" is
 * one word.
 */
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
