import { ruleMessages } from '../../../contract/errors';
import { dateInZone } from '../../../contract/rules/hijri';
import { ayahNumber } from '../../../contract/rules/mushaf';
import { Problem } from '../../problem';
import { databaseFailure } from '../engine/dialect';
import { instituteZone } from '../../domain/institute';
import type { Change, UnitOfWork } from '../log/unitOfWork';
import type { NewRow, Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { RestoreConflict } from './restoreConflict';

/*
 * Before the enrolments (migration 17) the row of a student had a batch, and before the kinds (migration 21) a daily
 * record had one range. The log still has such rows: deletions from that time can be restored, other operations
 * cannot be undone. Before migration 39 a daily record had no number; it was the first of its day.
 */

/** Columns that only such rows have. */
const olderColumns: Partial<Record<RecordedTable, readonly string[]>> = {
  students: ['batch_id', 'batch_since', 'user_id'],
  daily_records: ['from_surah', 'from_ayah', 'to_surah', 'to_ayah'],
};
/** Values of such rows that later became columns. */
const impliedColumns: Partial<Record<RecordedTable, Values>> = {
  daily_records: { kind: 'new', result: 'accepted', parts_changed_at: null },
};

/** Columns of later migrations, in whose absence a row means the same. */
const addedColumns: Partial<Record<RecordedTable, Values>> = {
  daily_records: { seq: 1, heard_by: null },
};

const isOlder = (table: RecordedTable, row: Values | null): row is Values =>
  row !== null && (olderColumns[table]?.[0] ?? '') in row;

/** A logged row in the form of the present table. */
export function asTaken(table: RecordedTable, logged: Values | null): Values | null {
  const row = logged && { ...addedColumns[table], ...logged };
  if (!isOlder(table, row)) return row;
  const kept = Object.entries(row).filter(([column]) => !olderColumns[table]?.includes(column));
  return { ...Object.fromEntries(kept), ...impliedColumns[table] };
}

/** Whether logged rows are that old. */
export const isOlderRun = (table: RecordedTable, rows: readonly Change[]): boolean =>
  rows.some(({ before, after }) => isOlder(table, before ?? after));

/** For changes and additions of that time. @throws UNDO_CONFLICT */
export function refuseOlder(table: RecordedTable): never {
  const message = table === 'students' ? ruleMessages.undoTooOld : ruleMessages.undoBeforeKinds;
  throw new Problem('UNDO_CONFLICT', { message });
}

/** Restores the data of such rows that are rows of their own now. @throws RestoreConflict if a batch was deleted */
export async function restoreFormer(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
): Promise<void> {
  if (table === 'students') await restorePlaces(unit, rows);
  if (table === 'daily_records') await restoreRanges(unit, rows);
}

async function restoreRanges(unit: UnitOfWork, rows: readonly Change[]): Promise<void> {
  const ranges = rows.flatMap(({ id, before }): NewRow<'daily_record_ranges'>[] => {
    if (!isOlder('daily_records', before)) return [];
    const { from_surah, from_ayah, to_surah, to_ayah, created_at } = before;
    const from = ayahNumber({ surah: Number(from_surah), ayah: Number(from_ayah) });
    const to = ayahNumber({ surah: Number(to_surah), ayah: Number(to_ayah) });
    if (!(from <= to)) return [];
    return [{ record_id: id, position: 1, from_ayah: from, to_ayah: to, created_at: String(created_at) }];
  });
  await unit.insertMany('daily_record_ranges', ranges);
}

/** The enrolments of students who are restored from such rows. @throws RestoreConflict if a batch was deleted */
async function restorePlaces(unit: UnitOfWork, rows: readonly Change[]): Promise<void> {
  const placed = rows.flatMap(({ id, before }) =>
    isOlder('students', before) && before['batch_id'] != null ? [{ id, before }] : [],
  );
  if (placed.length === 0) return;
  const timeZone = await instituteZone(unit.trx);
  const enrolments = placed.map(({ id, before }): NewRow<'enrolments'> => {
    const since = before['batch_since'] as string | null;
    const created_at = String(before['created_at']);
    return {
      student_row_id: id,
      batch_id: Number(before['batch_id']),
      from_date: since ?? dateInZone(new Date(created_at), timeZone),
      to_date: null,
      began_as: since === null ? 'joined' : 'moved',
      ended_as: null,
      reason: null,
      is_shown: 1,
      created_at: since === null ? created_at : `${since}T00:00:00.000Z`,
    };
  });
  try {
    await unit.insertMany('enrolments', enrolments);
  } catch (error) {
    if (databaseFailure(error)?.code !== 'HAS_DEPENDENTS') throw error;
    const lost = enrolments.map((row) => ({
      table: 'enrolments' as const,
      id: 0,
      before: { ...row },
      after: null,
    }));
    throw new RestoreConflict('parent gone', 'enrolments', lost, error);
  }
}
