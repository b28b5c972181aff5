import { type Kysely, sql } from 'kysely';
import { defaultNoteCategories } from '../../../contract/vocabulary';
import type { ColumnTypes } from '../engine/dialect';

/** Notes on the behaviour of students, and the institute's categories of them (ADR 89). */
export async function createBehaviourNotes(
  db: Kysely<unknown>,
  { recorded, rowId, text }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`create table note_categories (${recorded},
      name ${text} not null, kind ${text} not null, is_active integer not null, position integer not null)`,
    sql`create table behaviour_notes (${recorded},
      student_row_id ${rowId} not null references students (id),
      date ${text} not null, kind ${text} not null,
      category_id ${rowId} references note_categories (id),
      text ${text}, for_guardians integer not null,
      author_id ${rowId} references users (id), author ${text} not null)`,
    sql`create index behaviour_notes_by_student on behaviour_notes (student_row_id, date, kind)`,
    sql`create index behaviour_notes_by_date on behaviour_notes (date, id, kind)`,
    sql`create index behaviour_notes_by_category on behaviour_notes (category_id, date, id, kind)`,
    sql`create index behaviour_notes_by_author on behaviour_notes (author_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
  await insertCategories(db);
}

/** A new institute gets its categories with its first rows. */
async function insertCategories(db: Kysely<unknown>): Promise<void> {
  const institute = await sql`select id from settings`.execute(db);
  if (institute.rows.length === 0) return;
  const now = new Date().toISOString();
  const rows = defaultNoteCategories.map(
    ({ name, kind }, index) => sql`(1, ${now}, ${now}, ${name}, ${kind}, 1, ${sql.lit(index + 1)})`,
  );
  await sql`insert into note_categories (version, created_at, updated_at, name, kind, is_active, position)
    values ${sql.join(rows)}`.execute(db);
}
