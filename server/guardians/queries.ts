import { sql } from 'kysely';
import type { Guardian, StudentGuardian } from '../../contract/families/guardians';
import { chunks } from '../db/engine/chunks';
import type { Db, Row } from '../db/schema';
import { matchingRows } from '../db/search/lists';
import { always, type Condition, type RowSet } from '../db/search/matching';
import { hasStudentIn, loadIsOfAge } from '../domain/guardians';
import { loadLinks } from '../domain/guardianLinks';
import { notFound } from '../problem';

const personColumns = [
  'guardians.id',
  'guardians.name',
  'guardians.phone',
  'guardians.phone_key',
  'guardians.second_phone',
  'guardians.second_phone_key',
  'guardians.email',
  'guardians.note',
  'guardians.version',
] as const;

export const selectGuardians = (db: Db) => db.selectFrom('guardians').select(personColumns);
type PersonRow = Awaited<ReturnType<ReturnType<typeof selectGuardians>['execute']>>[number];

type ChildNames = Pick<Row<'students'>, 'second_name' | 'third_name' | 'last_name'>;

export const guardiansInScope = (students: Condition): Condition =>
  students === always ? always : hasStudentIn(students);

/** Condition on `students`. */
export const isInBatch = (batchId: number): Condition => sql`exists (select 1 from enrolments
  where enrolments.student_row_id = students.id and enrolments.is_shown = 1 and enrolments.batch_id = ${batchId})`;

/** Guardians that the text finds, and guardians of students that it finds. */
export async function guardiansMatching(db: Db, q: string, students: Condition): Promise<RowSet> {
  const source = { scope: students, where: [] };
  const own = await matchingRows(
    db,
    { table: 'guardians', ...source, scope: guardiansInScope(students) },
    { q },
  );
  const children = await matchingRows(db, { table: 'students', ...source }, { q });
  return {
    id: sql`found_guardians.id`,
    rows: sql`from (select guardians.id ${own.rows} union
      select student_guardians.guardian_id from student_guardians
      where student_guardians.student_row_id in (select students.id ${children.rows})) as found_guardians`,
  };
}

const chunkSize = 500;

/** The students of each guardian in scope, by name, and the number of all his students. */
async function loadChildren(db: Db, ids: readonly number[], students: Condition) {
  const children = new Map<number, (Guardian['children'][number] & { names: ChildNames })[]>();
  const totals = new Map<number, number>();
  for (const chunk of chunks(ids, chunkSize)) {
    const rows = await db
      .selectFrom('student_guardians')
      .innerJoin('students', 'students.id', 'student_guardians.student_row_id')
      .leftJoin('enrolments', (join) =>
        join
          .onRef('enrolments.student_row_id', '=', 'students.id')
          .on('enrolments.is_shown', '=', sql.lit(1)),
      )
      .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
      .select(['student_guardians.guardian_id', 'student_guardians.relation', 'batches.batch_name'])
      .select(['students.id', 'students.student_id', 'students.full_name'])
      .select(['students.second_name', 'students.third_name', 'students.last_name'])
      .select(sql<number>`case when ${students} then 1 else 0 end`.as('is_visible'))
      .where('student_guardians.guardian_id', 'in', chunk)
      .orderBy('students.full_name_sort')
      .orderBy('students.id')
      .execute();
    for (const { guardian_id, is_visible, second_name, third_name, last_name, ...row } of rows) {
      totals.set(guardian_id, (totals.get(guardian_id) ?? 0) + 1);
      if (Number(is_visible) !== 1) continue;
      const names = { second_name, third_name, last_name };
      children.set(guardian_id, [...(children.get(guardian_id) ?? []), { ...row, names }]);
    }
  }
  return { children, totals };
}

/** Adds the students in scope to each guardian. */
export async function withChildren<R extends PersonRow>(
  db: Db,
  rows: readonly R[],
  students: Condition,
): Promise<
  (R & Pick<Guardian, 'children' | 'has_other_children' | 'link'> & { childNames: ChildNames[] })[]
> {
  const ids = rows.map(({ id }) => id);
  const { children, totals } = await loadChildren(db, ids, students);
  const links = await loadLinks(db, ids);
  return rows.map((row) => {
    const own = children.get(row.id) ?? [];
    return {
      ...row,
      children: own.map(({ names: _, ...child }) => child),
      childNames: own.map(({ names }) => names),
      has_other_children: (totals.get(row.id) ?? 0) > own.length,
      link: links.get(row.id) ?? null,
    };
  });
}

const toRights = (row: Pick<Row<'student_guardians'>, 'can_message' | 'can_open_page' | 'can_excuse'>) => ({
  messages: row.can_message === 1,
  page: row.can_open_page === 1,
  excuse: row.can_excuse === 1,
});

interface StudentOnDay {
  studentRowId: number;
  /** `YYYY-MM-DD` */
  today: string;
}

/** The primary guardian comes first, the others by their time. */
export async function loadGuardiansOfStudent(
  db: Db,
  { studentRowId, today }: StudentOnDay,
  students: Condition,
): Promise<StudentGuardian[]> {
  const rows = await selectGuardians(db)
    .innerJoin('student_guardians', 'student_guardians.guardian_id', 'guardians.id')
    .select([
      'student_guardians.relation',
      'student_guardians.is_primary',
      'student_guardians.can_message',
      'student_guardians.can_open_page',
      'student_guardians.can_excuse',
      'student_guardians.consent_on',
      'student_guardians.version as relation_version',
    ])
    .where('student_guardians.student_row_id', '=', studentRowId)
    .orderBy('student_guardians.is_primary', 'desc')
    .orderBy('student_guardians.id')
    .execute();
  if (rows.length === 0) return [];
  const is_of_age = await loadIsOfAge(db, studentRowId, today);
  const guardians = await withChildren(db, rows, students);
  return guardians.map(
    ({ can_message, can_open_page, can_excuse, childNames: _, is_primary, ...guardian }) => ({
      ...guardian,
      is_primary: is_primary === 1,
      rights: toRights({ can_message, can_open_page, can_excuse }),
      is_of_age,
    }),
  );
}

/** @throws NOT_FOUND if the student does not have this guardian */
export async function loadStudentGuardian(
  db: Db,
  { guardianId, ...student }: StudentOnDay & { guardianId: number },
  students: Condition,
): Promise<StudentGuardian> {
  const guardians = await loadGuardiansOfStudent(db, student, students);
  const guardian = guardians.find(({ id }) => id === guardianId);
  if (!guardian) throw notFound();
  return guardian;
}
