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
import { type HifzStudent, findStudent, findSubject } from './students';
import { toSard, findSard, loadSardPage, isSardVisible, type StoredSard } from './sards';

export const sardRoutes: Route[] = [
  listRoute(sardApi.list, async (call) => {
    const { data, user, query } = call;
    const isVisible = isSardVisible(call, await call.scope());
    return loadSardPage(data.read, query, isVisible, user.role === 'admin' ? 'students' : 'students_brief');
  }),

  route(sardApi.create, async (call) => {
    const { data, actor, body } = call;
    const { student_id, subject_code, faults = [], ...input } = body;
    const {
      unit: { operation },
      answer,
    } = await data.write(actor, async (unit) => {
      const enrolmentQuery = { subject_code, student_id, date: body.date };
      const { subjectId, student } = await findSubjectAndStudent(call, unit.trx, enrolmentQuery);
      await refuseFutureDate(unit, body.date, 'date');
      const content = { examiner: null, mark: null, max: null, ...input };
      const faultCounts = await parseContent(unit.trx, content, faults);
      const description = operationDescriptions.sardSaved(student.full_name, body.date);
      unit.describe('create', 'sard', student.full_name, description);
      const { id } = await unit.insert('sard', {
        ...sardColumns(content),
        subject_id: subjectId,
        student_row_id: student.id,
        faults_changed_at: null,
      });
      await writeFaults(unit, id, faultChanges([], faultCounts));
      return { unit, answer: await loadSard(unit.trx, id) };
    });
    return { ...answer, operation_id: operation };
  }),

  route(sardApi.update, async (call) => {
    const { data, actor, params, body } = call;
    const {
      unit: { operation },
      answer,
    } = await data.write(actor, (unit) => updateSard(call, unit, params.id, body));
    return { ...answer, operation_id: operation };
  }),

  route(sardApi.remove, async (call) => {
    const { data, actor, params } = call;
    const { operation } = await data.write(actor, async (unit) => {
      const { id, full_name, date } = await findWritableSard(call, unit.trx, params.id);
      unit.describe('delete', 'sard', full_name, operationDescriptions.sardDeleted(full_name, date));
      await removeWithChildren(unit, 'sard', [id]);
      return unit;
    });
    return { message: successMessages.sardDeleted, operation_id: operation };
  }),
];

type CallContext = Pick<Call, 'user' | 'scope'>;
type Content = Required<Omit<BodyOf<typeof sardApi.create>, 'student_id' | 'subject_code' | 'faults'>>;
type SentFaults = NonNullable<BodyOf<typeof sardApi.create>['faults']>;

async function updateSard(
  call: CallContext,
  unit: UnitOfWork,
  id: number,
  { version, student_id, subject_code, faults, ...changes }: BodyOf<typeof sardApi.update>,
) {
  const { trx } = unit;
  const before = await findWritableSard(call, trx, id);
  const isOther = (value: string | undefined, stored: string) => value !== undefined && value !== stored;
  if (isOther(student_id, before.student_id))
    throw invalid({ path: 'student_id', message: ruleMessages.sardLocked });
  if (isOther(subject_code, before.subject_code))
    throw invalid({ path: 'subject_code', message: ruleMessages.sardLocked });
  const content = mergeContent(before, changes);
  if (content.date !== before.date) {
    await findSubjectAndStudent(call, trx, { ...before, date: content.date });
    await refuseFutureDate(unit, content.date, 'date');
  }
  const faultCounts = await parseContent(trx, content, faults, before.storedFaults);
  const description = operationDescriptions.sardSaved(before.full_name, content.date);
  unit.describe('update', 'sard', before.full_name, description);
  const changedFaults = faultChanges(before.storedFaults, faultCounts);
  const hasFaultChanges =
    changedFaults.removedIds.length + changedFaults.changed.length + changedFaults.added.length > 0;
  const changeTime = hasFaultChanges
    ? { faults_changed_at: unit.timeAfter(before.faults_changed_at ?? '') }
    : {};
  await unit.update('sard', id, { ...sardColumns(content), ...changeTime }, version, () => loadSard(trx, id));
  await writeFaults(unit, id, changedFaults);
  return { unit, answer: await loadSard(trx, id) };
}

