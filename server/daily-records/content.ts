import { type dailyRecordsApi, maxMistakes, type recitationsApi } from '../../contract/dailyRecords';
import type { BodyOf } from '../../contract/endpoint';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import {
  ayahNumber,
  parseAyah,
  type MushafRange,
  findOverlap,
  pagesOfRanges,
  rangeProblem,
} from '../../contract/rules/mushaf';
import { defaultRecordResult, fixedListContent, type RecordResult } from '../../contract/vocabulary';
import { parseRanges } from '../../contract/rules/mushafText';
import { type FaultCount, type FaultKindIds, faultKey, parseFaults } from '../domain/faults';
import { toMushafRange } from '../domain/recordParts';
import type { Row } from '../db/schema';
import type { StoredRecord } from './storedRecord';

/** A missing field keeps the stored value. */
export type RecordInput = BodyOf<typeof dailyRecordsApi.save>['records'][number];
export type ContentInput = Omit<BodyOf<typeof recitationsApi.update>, 'notes'>;

export interface Content {
  record_content: string | null;
  pages_count: number | null;
  performance_level: string | null;
  mistakes_count: number | null;
  teacher_notes: string | null;
  result: RecordResult;
  ranges: readonly MushafRange[];
  faults: readonly FaultCount[];
}

const emptyContent: Content = {
  record_content: null,
  pages_count: null,
  performance_level: null,
  mistakes_count: null,
  teacher_notes: null,
  result: defaultRecordResult,
  ranges: [],
  faults: [],
};

function toContent(stored: StoredRecord | undefined): Content {
  if (!stored) return emptyContent;
  const { record_content, pages_count, performance_level, mistakes_count, teacher_notes, result } = stored;
  const ranges = (stored.parts?.ranges ?? []).map(toMushafRange);
  const faults = (stored.parts?.faults ?? []).map(({ kind_id, ayah, count }) => ({ kind_id, ayah, count }));
  const columns = { record_content, pages_count, performance_level, mistakes_count, teacher_notes, result };
  return { ranges, faults, ...columns };
}

interface ContentChange {
  /** Null: the record must be deleted. */
  content: Content | null;
  isUnchanged: boolean;
  /** Problems of the ranges and faults in the input. `path` is the field. */
  problems: ProblemDetail[];
}

/** Rule 7 of the domain. */
export function applyInput(
  input: ContentInput,
  stored: StoredRecord | undefined,
  faultKinds: FaultKindIds,
): ContentChange {
  const before = toContent(stored);
  const problems: ProblemDetail[] = [];
  const texts = {
    record_content: valueOr(input.recordContent, before.record_content),
    performance_level: valueOr(input.performanceLevel, before.performance_level),
    teacher_notes: valueOr(input.teacherNotes, before.teacher_notes),
    result: input.result ?? before.result,
  };
  const hasOtherText = texts.record_content !== before.record_content;
  const hasNoVersion = input.version === undefined;
  const newRanges =
    parseInputRanges(input, before.ranges, problems) ??
    (hasOtherText && hasNoVersion ? rangesFromText(texts.record_content, before.ranges) : undefined);
  // An emptied record loses its ranges. A new text with a version, but without ranges, also removes the
  // ranges.
  const removesRanges = isCleared(input, before) || (hasOtherText && !hasNoVersion);
  const ranges = newRanges ?? (removesRanges ? [] : before.ranges);
  const changed = { ranges, pages_count: countPages(input, before, newRanges, ranges), ...texts };
  const content = { ...changed, ...mergeFaults(input, before, changed, { faultKinds, problems }) };
  return {
    content: isEmpty(content) ? null : content,
    isUnchanged: isEmpty(content) ? !stored : stored !== undefined && isSameContent(content, before),
    problems,
  };
}

const valueOr = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);

/** Returns the ranges in the text if they contain all stored ranges, else undefined. */
function rangesFromText(
  text: string | null,
  stored: readonly MushafRange[],
): readonly MushafRange[] | undefined {
  const parsed = parseRanges(text ?? '');
  const ranges = parsed.filter((range) => range !== null);
  const isUsable = stored.length > 0 && ranges.length === parsed.length && findOverlap(ranges) === -1;
  return isUsable && containsAll(ranges, stored) ? ranges : undefined;
}

function isRangesText(text: string): boolean {
  const parsed = parseRanges(text);
  return parsed.length > 0 && parsed.every((range) => range !== null);
}

const containsAll = (ranges: readonly MushafRange[], stored: readonly MushafRange[]) =>
  stored.every(({ from, to }) =>
    ranges.some(
      (range) => ayahNumber(range.from) <= ayahNumber(from) && ayahNumber(to) <= ayahNumber(range.to),
    ),
  );

