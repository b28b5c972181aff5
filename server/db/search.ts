import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { queryWords } from '../../contract/rules/arabicText';
import type { Database, SearchKind } from './schema';

type Condition = RawBuilder<SqlBool>;

/** Above so many rows a word is common: walking the sorted list and looking at each row finds a page sooner. */
const common = 2_000;

/** How a search is carried out. Each word must begin a term of the row; only indexes are read. */
export interface Search {
  /** For a page of the sorted list. */
  page: Condition[];
  /** For counting all matches. */
  count: Condition[];
  /** A single word, and nothing else to look at in the row: the terms alone can be counted. */
  onlyTerms: RawBuilder<unknown> | null;
}

/** The terms that begin with a word: from the word itself up to the last text that begins so. */
const beginsWith = (word: string) => sql`term >= ${word} and term < ${`${word}\u{10FFFF}`}`;

/**
 * Plans a search of one kind of record. The plan looks at how often each word occurs: a rare one is looked up,
 * common ones are checked row by row while the list is walked in its order.
 */
export async function planSearch(
  db: Kysely<Database>,
  kind: SearchKind,
  q: string | undefined,
): Promise<Search | null> {
  const words = [...new Set(queryWords(q ?? ''))].slice(0, 8);
  if (words.length === 0) return null;
  const counted = await Promise.all(
    words.map(async (word) => ({ word, rows: await countUpTo(db, kind, word) })),
  );
  counted.sort((a, b) => a.rows - b.rows);
  const [rarest, ...others] = counted.map(({ word }) => word) as [string, ...string[]];
  const id = sql.ref(`${kind}.id`);
  const listed = (word: string): Condition =>
    sql`${id} in (select row_id from search_terms where kind = ${kind} and ${beginsWith(word)})`;
  const checked = (word: string): Condition =>
    sql`exists (select 1 from search_terms where kind = ${kind} and row_id = ${id} and ${beginsWith(word)})`;
  const looked = [listed(rarest), ...others.map(checked)];
  const isCommon = (counted[0]?.rows ?? 0) > common;
  return {
    page: isCommon ? words.map(checked) : looked,
    count: looked,
    onlyTerms:
      others.length === 0
        ? sql`select count(distinct row_id) as total from search_terms where kind = ${kind} and ${beginsWith(rarest)}`
        : null,
  };
}

async function countUpTo(db: Kysely<Database>, kind: SearchKind, word: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 as one from search_terms where kind = ${kind} and ${beginsWith(word)} limit ${common + 1}) as found
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}
