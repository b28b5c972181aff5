import { dailyRecordsApi, type DailyRecord } from '../../contract/dailyRecords';
import { successMessages, operationDescriptions } from '../../contract/successMessages';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { offeringNamed, type Member, membersOf, type Offering, offeringToWrite } from '../db/offering';
import { type Route, route } from '../mount';
import { refuseFutureDate } from '../db/institute';
import type { Condition } from '../db/search/matching';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, Problem } from '../problem';
import { dayRecords, refuseOtherSubjects, curriculumOf, storedRecords } from './queries';
import { type Content, contentProblems, isUnchanged, newContent, type SentContent } from './content';

interface SentRecord extends SentContent {
  studentId?: string | undefined;
  studentName?: string | undefined;
  version?: number | undefined;
}

interface Day {
  batchName: string;
  subjectCode: string;
  recordDate: string;
}

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
  { batchName, subjectCode, recordDate: date }: Day,
  sent: readonly SentRecord[],
): Promise<DailyRecord[]> {
  const offering = await offeringToWrite(unit, batchName, subjectCode, scope);
  refuseOtherSubjects(offering);
  await refuseFutureDate(unit, date, 'recordDate');
  const rowIds = findMembers(sent, await membersOf(unit.trx, offering.batchId));
  const changes = await changesOf(unit, offering, date, rowIds, sent);
  unit.describe(
    'update',
    'daily_records',
    offering.subjectName,
    operationDescriptions.dailyRecordsSaved(offering.subjectName, offering.batchName, date),
  );
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
  const records = await storedRecords(unit.trx, offering.subjectId, date);
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
  if (removed.length > 0) await unit.remove('daily_records', removed);
  if (changed.length > 0) await unit.updateMany('daily_records', changed);
  if (added.length > 0) await unit.insertMany('daily_records', added);
}

export const dailyRecordRoutes: Route[] = [
  route(dailyRecordsApi.day, async ({ data, params: { batchName, subjectCode, date }, scope }) => {
    const offering = await offeringNamed(data.read, batchName, subjectCode, (await scope()).subjects);
    refuseOtherSubjects(offering);
    return { records: await dayRecords(data.read, offering, date) };
  }),

  route(dailyRecordsApi.save, async ({ data, actor, body, scope }) => {
    const { subjects } = await scope();
    const records = await data.writeTogether(actor, (unit) =>
      saveRecords(unit, subjects, body, body.records),
    );
    return { success: true as const, message: successMessages.dailyRecordsSaved, records };
  }),
];
