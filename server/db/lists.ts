import {
  type Kysely,
  type OrderByItemBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { listLimit } from '../../contract/lists';
import type { Database, SearchKind } from './schema';
import { planSearch } from './search';

type Condition = RawBuilder<SqlBool>;

/** What a list call was asked for, after parsing. */
export interface ListRequest<K extends string = string> {
  range?: [number, number] | undefined;
  sort?: [K, 'ASC' | 'DESC'] | undefined;
  filter?: { q?: string | undefined; ids?: number[] | undefined } | undefined;
}

export interface ListSource<O, K extends string> {
  /** The table that is listed, searched and counted. */
  table: SearchKind;
  /** Its rows with what the API shows of each; joins may add columns, never rows. */
  select: SelectQueryBuilder<Database, SearchKind, O>;
  /** Sort key of the API → column with an index; ties are broken by the row number. */
  sorts: Record<K, string>;
  /** A sort column that may be empty; what is empty comes first, and last when descending. */
  emptiable?: string;
  /** Conditions of filter and scope. */
  where: readonly Condition[];
}

/** One page of a list, or the whole up to its limit, and how many rows there are. */
export async function listRows<O, K extends string>(
  db: Kysely<Database>,
  source: ListSource<O, K>,
  request: ListRequest<K>,
): Promise<{ rows: O[]; total: number }> {
  const { table, sorts } = source;
  const search = await planSearch(db, table, request.filter?.q);
  const where = [...source.where, ...idCondition(table, request.filter?.ids)];
  const [key, direction] = request.sort ?? ['id', 'ASC'];
  const column = (sorts as Record<string, string>)[key] ?? 'id';
  const [from, to] = request.range ?? [0, listLimit - 1];
  const directed = (order: OrderByItemBuilder) => (direction === 'ASC' ? order.asc() : order.desc());
  const emptyEnd = (order: OrderByItemBuilder) =>
    direction === 'ASC' ? directed(order).nullsFirst() : directed(order).nullsLast();

  let page = source.select;
  for (const condition of [...where, ...(search?.page ?? [])]) page = page.where(condition);
  page = page.orderBy(sql.ref(`${table}.${column}`), column === source.emptiable ? emptyEnd : directed);
  if (column !== 'id') page = page.orderBy(sql.ref(`${table}.id`), directed);

  const rows = await page
    .limit(to - from + 1)
    .offset(from)
    .execute();
  const isWhole = from === 0 && rows.length <= to - from;
  if (isWhole) return { rows, total: rows.length };
  if (search?.onlyTerms && where.length === 0) return { rows, total: await numberOf(db, search.onlyTerms) };
  return { rows, total: await countRows(db, table, [...where, ...(search?.count ?? [])]) };
}

/** How many rows of a table meet the conditions. */
export const countRows = (
  db: Kysely<Database>,
  table: SearchKind,
  where: readonly Condition[],
): Promise<number> =>
  numberOf(db, sql`select count(*) as total from ${sql.table(table)} ${whereClause(where)}`);

/** `where … and …`, or nothing. */
export const whereClause = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

/** The conditions of a filter together with its search, for figures over the filtered list. */
export async function filterConditions(
  db: Kysely<Database>,
  table: SearchKind,
  where: readonly Condition[],
  filter: ListRequest['filter'],
): Promise<Condition[]> {
  const search = await planSearch(db, table, filter?.q);
  return [...where, ...idCondition(table, filter?.ids), ...(search?.count ?? [])];
}

async function numberOf(db: Kysely<Database>, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await (query as RawBuilder<{ total: number }>).execute(db);
  return Number(rows[0]?.total ?? 0);
}

function idCondition(table: string, ids: readonly number[] | undefined): Condition[] {
  if (!ids) return [];
  return ids.length > 0 ? [sql`${sql.ref(`${table}.id`)} in (${sql.join(ids)})`] : [sql`1 = 0`];
}

/** `column = value`, or no condition where the filter does not ask. */
export const equals = (column: string, value: string | number | undefined | null): Condition[] =>
  value === undefined || value === null ? [] : [sql`${sql.ref(column)} = ${value}`];
