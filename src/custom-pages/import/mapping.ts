import type { ImportType } from '../../../contract/vocabulary';
import { markFields } from '../../../contract/rules/importsGrades';
import { compareNames } from '../../../contract/rules/personNames';
import type { Api } from '../../dataProvider';
import { type Catalogue, emptyCatalogue, findBatch, knownSubjects } from '../../features/import/catalogue';
import type { ColumnStats } from '../../features/import/columns';
import type { SheetMapping } from '../../features/import/importRecord';
import { loadRememberedFields } from '../../features/import/matching';
import { outlineAtHeader, type SheetOutline } from '../../features/import/sheet';
import {
  createSubjectMatcher,
  hasSubjectColumns,
  parseSubjectField,
  withMarkField,
} from '../../features/import/subjectColumns';
import { judgeColumns } from './columnRules';
import { proposeFields } from './fields';
import { type FileText, type FileValues, proposeValues, sentValues, type ValueSources } from './fileValues';
import type { RemoteImportWorker } from './useImportWorker';

type Fields = (string | null)[];

export interface Mapping {
  sheetIndex: number;
  headerAt: number;
  hasGroupHeads: boolean;
  fields: Fields;
  columns: readonly ColumnStats[];
  /** Values for the whole file, by field. */
  values: FileValues;
  /** Values that were proposed, and that the user has not changed. */
  sources: ValueSources;
  /** The mark in columns of subjects. */
  markField: string | null;
  isRemembered: boolean;
  /** The stored records that headers and values can name. */
  catalogue: Catalogue;
}

export const emptyMapping = (sheetIndex: number): Mapping => ({
  sheetIndex,
  headerAt: 0,
  hasGroupHeads: false,
  fields: [],
  columns: [],
  values: {},
  sources: {},
  markField: null,
  isRemembered: false,
  catalogue: emptyCatalogue,
});

export interface MappingContext {
  userId: number;
  getWorker: () => Pick<RemoteImportWorker, 'columns' | 'firstRecords'>;
  api: Pick<Api, 'checkImport'>;
  catalogue: Catalogue;
  country: string;
  /** The name of the file. Null: the names and titles propose no values. */
  fileName: string | null;
  /** False: the headers decide again. */
  usesRemembered?: boolean;
}

export async function proposeMapping(
  type: ImportType,
  sheetIndex: number,
  sheet: SheetOutline & { name: string | null },
  context: MappingContext,
): Promise<Mapping> {
  const { userId, getWorker, catalogue, country, fileName, usesRemembered = true } = context;
  const { header, headerAt, hasGroupHeads = false, samples } = sheet;
  const measured = await getWorker().columns(sheetIndex, headerAt, hasGroupHeads);
  const remembered = usesRemembered ? loadRememberedFields(userId, type, header) : null;
  const { fields, columns } = await judgeColumns(
    type,
    { header, samples, columns: measured, remembered },
    {
      country,
      areStoredNumbers: (column, current) =>
        areStoredNumbers({ sheet: sheetIndex, headerAt, hasGroupHeads }, column, current, context),
    },
  );
  const proposed =
    fileName === null
      ? { values: {}, sources: {} }
      : proposeValues(type, listTexts(sheet, fileName), catalogue);
  const mapping: Mapping = {
    ...emptyMapping(sheetIndex),
    ...proposed,
    headerAt,
    hasGroupHeads,
    fields,
    columns,
    isRemembered: remembered !== null,
    catalogue,
  };
  return withSubjects(type, header, mapping);
}

/** Title rows above the header, and the names of sheet and file. */
function listTexts(
  { firstRecords, headerAt, name }: SheetOutline & { name: string | null },
  fileName: string,
) {
  const titles = firstRecords
    .slice(0, headerAt)
    .flatMap(({ cells }) => cells.map((cell): FileText => ['title', cell]));
  const texts: FileText[] = [...titles, ['sheet', name ?? ''], ['file', fileName.replace(/\.\w+$/, '')]];
  return texts.filter(([, text]) => text.trim() !== '');
}

const nameFields: Readonly<Record<string, string>> = {
  first_name: 'first_name',
  second_name: 'second_name',
  third_name: 'third_name',
  last_name: 'last_name',
  full_name: 'full_name',
  student_name: 'full_name',
};
const maxJudgedRows = 200;

/** False also if the server has no comparison, or cannot be reached. */
async function areStoredNumbers(
  sheet: Pick<SheetMapping, 'sheet' | 'headerAt' | 'hasGroupHeads'>,
  column: number,
  fields: Fields,
  { getWorker, api }: MappingContext,
): Promise<boolean> {
  const names = fields.map((field) => (field === null ? null : (nameFields[field] ?? null)));
  const sentFields = names.map((name, index) => (index === column ? 'student_id' : name));
  if (!sentFields.some((field) => field !== null && field !== 'student_id')) return false;
  try {
    const records = await getWorker().firstRecords(sheet, sentFields, maxJudgedRows);
    const data = records.filter((record) => record['student_id']?.trim());
    const answer = data.length === 0 ? null : await api.checkImport('students', { data });
    if (!answer) return false;
    const refused = new Set(answer.errors.map(({ row }) => row));
    const others = new Set(
      (answer.changes ?? []).flatMap(({ row, field, from, to }) =>
        !refused.has(row) && field === 'full_name' && compareNames(from ?? '', to ?? '') === 'differ'
          ? [row]
          : [],
      ),
    );
    return (answer.updated - others.size) * 2 > data.length;
  } catch {
    return false;
  }
}

