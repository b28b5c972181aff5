import { CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { fieldNames, type RecordFields } from '../../../contract/fieldTable';
import { maxListRows } from '../../../contract/lists';
import { daysAfter, startOfDay } from '../../../contract/rules/retention';
import type { ListedTable, SearchKind } from '../schema/log';
import type { Db, Database } from '../schema';
import { type Condition, type Matching, planMatching, type RowSet } from './matching';

const screenPageSizes: ReadonlySet<number> = new Set([10, 25, 50, 100]);

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
  table: ListedTable;
  select: SelectQueryBuilder<Database, ListedTable | 'enrolments' | 'student_statuses', O>;
  /** True if the select has parameters, so that its statement cannot be compiled once. */
  hasParameters?: boolean;
  /** A column with an index, or SQL that is evaluated for each matching row. */
  sorts: Record<K, string | RawBuilder<unknown>>;
  /** A sort column with nulls. Nulls come first in ascending order. */
  nullableColumn?: string;
  scope: Condition;
  scopeRows?: RowSet | null | undefined;
  /** True if the scope depends only on students, enrolments and batches. */
  canCacheTotal?: boolean | undefined;
  where: readonly Condition[];
  within?: RowSet | undefined;
  /** Set if the caller may not search all columns of the table. */
  kind?: SearchKind | undefined;
}

export async function listRows<O, K extends string>(
  db: Db,
  source: ListSource<O, K>,
  request: ListRequest<K>,
): Promise<{ rows: O[]; total: number }> {
  const { table, sorts } = source;
  const matching = await matchingRows(db, source, request.filter);
  const total = await matching.total();
  const [from, to] = request.range ?? [0, maxListRows - 1];
  const [key, direction] = request.sort ?? ['id', 'ASC'];
  const column = (sorts as Record<string, string | RawBuilder<unknown>>)[key] ?? 'id';
  const count = Math.min(to, total - 1) - from + 1;
  if (count <= 0) return { rows: [], total };

  // A page near the end is read backwards from the end, so that fewer rows are skipped.
  const rowsAfterPage = total - from - count;
  const isFromEnd = rowsAfterPage < from;
  const offset = isFromEnd ? rowsAfterPage : from;
  const isAscending = direction === 'ASC';
  const orderBy = (isAsc: boolean) => {
    const isNullFirst = isAsc === (column === source.nullableColumn); // as in PostgreSQL's indexes
    const order = sql`${isAsc ? sql`asc` : sql`desc`} ${isNullFirst ? sql`nulls first` : sql`nulls last`}`;
    const id = sql`${sql.ref(`${table}.id`)} ${isAsc ? sql`asc` : sql`desc`}`;
    const expression = typeof column === 'string' ? sql.ref(`${table}.${column}`) : column;
    return column === 'id' ? id : sql`${expression} ${order}, ${id}`;
  };
  // A literal limit lets the planner know how few rows are read. PostgreSQL caches a plan per text (ADR 36).
  const size = to - from + 1;
  const limitClause =
    from === 0 && screenPageSizes.has(size)
      ? sql`limit ${sql.lit(size)}`
      : sql`limit ${count} offset ${offset}`;
  const page = sql`
    select ${sql.ref(`${table}.id`)} ${matching.page(offset + count, total)}
    order by ${orderBy(isAscending !== isFromEnd)} ${limitClause}`;
  const rows = await loadPage(db, source, page, { name: `${key} ${direction}`, by: orderBy(isAscending) });
  return { rows, total };
}

interface PageStatement {
  before: string;
  after: string;
}

const pageStatements = new WeakMap<object, Map<string, PageStatement>>();
const placeOfPage = '/* page */';

/**
 * The subquery finds the ids of the page, if possible from indexes only. The joins run only for these rows.
 * Compiling the joins takes longer than reading a page, so a select without parameters is compiled once.
 */
