import { recitationsApi } from '../../contract/dailyRecords';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import type { Scope } from '../auth/scope';
import { loadFaultKindIds } from '../domain/faults';
import { refuseFutureDate } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import {
  loadCurriculum,
  lockSubject,
  type RosterMember,
  type Offering,
  findOffering,
  requireDailySubject,
} from '../domain/offering';
import type { Db } from '../db/schema';
import { type Call, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { type Content, applyInput, findCurriculumProblems, type ContentInput } from './content';
import { writeChanges } from './writeChanges';
import { loadVisibleStudents } from './students';
import { toRecitation, type DayContext, loadRecord, loadRecordsOfDay } from './queries';
import type { StoredRecord } from './storedRecord';

export const recitationRoutes: Route[] = [
  route(recitationsApi.create, async ({ data, actor, body, ...call }) => {
    const scope = await call.scope(body.recordDate);
    const {
      unit: { operation },
      answer,
    } = await data.writeConcurrently(actor, (unit) => addRecitation(unit, scope, body, actor.name));
    return { ...answer, operation_id: operation };
  }),

  route(recitationsApi.update, async (call) => {
    const {
      unit: { operation },
      answer,
    } = await call.data.writeConcurrently(call.actor, (unit) => updateRecitation(call, unit));
    return { ...answer, operation_id: operation };
  }),

  route(recitationsApi.remove, async (call) => {
    const { data, actor, params, query } = call;
    const { operation } = await data.writeConcurrently(actor, async (unit) => {
      const { day, member, stored } = await findWritableRecitation(call, unit, params.id, query.version);
      const { subjectName } = day.offering;
      const description = operationDescriptions.recitationDeleted(member.studentName, subjectName, day.date);
      unit.describe('delete', 'daily_records', member.studentName, description);
      await writeChanges(unit, day, [{ ...toChange(stored), content: null }], actor.name);
      return unit;
    });
    return { message: successMessages.recitationDeleted, operation_id: operation };
  }),
];

type RecitationInput = ContentInput & { notes?: string | null | undefined };

/** @throws VALIDATION for different texts in `notes` and `teacherNotes`, which are two names of one field */
function mergeNotes({ notes, ...input }: RecitationInput): ContentInput {
  if (notes === undefined) return input;
  if (input.teacherNotes !== undefined && input.teacherNotes !== notes)
    throw invalid({ path: 'notes', message: ruleMessages.notesDisagree });
  return { ...input, teacherNotes: notes };
}

/** The lock lasts until the transaction ends. @throws NOT_FOUND, VALIDATION */
async function lockOffering(unit: UnitOfWork, subjectCode: string, scope: Scope): Promise<Offering> {
  const { batch_name } = await unit.trx
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select('batch_name')
    .where('subject_code', '=', subjectCode)
    .executeTakeFirstOrThrow(notFound);
  const offering = await findOffering(unit.trx, batch_name, subjectCode, scope.subjects);
  requireDailySubject(offering);
  await lockSubject(unit, offering.subjectId);
  return offering;
}

async function addRecitation(
  unit: UnitOfWork,
  scope: Scope,
  { subjectCode, studentId, recordDate: date, kind, ...input }: BodyOf<typeof recitationsApi.create>,
  heardBy: string,
) {
  const offering = await lockOffering(unit, subjectCode, scope);
  await refuseFutureDate(unit, date, 'recordDate');
  const students = await loadVisibleStudents(unit.trx, scope, { offering, date, circleId: undefined });
  const member = students.members.find((candidate) => candidate.studentId === studentId);
  if (!member) throw invalid({ path: 'studentId', message: ruleMessages.wrongBatchStudent });
  if (!students.canWrite(member.rowId))
    throw invalid({ path: 'studentId', message: ruleMessages.notYourStudent });
  const day = { offering, date, kinds: [kind], students };
  const { rowId, studentName } = member;
  const content = await parseContent(unit, offering, mergeNotes(input), undefined);
  const description = operationDescriptions.recitationAdded(studentName, offering.subjectName, date);
  unit.describe('create', 'daily_records', studentName, description);
  const [id = 0] = await writeChanges(unit, day, [{ rowId, kind, stored: undefined, content }], heardBy);
  return { unit, answer: await loadAnswer(unit.trx, { day, member }, id) };
}

async function updateRecitation(
  call: Call<{ id: number }, unknown, BodyOf<typeof recitationsApi.update>>,
  unit: UnitOfWork,
) {
  const { params, body, actor } = call;
  const { day, member, stored } = await findWritableRecitation(call, unit, params.id, body.version);
  const content = await parseContent(unit, day.offering, mergeNotes(body), stored);
  const description = operationDescriptions.recitationChanged(
    member.studentName,
    day.offering.subjectName,
    day.date,
  );
  unit.describe('update', 'daily_records', member.studentName, description);
  await writeChanges(unit, day, [{ ...toChange(stored), content }], actor.name);
  return { unit, answer: await loadAnswer(unit.trx, { day, member }, params.id) };
}

const toChange = (stored: StoredRecord) => ({
  rowId: stored.student_row_id,
  kind: stored.kind,
  stored,
});

/** @throws VALIDATION, also for an empty recitation */
async function parseContent(
  unit: UnitOfWork,
  { subjectId }: Offering,
  input: ContentInput,
  stored: StoredRecord | undefined,
): Promise<Content> {
  const { content, problems } = applyInput(input, stored, await loadFaultKindIds(unit.trx));
  if (content)
    problems.push(...findCurriculumProblems(content, stored, await loadCurriculum(unit.trx, subjectId)));
  if (problems.length > 0) throw invalid(...problems);
  if (!content) throw invalid({ path: 'ranges', message: ruleMessages.emptyRecitation });
  return content;
}

interface RecitationContext {
  day: DayContext;
  member: RosterMember;
}

/**
 * @throws NOT_FOUND outside of the scope; VALIDATION if the caller may only read; STALE for another
 * version
 */
async function findWritableRecitation(
  call: Pick<Call, 'scope'>,
  unit: UnitOfWork,
  id: number,
  version: number | undefined,
): Promise<RecitationContext & { stored: StoredRecord }> {
  const { date, subject_code } = await unit.trx
    .selectFrom('daily_records')
    .innerJoin('subjects', 'subjects.id', 'daily_records.subject_id')
    .select(['date', 'subject_code'])
    .where('daily_records.id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const scope = await call.scope(date);
  const offering = await lockOffering(unit, subject_code, scope);
  const stored = await loadRecord(unit.trx, id);
  if (!stored) throw notFound();
  const students = await loadVisibleStudents(unit.trx, scope, { offering, date, circleId: undefined });
  const member = students.members.find(({ rowId }) => rowId === stored.student_row_id);
  if (!member) throw notFound();
  const context = { day: { offering, date, kinds: [stored.kind], students }, member, stored };
  if (!students.canWrite(member.rowId))
    throw invalid({ path: 'studentId', message: ruleMessages.notYourStudent });
  if (version !== stored.version) {
    const current = await loadAnswer(unit.trx, context, id);
    throw new Problem('STALE', { message: ruleMessages.staleRecords, extra: { current } });
  }
  return context;
}

async function loadAnswer(db: Db, { day, member }: RecitationContext, id: number) {
  const recitations = [...(await loadRecordsOfDay(db, day, [member])).values()].flat();
  const row = recitations.find((candidate) => candidate.id === id);
  if (!row) throw notFound();
  return {
    ...toRecitation(row),
    studentId: member.studentId,
    studentName: member.studentName,
    subjectCode: day.offering.subjectCode,
    recordDate: day.date,
    kind: row.kind,
    count: recitations.length,
  };
}
