import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** The transcripts of a batch, which every server can send (ADR 79). A user has one job. */
export async function createPaperJobs(
  db: Kysely<unknown>,
  { rowId, text, bytes }: ColumnTypes,
): Promise<void> {
  await sql`create table paper_jobs (
    id ${text} primary key, user_id ${rowId} not null unique, state ${text} not null, done integer not null,
    total integer not null, requested_at ${text} not null, worked_at ${text} not null, result ${text},
    file ${bytes})`.execute(db);
}
