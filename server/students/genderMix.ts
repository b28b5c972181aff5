import { sql } from 'kysely';
import {
  type GenderMix,
  genderShare,
  maxMixedNames,
  minGenderedBatch,
} from '../../contract/students/enrolments';
import { type Gender, genders } from '../../contract/vocabulary';
import { chunks } from '../db/engine/chunks';
import type { BatchReference } from '../domain/references';
import type { Db } from '../db/schema';

const [male, female] = genders;

interface MovingStudent {
  full_name: string | null;
  gender: string;
}

/** Keeps the order. @param changedGender the form of one student has changed the gender */
export async function withGenders(
  db: Db,
  students: readonly { id: number; full_name: string }[],
  changedGender: Gender | undefined,
): Promise<MovingStudent[]> {
  const stored = new Map<number, string>();
  for (const chunk of chunks(students, 500)) {
    const ids = chunk.map(({ id }) => id);
    const rows = await db.selectFrom('students').select(['id', 'gender']).where('id', 'in', ids).execute();
    for (const { id, gender } of rows) stored.set(id, gender);
  }
  return students.flatMap(({ id, full_name }) => {
    const gender = changedGender ?? stored.get(id);
    return gender === undefined ? [] : [{ full_name, gender }];
  });
}

/** Null if all students have the gender of the batch, or if the batch has both genders. */
export async function findGenderMix(
  db: Db,
  batch: Pick<BatchReference, 'id' | 'batch_name'>,
  students: readonly MovingStudent[],
): Promise<GenderMix | null> {
  const { males, total, section } = await loadBatchGenders(db, batch.id);
  const females = total - males;
  const isGendered = total >= minGenderedBatch && Math.max(males, females) >= genderShare * total;
  const isSection = section === 'boys' || section === 'girls';
  if (!isSection && !isGendered) return null;
  const gender = (isSection ? section === 'boys' : males > females) ? male : female;
  const mixed = students.filter((student) => student.gender !== gender);
  if (mixed.length === 0) return null;
  const names = mixed.flatMap(({ full_name }) => full_name ?? []).slice(0, maxMixedNames);
  const count = gender === male ? males : females;
  const { batch_name } = batch;
  return { batch_name, gender, is_section: isSection, count, total, mixed: mixed.length, names };
}

/** The section counts only while the institute has sections. */
async function loadBatchGenders(db: Db, batchId: number) {
  const { rows } = await sql<{ males: number | null; total: number; section: string | null }>`
    select sum(case when students.gender = ${male} then 1 else 0 end) as males, count(*) as total,
      (select section from batches where id = ${batchId}
        and exists (select 1 from settings where sections_enabled = 1)) as section
    from enrolments join students on students.id = enrolments.student_row_id
    where enrolments.batch_id = ${batchId} and enrolments.to_date is null`.execute(db);
  const [row] = rows;
  return { males: Number(row?.males ?? 0), total: Number(row?.total ?? 0), section: row?.section ?? null };
}
