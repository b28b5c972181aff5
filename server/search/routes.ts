import { type RawBuilder, sql } from 'kysely';
import { searchApi, searchGroupLimit, type SearchedKind, searchKinds } from '../../contract/search';
import type { Role } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { always, allOf, type Condition, countOf, hasWord, rowsWith } from '../db/search/matching';
import { isForgivable, queryWords, sortKey } from '../../contract/rules/arabicText';
import { nearness, rowsNear, type Nearness } from '../db/search/nearness';
import { findWords, type FoundWord } from '../db/search/words';
import { withShownEnrolment } from '../db/enrolments';
import type { SearchKind } from '../db/schema/log';
import { type Route, route } from '../mount';
import type { Db } from '../db/schema';

/** The kinds that each role may search; the same as for the lists. */
const kindsOf: Record<Role, readonly SearchedKind[]> = {
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
function routeTo(role: Role, kind: SearchedKind, { id, code, batch_id }: Omit<FoundRow, 'near'>): string {
  if (kind === 'students' || kind === 'batches') return `/${kind}/${id}/show`;
  if (role === 'admin') return `/${kind}/${id}`;
  if (role === 'student') return '/reports';
  if (kind === 'subjects') return address('/grades', { batch_id, subject_code: code });
  return address('/reports', { program_id: code });
}

/** A teacher cannot find a student by columns that a teacher does not see. */
const termsFor = (role: Role, kind: SearchedKind): SearchKind =>
  kind === 'students' && role !== 'admin' ? 'students_brief' : kind;

export const searchRoutes: Route[] = [
  route(searchApi.search, async ({ data, user, query, scope: scopeOfCaller }) => {
    const words = queryWords(query.q ?? '');
    if (words.length === 0) return { groups: [] };
    const scope = await scopeOfCaller();
    const batches = scope.subjects === always ? null : await narrowBatches(data.read, scope);
    const groupsWith = async (found: readonly FoundWord[]) => {
      const groups = [];
      for (const kind of kindsOf[user.role]) {
        const terms = termsFor(user.role, kind);
        const asked = { kind, terms, words: found, scope: scope[kind], batches, maxRows: searchGroupLimit };
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
    if (groups.length > 0 || !words.some((word) => isForgivable(word))) return { groups };
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
const sources: Record<SearchedKind, { from: RawBuilder<unknown>; columns: RawBuilder<unknown> }> = {
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

/** Maximum number of records that are read for one word; the list of that kind finds the others. */
const maxCandidates = 5_000;
/** For a scope of at most this many batches, a frequent word is searched within these batches. */
const maxNarrowBatches = 60;

const countCandidates = (db: Db, terms: SearchKind, word: FoundWord): Promise<number> =>
  countOf(
    db,
    sql`from (select 1 as one from ${rowsWith(db, terms, word)} limit ${maxCandidates}) as counted`,
  );

/** The batches of a scope, or null if they are more than `maxNarrowBatches`. */
async function narrowBatches(db: Db, { batches, subjects, section }: Scope): Promise<number[] | null> {
  const found =
    section !== null
      ? sql`select batches.id as batch_id from batches where ${batches}`
      : sql`select distinct batch_id from subjects where ${subjects}`;
  const { rows } = await sql<{ batch_id: number }>`${found} limit ${maxNarrowBatches + 1}`.execute(db);
  return rows.length > maxNarrowBatches ? null : rows.map((row) => row.batch_id);
}

interface KindSearch {
  kind: SearchedKind;
  /** Which search terms of the record are searched. */
  terms: SearchKind;
  words: readonly FoundWord[];
  scope: Condition;
  /** The batches of a narrow scope, used to find its students and subjects; else null. */
  batches: number[] | null;
  maxRows: number;
}

/**
 * A few records that have every word: those with the words themselves first, then those with words that begin so, then the
 * others; equal ones by name. Reads at most `maxCandidates` records of the rarest word; of a word that more have, first
 * those that have it itself. So a common word costs no more than a rare one.
 */
async function findRows(db: Db, search: KindSearch): Promise<FoundRow[]> {
  const { kind, terms, words, batches, maxRows } = search;
  const counted: { word: FoundWord; rows: number }[] = [];
  for (const word of words) {
    const rows = await countCandidates(db, terms, word);
    if (rows === 0) return [];
    counted.push({ word, rows });
  }
  counted.sort((a, b) => a.rows - b.rows);
  const [rarest] = counted;
  if (!rarest) return [];
  const isCommon = rarest.rows >= maxCandidates;
  const found = new Map<number, FoundRow>();
  const add = async (candidates: Condition) => {
    for (const row of await rowsAmong(db, search, candidates)) if (!found.has(row.id)) found.set(row.id, row);
  };
  if (isCommon && batches && (kind === 'students' || kind === 'subjects')) {
    const column = kind === 'students' ? 'enrolments.batch_id' : `${kind}.batch_id`;
    await add(sql`${sql.ref(column)} in (${batches.length > 0 ? sql.join(batches) : sql`null`})`);
  } else {
    const nearest: readonly Nearness[] = isCommon ? ['itself', 'beginning', 'inside'] : ['inside'];
    for (const near of nearest)
      if (found.size < maxRows) {
        const rows = sql`select row_id from ${rowsNear(db, terms, rarest.word, near)} limit ${maxCandidates}`;
        await add(sql`${sql.ref(`${kind}.id`)} in (select row_id from (${rows}) as reached)`);
      }
  }
  return [...found.values()]
    .toSorted((a, b) => a.near - b.near || (sortKey(a.label) < sortKey(b.label) ? -1 : 1))
    .slice(0, maxRows);
}

/** The nearest of these candidates that have every word. */
async function rowsAmong(db: Db, search: KindSearch, candidates: Condition): Promise<FoundRow[]> {
  const { kind, terms, words, scope, maxRows } = search;
  const { from, columns } = sources[kind];
  const id = sql.ref(`${kind}.id`);
  const others = words.map((word) => hasWord(db, terms, `${kind}.id`, word));
  const { rows } = await sql<FoundRow>`
    select ${id} as id, ${columns}, ${nearness(db, words)} as near from ${from}
      join search_texts as whole on whole.kind = ${terms} and whole.row_id = ${id}
    where ${allOf([candidates, ...others, scope])} order by near, ${id} limit ${maxRows}`.execute(db);
  return rows.map((row) => ({ ...row, near: Number(row.near) }));
}
