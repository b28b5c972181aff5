import { type Kysely, sql } from 'kysely';
import type { ReportGroup, ReportGrouping } from '../../contract/reportLog';
import { attendanceRate } from '../../contract/rules/attendance';
import { meanOf, rateOf } from '../../contract/rules/statistics';
import { listLimit } from '../../contract/lists';
import type { Condition } from '../db/search/matching';
import type { Database } from '../db/schema';
import type { Listing } from '../mount';

interface Wanted {
  by: ReportGrouping;
  program_name?: string | undefined;
  batch_name?: string | undefined;
  range?: [number, number] | undefined;
  sort?: ['key', 'ASC' | 'DESC'] | undefined;
}

/** What is the same in a group, and what it is called; of a subject in several batches the name of one. */
const groups: Record<ReportGrouping, { key: ReturnType<typeof sql>; name: ReturnType<typeof sql> }> = {
  subject: { key: sql`subjects.base_subject_code`, name: sql`min(subjects.name)` },
  batch: { key: sql`batches.batch_name`, name: sql`batches.batch_name` },
  term: { key: sql`coalesce(subjects.semester, '')`, name: sql`coalesce(subjects.semester, '')` },
};

const sums = ['complete', 'percentages', 'passed', 'excellent', 'registers', 'expected', 'absences'] as const;
type Sums = Record<(typeof sums)[number], number | string | null>;

/** The figures of the subjects of a scope by subject, batch or term, from what is kept of each. Decisions 3 and 8. */
export async function groupFigures(
  db: Kysely<Database>,
  { by, program_name, batch_name, range = [0, listLimit - 1], sort = ['key', 'ASC'] }: Wanted,
  scope: Condition,
): Promise<Listing<ReportGroup>> {
  const { key, name } = groups[by];
  const conditions = [
    scope,
    ...(batch_name ? [sql`batches.batch_name = ${batch_name}`] : []),
    ...(program_name
      ? [sql`batches.program_row_id in (select id from programs where program_name = ${program_name})`]
      : []),
  ];
  const columns = sums.map((column) => sql`coalesce(sum(kept.${sql.ref(column)}), 0) as ${sql.ref(column)}`);
  const found = sql`from subjects join batches on batches.id = subjects.batch_id
      left join subject_results kept on kept.subject_id = subjects.id
    where ${sql.join(conditions, sql` and `)}`;
  const [from, to] = range;
  const counted = await sql<{ total: number | string }>`
    select count(distinct ${key}) as total ${found}`.execute(db);
  const { rows } = await sql<Sums & { key: string; name: string; subjects: number | string }>`
    select ${key} as key, ${name} as name, count(*) as subjects, ${sql.join(columns)}
    ${found} group by ${key} order by ${key} ${sort[1] === 'DESC' ? sql`desc` : sql`asc`} limit ${to - from + 1} offset ${from}`.execute(
    db,
  );
  const listed = rows.map(({ key: value, name: called, subjects, ...row }) => {
    const of = (column: (typeof sums)[number]) => Number(row[column] ?? 0);
    return {
      key: value,
      name: called,
      subjects: Number(subjects),
      results: of('complete'),
      average: meanOf(of('percentages'), of('complete')),
      passRate: rateOf(of('passed'), of('complete')),
      excellenceRate: rateOf(of('excellent'), of('complete')),
      registers: of('registers'),
      attendanceRate: attendanceRate(of('absences'), of('expected')),
    };
  });
  return { rows: listed, total: Number(counted.rows[0]?.total ?? 0) };
}
