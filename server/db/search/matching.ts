import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { canHaveTypo, queryWords } from '../../../contract/rules/arabicText';
import { databaseKind } from '../engine/dialect';
import type { ListedTable, SearchKind } from '../schema/log';
import type { Db } from '../schema';
import { countAll, cachedTotal } from './rowCounts';
import { findWords, type WordMatch, rowsWithWord, textHasWord } from './wordSearch';
import { lookUpKinds } from './searchIndex';

/** For few rows, a scalar subquery keeps PostgreSQL from reading all texts. */
function hasWords(
  db: Db,
  kind: SearchKind,
  rowId: string,
  { words, isForFewRows }: { words: readonly WordMatch[]; isForFewRows: boolean },
): Condition[] {
  if (words.length === 0) return [];
  const text = sql`(select 1 from search_texts as texts where texts.kind = ${kind}
    and texts.row_id = ${sql.ref(rowId)} and ${allOf(words.map((word) => textHasWord(db, word)))})`;
  return [
    isForFewRows && databaseKind(db) === 'postgres'
      ? sql<SqlBool>`${text} = 1`
      : sql<SqlBool>`exists ${text}`,
  ];
}

export type Condition = RawBuilder<SqlBool>;

export const always: Condition = sql`1 = 1`;
export const never: Condition = sql`1 = 0`;

export const allOf = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  conditions.length > 0 ? sql`${sql.join([...conditions], sql` and `)}` : always;

/** Counting stops at this number. Smaller sets are read by id, larger sets are not. */
const maxCounted = 10_000;
/** Estimates for sets that are not counted to the end, and for a large table. */
const manyRowsEstimate = 3 * maxCounted;
const largeTableEstimate = 10 * maxCounted;
/** A word with more rows is searched in the text of each row. */
const maxJoinedRows = 2 * maxCounted;
/** A set up to this size is read completely, without counting the rows of each word. */
const maxNarrowRows = 3_000;

/** Rows that an index of another table finds. Each id occurs once. */
export interface RowSet {
  id: RawBuilder<unknown>;
  /** `from … where …` */
  rows: RawBuilder<unknown>;
}

const isWithin = (id: string, set: RowSet): Condition =>
  sql`${sql.ref(id)} in (select ${set.id} ${set.rows})`;

const perRowForms = new WeakMap<Condition, Condition>();

/** @param perRow the same condition for one row; with `set`, SQLite would sort the whole set */
export function withPerRowForm(set: Condition, perRow: Condition): Condition {
  perRowForms.set(set, perRow);
  return set;
}

interface ListConditions {
  scope: Condition;
  scopeRows?: RowSet | null | undefined;
  canCacheTotal?: boolean | undefined;
  where: readonly Condition[];
  within?: RowSet | undefined;
  q: string | undefined;
  kind?: SearchKind | undefined;
}

export interface Matching {
  isWholeTable: boolean;
  rows: RawBuilder<unknown>;
  /** Checks each row of the sorted list, or uses `rows` if that is less work. */
  page(neededRows: number, total: number): RawBuilder<unknown>;
  total(): Promise<number>;
}

/** A set that contains all matching rows. If `word` is null, it comes from scope and filter. */
interface CandidateSet {
  word: WordMatch | null;
  /** Counted up to `maxCounted`; a larger set has `manyRowsEstimate`. */
  size: number;
}

export async function planMatching(
  db: Db,
  table: ListedTable,
  conditions: ListConditions,
): Promise<Matching> {
  const words = queryWords(conditions.q ?? '');
  const narrowSet = await findNarrowSet(db, conditions, words.length > 0);
  const planFor = (matches: readonly WordMatch[]) =>
    narrowSet
      ? planNarrow(db, table, conditions, { narrowSet, words: matches })
      : planWide(db, table, conditions, matches);
  const exact = await planFor(await findWords(db, words, false));
  if (!words.some((word) => canHaveTypo(word))) return exact;
  const total = await exact.total();
  const fuzzyMatches = total > 0 ? [] : await findWords(db, words, true);
  return fuzzyMatches.some(({ typoWords }) => typoWords.length > 0)
    ? planFor(fuzzyMatches)
    : { ...exact, total: async () => total };
}

async function findNarrowSet(db: Db, { scope, scopeRows, within, where }: ListConditions, isSearch: boolean) {
  if (!isSearch && within && scope === always && where.length === 0) return null;
  for (const set of [within, scopeRows]) if (set && (await isNarrow(db, set))) return set;
  return null;
}

