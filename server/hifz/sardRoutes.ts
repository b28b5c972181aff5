import { sql } from 'kysely';
import { maxMistakes } from '../../contract/dailyRecords';
import type { BodyOf } from '../../contract/endpoint';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { sardApi } from '../../contract/hifz/sard';
import { juzSpan } from '../../contract/rules/hifz/spans';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { removeWithChildren } from '../db/bulk/cascade';
import {
  faultChanges,
  type FaultChanges,
  type FaultCount,
  loadFaultKindIds,
  parseFaults,
} from '../domain/faults';
import { refuseFutureDate } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { rosterQuery } from '../domain/offering';
import type { Db } from '../db/schema';
import { type Call, listRoute, type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import { type Pupil, pupilOf, subjectFor } from './pupils';
import { asSard, sardOf, sardPage, seenSard, type StoredSard } from './sards';

export const sardRoutes: Route[] = [
  listRoute(sardApi.list, async (call) => {
    const { data, user, query } = call;
    const isSeen = seenSard(call, await call.scope());
    return sardPage(data.read, query, isSeen, user.role === 'admin' ? 'students' : 'students_brief');
  }),

  route(sardApi.create, async (call) => {
    const { data, actor, body } = call;
    const { student_id, subject_code, faults = [], ...given } = body;
    const { unit, answer } = await data.write(actor, async (writing) => {
      const of = { subject_code, student_id, date: body.date };
      const { subjectId, pupil } = await placeFor(call, writing.trx, of);
      await refuseFutureDate(writing, body.date, 'date');
      const content = { examiner: null, mark: null, max: null, ...given };
      const counted = await checked(writing.trx, content, faults);
      const what = operationDescriptions.sardSaved(pupil.full_name, body.date);
      writing.describe('create', 'sard', pupil.full_name, what);
      const { id } = await writing.insert('sard', {
        ...columnsOf(content),
        subject_id: subjectId,
        student_row_id: pupil.id,
        faults_changed_at: null,
      });
      await writeFaults(writing, id, faultChanges([], counted));
      return { unit: writing, answer: await answerOf(writing.trx, id) };
    });
    return { ...answer, operation_id: unit.operation };
  }),

  route(sardApi.update, async (call) => {
    const { data, actor, params, body } = call;
    const { unit, answer } = await data.write(actor, (writing) => correct(call, writing, params.id, body));
    return { ...answer, operation_id: unit.operation };
  }),

  route(sardApi.remove, async (call) => {
    const { data, actor, params } = call;
    const { operation } = await data.write(actor, async (unit) => {
      const { id, full_name, date } = await sardToWrite(call, unit.trx, params.id);
      unit.describe('delete', 'sard', full_name, operationDescriptions.sardDeleted(full_name, date));
      await removeWithChildren(unit, 'sard', [id]);
      return unit;
    });
    return { message: successMessages.sardDeleted, operation_id: operation };
  }),
];

type Asking = Pick<Call, 'user' | 'scope'>;
type Content = Required<Omit<BodyOf<typeof sardApi.create>, 'student_id' | 'subject_code' | 'faults'>>;
type SentFaults = NonNullable<BodyOf<typeof sardApi.create>['faults']>;

/** @throws NOT_FOUND, STALE, VALIDATION */
async function correct(
  call: Asking,
  unit: UnitOfWork,
  id: number,
  { version, student_id, subject_code, faults, ...changes }: BodyOf<typeof sardApi.update>,
) {
  const { trx } = unit;
  const before = await sardToWrite(call, trx, id);
  const isMoved = (sent: string | undefined, stored: string) => sent !== undefined && sent !== stored;
  if (isMoved(student_id, before.student_id))
    throw invalid({ path: 'student_id', message: ruleMessages.sardLocked });
  if (isMoved(subject_code, before.subject_code))
    throw invalid({ path: 'subject_code', message: ruleMessages.sardLocked });
  const content = contentWith(before, changes);
  if (content.date !== before.date) {
    await placeFor(call, trx, { ...before, date: content.date });
    await refuseFutureDate(unit, content.date, 'date');
  }
  const counted = await checked(trx, content, faults, before.storedFaults);
  const what = operationDescriptions.sardSaved(before.full_name, content.date);
  unit.describe('update', 'sard', before.full_name, what);
  const ofFaults = faultChanges(before.storedFaults, counted);
  const areOther = ofFaults.removedIds.length + ofFaults.changed.length + ofFaults.added.length > 0;
  const changed = areOther ? { faults_changed_at: unit.laterThan(before.faults_changed_at ?? '') } : {};
  await unit.update('sard', id, { ...columnsOf(content), ...changed }, version, () => answerOf(trx, id));
  await writeFaults(unit, id, ofFaults);
  return { unit, answer: await answerOf(trx, id) };
}

/** The stored content with what was sent. */
function contentWith(
  { from_juz, to_juz, date, examiner, mark, max, passed }: StoredSard,
  sent: Partial<Content>,
): Content {
  const stored = { from_juz, to_juz, date, examiner, mark, max, passed: passed === 1 };
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...stored, ...(Object.fromEntries(given) as Partial<Content>) };
}

