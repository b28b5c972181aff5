import { foldArabic, removeArticle } from '../../../contract/rules/arabicText';
import { checkRecord } from '../../../contract/rules/imports';
import type { ImportRecord } from '../../../contract/rules/importsCells';
import { importFields } from '../../../contract/rules/importsFields';
import { splitCoursework } from '../../../contract/rules/importsGrades';
import {
  defaultBatchStatus,
  defaultGender,
  defaultGradeColumns,
  defaultNationality,
  guardianRelationNames,
  importedSubjectType,
  type ImportType,
  sheetNames,
} from '../../../contract/vocabulary';
import { csvFile } from '../../features/import/csvText';
import { isOfParent, isOfRelative, similarity, matchFields } from '../../features/import/matching';
import {
  outlineAtHeader,
  headerChoices,
  type SheetOutline,
  chooseBestHeader,
  headSeparator,
} from '../../features/import/sheet';
import { importExamples } from '../../i18n/ar/import/importExamples';
import { importWords } from '../../i18n/ar/import/importWords';

/** Fields that a file may have, but that the list of fields does not offer. */
const hiddenFields = new Set(['hours']);

export const fieldsFor = (type: ImportType): string[] =>
  importFields[type].map(({ name }) => name).filter((name) => !hiddenFields.has(name));

export const fieldName = (type: ImportType, field: string): string => importWords[type][field]?.[0] ?? field;

/** Fields whose header is ambiguous. They match only if at least one cell below is valid. */
const ambiguousFields: Partial<Record<ImportType, readonly string[]>> = {
  students: ['gender'],
  subjects: ['type', 'status'],
  batches: ['section', 'age_group'],
};
/** Headers that mean the full name, unless another part of the name has a column. */
const fullNameHeaders = importWords.students['first_name']?.slice(1, 3) ?? [];
/** From 0 to 1. Above this similarity, a header counts as the same word. */
const minSimilarity = 0.95;
const otherNameFields = ['second_name', 'third_name', 'last_name', 'full_name'];

/** Matches columns by their headers. An ambiguous header also needs fitting cells in the first rows. */
export function proposeFields(
  type: ImportType,
  header: readonly string[],
  samples: readonly (readonly string[])[] = [],
): (string | null)[] {
  const [titles, matchedFields] = matchTitles(type, header);
  const hasOtherNames = matchedFields.some((field) => field !== null && otherNameFields.includes(field));
  return matchedFields.map((field, column) => {
    if (field === null) return null;
    const title = titles[column] ?? '';
    if (type === 'students' && field === 'first_name' && !hasOtherNames)
      return fullNameHeaders.some((word) => similarity(title, word) > minSimilarity) ? 'full_name' : field;
    const cells = samples.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
    const isMismatch =
      ambiguousFields[type]?.includes(field) &&
      cells.length > 0 &&
      cells.every((cell) => isRefused(type, field, cell));
    return isMismatch ? null : field;
  });
}

/** A head that does not match with its group head can match alone, except the head of another person. */
function matchTitles(
  type: ImportType,
  header: readonly string[],
): [titles: readonly string[], fields: (string | null)[]] {
  const fields = matchFields(header, importWords[type], fieldsFor(type));
  const heads = header.map((title, column) =>
    fields[column] !== null || isOfRelative(title) ? '' : (title.split(headSeparator)[1] ?? ''),
  );
  if (heads.every((head) => head === '')) return [header, fields];
  const otherFields = fieldsFor(type).filter((field) => !fields.includes(field));
  const fieldsOfHeads = matchFields(heads, importWords[type], otherFields, true);
  return [
    header.map((title, column) => (fieldsOfHeads[column] ? (heads[column] ?? '') : title)),
    fields.map((field, column) => field ?? fieldsOfHeads[column] ?? null),
  ];
}

const isRefused = (type: ImportType, field: string, cell: string) =>
  checkRecord(type, { [field]: cell }).problems.some((problem) => problem.field === field);