export const isNarrow = async (db: Db, { rows }: RowSet): Promise<boolean> =>
  (await countUpTo(db, rows, maxNarrowRows + 1)) <= maxNarrowRows;

function planNarrow(
  db: Db,
  table: ListedTable,
  { scope, scopeRows, within, where, kind = table }: ListConditions,
  { narrowSet, words }: { narrowSet: RowSet; words: readonly WordMatch[] },
): Matching {
  const id = `${table}.id`;
  const otherConditions = [
    ...(narrowSet === scopeRows || scope === always ? [] : [scope]),
    ...(within && within !== narrowSet ? [isWithin(id, within)] : []),
    ...where,
    ...hasWords(db, kind, id, { words, isForFewRows: true }),
  ];
  // The limit removes no row. It keeps SQLite from scanning the sort index.
  const limitedSet = { ...narrowSet, rows: sql`${narrowSet.rows} limit ${sql.lit(maxNarrowRows)}` };
  const rows = fromWhere(sql.table(table), [isWithin(id, limitedSet), ...otherConditions]);
  return { isWholeTable: false, rows, page: () => rows, total: () => countRows(db, rows) };
}

/** Without a scalar subquery, SQLite would sort all rows of a set. PostgreSQL would read them all first. */
function buildPageConditions(
  scope: Condition,
  conditions: readonly Condition[],
  wordConditions: readonly Condition[],
): Condition[] {
  const checkedPerRow = [
    ...conditions.filter((condition) => condition === scope),
    ...conditions.flatMap((condition) => perRowForms.get(condition) ?? []),
    ...wordConditions,
  ];
  return [
    ...conditions.filter((condition) => condition !== scope && !perRowForms.has(condition)),
    ...(checkedPerRow.length > 0 ? [sql<SqlBool>`(select 1 where ${allOf(checkedPerRow)}) = 1`] : []),
  ];
}

async function planWide(
  db: Db,
  table: ListedTable,
  { scope, scopeRows, canCacheTotal = false, within, where, kind = table }: ListConditions,
  words: readonly WordMatch[],
): Promise<Matching> {
  const id = `${table}.id`;
  const conditions = [scope, ...(within ? [isWithin(id, within)] : []), ...where].filter(
    (condition) => condition !== always,
  );
  const listedTable = sql.table(table);
  const filteredSet: RowSet =
    within && conditions.length === 1
      ? within
      : { id: sql.ref(id), rows: fromWhere(listedTable, conditions) };
  const isScopeAlone = conditions.length === 1 && conditions[0] === scope;
  const sets = await countCandidateSets(db, kind, words, {
    filteredSet: conditions.length > 0 ? filteredSet : null,
    isLarge: isScopeAlone && Boolean(scopeRows), // a small scope is already a narrow set
  });
  const [smallest] = sets;
  if (!smallest) {
    const rows = fromWhere(listedTable, []);
    return { isWholeTable: true, rows, page: () => rows, total: () => countAll(db, table) };
  }

  const needsTextCheck = lookUpKinds[kind] !== undefined;
  const otherWordConditions = (drivingWord: WordMatch | null, rowId = id) =>
    buildWordConditions(db, kind, rowId, sets, drivingWord);
  const isCached = canCacheTotal && conditions.every((condition) => condition === scope);
  const countMatches = (from: RawBuilder<unknown>) =>
    isCached && smallest.size > maxNarrowRows
      ? cachedTotal(db, table, from, () => countRows(db, from))
      : countRows(db, from);
  const drivingRows = smallest.word && rowsWithWord(db, kind, smallest.word);
  const rows = readFromSmallest(table, drivingRows, smallest.size, {
    conditions,
    filteredSet,
    wordConditions: otherWordConditions(smallest.word),
  });
  const pageConditions = buildPageConditions(scope, conditions, otherWordConditions(null));
  return {
    isWholeTable: false,
    rows,
    page: (neededRows, total) =>
      (neededRows * largeTableEstimate) / total >= smallest.size
        ? rows
        : fromWhere(listedTable, pageConditions),
    total: async () => {
      if ((sets.length === 1 && !needsTextCheck && smallest.size < maxCounted) || smallest.size === 0)
        return smallest.size;
      if (conditions.length > 0 || !drivingRows) return countMatches(rows);
      // Without a filter, only the search rows are counted, because the index has only existing rows.
      return countMatches(fromWhere(drivingRows, otherWordConditions(smallest.word, 'found.row_id')));
    },
  };
}

