import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { namesOf, type RecordFields } from '../../../contract/fieldTable';
import { listLimit } from '../../../contract/lists';
import { daysAfter, startOfDay } from '../../../contract/rules/retention';
import type { ListedTable, SearchKind } from '../schema/log';
import type { Db, Database } from '../schema';
import { type Condition, type Matching, planMatching } from './matching';

/** What a list call was asked for, after parsing. */
export interface ListRequest<K extends string = string> {
  range?: [number, number] | undefined;
  sort?: [K, 'ASC' | 'DESC'] | undefined;
  filter?: Filter | undefined;
}

interface Filter {
  q?: string | undefined;
  ids?: number[] | undefined;
}

export interface ListSource<O, K extends string> {
  /** The table that is listed, searched and counted. */
  table: ListedTable;
  /** Its rows with what the API shows of each; joins may add columns, never rows. */
  select: SelectQueryBuilder<Database, ListedTable | 'enrolments', O>;
  /** Sort key of the API → column with an index; ties are broken by the row number. */
  sorts: Record<K, string>;
  /** A sort column that may be empty; what is empty comes first, and last when descending. */
  emptiable?: string;
  /** The rows that the caller may see. */
  scope: Condition;
  /** Conditions of the filter. */
  where: readonly Condition[];
  /** What of a row is searched, where the caller may not search all of it. */
  kind?: SearchKind | undefined;
}

/** One page of a list, or the whole up to its limit, and how many rows there are. */
export async function listRows<O, K extends string>(
  db: Db,
  source: ListSource<O, K>,
  request: ListRequest<K>,
): Promise<{ rows: O[]; total: number }> {
  const { table, sorts } = source;
  const matching = await matchingRows(db, source, request.filter);
  const total = await matching.total();
  const [from, to] = request.range ?? [0, listLimit - 1];
  const [key, direction] = request.sort ?? ['id', 'ASC'];
  const column = (sorts as Record<string, string>)[key] ?? 'id';
  const count = Math.min(to, total - 1) - from + 1;
  if (count <= 0) return { rows: [], total };

  // What is nearer to the end is reached from the end.
  const behind = total - from - count;
  const isFromEnd = behind < from;
  const skipped = isFromEnd ? behind : from;
  const isAscending = direction === 'ASC';
  const inOrder = (ascending: boolean) => {
    const isEmptyFirst = ascending === (column === source.emptiable); // else as PostgreSQL has its indexes
    const order = sql`${ascending ? sql`asc` : sql`desc`} ${isEmptyFirst ? sql`nulls first` : sql`nulls last`}`;
    const id = sql`${sql.ref(`${table}.id`)} ${ascending ? sql`asc` : sql`desc`}`;
    return column === 'id' ? id : sql`${sql.ref(`${table}.${column}`)} ${order}, ${id}`;
  };
  // The row numbers of the page first, from indexes alone where possible; then only its rows are read and joined.
  const page = sql`
    select ${sql.ref(`${table}.id`)} ${matching.page(skipped + count, total)}
    order by ${inOrder(isAscending !== isFromEnd)} limit ${count} offset ${skipped}`;
  const rows = await source.select
    .where(sql<boolean>`${sql.ref(`${table}.id`)} in (${page})`)
    .orderBy(inOrder(isAscending))
    .execute();
  return { rows, total };
}

/** The rows of a filter with its search within a scope, for a list or for figures over it. */
export const matchingRows = (
  db: Db,
  { table, scope, where, kind }: Pick<ListSource<unknown, never>, 'table' | 'scope' | 'where' | 'kind'>,
  filter: Filter | undefined,
): Promise<Matching> =>
  planMatching(db, table, {
    scope,
    where: [...where, ...among(`${table}.id`, filter?.ids)],
    q: filter?.q,
    kind,
  });

/** `column in (…)`, or no condition where the filter does not ask. */
export function among(column: string, ids: readonly number[] | undefined): Condition[] {
  if (!ids) return [];
  return ids.length > 0 ? [sql`${sql.ref(column)} in (${sql.join(ids)})`] : [sql`1 = 0`];
}

/** A moment (ISO 8601) from the beginning of the first day to the end of the last, where the filter asks for them. */
export const withinDays = (
  column: string,
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
  timeZone: string,
): Condition[] => [
  ...(start_date ? [sql<SqlBool>`${sql.ref(column)} >= ${dayStart(start_date, timeZone)}`] : []),
  ...(end_date ? [sql<SqlBool>`${sql.ref(column)} < ${dayStart(daysAfter(end_date, 1), timeZone)}`] : []),
];

/** The first moment of a day, ISO 8601. */
export const dayStart = (date: string, timeZone: string): string => startOfDay(date, timeZone).toISOString();

/** The page that was asked for, all up to the limit without: its first place, and how many rows it has. */
export const pageOf = ([from, to]: readonly [number, number] = [0, listLimit - 1]) => ({
  offset: from,
  limit: to - from + 1,
});

/** By which column a record is looked for: its code, or where a number is asked for, its row. */
export const codeColumn = <C extends string>(code: C, asked: string | number | undefined): C | 'id' =>
  typeof asked === 'number' ? 'id' : code;

/** `column = value`, or no condition where the filter does not ask. */
export const equals = (column: string, value: string | number | undefined | null): Condition[] =>
  value === undefined || value === null ? [] : [sql`${sql.ref(column)} = ${value}`];

/** The own fields of a record, as a query selects them. */
export const columnsOf = <T extends ListedTable, F extends RecordFields>(table: T, fields: F) =>
  namesOf(fields).map((name) => `${table}.${name}` as const);
