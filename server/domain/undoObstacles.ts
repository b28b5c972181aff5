import { conflictMessages } from '../../contract/errors';
import { referencesOf, relations } from '../db/bulk/cascade';
import { lastContents } from '../db/log/loggedRows';
import type { Change } from '../db/log/unitOfWork';
import type { Db, Values } from '../db/schema';
import { partTables, type RecordedTable } from '../db/schema/recorded';
import { findTakenValue, type RestoreConflict, rowsWhere } from '../db/undo/restoreConflict';
import { tableRules } from './undoRules';

/** A row that prevents an undo, and a sentence about it. */
interface Obstacle {
  table: RecordedTable;
  id: number;
  sentence: string;
  /** Field of the answer's `details`. */
  column?: string;
}

/** The row that prevents others from being restored; null if those rows were themselves changed. */
export async function obstacleOf(db: Db, { reason, table, rows }: RestoreConflict): Promise<Obstacle | null> {
  if (reason === 'taken') return takenValueObstacle(db, table, rows);
  if (reason === 'parent gone') return missingParentObstacle(db, table, rows);
  if (reason === 'needed') return addedChildObstacle(db, table, rows);
  return null;
}

async function takenValueObstacle(
  db: Db,
  table: RecordedTable,
  rows: readonly Change[],
): Promise<Obstacle | null> {
  const taken = await findTakenValue(db, table, tableRules[table] ?? {}, rows);
  const row = taken?.row ?? rows[0];
  if (!row) return null;
  const why = taken?.why ?? conflictMessages.valueUsedByOther;
  const sentence = conflictMessages.cannotRestore(await nameOf(db, table, row.before), why);
  return { table, id: taken?.by ?? row.id, sentence, ...(taken && { column: taken.column }) };
}

async function missingParentObstacle(
  db: Db,
  table: RecordedTable,
  rows: readonly Change[],
): Promise<Obstacle | null> {
  for (const { parent, column } of referencesOf(table)) {
    const ids = new Set(
      rows.flatMap(({ before }) => (before?.[column] == null ? [] : [Number(before[column])])),
    );
    const stored = new Set((await rowsWhere(db, parent, 'id', [...ids])).map((row) => Number(row['id'])));
    const row = rows.find(({ before }) => before?.[column] != null && !stored.has(Number(before[column])));
    if (!row) continue;
    const id = Number(row.before?.[column]);
    const sentence = conflictMessages.parentDeleted(
      await nameOf(db, table, row.before),
      await nameOf(db, parent, await recordOf(db, parent, id)),
    );
    return { table: parent, id, sentence };
  }
  return null;
}

/** The record that the rows of a table describe. */
const wholeOf: Partial<Record<RecordedTable, { table: RecordedTable; column: string }>> = {
  enrolments: { table: 'students', column: 'student_row_id' },
  student_statuses: { table: 'students', column: 'student_row_id' },
  circle_members: { table: 'students', column: 'student_row_id' },
  daily_record_ranges: { table: 'daily_records', column: 'record_id' },
  daily_record_faults: { table: 'daily_records', column: 'record_id' },
  sard_faults: { table: 'sard', column: 'sard_id' },
};

async function addedChildObstacle(
  db: Db,
  table: RecordedTable,
  rows: readonly Change[],
): Promise<Obstacle | null> {
  for (const relation of relations[table] ?? []) {
    if (relation.isThroughEnrolment) continue;
    const [child] = await rowsWhere(
      db,
      relation.table,
      relation.column,
      rows.map(({ id }) => id),
    );
    const row = child && rows.find(({ id }) => id === Number(child[relation.column]));
    if (row) {
      const sentence = conflictMessages.hasNewDependents(await nameOf(db, table, row.after));
      // The obstacle is the student, not his enrolment; or the record, not its faults.
      const whole = wholeOf[relation.table];
      return whole
        ? { table: whole.table, id: Number(child[whole.column]), sentence }
        : { table: relation.table, id: Number(child['id']), sentence };
    }
  }
  return null;
}

const nameColumns: Partial<Record<RecordedTable, string>> = {
  programs: 'program_name',
  batches: 'batch_name',
  students: 'full_name',
  settings: 'institute_name',
  assignments: 'title',
  assignment_questions: 'question_text',
  question_options: 'option_text',
};

/** The column of the name of a record. */
export const nameColumn = (table: RecordedTable): string => nameColumns[table] ?? 'name';

const ownName = (table: RecordedTable, row: Values | null): unknown =>
  row?.[nameColumn(table)] ?? row?.['id'] ?? '';

/** The display name of a row: student and subject for a mark, an absence or what belongs to a daily record; the row number if it has no name. */
export async function nameOf(db: Db, table: RecordedTable, row: Values | null): Promise<string> {
  if (row?.['record_id'] != null)
    return nameOf(db, 'daily_records', await recordOf(db, 'daily_records', row['record_id']));
  if (row?.['sard_id'] != null) return nameOf(db, 'sard', await recordOf(db, 'sard', row['sard_id']));
  const student = await nameById(db, 'students', row?.['student_row_id']);
  const subject = await nameById(db, 'subjects', row?.['subject_id']);
  if (student && subject) return conflictMessages.withSubject(student, subject);
  if (student && ['submissions', ...partTables].includes(table)) return student;
  // An assignment also has a subject, but its title is its name.
  return (table === 'assignments' ? null : subject) ?? String(ownName(table, row));
}

async function nameById(db: Db, table: 'students' | 'subjects', id: unknown): Promise<string | null> {
  const row = id == null ? null : await recordOf(db, table, id);
  return row && String(ownName(table, row));
}

/** A record, as it is or was when it was deleted. */
async function recordOf(db: Db, table: RecordedTable, id: unknown): Promise<Values | null> {
  const [stored] = await rowsWhere(db, table, 'id', [Number(id)]);
  return stored ?? (await lastContents(db, table, [Number(id)])).get(Number(id)) ?? null;
}