async function loadPage<O, K extends string>(
  db: Db,
  { table, select, hasParameters = false }: ListSource<O, K>,
  page: RawBuilder<unknown>,
  order: { name: string; by: RawBuilder<unknown> },
): Promise<O[]> {
  const withPage = (rows: RawBuilder<unknown>) =>
    select.where(sql<boolean>`${sql.ref(`${table}.id`)} in (${rows})`).orderBy(order.by);
  if (hasParameters) return withPage(page).execute();
  const statements = pageStatements.get(select) ?? new Map<string, PageStatement>();
  pageStatements.set(select, statements);
  let statement = statements.get(order.name);
  if (!statement) {
    const { sql: text, parameters } = withPage(sql.raw(placeOfPage)).compile();
    if (parameters.length > 0) throw new Error(`the select of ${table} has parameters`);
    const [before = '', after = ''] = text.split(placeOfPage);
    statement = { before, after };
    statements.set(order.name, statement);
  }
  const { sql: pageText, parameters } = page.compile(db);
  const text = statement.before + pageText + statement.after;
  return (await db.executeQuery<O>(CompiledQuery.raw(text, [...parameters]))).rows;
}

export const matchingRows = (
  db: Db,
  { table, where, ...source }: Omit<ListSource<unknown, never>, 'select' | 'sorts' | 'nullableColumn'>,
  filter: Filter | undefined,
): Promise<Matching> =>
  planMatching(db, table, {
    ...source,
    where: [...where, ...isOneOf(`${table}.id`, filter?.ids)],
    q: filter?.q,
  });

/** Without a list, there is no condition. An empty list matches no row. */
export function isOneOf(column: string, ids: readonly number[] | undefined): Condition[] {
  if (!ids) return [];
  return ids.length > 0 ? [sql`${sql.ref(column)} in (${sql.join(ids)})`] : [sql`1 = 0`];
}

export const withinDays = (
  column: string,
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
  timeZone: string,
): Condition[] => [
  ...(start_date ? [sql<SqlBool>`${sql.ref(column)} >= ${dayStart(start_date, timeZone)}`] : []),
  ...(end_date ? [sql<SqlBool>`${sql.ref(column)} < ${dayStart(daysAfter(end_date, 1), timeZone)}`] : []),
];

export const dayStart = (date: string, timeZone: string): string => startOfDay(date, timeZone).toISOString();

export const offsetAndLimit = ([from, to]: readonly [number, number] = [0, maxListRows - 1]) => ({
  offset: from,
  limit: to - from + 1,
});

const nullableColumns = new Set([
  'report_log.student_name',
  'report_log.subject_name',
  'issued_papers.withdrawn_at',
]);

/** Each of these orders has an index. */
export function logOrder(
  table: 'report_log' | 'issued_papers',
  [key, direction]: readonly [key: string, 'ASC' | 'DESC'],
): RawBuilder<unknown> {
  const isAscending = direction === 'ASC';
  const order = isAscending ? sql`asc` : sql`desc`;
  const [byColumn, byId] = [sql.ref(`${table}.${key}`), sql`${sql.ref(`${table}.id`)} ${order}`];
  if (key === 'id' || key === 'created_at') return byId;
  if (key === 'number')
    return sql`${sql.ref(`${table}.year`)} ${order}, ${sql.ref(`${table}.sequence`)} ${order}`;
  if (!nullableColumns.has(`${table}.${key}`)) return sql`${byColumn} ${order}, ${byId}`;
  return sql`${byColumn} ${order} ${isAscending ? sql`nulls first` : sql`nulls last`}, ${byId}`;
}

export const codeColumn = <C extends string>(code: C, codeOrId: string | number | undefined): C | 'id' =>
  typeof codeOrId === 'number' ? 'id' : code;

export const equals = (column: string, value: string | number | undefined | null): Condition[] =>
  value === undefined || value === null ? [] : [sql`${sql.ref(column)} = ${value}`];

export const fieldColumns = <T extends ListedTable, F extends RecordFields>(table: T, fields: F) =>
  fieldNames(fields).map((name) => `${table}.${name}` as const);
