import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Choice, choicesApi } from '../../contract/system';
import { defaultBatchStatus } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { loadInstituteDay } from '../domain/institute';
import type { Db } from '../db/schema';
import type { SearchKind } from '../db/schema/log';
import { offsetAndLimit } from '../db/search/lists';
import { type WordMatch, searchWithTypos, rowsWithWord } from '../db/search/wordSearch';
import { allOf, type Condition, countRows, never } from '../db/search/matching';
import { listRoute, type Route } from '../mount';

const maxPageSize = 200;

interface ChoiceQuery {
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
    const choiceQuery = { scope: await scope(day), day, q, types, withCircles: with_circles ?? false };
    return loadChoices(data.read, choiceQuery, offsetAndLimit(query.range));
  }),
];

async function loadChoices(
  db: Db,
  choiceQuery: ChoiceQuery,
  { limit, offset }: { limit: number; offset: number },
) {
  return searchWithTypos(db, choiceQuery.q, async (words) => {
    const nameConditions = await Promise.all(words.map((word) => matchesName(db, word)));
    if (nameConditions.includes(never)) return { rows: [], total: 0 };
    const source = selectChoices(choiceQuery, nameConditions);
    // One query sorts and counts, because a second query for the total takes as long as the page.
    const { rows } = await sql<ChoiceRow>`
      select batches.program_row_id, batches.id as batch_id, batches.batch_name,
        subjects.id as subject_id, subjects.subject_code, subjects.name, subjects.type, work.circle_id, work.circle_name,
        count(*) over () as total
      ${source}
      order by case when ${runningCondition(choiceQuery.day)} then 0 else 1 end, batches.batch_name_sort, batches.id,
        subjects.name_sort, subjects.id, work.name_sort, work.circle_id
      limit ${Math.min(limit, maxPageSize)} offset ${offset}`.execute(db);
    const total = rows[0] || offset === 0 ? Number(rows[0]?.total ?? 0) : await countRows(db, source);
    return { rows: await addPrograms(db, rows), total };
  });
}

type ChoiceRow = Omit<Choice, 'program_id' | 'program_name'> & {
  program_row_id: number;
  total: number | string;
};

/** A separate query: with a join, PostgreSQL searches the programmes for each row. */
async function addPrograms(db: Db, rows: readonly ChoiceRow[]): Promise<Choice[]> {
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

/** Subjects and circles as `work`, with their subject and batch. */
function selectChoices(
  { scope, day, types, withCircles }: ChoiceQuery,
  nameConditions: readonly Condition[],
): RawBuilder<unknown> {
  const subjects = sql`select subjects.id as subject_id, cast(null as integer) as circle_id,
      cast(null as text) as circle_name, '' as name_sort
    from subjects where ${withCircles ? scope.wholeSubjects : scope.subjects}`;
  const circles = sql`select circles.subject_id, circles.id as circle_id, circles.name as circle_name, circles.name_sort from circles
    where (circles.ended_on is null or circles.ended_on > ${day}) and ${scope.circlesOn(day)}`;
  const conditions = [
    ...(types ? [types.length > 0 ? sql<SqlBool>`subjects.type in (${sql.join(types)})` : never] : []),
    ...nameConditions,
  ];
  return sql`
    from (${withCircles ? sql`${circles} union all ${subjects}` : subjects}) as work
    join subjects on subjects.id = work.subject_id
    join batches on batches.id = subjects.batch_id
    where ${scope.subjects} and ${allOf(conditions)}`;
}

/** A search word may match the name of the subject, its batch or programme, or the circle. */
const idByKind = {
  subjects: 'subjects.id',
  batches: 'batches.id',
  programs: 'batches.program_row_id',
  circles: 'work.circle_id',
} as const satisfies Partial<Record<SearchKind, string>>;
const searchKinds = Object.keys(idByKind) as (keyof typeof idByKind)[];

/** A kind without a match is left out of the condition. */
async function matchesName(db: Db, word: WordMatch): Promise<Condition> {
  const matchesOfKind = (kind: SearchKind) => sql`(select found.row_id from ${rowsWithWord(db, kind, word)})`;
  const checks = searchKinds.map((kind) => sql`exists ${matchesOfKind(kind)} as ${sql.ref(kind)}`);
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(checks)}`.execute(db);
  const kinds = searchKinds.filter((kind) => Boolean(rows[0]?.[kind]));
  const conditions = kinds.map((kind) => sql`${sql.ref(idByKind[kind])} in ${matchesOfKind(kind)}`);
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : never;
}

const runningCondition = (day: string) => sql<SqlBool>`batches.status = ${defaultBatchStatus}
  and (batches.start_date is null or batches.start_date <= ${day})
  and (batches.end_date is null or batches.end_date >= ${day})`;
