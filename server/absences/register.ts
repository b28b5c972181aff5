import type { absencesApi } from '../../contract/absences';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages, errors, type ProblemDetail } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import type { AbsenceType } from '../../contract/vocabulary';
import { forNoKeyUpdate, advisoryLock } from '../db/engine/dialect';
import { refuseFutureDate } from '../db/institute';
import type { Condition } from '../db/search/matching';
import { type Offering, offeringToWrite } from '../db/offering';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { Problem, invalid } from '../problem';
import { asRegister, type StoredRegister, readRegister, type StoredAbsence } from './queries';

/** The register of a subject on a day. */
interface Day {
  batchName: string;
  subjectCode: string;
  date: string;
}

/**
 * Adds absences to a register, which is thereby taken. None of them changes nothing where it was taken before.
 * @throws NOT_FOUND, VALIDATION, or DUPLICATE_ABSENCE with those who are recorded already
 */
export async function recordAbsences(
  unit: UnitOfWork,
  scope: Condition,
  day: Day,
  sent: readonly SentAbsence[],
): Promise<void> {
  const offering = await openDay(unit, scope, day, sent);
  const register = await readRegister(unit.trx, offering, day.date);
  const absences = readAbsences(sent, register);
  const recorded = new Map(register.absences.map((absence) => [absence.rowId, absence]));
  const duplicates = absences.flatMap(({ rowId }) => recorded.get(rowId) ?? []);
  if (duplicates.length > 0) throw duplicateAbsence(duplicates);
  if (register.row && absences.length === 0) return;
  const registerId = await changedRegister(unit, offering, day.date, register);
  await addAbsences(unit, { registerId, offering, date: day.date }, absences);
}

/**
 * Makes a register what is sent. The same again changes nothing, from whatever version it was sent.
 * @throws NOT_FOUND, VALIDATION, or STALE with the register as it is
 */
export async function setRegister(
  unit: UnitOfWork,
  scope: Condition,
  day: Day,
  sent: readonly SentAbsence[],
  version: number | undefined,
): Promise<StoredRegister> {
  const offering = await openDay(unit, scope, day, sent);
  const register = await readRegister(unit.trx, offering, day.date);
  const absences = readAbsences(sent, register);
  const recorded = new Map(register.absences.map((absence) => [absence.rowId, absence]));
  const wanted = new Set(absences.map(({ rowId }) => rowId));
  const added = absences.filter(({ rowId }) => !recorded.has(rowId));
  const removed = register.absences.filter(({ rowId }) => !wanted.has(rowId));
  const changed = absences.flatMap(({ rowId, type, notes }) => {
    const stored = recorded.get(rowId);
    const isSame = !stored || (stored.type === type && stored.notes === notes);
    return isSame ? [] : [{ id: stored.id, changes: { type, notes } }];
  });
  if (register.row && added.length + removed.length + changed.length === 0) return register;
  if (version !== undefined && version !== (register.row?.version ?? 0))
    throw new Problem('STALE', {
      message: ruleMessages.staleRegister,
      extra: { current: asRegister(register) },
    });
  const registerId = await changedRegister(unit, offering, day.date, register);
  await unit.remove(
    'absences',
    removed.map(({ id }) => id),
  );
  await unit.updateMany('absences', changed);
  await addAbsences(unit, { registerId, offering, date: day.date }, added);
  return readRegister(unit.trx, offering, day.date);
}

async function openDay(
  unit: UnitOfWork,
  scope: Condition,
  { batchName, subjectCode, date }: Day,
  sent: readonly SentAbsence[],
): Promise<Offering> {
  const numbers = sent.map(({ studentId }) => studentId);
  const offering = await offeringToWrite(unit, batchName, subjectCode, scope, async ({ subjectId }) => {
    // Before the look at who is recorded, or whoever waits here would hold others than those that he withdraws.
    await advisoryLock(unit.kind, `register ${subjectId} ${date}`)?.execute(unit.trx);
    await lockAbsentees(unit, subjectId, date, numbers);
  });
  await refuseFutureDate(unit, date, 'date');
  const { subjectName } = offering;
  const what = operationDescriptions.registerSaved(subjectName, offering.batchName, date);
  unit.describe('update', 'registers', subjectName, what);
  return offering;
}

/**
 * Before a register is read that is to be changed: who is named, and who is recorded absent on that day already.
 * @param numbers academic numbers
 */
async function lockAbsentees(
  { trx, kind }: UnitOfWork,
  subjectId: number,
  date: string,
  numbers: readonly string[],
): Promise<void> {
  if (kind === 'sqlite') return;
  const concerned = trx
    .selectFrom('absences')
    .select('student_row_id as id')
    .where('subject_id', '=', subjectId)
    .where('date', '=', date)
    .union(
      trx
        .selectFrom('students')
        .select('id')
        .where('student_id', 'in', [...numbers, '']),
    );
  await forNoKeyUpdate(
    kind,
    trx.selectFrom('students').select('id').where('id', 'in', concerned).orderBy('id'),
  ).execute();
}

/** Makes the register, or raises its version. @returns its row number */
async function changedRegister(
  unit: UnitOfWork,
  { subjectId }: Offering,
  date: string,
  { row, people }: StoredRegister,
): Promise<number> {
  if (row) {
    await unit.update('registers', row.id, { absences_changed_at: unit.laterThan(row.absences_changed_at) });
    return row.id;
  }
  const made = await unit.insert('registers', {
    subject_id: subjectId,
    date,
    students_count: people.length,
    absences_changed_at: unit.now,
  });
  return made.id;
}

async function addAbsences(
  unit: UnitOfWork,
  { registerId, offering, date }: { registerId: number; offering: Offering; date: string },
  absences: readonly Absence[],
): Promise<void> {
  if (absences.length === 0) return;
  const of = { register_id: registerId, subject_id: offering.subjectId, date };
  const rows = absences.map(({ rowId, type, notes }) => ({ ...of, student_row_id: rowId, type, notes }));
  await unit.insertMany('absences', rows);
}

type SentAbsence = BodyOf<typeof absencesApi.record>['absentStudents'][number];
/** The same, of a student who is known. */
interface Absence {
  rowId: number;
  type: AbsenceType;
  notes: string | null;
}

/** @throws VALIDATION naming each row of a student who is not of the register, or is there twice */
function readAbsences(sent: readonly SentAbsence[], { people }: StoredRegister): Absence[] {
  const rowIds = new Map(people.map(({ studentId, rowId }) => [studentId, rowId]));
  const problems: ProblemDetail[] = [];
  const absences = new Map<number, Absence>();
  sent.forEach(({ studentId, type, notes }, place) => {
    const path = `absentStudents.${place}.studentId`;
    const rowId = rowIds.get(studentId);
    if (rowId === undefined) problems.push({ path, message: ruleMessages.wrongBatchStudent });
    else if (absences.has(rowId)) problems.push({ path, message: ruleMessages.studentTwice });
    else absences.set(rowId, { rowId, type, notes: notes ?? null });
  });
  if (problems.length > 0) throw invalid(...problems);
  return [...absences.values()];
}

/** The one answer whose `error` is a constant; spec 2 §8. */
function duplicateAbsence(recorded: readonly StoredAbsence[]): Problem {
  const duplicates = recorded.map(({ studentId, studentName, type }) => ({
    studentId,
    studentName,
    currentType: type,
  }));
  const { message } = errors.DUPLICATE_ABSENCE;
  return new Problem('DUPLICATE_ABSENCE', { extra: { error: 'DUPLICATE_ABSENCE', message, duplicates } });
}
