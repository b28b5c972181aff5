import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { RecordedTable } from '../schema/recorded';
import type { UnitOfWork } from '../log/unitOfWork';
import type { Db } from '../schema';
import { countOf } from '../search/matching';
import { belongsTo, isCountedChild, relations, removeWithChildren } from './cascade';

/** Which rows of a table are removed: all, or those that match one of these conditions. */
type Going = 'all' | Map<string, RawBuilder<SqlBool>>;

/** The tables that lose rows if every row of one table is removed, and which rows; that table first. */
function goingWith(table: RecordedTable): Map<RecordedTable, Going> {
  const going = new Map<RecordedTable, Going>();
  const walk = (parent: RecordedTable) => {
    const ofParent = going.get(parent);
    for (const relation of relations[parent] ?? []) {
      const { table: child, column, isOptional } = relation;
      const known = going.get(child) ?? new Map<string, RawBuilder<SqlBool>>();
      if (!isCountedChild(relation) || known === 'all') continue;
      if (ofParent === 'all' && !isOptional) going.set(child, 'all');
      else
        going.set(
          child,
          known.set(
            column,
            belongsTo(relation, sql`select id from ${sql.table(parent)} where ${condition(ofParent)}`),
          ),
        );
      walk(child);
    }
  };
  going.set(table, 'all');
  walk(table);
  return going;
}

const condition = (going: Going | undefined): RawBuilder<SqlBool> =>
  going === undefined || going === 'all' ? sql`1 = 1` : sql`(${sql.join([...going.values()], sql` or `)})`;

/** How many rows of each table are removed with every row of one; without tables that lose none. */
export async function countWhole(
  db: Db,
  table: RecordedTable,
): Promise<Partial<Record<RecordedTable, number>>> {
  const counts: Partial<Record<RecordedTable, number>> = {};
  for (const [name, going] of goingWith(table)) {
    const rows = sql`from ${sql.table(name)}`;
    const count = await countOf(db, going === 'all' ? rows : sql`${rows} where ${condition(going)}`);
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/** The tables that lose rows if every row of one is removed; children before their parents. */
export function childrenFirst(table: RecordedTable): RecordedTable[] {
  const order = new Set<RecordedTable>();
  const walk = (parent: RecordedTable) => {
    for (const relation of relations[parent] ?? [])
      if (isCountedChild(relation) && !order.has(relation.table)) walk(relation.table);
    order.add(parent);
  };
  walk(table);
  return [...order];
}

/** The progress of a removal in parts: the table, and the row after which it continues. */
export interface Place {
  step: number;
  after: number;
}
export const firstPlace: Place = { step: 0, after: 0 };

/**
 * As `removeWhole`, but only for the next rows.
 * @returns where to continue; null if nothing is left from there on
 */
export async function removeNext(
  unit: UnitOfWork,
  table: RecordedTable,
  from: Place,
  maxRows: number,
): Promise<Place | null> {
  const going = goingWith(table);
  let { after } = from;
  for (const [step, name] of childrenFirst(table).entries()) {
    if (step < from.step) continue;
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(name)} where id > ${after} and ${condition(going.get(name))}
      order by id limit ${maxRows}`.execute(unit.trx);
    const ids = rows.map(({ id }) => id);
    after = 0;
    if (ids.length === 0) continue;
    await removeWithChildren(unit, name, ids);
    return { step, after: Number(ids.at(-1)) };
  }
  return null;
}

/** Removes every row of a table and all rows that depend on them. @returns how many rows of the table itself */
export async function removeWhole(unit: UnitOfWork, table: RecordedTable): Promise<number> {
  const rows = await unit.trx.selectFrom(table).select('id').orderBy('id').execute();
  await removeWithChildren(
    unit,
    table,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
