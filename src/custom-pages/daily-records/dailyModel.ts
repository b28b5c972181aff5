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
  faultsIn,
  faultsText,
  hasFaultOutside,
  type Judging,
  namedRanges,
  rangesIn,
  rangesText,
} from '../../features/hearing/hearing';

/** The columns that can be typed, in the order of the table. Spec 2 §2. */
export const columns = [
  'recordContent',
  'pagesCount',
  'performanceLevel',
  'mistakesCount',
  'teacherNotes',
] as const;
/** With the result and the faults by kind, which only our server has. */
export const allColumns = [...columns, 'result', 'faults'] as const;
export type Column = (typeof allColumns)[number];
/** The texts in the fields of a row; empty if the server does not have the field. */
export type Texts = Record<Column, string>;

/** What a person typed over the stored record of a student. */
export interface RowEdit {
  texts: Partial<Texts>;
  /** The stored values when typing began: later differences come from somebody else. */
  base: Texts;
  /** The pages were proposed and not changed by the person: they follow the content. */
  isPagesProposed: boolean;
  /** Level and result were changed by the person, so they do not follow the faults. */
  isJudged?: boolean;
}
/** By the key of the row. */
export type Edits = Readonly<Record<string, RowEdit>>;

/** Whether a draft is one, which may be of an older version or damaged. */
export function isRowEdit(draft: unknown): draft is RowEdit {
  if (typeof draft !== 'object' || draft === null) return false;
  const { texts, base } = draft as Partial<Record<string, unknown>>;
  return isTexts(texts) && isTexts(base) && columns.every((column) => column in base);
}

const isTexts = (texts: unknown): texts is Record<string, string> =>
  typeof texts === 'object' &&
  texts !== null &&
  Object.values(texts).every((text) => typeof text === 'string');

export type Entry = Pick<
  Curriculum,
  'content_type' | 'curriculum_items' | 'require_pages_count' | 'default_pages'
> & {
  /** The rules for level and result; missing if the server has no kinds. */
  judging?: Judging;
};
/** For a subject without settings of its own. Spec 1 §3. */
export const defaultEntry: Entry = {
  content_type: freeTextContent,
  curriculum_items: [],
  require_pages_count: false,
  default_pages: 1,
};

/** Whether only listed portions may be chosen. While the list is empty, any text may be typed. */
export const isFixedList = ({ content_type, curriculum_items }: Entry): boolean =>
  content_type === fixedListContent && curriculum_items.length > 0;

/** Whether a text is one of the portions of a fixed list. */
export const isPortion = (text: string, entry: Entry): boolean =>
  isFixedList(entry) && entry.curriculum_items.includes(cleanLines(text));

/** The ranges of the mushaf that a content names; a portion of a fixed list stands for itself. */
export const contentRanges = (text: string, entry: Entry): MushafRange[] =>
  isPortion(text, entry) ? [] : rangesIn(text);

/** A student's record of the day in a kind, with a unique key: a server without additions sends no student number. */
export interface KeyedRecord {
  key: string;
  /** The same for the records of one student in all kinds. */
  student: string;
  record: DailyRecord;
}

export function addKeys(records: readonly DailyRecord[]): KeyedRecord[] {
  const seen = new Map<string, number>();
  return records.map((record) => {
    const { studentId, studentName } = record;
    const kind = record.kind ?? defaultRecordKind;
    const named = studentId ?? studentName;
    const times = (seen.get(`${kind}:${named}`) ?? 0) + 1;
    seen.set(`${kind}:${named}`, times);
    const student = times === 1 ? named : `${named}#${times}`;
    return { key: kind === defaultRecordKind ? student : `${kind}:${student}`, student, record };
  });
}

export function storedTexts(record: DailyRecord): Texts {
  const typed = Object.fromEntries(columns.map((column) => [column, String(record[column] ?? '')])) as Texts;
  return {
    ...typed,
    recordContent: typed.recordContent || rangesText(parseAyahRanges(record.ranges ?? [])),
    result: hasKinds(record) ? (record.result ?? defaultRecordResult) : '',
    faults: faultsText(record.faults ?? []),
  };
}

/** Whether the server has kinds, ranges, faults and results. */
export const hasKinds = ({ kind }: Pick<DailyRecord, 'kind'>): boolean => kind !== undefined;

/** The maxima of the server; the minimum, 0, is in spec 2 §5. */
export const limits = { pagesCount: 604, mistakesCount: 10_000, text: 2_000 };
export const pagesStep = 0.5;

/** The value of a typed text: null if it is empty, NaN if it is not a number. Digits may be of any script. */
export function valueIn(column: Column, text: string): string | number | null {
  if (column === 'pagesCount' || column === 'mistakesCount') return parseMark(text);
  if (column === 'result' || column === 'faults') return text;
  return cleanLines(text) || null;
}

const isSame = (column: Column, one: string, other: string) =>
  Object.is(valueIn(column, one), valueIn(column, other));

type RowProblem =
  | 'pagesWrong'
  | 'pagesRequired'
  | 'mistakesWrong'
  | 'notListed'
  | 'nothingHeard'
  | 'rangesOverlap'
  | 'faultOutside'
  | 'several';

/** A row as the screen shows it. */
export interface Row {
  texts: Texts;
  /** Columns that differ from what is stored. */
  changed: readonly Column[];
  problems: Readonly<Partial<Record<Column, RowProblem>>>;
}

