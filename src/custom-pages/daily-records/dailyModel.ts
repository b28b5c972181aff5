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

/** The editable columns in table order. Spec 2 §2. */
export const columns = [
  'recordContent',
  'pagesCount',
  'performanceLevel',
  'mistakesCount',
  'teacherNotes',
] as const;
/** Adds columns that only our server has. */
export const allColumns = [...columns, 'result', 'faults'] as const;
export type Column = (typeof allColumns)[number];
/** Empty for a field that the server does not have. */
export type Texts = Record<Column, string>;

/** Texts typed over the stored record of a student; drafts store it on the device. */
export interface RowEdit {
  texts: Partial<Texts>;
  /** The stored texts when typing began: a later difference comes from somebody else. */
  base: Texts;
  /** Proposed pages follow the content until the user changes them. */
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
  /** Rules for level and result; missing if the server has no kinds. */
  judging?: AssessmentRules;
};
/** For a subject without its own settings. Spec 1 §3. */
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

/** The mushaf ranges in a text; a portion of a fixed list has none. */
export const contentRanges = (text: string, settings: EntrySettings): MushafRange[] =>
  isPortion(text, settings) ? [] : parseRangesText(text);

/** A record with a unique key: a server without additions sends no student number. */
export interface KeyedRecord {
  key: string;
  /** The same for all kinds of one student. */
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

/** Whether the server has kinds, and so ranges, faults and results. */
export const hasKinds = ({ kind }: Pick<DailyRecord, 'kind'>): boolean => kind !== undefined;

/** Maxima of the server; the minimum is 0 (spec 2 §5). */
export const limits = { pagesCount: 604, mistakesCount: 10_000, text: 2_000 };
export const pagesStep = 0.5;

/** Null if the text is empty, NaN if it is no number. Reads digits of any script. */
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

/** Merges typed over stored texts, with changes and problems. An unchanged row has no problems. */
export function buildRow(record: DailyRecord, edit: RowEdit | undefined, settings: EntrySettings): Row {
  const stored = storedTexts(record);
  const texts = { ...stored, ...edit?.texts };
  const changed = allColumns.filter((column) => !isSameValue(column, texts[column], stored[column]));
  if (changed.length === 0) return { texts, changed, problems: {} };
  const problems = {
    ...findProblems(texts, changed, settings),
    ...(hasKinds(record) && findHearingProblems(texts, changed, settings)),
    ...(record.count > 1 && { recordContent: 'several' as const }),
  };
  return { texts, changed, problems };
}

function findHearingProblems(
  texts: Texts,
  changed: readonly Column[],
  settings: EntrySettings,
): Row['problems'] {
  const { recordContent, faults, result } = texts;
  const hasNewFaults = changed.includes('faults') && faults !== '';
  const hasNewResult = changed.includes('result') && result !== defaultRecordResult;
  // The server would not store such a row. An emptied record is deleted with its faults.
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

/** Removes invalid rows, which stay typed and do not block the others. */
export function dropInvalid(records: readonly KeyedRecord[], edits: Edits, settings: EntrySettings): Edits {
  const invalidKeys = findInvalidKeys(changedRows(records, edits, settings));
  return Object.fromEntries(Object.entries(edits).filter(([key]) => !invalidKeys.includes(key)));
}

/** Ignores the sum of faults, because faults alone are not stored. */
export const isFilled = ({ texts }: Pick<Row, 'texts'>): boolean =>
  columns.some(
    (column) =>
      parseValue(column, texts[column]) !== null && !(column === 'mistakesCount' && texts.faults !== ''),
  );

export const isRecorded = (record: DailyRecord, settings: EntrySettings): boolean =>
  record.version > 0 || isFilled(buildRow(record, undefined, settings));

/** Sends whole rows, because a server may replace the record. Uses the name if the server sends no student number. */
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

/** The five fields of the specification; the server computes the mistakes from faults by kind. */
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
    // For stored ranges without a text, the field shows a generated text, which must not be sent.
    ...(changed.includes('recordContent')
      ? { ranges: toNamedRanges(typedRanges) }
      : !recordContent && { recordContent, ranges }),
    ...(changed.includes('faults') && { faults: parseFaults(texts.faults) }),
    ...(changed.includes('result') && { result: texts.result as RecordResult }),
  };
}
