import { storedRows } from '../log/storedRows';
import type { UnitOfWork } from '../log/unitOfWork';
import type { LoggedRow } from './restoreConflict';
import { rowsWhere } from './obstacles';

const parents = { student_row_id: 'students', teacher_id: 'users', circle_id: 'circles' } as const;

/**
 * The memberships and substitutes that can come back: not where the circle or the person is gone, nor where the student
 * has been in another circle of the subject since on one of the days.
 */
export async function withCircle(
  unit: UnitOfWork,
  table: 'circle_members' | 'circle_substitutes',
  rows: readonly LoggedRow[],
): Promise<LoggedRow[]> {
  let left = [...rows];
  for (const [column, parent] of Object.entries(parents)) {
    const ids = left.flatMap(({ before }) => (before?.[column] == null ? [] : [Number(before[column])]));
    const stored = await storedRows(unit, parent, [...new Set(ids)]);
    left = left.filter(({ before }) => before?.[column] == null || stored.has(Number(before[column])));
  }
  if (table === 'circle_substitutes') return left;
  const students = [...new Set(left.map(({ before }) => before?.['student_row_id']))];
  const others = await rowsWhere(unit.trx, table, 'student_row_id', students);
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

/** Null, as an end, is later than every day. */
const isBefore = (from: unknown, to: unknown): boolean => to == null || String(from) < String(to);
