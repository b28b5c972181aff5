import { type Kysely, sql } from 'kysely';
import { performanceFigures } from '../../contract/rules/recordFigures';
import type { RecordFigures } from '../../contract/studentReport';
import type { Database } from '../db/schema';

interface LevelSums {
  subject_id: number;
  level: string | null;
  records: number | string;
  pages: number | string;
  mistakes: number | string;
}

/** What the daily records of a student come to in each of these subjects; zeros where there are none. */
export async function recordsOf(
  db: Kysely<Database>,
  studentRowId: number,
  subjectIds: readonly number[],
): Promise<Map<number, RecordFigures>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await sql<LevelSums>`
    select subject_id, performance_level as level, count(*) as records,
      coalesce(sum(pages_count), 0) as pages, coalesce(sum(mistakes_count), 0) as mistakes
    from daily_records
    where subject_id in (${sql.join(subjectIds)}) and student_row_id = ${studentRowId}
    group by subject_id, performance_level`.execute(db);
  return new Map(
    subjectIds.map((id) => {
      const own = rows.filter(({ subject_id }) => subject_id === id);
      const sum = (of: 'records' | 'pages' | 'mistakes') =>
        own.reduce((total, row) => total + Number(row[of]), 0);
      const { avgGrade } = performanceFigures(
        own.map(({ level, records }) => ({ level, count: Number(records) })),
      );
      return [
        id,
        { records: sum('records'), pages: sum('pages'), mistakes: sum('mistakes'), average: avgGrade },
      ];
    }),
  );
}
