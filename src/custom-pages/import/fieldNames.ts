import { checkRecord, importFields } from '../../../contract/rules/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { importWords } from '../../i18n/ar/importWords';
import { likeness, matchedFields } from './matching';

/** Two names for one thing: the second is read where a file has it and never offered. */
const hidden = new Set(['hours']);

/** The fields that a column can be mapped to, in the order in which they are offered. */
export const fieldsFor = (type: ImportType): string[] =>
  importFields[type].map(({ name }) => name).filter((name) => !hidden.has(name));

/** A field as the person knows it. */
export const fieldName = (type: ImportType, field: string): string => importWords[type][field]?.[0] ?? field;

/** Fields whose words may mean another thing, which the cells below then tell. */
const judgedByCells = new Set(['gender', 'type']);
/** Words for the one name of a student: the whole of it where no other part has a column. */
const wholeName = importWords.students['first_name']?.slice(1, 3) ?? [];
/** Above it a header is the word, but for whose name it is said to be. */
const isAlike = 0.95;
const otherNames = ['second_name', 'third_name', 'last_name', 'full_name'];

/** Which column is which field, by its header and, where that leaves room, by the cells of the first rows. */
export function autoFields(
  type: ImportType,
  header: readonly string[],
  samples: readonly (readonly string[])[] = [],
): (string | null)[] {
  const matched = matchedFields(header, importWords[type], fieldsFor(type));
  const hasOtherNames = matched.some((field) => field !== null && otherNames.includes(field));
  return matched.map((field, column) => {
    if (field === null) return null;
    const title = header[column] ?? '';
    if (type === 'students' && field === 'first_name' && !hasOtherNames)
      return wholeName.some((word) => likeness(title, word) > isAlike) ? 'full_name' : field;
    const cells = samples.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
    const isOther =
      judgedByCells.has(field) && cells.length > 0 && cells.every((cell) => isRefused(type, field, cell));
    return isOther ? null : field;
  });
}

const isRefused = (type: ImportType, field: string, cell: string) =>
  checkRecord(type, { [field]: cell }).problems.some((problem) => problem.field === field);
