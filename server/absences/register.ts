import type { absencesApi } from '../../contract/absences';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages, errors, type ProblemDetail } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import type { AbsenceType } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { forNoKeyUpdate, advisoryLock } from '../db/engine/dialect';
import { refuseFutureDate } from '../domain/institute';
import { type Offering, lockOffering } from '../domain/offering';
import type { RowChanges, UnitOfWork } from '../db/log/unitOfWork';
import { Problem, invalid } from '../problem';
import { circlesMeant } from './circles';
import {
  asRegister,
  type Attendee,
  type Circles,
  type Part,
  readRegister,
  type StoredAbsence,
  type StoredRegister,
  versionOf,
} from './day';

/** The register of a subject on a day, or that of one circle. */
export interface AskedDay {
  batchName: string;
  subjectCode: string;
  date: string;
  circle_id?: number | undefined;
}

/**
 * Adds absences to a register and marks it as taken. With circles, the registers concerned are those of the absent
 * students' circles and those named by the call. Without absences nothing changes if it was taken before.
 * @throws NOT_FOUND, VALIDATION, or DUPLICATE_ABSENCE with the students who are recorded already
 */
export async function recordAbsences(
  unit: UnitOfWork,
  scope: Scope,
  asked: AskedDay,
  sent: readonly SentAbsence[],
): Promise<void> {
  const { day, register } = await openDay(unit, scope, asked, sent);
  const absences = readAbsences(sent, register, day);
  const recorded = new Map(register.absences.map((absence) => [absence.rowId, absence]));
  const duplicates = absences.flatMap(({ rowId }) => recorded.get(rowId) ?? []);
  if (duplicates.length > 0) throw duplicateAbsence(duplicates);
  const registerIds = await changedRegisters(unit, day, register, partsOf(register, absences));
  await unit.updateMany('absences', changesOf(register.absences, recorded, registerIds));
  await addAbsences(unit, day, registerIds, absences);
}

/**
 * Replaces a register by what is sent. Sending the same again changes nothing, whatever the version; a part without a
 * difference is not written.
 * @throws NOT_FOUND, VALIDATION, or STALE with the current register
 */
export async function setRegister(
  unit: UnitOfWork,
  scope: Scope,
  asked: AskedDay,
  sent: readonly SentAbsence[],
  version: number | undefined,
): Promise<StoredRegister> {
  const { day, register } = await openDay(unit, scope, asked, sent);
  const absences = readAbsences(sent, register, day);
  const recorded = new Map(register.absences.map((absence) => [absence.rowId, absence]));
  const wanted = new Map(absences.map((absence) => [absence.rowId, absence]));
  const added = absences.filter(({ rowId }) => !recorded.has(rowId));
  const removed = register.absences.filter(({ rowId }) => !wanted.has(rowId));
  const changed = register.absences.filter(({ rowId, type, notes }) => {
    const now = wanted.get(rowId);
    return now && (now.type !== type || now.notes !== notes);
  });
  const parts = partsOf(register, [...added, ...removed, ...changed]);
  if (parts.length === 0) return register;
  if (version !== undefined && version !== versionOf(register))
    throw new Problem('STALE', {
      message: ruleMessages.staleRegister,
      extra: { current: asRegister(register) },
    });
  const registerIds = await changedRegisters(unit, day, register, parts);
  await unit.remove(
    'absences',
    removed.map(({ id }) => id),
  );
  await unit.updateMany('absences', changesOf(register.absences, wanted, registerIds));
  await addAbsences(unit, day, registerIds, added);
  return readRegister(unit.trx, day.offering, day.date, day.circles);
}

/** The parts of these students, and the parts that have not been taken. */
function partsOf({ parts }: StoredRegister, concerned: readonly Pick<Attendee, 'circleId'>[]): Part[] {
  const circles = new Set(concerned.map(({ circleId }) => circleId));
  return parts.filter(({ circleId, row }) => row === undefined || circles.has(circleId));
}

/**
 * The changes of absences that stay in the register. An absence that was recorded before the student was put into a
 * circle is moved into the register of the circle.
 */
const changesOf = (
  stored: readonly StoredAbsence[],
  wanted: ReadonlyMap<number, Absence>,
  registerIds: RegisterIds,
): RowChanges<'absences'>[] =>
  stored.flatMap(({ id, rowId, circleId, registerId, type, notes }) => {
    const now = wanted.get(rowId);
    const register_id = registerIds.get(circleId);
    if (!now || register_id === undefined) return [];
    if (register_id === registerId && now.type === type && now.notes === notes) return [];
    return [{ id, changes: { register_id, type: now.type, notes: now.notes } }];
  });

/** A day that is written, with the circles concerned. */
interface Day {
  offering: Offering;
  date: string;
  circles: Circles;
}

