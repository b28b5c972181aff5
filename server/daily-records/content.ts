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
import type { StoredRecord } from './stored';

/** A missing field keeps its value. */
export type SentRecord = BodyOf<typeof dailyRecordsApi.save>['records'][number];
export type SentContent = Omit<BodyOf<typeof recitationsApi.update>, 'notes'>;

/** The content of the record of a student on a day, of one kind. */
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

const nothing: Content = {
  record_content: null,
  pages_count: null,
  performance_level: null,
  mistakes_count: null,
  teacher_notes: null,
  result: defaultRecordResult,
  ranges: [],
  faults: [],
};

/** The stored content; empty if there is no record. */
function contentBefore(stored: StoredRecord | undefined): Content {
  if (!stored) return nothing;
  const { record_content, pages_count, performance_level, mistakes_count, teacher_notes, result } = stored;
  const ranges = (stored.parts?.ranges ?? []).map(toMushafRange);
  const faults = (stored.parts?.faults ?? []).map(({ kind_id, ayah, count }) => ({ kind_id, ayah, count }));
  const written = { record_content, pages_count, performance_level, mistakes_count, teacher_notes, result };
  return { ranges, faults, ...written };
}

interface Became {
  /** Null if the record is to be removed. */
  content: Content | null;
  /** Nothing changes. */
  isUnchanged: boolean;
  /** The problems of the ranges and faults that were sent; `path` is the field. */
  problems: ProblemDetail[];
}

/** The new content of a record. Rule 7 of the domain. */
export function contentOf(
  sent: SentContent,
  stored: StoredRecord | undefined,
  faultKinds: FaultKindIds,
): Became {
  const before = contentBefore(stored);
  const problems: ProblemDetail[] = [];
  const typed = {
    record_content: or(sent.recordContent, before.record_content),
    performance_level: or(sent.performanceLevel, before.performance_level),
    teacher_notes: or(sent.teacherNotes, before.teacher_notes),
    result: sent.result ?? before.result,
  };
  const isOther = typed.record_content !== before.record_content;
  const isBlind = sent.version === undefined;
  const named =
    rangesIn(sent, before.ranges, problems) ??
    (isOther && isBlind ? rangesOfText(typed.record_content, before.ranges) : undefined);
  // If the caller sends no ranges, an emptied record removes those of the old text, and so does another text over a
  // version that was read.
  const isDropped = isEmptied(sent, before) || (isOther && !isBlind);
  const ranges = named ?? (isDropped ? [] : before.ranges);
  const kept = { ranges, pages_count: pagesIn(sent, before, named, ranges), ...typed };
  const content = { ...kept, ...faultsIn(sent, before, kept, { faultKinds, problems }) };
  return {
    content: isNothing(content) ? null : content,
    isUnchanged: isNothing(content) ? !stored : stored !== undefined && isSame(content, before),
    problems,
  };
}

/** The value that was sent, else the stored one. */
const or = <T>(sent: T | undefined, before: T): T => (sent === undefined ? before : sent);

/** The ranges that a text names, if they hold all that are stored; else undefined. */
function rangesOfText(
  text: string | null,
  stored: readonly MushafRange[],
): readonly MushafRange[] | undefined {
  const named = parseRanges(text ?? '');
  const ranges = named.filter((range) => range !== null);
  const isWhole = stored.length > 0 && ranges.length === named.length && findOverlap(ranges) === -1;
  return isWhole && holdsAll(ranges, stored) ? ranges : undefined;
}

/** Whether a text names ranges of the mushaf, and nothing else. */
function isRanges(text: string): boolean {
  const named = parseRanges(text);
  return named.length > 0 && named.every((range) => range !== null);
}

/** Whether each of the stored ranges is within one of these. */
const holdsAll = (ranges: readonly MushafRange[], stored: readonly MushafRange[]) =>
  stored.every(({ from, to }) =>
    ranges.some(
      (range) => ayahNumber(range.from) <= ayahNumber(from) && ayahNumber(to) <= ayahNumber(range.to),
    ),
  );

/**
 * Whether a change to a stored record is refused without its version: it sends ranges, faults or a result, or would
 * remove ranges or faults that it does not name. Rule 9a of the domain.
 */
