import type { DailyRecord } from '../../../contract/dailyRecords';
import { cleanLines } from '../../../contract/rules/arabicText';
import { markIn } from '../../../contract/rules/grading';
import { parseRange } from '../../../contract/rules/mushafText';
import type { Curriculum } from '../../../contract/subjectSettings';
import { fixedListContent, freeTextContent } from '../../../contract/vocabulary';
import type { SentRecords } from '../../dataProvider/teaching';

/** What is typed for a student, in the order of the table. Spec 2 §2. */
export const columns = [
  'recordContent',
  'pagesCount',
  'performanceLevel',
  'mistakesCount',
  'teacherNotes',
] as const;
export type Column = (typeof columns)[number];
/** What stands in the fields of a row. */
export type Texts = Record<Column, string>;

/** What a person typed over the stored record of a student. */
export interface RowEdit {
  texts: Partial<Texts>;
  /** What was stored when the typing began: what differs from it later was changed by somebody else. */
  base: Texts;
  /** The pages were filled in here and never touched: they follow the content. */
  isPagesProposed: boolean;
}
/** By the key of the row. */
export type Edits = Readonly<Record<string, RowEdit>>;

export type Entry = Pick<
  Curriculum,
  'content_type' | 'curriculum_items' | 'require_pages_count' | 'default_pages'
>;
/** Of a subject without settings of its own. Spec 1 §3. */
export const defaultEntry: Entry = {
  content_type: freeTextContent,
  curriculum_items: [],
  require_pages_count: false,
  default_pages: 1,
};

/** Only the listed portions may be chosen; a list without any has not been set up yet, and all may be typed. */
export const isFixedList = ({ content_type, curriculum_items }: Entry): boolean =>
  content_type === fixedListContent && curriculum_items.length > 0;

/** A student's record of the day under a name that no other row has: a plain server sends no numbers. */
export interface KeyedRecord {
  key: string;
  record: DailyRecord;
}

export function addKeys(records: readonly DailyRecord[]): KeyedRecord[] {
  const seen = new Map<string, number>();
  return records.map((record) => {
    const key = record.studentId ?? record.studentName;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return { key: times === 1 ? key : `${key}#${times}`, record };
  });
}

export function storedTexts(record: DailyRecord): Texts {
  return Object.fromEntries(columns.map((column) => [column, String(record[column] ?? '')])) as Texts;
}

/** Most that the server takes; spec 2 §5 has the least, 0. */
export const limits = { pagesCount: 604, mistakesCount: 10_000, text: 2_000 };
export const pagesStep = 0.5;

/** What a text stands for; null for nothing, NaN for what is no number. Digits of any script are understood. */
export function valueIn(column: Column, text: string): string | number | null {
  if (column === 'pagesCount' || column === 'mistakesCount') return markIn(text);
  return cleanLines(text) || null;
}

const isSame = (column: Column, one: string, other: string) =>
  Object.is(valueIn(column, one), valueIn(column, other));

type RowProblem = 'pagesWrong' | 'pagesRequired' | 'mistakesWrong' | 'notListed';

/** A row as it stands on the screen, with all that follows from it. */
export interface Row {
  texts: Texts;
  /** Columns that differ from what is stored. */
  changed: readonly Column[];
  problems: Readonly<Partial<Record<Column, RowProblem>>>;
}

/** What stands in a row: what was typed, else what is stored. A row that nobody changed has no problems. */
export function rowOf(record: DailyRecord, edit: RowEdit | undefined, entry: Entry): Row {
  const stored = storedTexts(record);
  const texts = { ...stored, ...edit?.texts };
  const changed = columns.filter((column) => !isSame(column, texts[column], stored[column]));
  return { texts, changed, problems: changed.length === 0 ? {} : problemsIn(texts, changed, entry) };
}

function problemsIn(texts: Texts, changed: readonly Column[], entry: Entry): Row['problems'] {
  const problems: Partial<Record<Column, RowProblem>> = {};
  const content = valueIn('recordContent', texts.recordContent);
  const pages = markIn(texts.pagesCount);
  const mistakes = markIn(texts.mistakesCount);
  if (pages !== null && !isStepped(pages, pagesStep, limits.pagesCount)) problems.pagesCount = 'pagesWrong';
  else if (pages === null && content !== null && entry.require_pages_count)
    problems.pagesCount = 'pagesRequired';
  if (mistakes !== null && !isStepped(mistakes, 1, limits.mistakesCount))
    problems.mistakesCount = 'mistakesWrong';
  const isListed = content === null || entry.curriculum_items.includes(String(content));
  if (isFixedList(entry) && changed.includes('recordContent') && !isListed)
    problems.recordContent = 'notListed';
  return problems;
}

const isStepped = (value: number, step: number, max: number) =>
  value >= 0 && value <= max && Number.isInteger(value / step);

export const changedRows = (records: readonly KeyedRecord[], edits: Edits, entry: Entry) =>
  records.flatMap(({ key, record }) => {
    const edit = edits[key];
    const row = edit && rowOf(record, edit, entry);
    return row && row.changed.length > 0 ? [{ key, record, row }] : [];
  });

/** Whether something is recorded in a row. */
export const isFilled = ({ texts }: Row): boolean =>
  columns.some((column) => valueIn(column, texts[column]) !== null);

/**
 * What a save sends: the changed rows, whole, since a server may replace what it has; named by number and version
 * where the server keeps them, else by name. The range goes along where the server knows ranges.
 */
export function rowsToSend(records: readonly KeyedRecord[], edits: Edits, entry: Entry): SentRecords {
  return changedRows(records, edits, entry).map(({ record, row: { texts, changed } }) => ({
    ...(record.studentId === undefined
      ? { studentName: record.studentName }
      : { studentId: record.studentId }),
    ...Object.fromEntries(columns.map((column) => [column, valueIn(column, texts[column])])),
    ...(record.range !== undefined && changed.includes('recordContent')
      ? { range: isFixedList(entry) ? null : parseRange(texts.recordContent) }
      : {}),
    ...(typeof record.version === 'number' ? { version: record.version } : {}),
  }));
}
