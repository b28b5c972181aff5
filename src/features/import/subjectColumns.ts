import { importFieldLabels } from '../../../contract/importMessages';
import { markFields } from '../../../contract/rules/importsGrades';
import { computedResults, subjectRemarks } from '../../i18n/ar/import/headerWords';
import { maxRows } from './csvText';
import { hasHeadWord, headKey } from './matching';
import { type HeadedSheet, Unreadable } from './sheet';
import type { Fields } from './SheetWork';

/**
 * A column with the marks of one subject has the field `test_grade@QRN101`. Before the user chooses the mark,
 * it is `@QRN101`.
 */
export interface SubjectColumn {
  markField: string;
  code: string;
}

const subjectField = (code: string, markField = '') => `${markField}@${code}`;

export function parseSubjectField(field: string | null): SubjectColumn | null {
  const at = field?.indexOf('@') ?? -1;
  return field === null || at < 0 ? null : { markField: field.slice(0, at), code: field.slice(at + 1) };
}

export const hasSubjectColumns = (fields: Fields): boolean => fields.some((field) => field?.includes('@'));

/** True if the user still has to choose the mark of a column. */
export const needsMarkField = (fields: Fields): boolean =>
  fields.some((field) => parseSubjectField(field)?.markField === '');

export const withMarkField = (fields: Fields, markField: string | null): (string | null)[] =>
  fields.map((field) => (field?.startsWith('@') ? `${markField ?? ''}${field}` : field));

/** The fields of the records that are sent, in the order of the columns. */
export function recordFields(fields: Fields, values: Readonly<Record<string, string>> = {}): string[] {
  const names = fields.flatMap((field) => {
    const subject = parseSubjectField(field);
    if (!subject) return field ?? [];
    return subject.markField === '' ? ['subject_code'] : ['subject_code', subject.markField];
  });
  return [...new Set([...names, ...Object.keys(values)])];
}

/**
 * Each student has one row for each subject with marks, with the line of the student. The code and the marks
 * stand behind the other columns, whose indexes stay.
 */
export function expandSubjects(sheet: HeadedSheet, fields: Fields): { sheet: HeadedSheet; fields: Fields } {
  if (!hasSubjectColumns(fields)) return { sheet, fields };
  const columnsByCode = new Map<string, [markField: string, column: number][]>();
  for (const [column, field] of fields.entries()) {
    const subject = parseSubjectField(field);
    if (!subject || subject.markField === '') continue;
    const columns = columnsByCode.get(subject.code) ?? [];
    columnsByCode.set(subject.code, [...columns, [subject.markField, column]]);
  }
  const marks = markFields.filter((name) => fields.some((field) => field?.startsWith(`${name}@`)));
  const isOther = sheet.header.map((_, column) => parseSubjectField(fields[column] ?? null) === null);
  const rows = sheet.rows.flatMap((row) => {
    const otherCells = isOther.map((isKept, column) => (isKept ? (row.cells[column] ?? '') : ''));
    return [...columnsByCode].flatMap(([code, columns]) => {
      const cellOf = (mark: string) => row.cells[columns.find(([name]) => name === mark)?.[1] ?? -1] ?? '';
      const cells = marks.map(cellOf);
      if (cells.every((cell) => cell.trim() === '')) return [];
      return [{ ...row, cells: [...otherCells, code, ...cells] }];
    });
  });
  if (rows.length > maxRows) throw new Unreadable({ kind: 'tooManyRows' });
  const added = ['subject_code', ...marks];
  // A total over all subjects would match a field in the file of refused rows, which has one subject a row.
  const isMapped = (column: number) => isOther[column] && (fields[column] ?? null) !== null;
  const heads = sheet.header.map((head, column) => (isMapped(column) ? head : ''));
  return {
    sheet: { ...sheet, header: [...heads, ...added.map((name) => importFieldLabels[name] ?? name)], rows },
    fields: [...isOther.map((isKept, column) => (isKept ? (fields[column] ?? null) : null)), ...added],
  };
}

export interface KnownSubject {
  /** The code that all batches share, if the server has one. */
  code: string;
  name: string;
  /** Names and codes. */
  names: readonly string[];
}

export const isComputedResult = (head: string): boolean => hasHeadWord(head, computedResults);

/** The maximum of a mark, such as `/100`. */
const maximum = /\s*\/\s*\p{N}+\s*$/u;
const parts = /\s+[-\u2013\u2014:/|]\s+|[|/:\n]/;

/**
 * Finds columns whose header is a subject, or a subject and a mark such as "Fiqh - coursework". A name of two
 * subjects matches none.
 */
export function createSubjectMatcher(
  subjects: readonly KnownSubject[],
  findMarkField: (head: string) => string | null,
): (header: readonly string[]) => (string | null)[] {
  const codeByName = new Map<string, string | null>();
  for (const { code, names } of subjects)
    for (const name of names) {
      const key = headKey(name, subjectRemarks);
      if (key === '') continue;
      const isAmbiguous = codeByName.has(key) && codeByName.get(key) !== code;
      codeByName.set(key, isAmbiguous ? null : code);
    }
  const findCode = (text: string) =>
    codeByName.get(headKey(text.replace(maximum, ''), subjectRemarks)) ?? null;
  return (header) => {
    const usedFields = new Set<string>();
    return header.map((head) => {
      const field = matchHead(head, findCode, findMarkField);
      if (field === null || usedFields.has(field)) return null;
      usedFields.add(field);
      return field;
    });
  };
}

function matchHead(
  head: string,
  findCode: (text: string) => string | null,
  findMarkField: (head: string) => string | null,
): string | null {
  const code = findCode(head);
  if (code !== null) return subjectField(code);
  const [first = '', second, ...others] = head.split(parts).map((part) => part.trim());
  if (second === undefined || others.length > 0) return null;
  for (const [subject, mark] of [
    [first, second],
    [second, first],
  ] as const) {
    const [codeOfPart, markField] = [findCode(subject), findMarkField(mark)];
    if (codeOfPart !== null && markField !== null) return subjectField(codeOfPart, markField);
  }
  return null;
}
