import { type Kysely, sql, type Transaction } from 'kysely';
import { successMessages } from '../../contract/errors';
import { mostRenumbered, type Renumbered } from '../../contract/renumbered';
import { columnTypes, type DatabaseKind } from './dialect';
import type { Database, Row } from './schema';

interface Done {
  success: true;
  message: string;
}

/** What a call answers that has taken something back: it tells of students who have another number than they had. */
export function takenBackAnswer(answer: Done, renumbered: readonly Renumbered[]) {
  const [first] = renumbered;
  if (!first) return answer;
  const more =
    renumbered.length === 1
      ? successMessages.renumberedOne(first.full_name, first.student_id, first.previous)
      : successMessages.renumberedMany(renumbered.length);
  const message = `${answer.message}${more}`;
  return { ...answer, message, renumbered: renumbered.slice(0, mostRenumbered) };
}

type SlowUndo = Pick<Row<'slow_undos'>, 'operation_id' | 'undo_id'>;

/**
 * The students who came back with another number, by the log of their deletion and of what took it back: whoever did
 * the parts of it.
 */
export async function renumberedBy(
  db: Kysely<Database>,
  kind: DatabaseKind,
  { operation_id, undo_id }: SlowUndo,
): Promise<Renumbered[]> {
  const { fieldOfJson } = columnTypes(kind);
  const previous = fieldOfJson('gone.before', 'student_id');
  const now = fieldOfJson('back.after', 'student_id');
  const { rows } = await sql<Renumbered>`
    select ${fieldOfJson('back.after', 'full_name')} as full_name, ${previous} as previous, ${now} as student_id
    from operation_rows as back
    join operation_rows as gone on gone.table_name = back.table_name and gone.row_id = back.row_id
    where back.operation_id = ${undo_id} and back.table_name = 'students' and back.before is null
      and gone.operation_id = ${operation_id} and gone.after is null and ${previous} <> ${now}
    order by back.id`.execute(db);
  return rows;
}

/** In the transaction of the last part: whoever sends the call again is answered as the one who waited for it. */
export async function keepRenumbered(
  trx: Transaction<Database>,
  kind: DatabaseKind,
  undo: SlowUndo,
): Promise<void> {
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
  const answer = takenBackAnswer(JSON.parse(kept.answer), await renumberedBy(trx, kind, undo));
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', kept.user_id)
    .where('key', '=', kept.key)
    .execute();
}
