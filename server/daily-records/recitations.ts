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
} from '../domain/offering';
import type { Db } from '../db/schema';
import { type Call, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { type Content, contentOf, curriculumProblems, type SentContent } from './content';
import { writeChanges } from './parts';
import { pupilsOf } from './pupils';
import { asRecitation, type Day, recordById, recordsOf, refuseOtherSubjects } from './queries';
import type { StoredRecord } from './stored';

export const recitationRoutes: Route[] = [
  route(recitationsApi.create, async ({ data, actor, body, ...call }) => {
    const scope = await call.scope(body.recordDate);
    const { unit, answer } = await data.writeTogether(actor, (writing) =>
      addRecitation(writing, scope, body, actor.name),
    );
    return { ...answer, operation_id: unit.operation };
  }),

  route(recitationsApi.update, async (call) => {
    const { unit, answer } = await call.data.writeTogether(call.actor, (writing) => correct(call, writing));
    return { ...answer, operation_id: unit.operation };
  }),

  route(recitationsApi.remove, async (call) => {
    const { data, actor, params, query } = call;
    const { operation } = await data.writeTogether(actor, async (unit) => {
      const { day, member, stored } = await recitationToWrite(call, unit, params.id, query.version);
      const { subjectName } = day.offering;
      const what = operationDescriptions.recitationDeleted(member.studentName, subjectName, day.date);
      unit.describe('delete', 'daily_records', member.studentName, what);
      await writeChanges(unit, day, [{ ...changeOf(stored), content: null }], actor.name);
      return unit;
    });
    return { message: successMessages.recitationDeleted, operation_id: operation };
  }),
];

type SentBody = SentContent & { notes?: string | null | undefined };

/** @throws VALIDATION if a note is sent by both of its names, with two texts */
function withNotes({ notes, ...sent }: SentBody): SentContent {
  if (notes === undefined) return sent;
  if (sent.teacherNotes !== undefined && sent.teacherNotes !== notes)
    throw invalid({ path: 'notes', message: ruleMessages.notesDisagree });
  return { ...sent, teacherNotes: notes };
}

/** The subject of a code, which nobody else writes to until the transaction ends. @throws NOT_FOUND, VALIDATION */
async function lockOffering(unit: UnitOfWork, subjectCode: string, scope: Scope): Promise<Offering> {
  const { batch_name } = await unit.trx
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select('batch_name')
    .where('subject_code', '=', subjectCode)
    .executeTakeFirstOrThrow(notFound);
  const offering = await findOffering(unit.trx, batch_name, subjectCode, scope.subjects);
  refuseOtherSubjects(offering);
  await lockSubject(unit, offering.subjectId);
  return offering;
}

/** @throws NOT_FOUND, VALIDATION */
async function addRecitation(
  unit: UnitOfWork,
  scope: Scope,
  { subjectCode, studentId, recordDate: date, kind, ...sent }: BodyOf<typeof recitationsApi.create>,
  heardBy: string,
) {
  const offering = await lockOffering(unit, subjectCode, scope);
  await refuseFutureDate(unit, date, 'recordDate');
  const pupils = await pupilsOf(unit.trx, scope, { offering, date, circleId: undefined });
  const member = pupils.members.find((one) => one.studentId === studentId);
  if (!member) throw invalid({ path: 'studentId', message: ruleMessages.wrongBatchStudent });
  if (!pupils.mayWrite(member.rowId))
    throw invalid({ path: 'studentId', message: ruleMessages.notYourStudent });
  const day = { offering, date, kinds: [kind], pupils };
  const { rowId, studentName } = member;
  const content = await checked(unit, offering, withNotes(sent), undefined);
  const what = operationDescriptions.recitationAdded(studentName, offering.subjectName, date);
  unit.describe('create', 'daily_records', studentName, what);
  const [id = 0] = await writeChanges(unit, day, [{ rowId, kind, stored: undefined, content }], heardBy);
  return { unit, answer: await answerOf(unit.trx, { day, member }, id) };
}

/** @throws NOT_FOUND, STALE, VALIDATION */
async function correct(
  call: Call<{ id: number }, unknown, BodyOf<typeof recitationsApi.update>>,
  unit: UnitOfWork,
) {
  const { params, body, actor } = call;
  const { day, member, stored } = await recitationToWrite(call, unit, params.id, body.version);
  const content = await checked(unit, day.offering, withNotes(body), stored);
  const what = operationDescriptions.recitationChanged(
    member.studentName,
    day.offering.subjectName,
    day.date,
  );
  unit.describe('update', 'daily_records', member.studentName, what);
  await writeChanges(unit, day, [{ ...changeOf(stored), content }], actor.name);
  return { unit, answer: await answerOf(unit.trx, { day, member }, params.id) };
}

const changeOf = (stored: StoredRecord) => ({
  rowId: stored.student_row_id,
  kind: stored.kind,
  stored,
});

/** The new content. @throws VALIDATION, also for a recitation that says nothing */
async function checked(
  unit: UnitOfWork,
  { subjectId }: Offering,
  sent: SentContent,
  stored: StoredRecord | undefined,
): Promise<Content> {
  const { content, problems } = contentOf(sent, stored, await loadFaultKindIds(unit.trx));
  if (content)
    problems.push(...curriculumProblems(content, stored, await loadCurriculum(unit.trx, subjectId)));
  if (problems.length > 0) throw invalid(...problems);
  if (!content) throw invalid({ path: 'ranges', message: ruleMessages.emptyRecitation });
  return content;
}

interface OfStudent {
  day: Day;
  member: RosterMember;
}

/**
 * A recitation that the caller wants to change: of a student who was his on its day.
 * @throws NOT_FOUND outside of the scope; VALIDATION where he only sees it; STALE with the recitation unless this
 * version is stored
 */
async function recitationToWrite(
  call: Pick<Call, 'scope'>,
  unit: UnitOfWork,
  id: number,
  version: number | undefined,
): Promise<OfStudent & { stored: StoredRecord }> {
  const { date, subject_code } = await unit.trx
    .selectFrom('daily_records')
    .innerJoin('subjects', 'subjects.id', 'daily_records.subject_id')
    .select(['date', 'subject_code'])
    .where('daily_records.id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const scope = await call.scope(date);
  const offering = await lockOffering(unit, subject_code, scope);
  const stored = await recordById(unit.trx, id);
  if (!stored) throw notFound();
  const pupils = await pupilsOf(unit.trx, scope, { offering, date, circleId: undefined });
  const member = pupils.members.find(({ rowId }) => rowId === stored.student_row_id);
  if (!member) throw notFound();
  const found = { day: { offering, date, kinds: [stored.kind], pupils }, member, stored };
  if (!pupils.mayWrite(member.rowId))
    throw invalid({ path: 'studentId', message: ruleMessages.notYourStudent });
  if (version !== stored.version) {
    const current = await answerOf(unit.trx, found, id);
    throw new Problem('STALE', { message: ruleMessages.staleRecords, extra: { current } });
  }
  return found;
}

/** A recitation as it is answered, without its operation. */
async function answerOf(db: Db, { day, member }: OfStudent, id: number) {
  const all = [...(await recordsOf(db, day, [member])).values()].flat();
  const row = all.find((one) => one.id === id);
  if (!row) throw notFound();
  return {
    ...asRecitation(row),
    studentId: member.studentId,
    studentName: member.studentName,
    subjectCode: day.offering.subjectCode,
    recordDate: day.date,
    kind: row.kind,
    count: all.length,
  };
}
