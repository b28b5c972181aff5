import type { DailyRecord } from '../../../contract/dailyRecords';
import { cleanLines } from '../../../contract/rules/arabicText';
import { parseMark } from '../../../contract/rules/grading';
import { type MushafRange, findOverlap, parseAyahRanges } from '../../../contract/rules/mushaf';
import type { Curriculum } from '../../../contract/subjectSettings';
import {
  defaultRecordKind,
  defaultRecordResult,
  fixedListContent,
  freeTextContent,
  type RecordResult,
} from '../../../contract/vocabulary';
import type { SentRecords } from '../../dataProvider/teaching';
import {
  parseFaults,
  formatFaults,
  hasFaultOutside,
  type AssessmentRules,
  toNamedRanges,
  parseRangesText,
  formatRanges,
} from '../../features/hearing/hearing';
import { t } from '../../i18n/text';

/** Editable columns in table order (spec 2 §2). */
export const columns = [
  'recordContent',
  'pagesCount',
  'performanceLevel',
  'mistakesCount',
  'teacherNotes',
] as const;
export const allColumns = [...columns, 'result', 'faults'] as const;
export type Column = (typeof allColumns)[number];
/** A text is empty if the server does not have the field. */
export type Texts = Record<Column, string>;

/** Typed texts that differ from the stored record. Drafts store this object on the device. */
export interface RowEdit {
  texts: Partial<Texts>;
  /** The stored texts when typing began. If they differ later, another user has changed the record. */
  base: Texts;
  /** True: the pages follow the content until the user changes them. */
  isPagesProposed: boolean;
  /** True: level and result follow the faults. False: the teacher set them. */
  isJudged?: boolean;
}
export type Edits = Readonly<Record<string, RowEdit>>;

/** Checks a draft, which may be damaged or from an older app version. */
export function isRowEdit(draft: unknown): draft is RowEdit {
  if (typeof draft !== 'object' || draft === null) return false;
  const { texts, base } = draft as Partial<Record<string, unknown>>;
  return isTexts(texts) && isTexts(base) && columns.every((column) => column in base);
}

const isTexts = (texts: unknown): texts is Record<string, string> =>
  typeof texts === 'object' &&
  texts !== null &&
  Object.values(texts).every((text) => typeof text === 'string');

export type EntrySettings = Pick<
  Curriculum,
  'content_type' | 'curriculum_items' | 'require_pages_count' | 'default_pages'
> & {
  /** Rules for level and result; undefined if the server has no kinds. */
  assessmentRules?: AssessmentRules;
};
/** Defaults of a subject without its own settings (spec 1 §3). */
export const defaultSettings: EntrySettings = {
  content_type: freeTextContent,
  curriculum_items: [],
  require_pages_count: false,
  default_pages: 1,
};

/** An empty list allows any text. */
export const isFixedList = ({ content_type, curriculum_items }: EntrySettings): boolean =>
  content_type === fixedListContent && curriculum_items.length > 0;

export const isPortion = (text: string, settings: EntrySettings): boolean =>
  isFixedList(settings) && settings.curriculum_items.includes(cleanLines(text));

/** Returns the mushaf ranges in a text; none for a portion of the subject's list. */
export const contentRanges = (text: string, settings: EntrySettings): MushafRange[] =>
  isPortion(text, settings) ? [] : parseRangesText(text);

/** Another server sends no student number, so each record gets a unique key. */
export interface KeyedRecord {
  key: string;
  /** The same value for all kinds of one student. */
  student: string;
  record: DailyRecord;
}

export function addKeys(records: readonly DailyRecord[]): KeyedRecord[] {
  const counts = new Map<string, number>();
  return records.map((record) => {
    const { studentId, studentName } = record;
    const kind = record.kind ?? defaultRecordKind;
    const identity = studentId ?? studentName;
    const occurrence = (counts.get(`${kind}:${identity}`) ?? 0) + 1;
    counts.set(`${kind}:${identity}`, occurrence);
    const studentKey = occurrence === 1 ? identity : `${identity}#${occurrence}`;
    return {
      key: kind === defaultRecordKind ? studentKey : `${kind}:${studentKey}`,
      student: studentKey,
      record,
    };
  });
}

