import { sql } from 'kysely';
import { successMessages } from '../../contract/successMessages';
import { maxRenumbered, type Renumbered } from '../../contract/undo';
import { columnTypes, type DatabaseKind } from './engine/dialect';
import type { Row, Db, Trx } from './schema';

interface Done {
  success: true;
  message: string;
}

/** The answer of an undo or restore; it names the students whose academic number has changed. */
export function undoAnswer(answer: Done, renumbered: readonly Renumbered[]) {
  const [first] = renumbered;
  if (!first) return answer;
  const more =
    renumbered.length === 1
      ? successMessages.renumberedOne(first.full_name, first.student_id, first.previous)
      : successMessages.renumberedMany(renumbered.length);
  const message = `${answer.message}${more}`;
  return { ...answer, message, renumbered: renumbered.slice(0, maxRenumbered) };
}

interface Student {
  row_id: number;
  full_name: string;
  student_id: string;
}
type ChunkedUndo = Pick<Row<'slow_undos'>, 'operation_id' | 'undo_id'>;

/**
 * The students whose academic number changed in an undo, found in the logs of the deletion and of its undo, whichever
 * server did the parts.
 */
export async function readRenumbered(
  db: Db,
  kind: DatabaseKind,
  { operation_id, undo_id }: ChunkedUndo,
): Promise<Renumbered[]> {
  const { fieldOfJson } = columnTypes(kind);
  // Two queries, each with its own index: a join without fresh statistics may compare all rows with each other.
  const students = async (operation: number, there: 'before' | 'after', none: 'before' | 'after') => {
    const { rows } = await sql<Student>`
      select row_id, ${fieldOfJson(there, 'full_name')} as full_name, ${fieldOfJson(there, 'student_id')} as student_id
      from operation_rows
      where operation_id = ${operation} and table_name = 'students' and ${sql.ref(none)} is null
      order by id`.execute(db);
    return rows;
  };
  const before = new Map(
    (await students(operation_id, 'before', 'after')).map(({ row_id, student_id }) => [row_id, student_id]),
  );
  return (await students(undo_id, 'after', 'before')).flatMap(({ row_id, full_name, student_id }) => {
    const previous = before.get(row_id);
    return !previous || previous === student_id ? [] : [{ full_name, previous, student_id }];
  });
}

/** Runs in the transaction of the last part, so that a repeated call gets the same answer as the first. */
export async function keepRenumbered(trx: Trx, kind: DatabaseKind, undo: ChunkedUndo): Promise<void> {
  const kept = await trx
    .selectFrom('idempotency_keys')
    .innerJoin('operations', (both) =>
      both
        .onRef('operations.id', '=', 'idempotency_keys.operation_id')
        .onRef('operations.user_id', '=', 'idempotency_keys.user_id'),
    )
    .select(['idempotency_keys.user_id', 'key', 'answer'])
    .where('idempotency_keys.operation_id', '=', undo.undo_id)
    .executeTakeFirst();
  if (!kept?.answer) return;
  const answer = undoAnswer(JSON.parse(kept.answer), await readRenumbered(trx, kind, undo));
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', kept.user_id)
    .where('key', '=', kept.key)
    .execute();
}
