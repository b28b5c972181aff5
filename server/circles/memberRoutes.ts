import { sql, type SqlBool } from 'kysely';
import { circlesApi, type StudentCircle } from '../../contract/circles';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import {
  loadCirclesOn,
  type CirclePlacement,
  isDuring,
  isMemberOn,
  leaveCircle,
  loadMembersFrom,
  maxMembers,
  placeInCircles,
  refuseOverCapacity,
  findWithoutCircle,
} from '../domain/circles';
import { loadInstituteDay, refuseFutureDate } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Row } from '../db/schema';
import { done, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { circleById, circlesOf, membersOfCircle, subjectOfCode } from './queries';

export const memberRoutes: Route[] = [
  route(circlesApi.members, async ({ data, params: { id }, query, scope }) => {
    const { today } = await loadInstituteDay(data.read, data.now());
    const day = query.date ?? today;
    const own = await scope(day);
    // A day opens the members of that day: who was ever in it is told to who has the subject wholly.
    await circleById(data.read, id, today, query.history ? circlesOf(own.whole) : own.circlesOn(day));
    return membersOfCircle(data.read, id, query.history ? null : day);
  }),

  route(circlesApi.setMembers, async ({ data, actor, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { student_ids, date, seen } = body;
      const { subjects } = await scope();
      await refuseFutureDate(unit, date, 'date');
      const circle = await unit.trx
        .selectFrom('circles')
        .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
        .selectAll('circles')
        .select('subjects.batch_id')
        .where('circles.id', '=', id)
        .where(subjects)
        .executeTakeFirstOrThrow(notFound);
      if (circle.ended_on !== null && circle.ended_on <= date)
        throw invalid({ path: 'date', message: ruleMessages.circleEnded(circle.name) });
      await refuseUnseen(unit, circle, seen, date);
      const what = operationDescriptions.circleMembersSet(circle.name, date);
      unit.describe('update', 'circles', circle.name, what);
      // Whoever is in it on the day already keeps what was said of him for later days.
      const before = await loadMembersFrom(unit.trx, id, date);
      const present = before.filter(({ from_date }) => from_date <= date);
      const stays = new Set(student_ids);
      const leaving = present.filter(({ student_id }) => !stays.has(student_id));
      const coming = await placesOf(unit, circle, student_ids, date, before);
      await leaveCircle(
        unit,
        id,
        leaving.map(({ student_row_id }) => student_row_id),
        date,
      );
      await placeInCircles(unit, circle.subject_id, coming);
      if (coming.length > 0)
        refuseOverCapacity(circle, maxMembers(await loadMembersFrom(unit.trx, id, date), date));
      return membersOfCircle(unit.trx, id, date);
    }),
  ),

  route(circlesApi.divide, async ({ data, actor, body: { subject_code, date }, scope }) => {
    const { subjects } = await scope();
    const { unit, placed } = await data.write(actor, async (writing) => {
      await refuseFutureDate(writing, date, 'date');
      const subject = await subjectOfCode(writing.trx, subject_code, subjects);
      if (!subject) throw invalid({ path: 'subject_code', message: ruleMessages.unknownSubject });
      const what = operationDescriptions.circlesDivided(subject.name, subject.batch_name);
      writing.describe('update', 'circles', subject.name, what);
      const circles: OpenCircle[] = [];
      for (const circle of await loadCirclesOn(writing.trx, subject.id, date)) {
        const most = maxMembers(await loadMembersFrom(writing.trx, circle.id, date), date);
        circles.push({ ...circle, room: (circle.capacity ?? Infinity) - most });
      }
      if (circles.length === 0) throw invalid({ path: 'subject_code', message: ruleMessages.noCircles });
      const students = await findWithoutCircle(writing.trx, subject, date);
      await placeInCircles(writing, subject.id, divided(students, circles, date));
      return { unit: writing, placed: students.length };
    });
    return { ...done(successMessages.circlesDivided(placed)), placed, operation_id: unit.operation };
  }),
];

/**
 * Refuses to remove or move a student whose circle has changed since the caller read it.
 * @throws STALE
 */
async function refuseUnseen(
  { trx }: UnitOfWork,
  circle: Pick<Row<'circles'>, 'id' | 'subject_id'>,
  seen: BodyOf<typeof circlesApi.setMembers>['seen'],
  day: string,
): Promise<void> {
  if (seen === undefined) return;
  const rows = await trx
    .selectFrom('circle_members')
    .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
    .innerJoin('students', 'students.id', 'circle_members.student_row_id')
    .select(['students.student_id', 'circle_members.circle_id'])
    .select(sql<SqlBool>`case when ${isMemberOn(day)} then 1 else 0 end`.as('is_member'))
    .where('circle_members.subject_id', '=', circle.subject_id)
    .where((of) => of.or([of('circle_members.to_date', 'is', null), of('circle_members.to_date', '>', day)]))
    .where((of) => of.or([of('circles.ended_on', 'is', null), of('circles.ended_on', '>', day)]))
    .orderBy('circle_members.from_date')
    .execute();
  const now = new Map<string, number>();
  for (const { student_id, circle_id } of rows) if (!now.has(student_id)) now.set(student_id, circle_id);
  const expected = new Map(seen.map(({ student_id, circle_id }) => [student_id, circle_id]));
  const members = rows.flatMap((one) =>
    one.circle_id === circle.id && Boolean(one.is_member) ? [one.student_id] : [],
  );
  const isSeen =
    members.every((number) => expected.get(number) === circle.id) &&
    seen.every(({ student_id, circle_id }) => (now.get(student_id) ?? null) === circle_id);
  if (isSeen) return;
  const students = await trx
    .selectFrom('students')
    .select(['student_id', 'full_name'])
    .where('student_id', 'in', [...new Set([...members, ...expected.keys()])])
    .orderBy('full_name_sort')
    .orderBy('id')
    .execute();
  const current = students.map((one): StudentCircle => ({
    ...one,
    circle_id: now.get(one.student_id) ?? null,
  }));
  throw new Problem('STALE', { message: ruleMessages.staleMembers, extra: { current } });
}

/**
 * Where those students go who are not in the circle yet, and belong to the batch: from the day, or from that on which
 * they came into it.
 * @param members of the circle on the day or later
 * @throws VALIDATION for who does not belong to it, or is named twice
 */
async function placesOf(
  { trx }: UnitOfWork,
  circle: Pick<Row<'circles'>, 'id'> & { batch_id: number },
  studentIds: readonly string[],
  date: string,
  members: Awaited<ReturnType<typeof loadMembersFrom>>,
): Promise<CirclePlacement[]> {
  if (studentIds.length === 0) return [];
  const isIn = (number: string, day: string) =>
    members.some((one) => one.student_id === number && isDuring(one, day));
  const rows = await trx
    .selectFrom('students')
    .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
    .select(['students.id', 'students.student_id', 'enrolments.from_date'])
    .select(
      sql<SqlBool>`exists (select 1 from enrolments as earlier
        where earlier.student_row_id = students.id and earlier.from_date < enrolments.from_date)`.as(
        'has_earlier',
      ),
    )
    .where('students.student_id', 'in', studentIds)
    .where('enrolments.batch_id', '=', circle.batch_id)
    .where('enrolments.to_date', 'is', null)
    .execute();
  const found = new Set(rows.map((row) => row.student_id));
  const seen = new Set<string>();
  const problems = studentIds.flatMap((number, at) => {
    const message = seen.has(number)
      ? ruleMessages.studentTwice
      : found.has(number) || isIn(number, date)
        ? null
        : ruleMessages.wrongBatchStudent;
    seen.add(number);
    return message === null ? [] : [{ path: `student_ids.${at}`, message }];
  });
  if (problems.length > 0) throw invalid(...problems);
  return rows.flatMap(({ id, student_id, from_date, has_earlier }) => {
    const day = has_earlier && from_date > date ? from_date : date;
    const isThere = isIn(student_id, date) || isIn(student_id, day);
    return isThere ? [] : [{ studentRowId: id, circleId: circle.id, date: day }];
  });
}

interface OpenCircle {
  id: number;
  /** On the day. */
  members: number;
  /** For so many more from the day on: on a later one it may have more members than on the day. */
  room: number;
}

/**
 * Each student in their order to the circle with the fewest, so that they come out even; a full one gets none.
 * @throws CIRCLE_FULL where there is no room for all
 */
function divided(
  students: readonly number[],
  circles: readonly OpenCircle[],
  date: string,
): CirclePlacement[] {
  const open = circles.map((circle) => ({ ...circle }));
  return students.map((studentRowId, at) => {
    let emptiest: OpenCircle | undefined;
    for (const circle of open) {
      if (circle.room > 0 && (!emptiest || circle.members < emptiest.members)) emptiest = circle;
    }
    if (!emptiest)
      throw new Problem('CIRCLE_FULL', { message: ruleMessages.circlesFull(students.length - at) });
    emptiest.members += 1;
    emptiest.room -= 1;
    return { studentRowId, circleId: emptiest.id, date };
  });
}
