import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { QueryOf } from '../../contract/endpoint';
import type { Sard, sardApi } from '../../contract/hifz/sard';
import { areRecordsInScope } from '../auth/recordScope';
import type { Scope } from '../auth/scope';
import { chunks } from '../db/engine/chunks';
import type { FaultCount } from '../domain/faults';
import type { Db } from '../db/schema';
import type { SearchKind } from '../db/schema/log';
import { isOneOf, matchingRows, offsetAndLimit } from '../db/search/lists';
import { allOf, always, type Condition, countRows } from '../db/search/matching';
import type { Call, Listing } from '../mount';
import { nameOfAyah } from './plans';

/** SQL condition on `sard`: the caller may read the row. A student may read his own rows. */
export const isSardVisible = ({ user }: Pick<Call, 'user'>, scope: Scope): Condition =>
  user.role === 'student'
    ? sql`sard.student_row_id = (select own.student_row_id from users as own where own.id = ${user.id})`
    : sql`sard.subject_id in (select subjects.id from subjects where ${scope.subjects})
        and ${areRecordsInScope(scope, undefined, 'sard')}`;

const selectSard = (db: Db) =>
  db
    .selectFrom('sard')
    .innerJoin('students', 'students.id', 'sard.student_row_id')
    .innerJoin('subjects', 'subjects.id', 'sard.subject_id')
    .selectAll('sard')
    .select(['students.student_id', 'students.full_name', 'subjects.subject_code', 'subjects.batch_id']);

type SardRow = Awaited<ReturnType<ReturnType<typeof selectSard>['execute']>>[number];

interface StoredFault extends FaultCount {
  id: number;
  key: string;
}

/** Faults are sorted by the position of their kind, then by ayah. */
export type StoredSard = SardRow & { storedFaults: StoredFault[] };

const sardPerStatement = 5_000;

async function addFaults(db: Db, rows: readonly SardRow[]): Promise<StoredSard[]> {
  const faultsBySard = new Map<number, StoredFault[]>(rows.map(({ id }) => [id, []]));
  for (const ids of chunks([...faultsBySard.keys()], sardPerStatement)) {
    const faults = await db
      .selectFrom('sard_faults as faults')
      .innerJoin('fault_kinds', 'fault_kinds.id', 'faults.kind_id')
      .select(['faults.id', 'sard_id', 'kind_id', 'ayah', 'count', 'fault_kinds.key', 'fault_kinds.position'])
      .where('sard_id', 'in', ids)
      .execute();
    faults.sort((a, b) => a.position - b.position || (a.ayah ?? 0) - (b.ayah ?? 0));
    for (const { sard_id, position: _position, ...fault } of faults) faultsBySard.get(sard_id)?.push(fault);
  }
  return rows.map((row) => ({ ...row, storedFaults: faultsBySard.get(row.id) ?? [] }));
}

export async function findSard(
  db: Db,
  id: number,
  condition: Condition = always,
): Promise<StoredSard | undefined> {
  const row = await selectSard(db).where('sard.id', '=', id).where(condition).executeTakeFirst();
  return row && (await addFaults(db, [row]))[0];
}

export const toSard = ({ full_name, passed, storedFaults, ...row }: StoredSard): Sard => ({
  id: row.id,
  student_id: row.student_id,
  student_name: full_name,
  subject_code: row.subject_code,
  from_juz: row.from_juz,
  to_juz: row.to_juz,
  date: row.date,
  examiner: row.examiner,
  mark: row.mark,
  max: row.max,
  faults: storedFaults.map(({ key, ayah, count }) => ({
    kind: key,
    ayah: ayah === null ? null : nameOfAyah(ayah),
    count,
  })),
  passed: passed === 1,
  version: row.version,
  created_at: row.created_at,
});

type ListQuery = QueryOf<typeof sardApi.list>;

const sorts: Record<NonNullable<ListQuery['sort']>[0], RawBuilder<unknown>> = {
  id: sql`sard.id`,
  date: sql`sard.date`,
  student_name: sql`students.full_name_sort`,
};

/** A search matches students. */
export async function loadSardPage(
  db: Db,
  { range, sort = ['date', 'DESC'], filter = {} }: ListQuery,
  isVisible: Condition,
  kind: SearchKind,
): Promise<Listing<Sard>> {
  const { student_id, subject_code, from, to, ids, q } = filter;
  const matches = (column: string, rows: RawBuilder<unknown>): Condition =>
    sql`${sql.ref(`sard.${column}`)} in (select id ${rows})`;
  const conditions = [
    isVisible,
    ...isOneOf('sard.id', ids),
    ...(student_id ? [matches('student_row_id', sql`from students where student_id = ${student_id}`)] : []),
    ...(subject_code ? [matches('subject_id', sql`from subjects where subject_code = ${subject_code}`)] : []),
    ...(from ? [sql<SqlBool>`sard.date >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`sard.date <= ${to}`] : []),
    ...(q ? [await matchesStudent(db, q, kind)] : []),
  ];
  const { offset, limit } = offsetAndLimit(range);
  const direction = sort[1] === 'ASC' ? 'asc' : 'desc';
  const rows = await selectSard(db)
    .where(allOf(conditions))
    .orderBy(sorts[sort[0]], direction)
    .orderBy('sard.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const isOnlyPage = offset === 0 && rows.length < limit;
  const total = isOnlyPage ? rows.length : await countRows(db, sql`from sard where ${allOf(conditions)}`);
  return { rows: (await addFaults(db, rows)).map(toSard), total };
}

async function matchesStudent(db: Db, q: string, kind: SearchKind): Promise<Condition> {
  const { rows } = await matchingRows(db, { table: 'students', scope: always, where: [], kind }, { q });
  return sql`sard.student_row_id in (select students.id ${rows})`;
}
