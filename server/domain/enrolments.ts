import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import type { Enrolment } from '../../contract/students/enrolments';
import type { EnrolmentBeginning, Role, StudentStatus } from '../../contract/vocabulary';
import { invalid } from '../problem';
import { forEachChunk } from '../db/engine/chunks';
import type { RowChanges, UnitOfWork } from '../db/log/unitOfWork';
import type { Db, NewRow, Row } from '../db/schema';
import { withPerRowForm, type Condition, type RowSet } from '../db/search/matching';

/** SQL on `enrolments`: it is on the present roster: open, and of an active student. */
export const isOnRoster: Condition = sql`enrolments.to_date is null
  and not exists (select 1 from student_statuses as paused where paused.student_row_id = enrolments.student_row_id
    and paused.to_date is null and paused.status <> 'active')`;

/** SQL on `enrolments`: it is on the roster of a day (rule 1 of the domain). */
export const isOnRosterOf = (day: string): Condition => sql`
  (enrolments.from_date <= ${day} or not exists (select 1 from enrolments as earlier
    where earlier.student_row_id = enrolments.student_row_id
      and (earlier.from_date, earlier.id) < (enrolments.from_date, enrolments.id)))
  and (enrolments.to_date is null or enrolments.to_date > ${day})
  and not exists (select 1 from student_statuses as paused where paused.student_row_id = enrolments.student_row_id
    and paused.from_date <= ${day} and (paused.to_date is null or paused.to_date > ${day})
    and paused.status <> 'active')`;

/** The students whose record shows one of these batches; a record shows one at most. */
export const studentsShownIn = (isBatch: Condition): RowSet => ({
  id: sql.ref('student_row_id'),
  rows: sql`from enrolments where is_shown = 1 and ${isBatch}`,
});

/** Joins the enrolment that the record of a student shows, as `enrolments`; none if he is in no batch. */
export const withShownEnrolment = sql`left join enrolments
  on enrolments.student_row_id = students.id and enrolments.is_shown = 1`;

/** The new place of a student: a batch, or null for none. */
export interface Placement {
  studentRowId: number;
  batchId: number | null;
}

interface Move {
  /** The first day in the new batch. */
  date: string;
  as: 'moved' | 'promoted' | 'repeated';
  reason?: string | null;
}

const chunkSize = 1_000;

/**
 * Ends the enrolments of students and starts new ones. An enrolment that started on the same day is deleted if nothing
 * is recorded in the batch or the student has an earlier enrolment in it; a student who so returns to the batch of the
 * day before is treated as if he had not left.
 */
export async function placeStudents(
  unit: UnitOfWork,
  placements: readonly Placement[],
  move: Move,
): Promise<void> {
  await forEachChunk(unit, placements, chunkSize, (part) => placeSome(unit, part, move));
}

async function placeSome(
  unit: UnitOfWork,
  placements: readonly Placement[],
  { date, as, reason = null }: Move,
) {
  const known = await enrolmentsOf(
    unit,
    placements.map(({ studentRowId }) => studentRowId),
  );
  const ended: { id: number; changes: Partial<Row<'enrolments'>> }[] = [];
  const empty: number[] = [];
  const moved: number[] = [];
  const begun: (Placement & { batchId: number; day: string; isFirst: boolean })[] = [];
  for (const { studentRowId, batchId } of placements) {
    const own = known.get(studentRowId) ?? [];
    const shown = own.find(({ is_shown }) => is_shown === 1);
    if (shown?.batch_id === batchId && shown.to_date === null) continue;
    moved.push(studentRowId);
    let before = own.filter((one) => one !== shown);
    // The enrolment may begin or end after today, if the institute has moved to another time zone.
    const earliest = earliestMove(own);
    const day = earliest !== null && earliest > date ? earliest : date;
    if (shown) {
      const isEmpty =
        shown.to_date === null &&
        shown.from_date >= date &&
        (before.some(({ batch_id }) => batch_id === shown.batch_id) || !(await hasWorkIn(unit, shown)));
      if (isEmpty) empty.push(shown.id);
      else {
        before = own;
        if (shown.to_date !== null) ended.push({ id: shown.id, changes: { is_shown: 0 } });
        else
          ended.push({
            id: shown.id,
            changes: { to_date: day, ended_as: batchId === null ? null : as, is_shown: 0 },
          });
      }
    }
    if (batchId === null) continue;
    const last = before.at(-1);
    if (last && last !== shown && last.to_date === day && last.batch_id === batchId)
      ended.push({ id: last.id, changes: { to_date: null, ended_as: null, is_shown: 1 } });
    else begun.push({ studentRowId, batchId, day, isFirst: before.length === 0 });
  }
  if (empty.length > 0) await unit.remove('enrolments', empty);
  await unit.updateMany('enrolments', ended);
  if (begun.length > 0)
    await unit.insertMany(
      'enrolments',
      begun.map(({ studentRowId, batchId, day, isFirst }) =>
        // What a person says of a first enrolment is kept; `moved` says no more than that there is one.
        newEnrolment(studentRowId, batchId, day, isFirst && as === 'moved' ? 'joined' : as, reason),
      ),
    );
  await raiseVersions(unit, moved);
}

