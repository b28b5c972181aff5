import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Choice, choicesApi } from '../../contract/system';
import { defaultBatchStatus } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { loadInstituteDay } from '../domain/institute';
import type { Db } from '../db/schema';
import type { SearchKind } from '../db/schema/log';
import { offsetAndLimit } from '../db/search/lists';
import { type WordMatch, pageWithWords, rowsWithWord } from '../db/search/wordSearch';
import { allOf, type Condition, countRows, never } from '../db/search/matching';
import { listRoute, type Route } from '../mount';

/** So many rows a page has at the most. */
const maxPage = 200;

interface Asked {
  scope: Scope;
  day: string;
  q: string | undefined;
  types: readonly string[] | undefined;
  withCircles: boolean;
}

export const choiceRoutes: Route[] = [
  listRoute(choicesApi.list, async ({ data, query, scope }) => {
    const { today } = await loadInstituteDay(data.read, data.now());
    const day = query.date ?? today;
    const { q, types, with_circles } = query.filter ?? {};
    const asked = { scope: await scope(day), day, q, types, withCircles: with_circles ?? false };
    return pageOfChoices(data.read, asked, offsetAndLimit(query.range));
  }),
];

async function pageOfChoices(db: Db, asked: Asked, { limit, offset }: { limit: number; offset: number }) {
  return pageWithWords(db, asked.q, async (words) => {
    const named = await Promise.all(words.map((word) => isNamed(db, word)));
    if (named.includes(never)) return { rows: [], total: 0 };
    const found = choicesIn(asked, named);
    // Counted while they are sorted: to find them again for their number would take as long as the page.
    const { rows } = await sql<Found>`
      select batches.program_row_id, batches.id as batch_id, batches.batch_name,
        subjects.id as subject_id, subjects.subject_code, subjects.name, subjects.type, work.circle_id, work.circle_name,
        count(*) over () as total
      ${found}
      order by case when ${isRunning(asked.day)} then 0 else 1 end, batches.batch_name_sort, batches.id,
        subjects.name_sort, subjects.id, work.name_sort, work.circle_id
      limit ${Math.min(limit, maxPage)} offset ${offset}`.execute(db);
    const total = rows[0] || offset === 0 ? Number(rows[0]?.total ?? 0) : await countRows(db, found);
    return { rows: await withPrograms(db, rows), total };
  });
}

type Found = Omit<Choice, 'program_id' | 'program_name'> & { program_row_id: number; total: number | string };

/** The choices of a page with the programmes of their batches, which PostgreSQL would else look through for each row. */
async function withPrograms(db: Db, rows: readonly Found[]): Promise<Choice[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ program_row_id: id }) => id))];
  const programs = await db
    .selectFrom('programs')
    .select(['id', 'program_id', 'program_name'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(programs.map(({ id, ...program }) => [id, program]));
  return rows.flatMap(({ total: _, program_row_id, ...row }) => {
    const program = byId.get(program_row_id);
    return program ? [{ ...program, ...row }] : [];
  });
}

/** SQL: subjects and circles as `work`, with their subject and batch. */
function choicesIn(
  { scope, day, types, withCircles }: Asked,
  named: readonly Condition[],
): RawBuilder<unknown> {
  const subjects = sql`select subjects.id as subject_id, cast(null as integer) as circle_id,
      cast(null as text) as circle_name, '' as name_sort
    from subjects where ${withCircles ? scope.whole : scope.subjects}`;
  const circles = sql`select circles.subject_id, circles.id as circle_id, circles.name as circle_name, circles.name_sort from circles
    where (circles.ended_on is null or circles.ended_on > ${day}) and ${scope.circlesOn(day)}`;
  const conditions = [
    ...(types ? [types.length > 0 ? sql<SqlBool>`subjects.type in (${sql.join(types)})` : never] : []),
    ...named,
  ];
  return sql`
    from (${withCircles ? sql`${circles} union all ${subjects}` : subjects}) as work
    join subjects on subjects.id = work.subject_id
    join batches on batches.id = subjects.batch_id
    where ${scope.subjects} and ${allOf(conditions)}`;
}

/** Where a word of the search may stand: in the name of the subject, its batch or programme, or of the circle. */
const namedIn = {
  subjects: 'subjects.id',
  batches: 'batches.id',
  programs: 'batches.program_row_id',
  circles: 'work.circle_id',
} as const satisfies Partial<Record<SearchKind, string>>;
const namedKinds = Object.keys(namedIn) as (keyof typeof namedIn)[];

/** Whether the word stands in one of the names; only those are looked at in which it stands at all. */
async function isNamed(db: Db, word: WordMatch): Promise<Condition> {
  const of = (kind: SearchKind) => sql`(select found.row_id from ${rowsWithWord(db, kind, word)})`;
  const asked = namedKinds.map((kind) => sql`exists ${of(kind)} as ${sql.ref(kind)}`);
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(asked)}`.execute(db);
  const kinds = namedKinds.filter((kind) => Boolean(rows[0]?.[kind]));
  const found = kinds.map((kind) => sql`${sql.ref(namedIn[kind])} in ${of(kind)}`);
  return found.length > 0 ? sql<SqlBool>`(${sql.join(found, sql` or `)})` : never;
}

/** The batch goes on, on the day. */
const isRunning = (day: string) => sql<SqlBool>`batches.status = ${defaultBatchStatus}
  and (batches.start_date is null or batches.start_date <= ${day})
  and (batches.end_date is null or batches.end_date >= ${day})`;
