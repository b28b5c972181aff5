import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { RecordedTable } from '../schema/recorded';
import type { UnitOfWork } from '../log/unitOfWork';
import { chunks } from '../engine/chunks';
import type { Db } from '../schema';
import { countOf, countUpTo } from '../search/matching';
import { belongsTo, isCountedChild, type Relation, relations, removeWithChildren } from './cascade';

/** Which rows of a table are removed: all, or those that match one of these conditions. */
type Going = 'all' | Map<string, RawBuilder<SqlBool>>;

/**
 * The tables that lose rows if records of one table are removed, and which rows; that table first.
 * @param ids of the records; null: all
 * @param isIncluded by default what is counted as a record
 */
function goingWith(
  table: RecordedTable,
  ids: readonly number[] | null,
  isIncluded: (relation: Relation) => boolean = isCountedChild,
): Map<RecordedTable, Going> {
  const going = new Map<RecordedTable, Going>();
  const walk = (parent: RecordedTable) => {
    const ofParent = going.get(parent);
    for (const relation of relations[parent] ?? []) {
      const { table: child, column, isOptional } = relation;
      const known = going.get(child) ?? new Map<string, RawBuilder<SqlBool>>();
      if (!isIncluded(relation) || known === 'all') continue;
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
  going.set(table, ids === null ? 'all' : new Map([['id', sql<SqlBool>`id in (${sql.join([...ids])})`]]));
  walk(table);
  return going;
}

const condition = (going: Going | undefined): RawBuilder<SqlBool> =>
  going === undefined || going === 'all' ? sql`1 = 1` : sql`(${sql.join([...going.values()], sql` or `)})`;

/**
 * How many rows of each table are removed with records, and how many of these there are; without tables that lose none.
 * Each way to belong to them is counted by itself, from its index: a row that has two counts for the first.
 * @param ids null: every record of the table
 */
export async function countWith(
  db: Db,
  table: RecordedTable,
  ids: readonly number[] | null,
): Promise<Partial<Record<RecordedTable, number>>> {
  const counts: Partial<Record<RecordedTable, number>> = {};
  for (const [name, going] of goingWith(table, ids)) {
    const ways = going === 'all' ? [condition(going)] : [...going.values()];
    let count = 0;
    for (const [place, way] of ways.entries()) {
      const others = ways.slice(0, place).map((before) => sql` and (${before}) is not true`);
      count += await countOf(db, sql`from ${sql.table(name)} where ${way}${sql.join(others, sql``)}`);
      await setImmediate();
    }
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/** How many rows of each other table are removed with these records. */
export async function dependentsOf(
  db: Db,
  table: RecordedTable,
  ids: readonly number[],
): Promise<Partial<Record<RecordedTable, number>>> {
  const { [table]: _own, ...dependents } = await countWith(db, table, ids);
  return dependents;
}

/** Whether more than so many rows are removed with records, rows that only describe one included; reads no more. */
export async function isMoreThan(
  db: Db,
  most: number,
  table: RecordedTable,
  ids: readonly number[],
): Promise<boolean> {
  let rows = 0;
  for (const [name, going] of goingWith(table, ids, ({ onRemove }) => onRemove === 'remove')) {
    rows += await countUpTo(db, sql`from ${sql.table(name)} where ${condition(going)}`, most + 1 - rows);
    if (rows > most) return true;
  }
  return false;
}

/** Rows per statement. */
const chunkSize = 500;

/** Whether one of these rows of a table would be removed with records. @param removed their ids; null: all */
export async function isGoing(
  db: Db,
  { table, ids }: { table: RecordedTable; ids: readonly number[] | null },
  child: RecordedTable,
  rows: readonly number[],
): Promise<boolean> {
  const going = goingWith(table, ids, ({ onRemove }) => onRemove === 'remove').get(child);
  if (going === undefined || going === 'all') return going === 'all';
  for (const part of chunks(rows, chunkSize)) {
    const { rows: found } = await sql`
      select id from ${sql.table(child)} where id in (${sql.join(part)}) and ${condition(going)} limit 1`.execute(
      db,
    );
    if (found.length > 0) return true;
  }
  return false;
}

/**
 * Removes the next rows of records and of what depends on them: of the first table that still has some, children before
 * their parents. What only describes a record goes with it.
 */
export async function removeNext(
  unit: UnitOfWork,
  table: RecordedTable,
  ids: readonly number[],
  maxRows: number,
): Promise<void> {
  for (const relation of relations[table] ?? []) {
    if (!isCountedChild(relation)) continue;
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(relation.table)} where ${belongsTo(relation, sql.join([...ids]))}
      limit ${sql.lit(maxRows)}`.execute(unit.trx);
    const children = rows.map(({ id }) => Number(id));
    if (children.length > 0) return removeNext(unit, relation.table, children, maxRows);
  }
  await removeWithChildren(unit, table, ids);
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
