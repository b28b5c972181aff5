import { sql } from 'kysely';
import type { Circle, CircleMember } from '../../contract/circles';
import { isMemberOn } from '../domain/circles';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { notFound } from '../problem';

/** `members_count` is the number of members on the date `today`. */
export const selectCircles = (db: Db, today: string) =>
  db
    .selectFrom('circles')
    .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
    .leftJoin('users', 'users.id', 'circles.teacher_id')
    .select([
      'circles.id',
      'circles.subject_id',
      'subjects.subject_code',
      'subjects.batch_id',
      'circles.name',
      'circles.teacher_id',
      'users.name as teacher_name',
      'circles.days',
      'circles.time',
      'circles.place',
      'circles.capacity',
      'circles.ended_on',
      'circles.version',
    ])
    .select(
      sql<number>`(select count(*) from circle_members
        where circle_members.circle_id = circles.id and ${isMemberOn(today)})`.as('members_count'),
    );

export const circleSorts = { id: 'id', name: 'name_sort' };

type CircleRow = Awaited<ReturnType<ReturnType<typeof selectCircles>['execute']>>[number];

export const toCircle = ({
  days,
  members_count,
  ...row
}: CircleRow): Circle & { subject_id: number; batch_id: number } => ({
  ...row,
  days: JSON.parse(days) as number[],
  members_count: Number(members_count),
});

export const isOfSubjects = (subjects: Condition): Condition =>
  sql`circles.subject_id in (select subjects.id from subjects where ${subjects})`;

/** @throws NOT_FOUND, also for a record outside of the scope */
export async function loadCircle(db: Db, id: number, today: string, scope: Condition = always) {
  const row = await selectCircles(db, today)
    .where('circles.id', '=', id)
    .where(scope)
    .executeTakeFirstOrThrow(notFound);
  return toCircle(row);
}

/** Returns undefined outside of the scope. */
export const findSubject = (db: Db, code: string, scope: Condition) =>
  db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select(['subjects.id', 'subjects.name', 'subjects.batch_id', 'batches.batch_name'])
    .where('subject_code', '=', code)
    .where(scope)
    .executeTakeFirst();

/**
 * Members on a day, sorted by name.
 * @param day null: all memberships, the newest first; a membership ends when its circle ends
 */
export const loadMembers = (db: Db, id: number, day: string | null): Promise<CircleMember[]> =>
  db
    .selectFrom('circle_members')
    .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
    .innerJoin('students', 'students.id', 'circle_members.student_row_id')
    .select(['students.student_id', 'students.full_name', 'circle_members.from_date as from'])
    .select(
      sql<string | null>`case when circles.ended_on < circle_members.to_date or circle_members.to_date is null
        then circles.ended_on else circle_members.to_date end`.as('to'),
    )
    .where('circle_id', '=', id)
    .where(day === null ? always : isMemberOn(day))
    .$if(day === null, (query) => query.orderBy('circle_members.from_date', 'desc'))
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .execute();
