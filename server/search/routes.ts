import { type RawBuilder, sql } from 'kysely';
import { sortKey } from '../../contract/rules/arabicText';
import { searchApi, searchGroupLimit, type SearchedKind, searchKinds } from '../../contract/search';
import type { Role } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import {
  always,
  allOf,
  type Condition,
  countOf,
  searchWords,
  hasWord,
  rowsWith,
} from '../db/search/matching';
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

/** The screen that opens a record: for admins its form, for teachers and students a screen that shows it. */
function routeTo(role: Role, kind: SearchedKind, { id, code, batch_id }: FoundRow): string {
  if (role === 'admin') return `/${kind}/${id}`;
  if (role === 'student') return '/reports';
  if (kind === 'subjects') return address('/grades', { batch_id, subject_code: code });
  if (kind === 'batches') return address('/grades', { batch_id });
  if (kind === 'students') return address('/reports', { batch_id, student_id: code });
  return address('/reports', { program_id: code });
}

/** A teacher cannot find a student by columns that a teacher does not see. */
const termsFor = (role: Role, kind: SearchedKind): SearchKind =>
  kind === 'students' && role !== 'admin' ? 'students_brief' : kind;

export const searchRoutes: Route[] = [
  route(searchApi.search, async ({ data, user, query, scope: scopeOfCaller }) => {
    const words = searchWords(query.q);
    if (words.length === 0) return { groups: [] };
    const scope = await scopeOfCaller();
    const batches = scope.subjects === always ? null : await narrowBatches(data.read, scope);
    const groups = [];
    for (const kind of kindsOf[user.role]) {
      const rows = await findRows(data.read, {
        kind,
        terms: termsFor(user.role, kind),
        words,
        scope: scope[kind],
        batches,
        maxRows: searchGroupLimit,
      });
      const results = rows
        .map((row) => ({ ...row, route: routeTo(user.role, kind, row) }))
        .toSorted((a, b) => (sortKey(a.label) < sortKey(b.label) ? -1 : 1));
      if (results.length > 0) groups.push({ kind, results });
    }
    return { groups };
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

const countCandidates = (db: Db, terms: SearchKind, word: string): Promise<number> =>
  countOf(
    db,
    sql`from (select 1 as one from search_terms as found where ${rowsWith(terms, word)} limit ${maxCandidates}) as counted`,
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
  words: readonly string[];
  scope: Condition;
  /** The batches of a narrow scope, used to find its students and subjects; else null. */
  batches: number[] | null;
  maxRows: number;
}

/**
 * A few records that have every word. Reads at most `maxCandidates` records of the rarest word and stops when enough of
 * them match, so that a common word costs no more than a rare one.
 */
async function findRows(db: Db, search: KindSearch): Promise<FoundRow[]> {
  const { kind, terms, words, scope, batches, maxRows } = search;
  const counted: { word: string; rows: number }[] = [];
  for (const word of words) {
    const rows = await countCandidates(db, terms, word);
    if (rows === 0) return [];
    counted.push({ word, rows });
  }
  counted.sort((a, b) => a.rows - b.rows);
  const [rarest] = counted;
  if (!rarest) return [];
  const { from, columns } = sources[kind];
  const id = sql.ref(`${kind}.id`);
  const has = (word: string) => hasWord(terms, `${kind}.id`, word);
  const byBatch = batches && rarest.rows >= maxCandidates && (kind === 'students' || kind === 'subjects');
  const candidates: Condition = byBatch
    ? sql`${sql.ref(kind === 'students' ? 'enrolments.batch_id' : `${kind}.batch_id`)} in (${batches.length > 0 ? sql.join(batches) : sql`null`}) and ${has(rarest.word)}`
    : sql`${id} in (select row_id from (select found.row_id from search_terms as found where ${rowsWith(terms, rarest.word)} limit ${maxCandidates}) as reached)`;
  const others = counted.slice(1).map(({ word }) => has(word));
  const { rows } = await sql<FoundRow>`
    select ${id} as id, ${columns} from ${from}
    where ${allOf([candidates, ...others, scope])} limit ${maxRows}`.execute(db);
  return rows;
}
