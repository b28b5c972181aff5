import { conflictMessages } from '../../contract/errors';
import { listReferences, relations } from '../db/bulk/cascade';
import { loadLatestValues } from '../db/log/loggedRows';
import type { Change } from '../db/log/unitOfWork';
import type { Db, Values } from '../db/schema';
import { partTables, type RecordedTable } from '../db/schema/recorded';
import { findValueConflict, type RestoreConflict, findRowsWhere } from '../db/undo/restoreConflict';
import { tableRules } from './undoRules';

interface Obstacle {
  table: RecordedTable;
  id: number;
  message: string;
  column?: string;
}

/** @returns null if the undone rows themselves have changed */
export async function findObstacle(
  db: Db,
  { reason, table, rows }: RestoreConflict,
): Promise<Obstacle | null> {
  if (reason === 'value used') return findValueObstacle(db, table, rows);
  if (reason === 'parent missing') return findMissingParent(db, table, rows);
  if (reason === 'has children') return findAddedChild(db, table, rows);
  return null;
}

async function findValueObstacle(
  db: Db,
  table: RecordedTable,
  rows: readonly Change[],
): Promise<Obstacle | null> {
  const conflict = await findValueConflict(db, table, tableRules[table] ?? {}, rows);
  const row = conflict?.row ?? rows[0];
  if (!row) return null;
  const reason = conflict?.message ?? conflictMessages.valueUsedByOther;
  const message = conflictMessages.cannotRestore(await describeRow(db, table, row.before), reason);
  return { table, id: conflict?.ownerId ?? row.id, message, ...(conflict && { column: conflict.column }) };
}

async function findMissingParent(
  db: Db,
  table: RecordedTable,
  rows: readonly Change[],
): Promise<Obstacle | null> {
  for (const { parent, column } of listReferences(table)) {
    const ids = new Set(
      rows.flatMap(({ before }) => (before?.[column] == null ? [] : [Number(before[column])])),
    );
    const stored = new Set((await findRowsWhere(db, parent, 'id', [...ids])).map((row) => Number(row['id'])));
    const row = rows.find(({ before }) => before?.[column] != null && !stored.has(Number(before[column])));
    if (!row) continue;
    const id = Number(row.before?.[column]);
    const message = conflictMessages.parentDeleted(
      await describeRow(db, table, row.before),
      await describeRow(db, parent, await loadRecord(db, parent, id)),
    );
    return { table: parent, id, message };
  }
  return null;
}

const describedRecords: Partial<Record<RecordedTable, { table: RecordedTable; column: string }>> = {
  enrolments: { table: 'students', column: 'student_row_id' },
  student_statuses: { table: 'students', column: 'student_row_id' },
  distinct_students: { table: 'students', column: 'first_row_id' },
  student_guardians: { table: 'students', column: 'student_row_id' },
  guardian_links: { table: 'guardians', column: 'guardian_id' },
  excuses: { table: 'students', column: 'student_row_id' },
  excuse_decisions: { table: 'excuses', column: 'excuse_id' },
  behaviour_notes: { table: 'students', column: 'student_row_id' },
  circle_members: { table: 'students', column: 'student_row_id' },
  daily_record_ranges: { table: 'daily_records', column: 'record_id' },
  daily_record_faults: { table: 'daily_records', column: 'record_id' },
  sard_faults: { table: 'sard', column: 'sard_id' },
};

async function findAddedChild(
  db: Db,
  table: RecordedTable,
  rows: readonly Change[],
): Promise<Obstacle | null> {
  for (const relation of relations[table] ?? []) {
    if (relation.isThroughEnrolment) continue;
    const [child] = await findRowsWhere(
      db,
      relation.table,
      relation.column,
      rows.map(({ id }) => id),
    );
    const row = child && rows.find(({ id }) => id === Number(child[relation.column]));
    if (row) {
      const message = conflictMessages.hasNewDependents(await describeRow(db, table, row.after));
      // The message describes the student instead of the enrolment, and the record instead of its faults.
      const record = describedRecords[relation.table];
      return record
        ? { table: record.table, id: Number(child[record.column]), message }
        : { table: relation.table, id: Number(child['id']), message };
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
  announcements: 'title',
  assignment_questions: 'question_text',
  question_options: 'option_text',
};

export const nameColumn = (table: RecordedTable): string => nameColumns[table] ?? 'name';

const ownName = (table: RecordedTable, row: Values | null): unknown =>
  row?.[nameColumn(table)] ?? row?.['id'] ?? '';

export async function describeRow(db: Db, table: RecordedTable, row: Values | null): Promise<string> {
  if (row?.['record_id'] != null)
    return describeRow(db, 'daily_records', await loadRecord(db, 'daily_records', row['record_id']));
  if (row?.['excuse_id'] != null)
    return describeRow(db, 'excuses', await loadRecord(db, 'excuses', row['excuse_id']));
  if (row?.['sard_id'] != null) return describeRow(db, 'sard', await loadRecord(db, 'sard', row['sard_id']));
  const student = await describeById(db, 'students', row?.['student_row_id']);
  const subject = await describeById(db, 'subjects', row?.['subject_id']);
  if (student && subject) return conflictMessages.withSubject(student, subject);
  if (student && ['submissions', ...partTables].includes(table)) return student;
  // An assignment belongs to a subject, but the message uses the title of the assignment.
  return (table === 'assignments' ? null : subject) ?? String(ownName(table, row));
}

async function describeById(db: Db, table: 'students' | 'subjects', id: unknown): Promise<string | null> {
  const row = id == null ? null : await loadRecord(db, table, id);
  return row && String(ownName(table, row));
}

async function loadRecord(db: Db, table: RecordedTable, id: unknown): Promise<Values | null> {
  const [stored] = await findRowsWhere(db, table, 'id', [Number(id)]);
  return stored ?? (await loadLatestValues(db, table, [Number(id)])).get(Number(id)) ?? null;
}
