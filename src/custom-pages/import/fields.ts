import { foldArabic, withoutArticle } from '../../../contract/rules/arabicText';
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
import { importExamples } from '../../i18n/ar/importExamples';
import { importWords } from '../../i18n/ar/importWords';
import { csvFile } from '../../ui/import/csvText';
import { likeness, matchFields } from '../../ui/import/matching';
import { outlineAtHeader, headerChoices, type SheetOutline, withBestHeader } from '../../ui/import/sheet';

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
  const matched = matchFields(header, importWords[type], fieldsFor(type));
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

/**
 * A sheet with the header that its first records tell: one whose columns were chosen before, else the one that matches
 * the most fields, if it matches several; titles and notes above it match none. Else the first.
 */
export function withLikelyHeader<S extends SheetOutline>(
  type: ImportType,
  sheet: S,
  isKnown: (header: readonly string[]) => boolean,
): S {
  const headed = headerChoices(sheet).map((_, at) => outlineAtHeader(sheet, at));
  const matched = (header: readonly string[]) =>
    autoFields(type, header).filter((field) => field !== null).length;
  return headed.find(({ header }) => isKnown(header)) ?? withBestHeader(sheet, matched, 1);
}

/** A field of ours that no column fills, and what a new record gets there: null for nothing. */
export interface Unfilled {
  field: string;
  value: string | null;
}

interface Asked extends Unfilled {
  /** Fields from which it comes as well. */
  orBy?: readonly string[];
}

const empty = (field: string, ...orBy: string[]): Asked => ({ field, value: null, orBy });

/** What a person would miss in a record, by type; the rest is seldom kept, or has no other value. */
const asked: Record<ImportType, readonly Asked[]> = {
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
};

/** The fields of a new record that stay empty, or take what is usual, since no column fills them. */
export function unfilledFields(type: ImportType, fields: readonly (string | null)[]): Unfilled[] {
  const isFilled = (field: string) => fields.includes(field);
  return asked[type]
    .filter(({ field, orBy = [] }) => !isFilled(field) && !orBy.some(isFilled))
    .map(({ field, value }) => ({ field, value }));
}

/** Mapped fields that are read and not stored; decision 28. */
export const notStoredFields = (type: ImportType, fields: readonly (string | null)[]): string[] =>
  importFields[type].flatMap(({ name, isStored }) => (!isStored && fields.includes(name) ? [name] : []));

/** The columns that share the coursework, by the default settings: those of a subject are the server's to know. */
const shared = defaultGradeColumns.filter(({ key }) => key !== 'test');

/** How the coursework mark of a row would be shared out, field → mark; empty where it has none. */
export function courseworkSplit(type: ImportType, record: ImportRecord): Record<string, number> {
  const coursework = type === 'grades' ? checkRecord('grades', record).values.coursework : null;
  const parts = typeof coursework === 'number' ? splitCoursework(coursework, shared) : null;
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

// Exports of one sheet carry the name of the spreadsheet before it; people write the article or leave it.
const folded = (text: string) => withoutArticle(foldArabic(text.replace(/^.* - /, '')), 3);

function typeByName(name: string | null): ImportType | null {
  if (name === null) return null;
  const found = sheetNames.find(({ names }) => names.some((word) => folded(word) === folded(name)));
  return found?.type ?? null;
}

/** What each sheet holds: by its name, else by its position 0 to 4 where no other sheet has that name. Spec 2 §5. */
export function sheetTypesOf(sheets: readonly Named[]): (ImportType | null)[] {
  const byName = sheets.map(({ name }) => typeByName(name));
  const taken = new Set(byName);
  return sheets.map(({ position }, index) => {
    const placed = sheetNames[position]?.type ?? null;
    return byName[index] ?? (placed !== null && !taken.has(placed) ? placed : null);
  });
}

/** The sheet that holds a type, where a file has several: the first when none is named so. */
export function sheetFor(type: ImportType, sheets: readonly Named[]): number {
  const at = sheetTypesOf(sheets).indexOf(type);
  return at < 0 ? 0 : at;
}
