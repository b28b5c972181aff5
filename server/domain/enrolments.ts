import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type NamedEnrolment, ruleMessages } from '../../contract/errors';
import type { Enrolment } from '../../contract/students/enrolments';
import type { EnrolmentBeginning, Role, StudentStatus } from '../../contract/vocabulary';
import { invalid } from '../problem';
import { forEachChunk } from '../db/engine/chunks';
import type { RowChanges, UnitOfWork } from '../db/log/unitOfWork';
import type { Db, NewRow, Row } from '../db/schema';
import { withPerRowForm, type Condition, type RowSet } from '../db/search/matching';

/** SQL condition on `enrolments`: the enrolment is open and the student is active. */
export const isOnRoster: Condition = sql`enrolments.to_date is null
  and not exists (select 1 from student_statuses as paused where paused.student_row_id = enrolments.student_row_id
    and paused.to_date is null and paused.status <> 'active')`;

/** SQL condition on `enrolments`: the student is on the roster of the day (rule 1 of the domain). */
export const isOnRosterOn = (day: string | RawBuilder<string>): Condition => sql`
  (enrolments.from_date <= ${day} or not exists (select 1 from enrolments as earlier
    where earlier.student_row_id = enrolments.student_row_id
      and (earlier.from_date, earlier.id) < (enrolments.from_date, enrolments.id)))
  and (enrolments.to_date is null or enrolments.to_date > ${day})
  and not exists (select 1 from student_statuses as paused where paused.student_row_id = enrolments.student_row_id
    and paused.from_date <= ${day} and (paused.to_date is null or paused.to_date > ${day})
    and paused.status <> 'active')`;

/** A student has at most one enrolment with `is_shown`, so each id occurs once. */
export const studentsInBatches = (isBatch: Condition): RowSet => ({
  id: sql.ref('student_row_id'),
  rows: sql`from enrolments where is_shown = 1 and ${isBatch}`,
});

export const withShownEnrolment = sql`left join enrolments
  on enrolments.student_row_id = students.id and enrolments.is_shown = 1`;

export interface Placement {
  studentRowId: number;
  batchId: number | null;
}

interface Move {
  date: string;
  kind: 'moved' | 'promoted' | 'repeated';
  reason?: string | null;
}

const chunkSize = 1_000;

/** An enrolment that starts on the same day is deleted if the student has no records in its batch. */
export async function placeStudents(
  unit: UnitOfWork,
  placements: readonly Placement[],
  move: Move,
): Promise<void> {
  await forEachChunk(unit, placements, chunkSize, (chunk) => placeChunk(unit, chunk, move));
}

async function placeChunk(
  unit: UnitOfWork,
  placements: readonly Placement[],
  { date, kind, reason = null }: Move,
) {
  const enrolmentsByStudent = await loadEnrolments(
    unit,
    placements.map(({ studentRowId }) => studentRowId),
  );
  const updates: { id: number; changes: Partial<Row<'enrolments'>> }[] = [];
  const emptyIds: number[] = [];
  const movedIds: number[] = [];
  const beginnings: (Placement & { batchId: number; day: string; isFirst: boolean })[] = [];
  for (const { studentRowId, batchId } of placements) {
    const enrolments = enrolmentsByStudent.get(studentRowId) ?? [];
    const shownEnrolment = enrolments.find(({ is_shown }) => is_shown === 1);
    if (shownEnrolment?.batch_id === batchId && shownEnrolment.to_date === null) continue;
    movedIds.push(studentRowId);
    let earlier = enrolments.filter((one) => one !== shownEnrolment);
    // After a change of the institute's time zone, an enrolment may start or end after today.
    const earliestDay = earliestMoveDay(enrolments);
    const day = earliestDay !== null && earliestDay > date ? earliestDay : date;
    if (shownEnrolment) {
      const isEmpty =
        shownEnrolment.to_date === null &&
        shownEnrolment.from_date >= date &&
        (earlier.some(({ batch_id }) => batch_id === shownEnrolment.batch_id) ||
          !(await hasRecordsIn(unit, shownEnrolment)));
      if (isEmpty) emptyIds.push(shownEnrolment.id);
      else {
        earlier = enrolments;
        if (shownEnrolment.to_date !== null)
          updates.push({ id: shownEnrolment.id, changes: { is_shown: 0 } });
        else
          updates.push({
            id: shownEnrolment.id,
            changes: { to_date: day, ended_as: batchId === null ? null : kind, is_shown: 0 },
          });
      }
    }
    if (batchId === null) continue;
    const last = earlier.at(-1);
    if (last && last !== shownEnrolment && last.to_date === day && last.batch_id === batchId)
      updates.push({ id: last.id, changes: { to_date: null, ended_as: null, is_shown: 1 } });
    else beginnings.push({ studentRowId, batchId, day, isFirst: earlier.length === 0 });
  }
  if (emptyIds.length > 0) await unit.remove('enrolments', emptyIds);
  await unit.updateMany('enrolments', updates);
  if (beginnings.length > 0)
    await unit.insertMany(
      'enrolments',
      beginnings.map(({ studentRowId, batchId, day, isFirst }) =>
        // A first enrolment keeps the kind that the caller has chosen. `moved` is only the default.
        newEnrolment(studentRowId, batchId, day, isFirst && kind === 'moved' ? 'joined' : kind, reason),
      ),
    );
  await raiseVersions(unit, movedIds);
}

