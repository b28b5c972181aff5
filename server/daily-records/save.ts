import type { dailyRecordsApi, DailyRecord } from '../../contract/dailyRecords';
import type { BodyOf } from '../../contract/endpoint';
import { operationDescriptions } from '../../contract/successMessages';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { ayahNumber } from '../../contract/rules/mushaf';
import { defaultRecordKind, type RecordKind, recordKinds } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { removeWithChildren } from '../db/bulk/cascade';
import { curriculumOf, type Member, offeringToWrite } from '../db/offering';
import { faultChanges, faultKindIds } from '../db/faults';
import { refuseFutureDate } from '../db/institute';
import type { StoredFault, StoredRange } from '../db/recordParts';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, Problem } from '../problem';
import { type Content, contentOf, curriculumProblems, type SentRecord } from './content';
import { pupilsOf } from './pupils';
import { type Day, dayRecords, placeOf, recordsOf, refuseOtherSubjects, type StoredRecord } from './queries';

type SentDay = BodyOf<typeof dailyRecordsApi.save>;

/** Whose record of which kind a row is. */
interface Place {
  rowId: number;
  kind: RecordKind;
}

/** What becomes of a record; null content removes it. */
interface Change extends Place {
  stored: StoredRecord | undefined;
  content: Content | null;
}

/**
 * Saves the records of a day, all or none; what is so already is not written.
 * @returns the rows that were sent
 * @throws NOT_FOUND, VALIDATION naming row and field, or STALE with the rows as they are
 */
export async function saveRecords(
  unit: UnitOfWork,
  scope: Scope,
  { batchName, subjectCode, recordDate: date, kind: ofCall, circle_id: circleId, records: sent }: SentDay,
): Promise<DailyRecord[]> {
  const offering = await offeringToWrite(unit, batchName, subjectCode, scope.subjects);
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
  await write(unit, day, changes);
  const only = new Set(places.map(({ rowId, kind }) => placeOf(rowId, kind)));
  return dayRecords(unit.trx, day, only);
}

/** @throws VALIDATION naming each row of nobody, of somebody of another batch, or of one who is there twice in a kind */
function findPlaces(
  sent: readonly SentRecord[],
  members: readonly Member[],
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
  const curriculum = await curriculumOf(unit.trx, offering.subjectId);
  const faultKinds = await faultKindIds(unit.trx);
  const problems: ProblemDetail[] = [];
  const stale = new Set<string>();
  const changes: Change[] = [];
  for (const [row, one] of sent.entries()) {
    const { rowId, kind } = places[row] as Place;
    const place = placeOf(rowId, kind);
    const stored = records.get(place);
    const { content, isUnchanged, problems: found } = contentOf(one, stored, faultKinds);
    if (!isUnchanged) {
      if (one.version !== undefined && one.version !== (stored?.version ?? 0)) stale.add(place);
      if (!pupils.mayWrite(rowId)) found.push({ path: 'studentId', message: ruleMessages.notYourPupil });
      else if (content) found.push(...curriculumProblems(content, stored, curriculum));
      changes.push({ rowId, kind, stored, content });
    }
    problems.push(...found.map(({ path, message }) => ({ path: `records.${row}.${path}`, message })));
  }
  if (problems.length > 0) throw invalid(...problems);
  if (stale.size > 0) {
    const current = await dayRecords(unit.trx, day, stale);
    throw new Problem('STALE', { message: ruleMessages.staleRecords, extra: { current } });
  }
  return changes;
}

