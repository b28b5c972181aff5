import { sql } from 'kysely';
import { databaseKind, numbersInJson } from '../db/engine/dialect';
import type { Db } from '../db/schema';

/** By the row id of a student. */
export type OtherRecords = ReadonlyMap<number, readonly number[]>;

/** The other student records of the same child, for example in a second programme: same name, same guardian. */
export async function loadOtherRecords(db: Db, ids: readonly number[]): Promise<OtherRecords> {
  const { rows } = await sql<{ student: number; other: number }>`
    select distinct students.id as student, others.id as other
    from students join student_guardians on student_guardians.student_row_id = students.id
      join student_guardians as relations on relations.guardian_id = student_guardians.guardian_id
      join students as others on others.id = relations.student_row_id
    where students.id in (${numbersInJson(databaseKind(db), ids)}) and others.id <> students.id
      and others.full_name_sort = students.full_name_sort`.execute(db);
  const byStudent = new Map<number, number[]>();
  for (const { student, other } of rows) byStudent.set(student, [...(byStudent.get(student) ?? []), other]);
  return byStudent;
}

/** The students with their other records. */
export const recordsOf = (ids: readonly number[], others: OtherRecords): number[] => [
  ...new Set(ids.flatMap((id) => [id, ...(others.get(id) ?? [])])),
];