/** Returns the first day on which a move makes no enrolments overlap; null means any day. */
export const earliestMoveDay = (enrolments: readonly Row<'enrolments'>[]): string | null => {
  const last = enrolments.find(({ is_shown }) => is_shown === 1) ?? enrolments.at(-1);
  return last ? (last.to_date ?? last.from_date) : null;
};

/** Skips students that this unit of work has created. */
export async function raiseVersions(unit: UnitOfWork, studentRowIds: readonly number[]): Promise<void> {
  const createdIds = new Set(
    unit.changed('students').flatMap(({ before, after }) => (before ? [] : (after?.id ?? []))),
  );
  const ids = studentRowIds.filter((id) => !createdIds.has(id));
  if (ids.length === 0) return;
  const rows = await unit.trx
    .selectFrom('students')
    .select(['id', 'placed_at'])
    .where('id', 'in', ids)
    .execute();
  await unit.updateMany(
    'students',
    rows.map(({ id, placed_at }) => ({ id, changes: { placed_at: unit.timeAfter(placed_at ?? '') } })),
  );
}

export const loadEnrolments = (unit: UnitOfWork, studentRowIds: readonly number[]) =>
  loadRowsByStudent(unit, 'enrolments', studentRowIds);

async function loadRowsByStudent<T extends 'enrolments' | 'student_statuses'>(
  { trx }: UnitOfWork,
  table: T,
  studentRowIds: readonly number[],
): Promise<Map<number, Row<T>[]>> {
  const { rows } = await sql<Row<T> & { student_row_id: number }>`
    select * from ${sql.table(table)} where student_row_id in (${sql.join(studentRowIds)})
    order by from_date, id`.execute(trx);
  const rowsByStudent = new Map<number, Row<T>[]>();
  for (const row of rows)
    rowsByStudent.set(row.student_row_id, [...(rowsByStudent.get(row.student_row_id) ?? []), row]);
  return rowsByStudent;
}

export async function loadEnrolmentHistory(db: Db, studentRowId: number, role: Role): Promise<Enrolment[]> {
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
    .innerJoin('programs', 'programs.id', 'batches.program_row_id')
    .select(['enrolments.id', 'batch_id', 'batch_name', 'programs.program_id'])
    .select(['from_date as from', 'to_date as to', 'began_as', 'ended_as', 'reason'])
    .where('student_row_id', '=', studentRowId)
    .orderBy('from_date', 'desc')
    .orderBy('enrolments.id', 'desc')
    .execute();
  return role === 'admin' ? rows : rows.map((row) => ({ ...row, reason: null }));
}

