import { sql } from 'kysely';
import type { GuardianRelation, Section } from '../../contract/vocabulary';
import type { Db } from '../db/schema';
import { hasStatus } from '../domain/enrolments';
import { isReadable } from '../domain/guardians';

/** A student on the page of his guardian. */
export interface PageChild {
  rowId: number;
  studentId: string;
  /** First name and the initial of the family name. The page has no more of the name. */
  name: string;
  relation: GuardianRelation;
  /** Null without a batch. */
  section: Section | null;
  batchId: number | null;
  /** The guardian may excuse this student. */
  canExcuse: boolean;
}

const shortName = (firstName: string, lastName: string | null): string => {
  const [initial] = lastName ?? '';
  return initial === undefined ? firstName : `${firstName} ${initial}.`;
};

/**
 * The students of whom the guardian may read: with the right `page`, and not of age without consent. Only the
 * relation counts, not the sections of the staff.
 */
export async function loadPageChildren(db: Db, guardianId: number, today: string): Promise<PageChild[]> {
  const settings = await db.selectFrom('settings').select('adult_age').executeTakeFirst();
  const rows = await db
    .selectFrom('student_guardians')
    .innerJoin('students', 'students.id', 'student_guardians.student_row_id')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
    .select(['students.id', 'students.student_id', 'students.first_name', 'students.last_name'])
    .select(['students.birth_date', 'batches.age_group', 'batches.section', 'batches.id as batch_id'])
    .select(['student_guardians.relation', 'student_guardians.can_excuse', 'student_guardians.consent_on'])
    .where('student_guardians.guardian_id', '=', guardianId)
    .where('student_guardians.can_open_page', '=', 1)
    .where(sql<boolean>`(enrolments.id is not null or ${hasStatus('active')})`)
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .execute();
  const adultAge = settings?.adult_age ?? Number.POSITIVE_INFINITY;
  return rows
    .filter((row) => isReadable(row, adultAge, today))
    .map((row) => ({
      rowId: row.id,
      studentId: row.student_id,
      name: shortName(row.first_name, row.last_name),
      relation: row.relation,
      section: row.section,
      batchId: row.batch_id,
      canExcuse: row.can_excuse === 1,
    }));
}
