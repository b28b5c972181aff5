import { dailyRecordsApi, type DailyRecord, type MushafRange } from '../../contract/dailyRecords';
import type { BodyOf } from '../../contract/endpoint';
import { successMessages, operationDescriptions } from '../../contract/successMessages';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { rangeProblem } from '../../contract/rules/mushaf';
import { fixedListContent } from '../../contract/vocabulary';
import {
  curriculumOf,
  offeringNamed,
  type Member,
  membersOf,
  type Offering,
  offeringToWrite,
} from '../db/offering';
import { done, type Route, route } from '../mount';
import { refuseFutureDate } from '../db/institute';
import type { Condition } from '../db/search/matching';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, Problem } from '../problem';
import type { NewRow, Row } from '../db/schema';
import { dayRecords, refuseOtherSubjects, readStoredRecords } from './queries';

type SentDay = BodyOf<typeof dailyRecordsApi.save>;
/** What is left out stays as it is. */
type SentRecord = SentDay['records'][number];

/** What becomes of the record of a student; null content removes it. */
interface Change {
  rowId: number;
  id: number | undefined;
  content: Content | null;
}

/**
 * Saves the records of a day, all or none; what is so already is not written.
 * @returns the rows of the students that were sent
 * @throws NOT_FOUND, VALIDATION naming row and field, or STALE with the rows as they are
 */
async function saveRecords(
  unit: UnitOfWork,
  scope: Condition,
  { batchName, subjectCode, recordDate: date, records: sent }: SentDay,
): Promise<DailyRecord[]> {
  const offering = await offeringToWrite(unit, batchName, subjectCode, scope);
  refuseOtherSubjects(offering);
  await refuseFutureDate(unit, date, 'recordDate');
  const rowIds = findMembers(sent, await membersOf(unit.trx, offering.batchId, date));
  const changes = await changesOf(unit, offering, date, rowIds, sent);
  const { subjectName } = offering;
  const what = operationDescriptions.dailyRecordsSaved(subjectName, offering.batchName, date);
  unit.describe('update', 'daily_records', subjectName, what);
  await write(unit, offering, date, changes);
  return dayRecords(unit.trx, offering, date, new Set(rowIds));
}

/** @throws VALIDATION naming each row of nobody, of somebody of another batch, or of one who is there twice */
function findMembers(sent: readonly SentRecord[], members: readonly Member[]): number[] {
  const byId = new Map(members.map(({ studentId, rowId }) => [studentId, rowId]));
  const onlyOneCalled = (name: string | undefined) => {
    const namesakes = members.filter(({ studentName }) => studentName === name);
    return namesakes.length === 1 ? namesakes[0]?.rowId : undefined;
  };
  const seen = new Set<number>();
  const problems: ProblemDetail[] = [];
  const rowIds = sent.map(({ studentId, studentName }, place) => {
    const rowId = studentId ? byId.get(studentId) : onlyOneCalled(studentName);
    const path = `records.${place}.${studentId ? 'studentId' : 'studentName'}`;
    if (rowId === undefined)
      problems.push({
        path,
        message: studentId ? ruleMessages.wrongBatchStudent : ruleMessages.studentUnnamed,
      });
    else if (seen.has(rowId)) problems.push({ path, message: ruleMessages.studentTwice });
    else seen.add(rowId);
    return rowId ?? 0;
  });
  if (problems.length > 0) throw invalid(...problems);
  return rowIds;
}

async function changesOf(
  unit: UnitOfWork,
  offering: Offering,
  date: string,
  rowIds: readonly number[],
  sent: readonly SentRecord[],
): Promise<Change[]> {
  const records = await readStoredRecords(unit.trx, offering.subjectId, date);
  const curriculum = await curriculumOf(unit.trx, offering.subjectId);
  const problems: ProblemDetail[] = [];
  const stale = new Set<number>();
  const changes: Change[] = [];
  sent.forEach((one, place) => {
    const rowId = rowIds[place] ?? 0;
    const stored = records.get(rowId);
    const content = newContent(one, stored);
    if (isUnchanged(content, stored)) return;
    if (one.version !== undefined && one.version !== (stored?.version ?? 0)) stale.add(rowId);
    const found = content ? contentProblems(one, content, stored, curriculum) : [];
    problems.push(...found.map(({ path, message }) => ({ path: `records.${place}.${path}`, message })));
    changes.push({ rowId, id: stored?.id, content });
  });
  if (problems.length > 0) throw invalid(...problems);
  if (stale.size > 0) {
    const current = await dayRecords(unit.trx, offering, date, stale);
    throw new Problem('STALE', { message: ruleMessages.staleRecords, extra: { current } });
  }
  return changes;
}

async function write(
  unit: UnitOfWork,
  { subjectId }: Offering,
  date: string,
  changes: readonly Change[],
): Promise<void> {
  const removed = changes.flatMap(({ id, content }) => (id !== undefined && content === null ? [id] : []));
  const changed = changes.flatMap(({ id, content }) =>
    id !== undefined && content ? [{ id, changes: content }] : [],
  );
  const added = changes.flatMap(({ rowId, id, content }) =>
    id === undefined && content ? [{ ...content, subject_id: subjectId, date, student_row_id: rowId }] : [],
  );
  await unit.remove('daily_records', removed);
  await unit.updateMany('daily_records', changed);
  await unit.insertMany('daily_records', added);
}

export const dailyRecordRoutes: Route[] = [
  route(dailyRecordsApi.day, async ({ data, params: { batchName, subjectCode, date }, scope }) => {
    const offering = await offeringNamed(data.read, batchName, subjectCode, (await scope()).subjects);
    refuseOtherSubjects(offering);
    return { records: await dayRecords(data.read, offering, date) };
  }),

  route(dailyRecordsApi.save, async ({ data, actor, body, scope }) => {
    const { subjects } = await scope();
    const records = await data.writeTogether(actor, (unit) => saveRecords(unit, subjects, body));
    return { ...done(successMessages.dailyRecordsSaved), records };
  }),
];

/** The columns that hold what is recorded of a student on a day. */
type Content = Omit<NewRow<'daily_records'>, 'id' | 'created_at' | 'subject_id' | 'date' | 'student_row_id'>;
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
function newContent(sent: SentRecord, stored: Stored | undefined): Content | null {
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
function isUnchanged(content: Content | null, stored: Stored | undefined): boolean {
  const before = storedContent(stored);
  return columns.every((column) => (content ?? empty)[column] === before[column]);
}

/**
 * What forbids a changed record: a range that is not in the mushaf, a text that is none of a fixed list (spec 1 §3),
 * pages left out where they are required. `path` is the field.
 */
function contentProblems(
  sent: SentRecord,
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
