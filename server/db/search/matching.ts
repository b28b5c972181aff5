import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { canHaveTypo, queryWords } from '../../../contract/rules/arabicText';
import { kindOf } from '../engine/dialect';
import type { ListedTable, SearchKind } from '../schema/log';
import type { Db } from '../schema';
import { countAll, keptTotal } from './rowCounts';
import { findWords, type FoundWord, rowsWith, textHas } from './wordSearch';
import { foundThrough } from './searchIndex';

/**
 * Whether the text of one row has each of these words; no condition if there are none.
 * @param ofFew few rows are asked: PostgreSQL would read all texts for them, unless the condition is a value of each row,
 *   which is neither joined nor hashed
 */
function hasWords(
  db: Db,
  kind: SearchKind,
  rowId: string,
  { words, ofFew }: { words: readonly FoundWord[]; ofFew: boolean },
): Condition[] {
  if (words.length === 0) return [];
  const text = sql`(select 1 from search_texts as whole where whole.kind = ${kind}
    and whole.row_id = ${sql.ref(rowId)} and ${allOf(words.map((word) => textHas(db, word)))})`;
  return [ofFew && kindOf(db) === 'postgres' ? sql<SqlBool>`${text} = 1` : sql<SqlBool>`exists ${text}`];
}

export type Condition = RawBuilder<SqlBool>;

/** The condition of a scope without limits; queries leave it out. */
export const always: Condition = sql`1 = 1`;
/** A condition that no row meets. */
export const never: Condition = sql`1 = 0`;

/** All of these conditions. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  conditions.length > 0 ? sql`${sql.join([...conditions], sql` and `)}` : always;

/** A count stops here: a smaller set is looked up, a larger one is not, however large it is. */
const many = 10_000;
/** The estimate for a set whose count reached `many`, and for the rows of a large table. */
const manyMore = 3 * many;
const large = 10 * many;
/** A word that no more rows have is looked up once for all rows that another word leads to. */
const fewEnough = 2 * many;
/** So few rows are read as they are, and the words looked for in their texts, without asking how many rows have these. */
const narrowest = 3_000;

/** Rows of a table, named by an index of another one: `select id from …`, each number once. */
export interface RowSet {
  id: RawBuilder<unknown>;
  /** `from … where …` */
  rows: RawBuilder<unknown>;
}

/** SQL: the rows of the set. */
const isWithin = (id: string, set: RowSet): Condition =>
  sql`${sql.ref(id)} in (select ${set.id} ${set.rows})`;

const rowForms = new WeakMap<Condition, Condition>();

/**
 * A condition that is a set of rows, `id in (select …)`. Where the sorted list is read, its other form is checked for each
 * row: SQLite would take the rows from the set, however large, and sort them all.
 */
export function asSet(set: Condition, ofRow: Condition): Condition {
  rowForms.set(set, ofRow);
  return set;
}

/** The conditions of a list. */
interface Narrowing {
  /** The rows that the caller may see. */
  scope: Condition;
  /** The same rows as a set, if there may be few. */
  scopeRows?: RowSet | null | undefined;
  /** The scope asks for nothing but the students, their enrolments and batches, so that its totals can be kept. */
  isSteady?: boolean | undefined;
  /** The conditions of the filter. */
  where: readonly Condition[];
  /** One more condition of the filter: the rows of this set. */
  within?: RowSet | undefined;
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
  word: FoundWord | null;
  /** At most `many` are counted; more are `manyMore`. */
  rows: number;
}

/**
 * Chooses how to read the rows. Each set is counted from an index: a rare word or narrow filter is looked up; if all
 * are common, reading the sorted list soon fills a page. If nothing matches, a wrong letter of each word is forgiven.
 */
export async function planMatching(db: Db, table: ListedTable, narrowing: Narrowing): Promise<Matching> {
  const words = queryWords(narrowing.q ?? '');
  const narrow = await narrowSet(db, narrowing, words.length > 0);
  const plan = (found: readonly FoundWord[]) =>
    narrow
      ? planWithin(db, table, narrowing, { narrow, words: found })
      : planWith(db, table, narrowing, found);
  const exact = await plan(await findWords(db, words, false));
  if (!words.some((word) => canHaveTypo(word))) return exact;
  const total = await exact.total();
  const forgiving = total > 0 ? [] : await findWords(db, words, true);
  return forgiving.some(({ forgiven }) => forgiven.length > 0)
    ? plan(forgiving)
    : { ...exact, total: async () => total };
}

