import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** The institute's texts of messages to families, and the list of opened messages (ADR 85). */
export async function createMessages(
  db: Kysely<unknown>,
  { recorded, id, rowId, text }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`create table message_templates (${recorded},
      key ${text} not null, masculine ${text}, feminine ${text}, own_masculine ${text}, own_feminine ${text},
      constraint message_templates_once unique (key))`,
    sql`create table messages (id ${id},
      kind ${text} not null, about ${text} not null, guardian_id ${rowId}, channel ${text} not null, text ${text},
      opened_at ${text} not null, user_id ${rowId} not null, opened_by ${text} not null, not_sent_at ${text})`,
    sql`create index messages_by_kind on messages (kind, about, opened_at)`,
    sql`create index messages_with_text on messages (opened_at) where text is not null`,
    sql`create table message_students (
      message_id ${rowId} not null references messages (id), student_row_id ${rowId} not null, content ${text} not null,
      primary key (message_id, student_row_id))`,
  ];
  for (const statement of statements) await statement.execute(db);
}
