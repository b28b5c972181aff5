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
import { findRequestedCircles } from './circles';
import {
  toRegister,
  type Attendee,
  type RequestedCircles,
  type CircleRegister,
  loadRegister,
  type StoredAbsence,
  type StoredRegister,
  registerVersion,
} from './day';

export interface DayQuery {
  batchName: string;
  subjectCode: string;
  date: string;
  circle_id?: number | undefined;
}

/**
 * Also marks the registers of the absent students' circles and of the requested circles as taken.
 * @throws NOT_FOUND, VALIDATION, or DUPLICATE_ABSENCE with the students that are already recorded
 */
export async function recordAbsences(
  unit: UnitOfWork,
  scope: Scope,
  query: DayQuery,
  inputs: readonly AbsenceInput[],
): Promise<void> {
  const { day, register } = await openRegister(unit, scope, query, inputs);
  const absences = parseAbsences(inputs, register, day);
  const recorded = new Map(register.absences.map((absence) => [absence.rowId, absence]));
  const duplicates = absences.flatMap(({ rowId }) => recorded.get(rowId) ?? []);
  if (duplicates.length > 0) throw duplicateAbsence(duplicates);
  const registerIds = await touchRegisters(unit, day, register, affectedRegisters(register, absences));
  await unit.updateMany('absences', buildChanges(register.absences, recorded, registerIds));
  await addAbsences(unit, day, registerIds, absences);
}

/**
 * If the content is equal, any version is accepted.
 * @throws NOT_FOUND, VALIDATION, or STALE with the current register
 */
export async function replaceRegister(
  unit: UnitOfWork,
  scope: Scope,
  query: DayQuery,
  inputs: readonly AbsenceInput[],
  version: number | undefined,
): Promise<StoredRegister> {
  const { day, register } = await openRegister(unit, scope, query, inputs);
  const absences = parseAbsences(inputs, register, day);
  const recorded = new Map(register.absences.map((absence) => [absence.rowId, absence]));
  const target = new Map(absences.map((absence) => [absence.rowId, absence]));
  const added = absences.filter(({ rowId }) => !recorded.has(rowId));
  const removed = register.absences.filter(({ rowId }) => !target.has(rowId));
  const changed = register.absences.filter(({ rowId, type, notes }) => {
    const updated = target.get(rowId);
    return updated && (updated.type !== type || updated.notes !== notes);
  });
  const affected = affectedRegisters(register, [...added, ...removed, ...changed]);
  if (affected.length === 0) return register;
  if (version !== undefined && version !== registerVersion(register))
    throw new Problem('STALE', {
      message: ruleMessages.staleRegister,
      extra: { current: toRegister(register) },
    });
  const registerIds = await touchRegisters(unit, day, register, affected);
  await unit.remove(
    'absences',
    removed.map(({ id }) => id),
  );
  await unit.updateMany('absences', buildChanges(register.absences, target, registerIds));
  await addAbsences(unit, day, registerIds, added);
  return loadRegister(unit.trx, day.offering, day.date, day.circles);
}

/** A save also creates the registers that nobody has taken yet. */
function affectedRegisters(
  { circleRegisters }: StoredRegister,
  students: readonly Pick<Attendee, 'circleId'>[],
): CircleRegister[] {
  const circles = new Set(students.map(({ circleId }) => circleId));
  return circleRegisters.filter(({ circleId, row }) => row === undefined || circles.has(circleId));
}

/** The absence moves to the register of the student's current circle. */
const buildChanges = (
  stored: readonly StoredAbsence[],
  target: ReadonlyMap<number, Absence>,
  registerIds: RegisterIds,
): RowChanges<'absences'>[] =>
  stored.flatMap(({ id, rowId, circleId, registerId, type, notes }) => {
    const updated = target.get(rowId);
    const register_id = registerIds.get(circleId);
    if (!updated || register_id === undefined) return [];
    if (register_id === registerId && updated.type === type && updated.notes === notes) return [];
    return [{ id, changes: { register_id, type: updated.type, notes: updated.notes } }];
  });

interface WritableDay {
  offering: Offering;
  date: string;
  circles: RequestedCircles;
}

async function openRegister(
  unit: UnitOfWork,
  scope: Scope,
  { batchName, subjectCode, date, circle_id }: DayQuery,
  inputs: readonly AbsenceInput[],
): Promise<{ day: WritableDay; register: StoredRegister }> {
  const studentNumbers = inputs.map(({ studentId }) => studentId);
  const offering = await lockOffering(unit, batchName, subjectCode, scope.subjects, async ({ subjectId }) => {
    // The lock comes before the read. Otherwise a waiting call would lock other students than it removes.
    await advisoryLock(unit.kind, `register ${subjectId} ${date}`)?.execute(unit.trx);
    await lockAbsentees(unit, subjectId, date, studentNumbers);
  });
  const circles = await findRequestedCircles(unit.trx, scope, { offering, date, circleId: circle_id });
  await refuseFutureDate(unit, date, 'date');
  unit.describe(
    'update',
    'registers',
    offering.subjectName,
    await describeSave(unit, offering, date, circles),
  );
  const register = await loadRegister(unit.trx, offering, date, circles);
  return { day: { offering, date, circles }, register };
}

