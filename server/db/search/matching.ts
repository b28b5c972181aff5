import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { queryWords } from '../../../contract/rules/arabicText';
import type { ListedTable, SearchKind } from '../schema/log';
import type { Db } from '../schema';

/** Maximum words of a query that are searched. */
const maxWords = 8;

/** The words of a query: each matching row has a term that begins with it. */
export const searchWords = (q: string | undefined): string[] => queryWords(q ?? '').slice(0, maxWords);

/** The terms of a kind that begin with a word. */
const termsOf = (alias: 'found' | 'other', kind: SearchKind, word: string): Condition =>
  sql`${sql.ref(`${alias}.kind`)} = ${kind} and ${beginsWith(`${alias}.term`, word)}`;

/**
 * Rows that have a word, each once, as conditions on `search_terms as found`. Of the terms of a row that begin with
 * the word, exactly one (the first) shares less than the whole word with the term before it. So no `distinct` is
 * needed, which would take several times as long.
 */
export const rowsWith = (kind: SearchKind, word: string): Condition =>
  sql`${termsOf('found', kind, word)} and found.shared < ${word.length}`;

/** Whether one row has a word, looked up by row. */
export const hasWord = (kind: SearchKind, rowId: string, word: string): Condition =>
  sql`exists (select 1 from search_terms as other where ${termsOf('other', kind, word)} and other.row_id = ${sql.ref(rowId)})`;

export type Condition = RawBuilder<SqlBool>;

/** The condition of a scope without limits; queries leave it out. */
export const always: Condition = sql`1 = 1`;
/** A condition that no row meets. */
export const never: Condition = sql`1 = 0`;

/** All of these conditions. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  conditions.length > 0 ? sql`${sql.join([...conditions], sql` and `)}` : always;

/** The terms that begin with a word, as a range of the index. */
export const beginsWith = (column: string, word: string): Condition =>
  sql`${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${`${word}\u{10FFFF}`}`;

/** The count of a filter stops here: a smaller filter is looked up, a larger one is not. */
const many = 10_000;
/** The estimate for a filter whose count reached `many`, and for the rows of a large table. */
const manyMore = 3 * many;
const large = 10 * many;

const terms = sql`search_terms as found`;

/** The conditions of a list. */
interface Narrowing {
  /** The rows that the caller may see. */
  scope: Condition;
  /** The conditions of the filter. */
  where: readonly Condition[];
  q: string | undefined;
  /** Which search terms are used; default: those of the table. */
  kind?: SearchKind | undefined;
}

/** The rows of a table that match, with two ways to read them; both are `from … where …`. */
export interface Matching {
  isWhole: boolean;
  /** Each row once, read from the smallest set. */
  rows: RawBuilder<unknown>;
  /** For a page: reads the sorted list and checks each row, or uses `rows` if that is less work. */
  page(need: number, total: number): RawBuilder<unknown>;
  total(): Promise<number>;
}

/** A set that contains all matching rows: rows with a word, or rows that meet scope and filter (no word). */
interface Group {
  word: string | null;
  rows: number;
}

/**
 * Chooses how to read the rows. Each set is counted from an index: a rare word or narrow filter is looked up; if all
 * are common, reading the sorted list soon fills a page.
 */
export async function planMatching(db: Db, table: ListedTable, narrowing: Narrowing): Promise<Matching> {
  const { scope, kind = table } = narrowing;
  const conditions = [scope, ...narrowing.where].filter((condition) => condition !== always);
  const words = searchWords(narrowing.q);
  const self = sql.table(table);
  const id = `${table}.id`;
  const has = (except: string | null) =>
    words.filter((word) => word !== except).map((word) => hasWord(kind, id, word));

  const sets: Group[] = [];
  for (const word of words) {
    sets.push({ word, rows: await countOf(db, fromWhere(terms, [rowsWith(kind, word)])) });
  }
  if (conditions.length > 0 && sets.every((set) => set.rows > 0)) {
    const filtered = fromWhere(self, conditions);
    const counted =
      words.length > 0 ? sql`from (select 1 as one ${filtered} limit ${many}) as few` : filtered;
    const rows = await countOf(db, counted);
    sets.push({ word: null, rows: words.length > 0 && rows === many ? manyMore : rows });
  }
  sets.sort((a, b) => a.rows - b.rows);
  const [lead] = sets;
  if (!lead) {
    const rows = fromWhere(self, []);
    return { isWhole: true, rows, page: () => rows, total: () => countOf(db, rows) };
  }

  const rows = ledBy(table, kind, lead, conditions, has(lead.word));
  // When the sorted list is read, the scope is only checked for each row: as a list of batches it would make the
  // database sort all of its rows.
  const walked = conditions.map((condition) =>
    condition === scope ? sql<SqlBool>`(${scope}) is true` : condition,
  );
  return {
    isWhole: false,
    rows,
    page: (need, total) =>
      (need * large) / total >= lead.rows ? rows : fromWhere(self, [...walked, ...has(null)]),
    total: async () => {
      if (sets.length === 1 || lead.rows === 0) return lead.rows;
      return countOf(db, conditions.length > 0 ? rows : termsOnly(kind, lead.word, words));
    },
  };
}

function ledBy(
  table: ListedTable,
  kind: SearchKind,
  lead: Group,
  conditions: readonly Condition[],
  has: readonly Condition[],
): RawBuilder<unknown> {
  const self = sql.table(table);
  if (lead.word !== null) {
    const isFound = sql<SqlBool>`${sql.ref(`${table}.id`)} = found.row_id`;
    // SQLite joins the tables of a cross join in the written order.
    return fromWhere(sql`${terms} cross join ${self}`, [
      rowsWith(kind, lead.word),
      isFound,
      ...conditions,
      ...has,
    ]);
  }
  if (lead.rows > many) return fromWhere(self, [...conditions, ...has]);
  // The limit removes no row: it stops SQLite from using the index of the order instead of the filter's.
  const id = sql.ref(`${table}.id`);
  return fromWhere(self, [sql`${id} in (select ${id} ${fromWhere(self, conditions)} limit ${many})`, ...has]);
}

/** Without a filter only terms are counted, because each term belongs to an existing row. */
function termsOnly(kind: SearchKind, lead: string | null, words: readonly string[]): RawBuilder<unknown> {
  const others = words.filter((word) => word !== lead).map((word) => hasWord(kind, 'found.row_id', word));
  return fromWhere(terms, [rowsWith(kind, lead ?? ''), ...others]);
}

const fromWhere = (from: RawBuilder<unknown>, conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`from ${from} where ${allOf(conditions)}` : sql`from ${from}`;

/** The number of rows of `from … where …`. */
export async function countOf(db: Db, fromRows: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${fromRows}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
