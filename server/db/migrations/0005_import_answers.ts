import { type Kysely, sql } from 'kysely';
import { columnTypes, databaseKind } from '../engine/dialect';

/** The answers of admins about people in files (files.md). */
export async function createImportAnswers(db: Kysely<unknown>): Promise<void> {
  const { text, rowId } = columnTypes(databaseKind(db));
  await sql`create table import_answers (
    key ${text} primary key, student_row_id ${rowId} not null, import_id ${text},
    created_at ${text} not null)`.execute(db);
  await sql`create index import_answers_by_time on import_answers (created_at)`.execute(db);
  await sql`create index operations_by_import_alone on operations (import_id) where import_id is not null`.execute(
    db,
  );
}