/** The batches of the file: the cells of its column, or the value for the whole file. Null: unknown. */
export function batchesOf(
  type: ImportType,
  { fields, values, columns, catalogue }: Pick<Mapping, 'fields' | 'values' | 'columns' | 'catalogue'>,
): string[] | null {
  const column = fields.indexOf('batch_name');
  const names = column < 0 ? [sentValues(type, fields, values)['batch_name'] ?? ''] : columns[column]?.values;
  const batches = (names ?? []).flatMap((name) => findBatch(catalogue, name)?.batch_name ?? []);
  return batches.length === 0 ? null : batches;
}

const markFieldNames: ReadonlySet<string> = new Set(markFields);
/** Results of a student over all subjects. They are no result of one subject. */
const overallFields = new Set(['total', 'grade', 'weighted_grade', 'absence_days', 'attendance_days']);

const findMarkField = (head: string) => {
  const [field = null] = proposeFields('grades', [head]);
  return field !== null && markFieldNames.has(field) ? field : null;
};

const matcherOf = (catalogue: Catalogue, batches: readonly string[] | null) =>
  createSubjectMatcher(knownSubjects(catalogue, batches), findMarkField);

const hasSubject = (fields: Fields) => fields.includes('subject_code') || fields.includes('subject_name');

/**
 * Columns whose headers are subjects of the batches become marks of these subjects. Subjects of earlier
 * batches, for example in a remembered mapping, go.
 */
function withSubjects(type: ImportType, header: readonly string[], mapping: Mapping): Mapping {
  if (type !== 'grades') return mapping;
  const fields = mapping.fields.map((field) => (parseSubjectField(field) ? null : field));
  const batches = batchesOf(type, { ...mapping, fields });
  if (batches === null || hasSubject(fields)) return { ...mapping, fields };
  const subjects = matcherOf(mapping.catalogue, batches)(header);
  if (!isSubjectFile(subjects, fields)) return { ...mapping, fields };
  const isOfOneSubject = (field: string | null) =>
    field !== null && (markFieldNames.has(field) || overallFields.has(field));
  return {
    ...mapping,
    fields: fields.map((field, column) => subjects[column] ?? (isOfOneSubject(field) ? null : field)),
  };
}

/** Another batch has other subjects. */
export function changeValues(
  type: ImportType,
  header: readonly string[],
  mapping: Mapping,
  changes: FileValues,
  newSources: ValueSources = {},
): Mapping {
  const isUnchanged = ([field]: [string, unknown]) => !(field in changes);
  const changed = {
    ...mapping,
    values: { ...mapping.values, ...changes },
    sources: { ...Object.fromEntries(Object.entries(mapping.sources).filter(isUnchanged)), ...newSources },
  };
  return 'batch_name' in changes ? withSubjects(type, header, changed) : changed;
}

/** A new proposal for the same sheet keeps the values that the user chose. */
export function keepChosenValues(
  type: ImportType,
  proposed: Mapping,
  { firstRecords }: Pick<SheetOutline, 'firstRecords'>,
  previous: Mapping,
): Mapping {
  if (previous.sheetIndex !== proposed.sheetIndex) return proposed;
  const chosen = Object.fromEntries(
    Object.entries(previous.values).filter(([field]) => (previous.sources[field] ?? 'batch') === 'batch'),
  );
  const { header } = outlineOf({ ...emptyOutline, firstRecords }, proposed);
  const mapping = { ...proposed, markField: previous.markField };
  return changeValues(type, header, mapping, chosen);
}

const emptyOutline: SheetOutline = { header: [], rows: 0, samples: [], firstRecords: [], headerAt: 0 };

/** A field has one column, so the choice of a field clears it in the other columns. */
export function changeField(
  type: ImportType,
  header: readonly string[],
  mapping: Mapping,
  column: number,
  field: string | null,
): Mapping {
  const previous = mapping.fields[column];
  const fields = mapping.fields.map((current, index) =>
    index === column ? field : current === field ? null : current,
  );
  const changed = { ...mapping, fields, isRemembered: false };
  return [field, previous].includes('batch_name') ? withSubjects(type, header, changed) : changed;
}

/** A single header such as "attendance" can be a mark and the name of a subject. */
const isSubjectFile = (subjects: Fields, fields: Fields): boolean =>
  subjects.some((subject, column) => subject !== null && !markFieldNames.has(fields[column] ?? ''));

export function createSubjectCounter(catalogue: Catalogue): (header: readonly string[]) => number {
  const match = matcherOf(catalogue, null);
  return (header) => match(header).filter((field) => field !== null).length;
}

/**
 * Whether the headers are subjects of some batch, but the batch of the file is `missing`, or its column has
 * only `unknown` names.
 */
export function findBatchProblem(
  type: ImportType,
  header: readonly string[],
  mapping: Mapping,
): 'missing' | 'unknown' | null {
  const { fields, values, catalogue } = mapping;
  if (type !== 'grades' || hasSubject(fields) || hasSubjectColumns(fields)) return null;
  const sent = sentValues(type, fields, values);
  if (sent['subject_code'] || batchesOf(type, mapping) !== null) return null;
  if (!isSubjectFile(matcherOf(catalogue, null)(header), fields)) return null;
  return fields.includes('batch_name') ? 'unknown' : 'missing';
}

export const toSheetMapping = (type: ImportType, mapping: Mapping): Omit<SheetMapping, 'corrections'> => {
  const { sheetIndex, headerAt, hasGroupHeads, fields, values, markField } = mapping;
  return {
    sheet: sheetIndex,
    type,
    headerAt,
    hasGroupHeads,
    fields: withMarkField(fields, markField),
    values: sentValues(type, fields, values),
  };
};

export const outlineOf = <S extends SheetOutline>(sheet: S, { headerAt, hasGroupHeads }: Mapping): S =>
  outlineAtHeader(sheet, headerAt, hasGroupHeads);
