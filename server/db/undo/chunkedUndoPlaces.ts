import type { Kysely } from 'kysely';
import { relations } from '../bulk/cascade';
import { placeColumns, placeOf } from '../log/lastVersions';
import type { Database } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { takenBy } from './obstacles';
import { type LoggedRow, RestoreConflict, type Values } from './restoreConflict';

type Db = Kysely<Database>;
type Dynamic = Kysely<Record<string, Values>>;

/** The rows that there are of those asked for, by their numbers. */
export async function storedOf(
  db: Db,
  table: RecordedTable,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  if (ids.length === 0) return new Map();
  const found = await (db as unknown as Dynamic)
    .selectFrom(table)
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map((row) => [Number(row['id']), row]));
}

/** What somebody else may have taken: who comes back gets another, or none. */
const replaceableColumns: Partial<Record<RecordedTable, readonly string[]>> = {
  students: ['student_id', 'user_id'],
};

/**
 * Looks whether rows that are gone can stand where they stood: nobody has what may be there once only, and what they
 * belong to is there or comes back too. Whatever else is in the way is found when they are put back.
 * @throws RestoreConflict
 */
export async function refuseWithoutPlace(
  db: Db,
  table: RecordedTable,
  gone: readonly LoggedRow[],
  as: 'undo' | 'restore',
  isBackToo: (parent: RecordedTable, id: number) => boolean,
): Promise<void> {
  if (gone.length === 0) return;
  const taken =
    (await takenBy(db, table, gone, replaceableColumns[table]))?.row ??
    (await findSupplanted(db, table, gone));
  if (taken) throw new RestoreConflict('taken', table, [taken]);
  for (const [parent, column] of parentsOf(table, as)) {
    const idOf = ({ before }: LoggedRow) => Number(before?.[column] ?? 0);
    const wanted = [...new Set(gone.map(idOf))].filter((id) => id !== 0 && !isBackToo(parent, id));
    const stored = await storedOf(db, parent, wanted);
    const missing = new Set(wanted.filter((id) => !stored.has(id)));
    const orphan = gone.find((row) => missing.has(idOf(row)));
    if (orphan) throw new RestoreConflict('parent gone', table, [orphan]);
  }
}

/** A row in whose place there is a newer one: marks of the same student in the same subject, and the like. */
async function findSupplanted(
  db: Db,
  table: RecordedTable,
  gone: readonly LoggedRow[],
): Promise<LoggedRow | undefined> {
  const columns = placeColumns[table];
  const [first] = columns ?? [];
  if (!columns || !first) return undefined;
  const wanted = [...new Set(gone.map(({ before }) => before?.[first]))];
  const found = await (db as unknown as Dynamic)
    .selectFrom(table)
    .select([...columns])
    .where(first, 'in', wanted)
    .execute();
  if (found.length === 0) return undefined;
  const places = new Set(found.map((row) => placeOf(columns, row)));
  return gone.find(({ before }) => before && places.has(placeOf(columns, before)));
}

/** Where the rows of a table point to; a restore lets a reference be lost that a deletion of its target empties. */
const parentsOf = (table: RecordedTable, as: 'undo' | 'restore'): [RecordedTable, string][] =>
  Object.entries(relations).flatMap(([parent, children]) =>
    children
      .filter((one) => one.table === table && (as === 'undo' || one.onRemove === 'remove'))
      .map(({ column }): [RecordedTable, string] => [parent as RecordedTable, column]),
  );