/** A set of few rows that has all rows of the list; null if there is none, or the list is such a set and no more. */
async function narrowSet(db: Db, { scope, scopeRows, within, where }: Narrowing, isSearch: boolean) {
  if (!isSearch && within && scope === always && where.length === 0) return null;
  for (const set of [within, scopeRows]) if (set && (await isNarrow(db, set))) return set;
  return null;
}

/** Whether a set is so small that its rows are read and checked one by one. */
export const isNarrow = async (db: Db, { rows }: RowSet): Promise<boolean> =>
  (await countUpTo(db, rows, narrowest + 1)) <= narrowest;

/** All rows of a small set that meet the other conditions and have the words. */
function planWithin(
  db: Db,
  table: ListedTable,
  { scope, scopeRows, within, where, kind = table }: Narrowing,
  { narrow, words }: { narrow: RowSet; words: readonly FoundWord[] },
): Matching {
  const id = `${table}.id`;
  const others = [
    ...(narrow === scopeRows || scope === always ? [] : [scope]),
    ...(within && within !== narrow ? [isWithin(id, within)] : []),
    ...where,
    ...hasWords(db, kind, id, { words, ofFew: true }),
  ];
  // The limit removes no row: it stops SQLite from using the index of the order instead of the set.
  const limited = { ...narrow, rows: sql`${narrow.rows} limit ${sql.lit(narrowest)}` };
  const rows = fromWhere(sql.table(table), [isWithin(id, limited), ...others]);
  return { isWhole: false, rows, page: () => rows, total: () => countOf(db, rows) };
}

async function planWith(
  db: Db,
  table: ListedTable,
  { scope, scopeRows, isSteady = false, within, where, kind = table }: Narrowing,
  words: readonly FoundWord[],
): Promise<Matching> {
  const id = `${table}.id`;
  const conditions = [scope, ...(within ? [isWithin(id, within)] : []), ...where].filter(
    (condition) => condition !== always,
  );
  const self = sql.table(table);
  // The set alone is read without the table.
  const filtered: RowSet =
    within && conditions.length === 1 ? within : { id: sql.ref(id), rows: fromWhere(self, conditions) };
  const isScopeAlone = conditions.length === 1 && conditions[0] === scope;
  const sets = await countedSets(db, kind, words, {
    filtered: conditions.length > 0 ? filtered : null,
    isLarge: isScopeAlone && Boolean(scopeRows), // else `narrowSet` would have found it
  });
  const [lead] = sets;
  if (!lead) {
    const rows = fromWhere(self, []);
    return { isWhole: true, rows, page: () => rows, total: () => countAll(db, table) };
  }

  const isChecked = foundThrough[kind] !== undefined;
  const hasOthers = (than: FoundWord | null, rowId = id) => hasOtherWords(db, kind, rowId, sets, than);
  const isKept = isSteady && conditions.every((condition) => condition === scope);
  const counted = (from: RawBuilder<unknown>) =>
    isKept && lead.rows > narrowest ? keptTotal(db, table, from, () => countOf(db, from)) : countOf(db, from);
  const found = lead.word && rowsWith(db, kind, lead.word);
  const rows = ledBy(table, found, lead.rows, { conditions, filtered, has: hasOthers(lead.word) });
  // When the sorted list is read, scope, sets and words are only checked for each row. As a list of batches or of texts, they
  // would make SQLite sort all of its rows, and PostgreSQL read all of them first: a subquery for one value is neither
  // joined nor hashed.
  const eachRow = [
    ...conditions.filter((condition) => condition === scope),
    ...conditions.flatMap((condition) => rowForms.get(condition) ?? []),
    ...hasOthers(null),
  ];
  const walked = [
    ...conditions.filter((condition) => condition !== scope && !rowForms.has(condition)),
    ...(eachRow.length > 0 ? [sql<SqlBool>`(select 1 where ${allOf(eachRow)}) = 1`] : []),
  ];
  return {
    isWhole: false,
    rows,
    page: (need, total) => ((need * large) / total >= lead.rows ? rows : fromWhere(self, walked)),
    total: async () => {
      if ((sets.length === 1 && !isChecked && lead.rows < many) || lead.rows === 0) return lead.rows;
      if (conditions.length > 0 || !found) return counted(rows);
      // Without a filter the rows are only looked up in the search, which has existing rows alone.
      return counted(fromWhere(found, hasOthers(lead.word, 'found.row_id')));
    },
  };
}