/** First what goes, then what changes, then what is new: so no two have the same place, and an undo neither. */
async function write(unit: UnitOfWork, { offering, date }: Day, changes: readonly Change[]): Promise<void> {
  const removed = changes.flatMap(({ stored, content }) => (stored && !content ? [stored.id] : []));
  await removeWithChildren(unit, 'daily_records', removed);
  const changed = changes.flatMap(({ stored, content }) =>
    stored && content ? [{ stored, content, parts: partChanges(stored, content) }] : [],
  );
  await unit.updateMany(
    'daily_records',
    changed.map(({ stored, content, parts }) => ({
      id: stored.id,
      changes: {
        ...columnsOf(content),
        ...(parts.isAny && { parts_changed_at: unit.laterThan(stored.parts_changed_at ?? '') }),
      },
    })),
  );
  const added = changes.flatMap(({ rowId, kind, stored, content }) =>
    !stored && content ? [{ rowId, kind, content }] : [],
  );
  const inserted = await unit.insertMany(
    'daily_records',
    added.map(({ rowId, kind, content }) => ({
      subject_id: offering.subjectId,
      date,
      student_row_id: rowId,
      kind,
      ...columnsOf(content),
      parts_changed_at: null,
    })),
  );
  const fresh = inserted.map(({ id }, place) =>
    partsOfNew(id, (added[place] as { content: Content }).content),
  );
  await writeParts(unit, [...changed.map(({ parts }) => parts), ...fresh]);
}

const columnsOf = ({ ranges: _ranges, faults: _faults, ...columns }: Content) => columns;

/** What becomes of the ranges and faults of a record. */
interface PartChanges {
  isAny: boolean;
  gone: { ranges: number[]; faults: number[] };
  changed: {
    ranges: { id: number; changes: { from_ayah: number; to_ayah: number } }[];
    faults: { id: number; changes: { count: number } }[];
  };
  added: {
    ranges: { record_id: number; position: number; from_ayah: number; to_ayah: number }[];
    faults: { record_id: number; kind_id: number; ayah: number | null; count: number }[];
  };
}

const partsOfNew = (id: number, content: Content) => partsToWrite(id, [], [], content);
const partChanges = ({ id, parts }: StoredRecord, content: Content) =>
  partsToWrite(id, parts?.ranges ?? [], parts?.faults ?? [], content);

/** Ranges keep their rows by their places, faults by kind and ayah. */
function partsToWrite(
  record_id: number,
  storedRanges: readonly StoredRange[],
  storedFaults: readonly StoredFault[],
  { ranges, faults }: Content,
): PartChanges {
  const parts: PartChanges = {
    isAny: false,
    gone: { ranges: storedRanges.slice(ranges.length).map(({ id }) => id), faults: [] },
    changed: { ranges: [], faults: [] },
    added: { ranges: [], faults: [] },
  };
  for (const [place, { from, to }] of ranges.entries()) {
    const wanted = { from_ayah: ayahNumber(from), to_ayah: ayahNumber(to) };
    const stored = storedRanges[place];
    if (!stored) parts.added.ranges.push({ record_id, position: place + 1, ...wanted });
    else if (stored.from_ayah !== wanted.from_ayah || stored.to_ayah !== wanted.to_ayah)
      parts.changed.ranges.push({ id: stored.id, changes: wanted });
  }
  const ofFaults = faultChanges(storedFaults, faults);
  parts.gone.faults = ofFaults.gone;
  parts.changed.faults = ofFaults.changed;
  parts.added.faults = ofFaults.added.map((fault) => ({ record_id, ...fault }));
  const { gone, changed, added } = parts;
  parts.isAny = [gone, changed, added].some(
    ({ ranges: some, faults: others }) => some.length + others.length > 0,
  );
  return parts;
}

async function writeParts(unit: UnitOfWork, parts: readonly PartChanges[]): Promise<void> {
  await unit.remove(
    'daily_record_ranges',
    parts.flatMap(({ gone }) => gone.ranges),
  );
  await unit.remove(
    'daily_record_faults',
    parts.flatMap(({ gone }) => gone.faults),
  );
  await unit.updateMany(
    'daily_record_ranges',
    parts.flatMap(({ changed }) => changed.ranges),
  );
  await unit.updateMany(
    'daily_record_faults',
    parts.flatMap(({ changed }) => changed.faults),
  );
  await unit.insertMany(
    'daily_record_ranges',
    parts.flatMap(({ added }) => added.ranges),
  );
  await unit.insertMany(
    'daily_record_faults',
    parts.flatMap(({ added }) => added.faults),
  );
}
