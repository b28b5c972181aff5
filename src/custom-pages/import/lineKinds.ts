import { foldArabic, foldDigits, removeArticle } from '../../../contract/rules/arabicText';
import { isNationalId } from '../../../contract/rules/identity';
import type { ImportType } from '../../../contract/vocabulary';
import type { OwnLineKind } from '../../features/import/LineReview';
import { mergedTexts } from '../../features/import/mergedAreas';
import type { HeadedSheet } from '../../features/import/sheet';
import type { Fields } from '../../features/import/SheetWork';
import { footerWords, totalWords } from '../../i18n/ar/import/headerWords';

/** Fields that a sheet may write once for several rows. Other merged cells are never filled. */
export const groupFields: ReadonlySet<string> = new Set([
  'program_id',
  'program_name',
  'batch_name',
  'circle_name',
  'circle_subject_code',
  'subject_code',
  'subject_name',
]);

const nameFields: Record<ImportType, readonly string[]> = {
  students: ['full_name', 'first_name', 'second_name', 'third_name', 'last_name'],
  users: ['name'],
  grades: ['student_name'],
  programs: ['name'],
  batches: ['name'],
  subjects: ['name'],
};
/** Names of programmes, batches and subjects may be numbers or contain a colon. */
const personTypes: ReadonlySet<ImportType> = new Set(['students', 'users', 'grades']);

/** Finds hidden rows, and lines around a list that are no records, such as a total or a signature. */
export function findLineKinds(
  type: ImportType,
  sheet: HeadedSheet,
  fields: Fields,
): ReadonlyMap<number, OwnLineKind> {
  const columns = readColumns(type, sheet, fields);
  const kinds = new Map<number, OwnLineKind>();
  const nameOnly: { index: number; isLong: boolean }[] = [];
  const inMergedArea = new Set(
    columns.groups.flatMap((column) => [...mergedTexts(sheet.rows, sheet.mergedAreas ?? [], column).keys()]),
  );
  let lastRecord = -1;
  for (const [index, { cells, isHidden = false }] of sheet.rows.entries()) {
    const line = readLine(columns, cells.map(cleanCell));
    if (isNonRecord(type, line, columns)) kinds.set(index, 'nonRecord');
    else if (isHidden) kinds.set(index, 'hidden');
    else if (type === 'students' && isNameOnly(line) && !inMergedArea.has(index))
      nameOnly.push({ index, isLong: line.name.split(/\s+/).length >= minLongName });
    else lastRecord = index;
  }
  // In a list of names alone, these lines are the records.
  if (nameOnly.length * 2 >= sheet.rows.length) return kinds;
  // Two words below the list are rather a signature than a student.
  for (const { index, isLong } of nameOnly)
    kinds.set(index, isLong || index < lastRecord ? 'nameOnly' : 'nonRecord');
  return new Map([...kinds].toSorted(([a], [b]) => a - b));
}

/** Words. A new student may have only a name. */
const minLongName = 3;

interface Columns {
  header: readonly string[];
  name: readonly number[];
  mapped: readonly number[];
  groups: readonly number[];
  /** Texts of batches, programmes, circles and subjects that several rows have. */
  groupTexts: ReadonlySet<string>;
  /** Columns of values that only records have. */
  ids: readonly { column: number; field: string }[];
}

const idFields = new Set([
  'national_id',
  'phone',
  'additional_phone',
  'email',
  'student_id',
  'username',
  'code',
]);

function readColumns(type: ImportType, { header, rows }: HeadedSheet, fields: Fields): Columns {
  const columnsOf = (isIncluded: (field: string) => boolean) =>
    fields.flatMap((field, column) => (field !== null && isIncluded(field) ? [column] : []));
  const groups = columnsOf((field) => groupFields.has(field));
  const counts = new Map<string, number>();
  for (const { cells } of rows)
    for (const column of groups) {
      const text = cleanCell(cells[column] ?? '');
      if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  return {
    header: header.map(cleanCell),
    name: columnsOf((field) => nameFields[type].includes(field)),
    mapped: columnsOf(() => true),
    groups,
    groupTexts: new Set([...counts].flatMap(([text, count]) => (count > 1 ? [text] : []))),
    ids: fields.flatMap((field, column) =>
      field !== null && idFields.has(field) ? [{ column, field }] : [],
    ),
  };
}

interface Line {
  cells: readonly string[];
  name: string;
  nameCells: number;
  /** Number of cells with text. */
  filled: number;
  hasId: boolean;
  hasGroup: boolean;
}

const isNameOnly = ({ name, filled, nameCells }: Line) => name !== '' && filled === nameCells;

const maxCellLength = 200;
const cleanCell = (cell: string) => cell.slice(0, maxCellLength).trim();

function readLine(columns: Columns, cells: readonly string[]): Line {
  const nameTexts = columns.name.map((column) => cells[column] ?? '').filter(Boolean);
  return {
    cells,
    name: nameTexts.join(' '),
    nameCells: nameTexts.length,
    filled: cells.filter(Boolean).length,
    hasId: columns.ids.some(({ column, field }) => isId(field, cells[column] ?? '')),
    hasGroup: columns.groups.some((column) => columns.groupTexts.has(cells[column] ?? '')),
  };
}

/** A total below a column of numbers is shorter than a number of a person. */
function isId(field: string, cell: string): boolean {
  if (field === 'national_id') return isNationalId(cell);
  if (field === 'email') return cell.includes('@');
  if (field === 'username' || field === 'code') return cell !== '';
  return (foldDigits(cell).match(/\d/g)?.length ?? 0) >= minIdDigits;
}
const minIdDigits = 5;

function isNonRecord(type: ImportType, line: Line, columns: Columns): boolean {
  const { cells, name, hasId, hasGroup } = line;
  const mappedTexts = columns.mapped.map((column) => cells[column] ?? '');
  if (mappedTexts.every((text) => text === '')) return true;
  // The header is repeated on each printed page.
  if (columns.mapped.every((column) => (cells[column] ?? '') === (columns.header[column] ?? ''))) return true;
  if (!personTypes.has(type)) {
    const otherTexts = mappedTexts.filter((text) => text !== name && /\p{L}/u.test(text));
    return !hasId && otherTexts.length === 0 && startsWith(totalWords, name);
  }
  if (name === '')
    return !hasId && cells.some((cell) => startsWith(totalWords, cell) || startsWith(footerWords, cell));
  if (!/\p{L}/u.test(name)) return true;
  if (hasId) return false;
  if (startsWith(totalWords, name) || isBlankLine(name)) return true;
  if (hasGroup) return false;
  return /[:\uFF1A]/.test(name) || startsWith(footerWords, name);
}

/** Dots or lines for a signature. */
const isBlankLine = (name: string) => /\.{3,}|_{3,}|-{3,}|\u2026|\u0640{3,}/.test(name);

function startsWith(words: ReadonlySet<string>, text: string): boolean {
  const first = /[\p{L}\p{M}]+/u.exec(text)?.[0] ?? '';
  return words.has(removeArticle(foldArabic(first), 2));
}
