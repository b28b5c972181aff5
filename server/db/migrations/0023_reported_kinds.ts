import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** The kind and the circle of a logged report of daily records. Those of before were of new ones, of everybody. */
export async function reportedKinds(db: Kysely<unknown>, { text, rowNumber }: ColumnTypes): Promise<void> {
  const log = () => db.schema.alterTable('report_log');
  await log().addColumn('kind', text).execute();
  await log().addColumn('circle_id', rowNumber).execute();
  await log().addColumn('circle_name', text).execute();
  await sql`update report_log set kind = 'new' where type in ('daily_log', 'daily_range')`.execute(db);
  await db.schema.createIndex('report_log_by_kind').on('report_log').columns(['kind', 'id']).execute();
}
