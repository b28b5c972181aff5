import { sql, type SqlBool } from 'kysely';
import { nextFreeBase } from '../../contract/rules/subjectCode';
import type { Offering, Subject, SubjectSummary } from '../../contract/subjects';
import type { OfferingStatus, SubjectType } from '../../contract/vocabulary';
import type { Condition, Matching } from '../db/search/matching';
import { oncePerDatabase } from '../db/engine/once';
import { notFound } from '../problem';
import type { Db } from '../db/schema';

export const subjectsSelect = oncePerDatabase((db) =>
  db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select([
      'subjects.id',
      'subject_code',
      'base_subject_code',
      'name',
      'subjects.level',
      'hours',
      'batch_id',
      'batches.batch_name',
      'semester',
      'subjects.created_at',
      'subjects.updated_at',
      'subjects.version',
    ])
    .select((on) => [
      on.ref('subjects.type').$castTo<SubjectType>().as('type'),
      on.ref('subjects.status').$castTo<OfferingStatus>().as('status'),
    ]),
);

export const subjectSorts = {
  id: 'id',
  subject_code: 'subject_code',
  name: 'name_sort',
  level: 'level',
  hours: 'hours',
  type: 'type',
  created_at: 'created_at',
};

/** @throws NOT_FOUND, also outside the scope */
export async function subjectById(db: Db, id: number, scope?: Condition): Promise<Subject> {
  const row = await subjectsSelect(db)
    .where('subjects.id', '=', id)
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export const offeringsOf = (db: Db, base: string): Promise<Offering[]> =>
  db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select(['subjects.id', 'subject_code as offering_code', 'batch_id', 'batches.batch_name', 'semester'])
    .select((on) => on.ref('subjects.status').$castTo<OfferingStatus>().as('status'))
    .where('base_subject_code', '=', base)
    .orderBy('subjects.id')
    .execute();

/** The offerings of a base, the newest first: where a further one takes its values and settings from. */
export const offeringsToCopy = (db: Db, base: string) =>
  db.selectFrom('subjects').selectAll().where('base_subject_code', '=', base).orderBy('id', 'desc').execute();

/** The next base that nobody uses, beginning like this one. */
export async function freeBase(db: Db, base: string): Promise<string> {
  const stem = base.replace(/\d+$/, '');
  const rows = await db
    .selectFrom('subjects')
    .select('base_subject_code')
    .distinct()
    .where('base_subject_code', '>=', stem)
    .where('base_subject_code', '<', `${stem}\u{10FFFF}`)
    .execute();
  return nextFreeBase(base, new Set(rows.map((row) => row.base_subject_code)));
}

/** The figures of the cards over the filtered subjects. */
export async function subjectSummary(db: Db, { rows: matching }: Matching): Promise<SubjectSummary> {
  const { rows } = await sql<Record<keyof SubjectSummary, number | null>>`
    select count(*) as total, sum(hours) as hours, count(distinct level) as levels, count(distinct type) as types
    ${matching}
  `.execute(db);
  const { total = 0, hours = 0, levels = 0, types = 0 } = rows[0] ?? {};
  return { total: Number(total), hours: Number(hours ?? 0), levels: Number(levels), types: Number(types) };
}
