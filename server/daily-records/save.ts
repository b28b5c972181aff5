import type { dailyRecordsApi, DailyRecord } from '../../contract/dailyRecords';
import type { BodyOf } from '../../contract/endpoint';
import { operationDescriptions } from '../../contract/successMessages';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { defaultRecordKind, type RecordKind, recordKinds } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { loadCurriculum, type RosterMember, lockOffering, requireDailySubject } from '../domain/offering';
import { loadFaultKindIds } from '../domain/faults';
import { refuseFutureDate } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, Problem } from '../problem';
import { applyInput, findCurriculumProblems, isRepetition, needsVersion, type RecordInput } from './content';
import { joinRecords } from './joinRecords';
import { type RecordChange, writeChanges } from './writeChanges';
import { loadVisibleStudents } from './students';
import { type DayContext, loadDayRecords, recordKey, loadRecordsOfDay } from './queries';

type DayInput = BodyOf<typeof dailyRecordsApi.save>;

interface RecordKey {
  rowId: number;
  kind: RecordKind;
}

/**
 * Saves all records or none.
 * @param heardBy name of the caller
 * @throws NOT_FOUND, VALIDATION with row and field; STALE or SEVERAL_RECORDS with the stored rows
 */
export async function saveRecords(
  unit: UnitOfWork,
  scope: Scope,
  {
    batchName,
    subjectCode,
    recordDate: date,
    kind: defaultKind,
    circle_id: circleId,
    records: inputs,
  }: DayInput,
  heardBy: string,
): Promise<DailyRecord[]> {
  const offering = await lockOffering(unit, batchName, subjectCode, scope.subjects);
  requireDailySubject(offering);
  await refuseFutureDate(unit, date, 'recordDate');
  const students = await loadVisibleStudents(unit.trx, scope, { offering, date, circleId });
  if (inputs.length === 0) return [];
  const notFoundMessage = circleId === undefined ? ruleMessages.wrongBatchStudent : ruleMessages.notOfCircle;
  const keys = findKeys(inputs, students.members, {
    kind: defaultKind ?? defaultRecordKind,
    notFoundMessage,
  });
  const kinds = recordKinds.filter((kind) => keys.some((key) => key.kind === kind));
  const day = { offering, date, kinds, students };
  const changes = await buildChanges(unit, day, keys, inputs);
  const { subjectName } = offering;
  const description = operationDescriptions.dailyRecordsSaved(subjectName, offering.batchName, date);
  unit.describe('update', 'daily_records', subjectName, description);
  await writeChanges(unit, day, changes, heardBy);
  const changedKeys = new Set(keys.map(({ rowId, kind }) => recordKey(rowId, kind)));
  return loadDayRecords(unit.trx, day, changedKeys);
}

/**
 * @throws VALIDATION for each row with a student outside of the batch, or with a repeated student and kind
 */
function findKeys(
  inputs: readonly RecordInput[],
  members: readonly RosterMember[],
  defaults: { kind: RecordKind; notFoundMessage: string },
): RecordKey[] {
  const byId = new Map(members.map(({ studentId, rowId }) => [studentId, rowId]));
  const findByUniqueName = (name: string | undefined) => {
    const namesakes = members.filter(({ studentName }) => studentName === name);
    return namesakes.length === 1 ? namesakes[0]?.rowId : undefined;
  };
  const usedKeys = new Set<string>();
  const problems: ProblemDetail[] = [];
  const keys = inputs.map(({ studentId, studentName, kind = defaults.kind }, index) => {
    const rowId = studentId ? byId.get(studentId) : findByUniqueName(studentName);
    const path = `records.${index}.${studentId ? 'studentId' : 'studentName'}`;
    if (rowId === undefined)
      problems.push({
        path,
        message: studentId ? defaults.notFoundMessage : ruleMessages.studentUnnamed,
      });
    else if (usedKeys.has(recordKey(rowId, kind)))
      problems.push({ path, message: ruleMessages.studentTwice });
    else usedKeys.add(recordKey(rowId, kind));
    return { rowId: rowId ?? 0, kind };
  });
  if (problems.length > 0) throw invalid(...problems);
  return keys;
}

async function buildChanges(
  unit: UnitOfWork,
  day: DayContext,
  keys: readonly RecordKey[],
  inputs: readonly RecordInput[],
): Promise<RecordChange[]> {
  const { offering, students } = day;
  const rowIds = new Set(keys.map(({ rowId }) => rowId));
  const members = students.members.filter(({ rowId }) => rowIds.has(rowId));
  const records = await loadRecordsOfDay(unit.trx, day, members);
  const curriculum = await loadCurriculum(unit.trx, offering.subjectId);
  const faultKinds = await loadFaultKindIds(unit.trx);
  const problems: ProblemDetail[] = [];
  const staleKeys = new Set<string>();
  const severalKeys = new Set<string>();
  const changes: RecordChange[] = [];
  for (const [index, input] of inputs.entries()) {
    const { rowId, kind } = keys[index] as RecordKey;
    const key = recordKey(rowId, kind);
    const recitations = records.get(key) ?? [];
    const stored = recitations.length > 0 ? joinRecords(recitations) : undefined;
    if (stored && recitations.length > 1) {
      if (isRepetition(input, stored)) continue;
      const isStale = input.version !== undefined && input.version !== stored.version;
      (isStale ? staleKeys : severalKeys).add(key);
      continue;
    }
    const { content, isUnchanged, problems: rowProblems } = applyInput(input, stored, faultKinds);
    if (!isUnchanged && input.version === undefined && needsVersion(input, stored, content)) {
      staleKeys.add(key);
      continue;
    }
    if (!isUnchanged) {
      if (input.version !== undefined && input.version !== (stored?.version ?? 0)) staleKeys.add(key);
      if (!students.canWrite(rowId))
        rowProblems.push({ path: 'studentId', message: ruleMessages.notYourStudent });
      else if (content) rowProblems.push(...findCurriculumProblems(content, stored, curriculum));
      changes.push({ rowId, kind, stored, content });
    }
    problems.push(...rowProblems.map(({ path, message }) => ({ path: `records.${index}.${path}`, message })));
  }
  if (problems.length > 0) throw invalid(...problems);
  if (staleKeys.size > 0) {
    const current = await loadDayRecords(unit.trx, day, staleKeys);
    throw new Problem('STALE', { message: ruleMessages.staleRecords, extra: { current } });
  }
  if (severalKeys.size > 0)
    throw new Problem('SEVERAL_RECORDS', {
      extra: { current: await loadDayRecords(unit.trx, day, severalKeys) },
    });
  return changes;
}
