import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { queryWords } from '../../../contract/rules/arabicText';
import type { ListedTable, SearchKind } from '../schema/log';
import type { Db } from '../schema';

/** The most words of a query that are looked at. */
const maxWords = 8;

/** The words that each row found must have the beginning of a term for. */
export const searchWords = (q: string | undefined): string[] => queryWords(q ?? '').slice(0, maxWords);

/** The terms of a kind that begin with a word. */
const termsOf = (alias: 'found' | 'other', kind: SearchKind, word: string): Condition =>
  sql`${sql.ref(`${alias}.kind`)} = ${kind} and ${beginsWith(`${alias}.term`, word)}`;

/**
 * The rows that have a word, each once, as conditions on `search_terms as found`. Of a row's terms that begin with the
 * word exactly one, the first, shares less than the whole word with the term before it; thus nothing has to be
 * made distinct, which takes several times as long as reading.
 */
export const rowsWith = (kind: SearchKind, word: string): Condition =>
  sql`${termsOf('found', kind, word)} and found.shared < ${word.length}`;

/** Whether one row has a word; looked up by the row. */
export const hasWord = (kind: SearchKind, rowId: string, word: string): Condition =>
  sql`exists (select 1 from search_terms as other where ${termsOf('other', kind, word)} and other.row_id = ${sql.ref(rowId)})`;

export type Condition = RawBuilder<SqlBool>;

/** The condition of a scope that is everything; left out of the queries. */
export const always: Condition = sql`1 = 1`;
/** The condition of what has no row. */
export const never: Condition = sql`1 = 0`;

/** That all of these hold. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  conditions.length > 0 ? sql`${sql.join([...conditions], sql` and `)}` : always;

/** The terms that begin with a word: from the word itself up to the last text that begins so. */
export const beginsWith = (column: string, word: string): Condition =>
  sql`${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${`${word}\u{10FFFF}`}`;

/** Beside a search the rows of a filter are counted no further: a narrower one is looked up, a wider one is not. */
const many = 10_000;
/** What a filter is taken to have whose count ended at `many`, and how many rows a large table has. */
const manyMore = 3 * many;
const large = 10 * many;

const terms = sql`search_terms as found`;

/** What a list is narrowed by. */
interface Narrowing {
  /** The rows that the caller may see. */
  scope: Condition;
  /** The conditions of the filter. */
  where: readonly Condition[];
  q: string | undefined;
  /** What of a row is searched; as the table where it is not said. */
  kind?: SearchKind | undefined;
}

/** The rows of a table that meet a narrowing, and the two ways to them; `from … where …` in both. */
export interface Matching {
  isWhole: boolean;
  /** Each row once, by way of the smallest of the sets that must all have it. */
  rows: RawBuilder<unknown>;
  /** For a page in order: walks the sorted list and looks at each row, or `rows` where that is less work. */
  page(need: number, total: number): RawBuilder<unknown>;
  total(): Promise<number>;
}

/** What every row must be in: the rows that have a word, or those that meet scope and filter (no word). */
interface Group {
  word: string | null;
  rows: number;
}

/**
 * Finds out how to come by the rows. Each set is counted, from an index: a rare word or a narrow filter is looked
 * up, and where all is common a page is met soon by walking the sorted list.
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
  // A scope is a list of batches: walking, it is looked at and does not lead, or all its rows would be sorted.
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
    // SQLite takes the tables of a cross join in the order in which they stand.
    return fromWhere(sql`${terms} cross join ${self}`, [
      rowsWith(kind, lead.word),
      isFound,
      ...conditions,
      ...has,
    ]);
  }
  if (lead.rows > many) return fromWhere(self, [...conditions, ...has]);
  // The limit cuts nothing off, it keeps SQLite from taking the index of the order instead of the filter's.
  const id = sql.ref(`${table}.id`);
  return fromWhere(self, [sql`${id} in (select ${id} ${fromWhere(self, conditions)} limit ${many})`, ...has]);
}

/** Without a filter the terms alone can be counted: a term is never without its row. */
function termsOnly(kind: SearchKind, lead: string | null, words: readonly string[]): RawBuilder<unknown> {
  const others = words.filter((word) => word !== lead).map((word) => hasWord(kind, 'found.row_id', word));
  return fromWhere(terms, [rowsWith(kind, lead ?? ''), ...others]);
}

const fromWhere = (from: RawBuilder<unknown>, conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`from ${from} where ${allOf(conditions)}` : sql`from ${from}`;

/** How many rows `from … where …` has. */
export async function countOf(db: Db, fromRows: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${fromRows}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
