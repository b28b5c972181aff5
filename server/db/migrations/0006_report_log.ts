import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

const texts = ['type', 'action', 'batch_name', 'user_name', 'created_at'] as const;
const emptiable = [
  'student_id',
  'student_name',
  'subject_code',
  'subject_name',
  'start_date',
  'end_date',
] as const;

/** The reports that were made. It outlives what it names, so that nothing in it is a reference. */
export async function reportLog(db: Kysely<unknown>, { id, text, keyOnly }: ColumnTypes): Promise<void> {
  let log = db.schema
    .createTable('report_log')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('level', 'integer');
  for (const column of texts) log = log.addColumn(column, text, (c) => c.notNull());
  for (const column of emptiable) log = log.addColumn(column, text);
  await log.execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('report_log').columns(columns).execute();
  await index('report_log_by_person', ['user_id', 'id']);
  await index('report_log_figures', ['user_id', 'action']);
  await index('report_log_by_action', ['action', 'id']);
  await index('report_log_by_type', ['type', 'id']);
  await index('report_log_by_batch', ['batch_name', 'id']);
  await index('report_log_by_time', ['created_at', 'id']);

  await keyOnly(
    db.schema
      .createTable('report_terms')
      .addColumn('term', text, (c) => c.notNull())
      .addColumn('report_id', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('report_terms_key', ['term', 'report_id']),
  ).execute();
}