async function openDay(
  unit: UnitOfWork,
  scope: Scope,
  { batchName, subjectCode, date, circle_id }: AskedDay,
  sent: readonly SentAbsence[],
): Promise<{ day: Day; register: StoredRegister }> {
  const numbers = sent.map(({ studentId }) => studentId);
  const offering = await lockOffering(unit, batchName, subjectCode, scope.subjects, async ({ subjectId }) => {
    // Taken before reading who is recorded: otherwise a waiting call would lock other students than it removes.
    await advisoryLock(unit.kind, `register ${subjectId} ${date}`)?.execute(unit.trx);
    await lockAbsentees(unit, subjectId, date, numbers);
  });
  const circles = await circlesMeant(unit.trx, scope, { offering, date, circleId: circle_id });
  await refuseFutureDate(unit, date, 'date');
  unit.describe(
    'update',
    'registers',
    offering.subjectName,
    await descriptionOf(unit, offering, date, circles),
  );
  const register = await readRegister(unit.trx, offering, date, circles);
  return { day: { offering, date, circles }, register };
}

/** How the log describes the save of a register; the register of one circle is described by its name. */
async function descriptionOf(
  { trx }: UnitOfWork,
  { subjectName, batchName }: Offering,
  date: string,
  circles: Circles,
): Promise<string> {
  const [only] = circles?.length === 1 ? circles : [];
  if (only === undefined) return operationDescriptions.registerSaved(subjectName, batchName, date);
  const circle = trx.selectFrom('circles').select('name').where('id', '=', only);
  const { name } = await circle.executeTakeFirstOrThrow();
  return operationDescriptions.circleRegisterSaved(name, subjectName, batchName, date);
}

/**
 * Locks the students named in the call and the students recorded absent on that day, before the register is read.
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

/** The row numbers of registers, by circle. */
type RegisterIds = ReadonlyMap<number | null, number>;

/** Creates the registers of these parts, or raises their versions. */
async function changedRegisters(
  unit: UnitOfWork,
  { offering, date }: Day,
  { hasCircles, people }: StoredRegister,
  parts: readonly Part[],
): Promise<RegisterIds> {
  const ids = new Map<number | null, number>();
  for (const { circleId, size, row } of parts) {
    if (row) {
      await unit.update('registers', row.id, {
        absences_changed_at: unit.laterThan(row.absences_changed_at),
      });
      ids.set(circleId, row.id);
      continue;
    }
    const { id } = await unit.insert('registers', {
      subject_id: offering.subjectId,
      date,
      circle_id: circleId,
      students_count: size,
      listed: hasCircles ? listedIn(people, circleId) : null,
      absences_changed_at: unit.now,
    });
    ids.set(circleId, id);
  }
  return ids;
}

const listedIn = (people: readonly Attendee[], circleId: number | null): string =>
  JSON.stringify(people.flatMap((one) => (one.circleId === circleId ? [one.rowId] : [])));

async function addAbsences(
  unit: UnitOfWork,
  { offering, date }: Day,
  registerIds: RegisterIds,
  absences: readonly Absence[],
): Promise<void> {
  if (absences.length === 0) return;
  const of = { subject_id: offering.subjectId, date };
  const rows = absences.flatMap(({ rowId, circleId, type, notes }) => {
    const register_id = registerIds.get(circleId);
    return register_id === undefined ? [] : [{ ...of, register_id, student_row_id: rowId, type, notes }];
  });
  await unit.insertMany('absences', rows);
}

type SentAbsence = BodyOf<typeof absencesApi.record>['absentStudents'][number];
/** An absence of a known student. */
interface Absence extends Pick<Attendee, 'rowId' | 'circleId'> {
  type: AbsenceType;
  notes: string | null;
}

/** @throws VALIDATION naming each row of a student who is not in the register, or is named twice */
function readAbsences(sent: readonly SentAbsence[], { people }: StoredRegister, { circles }: Day): Absence[] {
  const known = new Map(people.map((person) => [person.studentId, person]));
  const stranger = circles === null ? ruleMessages.wrongBatchStudent : ruleMessages.wrongCircleStudent;
  const problems: ProblemDetail[] = [];
  const absences = new Map<number, Absence>();
  sent.forEach(({ studentId, type, notes }, place) => {
    const path = `absentStudents.${place}.studentId`;
    const person = known.get(studentId);
    if (!person) problems.push({ path, message: stranger });
    else if (absences.has(person.rowId)) problems.push({ path, message: ruleMessages.studentTwice });
    else {
      const { rowId, circleId } = person;
      absences.set(rowId, { rowId, circleId, type, notes: notes ?? null });
    }
  });
  if (problems.length > 0) throw invalid(...problems);
  return [...absences.values()];
}

/** The only answer whose `error` is a constant; spec 2 §8. */
function duplicateAbsence(recorded: readonly StoredAbsence[]): Problem {
  const duplicates = recorded.map(({ studentId, studentName, type }) => ({
    studentId,
    studentName,
    currentType: type,
  }));
  const { message } = errors.DUPLICATE_ABSENCE;
  return new Problem('DUPLICATE_ABSENCE', { extra: { error: 'DUPLICATE_ABSENCE', message, duplicates } });
}