type CountColumns = (header: readonly string[]) => number;
const countNone: CountColumns = () => 0;

/**
 * Chooses the header line. A line whose columns the user mapped before comes first, then the line that
 * matches most fields, alone or with the group heads above it.
 * @param countOthers counts matching columns that are no fields, such as subjects
 */
export function chooseHeader<S extends SheetOutline>(
  type: ImportType,
  sheet: S,
  isRemembered: (header: readonly string[]) => boolean,
  countOthers = countNone,
): S {
  const indexes = headerChoices(sheet).map((_, index) => index);
  const plain = indexes.map((index) => outlineAtHeader(sheet, index));
  const joined = indexes.slice(1).map((index) => outlineAtHeader(sheet, index, true));
  const remembered = [...joined, ...plain].find(({ header }) => isRemembered(header));
  if (remembered) return remembered;
  const countMatches = createMatchCounter(type, countOthers);
  const best = chooseBestHeader(sheet, countMatches, 1);
  const maxCount = countMatches(best.header);
  const joinedBest = joined.find((outline) => {
    const count = countMatches(outline.header);
    return count > maxCount || (count === maxCount && count > 1 && isSecondHeader(outline, best.headerAt));
  });
  return joinedBest ?? withGroupHeads(type, best, countOthers);
}

/** Adds the group heads above the header if more columns match, or if the groups name parents. */
export function withGroupHeads<S extends SheetOutline>(
  type: ImportType,
  outline: S,
  countOthers = countNone,
): S {
  if (outline.headerAt === 0) return outline;
  const joined = outlineAtHeader(outline, outline.headerAt, true);
  const countMatches = createMatchCounter(type, countOthers);
  const isBetter = countMatches(joined.header) > countMatches(outline.header);
  return isBetter || hasParentGroup(joined) ? joined : outline;
}

const createMatchCounter =
  (type: ImportType, countOthers: CountColumns): CountColumns =>
  (header) =>
    proposeFields(type, header).filter((field) => field !== null).length + countOthers(header);

/** Below group heads, the phone of a guardian has the same head as the phone of the student. */
const hasParentGroup = ({ firstRecords, headerAt }: SheetOutline): boolean =>
  (firstRecords[headerAt - 1]?.cells ?? []).some(
    (cell, column) =>
      isOfParent(cell) && cell.length <= maxGroupLength && firstRecords[headerAt]?.cells[column]?.trim(),
  );

/** A longer text is a title. */
const maxGroupLength = 30;

/** True if the line below the best header only has heads below its groups. */
function isSecondHeader({ firstRecords, headerAt }: SheetOutline, bestHeaderAt: number): boolean {
  const heads = (firstRecords[headerAt]?.cells ?? []).filter((cell) => cell.trim() !== '');
  return headerAt === bestHeaderAt + 1 && heads.length > 1 && heads.every((head) => !/\p{N}/u.test(head));
}

/** A field without a column. New records get `value`; null means an empty field. */
export interface UnfilledField {
  field: string;
  value: string | null;
}

interface ExpectedField extends UnfilledField {
  /** A column of one of these fields also fills this field. */
  filledBy?: readonly string[];
  /** The field is expected only beside one of these fields. Default: always. */
  beside?: readonly string[];
}

const emptyField = (field: string, ...filledBy: string[]): ExpectedField => ({
  field,
  value: null,
  filledBy,
});

/** The preview warns if one of these fields has no column. */
const expectedFields: Record<ImportType, readonly ExpectedField[]> = {
  students: [
    emptyField('second_name', 'full_name'),
    emptyField('last_name', 'full_name'),
    emptyField('national_id'),
    { field: 'gender', value: defaultGender },
    { field: 'nationality', value: defaultNationality },
    emptyField('program_name', 'program_id', 'batch_name'),
    emptyField('batch_name'),
    {
      field: 'guardian_relation',
      value: guardianRelationNames.father,
      beside: ['guardian_name', 'guardian_phone'],
    },
  ],
  subjects: [
    { field: 'level', value: '1' },
    { field: 'type', value: importedSubjectType },
  ],
  programs: [],
  batches: [emptyField('start_date'), emptyField('end_date'), { field: 'status', value: defaultBatchStatus }],
  grades: [],
  users: [],
};

