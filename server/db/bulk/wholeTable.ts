import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { RecordedTable } from '../schema/recorded';
import type { UnitOfWork } from '../log/unitOfWork';
import { chunks } from '../engine/chunks';
import type { Db } from '../schema';
import { countRows, countUpTo } from '../search/matching';
import { belongsTo, isListedDependent, type Relation, relations, removeWithChildren } from './cascade';

type RowsToRemove = 'all' | Map<string, RawBuilder<SqlBool>>;

/** The first entry is the table of the records. @param ids null means all records */
function findRowsToRemove(
  table: RecordedTable,
  ids: readonly number[] | null,
  isIncluded: (relation: Relation) => boolean = isListedDependent,
): Map<RecordedTable, RowsToRemove> {
  const rowsByTable = new Map<RecordedTable, RowsToRemove>();
  const addChildren = (parent: RecordedTable) => {
    const parentRows = rowsByTable.get(parent);
    for (const relation of relations[parent] ?? []) {
      const { table: child, column, isOptional } = relation;
      const conditions = rowsByTable.get(child) ?? new Map<string, RawBuilder<SqlBool>>();
      if (!isIncluded(relation) || conditions === 'all') continue;
      if (parentRows === 'all' && !isOptional) rowsByTable.set(child, 'all');
      else
        rowsByTable.set(
          child,
          conditions.set(
            column,
            belongsTo(relation, sql`select id from ${sql.table(parent)} where ${buildCondition(parentRows)}`),
          ),
        );
      addChildren(child);
    }
  };
  rowsByTable.set(
    table,
    ids === null ? 'all' : new Map([['id', sql<SqlBool>`id in (${sql.join([...ids])})`]]),
  );
  addChildren(table);
  return rowsByTable;
}

const buildCondition = (rowsToRemove: RowsToRemove | undefined): RawBuilder<SqlBool> =>
  rowsToRemove === undefined || rowsToRemove === 'all'
    ? sql`1 = 1`
    : sql`(${sql.join([...rowsToRemove.values()], sql` or `)})`;

/**
 * Counts the records and all their dependents. A row that meets two conditions counts once.
 * @param ids null means all records
 */
export async function countRowsToRemove(
  db: Db,
  table: RecordedTable,
  ids: readonly number[] | null,
): Promise<Partial<Record<RecordedTable, number>>> {
  const counts: Partial<Record<RecordedTable, number>> = {};
  for (const [name, rowsToRemove] of findRowsToRemove(table, ids)) {
    const conditions = rowsToRemove === 'all' ? [buildCondition(rowsToRemove)] : [...rowsToRemove.values()];
    let count = 0;
    for (const [index, condition] of conditions.entries()) {
      const exclusions = conditions.slice(0, index).map((earlier) => sql` and (${earlier}) is not true`);
      count += await countRows(
        db,
        sql`from ${sql.table(name)} where ${condition}${sql.join(exclusions, sql``)}`,
      );
      await setImmediate();
    }
    if (count > 0) counts[name] = count;
  }
  return counts;
}

export async function countDependents(
  db: Db,
  table: RecordedTable,
  ids: readonly number[],
): Promise<Partial<Record<RecordedTable, number>>> {
  const { [table]: _ownCount, ...dependents } = await countRowsToRemove(db, table, ids);
  return dependents;
}

export async function wouldRemoveMoreThan(
  db: Db,
  limit: number,
  table: RecordedTable,
  ids: readonly number[],
): Promise<boolean> {
  let count = 0;
  for (const [name, rowsToRemove] of findRowsToRemove(table, ids, ({ onRemove }) => onRemove === 'remove')) {
    count += await countUpTo(
      db,
      sql`from ${sql.table(name)} where ${buildCondition(rowsToRemove)}`,
      limit + 1 - count,
    );
    if (count > limit) return true;
  }
  return false;
}

const chunkSize = 500;

/** Tells whether the removal of `ids` would also remove one of `rowIds` of `child`. */
export async function wouldRemoveAnyOf(
  db: Db,
  { table, ids }: { table: RecordedTable; ids: readonly number[] | null },
  child: RecordedTable,
  rowIds: readonly number[],
): Promise<boolean> {
  const rowsToRemove = findRowsToRemove(table, ids, ({ onRemove }) => onRemove === 'remove').get(child);
  if (rowsToRemove === undefined || rowsToRemove === 'all') return rowsToRemove === 'all';
  for (const chunk of chunks(rowIds, chunkSize)) {
    const { rows: matches } = await sql`
      select id from ${sql.table(child)} where id in (${sql.join(chunk)}) and ${buildCondition(rowsToRemove)} limit 1`.execute(
      db,
    );
    if (matches.length > 0) return true;
  }
  return false;
}

/** Removes at most `maxRows` rows, dependents first. */
export async function removeNextRows(
  unit: UnitOfWork,
  table: RecordedTable,
  ids: readonly number[],
  maxRows: number,
): Promise<void> {
  for (const relation of relations[table] ?? []) {
    if (!isListedDependent(relation)) continue;
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(relation.table)} where ${belongsTo(relation, sql.join([...ids]))}
      limit ${sql.lit(maxRows)}`.execute(unit.trx);
    const children = rows.map(({ id }) => Number(id));
    if (children.length > 0) return removeNextRows(unit, relation.table, children, maxRows);
  }
  await removeWithChildren(unit, table, ids);
}

export async function removeAllRows(unit: UnitOfWork, table: RecordedTable): Promise<number> {
  const rows = await unit.trx.selectFrom(table).select('id').orderBy('id').execute();
  await removeWithChildren(
    unit,
    table,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
