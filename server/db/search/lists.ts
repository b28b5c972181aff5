import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { fieldNames, type RecordFields } from '../../../contract/fieldTable';
import { maxListRows } from '../../../contract/lists';
import { daysAfter, startOfDay } from '../../../contract/rules/retention';
import type { ListedTable, SearchKind } from '../schema/log';
import type { Db, Database } from '../schema';
import { type Condition, type Matching, planMatching, type RowSet } from './matching';

/** The sizes of a page that the screens offer. */
const usualSizes: ReadonlySet<number> = new Set([10, 25, 50, 100]);

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
  /** Its rows with the columns of the API; joins may add columns but no rows. */
  select: SelectQueryBuilder<Database, ListedTable | 'enrolments' | 'student_statuses', O>;
  /**
   * Sort key of the API → column with an index, or SQL that says more than the table itself: then every row that matches
   * is looked at. Ties are broken by the row number.
   */
  sorts: Record<K, string | RawBuilder<unknown>>;
  /** A sort column that may be empty; empty values come first, or last if descending. */
  emptiable?: string;
  /** The rows that the caller may see. */
  scope: Condition;
  /** The same rows as a set, if there may be few. */
  scopeRows?: RowSet | null | undefined;
  /** The scope asks for nothing but the students, their enrolments and batches. */
  isSteady?: boolean | undefined;
  /** Conditions of the filter. */
  where: readonly Condition[];
  /** One more condition of the filter: the rows of this set. */
  within?: RowSet | undefined;
  /** Which search terms of a row are used, if the caller may not search all of them. */
  kind?: SearchKind | undefined;
}

/** One page of a list, or the whole list up to its limit, and the total number of rows. */
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

  // If the page is nearer to the end, it is read backwards from the end, so that fewer rows are skipped.
  const behind = total - from - count;
  const isFromEnd = behind < from;
  const skipped = isFromEnd ? behind : from;
  const isAscending = direction === 'ASC';
  const inOrder = (ascending: boolean) => {
    const isEmptyFirst = ascending === (column === source.emptiable); // else as PostgreSQL has its indexes
    const order = sql`${ascending ? sql`asc` : sql`desc`} ${isEmptyFirst ? sql`nulls first` : sql`nulls last`}`;
    const id = sql`${sql.ref(`${table}.id`)} ${ascending ? sql`asc` : sql`desc`}`;
    const by = typeof column === 'string' ? sql.ref(`${table}.${column}`) : column;
    return column === 'id' ? id : sql`${by} ${order}, ${id}`;
  };
  // As numbers in the text, because the databases cannot know how little a page with parameters reads; only the usual
  // first pages, because each text is another statement, whose plan PostgreSQL keeps (ADR 36).
  const size = to - from + 1;
  const cut =
    from === 0 && usualSizes.has(size) ? sql`limit ${sql.lit(size)}` : sql`limit ${count} offset ${skipped}`;
  // First the row numbers of the page, if possible from indexes alone; then only these rows are read and joined.
  const page = sql`
    select ${sql.ref(`${table}.id`)} ${matching.page(skipped + count, total)}
    order by ${inOrder(isAscending !== isFromEnd)} ${cut}`;
  const rows = await source.select
    .where(sql<boolean>`${sql.ref(`${table}.id`)} in (${page})`)
    .orderBy(inOrder(isAscending))
    .execute();
  return { rows, total };
}

/** The rows that match filter, search and scope, for a list or its figures. */
export const matchingRows = (
  db: Db,
  { table, where, ...source }: Omit<ListSource<unknown, never>, 'select' | 'sorts' | 'emptiable'>,
  filter: Filter | undefined,
): Promise<Matching> =>
  planMatching(db, table, {
    ...source,
    where: [...where, ...among(`${table}.id`, filter?.ids)],
    q: filter?.q,
  });

/** `column in (…)`, or no condition if the filter has no values. */
export function among(column: string, ids: readonly number[] | undefined): Condition[] {
  if (!ids) return [];
  return ids.length > 0 ? [sql`${sql.ref(column)} in (${sql.join(ids)})`] : [sql`1 = 0`];
}

/** From the start of the first day to the end of the last, in ISO 8601, if the filter names days. */
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

/** The requested page as offset and number of rows; without a range, all rows up to the limit. */
export const pageOf = ([from, to]: readonly [number, number] = [0, maxListRows - 1]) => ({
  offset: from,
  limit: to - from + 1,
});

/** Columns of the logs that may be empty: empty values come first, or last if descending. */
const emptiable = new Set([
  'report_log.student_name',
  'report_log.subject_name',
  'issued_papers.withdrawn_at',
]);

/** The order of a log, of which each row came after those before it; each of its orders has an index. */
export function orderOfLog(
  table: 'report_log' | 'issued_papers',
  [key, direction]: readonly [key: string, 'ASC' | 'DESC'],
): RawBuilder<unknown> {
  const isUp = direction === 'ASC';
  const order = isUp ? sql`asc` : sql`desc`;
  const [first, last] = [sql.ref(`${table}.${key}`), sql`${sql.ref(`${table}.id`)} ${order}`];
  if (key === 'id' || key === 'created_at') return last;
  if (key === 'number')
    return sql`${sql.ref(`${table}.year`)} ${order}, ${sql.ref(`${table}.sequence`)} ${order}`;
  if (!emptiable.has(`${table}.${key}`)) return sql`${first} ${order}, ${last}`;
  return sql`${first} ${order} ${isUp ? sql`nulls first` : sql`nulls last`}, ${last}`;
}

/** The column to look up a record: its code, or `id` if a number was sent. */
export const codeColumn = <C extends string>(code: C, asked: string | number | undefined): C | 'id' =>
  typeof asked === 'number' ? 'id' : code;

/** `column = value`, or no condition if the filter has no value. */
export const equals = (column: string, value: string | number | undefined | null): Condition[] =>
  value === undefined || value === null ? [] : [sql`${sql.ref(column)} = ${value}`];

/** The columns of the fields of a record, for a query. */
export const columnsOf = <T extends ListedTable, F extends RecordFields>(table: T, fields: F) =>
  fieldNames(fields).map((name) => `${table}.${name}` as const);
