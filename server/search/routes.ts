import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { searchApi, maxSearchResults, type SearchResultKind, searchKinds } from '../../contract/search';
import { defaultBatchStatus, defaultOfferingStatus, type Role } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import {
  findWords,
  type WordMatch,
  matchRank,
  type MatchQuality,
  rowsByMatchQuality,
  rowsByNameBeginning,
  rowsWithWord,
  textHasWord,
} from '../db/search/wordSearch';
import { allOf, always, type Condition, countUpTo, isNarrow, type RowSet } from '../db/search/matching';
import { canHaveTypo, queryWords, sortKey } from '../../contract/rules/arabicText';
import { withShownEnrolment } from '../domain/enrolments';
import type { SearchKind } from '../db/schema/log';
import { type Route, route } from '../mount';
import type { Db } from '../db/schema';
import { buildActions, buildRoute, type LinkedRow } from './screens';

/** Each role can search the kinds that its lists show. */
const kindsByRole: Record<Role, readonly SearchResultKind[]> = {
  admin: searchKinds,
  teacher: ['students', 'subjects', 'batches', 'programs'],
  student: ['subjects'],
};

/** Teachers must not find a student by columns that they cannot see. */
const searchTermsFor = (role: Role, kind: SearchResultKind): SearchKind =>
  kind === 'students' && role !== 'admin' ? 'students_brief' : kind;

export const searchRoutes: Route[] = [
  route(searchApi.search, async ({ data, user, query, scope: loadScope }) => {
    const words = queryWords(query.q ?? '');
    if (words.length === 0) return { groups: [] };
    const scope = await loadScope();
    const kinds = await Promise.all(
      kindsByRole[user.role].map(async (kind) => ({
        kind,
        smallScope: await findSmallScope(data.read, kind, scope),
      })),
    );
    const searchGroups = async (matchedWords: readonly WordMatch[]) => {
      const groups = [];
      for (const { kind, smallScope } of kinds) {
        const terms = searchTermsFor(user.role, kind);
        const search = {
          kind,
          terms,
          query: query.q ?? '',
          words: matchedWords,
          scope: scope[kind],
          smallScope,
          maxRows: maxSearchResults,
        };
        const rows = await findRows(data.read, search);
        const results = rows.map((row) => ({
          id: row.id,
          label: row.label,
          detail: row.detail,
          route: buildRoute(user.role, kind, row),
          actions: buildActions(user.role, kind, row),
        }));
        if (results.length > 0) groups.push({ kind, results });
      }
      return groups;
    };
    const groups = await searchGroups(await findWords(data.read, words, false));
    if (groups.length > 0 || !words.some((word) => canHaveTypo(word))) return { groups };
    return { groups: await searchGroups(await findWords(data.read, words, true)) };
  }),
];

interface FoundRow extends LinkedRow {
  label: string;
  detail: string;
  /** 0 is the best match; see `searchRank.ts`. */
  match_rank: number;
}

/** `from` uses the kind as table name, because the scope's conditions refer to the table. */
const sources: Record<
  SearchResultKind,
  { nameSort: string; from: RawBuilder<unknown>; columns: RawBuilder<unknown> }
> = {
  students: {
    nameSort: 'students.full_name_sort',
    from: sql`students ${withShownEnrolment} left join batches on batches.id = enrolments.batch_id`,
    columns: sql`full_name as label, students.student_id as code, enrolments.batch_id as batch_id, null as type, null as is_running,
      students.student_id || coalesce(' · ' || batches.batch_name, '') as detail`,
  },
  subjects: {
    nameSort: 'subjects.name_sort',
    from: sql`subjects join batches on batches.id = subjects.batch_id`,
    columns: sql`name as label, subject_code as code, subjects.batch_id as batch_id, subjects.type as type,
      case when subjects.status = ${defaultOfferingStatus} and batches.status = ${defaultBatchStatus} then 1 else 0 end as is_running,
      subject_code || ' · ' || batches.batch_name as detail`,
  },
  batches: {
    nameSort: 'batches.batch_name_sort',
    from: sql`batches join programs on programs.id = batches.program_row_id`,
    columns: sql`batch_name as label, batch_name as code, batches.id as batch_id, null as type, null as is_running,
      programs.program_name || ' · ' || batches.academic_year as detail`,
  },
  programs: {
    nameSort: 'programs.program_name_sort',
    from: sql`programs`,
    columns: sql`program_name as label, program_id as code, null as batch_id, null as type, null as is_running, program_id as detail`,
  },
  users: {
    nameSort: 'users.name_sort',
    from: sql`users`,
    columns: sql`name as label, username as code, null as batch_id, null as type, null as is_running, username as detail`,
  },
};

/**
 * If a word has fewer matches than this limit, the search reads all of them. For a common word, the search
 * first reads this number of matches.
 */
const maxCandidates = 500;