/** A change needs the version if it sends or removes ranges, faults or a result. Rule 9a of the domain. */
export function needsVersion(
  { range, ranges, faults, result }: ContentInput,
  stored: StoredRecord | undefined,
  content: Content | null,
): boolean {
  if (!stored) return false;
  if ([range, ranges, faults, result].some((value) => value !== undefined)) return true;
  const before = toContent(stored);
  const after = content ?? emptyContent;
  const remainingCounts = new Map(after.faults.map((fault) => [faultKey(fault), fault.count]));
  return (
    !containsAll(after.ranges, before.ranges) ||
    before.faults.some((fault) => (remainingCounts.get(faultKey(fault)) ?? 0) < fault.count)
  );
}

/** A missing field changes nothing. */
export function isRepetition(input: RecordInput, joined: StoredRecord): boolean {
  const before = toContent(joined);
  const keys = new Map((joined.parts?.faults ?? []).map(({ key, kind_id }) => [key, kind_id]));
  const fields = [
    [input.recordContent, before.record_content],
    [input.pagesCount, before.pages_count],
    [input.performanceLevel, before.performance_level],
    [input.mistakesCount, before.mistakes_count],
    [input.teacherNotes, before.teacher_notes],
    [input.result ?? undefined, before.result],
  ] as const;
  const problems: ProblemDetail[] = [];
  const ranges = input.ranges && parseRangeList(input.ranges, input.range, problems);
  const faults = input.faults && parseFaults(input.faults, keys, problems);
  return (
    fields.every(([now, was]) => now === undefined || now === was) &&
    (input.range === undefined || isSameRange(input.range, before.ranges[0] ?? null)) &&
    (!ranges || areSameRanges(ranges, before.ranges)) &&
    (!faults || areSameFaults(faults, before.faults)) &&
    problems.length === 0
  );
}

/** All fields of the specification are null in the input, and at least one has a stored value. */
function isCleared(input: ContentInput, before: Content): boolean {
  const fields = [
    [input.recordContent, before.record_content],
    [input.pagesCount, before.pages_count],
    [input.performanceLevel, before.performance_level],
    [input.mistakesCount, before.mistakes_count],
    [input.teacherNotes, before.teacher_notes],
  ] as const;
  return fields.every(([now]) => now === null) && fields.some(([, was]) => was !== null);
}

/** `mistakes_count` is not checked, because a record with only faults counts as empty. */
const hasNoText = ({
  record_content,
  pages_count,
  performance_level,
  teacher_notes,
  ranges,
}: Omit<Content, 'faults' | 'mistakes_count' | 'result'>) =>
  [record_content, pages_count, performance_level, teacher_notes].every((value) => value === null) &&
  ranges.length === 0;

const isEmpty = (content: Content) =>
  hasNoText(content) && (content.mistakes_count === null || content.faults.length > 0);

const isSameRange = (a: MushafRange | null, b: MushafRange | null) =>
  a === null || b === null
    ? a === b
    : ayahNumber(a.from) === ayahNumber(b.from) && ayahNumber(a.to) === ayahNumber(b.to);

const areSameRanges = (a: readonly MushafRange[], b: readonly MushafRange[]) =>
  a.length === b.length && a.every((range, index) => isSameRange(range, b[index] ?? null));

function areSameFaults(a: readonly FaultCount[], b: readonly FaultCount[]): boolean {
  const counts = new Map(b.map((fault) => [faultKey(fault), fault.count]));
  return a.length === counts.size && a.every((fault) => counts.get(faultKey(fault)) === fault.count);
}

function isSameContent(a: Content, b: Content): boolean {
  const { ranges, faults, ...columns } = a;
  return (
    Object.entries(columns).every(([column, value]) => b[column as keyof Content] === value) &&
    areSameRanges(ranges, b.ranges) &&
    areSameFaults(faults, b.faults)
  );
}

/** Reads either field. Undefined: the input has no ranges. */
function parseInputRanges(
  { range, ranges }: ContentInput,
  before: readonly MushafRange[],
  problems: ProblemDetail[],
): readonly MushafRange[] | undefined {
  if (ranges) return parseRangeList(ranges, range, problems);
  if (!range) return range === null ? [] : undefined;
  if (rangeProblem(range)) problems.push({ path: 'range', message: ruleMessages.notInMushaf });
  // Older clients know only the first range, and must not change the other ranges.
  return isSameRange(range, before[0] ?? null) ? before : [range];
}

