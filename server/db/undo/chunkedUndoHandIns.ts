import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { touchedAssignments } from './handIns';
import type { LoggedRow } from './restoreConflict';
import { asLogged } from './undo';

/** All that is asked of a row, and once of the same; the answers of thousands of students would be too much to hold. */
const references: Partial<Record<RecordedTable, string>> = {
  assignments: 'id',
  assignment_questions: 'assignment_id',
  question_options: 'question_id',
  submissions: 'assignment_id',
  submission_answers: 'submission_id',
};
const chunkSize = 5_000;

/** The assignments whose questions or hand-ins an operation wrote, which is being taken back, but for whole ones. */
export async function assignmentsTouched(db: Kysely<Database>, operationId: number): Promise<number[]> {
  const rows = new Map<string, LoggedRow>();
  const logged = db.selectFrom('operation_rows').where('operation_id', '=', operationId).orderBy('id');
  for (let after = 0; ;) {
    const found = await logged
      .select(['id', 'table_name'])
      .where('id', '>', after)
      .limit(chunkSize)
      .execute();
    const last = found.at(-1);
    if (!last) break;
    after = last.id;
    const ids = found.flatMap(({ id, table_name }) => (references[table_name] ? [id] : []));
    if (ids.length > 0)
      for (const row of await logged.selectAll().where('id', 'in', ids).execute()) {
        const turned = asTakenBack(asLogged(row));
        rows.set(JSON.stringify([turned.table, turned.before, turned.after]), turned);
      }
    await setImmediate();
  }
  const changed = (table: RecordedTable) => [...rows.values()].filter((row) => row.table === table) as never;
  return touchedAssignments(db, { changed });
}

/** As the write that takes it back: what was there before comes after. */
function asTakenBack({ table, id, before, after }: LoggedRow): LoggedRow {
  const column = references[table] ?? 'id';
  return {
    table,
    id,
    before: after && { [column]: after[column] },
    after: before && { [column]: before[column] },
  };
}