/** Null if the kind has too many visible rows, or if the scope does not restrict the kind. */
async function findSmallScope(db: Db, kind: SearchResultKind, scope: Scope): Promise<RowSet | null> {
  if (scope[kind] === always || kind === 'users') return null;
  const kindRows = { id: sql.ref(`${kind}.id`), rows: sql`from ${sql.table(kind)} where ${scope[kind]}` };
  const rowSet = kind === 'students' ? scope.studentRows : kindRows;
  return rowSet && (await isNarrow(db, rowSet)) ? rowSet : null;
}

interface KindSearch {
  kind: SearchResultKind;
  terms: SearchKind;
  query: string;
  words: readonly WordMatch[];
  scope: Condition;
  /** See `findSmallScope`. */
  smallScope: RowSet | null;
  maxRows: number;
}

/**
 * Returns records that have every word, sorted by match rank, then name. For a common word, the first
 * queries read names that begin with the query, then a part of the matches, with exact matches first. The
 * rest is read only if these have too few records.
 */
async function findRows(db: Db, search: KindSearch): Promise<FoundRow[]> {
  const { kind, terms, query, words, smallScope, scope, maxRows } = search;
  const wordConditions = words.map((word) => textHasWord(db, word));
  if (smallScope) {
    const candidates = sql`select ${smallScope.id} as row_id ${smallScope.rows}`;
    return sortByMatchRank(
      await loadCandidates(db, search, { candidates, conditions: wordConditions }),
      maxRows,
    );
  }
  const countedWords: { word: WordMatch; rows: number }[] = [];
  for (const word of words) {
    const rows = await countUpTo(db, sql`from ${rowsWithWord(db, terms, word)}`, maxCandidates);
    if (rows === 0) return [];
    countedWords.push({ word, rows });
  }
  const [rarest] = countedWords.toSorted((a, b) => a.rows - b.rows);
  if (!rarest) return [];
  const isCommon = rarest.rows >= maxCandidates;
  const rowsById = new Map<number, FoundRow>();
  const addCandidates = async (candidates: RawBuilder<unknown>, conditions: readonly Condition[]) => {
    for (const row of await loadCandidates(db, search, { candidates, conditions }))
      if (!rowsById.has(row.id)) rowsById.set(row.id, row);
  };
  const selectMatches = (quality: MatchQuality) =>
    sql`select row_id from ${rowsByMatchQuality(db, terms, rarest.word, quality)}`;
  if (isCommon) {
    const names = { table: kind, nameSort: sources[kind].nameSort, query };
    await addCandidates(rowsByNameBeginning(names, maxCandidates), wordConditions);
  }
  const qualities: readonly MatchQuality[] = isCommon ? ['exact', 'prefix', 'inside'] : ['inside'];
  for (const quality of qualities)
    if (rowsById.size < maxRows)
      await addCandidates(sql`${selectMatches(quality)} limit ${maxCandidates}`, wordConditions);
  if (isCommon && rowsById.size < maxRows && (words.length > 1 || scope !== always)) {
    const otherWords = countedWords.filter(({ word }) => word !== rarest.word);
    const otherConditions = otherWords.map(
      ({ word }) => sql<SqlBool>`candidates.row_id in (select row_id from ${rowsWithWord(db, terms, word)})`,
    );
    await addCandidates(selectMatches('inside'), [...otherConditions, ...wordConditions]);
  }
  return sortByMatchRank([...rowsById.values()], maxRows);
}

const sortByMatchRank = (rows: readonly FoundRow[], maxRows: number): FoundRow[] =>
  rows
    .toSorted((a, b) => a.match_rank - b.match_rank || (sortKey(a.label) < sortKey(b.label) ? -1 : 1))
    .slice(0, maxRows);

/** @param candidates `select row_id …` @param conditions SQL conditions on `candidates` and `texts` */
async function loadCandidates(
  db: Db,
  { kind, terms, query, words, scope, smallScope, maxRows }: KindSearch,
  { candidates, conditions }: { candidates: RawBuilder<unknown>; conditions: readonly Condition[] },
): Promise<FoundRow[]> {
  const { nameSort, from, columns } = sources[kind];
  const id = sql.ref(`${kind}.id`);
  const scopeConditions = scope !== always && !smallScope ? [scope] : [];
  // SQLite keeps the order of the tables in a cross join: candidates first, then their texts, then the
  // names, then the columns of the page.
  const page = sql`select candidates.row_id as id, ${matchRank(db, words, { nameSort, query })} as match_rank
    from (${candidates}) as candidates cross join search_texts as texts cross join ${sql.table(kind)}
    where texts.kind = ${terms} and texts.row_id = candidates.row_id and ${id} = candidates.row_id
      and ${allOf([...conditions, ...scopeConditions])}
    order by match_rank, ${sql.ref(nameSort)}, candidates.row_id limit ${maxRows}`;
  const { rows } = await sql<FoundRow>`
    select page.id as id, ${columns}, page.match_rank as match_rank from (${page}) as page cross join ${from}
    where ${id} = page.id`.execute(db);
  return rows.map((row) => ({ ...row, match_rank: Number(row.match_rank) }));
}