async function countCandidateSets(
  db: Db,
  kind: SearchKind,
  words: readonly WordMatch[],
  { filteredSet, isLarge }: { filteredSet: RowSet | null; isLarge: boolean },
): Promise<CandidateSet[]> {
  const sets: CandidateSet[] = [];
  // PostgreSQL counts number words slowly, so they come last and are counted only up to the smallest size.
  const isSlowToCount = ({ method }: WordMatch) => method === 'number' && databaseKind(db) === 'postgres';
  for (const word of words.toSorted((a, b) => Number(isSlowToCount(a)) - Number(isSlowToCount(b)))) {
    const smallestSize = Math.min(maxCounted, ...sets.map((set) => set.size));
    const from = sql`from ${rowsWithWord(db, kind, word)}`;
    sets.push({
      word,
      size: await estimateSize(
        db,
        from,
        isSlowToCount(word) ? Math.min(maxCounted, smallestSize + 1) : maxCounted,
      ),
    });
  }
  if (filteredSet && sets.every((set) => set.size > 0)) {
    const count = words.length > 0 ? estimateSize : countRows;
    sets.push({
      word: null,
      size: isLarge && words.length > 0 ? manyRowsEstimate : await count(db, filteredSet.rows),
    });
  }
  const rank = ({ word }: CandidateSet) => (word?.method === 'number' ? 1 : 0);
  return sets.toSorted((a, b) => a.size - b.size || rank(a) - rank(b));
}

async function estimateSize(db: Db, fromRows: RawBuilder<unknown>, limit = maxCounted): Promise<number> {
  const rows = await countUpTo(db, fromRows, limit);
  return rows === limit ? manyRowsEstimate : rows;
}

/** A rare word is joined once. A common word is searched in the text of each row. */
function buildWordConditions(
  db: Db,
  kind: SearchKind,
  rowId: string,
  sets: readonly CandidateSet[],
  drivingWord: WordMatch | null,
): Condition[] {
  const needsTextCheck = lookUpKinds[kind] !== undefined;
  // If all words are common, one pass through the rows of a word is cheaper than reading each text.
  const areAllCommon = (sets[0]?.size ?? 0) > maxCounted;
  const words = sets.flatMap(({ word, size }) =>
    !word || (word === drivingWord && !needsTextCheck)
      ? []
      : [
          {
            word,
            isJoined: drivingWord !== null && !needsTextCheck && (size <= maxJoinedRows || areAllCommon),
          },
        ],
  );
  const joinedWords = words.filter(({ isJoined }) => isJoined);
  const textWords = words.filter(({ isJoined }) => !isJoined);
  return [
    ...joinedWords.map(
      ({ word }) => sql<SqlBool>`${sql.ref(rowId)} in (select row_id from ${rowsWithWord(db, kind, word)})`,
    ),
    ...hasWords(db, kind, rowId, {
      words: textWords.map(({ word }) => word),
      isForFewRows: drivingWord !== null && !areAllCommon,
    }),
  ];
}

/** @param drivingRows null if scope and filter leave fewer rows than the rarest word */
function readFromSmallest(
  table: ListedTable,
  drivingRows: RawBuilder<unknown> | null,
  size: number,
  {
    conditions,
    filteredSet,
    wordConditions,
  }: { conditions: readonly Condition[]; filteredSet: RowSet; wordConditions: Condition[] },
): RawBuilder<unknown> {
  const listedTable = sql.table(table);
  const id = `${table}.id`;
  // SQLite joins a cross join in the written order.
  if (drivingRows)
    return fromWhere(sql`${drivingRows} cross join ${listedTable}`, [
      sql`${sql.ref(id)} = found.row_id`,
      ...conditions,
      ...wordConditions,
    ]);
  if (size > maxCounted) return fromWhere(listedTable, [...conditions, ...wordConditions]);
  // The limit removes no row. It keeps SQLite from scanning the sort index.
  const limitedSet = { ...filteredSet, rows: sql`${filteredSet.rows} limit ${sql.lit(maxCounted)}` };
  return fromWhere(listedTable, [isWithin(id, limitedSet), ...wordConditions]);
}

const fromWhere = (from: RawBuilder<unknown>, conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`from ${from} where ${allOf(conditions)}` : sql`from ${from}`;

export async function countRows(db: Db, fromRows: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${fromRows}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

export const countUpTo = (db: Db, fromRows: RawBuilder<unknown>, limit: number): Promise<number> =>
  countRows(db, sql`from (select 1 as one ${fromRows} limit ${sql.lit(limit)}) as few`);