export function unfilledFields(type: ImportType, fields: readonly (string | null)[]): UnfilledField[] {
  const isFilled = (field: string) => fields.includes(field);
  return expectedFields[type]
    .filter(({ field, filledBy = [] }) => !isFilled(field) && !filledBy.some(isFilled))
    .filter(({ beside }) => beside === undefined || beside.some(isFilled))
    .map(({ field, value }) => ({ field, value }));
}

/** Returns mapped fields that are not stored (decision 28). */
export const notStoredFields = (type: ImportType, fields: readonly (string | null)[]): string[] =>
  importFields[type].flatMap(({ name, isStored }) => (!isStored && fields.includes(name) ? [name] : []));

/**
 * The import does not know the columns of the subject, so it splits a coursework mark by the default columns.
 */
const courseworkColumns = defaultGradeColumns.filter(({ key }) => key !== 'test');

/** Returns the mark of each field; an empty object without a coursework mark. */
export function courseworkSplit(type: ImportType, record: ImportRecord): Record<string, number> {
  const coursework = type === 'grades' ? checkRecord('grades', record).values.coursework : null;
  const marks = typeof coursework === 'number' ? splitCoursework(coursework, courseworkColumns) : null;
  return Object.fromEntries(Object.entries(marks ?? {}).map(([key, mark]) => [`${key}_grade`, mark]));
}

/** A file with the header and an example row, UTF-8 with byte-order mark (spec 2 §9). */
export function templateFile(type: ImportType): Blob {
  const example = importExamples[type];
  const fields = Object.keys(example);
  return csvFile([fields.map((field) => fieldName(type, field)), Object.values(example)]);
}

interface NamedSheet {
  name: string | null;
  position: number;
  isHidden?: boolean | undefined;
  isLinked?: boolean | undefined;
}

// Removes the spreadsheet's name, which exports put first, and the Arabic article.
const foldName = (text: string) => removeArticle(foldArabic(text.replace(/^.* - /, '')), 3);

function findTypeByName(name: string | null): ImportType | null {
  if (name === null) return null;
  const match = sheetNames.find(({ names }) => names.some((word) => foldName(word) === foldName(name)));
  return match?.type ?? null;
}

/**
 * Finds the type by the sheet's name. Otherwise the position gives the type, unless another sheet already has
 * that type by its name (spec 2 §5). A hidden sheet has only the type of its name, and none of a visible sheet.
 */
export function detectSheetTypes(sheets: readonly NamedSheet[]): (ImportType | null)[] {
  const typesByName = sheets.map(({ name }) => findTypeByName(name));
  const usedTypes = new Set(typesByName);
  const types = sheets.map(({ position, isHidden }, index) => {
    const typeByPosition = isHidden ? null : (sheetNames[position]?.type ?? null);
    return (
      typesByName[index] ??
      (typeByPosition !== null && !usedTypes.has(typeByPosition) ? typeByPosition : null)
    );
  });
  const visibleTypes = new Set(types.filter((_, index) => !sheets[index]?.isHidden));
  return types.map((type, index) => (sheets[index]?.isHidden && visibleTypes.has(type) ? null : type));
}

/** Returns the linked sheet, the sheet of the type, or the first visible one. */
export function findSheetIndex(type: ImportType, sheets: readonly NamedSheet[]): number {
  const linked = sheets.findIndex(({ isLinked }) => isLinked);
  if (linked >= 0) return linked;
  const types = detectSheetTypes(sheets);
  const isVisible = (index: number) => !sheets[index]?.isHidden;
  const index = types.findIndex((one, at) => one === type && isVisible(at));
  return index >= 0
    ? index
    : Math.max(
        0,
        sheets.findIndex((_, at) => isVisible(at)),
      );
}