/** The sets of rows that contain all matching ones, the smallest first; a set after an empty one is not counted. */
async function countedSets(
  db: Db,
  kind: SearchKind,
  words: readonly FoundWord[],
  { filtered, isLarge }: { filtered: RowSet | null; isLarge: boolean },
): Promise<Group[]> {
  const sets: Group[] = [];
  // Numbers are slower to read than words on PostgreSQL: the words are counted first, and of a number then only whether
  // no more rows have it.
  const isSlow = ({ by }: FoundWord) => by === 'number' && kindOf(db) === 'postgres';
  for (const word of words.toSorted((a, b) => Number(isSlow(a)) - Number(isSlow(b)))) {
    const fewest = Math.min(many, ...sets.map((set) => set.rows));
    const from = sql`from ${rowsWith(db, kind, word)}`;
    sets.push({ word, rows: await countGroup(db, from, isSlow(word) ? Math.min(many, fewest + 1) : many) });
  }
  if (filtered && sets.every((set) => set.rows > 0)) {
    const count = words.length > 0 ? countGroup : countOf;
    sets.push({ word: null, rows: isLarge && words.length > 0 ? manyMore : await count(db, filtered.rows) });
  }
  const rank = ({ word }: Group) => (word?.by === 'number' ? 1 : 0);
  return sets.toSorted((a, b) => a.rows - b.rows || rank(a) - rank(b));
}

/** The number of rows; from `most` on `manyMore`. */
async function countGroup(db: Db, fromRows: RawBuilder<unknown>, most = many): Promise<number> {
  const rows = await countUpTo(db, fromRows, most);
  return rows === most ? manyMore : rows;
}

/**
 * That a row has all words of the sets but the one through which it was found. A word of not too many rows is looked up
 * among these at once, another in the text of each row. Rows of a kind that is found through another one are checked for
 * that word too.
 */
function hasOtherWords(
  db: Db,
  kind: SearchKind,
  rowId: string,
  sets: readonly Group[],
  than: FoundWord | null,
): Condition[] {
  const isChecked = foundThrough[kind] !== undefined;
  // If even the rarest word is common, one pass through the rows of the other is less than a text for each row.
  const isCommon = (sets[0]?.rows ?? 0) > many;
  const checked = sets.flatMap(({ word, rows }) =>
    !word || (word === than && !isChecked)
      ? []
      : [{ word, isLookedUp: than !== null && !isChecked && (rows <= fewEnough || isCommon) }],
  );
  const lookedUp = checked.filter(({ isLookedUp }) => isLookedUp);
  const others = checked.filter(({ isLookedUp }) => !isLookedUp);
  return [
    ...lookedUp.map(
      ({ word }) => sql<SqlBool>`${sql.ref(rowId)} in (select row_id from ${rowsWith(db, kind, word)})`,
    ),
    ...hasWords(db, kind, rowId, {
      words: others.map(({ word }) => word),
      ofFew: than !== null && !isCommon,
    }),
  ];
}

/**
 * The rows, read from the smallest set.
 * @param found the rows with the rarest word, or null if scope and filter leave fewer
 */
function ledBy(
  table: ListedTable,
  found: RawBuilder<unknown> | null,
  rows: number,
  { conditions, filtered, has }: { conditions: readonly Condition[]; filtered: RowSet; has: Condition[] },
): RawBuilder<unknown> {
  const self = sql.table(table);
  const id = `${table}.id`;
  // SQLite joins the tables of a cross join in the written order.
  if (found)
    return fromWhere(sql`${found} cross join ${self}`, [
      sql`${sql.ref(id)} = found.row_id`,
      ...conditions,
      ...has,
    ]);
  if (rows > many) return fromWhere(self, [...conditions, ...has]);
  // The limit removes no row: it stops SQLite from using the index of the order instead of the filter's.
  const limited = { ...filtered, rows: sql`${filtered.rows} limit ${sql.lit(many)}` };
  return fromWhere(self, [isWithin(id, limited), ...has]);
}

const fromWhere = (from: RawBuilder<unknown>, conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`from ${from} where ${allOf(conditions)}` : sql`from ${from}`;

/** The number of rows of `from … where …`. */
export async function countOf(db: Db, fromRows: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${fromRows}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** The number of rows of `from … where …`, at most `most`, which are all that is read. */
export const countUpTo = (db: Db, fromRows: RawBuilder<unknown>, most: number): Promise<number> =>
  countOf(db, sql`from (select 1 as one ${fromRows} limit ${sql.lit(most)}) as few`);
