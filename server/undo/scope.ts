import { type Kysely, sql } from 'kysely';
import { scopeOf } from '../auth/scope';
import { chunks } from '../db/engine/chunks';
import { columnTypes, type DatabaseKind } from '../db/engine/dialect';
import type { Database } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';
import type { Call } from '../mount';

type Db = Kysely<Database>;

/** So many rows in one statement. */
const chunkSize = 5_000;

/** By what a row tells its subject: itself, or the record that it belongs to and that one's own reference. */
const references = [
  ['submission_id', 'submissions', 'assignment_id'],
  ['question_id', 'assignment_questions', 'assignment_id'],
  ['assignment_id', 'assignments', 'subject_id'],
] as const;

type Reference = (typeof references)[number][0] | 'subject_id';

type Written = Record<Reference, string | null> & { operation_id: number; table_name: RecordedTable };

/**
 * The operations among these that the caller may take back by now: a teacher those that wrote in subjects of the own
 * scope as it is at this moment, and nowhere else but in the own saved filters; an admin all.
 */
export async function withinScope(
  { data, user }: Pick<Call, 'data' | 'user'>,
  db: Db,
  operations: readonly number[],
): Promise<Set<number>> {
  if (user.role === 'admin' || operations.length === 0) return new Set(operations);
  const subjects = await subjectsOf(db, data.kind, operations);
  const wanted = [...new Set([...subjects.values()].flatMap((of) => [...of]))];
  const scope = await scopeOf(data, user);
  const seen = new Set<number>();
  for (const part of chunks(wanted, chunkSize)) {
    const rows = await db
      .selectFrom('subjects')
      .select('id')
      .where('id', 'in', part)
      .where(scope.subjects)
      .execute();
    for (const { id } of rows) seen.add(id);
  }
  return new Set(
    operations.filter((id) => [...(subjects.get(id) ?? [])].every((subject) => seen.has(subject))),
  );
}

/** No subject has this number: nobody's scope has what tells of none. */
const unknown = 0;

/** The subjects in which operations wrote. */
async function subjectsOf(
  db: Db,
  kind: DatabaseKind,
  operations: readonly number[],
): Promise<Map<number, Set<number>>> {
  const { fieldOfJson } = columnTypes(kind);
  const found = ['subject_id', 'assignment_id', 'question_id', 'submission_id'].map(
    (name) => sql`${fieldOfJson('content', name)} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Written>`
    select distinct operation_id, table_name, ${sql.join(found)}
    from (select operation_id, table_name, coalesce(after, before) as content from operation_rows
      where operation_id in (${sql.join(operations)}) and table_name <> 'saved_filters') as written`.execute(
    db,
  );
  let left: { operation: number; by: Reference | null; id: number }[] = rows.map((row) => {
    const by = (['subject_id', 'assignment_id', 'question_id', 'submission_id'] as const).find(
      (name) => row[name] !== null,
    );
    return { operation: row.operation_id, by: by ?? null, id: by ? Number(row[by]) : unknown };
  });
  for (const [by, table, leadsTo] of references) {
    const ids = left.flatMap((one) => (one.by === by ? [one.id] : []));
    const parents = await parentsOf(db, kind, table, leadsTo, [...new Set(ids)]);
    left = left.map((one) =>
      one.by === by ? { ...one, by: leadsTo, id: parents.get(one.id) ?? unknown } : one,
    );
  }
  const subjects = new Map<number, Set<number>>();
  for (const { operation, id } of left)
    subjects.set(operation, (subjects.get(operation) ?? new Set()).add(id));
  return subjects;
}

/** What records belong to, those too that are gone: as the log last had them. */
async function parentsOf(
  db: Db,
  kind: DatabaseKind,
  table: (typeof references)[number][1],
  column: 'assignment_id' | 'subject_id',
  ids: readonly number[],
): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  const { fieldOfJson } = columnTypes(kind);
  for (const part of chunks(ids, chunkSize)) {
    const { rows } = await sql<{ id: number; parent: number }>`
      select id, ${sql.ref(column)} as parent from ${sql.table(table)} where id in (${sql.join(part)})`.execute(
      db,
    );
    for (const { id, parent } of rows) parents.set(id, parent);
    const gone = part.filter((id) => !parents.has(id));
    if (gone.length === 0) continue;
    const logged = await sql<{ row_id: number; parent: string | null }>`
      select row_id, ${fieldOfJson('content', column)} as parent
      from (select row_id, coalesce(after, before) as content from operation_rows
        where table_name = ${table} and row_id in (${sql.join(gone)})) as written`.execute(db);
    for (const { row_id, parent } of logged.rows) if (parent !== null) parents.set(row_id, Number(parent));
  }
  return parents;
}