const columnsOf = ({ from_juz, to_juz, date, examiner, mark, max, passed }: Content) => ({
  from_juz,
  to_juz,
  date,
  examiner,
  mark,
  max,
  passed: passed ? 1 : 0,
});

async function answerOf(db: Db, id: number) {
  const row = await sardOf(db, id);
  if (!row) throw notFound();
  return asSard(row);
}

/**
 * Subject and student of a sard of a day: as daily records, the caller's then, and of the roster of the batch.
 * @throws NOT_FOUND outside of the scope, VALIDATION
 */
async function placeFor(
  call: Asking,
  db: Db,
  { subject_code, student_id, date }: { subject_code: string; student_id: string; date: string },
): Promise<{ subjectId: number; pupil: Pick<Pupil, 'id' | 'full_name'> }> {
  const scope = await call.scope(date);
  const then = { user: call.user, scope: async () => scope };
  const subject = await subjectFor(then, db, subject_code, null);
  const pupil = { subject: sql`${subject.id}`, student: sql.ref('enrolments.student_row_id') };
  const member = await rosterQuery(db, subject.batch_id, date)
    .select(sql<number>`case when ${scope.pupilsOn(pupil, date)} then 1 else 0 end`.as('isHis'))
    .where('students.student_id', '=', student_id)
    .executeTakeFirst();
  if (member?.isHis === 1)
    return { subjectId: subject.id, pupil: { id: member.rowId, full_name: member.studentName } };
  const { full_name } = await pupilOf(call, db, student_id);
  const message = member ? ruleMessages.notYourStudent : ruleMessages.notOfBatchThen(full_name);
  throw invalid({ path: 'student_id', message });
}

/**
 * The sard that the caller wants to change: of a student who was his on its day.
 * @throws NOT_FOUND outside of the scope; VALIDATION where he only sees it
 */
async function sardToWrite(call: Asking, db: Db, id: number): Promise<StoredSard> {
  const known = await db.selectFrom('sard').select('date').where('id', '=', id).executeTakeFirst();
  if (!known) throw notFound();
  const scope = await call.scope(known.date);
  const stored = await sardOf(db, id, seenSard(call, scope));
  if (!stored) throw notFound();
  const pupil = { subject: sql.ref('sard.subject_id'), student: sql.ref('sard.student_row_id') };
  const own = await sardOf(db, id, scope.pupilsOn(pupil, known.date));
  if (!own) throw invalid({ path: 'student_id', message: ruleMessages.notYourStudent });
  return own;
}

/**
 * The faults as they are to be stored.
 * @param sent undefined: those that are stored stay
 * @throws VALIDATION for what cannot be
 */
async function checked(
  db: Db,
  { from_juz, to_juz, mark, max }: Content,
  sent: SentFaults | undefined,
  stored: readonly FaultCount[] = [],
): Promise<readonly FaultCount[]> {
  const problems: ProblemDetail[] = [];
  if (to_juz < from_juz) throw invalid({ path: 'to_juz', message: ruleMessages.juzReversed });
  if (mark !== null && max === null) problems.push({ path: 'max', message: ruleMessages.markWithoutMax });
  if (mark !== null && max !== null && mark > max)
    problems.push({ path: 'mark', message: ruleMessages.markOverMax(mark, max) });
  const faults = sent ? parseFaults(sent, await loadFaultKindIds(db), problems) : stored;
  const [{ from: first }, { to: last }] = [juzSpan(from_juz), juzSpan(to_juz)];
  for (const [place, { ayah }] of faults.entries())
    if (ayah !== null && (ayah < first || ayah > last)) {
      const path = sent ? `faults.${place}.ayah` : 'to_juz';
      problems.push({ path, message: ruleMessages.faultOutsideSard });
    }
  const sum = faults.reduce((total, { count }) => total + count, 0);
  if (sum > maxMistakes) problems.push({ path: 'faults', message: ruleMessages.tooManyFaults(maxMistakes) });
  if (problems.length > 0) throw invalid(...problems);
  return faults;
}

async function writeFaults(
  unit: UnitOfWork,
  sard_id: number,
  { removedIds, changed, added }: FaultChanges,
): Promise<void> {
  await unit.remove('sard_faults', removedIds);
  await unit.updateMany('sard_faults', changed);
  const rows = added.map((fault) => ({ ...fault, sard_id }));
  await unit.insertMany('sard_faults', rows);
}
