import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { searchApi, maxSearchResults, type SearchResultKind, searchKinds } from '../../contract/search';
import type { Role } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import {
  findWords,
  type WordMatch,
  nearness,
  type Nearness,
  rowsNear,
  rowsWithWord,
  textHasWord,
} from '../db/search/wordSearch';
import { allOf, always, type Condition, countUpTo, isNarrow, type RowSet } from '../db/search/matching';
import { canHaveTypo, queryWords, sortKey } from '../../contract/rules/arabicText';
import { withShownEnrolment } from '../domain/enrolments';
import type { SearchKind } from '../db/schema/log';
import { type Route, route } from '../mount';
import type { Db } from '../db/schema';

/** The kinds that each role may search; the same as for the lists. */
const kindsOf: Record<Role, readonly SearchResultKind[]> = {
  admin: searchKinds,
  teacher: ['students', 'subjects', 'batches', 'programs'],
  student: ['subjects'],
};

const address = (path: string, query: Record<string, string | number | null>) => {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === null ? [] : [[key, String(value)] satisfies [string, string]],
  );
  return `${path}?${new URLSearchParams(entries)}`;
};

/** The screen that opens a record: its page, for admins else its form, for others a screen that shows it. */
function routeTo(role: Role, kind: SearchResultKind, { id, code, batch_id }: Omit<FoundRow, 'near'>): string {
  if (kind === 'students' || kind === 'batches') return `/${kind}/${id}/show`;
  if (role === 'admin') return `/${kind}/${id}`;
  if (role === 'student') return '/reports';
  if (kind === 'subjects') return address('/grades', { batch_id, subject_code: code });
  return address('/reports', { program_id: code });
}

/** A teacher cannot find a student by columns that a teacher does not see. */
const termsFor = (role: Role, kind: SearchResultKind): SearchKind =>
  kind === 'students' && role !== 'admin' ? 'students_brief' : kind;

export const searchRoutes: Route[] = [
  route(searchApi.search, async ({ data, user, query, scope: scopeOfCaller }) => {
    const words = queryWords(query.q ?? '');
    if (words.length === 0) return { groups: [] };
    const scope = await scopeOfCaller();
    const kinds = await Promise.all(
      kindsOf[user.role].map(async (kind) => ({ kind, narrow: await narrowRows(data.read, kind, scope) })),
    );
    const groupsWith = async (found: readonly WordMatch[]) => {
      const groups = [];
      for (const { kind, narrow } of kinds) {
        const terms = termsFor(user.role, kind);
        const asked = { kind, terms, words: found, scope: scope[kind], narrow, maxRows: maxSearchResults };
        const rows = await findRows(data.read, asked);
        const results = rows.map(({ near: _near, ...row }) => ({
          ...row,
          route: routeTo(user.role, kind, row),
        }));
        if (results.length > 0) groups.push({ kind, results });
      }
      return groups;
    };
    const groups = await groupsWith(await findWords(data.read, words, false));
    if (groups.length > 0 || !words.some((word) => canHaveTypo(word))) return { groups };
    return { groups: await groupsWith(await findWords(data.read, words, true)) };
  }),
];

/** A found record: label and detail to show, and the values for the address of its screen. */
interface FoundRow {
  id: number;
  label: string;
  detail: string;
  /** Used in the address of the screen. */
  code: string | null;
  batch_id: number | null;
  /** How near its words are to those of the query; see `nearnessOf`. */
  near: number;
}

/** The columns of each kind. `from` uses the kind as table name, so that the conditions of a scope fit. */
const sources: Record<SearchResultKind, { from: RawBuilder<unknown>; columns: RawBuilder<unknown> }> = {
  students: {
    from: sql`students ${withShownEnrolment} left join batches on batches.id = enrolments.batch_id`,
    columns: sql`full_name as label, students.student_id as code, enrolments.batch_id as batch_id,
      students.student_id || coalesce(' · ' || batches.batch_name, '') as detail`,
  },
  subjects: {
    from: sql`subjects join batches on batches.id = subjects.batch_id`,
    columns: sql`name as label, subject_code as code, subjects.batch_id as batch_id,
      subject_code || ' · ' || batches.batch_name as detail`,
  },
  batches: {
    from: sql`batches join programs on programs.id = batches.program_row_id`,
    columns: sql`batch_name as label, batch_name as code, batches.id as batch_id,
      programs.program_name || ' · ' || batches.academic_year as detail`,
  },
  programs: {
    from: sql`programs`,
    columns: sql`program_name as label, program_id as code, null as batch_id, program_id as detail`,
  },
  users: {
    from: sql`users`,
    columns: sql`name as label, username as code, null as batch_id, username as detail`,
  },
};

