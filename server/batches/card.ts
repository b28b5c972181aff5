import { sql } from 'kysely';
import type { Batch, BatchCard } from '../../contract/batches';
import { attendanceRate } from '../../contract/rules/attendance';
import { roundedMean } from '../../contract/rules/statistics';
import type { Scope } from '../auth/scope';
import type { Db } from '../db/schema';

/** PostgreSQL returns sums as text. Null: no results. */
type StoredResults = Record<
  'complete' | 'percentages' | 'registers' | 'expected' | 'absences',
  number | string | null
>;

/** `is_whole`: the caller sees all students of the subject. */
const loadSubjects = (db: Db, batchId: number, { subjects, wholeSubjects }: Scope) =>
  db
    .selectFrom('subjects')
    .leftJoin('subject_results as stored_results', 'stored_results.subject_id', 'subjects.id')
    .select(['subjects.id', 'subject_code', 'name', 'level', 'type'])
    .select([
      'stored_results.complete',
      'stored_results.percentages',
      'stored_results.registers',
      'stored_results.expected',
      'stored_results.absences',
    ])
    .select(sql<number>`case when ${wholeSubjects} then 1 else 0 end`.as('is_whole'))
    .where('subjects.batch_id', '=', batchId)
    .where(subjects)
    .orderBy('level')
    .orderBy('name_sort')
    .orderBy('subjects.id')
    .execute();

/** `is_open`: the caller may open the account. */
const loadTeachers = (db: Db, ids: readonly number[], { users }: Scope) =>
  db
    .selectFrom('subject_teachers')
    .innerJoin('users', 'users.id', 'subject_teachers.teacher_id')
    .select(['subject_id', 'users.id', 'users.name'])
    .select(sql<number>`case when ${users} then 1 else 0 end`.as('is_open'))
    .where('subject_id', 'in', ids)
    .orderBy('users.name_sort')
    .orderBy('users.id')
    .execute();

/** Visible circles that have not ended, with the number of their registers. */
const loadCircles = (db: Db, ids: readonly number[], { circlesOn }: Scope, today: string) =>
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

/** Only a caller who sees all students of a subject gets its averages. */
export async function loadCard(db: Db, batch: Batch, scope: Scope, today: string): Promise<BatchCard> {
  const subjects = await loadSubjects(db, batch.id, scope);
  const ids = subjects.map(({ id }) => id);
  const teachers = ids.length === 0 ? [] : await loadTeachers(db, ids, scope);
  const circles = ids.length === 0 ? [] : await loadCircles(db, ids, scope, today);
  const wholeSubjects = subjects.filter(({ is_whole }) => Number(is_whole) === 1);
  const sumOf = (column: keyof StoredResults) =>
    wholeSubjects.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
  return {
    batch,
    subjects: subjects.map(({ id, subject_code, name, level, type, is_whole, ...results }) => {
      const ownCircles = circles.filter(({ subject_id }) => subject_id === id);
      const ownTeachers = teachers.filter(({ subject_id }) => subject_id === id);
      const isWhole = Number(is_whole) === 1;
      return {
        id,
        subject_code,
        name,
        level,
        type,
        teachers: ownTeachers.map((teacher) => teacher.name),
        teacher_ids: ownTeachers.map((teacher) => (Number(teacher.is_open) === 1 ? teacher.id : null)),
        circles: ownCircles.map((circle) => ({ id: circle.id, name: circle.name })),
        average: isWhole
          ? roundedMean(Number(results.percentages ?? 0), Number(results.complete ?? 0))
          : null,
        registers: isWhole
          ? Number(results.registers ?? 0)
          : ownCircles.reduce((sum, { registers }) => sum + Number(registers), 0),
      };
    }),
    students_count: batch.students_count,
    average: roundedMean(sumOf('percentages'), sumOf('complete')),
    attendance_rate: attendanceRate(sumOf('absences'), sumOf('expected')),
  };
}
