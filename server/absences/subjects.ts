import { sql, type SqlBool } from 'kysely';
import type { Scope } from '../auth/scope';
import { always, type Condition } from '../db/search/matching';
import { notFound } from '../problem';
import type { Db } from '../db/schema';

interface Asked {
  /** Null for all of the scope. */
  batchName: string | null;
  subjectCode?: string | undefined;
}

/**
 * The subjects that figures are asked about, as a condition on `subjects`; `always` when all of the institute are.
 * @throws NOT_FOUND for a batch or subject that is not there or outside the scope
 */
export async function askedSubjects(
  db: Db,
  { batchName, subjectCode }: Asked,
  scope: Scope,
): Promise<Condition> {
  const conditions = scope.subjects === always ? [] : [scope.subjects];
  if (batchName !== null) {
    const batch = await db
      .selectFrom('batches')
      .select('id')
      .where('batch_name', '=', batchName)
      .where(scope.batches)
      .executeTakeFirst();
    if (!batch) throw notFound();
    conditions.push(sql`subjects.batch_id = ${batch.id}`);
  }
  if (subjectCode) {
    conditions.push(sql`subjects.subject_code = ${subjectCode}`);
    const found = db.selectFrom('subjects').select('id').where(allOf(conditions));
    if (!(await found.executeTakeFirst())) throw notFound();
  }
  if (batchName === null && !subjectCode && (await isWhole(db, scope))) return always;
  return conditions.length === 0 ? always : allOf(conditions);
}

/** Whether a scope leaves nothing out, as that of a teacher where nobody is linked; what is kept of all holds for it. */
async function isWhole(db: Db, { subjects }: Scope): Promise<boolean> {
  if (subjects === always) return true;
  const outside = db
    .selectFrom('subjects')
    .select('id')
    .where(sql<SqlBool>`not (${subjects})`)
    .limit(1);
  return (await outside.executeTakeFirst()) === undefined;
}

const allOf = (conditions: readonly Condition[]): Condition => sql`${sql.join(conditions, sql` and `)}`;

/** A condition on a table whose rows belong to subjects: that they belong to these. */
export const ofSubjects = (
  table: 'absences' | 'registers' | 'subject_results',
  asked: Condition,
): Condition =>
  asked === always
    ? always
    : sql`${sql.ref(`${table}.subject_id`)} in (select subjects.id from subjects where ${asked})`;
