import { foldArabic, removeArticle } from '../../../contract/rules/arabicText';
import { checkRecord, importFields } from '../../../contract/rules/imports';
import type { ImportRecord } from '../../../contract/rules/importsCells';
import { splitCoursework } from '../../../contract/rules/importsGrades';
import {
  defaultBatchStatus,
  defaultGender,
  defaultGradeColumns,
  defaultNationality,
  importedSubjectType,
  type ImportType,
  sheetNames,
} from '../../../contract/vocabulary';
import { csvFile } from '../../features/import/csvText';
import { likeness, matchFields } from '../../features/import/matching';
import {
  outlineAtHeader,
  headerChoices,
  type SheetOutline,
  chooseBestHeader,
} from '../../features/import/sheet';
import { importExamples } from '../../i18n/ar/importExamples';
import { importWords } from '../../i18n/ar/importWords';

/** Other names of a field, which are read from a file but not offered as a choice. */
const notOffered = new Set(['hours']);

/** The fields that a column can be mapped to, in the order in which they are offered. */
export const fieldsFor = (type: ImportType): string[] =>
  importFields[type].map(({ name }) => name).filter((name) => !notOffered.has(name));

/** The Arabic name of a field. */
export const fieldName = (type: ImportType, field: string): string => importWords[type][field]?.[0] ?? field;

/** Fields with an ambiguous header: they match only if the cells below have such values. */
const ambiguousFields = new Set(['gender', 'type']);
/** Headers that mean the full name, unless another part of the name has a column. */
const wholeName = importWords.students['first_name']?.slice(1, 3) ?? [];
/** Above this likeness, 0 to 1, a header counts as the same word. */
const sameWord = 0.95;
const otherNames = ['second_name', 'third_name', 'last_name', 'full_name'];

/** The field of each column, by its header and, for an ambiguous header, by the cells of the first rows. */
export function autoFields(
  type: ImportType,
  header: readonly string[],
  samples: readonly (readonly string[])[] = [],
): (string | null)[] {
  const matched = matchFields(header, importWords[type], fieldsFor(type));
  const hasOtherNames = matched.some((field) => field !== null && otherNames.includes(field));
  return matched.map((field, column) => {
    if (field === null) return null;
    const title = header[column] ?? '';
    if (type === 'students' && field === 'first_name' && !hasOtherNames)
      return wholeName.some((word) => likeness(title, word) > sameWord) ? 'full_name' : field;
    const cells = samples.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
    const isOther =
      ambiguousFields.has(field) && cells.length > 0 && cells.every((cell) => isRefused(type, field, cell));
    return isOther ? null : field;
  });
}

const isRefused = (type: ImportType, field: string, cell: string) =>
  checkRecord(type, { [field]: cell }).problems.some((problem) => problem.field === field);

/**
 * A sheet with its most likely header among the first records: one whose columns were mapped before, else the one that
 * matches most fields, if it matches several (a title or note above it matches none), else the first record.
 */
export function withLikelyHeader<S extends SheetOutline>(
  type: ImportType,
  sheet: S,
  isKnown: (header: readonly string[]) => boolean,
): S {
  const headed = headerChoices(sheet).map((_, at) => outlineAtHeader(sheet, at));
  const matched = (header: readonly string[]) =>
    autoFields(type, header).filter((field) => field !== null).length;
  return headed.find(({ header }) => isKnown(header)) ?? chooseBestHeader(sheet, matched, 1);
}

/** A field without a column, and its value in a new record: null for none. */
export interface Unfilled {
  field: string;
  value: string | null;
}

interface ExpectedField extends Unfilled {
  /** Other fields that fill it as well. */
  filledBy?: readonly string[];
}

const empty = (field: string, ...filledBy: string[]): ExpectedField => ({ field, value: null, filledBy });

/** The fields that the person is told about if they have no column. */
const expectedFields: Record<ImportType, readonly ExpectedField[]> = {
  students: [
    empty('second_name', 'full_name'),
    empty('last_name', 'full_name'),
    empty('national_id'),
    { field: 'gender', value: defaultGender },
    { field: 'nationality', value: defaultNationality },
    empty('program_name', 'program_id', 'batch_name'),
    empty('batch_name'),
  ],
  subjects: [
    { field: 'level', value: '1' },
    { field: 'type', value: importedSubjectType },
  ],
  programs: [],
  batches: [empty('start_date'), empty('end_date'), { field: 'status', value: defaultBatchStatus }],
  grades: [],
  users: [],
};

/** The expected fields that no column fills, with the value that a new record gets. */
export function unfilledFields(type: ImportType, fields: readonly (string | null)[]): Unfilled[] {
  const isFilled = (field: string) => fields.includes(field);
  return expectedFields[type]
    .filter(({ field, filledBy = [] }) => !isFilled(field) && !filledBy.some(isFilled))
    .map(({ field, value }) => ({ field, value }));
}

/** Mapped fields that are read and not stored; decision 28. */
export const notStoredFields = (type: ImportType, fields: readonly (string | null)[]): string[] =>
  importFields[type].flatMap(({ name, isStored }) => (!isStored && fields.includes(name) ? [name] : []));

/** The columns over which a coursework mark is split, by the default settings: those of the subject are not known here. */
const courseworkColumns = defaultGradeColumns.filter(({ key }) => key !== 'test');

/** How the coursework mark of a row would be split, field → mark; empty without a coursework mark. */
export function courseworkSplit(type: ImportType, record: ImportRecord): Record<string, number> {
  const coursework = type === 'grades' ? checkRecord('grades', record).values.coursework : null;
  const parts = typeof coursework === 'number' ? splitCoursework(coursework, courseworkColumns) : null;
  return Object.fromEntries(Object.entries(parts ?? {}).map(([key, mark]) => [`${key}_grade`, mark]));
}

/** The columns of a type with one row that shows what belongs in them; UTF-8 with a byte-order mark (spec 2 §9). */
export function templateFile(type: ImportType): Blob {
  const example = importExamples[type];
  const fields = Object.keys(example);
  return csvFile([fields.map((field) => fieldName(type, field)), Object.values(example)]);
}

interface Named {
  name: string | null;
  position: number;
}

// Without the spreadsheet's name, which exports put before the sheet's, and without the Arabic article.
const foldName = (text: string) => removeArticle(foldArabic(text.replace(/^.* - /, '')), 3);

function typeByName(name: string | null): ImportType | null {
  if (name === null) return null;
  const found = sheetNames.find(({ names }) => names.some((word) => foldName(word) === foldName(name)));
  return found?.type ?? null;
}

/** The type of each sheet: by its name, else by its position 0 to 4, unless another sheet has that name. Spec 2 §5. */
export function sheetTypesOf(sheets: readonly Named[]): (ImportType | null)[] {
  const byName = sheets.map(({ name }) => typeByName(name));
  const taken = new Set(byName);
  return sheets.map(({ position }, index) => {
    const typeByPosition = sheetNames[position]?.type ?? null;
    return byName[index] ?? (typeByPosition !== null && !taken.has(typeByPosition) ? typeByPosition : null);
  });
}

/** The index of the sheet of a type; 0 if there is none. */
export function sheetFor(type: ImportType, sheets: readonly Named[]): number {
  const at = sheetTypesOf(sheets).indexOf(type);
  return at < 0 ? 0 : at;
}
