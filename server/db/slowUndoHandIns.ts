import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { touchedAssignments } from './handIns';
import type { LoggedRow } from './restoreConflict';
import type { Database, RecordedTable } from './schema';
import { asLogged } from './undo';

const tables: readonly RecordedTable[] = [
  'assignments',
  'assignment_questions',
  'question_options',
  'submissions',
  'submission_answers',
];
const atOnce = 5_000;
/** All that is asked of a row; the answers of thousands of students would be too much to hold. */
const references = ['id', 'assignment_id', 'question_id', 'submission_id'];

/** The assignments whose questions or hand-ins an operation wrote, which is being taken back, but for whole ones. */
export async function assignmentsTouched(db: Kysely<Database>, operationId: number): Promise<number[]> {
  const rows: LoggedRow[] = [];
  const logged = db.selectFrom('operation_rows').where('operation_id', '=', operationId).orderBy('id');
  for (let after = 0; ;) {
    const found = await logged.select(['id', 'table_name']).where('id', '>', after).limit(atOnce).execute();
    const last = found.at(-1);
    if (!last) break;
    after = last.id;
    const ids = found.flatMap(({ id, table_name }) => (tables.includes(table_name) ? [id] : []));
    if (ids.length > 0)
      for (const row of await logged.selectAll().where('id', 'in', ids).execute())
        rows.push(turned(asLogged(row)));
    await setImmediate();
  }
  const changed = (table: RecordedTable) => rows.filter((row) => row.table === table) as never;
  return touchedAssignments(db, { changed });
}

/** As the write that takes it back: what was there before comes after. */
const turned = ({ before, after, ...row }: LoggedRow): LoggedRow => ({
  ...row,
  before: after && slim(after),
  after: before && slim(before),
});

const slim = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => references.includes(column)));
