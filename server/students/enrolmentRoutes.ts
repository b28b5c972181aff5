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
  loadNamedEnrolment,
  placeStudents,
  refuseUnenrolled,
  setStatuses,
  loadEnrolmentHistory,
} from '../domain/enrolments';
import { loadTimeZone, refuseFutureDate } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { findBatch } from '../domain/references';
import { listsStudent } from '../domain/registers';
import { briefStudentsSelect } from '../domain/students';
import { successBody, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { findGenderMix, withGenders } from './genderMix';

/** Sorted by name. @throws VALIDATION for a deleted student, or one outside of the scope */
async function findStudents({ trx }: { trx: Db }, ids: readonly number[], { students }: Scope) {
  const matches = [];
  for (const chunk of chunks([...new Set(ids)], 500))
    matches.push(
      ...(await briefStudentsSelect(trx).where('students.id', 'in', chunk).where(students).execute()),
    );
  if (matches.length < new Set(ids).size)
    throw invalid({ path: 'student_row_ids', message: ruleMessages.unknownStudents });
  return matches.toSorted((a, b) => (a.full_name < b.full_name ? -1 : 1));
}
type FoundStudent = Awaited<ReturnType<typeof findStudents>>[number];

/** Name for the log; null for several students. */
const singleName = (students: readonly FoundStudent[]) =>
  students.length === 1 ? (students[0]?.full_name ?? null) : null;

/**
 * @throws VALIDATION for a day before the start of the current enrolment. Without a current enrolment, the
 * day must not be before the end of the latest enrolment.
 */
async function refuseDayBeforeEnrolment(
  unit: UnitOfWork,
  students: readonly FoundStudent[],
  date: string,
): Promise<void> {
  for (const chunk of chunks(students, 500)) {
    const enrolments = await loadEnrolments(
      unit,
      chunk.map(({ id }) => id),
    );
    for (const { id, full_name } of chunk) {
      const earliest = earliestMoveDay(enrolments.get(id) ?? []);
      if (earliest === null || date >= earliest) continue;
      const enrolment = await loadNamedEnrolment(unit.trx, id);
      throw invalid({ path: 'date', message: ruleMessages.moveBeforeEnrolment(full_name, enrolment) });
    }
  }
}

/**
 * SQL condition on `registers` and `enrolments`: the student was active on that day, or is absent in the
 * register.
 */
const isActiveOrAbsent = sql`(
  not exists (select 1 from student_statuses as paused where paused.student_row_id = enrolments.student_row_id
    and paused.status <> 'active' and paused.from_date <= registers.date
    and (paused.to_date is null or paused.to_date > registers.date))
  or exists (select 1 from absences where absences.register_id = registers.id
    and absences.student_row_id = enrolments.student_row_id))`;

/**
 * Finds students with a mark, register, record or sard in their batch after the day. If the enrolment ends on
 * that day, the sheets of the batch hide these rows. The day of a mark is the day of its last change.
 */
async function findHiddenStudents(
  unit: UnitOfWork,
  students: readonly FoundStudent[],
  date: string,
): Promise<HiddenStudent[]> {
  const timeZone = await loadTimeZone(unit.trx);
  const latestDays = new Map<number, string>();
  for (const chunk of chunks(students, 500)) {
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
            and ${listsStudent(sql.ref('enrolments.student_row_id'))} and ${isActiveOrAbsent}) as register,
        (select max(daily_records.date) from subjects join daily_records on daily_records.subject_id = subjects.id
          and daily_records.student_row_id = enrolments.student_row_id
          where subjects.batch_id = enrolments.batch_id) as record,
        (select max(sard.date) from subjects join sard on sard.subject_id = subjects.id
          and sard.student_row_id = enrolments.student_row_id
          where subjects.batch_id = enrolments.batch_id) as sard
      from enrolments where enrolments.is_shown = 1 and enrolments.to_date is null
        and enrolments.student_row_id in (${sql.join(chunk.map(({ id }) => id))})`.execute(unit.trx);
    for (const { id, mark, register, record, sard } of rows) {
      const days = [mark && dateInZone(new Date(mark), timeZone), register, record, sard].filter(
        (day) => day !== null,
      );
      const latestDay = days.toSorted().at(-1);
      if (latestDay) latestDays.set(id, latestDay);
    }
  }
  return students.flatMap(({ id, student_id, full_name }) => {
    const latestDay = latestDays.get(id);
    return latestDay !== undefined && date < latestDay ? [{ student_id, full_name, newest: latestDay }] : [];
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
    const callerScope = await scope();
    const { date, as, reason, confirm } = body;
    const {
      unit: { operation },
      moved: movedCount,
      batch_name,
    } = await data.write(actor, async (unit) => {
      await refuseFutureDate(unit, date, 'date');
      const batch = await findBatch(unit.trx, { batch_id: body.batch_id }, callerScope.batches);
      if (!batch) throw notFound();
      const students = await findStudents(unit, body.student_row_ids, callerScope);
      refuseUnenrolled(students, 'student_row_ids');
      const movingStudents = students.filter(({ batch_id }) => batch_id !== batch.id);
      await refuseDayBeforeEnrolment(unit, movingStudents, date);
      const hidden = confirm ? [] : await findHiddenStudents(unit, movingStudents, date);
      if (hidden.length > 0) throw new Problem('MOVE_HIDES', { extra: { students: hidden } });
      const name = singleName(movingStudents);
      unit.describe(
        'update',
        'students',
        name,
        operationDescriptions.studentsMoved(name, movingStudents.length, batch.batch_name),
      );
      const ids = movingStudents.map(({ id }) => id);
      await unit.updateMany(
        'students',
        ids.map((id) => ({ id, changes: { program_row_id: batch.program_row_id } })),
      );
      await placeStudents(
        unit,
        ids.map((studentRowId) => ({ studentRowId, batchId: batch.id })),
        { date, kind: as, reason: reason ?? null },
      );
      return { unit, moved: ids.length, batch_name: batch.batch_name };
    });
    return {
      ...successBody(successMessages.studentsMoved(movedCount, batch_name)),
      moved: movedCount,
      operation_id: operation,
    };
  }),

  route(enrolmentsApi.checkMove, async ({ data: { read }, body, scope }) => {
    const callerScope = await scope();
    const batch = await findBatch(read, { batch_id: body.batch_id }, callerScope.batches);
    if (!batch) throw notFound();
    const { gender: changedGender } = body;
    const students = await findStudents({ trx: read }, body.student_row_ids, callerScope);
    const movingStudents = students.filter(({ batch_id }) => batch_id !== batch.id);
    const moving =
      students.length === 0 && changedGender
        ? [{ full_name: null, gender: changedGender }]
        : await withGenders(read, movingStudents, changedGender);
    return { mix: await findGenderMix(read, batch, moving) };
  }),

  route(enrolmentsApi.setStatus, async ({ data, actor, body, scope }) => {
    const callerScope = await scope();
    const { status, date, reason, confirm } = body;
    const {
      unit: { operation },
      ids,
    } = await data.write(actor, async (unit) => {
      await refuseFutureDate(unit, date, 'date');
      const students = await findStudents(unit, body.student_row_ids, callerScope);
      const leavingStudents =
        status === 'active' ? [] : students.filter((student) => student.status !== status);
      const hidden = confirm ? [] : await findHiddenStudents(unit, leavingStudents, date);
      const changedIds = await setStatuses(unit, students, { status, date, reason: reason ?? null });
      // The confirmation is requested last, because a refused day needs no confirmation.
      if (hidden.length > 0) throw new Problem('MOVE_HIDES', { extra: { students: hidden } });
      const changedStudents = students.filter(({ id }) => changedIds.includes(id));
      const name = singleName(changedStudents);
      unit.describe(
        'update',
        'students',
        name,
        operationDescriptions.statusChanged(name, changedStudents.length, status),
      );
      return { unit, ids: changedIds };
    });
    const changedCount = ids.length;
    const withoutCircle = status === 'active' ? await countWithoutCircle(data.read, ids, date) : 0;
    const message = successMessages.statusChanged(changedCount, status, withoutCircle);
    return { ...successBody(message), changed: changedCount, operation_id: operation };
  }),
];
