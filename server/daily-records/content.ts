import type { MushafRange } from '../../contract/dailyRecords';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { rangeProblem } from '../../contract/rules/mushaf';
import { fixedListContent, type PerformanceLevel } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';

/** What is recorded of a student on a day, as the body of a write has it; what is left out stays as it is. */
export interface SentContent {
  recordContent?: string | null | undefined;
  pagesCount?: number | null | undefined;
  performanceLevel?: PerformanceLevel | null | undefined;
  mistakesCount?: number | null | undefined;
  teacherNotes?: string | null | undefined;
  range?: MushafRange | null | undefined;
}

/** The columns that hold it. */
export type Content = Omit<
  NewRow<'daily_records'>,
  'id' | 'created_at' | 'subject_id' | 'date' | 'student_row_id'
>;
type Stored = Row<'daily_records'>;

const empty: Content = {
  record_content: null,
  pages_count: null,
  performance_level: null,
  mistakes_count: null,
  teacher_notes: null,
  from_surah: null,
  from_ayah: null,
  to_surah: null,
  to_ayah: null,
};
const columns = Object.keys(empty) as (keyof Content)[];
const rangeColumns = ['from_surah', 'from_ayah', 'to_surah', 'to_ayah'] as const;

const isNothing = (content: Content, of: readonly (keyof Content)[] = columns) =>
  of.every((column) => content[column] === null);

/** What a record becomes; null when nothing is left of it. */
export function newContent(sent: SentContent, stored: Stored | undefined): Content | null {
  const before = storedContent(stored);
  const content: Content = {
    ...before,
    ...withoutUndefined({
      record_content: sent.recordContent,
      pages_count: sent.pagesCount,
      performance_level: sent.performanceLevel,
      mistakes_count: sent.mistakesCount,
      teacher_notes: sent.teacherNotes,
    }),
  };
  const { range } = sent;
  if (range) Object.assign(content, columnsOf(range));
  // A caller that knows of no ranges: another text, or an emptied record, does not keep the range of the old one.
  else if (range === null || content.record_content !== before.record_content || isEmptied(content, before))
    for (const column of rangeColumns) content[column] = null;
  return isNothing(content) ? null : content;
}

const writtenColumns = columns.filter((column) => !rangeColumns.some((one) => one === column));
const isEmptied = (content: Content, before: Content) =>
  isNothing(content, writtenColumns) && !isNothing(before, writtenColumns);

function storedContent(stored: Stored | undefined): Content {
  if (!stored) return { ...empty };
  return Object.fromEntries(columns.map((column) => [column, stored[column]]));
}

const withoutUndefined = <T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

const columnsOf = ({ from, to }: MushafRange) => ({
  from_surah: from.surah,
  from_ayah: from.ayah,
  to_surah: to.surah,
  to_ayah: to.ayah,
});

/** Whether a record is so already. */
export function isUnchanged(content: Content | null, stored: Stored | undefined): boolean {
  const before = storedContent(stored);
  return columns.every((column) => (content ?? empty)[column] === before[column]);
}

/**
 * What forbids a changed record: a range that is not in the mushaf, a text that is none of a fixed list (spec 1 §3),
 * pages left out where they are required. `path` is the field.
 */
export function contentProblems(
  sent: SentContent,
  content: Content,
  stored: Stored | undefined,
  curriculum: Row<'subject_curriculum'> | undefined,
): ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  if (sent.range && rangeProblem(sent.range))
    problems.push({ path: 'range', message: ruleMessages.notInMushaf });
  if (!curriculum) return problems;
  const text = content.record_content ?? null;
  const items = JSON.parse(curriculum.curriculum_items) as string[];
  // A list without items has not been set up yet.
  const isFree = curriculum.content_type !== fixedListContent || items.length === 0;
  if (!isFree && text !== null && text !== stored?.record_content && !items.includes(text))
    problems.push({ path: 'recordContent', message: ruleMessages.notInCurriculum });
  const isRecited = text !== null || content.from_surah !== null;
  if (curriculum.require_pages_count === 1 && isRecited && content.pages_count === null)
    problems.push({ path: 'pagesCount', message: ruleMessages.pagesRequired });
  return problems;
}
