import { sql } from 'kysely';
import { type ChildNames, isProposedGuardian } from '../../contract/rules/families/guardians';
import { chunks } from '../db/engine/chunks';
import type { Db, Row } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { hasStudentIn } from './guardians';

/** A guardian as far as others are compared with him. `childNames` are those of his students in scope. */
export interface ComparedGuardian {
  name: string | null;
  childNames: ChildNames[];
}

export interface StoredGuardian extends ComparedGuardian {
  row: Row<'guardians'>;
  /** Full names of his students in scope. */
  children: string[];
  /** He also has students outside of the scope. */
  isShared: boolean;
}

const chunkSize = 500;

/** Guardians in scope with one of these numbers (E.164), or of these ids. */
export async function loadGuardians(
  db: Db,
  { keys = [], ids = [] }: { keys?: readonly string[]; ids?: readonly number[] },
  students: Condition,
): Promise<StoredGuardian[]> {
  const rows = new Map<number, Row<'guardians'>>();
  const select = db
    .selectFrom('guardians')
    .selectAll()
    .where(students === always ? always : hasStudentIn(students));
  for (const chunk of chunks([...new Set(ids)], chunkSize))
    for (const row of await select.where('id', 'in', chunk).execute()) rows.set(row.id, row);
  // One condition for each column, because an index is not used for "or".
  for (const column of ['phone_key', 'second_phone_key'] as const)
    for (const chunk of chunks([...new Set(keys)], chunkSize))
      for (const row of await select.where(column, 'in', chunk).execute()) rows.set(row.id, row);
  const children = await loadChildNames(db, [...rows.keys()], students);
  return [...rows.values()]
    .toSorted((a, b) => a.id - b.id)
    .map((row) => ({
      row,
      name: row.name,
      childNames: children.get(row.id)?.names ?? [],
      children: children.get(row.id)?.fullNames ?? [],
      isShared: children.get(row.id)?.hasOthers ?? false,
    }));
}

async function loadChildNames(db: Db, ids: readonly number[], students: Condition) {
  const children = new Map<number, { names: ChildNames[]; fullNames: string[]; hasOthers: boolean }>();
  for (const chunk of chunks(ids, chunkSize)) {
    const rows = await db
      .selectFrom('student_guardians')
      .innerJoin('students', 'students.id', 'student_guardians.student_row_id')
      .select(['guardian_id', 'full_name', 'second_name', 'third_name', 'last_name'])
      .select(sql<number>`case when ${students} then 1 else 0 end`.as('is_visible'))
      .where('guardian_id', 'in', chunk)
      .orderBy('student_guardians.id')
      .execute();
    for (const { guardian_id, is_visible, full_name, ...names } of rows) {
      const own = children.get(guardian_id) ?? { names: [], fullNames: [], hasOthers: false };
      if (Number(is_visible) === 1) {
        own.names.push(names);
        own.fullNames.push(full_name);
      } else own.hasOthers = true;
      children.set(guardian_id, own);
    }
  }
  return children;
}

/** The first guardian whose name or family agrees, of those with an equal number. */
export const findProposed = <G extends ComparedGuardian>(
  guardians: readonly G[],
  entered: { name?: string | null | undefined; child: ChildNames },
): G | undefined =>
  guardians.find(({ name, childNames }) => isProposedGuardian(entered, { name, children: childNames }));
