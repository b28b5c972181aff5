import type { ImportType } from '../../../contract/vocabulary';
import type { ColumnKind, ColumnStats } from '../../features/import/columns';
import { hasHeadWord, isOfRelative, normalisedWords } from '../../features/import/matching';
import { isComputedResult } from '../../features/import/subjectColumns';
import { otherNumbers, serialHeads } from '../../i18n/ar/import/headerWords';
import { fieldsFor, proposeFields } from './fields';

type Fields = (string | null)[];

export interface ColumnTools {
  /** Country of the institute, ISO 3166. National ids are known for `SA`. */
  country: string;
  /** True if most values are stored academic numbers of students with the same names. */
  areStoredNumbers: (column: number, fields: Fields) => Promise<boolean>;
}

export interface ColumnProposal {
  fields: Fields;
  /** Stored academic numbers have no kind. */
  columns: ColumnStats[];
}

interface ColumnsToJudge {
  header: readonly string[];
  samples: readonly (readonly string[])[];
  columns: readonly ColumnStats[];
  /** The user's last mapping of this header. */
  remembered: Fields | null;
}

/**
 * Proposes a field for each column by its header, and by the values of all rows ("What a column is" in the
 * design): a serial is no academic number, and ten digits can be a national id.
 */
export async function judgeColumns(
  type: ImportType,
  { header, samples, columns, remembered }: ColumnsToJudge,
  tools: ColumnTools,
): Promise<ColumnProposal> {
  const kinds = header.map((_, column) => columns[column]?.kind ?? null);
  const ignored = new Set(platformIdColumns(header));
  const propose = () =>
    remembered?.map((field, column) => (ignored.has(column) ? null : field)) ??
    proposeFields(
      type,
      header.map((head, column) => (ignored.has(column) ? '' : head)),
      samples,
    );
  let fields = propose();
  for (const column of serialColumns(type, header, kinds)) {
    const isNumber = fields[column] === 'student_id';
    if (!isNumber && (remembered !== null || fields.includes('student_id'))) continue;
    if (await tools.areStoredNumbers(column, fields)) {
      fields = fields.map((field, index) => (index === column ? 'student_id' : field));
      kinds[column] = null;
    } else if (isNumber) {
      ignored.add(column);
      fields = propose();
    }
  }
  if (remembered === null && tools.country === 'SA' && fieldsFor(type).includes('national_id'))
    fields = await proposeNationalId(header, kinds, fields, tools);
  const judged = columns.map((column, index) => ({ ...column, kind: kinds[index] ?? null }));
  return { fields, columns: judged };
}

async function proposeNationalId(
  header: readonly string[],
  kinds: readonly (ColumnKind | null)[],
  fields: Fields,
  { areStoredNumbers }: ColumnTools,
): Promise<Fields> {
  if (fields.includes('national_id')) return fields;
  const column = header.findIndex(
    (head, index) =>
      kinds[index] === 'nationalIds' &&
      [null, 'student_id'].includes(fields[index] ?? null) &&
      !isOfRelative(head) &&
      !hasHeadWord(head, otherNumbers),
  );
  if (column < 0) return fields;
  const field = (await areStoredNumbers(column, fields)) ? 'student_id' : 'national_id';
  return fields.map((current, index) => (index === column ? field : current === field ? null : current));
}

const isNumbered = (type: ImportType) => fieldsFor(type).includes('student_id');

/** Columns that count the rows. A number with another name, such as a level, is no serial. */
function serialColumns(
  type: ImportType,
  header: readonly string[],
  kinds: readonly (ColumnKind | null)[],
): number[] {
  if (!isNumbered(type)) return [];
  return [...header.keys()].filter(
    (column) => kinds[column] === 'serial' && isSerialHead(type, header[column] ?? ''),
  );
}

function isSerialHead(type: ImportType, head: string): boolean {
  if (isNumbered(type) && proposeFields(type, [head])[0] === 'student_id') return true;
  return normalisedWords(head).every((word) => serialHeads.has(word)) && !isOfRelative(head);
}

const platformHeads = new Set(['sisuserid', 'sisloginid']);
const joinedHead = (head: string) => normalisedWords(head).join('');

/** A learning platform exports its own `ID` beside the student's number. */
function platformIdColumns(header: readonly string[]): number[] {
  if (!header.some((head) => platformHeads.has(joinedHead(head)))) return [];
  return [...header.keys()].filter((column) => joinedHead(header[column] ?? '') === 'id');
}

export type ColumnNote = 'serial' | 'serialNumbers' | 'nationalIds' | 'platformId' | 'computed';

/** Why a column has this field, or none. */
export function columnNotes(
  type: ImportType,
  header: readonly string[],
  fields: readonly (string | null)[],
  columns: readonly ColumnStats[],
): (ColumnNote | null)[] {
  const platformColumns = new Set(platformIdColumns(header));
  return header.map((head, column) => {
    const [field, kind] = [fields[column] ?? null, columns[column]?.kind ?? null];
    if (kind === 'serial' && isSerialHead(type, head))
      return field === null ? 'serial' : field === 'student_id' ? 'serialNumbers' : null;
    if (field === 'national_id')
      return kind === 'nationalIds' && proposeFields(type, [head])[0] !== field ? 'nationalIds' : null;
    if (field !== null) return null;
    if (platformColumns.has(column)) return 'platformId';
    return type === 'grades' && isComputedResult(head) ? 'computed' : null;
  });
}
