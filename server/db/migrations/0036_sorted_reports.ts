import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** The logs of reports and of issued papers in the order of each column that their lists show. */
export async function sortedReports(db: Kysely<unknown>, { nullsFirst }: ColumnTypes): Promise<void> {
  const index = async (table: string, column: string, isEmptiable = false) =>
    sql`create index ${sql.ref(`${table}_by_${column}`)} on ${sql.table(table)}
      (${sql.ref(column)} ${isEmptiable ? nullsFirst : sql``}, id)`.execute(db);
  await index('report_log', 'student_name', true);
  await index('report_log', 'subject_name', true);
  await index('report_log', 'user_name');
  await index('issued_papers', 'student_name');
  await index('issued_papers', 'batch_name');
  await index('issued_papers', 'user_name');
  await index('issued_papers', 'withdrawn_at', true);
}