/**
 * The first day on which a student with these enrolments can be moved, so that no two of them overlap; null if any day
 * is possible.
 */
export const earliestMove = (enrolments: readonly Row<'enrolments'>[]): string | null => {
  const last = enrolments.find(({ is_shown }) => is_shown === 1) ?? enrolments.at(-1);
  return last ? (last.to_date ?? last.from_date) : null;
};

/**
 * Raises the version of the records of students whose enrolments or status changed; not of records that this unit
 * created.
 */
export async function raiseVersions(unit: UnitOfWork, studentRowIds: readonly number[]): Promise<void> {
  const made = new Set(
    unit.changed('students').flatMap(({ before, after }) => (before ? [] : (after?.id ?? []))),
  );
  const changed = studentRowIds.filter((id) => !made.has(id));
  if (changed.length === 0) return;
  const rows = await unit.trx
    .selectFrom('students')
    .select(['id', 'placed_at'])
    .where('id', 'in', changed)
    .execute();
  await unit.updateMany(
    'students',
    rows.map(({ id, placed_at }) => ({ id, changes: { placed_at: unit.laterThan(placed_at ?? '') } })),
  );
}

/** The enrolments of students, by student, sorted by date. */
export const enrolmentsOf = (unit: UnitOfWork, studentRowIds: readonly number[]) =>
  rowsOf(unit, 'enrolments', studentRowIds);

/** The rows of students in a table with dates, by student, sorted by date. */
async function rowsOf<T extends 'enrolments' | 'student_statuses'>(
  { trx }: UnitOfWork,
  table: T,
  studentRowIds: readonly number[],
): Promise<Map<number, Row<T>[]>> {
  const { rows } = await sql<Row<T> & { student_row_id: number }>`
    select * from ${sql.table(table)} where student_row_id in (${sql.join(studentRowIds)})
    order by from_date, id`.execute(trx);
  const found = new Map<number, Row<T>[]>();
  for (const row of rows) found.set(row.student_row_id, [...(found.get(row.student_row_id) ?? []), row]);
  return found;
}