export function needsVersion(
  { range, ranges, faults, result }: SentContent,
  stored: StoredRecord | undefined,
  content: Content | null,
): boolean {
  if (!stored) return false;
  if ([range, ranges, faults, result].some((sent) => sent !== undefined)) return true;
  const before = contentBefore(stored);
  const after = content ?? nothing;
  const left = new Map(after.faults.map((fault) => [faultKey(fault), fault.count]));
  return (
    !holdsAll(after.ranges, before.ranges) ||
    before.faults.some((fault) => (left.get(faultKey(fault)) ?? 0) < fault.count)
  );
}

/** Whether a row says of several recitations what their joined record says, or less. */
export function isEcho(sent: SentRecord, joined: StoredRecord): boolean {
  const before = contentBefore(joined);
  const keys = new Map((joined.parts?.faults ?? []).map(({ key, kind_id }) => [key, kind_id]));
  const fields = [
    [sent.recordContent, before.record_content],
    [sent.pagesCount, before.pages_count],
    [sent.performanceLevel, before.performance_level],
    [sent.mistakesCount, before.mistakes_count],
    [sent.teacherNotes, before.teacher_notes],
    [sent.result ?? undefined, before.result],
  ] as const;
  const problems: ProblemDetail[] = [];
  const ranges = sent.ranges && severalRanges(sent.ranges, sent.range, problems);
  const faults = sent.faults && parseFaults(sent.faults, keys, problems);
  return (
    fields.every(([now, was]) => now === undefined || now === was) &&
    (sent.range === undefined || isSameRange(sent.range, before.ranges[0] ?? null)) &&
    (!ranges || areSameRanges(ranges, before.ranges)) &&
    (!faults || areSameFaults(faults, before.faults)) &&
    problems.length === 0
  );
}

/** Whether all fields of the specification were sent empty, and at least one was not empty before. */
function isEmptied(sent: SentContent, before: Content): boolean {
  const fields = [
    [sent.recordContent, before.record_content],
    [sent.pagesCount, before.pages_count],
    [sent.performanceLevel, before.performance_level],
    [sent.mistakesCount, before.mistakes_count],
    [sent.teacherNotes, before.teacher_notes],
  ] as const;
  return fields.every(([now]) => now === null) && fields.some(([, was]) => was !== null);
}

/** Mistakes are not checked: faults alone do not keep a record. */
const isBare = ({
  record_content,
  pages_count,
  performance_level,
  teacher_notes,
  ranges,
}: Omit<Content, 'faults' | 'mistakes_count' | 'result'>) =>
  [record_content, pages_count, performance_level, teacher_notes].every((value) => value === null) &&
  ranges.length === 0;

const isNothing = (content: Content) =>
  isBare(content) && (content.mistakes_count === null || content.faults.length > 0);

const isSameRange = (one: MushafRange | null, other: MushafRange | null) =>
  one === null || other === null
    ? one === other
    : ayahNumber(one.from) === ayahNumber(other.from) && ayahNumber(one.to) === ayahNumber(other.to);

const areSameRanges = (some: readonly MushafRange[], others: readonly MushafRange[]) =>
  some.length === others.length && some.every((range, place) => isSameRange(range, others[place] ?? null));

function areSameFaults(some: readonly FaultCount[], others: readonly FaultCount[]): boolean {
  const counts = new Map(others.map((fault) => [faultKey(fault), fault.count]));
  return some.length === counts.size && some.every((fault) => counts.get(faultKey(fault)) === fault.count);
}

function isSame(one: Content, other: Content): boolean {
  const { ranges, faults, ...columns } = one;
  return (
    Object.entries(columns).every(([column, value]) => other[column as keyof Content] === value) &&
    areSameRanges(ranges, other.ranges) &&
    areSameFaults(faults, other.faults)
  );
}

/** The ranges that were sent, in either field; undefined if none was sent. */
function rangesIn(
  { range, ranges }: SentContent,
  before: readonly MushafRange[],
  problems: ProblemDetail[],
): readonly MushafRange[] | undefined {
  if (ranges) return severalRanges(ranges, range, problems);
  if (!range) return range === null ? [] : undefined;
  if (rangeProblem(range)) problems.push({ path: 'range', message: ruleMessages.notInMushaf });
  // A caller that only knows the first range does not change the others.
  return isSameRange(range, before[0] ?? null) ? before : [range];
}

