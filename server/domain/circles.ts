import { type RawBuilder, sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { Problem } from '../problem';
import { forEachChunk } from '../db/engine/chunks';
import type { RowChanges, UnitOfWork } from '../db/log/unitOfWork';
import type { Db, NewRow, Row } from '../db/schema';
import type { Condition } from '../db/search/matching';
import { loadEnrolments, isOnRosterOn } from './enrolments';

export type Day = string | RawBuilder<string>;

/** SQL condition on `circle_members` and `circles`. */
export const isMemberOn = (day: Day): Condition => sql`
  circle_members.from_date <= ${day} and (circle_members.to_date is null or circle_members.to_date > ${day})
  and (circles.ended_on is null or circles.ended_on > ${day})`;

/** SQL condition on `circles`: the teacher owns the circle or is its substitute on the day. */
export const isTaughtBy = (teacherId: number, day: Day): Condition => sql`
  ((circles.ended_on is null or circles.ended_on > ${day}) and (circles.teacher_id = ${teacherId}
    or exists (select 1 from circle_substitutes as stand_in where stand_in.circle_id = circles.id
      and stand_in.teacher_id = ${teacherId} and stand_in.from_date <= ${day} and stand_in.to_date >= ${day})))`;

export interface StudentInSubject {
  subject: RawBuilder<unknown>;
  student: RawBuilder<unknown>;
}

/** SQL condition: the student is in a circle for which `isTaughtBy` holds. */
export const isStudentTaughtBy = (
  teacherId: number,
  { subject, student }: StudentInSubject,
  day: Day,
): Condition => sql`
  exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
    where circle_members.subject_id = ${subject} and circle_members.student_row_id = ${student}
      and ${isMemberOn(day)} and ${isTaughtBy(teacherId, day)})`;

const chunkSize = 500;

export interface CirclePlacement {
  studentRowId: number;
  circleId: number;
  date: string;
}

/** Replaces all later memberships. A return to the previous circle continues its membership. */
export async function placeInCircles(
  unit: UnitOfWork,
  subjectId: number,
  placements: readonly CirclePlacement[],
): Promise<void> {
  await forEachChunk(unit, placements, chunkSize, async (chunk) => {
    const memberships = await loadMemberships(
      unit.trx,
      subjectId,
      chunk.map(({ studentRowId }) => studentRowId),
    );
    const removedIds: number[] = [];
    const updates: RowChanges<'circle_members'>[] = [];
    const newMembers: NewRow<'circle_members'>[] = [];
    for (const { studentRowId, circleId, date } of chunk) {
      let isPlaced = false;
      for (const row of memberships.get(studentRowId) ?? []) {
        if (row.to_date !== null && row.to_date < date) continue;
        const isContinued: boolean = row.circle_id === circleId && row.from_date <= date && !isPlaced;
        if (isContinued) updates.push({ id: row.id, changes: { to_date: null } });
        else if (row.from_date >= date) removedIds.push(row.id);
        else updates.push({ id: row.id, changes: { to_date: date } });
        isPlaced ||= isContinued;
      }
      if (!isPlaced)
        newMembers.push({
          subject_id: subjectId,
          circle_id: circleId,
          student_row_id: studentRowId,
          from_date: date,
          to_date: null,
        });
    }
    if (removedIds.length > 0) await unit.remove('circle_members', removedIds);
    // Memberships end first, because a student can have only one open membership.
    const endedMemberships = updates.filter(({ changes }) => changes.to_date !== null);
    await unit.updateMany('circle_members', endedMemberships);
    await unit.updateMany(
      'circle_members',
      updates.filter(({ changes }) => changes.to_date === null),
    );
    if (newMembers.length > 0) await unit.insertMany('circle_members', newMembers);
  });
}

export async function leaveCircle(
  unit: UnitOfWork,
  circleId: number,
  studentRowIds: readonly number[],
  date: string,
): Promise<void> {
  const leavingIds = new Set(studentRowIds);
  const rows = (await loadMembersFrom(unit.trx, circleId, date)).filter(({ student_row_id }) =>
    leavingIds.has(student_row_id),
  );
  const removedIds = rows.flatMap(({ id, from_date }) => (from_date >= date ? [id] : []));
  if (removedIds.length > 0) await unit.remove('circle_members', removedIds);
  await unit.updateMany(
    'circle_members',
    rows.flatMap(({ id, from_date }) => (from_date < date ? [{ id, changes: { to_date: date } }] : [])),
  );
}

type Membership = Pick<Row<'circle_members'>, 'from_date' | 'to_date'>;

export const isDuring = ({ from_date, to_date }: Membership, day: string): boolean =>
  from_date <= day && (to_date === null || to_date > day);

export const loadMembersFrom = (db: Db, circleId: number, day: string) =>
  db
    .selectFrom('circle_members')
    .innerJoin('students', 'students.id', 'circle_members.student_row_id')
    .select(['circle_members.id', 'circle_members.student_row_id', 'students.student_id'])
    .select(['circle_members.from_date', 'circle_members.to_date'])
    .where('circle_members.circle_id', '=', circleId)
    .where((eb) => eb.or([eb('circle_members.to_date', 'is', null), eb('circle_members.to_date', '>', day)]))
    .execute();

/** Returns the highest number of members on any one day from `day` on. */
export function maxMembers(members: readonly Membership[], day: string): number {
  const days = new Set([day, ...members.map(({ from_date }) => from_date)]);
  const counts = [...days].flatMap((otherDay) =>
    otherDay < day ? [] : [members.filter((member) => isDuring(member, otherDay)).length],
  );
  return Math.max(...counts);
}

async function loadMemberships(
  db: Db,
  subjectId: number,
  studentRowIds: readonly number[],
): Promise<Map<number, Row<'circle_members'>[]>> {
  const rows = await db
    .selectFrom('circle_members')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('student_row_id', 'in', studentRowIds)
    .orderBy('from_date')
    .orderBy('id')
    .execute();
  const byStudent = new Map<number, Row<'circle_members'>[]>();
  for (const row of rows)
    byStudent.set(row.student_row_id, [...(byStudent.get(row.student_row_id) ?? []), row]);
  return byStudent;
}

/** Ends memberships with the enrolment. @throws UNDO_CONFLICT if an undo makes memberships overlap */
export async function endMemberships(unit: UnitOfWork): Promise<void> {
  const leavingIds = unit.changed('enrolments').flatMap(({ before }) => before?.student_row_id ?? []);
  const joiningIds = unit.changed('circle_members').flatMap(({ after }) => after?.student_row_id ?? []);
  await endMembershipsOfStudents(unit, [...new Set([...leavingIds, ...joiningIds])]);
}

export const endMembershipsOfStudents = (
  unit: UnitOfWork,
  studentRowIds: readonly number[],
  onOverlap: 'refuse' | 'allow' = 'refuse',
): Promise<void> =>
  forEachChunk(unit, studentRowIds, chunkSize, (ids) => endMembershipsOfChunk(unit, ids, onOverlap));

async function endMembershipsOfChunk(
  unit: UnitOfWork,
  studentRowIds: readonly number[],
  onOverlap: 'refuse' | 'allow',
): Promise<void> {
  const members = await unit.trx
    .selectFrom('circle_members')
    .innerJoin('subjects', 'subjects.id', 'circle_members.subject_id')
    .innerJoin('students', 'students.id', 'circle_members.student_row_id')
    .selectAll('circle_members')
    .select(['subjects.batch_id', 'students.full_name'])
    .where('circle_members.student_row_id', 'in', studentRowIds)
    .orderBy('circle_members.subject_id')
    .orderBy('from_date')
    .execute();
  if (members.length === 0) return;
  const enrolments = await loadEnrolments(unit, studentRowIds);
  const removedIds: number[] = [];
  const endedMemberships: RowChanges<'circle_members'>[] = [];
  const lastEnds = new Map<string, string | null>();
  for (const { id, subject_id, student_row_id, batch_id, full_name, from_date, to_date } of members) {
    const studentEnrolments = enrolments.get(student_row_id) ?? [];
    // The first enrolment of a student counts for all earlier days.
    const enrolment = studentEnrolments.find(
      (one, index) =>
        one.batch_id === batch_id &&
        (index === 0 || one.from_date <= from_date) &&
        (one.to_date === null || one.to_date > from_date),
    );
    if (!enrolment) {
      removedIds.push(id);
      continue;
    }
    const memberKey = `${student_row_id}/${subject_id}`;
    const previousEnd = lastEnds.get(memberKey);
    if (
      onOverlap === 'refuse' &&
      (previousEnd === null || (previousEnd !== undefined && previousEnd > from_date))
    )
      throw new Problem('UNDO_CONFLICT', { message: ruleMessages.memberElsewhere(full_name) });
    const end = earlierDate(to_date, enrolment.to_date);
    lastEnds.set(memberKey, end);
    if (end !== to_date) endedMemberships.push({ id, changes: { to_date: end } });
  }
  if (removedIds.length > 0) await unit.remove('circle_members', removedIds);
  await unit.updateMany('circle_members', endedMemberships);
}

const earlierDate = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one;

export function refuseOverCapacity(
  { name, capacity }: Pick<Row<'circles'>, 'name' | 'capacity'>,
  members: number,
): void {
  if (capacity === null || members <= capacity) return;
  throw new Problem('CIRCLE_FULL', { message: ruleMessages.circleFull(name, capacity, members) });
}

export async function loadCirclesOn(db: Db, subjectId: number, day: string) {
  const { rows } = await sql<Pick<Row<'circles'>, 'id' | 'name' | 'capacity'> & { members: number }>`
    select id, name, capacity, (select count(*) from circle_members where circle_members.circle_id = circles.id
      and ${isMemberOn(day)}) as members
    from circles where subject_id = ${subjectId} and (ended_on is null or ended_on > ${day})
    order by name_sort, id`.execute(db);
  return rows.map((row) => ({ ...row, members: Number(row.members) }));
}

/** Students on the roster without a circle of the subject on `day` or later, sorted by name. */
export async function findWithoutCircle(
  db: Db,
  { id, batch_id }: Pick<Row<'subjects'>, 'id' | 'batch_id'>,
  day: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select students.id from enrolments join students on students.id = enrolments.student_row_id
    where enrolments.batch_id = ${batch_id} and enrolments.to_date is null and ${isOnRosterOn(day)}
      and not exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
        where circle_members.subject_id = ${id} and circle_members.student_row_id = students.id
          and (circle_members.to_date is null or circle_members.to_date > ${day})
          and (circles.ended_on is null or circles.ended_on > ${day}))
    order by students.full_name_sort, students.id`.execute(db);
  return rows.map((row) => row.id);
}