export function storedTexts(record: DailyRecord): Texts {
  const columnTexts = Object.fromEntries(
    columns.map((column) => [column, String(record[column] ?? '')]),
  ) as Texts;
  return {
    ...columnTexts,
    recordContent: columnTexts.recordContent || formatRanges(parseAyahRanges(record.ranges ?? [])),
    result: hasKinds(record) ? (record.result ?? defaultRecordResult) : '',
    faults: formatFaults(record.faults ?? []),
  };
}

/** A server with kinds also has ranges, faults and results. */
export const hasKinds = ({ kind }: Pick<DailyRecord, 'kind'>): boolean => kind !== undefined;

/** Maxima of the server; the minimum is 0 (spec 2 §5). */
export const limits = { pagesCount: 604, mistakesCount: 10_000, text: 2_000 };
export const pagesStep = 0.5;

/** Accepts digits of any script. Returns null for an empty text, and NaN if the text is not a number. */
export function parseValue(column: Column, text: string): string | number | null {
  if (column === 'pagesCount' || column === 'mistakesCount') return parseMark(text);
  if (column === 'result' || column === 'faults') return text;
  return cleanLines(text) || null;
}

const isSameValue = (column: Column, first: string, second: string) =>
  Object.is(parseValue(column, first), parseValue(column, second));

type RowProblem =
  | 'pagesWrong'
  | 'pagesRequired'
  | 'mistakesWrong'
  | 'notListed'
  | 'nothingHeard'
  | 'rangesOverlap'
  | 'faultOutside'
  | 'several';

export interface Row {
  texts: Texts;
  changed: readonly Column[];
  problems: Readonly<Partial<Record<Column, RowProblem>>>;
}

/** Combines stored and typed texts. A row without changes has no problems. */
export function buildRow(record: DailyRecord, edit: RowEdit | undefined, settings: EntrySettings): Row {
  const stored = storedTexts(record);
  const texts = { ...stored, ...edit?.texts };
  const changedColumns = allColumns.filter((column) => !isSameValue(column, texts[column], stored[column]));
  if (changedColumns.length === 0) return { texts, changed: changedColumns, problems: {} };
  const problems = {
    ...findProblems(texts, changedColumns, settings),
    ...(hasKinds(record) && findHearingProblems(texts, changedColumns, settings)),
    ...(record.count > 1 && { recordContent: 'several' as const }),
  };
  return { texts, changed: changedColumns, problems };
}

function findHearingProblems(
  texts: Texts,
  changed: readonly Column[],
  settings: EntrySettings,
): Row['problems'] {
  const { recordContent, faults, result } = texts;
  const hasNewFaults = changed.includes('faults') && faults !== '';
  const hasNewResult = changed.includes('result') && result !== defaultRecordResult;
  // The server does not store faults or a result without content. A save of an emptied record deletes the
  // record.
  if ((hasNewFaults || hasNewResult) && !isFilled({ texts })) return { recordContent: 'nothingHeard' };
  const ranges = contentRanges(recordContent, settings);
  if (findOverlap(ranges) !== -1) return { recordContent: 'rangesOverlap' };
  return hasFaultOutside(parseFaults(faults), ranges) ? { faults: 'faultOutside' } : {};
}

function findProblems(texts: Texts, changed: readonly Column[], settings: EntrySettings): Row['problems'] {
  const problems: Partial<Record<Column, RowProblem>> = {};
  const content = parseValue('recordContent', texts.recordContent);
  const pages = parseMark(texts.pagesCount);
  const mistakes = parseMark(texts.mistakesCount);
  if (pages !== null && !isStepWithin(pages, pagesStep, limits.pagesCount))
    problems.pagesCount = 'pagesWrong';
  else if (pages === null && content !== null && settings.require_pages_count)
    problems.pagesCount = 'pagesRequired';
  if (mistakes !== null && !isStepWithin(mistakes, 1, limits.mistakesCount))
    problems.mistakesCount = 'mistakesWrong';
  const isAllowed =
    content === null ||
    isPortion(texts.recordContent, settings) ||
    contentRanges(texts.recordContent, settings).length > 0;
  if (isFixedList(settings) && changed.includes('recordContent') && !isAllowed)
    problems.recordContent = 'notListed';
  return problems;
}

