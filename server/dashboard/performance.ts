import { type Kysely, sql } from 'kysely';
import type { PerformanceData } from '../../contract/dashboard';
import { oneDecimal } from '../../contract/rules/grading';
import { distributionOf, meanOf } from '../../contract/rules/statistics';
import { letters } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import type { Database } from '../db/schema';
import { bestStudents } from './bestStudents';
import { keptResults } from './queries';

const letterColumns = letters.map((_, place) => `letter_${place + 1}`);

/** Complete marks of a scope by level and letter, and the students with the best averages in it. */
export async function performanceData(
  db: Kysely<Database>,
  scope: Scope,
  maxStudents: number,
): Promise<PerformanceData> {
  const { rows } = await levelsQuery(scope).execute(db);
  const levels = rows.map((row) => ({
    level: row.level,
    count: Number(row.complete),
    sum: Number(row.percentages),
  }));
  const total = (column: string) => rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
  return {
    gradesByLevel: levels.map(({ level, count, sum }) => ({
      level,
      count,
      average: meanOf(sum, count) ?? 0,
    })),
    gradeDistribution: distributionOf(letterColumns.map(total)),
    topStudents: await topStudents(db, scope, maxStudents),
  };
}

type LevelRow = Record<string, number | string | null> & { level: number };

/** A row for each level that has complete marks. */
export const levelsQuery = (scope: Scope) => {
  const sums = ['complete', 'percentages', ...letterColumns].map(
    (column) => sql`sum(kept.${sql.ref(column)}) as ${sql.ref(column)}`,
  );
  return sql<LevelRow>`
    select subjects.level, ${sql.join(sums)} ${keptResults(scope)} and kept.complete > 0
    group by subjects.level order by subjects.level`;
};

/** Who reaches the same average, as it is shown, shares a place: 1, 2, 2, 4 (decision 5). */
async function topStudents(
  db: Kysely<Database>,
  scope: Scope,
  most: number,
): Promise<PerformanceData['topStudents']> {
  const rows = await bestStudents(db, scope, most);
  const averages = rows.map(({ average }) => oneDecimal(average));
  return rows.map(({ full_name, subjects }, place) => {
    const average_grade = averages[place] ?? 0;
    return {
      full_name,
      subjects_count: Number(subjects),
      average_grade,
      rank: 1 + averages.filter((other) => other > average_grade).length,
    };
  });
}
