import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { relations } from './cascade';
import { type LoggedRow, RestoreConflict, type Values } from './restoreConflict';
import type { Database, RecordedTable } from './schema';
import { isSame } from './unitOfWork';
import { asLogged } from './undo';

type Dynamic = Kysely<Record<string, Values>>;
const atOnce = 500;
const nameOf = (table: string, id: unknown) => `${table}/${String(id)}`;

/**
 * Looks whether an operation of very many rows can be taken back: each row is as its last write left it, and nothing
 * of others hangs on the rows that it has added.
 * @throws RestoreConflict
 */
export async function refuseChanged(db: Kysely<Database>, operationId: number): Promise<void> {
  /** Rows that were looked at: whether the operation has added them. */
  const seen = new Map<string, boolean>();
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const logged = await db
      .selectFrom('operation_rows')
      .selectAll()
      .where('operation_id', '=', operationId)
      .where('id', '<', Math.min(below, 2_147_483_647))
      .orderBy('id', 'desc')
      .limit(atOnce)
      .execute();
    const last = logged.at(-1);
    if (!last) return;
    below = last.id;
    const rows = logged.map(asLogged);
    const tables = [...new Set(rows.map((row) => row.table))];
    const of = (table: RecordedTable) => rows.filter((row) => row.table === table);
    for (const table of tables) await refuseTable(db, table, of(table), seen);
    for (const table of tables)
      await refuseChildren(
        db,
        table,
        of(table).filter(({ before }) => before === null),
        seen,
      );
    await setImmediate();
  }
}

async function refuseTable(
  db: Kysely<Database>,
  table: RecordedTable,
  rows: readonly LoggedRow[],
  seen: Map<string, boolean>,
): Promise<void> {
  const newest: LoggedRow[] = [];
  for (const row of rows) {
    const name = nameOf(table, row.id);
    if (!seen.has(name)) newest.push(row);
    seen.set(name, row.before === null);
  }
  const ids = newest.map(({ id }) => id);
  if (ids.length > 0) {
    const found = await (db as unknown as Dynamic)
      .selectFrom(table)
      .selectAll()
      .where('id', 'in', ids)
      .execute();
    const stored = new Map(found.map((row) => [Number(row['id']), row]));
    const changed = newest.filter(({ id, after }) => !isSame(stored.get(id) ?? null, after));
    if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
  }
}

async function refuseChildren(
  db: Kysely<Database>,
  table: RecordedTable,
  added: readonly LoggedRow[],
  seen: ReadonlyMap<string, boolean>,
): Promise<void> {
  if (added.length === 0) return;
  for (const { table: child, column } of relations[table] ?? []) {
    const children = await (db as unknown as Dynamic)
      .selectFrom(child)
      .select(['id', column])
      .where(
        column,
        'in',
        added.map(({ id }) => id),
      )
      .execute();
    // What the same operation has added later has been looked at already, and goes first.
    const foreign = children.find((row) => seen.get(nameOf(child, row['id'])) !== true);
    const parent = foreign && added.find(({ id }) => id === Number(foreign[column]));
    if (parent) throw new RestoreConflict('needed', table, [parent]);
  }
}