function parseRangeList(
  items: NonNullable<ContentInput['ranges']>,
  first: ContentInput['range'],
  problems: ProblemDetail[],
): MushafRange[] {
  const ranges: MushafRange[] = [];
  for (const [index, { from, to }] of items.entries()) {
    const range = { from: parseAyah(from) ?? invalidAyah, to: parseAyah(to) ?? invalidAyah };
    if (rangeProblem(range)) problems.push({ path: `ranges.${index}`, message: ruleMessages.notInMushaf });
    ranges.push(range);
  }
  const overlapping = findOverlap(ranges);
  if (overlapping !== -1)
    problems.push({ path: `ranges.${overlapping}`, message: ruleMessages.rangesOverlap });
  if (first !== undefined && !isSameRange(first, ranges[0] ?? null))
    problems.push({ path: 'range', message: ruleMessages.rangesDisagree });
  return ranges;
}
const invalidAyah = { surah: 0, ayah: 0 };

/** The typed number of pages has priority over the sum of the ranges. A stored sum follows the ranges. */
function countPages(
  { pagesCount }: ContentInput,
  before: Content,
  newRanges: readonly MushafRange[] | undefined,
  ranges: readonly MushafRange[],
): number | null {
  if (typeof pagesCount === 'number') return pagesCount;
  // Records of old versions have no stored sum and keep null.
  if (before.pages_count === null && areSameRanges(ranges, before.ranges)) return null;
  if (pagesCount === null) return pagesOfRanges(ranges);
  const wasSum = before.pages_count === null || before.pages_count === pagesOfRanges(before.ranges);
  return newRanges !== undefined && wasSum ? pagesOfRanges(ranges) : before.pages_count;
}

/** Adds its errors to `problems`. */
function mergeFaults(
  { faults: inputFaults, mistakesCount: typedCount }: ContentInput,
  before: Content,
  changed: Omit<Content, 'faults' | 'mistakes_count'>,
  { faultKinds, problems }: { faultKinds: FaultKindIds; problems: ProblemDetail[] },
): Pick<Content, 'faults' | 'mistakes_count'> {
  const faults = inputFaults ? parseFaults(inputFaults, faultKinds, problems) : before.faults;
  if (faults.length === 0) {
    const isOldSum =
      before.faults.length > 0 && (typedCount === undefined || typedCount === before.mistakes_count);
    return { faults, mistakes_count: isOldSum ? null : valueOr(typedCount, before.mistakes_count) };
  }
  const sum = faults.reduce((total, { count }) => total + count, 0);
  if (sum > maxMistakes) problems.push({ path: 'faults', message: ruleMessages.tooManyFaults(maxMistakes) });
  const outsideIndex = findFaultOutside(faults, changed.ranges);
  if (outsideIndex !== -1)
    problems.push({
      path: inputFaults ? `faults.${outsideIndex}.ayah` : 'ranges',
      message: ruleMessages.faultOutside,
    });
  if (typeof typedCount === 'number' && typedCount !== sum && typedCount !== before.mistakes_count)
    problems.push({ path: 'mistakesCount', message: ruleMessages.mistakesFromFaults });
  // An older client cleared all other fields but kept the number of mistakes, so the number stays.
  if (!inputFaults && typeof typedCount === 'number' && hasNoText(changed))
    return { faults: [], mistakes_count: typedCount };
  return { faults, mistakes_count: sum };
}

/** Returns the index, or -1. Without ranges, every ayah is allowed. */
function findFaultOutside(faults: readonly FaultCount[], ranges: readonly MushafRange[]): number {
  if (ranges.length === 0) return -1;
  const bounds = ranges.map(({ from, to }) => [ayahNumber(from), ayahNumber(to)] as const);
  return faults.findIndex(
    ({ ayah }) => ayah !== null && !bounds.some(([from, to]) => from <= ayah && ayah <= to),
  );
}

/** A text must be in the fixed list (spec 1 §3), or name ranges of the mushaf. */
export function findCurriculumProblems(
  content: Content,
  stored: StoredRecord | undefined,
  curriculum: Row<'subject_curriculum'> | undefined,
): ProblemDetail[] {
  if (!curriculum) return [];
  const problems: ProblemDetail[] = [];
  const text = content.record_content;
  const items = JSON.parse(curriculum.curriculum_items) as string[];
  // An empty list is not set up yet, so every text is allowed.
  const isFree = curriculum.content_type !== fixedListContent || items.length === 0;
  const isAllowed = isFree || text === null || text === stored?.record_content || items.includes(text);
  if (!isAllowed && !isRangesText(text))
    problems.push({ path: 'recordContent', message: ruleMessages.notInCurriculum });
  const isRecited = text !== null || content.ranges.length > 0;
  if (curriculum.require_pages_count === 1 && isRecited && content.pages_count === null)
    problems.push({ path: 'pagesCount', message: ruleMessages.pagesRequired });
  return problems;
}
