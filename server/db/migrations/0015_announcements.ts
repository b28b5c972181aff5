import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Announcements to the institute, a section, programme, batch or circle, and to a role (ADR 88). */
export async function createAnnouncements(
  db: Kysely<unknown>,
  { recorded, rowId, text }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`create table announcements (${recorded},
      title ${text} not null, text ${text},
      until ${text} not null, is_pinned integer not null,
      section ${text},
      program_row_id ${rowId} references programs (id),
      batch_id ${rowId} references batches (id),
      circle_id ${rowId} references circles (id),
      role ${text},
      author_id ${rowId} references users (id), author ${text} not null,
      constraint announcements_place check (
        case when section is null then 0 else 1 end + case when program_row_id is null then 0 else 1 end
        + case when batch_id is null then 0 else 1 end + case when circle_id is null then 0 else 1 end <= 1))`,
    sql`create index announcements_by_end on announcements
      (until, is_pinned, id, section, program_row_id, batch_id, circle_id, role, author_id)`,
    sql`create index announcements_by_pin on announcements (is_pinned, id)`,
    sql`create index announcements_of_program on announcements (program_row_id) where program_row_id is not null`,
    sql`create index announcements_of_batch on announcements (batch_id) where batch_id is not null`,
    sql`create index announcements_of_circle on announcements (circle_id) where circle_id is not null`,
    sql`create index announcements_of_author on announcements (author_id) where author_id is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
