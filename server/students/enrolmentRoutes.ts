import { sql } from 'kysely';
import { enrolmentsApi, type HiddenStudent } from '../../contract/students/enrolments';
import { ruleMessages } from '../../contract/errors';
import { dateInZone } from '../../contract/rules/hijri';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import type { Scope } from '../auth/scope';
import { countWithoutCircle } from '../domain/circleReturns';
import { chunks } from '../db/engine/chunks';
import {
  earliestMoveDay,
  loadEnrolments,
  placeStudents,
  refuseUnenrolled,
  setStatuses,
  loadEnrolmentHistory,
} from '../domain/enrolments';
import { loadTimeZone, refuseFutureDate } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { findBatch } from '../domain/references';
import { listsStudent } from '../domain/registers';
import { briefStudentsSelect } from '../domain/students';
import { done, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';

/** Students sorted by name. @throws VALIDATION if one of them was deleted, or is outside of the scope */
async function findStudents({ trx }: UnitOfWork, ids: readonly number[], { students }: Scope) {
  const found = [];
  for (const part of chunks([...new Set(ids)], 500))
    found.push(
      ...(await briefStudentsSelect(trx).where('students.id', 'in', part).where(students).execute()),
    );
  if (found.length < new Set(ids).size)
    throw invalid({ path: 'student_row_ids', message: ruleMessages.unknownStudents });
  return found.toSorted((a, b) => (a.full_name < b.full_name ? -1 : 1));
}
type Found = Awaited<ReturnType<typeof findStudents>>[number];

/** The names for the log: a single student by name, several by their count. */
const nameOf = (students: readonly Found[]) =>
  students.length === 1 ? (students[0]?.full_name ?? null) : null;

/** @throws VALIDATION for a day before the enrolment that the move would end, or the end of the last one */
async function refuseEarlier(unit: UnitOfWork, students: readonly Found[], date: string): Promise<void> {
  for (const part of chunks(students, 500)) {
    const enrolments = await loadEnrolments(
      unit,
      part.map(({ id }) => id),
    );
    for (const { id, full_name } of part) {
      const earliest = earliestMoveDay(enrolments.get(id) ?? []);
      if (earliest !== null && date < earliest)
        throw invalid({ path: 'date', message: ruleMessages.moveBeforeEnrolment(full_name) });
    }
  }
}

/** Condition on `registers` and `enrolments`: the student was active on that day, or is absent in the register. */
const tookPart = sql`(
  not exists (select 1 from student_statuses as paused where paused.student_row_id = enrolments.student_row_id
    and paused.status <> 'active' and paused.from_date <= registers.date
    and (paused.to_date is null or paused.to_date > registers.date))
  or exists (select 1 from absences where absences.register_id = registers.id
    and absences.student_row_id = enrolments.student_row_id))`;

/**
 * Those of these students whose newest mark, register, record or sard in their batch is later than the day: a move or an end
 * on that day would hide it from the sheets of the batch. The day of a mark is that of its last change.
 */
async function hiddenBy(
  unit: UnitOfWork,
  students: readonly Found[],
  date: string,
): Promise<HiddenStudent[]> {
  const timeZone = await loadTimeZone(unit.trx);
  const newest = new Map<number, string>();
  for (const part of chunks(students, 500)) {
    const { rows } = await sql<{
      id: number;
      mark: string | null;
      register: string | null;
      record: string | null;
      sard: string | null;
    }>`
      select enrolments.student_row_id as id,
        (select max(grades.updated_at) from subjects join grades on grades.subject_id = subjects.id
          and grades.student_row_id = enrolments.student_row_id
          where subjects.batch_id = enrolments.batch_id) as mark,
        (select max(registers.date) from subjects join registers on registers.subject_id = subjects.id
          where subjects.batch_id = enrolments.batch_id and registers.date >= enrolments.from_date
            and ${listsStudent(sql.ref('enrolments.student_row_id'))} and ${tookPart}) as register,
        (select max(daily_records.date) from subjects join daily_records on daily_records.subject_id = subjects.id
          and daily_records.student_row_id = enrolments.student_row_id
          where subjects.batch_id = enrolments.batch_id) as record,
        (select max(sard.date) from subjects join sard on sard.subject_id = subjects.id
          and sard.student_row_id = enrolments.student_row_id
          where subjects.batch_id = enrolments.batch_id) as sard
      from enrolments where enrolments.is_shown = 1 and enrolments.to_date is null
        and enrolments.student_row_id in (${sql.join(part.map(({ id }) => id))})`.execute(unit.trx);
    for (const { id, mark, register, record, sard } of rows) {
      const days = [mark && dateInZone(new Date(mark), timeZone), register, record, sard].filter(
        (day) => day !== null,
      );
      const last = days.toSorted().at(-1);
      if (last) newest.set(id, last);
    }
  }
  return students.flatMap(({ id, student_id, full_name }) => {
    const last = newest.get(id);
    return last !== undefined && date < last ? [{ student_id, full_name, newest: last }] : [];
  });
}

export const enrolmentRoutes: Route[] = [
  route(enrolmentsApi.ofStudent, async ({ data, params: { id }, scope, user }) => {
    await data.read
      .selectFrom('students')
      .select('id')
      .where('id', '=', id)
      .where((await scope()).students)
      .executeTakeFirstOrThrow(notFound);
    return loadEnrolmentHistory(data.read, id, user.role);
  }),

  route(enrolmentsApi.move, async ({ data, actor, body, scope }) => {
    const limits = await scope();
    const { date, as, reason, confirm } = body;
    const { unit, moved, batch_name } = await data.write(actor, async (writing) => {
      await refuseFutureDate(writing, date, 'date');
      const batch = await findBatch(writing.trx, { batch_id: body.batch_id }, limits.batches);
      if (!batch) throw notFound();
      const found = await findStudents(writing, body.student_row_ids, limits);
      refuseUnenrolled(found, 'student_row_ids');
      const moving = found.filter(({ batch_id }) => batch_id !== batch.id);
      await refuseEarlier(writing, moving, date);
      const hidden = confirm ? [] : await hiddenBy(writing, moving, date);
      if (hidden.length > 0) throw new Problem('MOVE_HIDES', { extra: { students: hidden } });
      const name = nameOf(moving);
      writing.describe(
        'update',
        'students',
        name,
        operationDescriptions.studentsMoved(name, moving.length, batch.batch_name),
      );
      const ids = moving.map(({ id }) => id);
      await writing.updateMany(
        'students',
        ids.map((id) => ({ id, changes: { program_row_id: batch.program_row_id } })),
      );
      await placeStudents(
        writing,
        ids.map((studentRowId) => ({ studentRowId, batchId: batch.id })),
        { date, kind: as, reason: reason ?? null },
      );
      return { unit: writing, moved: ids.length, batch_name: batch.batch_name };
    });
    return { ...done(successMessages.studentsMoved(moved, batch_name)), moved, operation_id: unit.operation };
  }),

  route(enrolmentsApi.setStatus, async ({ data, actor, body, scope }) => {
    const limits = await scope();
    const { status, date, reason, confirm } = body;
    const { unit, ids } = await data.write(actor, async (writing) => {
      await refuseFutureDate(writing, date, 'date');
      const found = await findStudents(writing, body.student_row_ids, limits);
      const leaving = status === 'active' ? [] : found.filter((student) => student.status !== status);
      const hidden = confirm ? [] : await hiddenBy(writing, leaving, date);
      const changed = await setStatuses(writing, found, { status, date, reason: reason ?? null });
      // Asked last: a day that is refused anyway is not to be confirmed first.
      if (hidden.length > 0) throw new Problem('MOVE_HIDES', { extra: { students: hidden } });
      const named = found.filter(({ id }) => changed.includes(id));
      const name = nameOf(named);
      writing.describe(
        'update',
        'students',
        name,
        operationDescriptions.statusChanged(name, named.length, status),
      );
      return { unit: writing, ids: changed };
    });
    const changed = ids.length;
    const without = status === 'active' ? await countWithoutCircle(data.read, ids, date) : 0;
    const message = successMessages.statusChanged(changed, status, without);
    return { ...done(message), changed, operation_id: unit.operation };
  }),
];
