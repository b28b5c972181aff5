import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Program } from '../../contract/programs';
import type { Specialty } from '../../contract/vocabulary';
import { oncePerDatabase } from '../db/engine/once';
import type { Database } from '../db/schema';
import { notFound } from '../problem';

export const programsSelect = oncePerDatabase((db) =>
  db
    .selectFrom('programs')
    .select([
      'programs.id',
      'programs.program_id',
      'program_name',
      'levels',
      'description',
      'duration',
      'programs.status',
      'programs.created_at',
      'programs.updated_at',
      'programs.version',
    ])
    .select((on) => on.ref('specialty').$castTo<Specialty | null>().as('specialty')),
);

export const programSorts = {
  id: 'id',
  program_id: 'program_id',
  program_name: 'program_name_sort',
  created_at: 'created_at',
};

/** @throws NOT_FOUND, also outside the scope */
export async function programById(
  db: Kysely<Database>,
  id: number,
  scope?: RawBuilder<SqlBool>,
): Promise<Program> {
  const row = await programsSelect(db)
    .where('programs.id', '=', id)
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