/** A word that no more records have is looked up in all of them; of another one, so many are read first. */
const maxCandidates = 500;

/** The rows of a kind that the caller may see, if they are few; else null. */
async function narrowRows(db: Db, kind: SearchResultKind, scope: Scope): Promise<RowSet | null> {
  if (scope[kind] === always || kind === 'users') return null;
  const own = { id: sql.ref(`${kind}.id`), rows: sql`from ${sql.table(kind)} where ${scope[kind]}` };
  const set = kind === 'students' ? scope.studentRows : own;
  return set && (await isNarrow(db, set)) ? set : null;
}

interface KindSearch {
  kind: SearchResultKind;
  /** Which search terms of the record are searched. */
  terms: SearchKind;
  words: readonly WordMatch[];
  scope: Condition;
  /** All rows of the scope, if they are few. */
  narrow: RowSet | null;
  maxRows: number;
}

/**
 * A few records that have every word: those with the words themselves first, then those with words that begin so, then the
 * others; equal ones by name. Of a word that very many have, at first only some records are read, those that have the word
 * itself before the others; all of them only if that does not fill the answer.
 */
async function findRows(db: Db, search: KindSearch): Promise<FoundRow[]> {
  const { terms, words, narrow, scope, maxRows } = search;
  const inTexts = words.map((word) => textHasWord(db, word));
  if (narrow) {
    const candidates = sql`select ${narrow.id} as row_id ${narrow.rows}`;
    return nearest(await rowsAmong(db, search, { candidates, conditions: inTexts }), maxRows);
  }
  const counted: { word: WordMatch; rows: number }[] = [];
  for (const word of words) {
    const rows = await countUpTo(db, sql`from ${rowsWithWord(db, terms, word)}`, maxCandidates);
    if (rows === 0) return [];
    counted.push({ word, rows });
  }
  const [rarest] = counted.toSorted((a, b) => a.rows - b.rows);
  if (!rarest) return [];
  const isCommon = rarest.rows >= maxCandidates;
  const found = new Map<number, FoundRow>();
  const add = async (candidates: RawBuilder<unknown>, conditions: readonly Condition[]) => {
    for (const row of await rowsAmong(db, search, { candidates, conditions }))
      if (!found.has(row.id)) found.set(row.id, row);
  };
  const having = (near: Nearness) => sql`select row_id from ${rowsNear(db, terms, rarest.word, near)}`;
  const steps: readonly Nearness[] = isCommon ? ['itself', 'beginning', 'inside'] : ['inside'];
  for (const near of steps)
    if (found.size < maxRows) await add(sql`${having(near)} limit ${maxCandidates}`, inTexts);
  if (isCommon && found.size < maxRows && (words.length > 1 || scope !== always)) {
    const others = counted.filter(({ word }) => word !== rarest.word);
    const sets = others.map(
      ({ word }) => sql<SqlBool>`reached.row_id in (select row_id from ${rowsWithWord(db, terms, word)})`,
    );
    await add(having('inside'), [...sets, ...inTexts]);
  }
  return nearest([...found.values()], maxRows);
}

const nearest = (rows: readonly FoundRow[], maxRows: number): FoundRow[] =>
  rows
    .toSorted((a, b) => a.near - b.near || (sortKey(a.label) < sortKey(b.label) ? -1 : 1))
    .slice(0, maxRows);

/** The nearest of these candidates, `select row_id …`, that meet the conditions on `reached` and `whole`, and the scope. */
async function rowsAmong(
  db: Db,
  { kind, terms, words, scope, narrow, maxRows }: KindSearch,
  { candidates, conditions }: { candidates: RawBuilder<unknown>; conditions: readonly Condition[] },
): Promise<FoundRow[]> {
  const { from, columns } = sources[kind];
  const id = sql.ref(`${kind}.id`);
  const isChecked = scope !== always && !narrow;
  const self = isChecked ? sql`join ${sql.table(kind)} on ${id} = reached.row_id` : sql``;
  const page = sql`select reached.row_id as id, ${nearness(db, words)} as near
    from (${candidates}) as reached
      join search_texts as whole on whole.kind = ${terms} and whole.row_id = reached.row_id ${self}
    where ${allOf([...conditions, ...(isChecked ? [scope] : [])])} order by near, reached.row_id limit ${maxRows}`;
  // The columns are read for the rows of the answer alone; a cross join is joined in the written order by SQLite.
  const { rows } = await sql<FoundRow>`
    select page.id as id, ${columns}, page.near as near from (${page}) as page cross join ${from}
    where ${id} = page.id`.execute(db);
  return rows.map((row) => ({ ...row, near: Number(row.near) }));
}