/** The shown enrolment with its names, else the last one. */
export const loadNamedEnrolment = (db: Db, studentRowId: number): Promise<NamedEnrolment> =>
  db
    .selectFrom('enrolments')
    .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
    .innerJoin('programs', 'programs.id', 'batches.program_row_id')
    .select(['batch_name', 'program_name', 'from_date as from'])
    .where('student_row_id', '=', studentRowId)
    .orderBy('is_shown', 'desc')
    .orderBy('from_date', 'desc')
    .orderBy('enrolments.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

const newEnrolment = (
  student_row_id: number,
  batch_id: number,
  from_date: string,
  began_as: EnrolmentBeginning,
  reason: string | null,
): NewRow<'enrolments'> => ({
  student_row_id,
  batch_id,
  from_date,
  to_date: null,
  began_as,
  ended_as: null,
  reason,
  is_shown: 1,
});

export async function hasRecordsIn(
  { trx }: UnitOfWork,
  { student_row_id, batch_id }: Pick<Row<'enrolments'>, 'student_row_id' | 'batch_id'>,
): Promise<boolean> {
  const existsIn = (table: RawBuilder<unknown>) => sql`exists (select 1 from subjects join ${table} as records
    on records.subject_id = subjects.id and records.student_row_id = ${student_row_id} where subjects.batch_id = ${batch_id})`;
  const { rows } = await sql<{ has: SqlBool }>`
    select (${existsIn(sql.table('grades'))} or ${existsIn(sql.table('absences'))} or ${existsIn(sql.table('daily_records'))} or ${existsIn(sql.table('sard'))}) as has`.execute(
    trx,
  );
  return Boolean(rows[0]?.has);
}

/** SQL condition on `students`. A student without a status row is active. */
export const hasStatus = (status: StudentStatus): Condition =>
  status === 'active'
    ? sql`not exists (select 1 from student_statuses as stated
        where stated.student_row_id = students.id and stated.to_date is null and stated.status <> 'active')`
    : withPerRowForm(
        sql`students.id in (select stated.student_row_id from student_statuses as stated
          where stated.to_date is null and stated.status = ${status})`,
        sql`exists (select 1 from student_statuses as stated
          where stated.student_row_id = students.id and stated.to_date is null and stated.status = ${status})`,
      );

/** A student without an active status cannot get a batch. @throws VALIDATION */
export function refuseUnenrolled(
  students: readonly { full_name: string; status: StudentStatus }[],
  path = 'batch_name',
): void {
  const unenrolled = students.find(({ status }) => leavesBatch(status));
  if (unenrolled) throw invalid({ path, message: ruleMessages.unenrolled(unenrolled.full_name) });
}

const leavesBatch = (status: StudentStatus): status is 'withdrawn' | 'graduated' =>
  status === 'withdrawn' || status === 'graduated';

interface StatusChange {
  status: StudentStatus;
  date: string;
  reason?: string | null;
}

export async function setStatuses(
  unit: UnitOfWork,
  students: readonly { id: number; full_name: string; status: StudentStatus }[],
  change: StatusChange,
): Promise<number[]> {
  const changedStudents = students.filter(({ status }) => status !== change.status);
  await forEachChunk(unit, changedStudents, chunkSize, (chunk) => setStatusOfChunk(unit, chunk, change));
  return changedStudents.map(({ id }) => id);
}

async function setStatusOfChunk(
  unit: UnitOfWork,
  students: readonly { id: number; full_name: string }[],
  { status, date, reason = null }: StatusChange,
): Promise<void> {
  const ids = students.map(({ id }) => id);
  const enrolmentsByStudent = await loadEnrolments(unit, ids);
  const statusesByStudent = await loadRowsByStudent(unit, 'student_statuses', ids);
  const statusUpdates: RowChanges<'student_statuses'>[] = [];
  const voidStatusIds: number[] = [];
  const newStatuses: NewRow<'student_statuses'>[] = [];
  const enrolmentUpdates: RowChanges<'enrolments'>[] = [];
  const newEnrolments: NewRow<'enrolments'>[] = [];
  for (const { id, full_name } of students) {
    const statuses = statusesByStudent.get(id) ?? [];
    const openStatus = statuses.find(({ to_date }) => to_date === null);
    const shownEnrolment = enrolmentsByStudent.get(id)?.find(({ is_shown }) => is_shown === 1);
    const earliestDays = [openStatus?.from_date, shownEnrolment?.to_date ?? shownEnrolment?.from_date].filter(
      (day) => day != null,
    );
    if (earliestDays.some((day) => date < day))
      throw invalid({ path: 'date', message: ruleMessages.statusBeforeLast(full_name) });
    // A status that starts on the same day never had an effect, so the new status replaces it.
    const isVoid = openStatus?.from_date === date;
    const previous = isVoid ? statuses.at(-2) : openStatus;
    if (openStatus && isVoid) voidStatusIds.push(openStatus.id);
    else if (openStatus) statusUpdates.push({ id: openStatus.id, changes: { to_date: date } });
    const continuesPrevious = isVoid && (previous?.status ?? 'active') === status;
    if (continuesPrevious && previous) statusUpdates.push({ id: previous.id, changes: { to_date: null } });
    if (!continuesPrevious)
      newStatuses.push({ student_row_id: id, status, from_date: date, to_date: null, reason });
    if (!shownEnrolment) continue;
    if (leavesBatch(status)) {
      // An enrolment that ended on an earlier day keeps its end date.
      if (shownEnrolment.to_date === null || shownEnrolment.to_date === date)
        enrolmentUpdates.push({ id: shownEnrolment.id, changes: { to_date: date, ended_as: status } });
    } else if (shownEnrolment.to_date === date)
      enrolmentUpdates.push({ id: shownEnrolment.id, changes: { to_date: null, ended_as: null } });
    else if (shownEnrolment.to_date !== null) {
      enrolmentUpdates.push({ id: shownEnrolment.id, changes: { is_shown: 0 } });
      newEnrolments.push(newEnrolment(id, shownEnrolment.batch_id, date, 'joined', null));
    }
  }
  if (voidStatusIds.length > 0) await unit.remove('student_statuses', voidStatusIds);
  await unit.updateMany('student_statuses', statusUpdates);
  if (newStatuses.length > 0) await unit.insertMany('student_statuses', newStatuses);
  await unit.updateMany('enrolments', enrolmentUpdates);
  if (newEnrolments.length > 0) await unit.insertMany('enrolments', newEnrolments);
  await raiseVersions(unit, ids);
}
