import type { dailyRecordsApi, DailyRecord } from '../../contract/dailyRecords';
import type { BodyOf } from '../../contract/endpoint';
import { operationDescriptions } from '../../contract/successMessages';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { defaultRecordKind, type RecordKind, recordKinds } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { loadCurriculum, type RosterMember, lockOffering } from '../domain/offering';
import { loadFaultKindIds } from '../domain/faults';
import { refuseFutureDate } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, Problem } from '../problem';
import { contentOf, curriculumProblems, isEcho, needsVersion, type SentRecord } from './content';
import { joinRecords } from './joined';
import { type Change, writeChanges } from './parts';
import { pupilsOf } from './pupils';
import { type Day, dayRecords, placeOf, recordsOf, refuseOtherSubjects } from './queries';

type SentDay = BodyOf<typeof dailyRecordsApi.save>;

/** Whose record of which kind a row is. */
interface Place {
  rowId: number;
  kind: RecordKind;
}

/**
 * Saves the records of a day, all or none; what is so already is not written.
 * @returns the rows that were sent
 * @param heardBy the name of the caller
 * @throws NOT_FOUND, VALIDATION naming row and field; STALE or SEVERAL_RECORDS with the rows as they are
 */
export async function saveRecords(
  unit: UnitOfWork,
  scope: Scope,
  { batchName, subjectCode, recordDate: date, kind: ofCall, circle_id: circleId, records: sent }: SentDay,
  heardBy: string,
): Promise<DailyRecord[]> {
  const offering = await lockOffering(unit, batchName, subjectCode, scope.subjects);
  refuseOtherSubjects(offering);
  await refuseFutureDate(unit, date, 'recordDate');
  const pupils = await pupilsOf(unit.trx, scope, { offering, date, circleId });
  if (sent.length === 0) return [];
  const notThere = circleId === undefined ? ruleMessages.wrongBatchStudent : ruleMessages.notOfCircle;
  const places = findPlaces(sent, pupils.members, { kind: ofCall ?? defaultRecordKind, notThere });
  const kinds = recordKinds.filter((kind) => places.some((place) => place.kind === kind));
  const day = { offering, date, kinds, pupils };
  const changes = await changesOf(unit, day, places, sent);
  const { subjectName } = offering;
  const what = operationDescriptions.dailyRecordsSaved(subjectName, offering.batchName, date);
  unit.describe('update', 'daily_records', subjectName, what);
  await writeChanges(unit, day, changes, heardBy);
  const only = new Set(places.map(({ rowId, kind }) => placeOf(rowId, kind)));
  return dayRecords(unit.trx, day, only);
}

/** @throws VALIDATION naming each row of nobody, of somebody of another batch, or of one who is there twice in a kind */
function findPlaces(
  sent: readonly SentRecord[],
  members: readonly RosterMember[],
  ofCall: { kind: RecordKind; notThere: string },
): Place[] {
  const byId = new Map(members.map(({ studentId, rowId }) => [studentId, rowId]));
  const onlyOneCalled = (name: string | undefined) => {
    const namesakes = members.filter(({ studentName }) => studentName === name);
    return namesakes.length === 1 ? namesakes[0]?.rowId : undefined;
  };
  const seen = new Set<string>();
  const problems: ProblemDetail[] = [];
  const places = sent.map(({ studentId, studentName, kind = ofCall.kind }, place) => {
    const rowId = studentId ? byId.get(studentId) : onlyOneCalled(studentName);
    const path = `records.${place}.${studentId ? 'studentId' : 'studentName'}`;
    if (rowId === undefined)
      problems.push({
        path,
        message: studentId ? ofCall.notThere : ruleMessages.studentUnnamed,
      });
    else if (seen.has(placeOf(rowId, kind))) problems.push({ path, message: ruleMessages.studentTwice });
    else seen.add(placeOf(rowId, kind));
    return { rowId: rowId ?? 0, kind };
  });
  if (problems.length > 0) throw invalid(...problems);
  return places;
}

async function changesOf(
  unit: UnitOfWork,
  day: Day,
  places: readonly Place[],
  sent: readonly SentRecord[],
): Promise<Change[]> {
  const { offering, pupils } = day;
  const named = new Set(places.map(({ rowId }) => rowId));
  const members = pupils.members.filter(({ rowId }) => named.has(rowId));
  const records = await recordsOf(unit.trx, day, members);
  const curriculum = await loadCurriculum(unit.trx, offering.subjectId);
  const faultKinds = await loadFaultKindIds(unit.trx);
  const problems: ProblemDetail[] = [];
  const stale = new Set<string>();
  const several = new Set<string>();
  const changes: Change[] = [];
  for (const [row, one] of sent.entries()) {
    const { rowId, kind } = places[row] as Place;
    const place = placeOf(rowId, kind);
    const found = records.get(place) ?? [];
    const stored = found.length > 0 ? joinRecords(found) : undefined;
    if (stored && found.length > 1) {
      if (isEcho(one, stored)) continue;
      const isStale = one.version !== undefined && one.version !== stored.version;
      (isStale ? stale : several).add(place);
      continue;
    }
    const { content, isUnchanged, problems: ofRow } = contentOf(one, stored, faultKinds);
    if (!isUnchanged && one.version === undefined && needsVersion(one, stored, content)) {
      stale.add(place);
      continue;
    }
    if (!isUnchanged) {
      if (one.version !== undefined && one.version !== (stored?.version ?? 0)) stale.add(place);
      if (!pupils.mayWrite(rowId)) ofRow.push({ path: 'studentId', message: ruleMessages.notYourStudent });
      else if (content) ofRow.push(...curriculumProblems(content, stored, curriculum));
      changes.push({ rowId, kind, stored, content });
    }
    problems.push(...ofRow.map(({ path, message }) => ({ path: `records.${row}.${path}`, message })));
  }
  if (problems.length > 0) throw invalid(...problems);
  if (stale.size > 0) {
    const current = await dayRecords(unit.trx, day, stale);
    throw new Problem('STALE', { message: ruleMessages.staleRecords, extra: { current } });
  }
  if (several.size > 0)
    throw new Problem('SEVERAL_RECORDS', { extra: { current: await dayRecords(unit.trx, day, several) } });
  return changes;
}
