import type { Kysely } from 'kysely';
import { conflictMessages } from '../../../contract/errors';
import type { Values } from '../undo/restoreConflict';
import type { Database } from '../schema';
import type { RecordedTable } from '../schema/recorded';

type Db = Kysely<Database>;

const nameColumns: Partial<Record<RecordedTable, string>> = {
  programs: 'program_name',
  batches: 'batch_name',
  students: 'full_name',
  settings: 'institute_name',
  assignments: 'title',
  assignment_questions: 'question_text',
  question_options: 'option_text',
};

const ownName = (table: RecordedTable, row: Values | null): unknown =>
  row?.[nameColumns[table] ?? 'name'] ?? row?.['id'] ?? '';

/** A row's name as people know it: of a mark or an absence the student and the subject; its number where it has none. */
export async function nameOf(db: Db, table: RecordedTable, row: Values | null): Promise<string> {
  const student = await namedBy(db, 'students', row?.['student_row_id']);
  const subject = await namedBy(db, 'subjects', row?.['subject_id']);
  if (student && subject) return conflictMessages.ofSubject(student, subject);
  if (table === 'submissions' && student) return student;
  // An assignment is of a subject too, and has a title.
  return (table === 'assignments' ? null : subject) ?? String(ownName(table, row));
}

async function namedBy(db: Db, table: 'students' | 'subjects', id: unknown): Promise<string | null> {
  if (id == null) return null;
  const stored = await db.selectFrom(table).selectAll().where('id', '=', Number(id)).executeTakeFirst();
  const row = stored ?? (await lastKnown(db, table, Number(id)));
  return row && String(ownName(table, row));
}

/** A row that is gone, as the log last had it. */
export async function lastKnown(db: Db, table: RecordedTable, rowId: number): Promise<Values | null> {
  const logged = await db
    .selectFrom('operation_rows')
    .select(['before', 'after'])
    .where('table_name', '=', table)
    .where('row_id', '=', rowId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const json = logged?.after ?? logged?.before;
  return json ? (JSON.parse(json) as Values) : null;
}
