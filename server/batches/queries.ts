import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Batch } from '../../contract/batches';
import { oncePerDatabase } from '../db/engine/once';
import type { Database } from '../db/schema';
import { notFound } from '../problem';

export const batchesSelect = oncePerDatabase((db) =>
  db
    .selectFrom('batches')
    .innerJoin('programs', 'programs.id', 'batches.program_row_id')
    .select([
      'batches.id',
      'batches.id as batch_id',
      'batch_name',
      'programs.program_id',
      'programs.program_name',
      'batch_number',
      'academic_year',
      'batches.level',
      'start_date',
      'end_date',
      'batches.status',
      'batches.created_at',
      'batches.updated_at',
      'batches.version',
    ])
    .select((on) =>
      on
        .selectFrom('students')
        .select((count) => count.fn.countAll<number>().as('students'))
        .whereRef('students.batch_id', '=', 'batches.id')
        .as('students_count'),
    ),
);

export const batchSorts = {
  id: 'id',
  batch_name: 'batch_name_sort',
  batch_number: 'batch_number',
  academic_year: 'academic_year',
  created_at: 'created_at',
};

type BatchRow = Omit<Batch, 'students_count'> & { students_count: number | null };
const asBatch = (row: BatchRow): Batch => ({ ...row, students_count: Number(row.students_count ?? 0) });
export const asBatches = (rows: BatchRow[]): Batch[] => rows.map(asBatch);

/** @throws NOT_FOUND, also outside the scope */
export async function batchById(
  db: Kysely<Database>,
  id: number,
  scope?: RawBuilder<SqlBool>,
): Promise<Batch> {
  const row = await batchesSelect(db)
    .where('batches.id', '=', id)
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirst();
  if (!row) throw notFound();
  return asBatch(row);
}