function severalRanges(
  sent: NonNullable<SentContent['ranges']>,
  first: SentContent['range'],
  problems: ProblemDetail[],
): MushafRange[] {
  const ranges: MushafRange[] = [];
  for (const [place, { from, to }] of sent.entries()) {
    const range = { from: parseAyah(from) ?? nowhere, to: parseAyah(to) ?? nowhere };
    if (rangeProblem(range)) problems.push({ path: `ranges.${place}`, message: ruleMessages.notInMushaf });
    ranges.push(range);
  }
  const overlapping = findOverlap(ranges);
  if (overlapping !== -1)
    problems.push({ path: `ranges.${overlapping}`, message: ruleMessages.rangesOverlap });
  if (first !== undefined && !isSameRange(first, ranges[0] ?? null))
    problems.push({ path: 'range', message: ruleMessages.rangesDisagree });
  return ranges;
}
const nowhere = { surah: 0, ayah: 0 };

/** The pages that were typed, or the sum of the ranges; a stored sum changes with the ranges. */
function pagesIn(
  { pagesCount }: SentContent,
  before: Content,
  named: readonly MushafRange[] | undefined,
  ranges: readonly MushafRange[],
): number | null {
  if (typeof pagesCount === 'number') return pagesCount;
  // A record from before sums were stored stays as it is.
  if (before.pages_count === null && areSameRanges(ranges, before.ranges)) return null;
  if (pagesCount === null) return pagesOfRanges(ranges);
  const wasSum = before.pages_count === null || before.pages_count === pagesOfRanges(before.ranges);
  return named !== undefined && wasSum ? pagesOfRanges(ranges) : before.pages_count;
}

/** The faults with their sum, and their problems. */
function faultsIn(
  { faults: sent, mistakesCount: typed }: SentContent,
  before: Content,
  kept: Omit<Content, 'faults' | 'mistakes_count'>,
  { faultKinds, problems }: { faultKinds: FaultKindIds; problems: ProblemDetail[] },
): Pick<Content, 'faults' | 'mistakes_count'> {
  const faults = sent ? parseFaults(sent, faultKinds, problems) : before.faults;
  if (faults.length === 0) {
    const isOldSum = before.faults.length > 0 && (typed === undefined || typed === before.mistakes_count);
    return { faults, mistakes_count: isOldSum ? null : or(typed, before.mistakes_count) };
  }
  const sum = faults.reduce((total, { count }) => total + count, 0);
  if (sum > maxMistakes) problems.push({ path: 'faults', message: ruleMessages.tooManyFaults(maxMistakes) });
  const outside = faultOutside(faults, kept.ranges);
  if (outside !== -1)
    problems.push({
      path: sent ? `faults.${outside}.ayah` : 'ranges',
      message: ruleMessages.faultOutside,
    });
  if (typeof typed === 'number' && typed !== sum && typed !== before.mistakes_count)
    problems.push({ path: 'mistakesCount', message: ruleMessages.mistakesFromFaults });
  // A caller that does not know faults has emptied all but the number of mistakes: that number stays.
  if (!sent && typeof typed === 'number' && isBare(kept)) return { faults: [], mistakes_count: typed };
  return { faults, mistakes_count: sum };
}

/**
 * The index of the first fault on an ayah outside of the ranges; -1 if there is none. Without ranges every ayah is
 * allowed.
 */
function faultOutside(faults: readonly FaultCount[], ranges: readonly MushafRange[]): number {
  if (ranges.length === 0) return -1;
  const ends = ranges.map(({ from, to }) => [ayahNumber(from), ayahNumber(to)] as const);
  return faults.findIndex(
    ({ ayah }) => ayah !== null && !ends.some(([from, to]) => from <= ayah && ayah <= to),
  );
}

/**
 * What the settings of the subject forbid in a changed record: a text that is neither in a fixed list (spec 1 §3) nor
 * names ranges of the mushaf, or missing pages if they are required. `path` is the field.
 */
export function curriculumProblems(
  content: Content,
  stored: StoredRecord | undefined,
  curriculum: Row<'subject_curriculum'> | undefined,
): ProblemDetail[] {
  if (!curriculum) return [];
  const problems: ProblemDetail[] = [];
  const text = content.record_content;
  const items = JSON.parse(curriculum.curriculum_items) as string[];
  // A list without items has not been set up yet, so every text is allowed.
  const isFree = curriculum.content_type !== fixedListContent || items.length === 0;
  const isAllowed = isFree || text === null || text === stored?.record_content || items.includes(text);
  if (!isAllowed && !isRanges(text))
    problems.push({ path: 'recordContent', message: ruleMessages.notInCurriculum });
  const isRecited = text !== null || content.ranges.length > 0;
  if (curriculum.require_pages_count === 1 && isRecited && content.pages_count === null)
    problems.push({ path: 'pagesCount', message: ruleMessages.pagesRequired });
  return problems;
}
