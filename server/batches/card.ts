import { sql } from 'kysely';
import type { Batch, BatchCard } from '../../contract/batches';
import { attendanceRate } from '../../contract/rules/attendance';
import { roundedMean } from '../../contract/rules/statistics';
import type { Scope } from '../auth/scope';
import type { Db } from '../db/schema';

/** What is kept of a subject, or nothing; PostgreSQL sends sums as text. */
type Kept = Record<
  'complete' | 'percentages' | 'registers' | 'expected' | 'absences',
  number | string | null
>;

/** The subjects of a batch that the caller sees; `is_whole` with all of their students. */
const subjectsOf = (db: Db, batchId: number, { subjects, whole }: Scope) =>
  db
    .selectFrom('subjects')
    .leftJoin('subject_results as kept', 'kept.subject_id', 'subjects.id')
    .select(['subjects.id', 'subject_code', 'name', 'level', 'type'])
    .select(['kept.complete', 'kept.percentages', 'kept.registers', 'kept.expected', 'kept.absences'])
    .select(sql<number>`case when ${whole} then 1 else 0 end`.as('is_whole'))
    .where('subjects.batch_id', '=', batchId)
    .where(subjects)
    .orderBy('level')
    .orderBy('name_sort')
    .orderBy('subjects.id')
    .execute();

/** Those who are linked; `is_open` where the caller sees their account. */
const teachersOf = (db: Db, ids: readonly number[], { users }: Scope) =>
  db
    .selectFrom('subject_teachers')
    .innerJoin('users', 'users.id', 'subject_teachers.teacher_id')
    .select(['subject_id', 'users.id', 'users.name'])
    .select(sql<number>`case when ${users} then 1 else 0 end`.as('is_open'))
    .where('subject_id', 'in', ids)
    .orderBy('users.name_sort')
    .orderBy('users.id')
    .execute();

/** The circles that meet on the day and that the caller sees, with the registers taken in them. */
const circlesOf = (db: Db, ids: readonly number[], { circlesOn }: Scope, today: string) =>
  db
    .selectFrom('circles')
    .select(['circles.id', 'circles.name', 'circles.subject_id'])
    .select(
      sql<number>`(select count(*) from registers where registers.subject_id = circles.subject_id
        and registers.circle_id = circles.id)`.as('registers'),
    )
    .where('circles.subject_id', 'in', ids)
    .where(sql<boolean>`(circles.ended_on is null or circles.ended_on > ${today})`)
    .where(circlesOn(today))
    .orderBy('circles.name_sort')
    .orderBy('circles.id')
    .execute();

/** A batch on one page, as far as the caller sees it: figures of a whole subject are for those who see all of it. */
export async function cardOf(db: Db, batch: Batch, scope: Scope, today: string): Promise<BatchCard> {
  const subjects = await subjectsOf(db, batch.id, scope);
  const ids = subjects.map(({ id }) => id);
  const teachers = ids.length === 0 ? [] : await teachersOf(db, ids, scope);
  const circles = ids.length === 0 ? [] : await circlesOf(db, ids, scope, today);
  const whole = subjects.filter(({ is_whole }) => Number(is_whole) === 1);
  const sumOf = (figure: keyof Kept) => whole.reduce((sum, row) => sum + Number(row[figure] ?? 0), 0);
  return {
    batch,
    subjects: subjects.map(({ id, subject_code, name, level, type, is_whole, ...kept }) => {
      const own = circles.filter(({ subject_id }) => subject_id === id);
      const linked = teachers.filter(({ subject_id }) => subject_id === id);
      const isWhole = Number(is_whole) === 1;
      return {
        id,
        subject_code,
        name,
        level,
        type,
        teachers: linked.map((teacher) => teacher.name),
        teacher_ids: linked.map((teacher) => (Number(teacher.is_open) === 1 ? teacher.id : null)),
        circles: own.map((circle) => ({ id: circle.id, name: circle.name })),
        average: isWhole ? roundedMean(Number(kept.percentages ?? 0), Number(kept.complete ?? 0)) : null,
        registers: isWhole
          ? Number(kept.registers ?? 0)
          : own.reduce((sum, { registers }) => sum + Number(registers), 0),
      };
    }),
    students_count: batch.students_count,
    average: roundedMean(sumOf('percentages'), sumOf('complete')),
    attendance_rate: attendanceRate(sumOf('absences'), sumOf('expected')),
  };
}
