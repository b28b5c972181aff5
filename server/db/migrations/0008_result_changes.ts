import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** More than the connections of several servers, so that a write finds a counter that no other write holds. */
const counters = 64;

/** Counters of the changes of results, for the stats of the dashboard (ADR 78). */
export async function createResultChanges(db: Kysely<unknown>, { rowId }: ColumnTypes): Promise<void> {
  await sql`create table result_changes (id ${rowId} primary key, changes ${rowId} not null)`.execute(db);
  const rows = Array.from({ length: counters }, (_, index) => sql`(${sql.lit(index)}, 0)`);
  await sql`insert into result_changes (id, changes) values ${sql.join(rows)}`.execute(db);
}