async function describeSave(
  { trx }: UnitOfWork,
  { subjectName, batchName }: Offering,
  date: string,
  circles: RequestedCircles,
): Promise<string> {
  const [circleId] = circles?.length === 1 ? circles : [];
  if (circleId === undefined) return operationDescriptions.registerSaved(subjectName, batchName, date);
  const circle = trx.selectFrom('circles').select('name').where('id', '=', circleId);
  const { name } = await circle.executeTakeFirstOrThrow();
  return operationDescriptions.circleRegisterSaved(name, subjectName, batchName, date);
}

async function lockAbsentees(
  { trx, kind }: UnitOfWork,
  subjectId: number,
  date: string,
  studentNumbers: readonly string[],
): Promise<void> {
  if (kind === 'sqlite') return;
  const students = trx
    .selectFrom('absences')
    .select('student_row_id as id')
    .where('subject_id', '=', subjectId)
    .where('date', '=', date)
    .union(
      trx
        .selectFrom('students')
        .select('id')
        .where('student_id', 'in', [...studentNumbers, '']),
    );
  await forNoKeyUpdate(
    kind,
    trx.selectFrom('students').select('id').where('id', 'in', students).orderBy('id'),
  ).execute();
}

/** Key: id of the circle, or null for the students in no circle. */
type RegisterIds = ReadonlyMap<number | null, number>;

/** Inserts missing registers, and raises the version of existing ones. */
async function touchRegisters(
  unit: UnitOfWork,
  { offering, date }: WritableDay,
  { hasCircles, attendees }: StoredRegister,
  affected: readonly CircleRegister[],
): Promise<RegisterIds> {
  const ids = new Map<number | null, number>();
  for (const { circleId, studentCount, row } of affected) {
    if (row) {
      await unit.update('registers', row.id, {
        absences_changed_at: unit.timeAfter(row.absences_changed_at),
      });
      ids.set(circleId, row.id);
      continue;
    }
    const { id } = await unit.insert('registers', {
      subject_id: offering.subjectId,
      date,
      circle_id: circleId,
      students_count: studentCount,
      listed: hasCircles ? listStudents(attendees, circleId) : null,
      absences_changed_at: unit.now,
    });
    ids.set(circleId, id);
  }
  return ids;
}

const listStudents = (attendees: readonly Attendee[], circleId: number | null): string =>
  JSON.stringify(attendees.flatMap((attendee) => (attendee.circleId === circleId ? [attendee.rowId] : [])));

async function addAbsences(
  unit: UnitOfWork,
  { offering, date }: WritableDay,
  registerIds: RegisterIds,
  absences: readonly Absence[],
): Promise<void> {
  if (absences.length === 0) return;
  const day = { subject_id: offering.subjectId, date };
  const rows = absences.flatMap(({ rowId, circleId, type, notes }) => {
    const register_id = registerIds.get(circleId);
    return register_id === undefined ? [] : [{ ...day, register_id, student_row_id: rowId, type, notes }];
  });
  await unit.insertMany('absences', rows);
}

type AbsenceInput = BodyOf<typeof absencesApi.record>['absentStudents'][number];
interface Absence extends Pick<Attendee, 'rowId' | 'circleId'> {
  type: AbsenceType;
  notes: string | null;
}

/** @throws VALIDATION for each row with a student outside of the register, or with a repeated student */
function parseAbsences(
  inputs: readonly AbsenceInput[],
  { attendees }: StoredRegister,
  { circles }: WritableDay,
): Absence[] {
  const attendeesById = new Map(attendees.map((attendee) => [attendee.studentId, attendee]));
  const notInRegister = circles === null ? ruleMessages.wrongBatchStudent : ruleMessages.wrongCircleStudent;
  const problems: ProblemDetail[] = [];
  const absences = new Map<number, Absence>();
  inputs.forEach(({ studentId, type, notes }, index) => {
    const path = `absentStudents.${index}.studentId`;
    const attendee = attendeesById.get(studentId);
    if (!attendee) problems.push({ path, message: notInRegister });
    else if (absences.has(attendee.rowId)) problems.push({ path, message: ruleMessages.studentTwice });
    else {
      const { rowId, circleId } = attendee;
      absences.set(rowId, { rowId, circleId, type, notes: notes ?? null });
    }
  });
  if (problems.length > 0) throw invalid(...problems);
  return [...absences.values()];
}

/** In this error response, `error` is always the same text (spec 2 §8). */
function duplicateAbsence(recorded: readonly StoredAbsence[]): Problem {
  const duplicates = recorded.map(({ studentId, studentName, type }) => ({
    studentId,
    studentName,
    currentType: type,
  }));
  const { message } = errors.DUPLICATE_ABSENCE;
  return new Problem('DUPLICATE_ABSENCE', { extra: { error: 'DUPLICATE_ABSENCE', message, duplicates } });
}