const isStepWithin = (value: number, step: number, max: number) =>
  value >= 0 && value <= max && Number.isInteger(value / step);

export const changedRows = (records: readonly KeyedRecord[], edits: Edits, settings: EntrySettings) =>
  records.flatMap(({ key, record }) => {
    const edit = edits[key];
    const row = edit && buildRow(record, edit, settings);
    return row && row.changed.length > 0 ? [{ key, record, row }] : [];
  });

export const findInvalidKeys = (changed: ReturnType<typeof changedRows>) =>
  changed.filter(({ row }) => Object.keys(row.problems).length > 0).map(({ key }) => key);

/** Removes invalid rows, so that they do not block the save of the others. */
export function dropInvalid(records: readonly KeyedRecord[], edits: Edits, settings: EntrySettings): Edits {
  const invalidKeys = findInvalidKeys(changedRows(records, edits, settings));
  return Object.fromEntries(Object.entries(edits).filter(([key]) => !invalidKeys.includes(key)));
}

/** Ignores the sum of the faults, because the server does not store a record with faults only. */
export const isFilled = ({ texts }: Pick<Row, 'texts'>): boolean =>
  columns.some(
    (column) =>
      parseValue(column, texts[column]) !== null && !(column === 'mistakesCount' && texts.faults !== ''),
  );

export const isRecorded = (record: DailyRecord, settings: EntrySettings): boolean =>
  record.version > 0 || isFilled(buildRow(record, undefined, settings));

/** Sends whole rows, because a server may replace the record. Without a student number, it sends the name. */
export function rowsToSend(
  records: readonly KeyedRecord[],
  edits: Edits,
  settings: EntrySettings,
): SentRecords {
  return changedRows(records, edits, settings).map(({ record, row: { texts, changed } }) => ({
    ...(record.studentId === undefined
      ? { studentName: record.studentName }
      : { studentId: record.studentId }),
    ...parseValues(texts),
    ...(hasKinds(record) && hearingValues(record, texts, changed, settings)),
    ...(typeof record.version === 'number' ? { version: record.version } : {}),
  }));
}

/** Returns the five fields of the specification. With faults by kind, the server computes the mistakes. */
export function parseValues(texts: Texts) {
  const values = Object.fromEntries(columns.map((column) => [column, parseValue(column, texts[column])]));
  if (texts.faults !== '') delete values['mistakesCount'];
  return values;
}

function hearingValues(
  record: DailyRecord,
  texts: Texts,
  changed: readonly Column[],
  settings: EntrySettings,
) {
  const { kind, recordContent, ranges } = record;
  const typedRanges = contentRanges(texts.recordContent, settings);
  return {
    kind,
    // If a stored record has ranges but no text, the field shows a generated text, which must not be sent.
    ...(changed.includes('recordContent')
      ? { ranges: toNamedRanges(typedRanges) }
      : !recordContent && { recordContent, ranges }),
    ...(changed.includes('faults') && { faults: parseFaults(texts.faults) }),
    ...(changed.includes('result') && { result: texts.result as RecordResult }),
  };
}

/** A counted noun, also for half a page. Text that is not a number stays as typed. */
export function countPages(pages: string | number): string {
  const count = Number(pages);
  if (count === 0.5) return t('dailyRecords.halfPage');
  return Number.isNaN(count) ? String(pages) : t('cards.pages', { smart_count: count });
}

/** A counted noun. Text that is not a number stays as typed. */
export function countMistakes(mistakes: string | number): string {
  const count = Number(mistakes);
  return Number.isNaN(count) ? String(mistakes) : t('hearing.faultCount', { smart_count: count });
}