/** The enrolments of a student as the API shows them, the newest first. */
export async function shownEnrolments(db: Db, studentRowId: number, role: Role): Promise<Enrolment[]> {
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

/** Whether anything is recorded of the student in the subjects of the batch of an enrolment. */
export async function hasWorkIn(
  { trx }: UnitOfWork,
  { student_row_id, batch_id }: Pick<Row<'enrolments'>, 'student_row_id' | 'batch_id'>,
): Promise<boolean> {
  const of = (table: RawBuilder<unknown>) => sql`exists (select 1 from subjects join ${table} as kept
    on kept.subject_id = subjects.id and kept.student_row_id = ${student_row_id} where subjects.batch_id = ${batch_id})`;
  const { rows } = await sql<{ has: SqlBool }>`
    select (${of(sql.table('grades'))} or ${of(sql.table('absences'))} or ${of(sql.table('daily_records'))} or ${of(sql.table('sard'))}) as has`.execute(
    trx,
  );
  return Boolean(rows[0]?.has);
}

/** SQL on `students`. Who is not active is looked up in the statuses, which are few; who has no row is active. */
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

/** A withdrawn or graduated student must be active again before he is placed. @throws VALIDATION */
export function refuseUnenrolled(
  students: readonly { full_name: string; status: StudentStatus }[],
  path = 'batch_name',
): void {
  const left = students.find(({ status }) => leavesBatch(status));
  if (left) throw invalid({ path, message: ruleMessages.unenrolled(left.full_name) });
}

const leavesBatch = (status: StudentStatus): status is 'withdrawn' | 'graduated' =>
  status === 'withdrawn' || status === 'graduated';

interface StatusChange {
  status: StudentStatus;
  /** The first day of the status. */
  date: string;
  reason?: string | null;
}

/**
 * Sets the status of students. A student who withdraws or graduates leaves his batch; one who is active again returns
 * to it.
 * @returns the row numbers of the students whose status changes
 * @throws VALIDATION for a day before the last change of one of them
 */
export async function setStatuses(
  unit: UnitOfWork,
  students: readonly { id: number; full_name: string; status: StudentStatus }[],
  change: StatusChange,
): Promise<number[]> {
  const changed = students.filter(({ status }) => status !== change.status);
  await forEachChunk(unit, changed, chunkSize, (part) => setSome(unit, part, change));
  return changed.map(({ id }) => id);
}

async function setSome(
  unit: UnitOfWork,
  students: readonly { id: number; full_name: string }[],
  { status, date, reason = null }: StatusChange,
): Promise<void> {
  const ids = students.map(({ id }) => id);
  const enrolments = await enrolmentsOf(unit, ids);
  const statuses = await rowsOf(unit, 'student_statuses', ids);
  const stated: RowChanges<'student_statuses'>[] = [];
  const undone: number[] = [];
  const begun: NewRow<'student_statuses'>[] = [];
  const enrolled: RowChanges<'enrolments'>[] = [];
  const joined: NewRow<'enrolments'>[] = [];
  for (const { id, full_name } of students) {
    const own = statuses.get(id) ?? [];
    const open = own.find(({ to_date }) => to_date === null);
    const shown = enrolments.get(id)?.find(({ is_shown }) => is_shown === 1);
    const earliest = [open?.from_date, shown?.to_date ?? shown?.from_date].filter((day) => day != null);
    if (earliest.some((day) => date < day))
      throw invalid({ path: 'date', message: ruleMessages.statusBeforeLast(full_name) });
    // A status of the same day never had an effect: it is replaced, and what it ended continues if needed.
    const isVoid = open?.from_date === date;
    const before = isVoid ? own.at(-2) : open;
    if (open && isVoid) undone.push(open.id);
    else if (open) stated.push({ id: open.id, changes: { to_date: date } });
    const goesOn = isVoid && (before?.status ?? 'active') === status;
    if (goesOn && before) stated.push({ id: before.id, changes: { to_date: null } });
    if (!goesOn) begun.push({ student_row_id: id, status, from_date: date, to_date: null, reason });
    if (!shown) continue;
    if (leavesBatch(status)) {
      // What ended it on an earlier day did end it, whatever was said since.
      if (shown.to_date === null || shown.to_date === date)
        enrolled.push({ id: shown.id, changes: { to_date: date, ended_as: status } });
    } else if (shown.to_date === date)
      enrolled.push({ id: shown.id, changes: { to_date: null, ended_as: null } });
    else if (shown.to_date !== null) {
      enrolled.push({ id: shown.id, changes: { is_shown: 0 } });
      joined.push(newEnrolment(id, shown.batch_id, date, 'joined', null));
    }
  }
  if (undone.length > 0) await unit.remove('student_statuses', undone);
  await unit.updateMany('student_statuses', stated);
  if (begun.length > 0) await unit.insertMany('student_statuses', begun);
  await unit.updateMany('enrolments', enrolled);
  if (joined.length > 0) await unit.insertMany('enrolments', joined);
  await raiseVersions(unit, ids);
}
