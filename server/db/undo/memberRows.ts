import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import type { UnitOfWork } from '../log/unitOfWork';
import type { Db } from '../schema';
import type { FindThere } from './enrolmentRows';
import type { LoggedRow } from './restoreConflict';
import { rowsWhere } from './obstacles';

const parents = { student_row_id: 'students', teacher_id: 'users', circle_id: 'circles' } as const;

/**
 * The memberships and substitutes that can be restored: skipped if the circle or the person was deleted, or if the
 * student has been in another circle of the subject since on one of the days.
 */
export async function withCircle(
  db: Db,
  findThere: FindThere,
  table: 'circle_members' | 'circle_substitutes',
  rows: readonly LoggedRow[],
): Promise<readonly LoggedRow[]> {
  let left = [...rows];
  for (const [column, parent] of Object.entries(parents)) {
    const ids = left.flatMap(({ before }) => (before?.[column] == null ? [] : [Number(before[column])]));
    const stored = await findThere(parent, [...new Set(ids)]);
    left = left.filter(({ before }) => before?.[column] == null || stored.has(Number(before[column])));
  }
  if (table === 'circle_substitutes') return left;
  const students = [...new Set(left.map(({ before }) => before?.['student_row_id']))];
  const others = await rowsWhere(db, table, 'student_row_id', students);
  return left.filter(
    ({ before }) =>
      !others.some(
        (other) =>
          other['student_row_id'] === before?.['student_row_id'] &&
          other['subject_id'] === before?.['subject_id'] &&
          isBefore(other['from_date'], before?.['to_date']) &&
          isBefore(before?.['from_date'], other['to_date']),
      ),
  );
}

/** As an end, null is later than every day. */
const isBefore = (from: unknown, to: unknown): boolean => to == null || String(from) < String(to);

/**
 * Refuses to undo a membership if a register of the circle was taken since on one of its days, because its absences
 * would not be shown. A circle or student that the same operation removes does not count.
 * @throws UNDO_CONFLICT
 */
export async function refuseRegistersOf(unit: UnitOfWork, memberIds: readonly number[]): Promise<void> {
  if (memberIds.length === 0) return;
  const taken = await unit.trx
    .selectFrom('circle_members')
    .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
    .innerJoin('students', 'students.id', 'circle_members.student_row_id')
    .innerJoin('registers', 'registers.circle_id', 'circles.id')
    .select(['circles.name', 'registers.date'])
    .where('circle_members.id', 'in', memberIds)
    .whereRef('students.created_at', '<>', 'circle_members.created_at')
    .whereRef('registers.created_at', '>', 'circle_members.created_at')
    .whereRef('registers.date', '>=', 'circle_members.from_date')
    .where((of) =>
      of.or([
        of('circle_members.to_date', 'is', null),
        of('registers.date', '<', of.ref('circle_members.to_date')),
      ]),
    )
    .orderBy('registers.date', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!taken) return;
  throw new Problem('UNDO_CONFLICT', { message: ruleMessages.undoHidesRegister(taken.name, taken.date) });
}