/** The texts of a row, typed or else stored, with changes and problems. An unchanged row has no problems. */
export function rowOf(record: DailyRecord, edit: RowEdit | undefined, entry: Entry): Row {
  const stored = storedTexts(record);
  const texts = { ...stored, ...edit?.texts };
  const changed = allColumns.filter((column) => !isSame(column, texts[column], stored[column]));
  if (changed.length === 0) return { texts, changed, problems: {} };
  const problems = {
    ...problemsIn(texts, changed, entry),
    ...(hasKinds(record) && hearingProblems(texts, changed, entry)),
    ...(record.count > 1 && { recordContent: 'several' as const }),
  };
  return { texts, changed, problems };
}

function hearingProblems(texts: Texts, changed: readonly Column[], entry: Entry): Row['problems'] {
  const { recordContent, faults, result } = texts;
  const isCounted = changed.includes('faults') && faults !== '';
  const isJudged = changed.includes('result') && result !== defaultRecordResult;
  // The server would not store such a row. An emptied record is deleted together with its faults.
  if ((isCounted || isJudged) && !isFilled({ texts })) return { recordContent: 'nothingHeard' };
  const ranges = contentRanges(recordContent, entry);
  if (findOverlap(ranges) !== -1) return { recordContent: 'rangesOverlap' };
  return hasFaultOutside(faultsIn(faults), ranges) ? { faults: 'faultOutside' } : {};
}

function problemsIn(texts: Texts, changed: readonly Column[], entry: Entry): Row['problems'] {
  const problems: Partial<Record<Column, RowProblem>> = {};
  const content = valueIn('recordContent', texts.recordContent);
  const pages = parseMark(texts.pagesCount);
  const mistakes = parseMark(texts.mistakesCount);
  if (pages !== null && !isStepWithin(pages, pagesStep, limits.pagesCount))
    problems.pagesCount = 'pagesWrong';
  else if (pages === null && content !== null && entry.require_pages_count)
    problems.pagesCount = 'pagesRequired';
  if (mistakes !== null && !isStepWithin(mistakes, 1, limits.mistakesCount))
    problems.mistakesCount = 'mistakesWrong';
  const isKnown =
    content === null ||
    isPortion(texts.recordContent, entry) ||
    contentRanges(texts.recordContent, entry).length > 0;
  if (isFixedList(entry) && changed.includes('recordContent') && !isKnown)
    problems.recordContent = 'notListed';
  return problems;
}

const isStepWithin = (value: number, step: number, max: number) =>
  value >= 0 && value <= max && Number.isInteger(value / step);

export const changedRows = (records: readonly KeyedRecord[], edits: Edits, entry: Entry) =>
  records.flatMap(({ key, record }) => {
    const edit = edits[key];
    const row = edit && rowOf(record, edit, entry);
    return row && row.changed.length > 0 ? [{ key, record, row }] : [];
  });

/** The keys of rows in which something is wrong. */
export const wrongIn = (changed: ReturnType<typeof changedRows>) =>
  changed.filter(({ row }) => Object.keys(row.problems).length > 0).map(({ key }) => key);

/** The edits that can be sent: what is wrong stays as it was typed, and holds back nothing else. */
export function withoutWrong(records: readonly KeyedRecord[], edits: Edits, entry: Entry): Edits {
  const wrong = wrongIn(changedRows(records, edits, entry));
  return Object.fromEntries(Object.entries(edits).filter(([key]) => !wrong.includes(key)));
}

/** Whether a row has any value. The sum of faults does not count, because faults alone are not stored. */
export const isFilled = ({ texts }: Pick<Row, 'texts'>): boolean =>
  columns.some(
    (column) =>
      valueIn(column, texts[column]) !== null && !(column === 'mistakesCount' && texts.faults !== ''),
  );

/** Whether something of the record is stored, or waits on this device. */
export const isRecorded = (record: DailyRecord, entry: Entry): boolean =>
  record.version > 0 || isFilled(rowOf(record, undefined, entry));

/**
 * What a save sends: each changed row completely, because a server may replace the whole record; with student number
 * and version if the server sends them, else with the name. Additions of our server are sent only if the row has
 * them.
 */
export function rowsToSend(records: readonly KeyedRecord[], edits: Edits, entry: Entry): SentRecords {
  return changedRows(records, edits, entry).map(({ record, row: { texts, changed } }) => ({
    ...(record.studentId === undefined
      ? { studentName: record.studentName }
      : { studentId: record.studentId }),
    ...valuesOf(texts),
    ...(hasKinds(record) && hearingToSend(record, texts, changed, entry)),
    ...(typeof record.version === 'number' ? { version: record.version } : {}),
  }));
}

/** The five fields of the specification. If there are faults by kind, the server computes the mistakes. */
export function valuesOf(texts: Texts) {
  const values = Object.fromEntries(columns.map((column) => [column, valueIn(column, texts[column])]));
  if (texts.faults !== '') delete values['mistakesCount'];
  return values;
}

function hearingToSend(record: DailyRecord, texts: Texts, changed: readonly Column[], entry: Entry) {
  const { kind, recordContent, ranges } = record;
  const named = contentRanges(texts.recordContent, entry);
  return {
    kind,
    // If ranges are stored without a text, the field shows a generated text, which must not be sent.
    ...(changed.includes('recordContent')
      ? { ranges: namedRanges(named) }
      : !recordContent && { recordContent, ranges }),
    ...(changed.includes('faults') && { faults: faultsIn(texts.faults) }),
    ...(changed.includes('result') && { result: texts.result as RecordResult }),
  };
}