function mergeContent(
  { from_juz, to_juz, date, examiner, mark, max, passed }: StoredSard,
  changes: Partial<Content>,
): Content {
  const stored = { from_juz, to_juz, date, examiner, mark, max, passed: passed === 1 };
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...stored, ...(Object.fromEntries(defined) as Partial<Content>) };
}

const sardColumns = ({ from_juz, to_juz, date, examiner, mark, max, passed }: Content) => ({
  from_juz,
  to_juz,
  date,
  examiner,
  mark,
  max,
  passed: passed ? 1 : 0,
});

async function loadSard(db: Db, id: number) {
  const row = await findSard(db, id);
  if (!row) throw notFound();
  return toSard(row);
}

/**
 * On that day, the student must be on the roster, and the caller must teach him.
 * @throws NOT_FOUND, VALIDATION
 */
async function findSubjectAndStudent(
  call: CallContext,
  db: Db,
  { subject_code, student_id, date }: { subject_code: string; student_id: string; date: string },
): Promise<{ subjectId: number; student: Pick<HifzStudent, 'id' | 'full_name'> }> {
  const scope = await call.scope(date);
  const callOnDay = { user: call.user, scope: async () => scope };
  const subject = await findSubject(callOnDay, db, subject_code, null);
  const enrolment = { subject: sql`${subject.id}`, student: sql.ref('enrolments.student_row_id') };
  const enrolled = await rosterQuery(db, subject.batch_id, date)
    .select(
      sql<number>`case when ${scope.isOwnStudentOn(enrolment, date)} then 1 else 0 end`.as('isOwnStudent'),
    )
    .where('students.student_id', '=', student_id)
    .executeTakeFirst();
  if (enrolled?.isOwnStudent === 1)
    return { subjectId: subject.id, student: { id: enrolled.rowId, full_name: enrolled.studentName } };
  const { full_name } = await findStudent(call, db, student_id);
  const message = enrolled ? ruleMessages.notYourStudent : ruleMessages.notInBatchOnDay(full_name);
  throw invalid({ path: 'student_id', message });
}

/** @throws NOT_FOUND outside of the scope; VALIDATION if the caller may only read */
async function findWritableSard(call: CallContext, db: Db, id: number): Promise<StoredSard> {
  const sard = await db.selectFrom('sard').select('date').where('id', '=', id).executeTakeFirst();
  if (!sard) throw notFound();
  const scope = await call.scope(sard.date);
  const readable = await findSard(db, id, isSardVisible(call, scope));
  if (!readable) throw notFound();
  const enrolment = { subject: sql.ref('sard.subject_id'), student: sql.ref('sard.student_row_id') };
  const writable = await findSard(db, id, scope.isOwnStudentOn(enrolment, sard.date));
  if (!writable) throw invalid({ path: 'student_id', message: ruleMessages.notYourStudent });
  return writable;
}

/** @param inputs undefined: the stored faults are returned @returns the faults to store @throws VALIDATION */
async function parseContent(
  db: Db,
  { from_juz, to_juz, mark, max }: Content,
  inputs: SentFaults | undefined,
  stored: readonly FaultCount[] = [],
): Promise<readonly FaultCount[]> {
  const problems: ProblemDetail[] = [];
  if (to_juz < from_juz) throw invalid({ path: 'to_juz', message: ruleMessages.juzReversed });
  if (mark !== null && max === null) problems.push({ path: 'max', message: ruleMessages.markWithoutMax });
  if (mark !== null && max !== null && mark > max)
    problems.push({ path: 'mark', message: ruleMessages.markOverMax(mark, max) });
  const faults = inputs ? parseFaults(inputs, await loadFaultKindIds(db), problems) : stored;
  const [{ from: first }, { to: last }] = [juzSpan(from_juz), juzSpan(to_juz)];
  for (const [index, { ayah }] of faults.entries())
    if (ayah !== null && (ayah < first || ayah > last)) {
      const path = inputs ? `faults.${index}.ayah` : 'to_juz';
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
