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
import { successBody, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { loadCircle, isOfSubjects, loadMembers, findSubject } from './queries';

export const memberRoutes: Route[] = [
  route(circlesApi.members, async ({ data, params: { id }, query, scope }) => {
    const { today } = await loadInstituteDay(data.read, data.now());
    const day = query.date ?? today;
    const dayScope = await scope(day);
    // A teacher of the circle may read the members of his days. Only a caller who sees the whole subject
    // may read the history.
    await loadCircle(
      data.read,
      id,
      today,
      query.history ? isOfSubjects(dayScope.wholeSubjects) : dayScope.circlesOn(day),
    );
    return loadMembers(data.read, id, query.history ? null : day);
  }),

  route(circlesApi.setMembers, async ({ data, actor, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { student_ids, date, seen: readMembers } = body;
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
      await refuseChangedMembers(unit, circle, readMembers, date);
      const description = operationDescriptions.circleMembersSet(circle.name, date);
      unit.describe('update', 'circles', circle.name, description);
      // Members of the circle on that day keep their later memberships.
      const before = await loadMembersFrom(unit.trx, id, date);
      const presentMembers = before.filter(({ from_date }) => from_date <= date);
      const targetIds = new Set(student_ids);
      const leavingMembers = presentMembers.filter(({ student_id }) => !targetIds.has(student_id));
      const newPlacements = await buildPlacements(unit, circle, student_ids, date, before);
      await leaveCircle(
        unit,
        id,
        leavingMembers.map(({ student_row_id }) => student_row_id),
        date,
      );
      await placeInCircles(unit, circle.subject_id, newPlacements);
      if (newPlacements.length > 0)
        refuseOverCapacity(circle, maxMembers(await loadMembersFrom(unit.trx, id, date), date));
      return loadMembers(unit.trx, id, date);
    }),
  ),

  route(circlesApi.divide, async ({ data, actor, body: { subject_code, date }, scope }) => {
    const { subjects } = await scope();
    const {
      unit: { operation },
      placed: placedCount,
    } = await data.write(actor, async (unit) => {
      await refuseFutureDate(unit, date, 'date');
      const subject = await findSubject(unit.trx, subject_code, subjects);
      if (!subject) throw invalid({ path: 'subject_code', message: ruleMessages.unknownSubject });
      const description = operationDescriptions.circlesDivided(subject.name, subject.batch_name);
      unit.describe('update', 'circles', subject.name, description);
      const circles: OpenCircle[] = [];
      for (const circle of await loadCirclesOn(unit.trx, subject.id, date)) {
        const maxMemberCount = maxMembers(await loadMembersFrom(unit.trx, circle.id, date), date);
        circles.push({ ...circle, freePlaces: (circle.capacity ?? Infinity) - maxMemberCount });
      }
      if (circles.length === 0) throw invalid({ path: 'subject_code', message: ruleMessages.noCircles });
      const students = await findWithoutCircle(unit.trx, subject, date);
      await placeInCircles(unit, subject.id, divideStudents(students, circles, date));
      return { unit, placed: students.length };
    });
    return {
      ...successBody(successMessages.circlesDivided(placedCount)),
      placed: placedCount,
      operation_id: operation,
    };
  }),
];

/** Refuses a student whose circle has changed since the caller loaded it. @throws STALE */
async function refuseChangedMembers(
  { trx }: UnitOfWork,
  circle: Pick<Row<'circles'>, 'id' | 'subject_id'>,
  readMembers: BodyOf<typeof circlesApi.setMembers>['seen'],
  day: string,
): Promise<void> {
  if (readMembers === undefined) return;
  const rows = await trx
    .selectFrom('circle_members')
    .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
    .innerJoin('students', 'students.id', 'circle_members.student_row_id')
    .select(['students.student_id', 'circle_members.circle_id'])
    .select(sql<SqlBool>`case when ${isMemberOn(day)} then 1 else 0 end`.as('is_member'))
    .where('circle_members.subject_id', '=', circle.subject_id)
    .where((builder) =>
      builder.or([
        builder('circle_members.to_date', 'is', null),
        builder('circle_members.to_date', '>', day),
      ]),
    )
    .where((builder) =>
      builder.or([builder('circles.ended_on', 'is', null), builder('circles.ended_on', '>', day)]),
    )
    .orderBy('circle_members.from_date')
    .execute();
  const currentCircles = new Map<string, number>();
  for (const { student_id, circle_id } of rows)
    if (!currentCircles.has(student_id)) currentCircles.set(student_id, circle_id);
  const expectedCircles = new Map(readMembers.map(({ student_id, circle_id }) => [student_id, circle_id]));
  const memberNumbers = rows.flatMap((row) =>
    row.circle_id === circle.id && Boolean(row.is_member) ? [row.student_id] : [],
  );
  const isUnchanged =
    memberNumbers.every((number) => expectedCircles.get(number) === circle.id) &&
    readMembers.every(({ student_id, circle_id }) => (currentCircles.get(student_id) ?? null) === circle_id);
  if (isUnchanged) return;
  const students = await trx
    .selectFrom('students')
    .select(['student_id', 'full_name'])
    .where('student_id', 'in', [...new Set([...memberNumbers, ...expectedCircles.keys()])])
    .orderBy('full_name_sort')
    .orderBy('id')
    .execute();
  const current = students.map((student): StudentCircle => ({
    ...student,
    circle_id: currentCircles.get(student.student_id) ?? null,
  }));
  throw new Problem('STALE', { message: ruleMessages.staleMembers, extra: { current } });
}

/**
 * Adds students of the batch to the circle, from the day or from their later arrival in the batch.
 * @param members members of the circle on that day or later
 * @throws VALIDATION for other students, or repeated ones
 */
async function buildPlacements(
  { trx }: UnitOfWork,
  circle: Pick<Row<'circles'>, 'id'> & { batch_id: number },
  studentIds: readonly string[],
  date: string,
  members: Awaited<ReturnType<typeof loadMembersFrom>>,
): Promise<CirclePlacement[]> {
  if (studentIds.length === 0) return [];
  const isMember = (number: string, day: string) =>
    members.some((member) => member.student_id === number && isDuring(member, day));
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
  const foundNumbers = new Set(rows.map((row) => row.student_id));
  const usedNumbers = new Set<string>();
  const problems = studentIds.flatMap((number, index) => {
    const message = usedNumbers.has(number)
      ? ruleMessages.studentTwice
      : foundNumbers.has(number) || isMember(number, date)
        ? null
        : ruleMessages.wrongBatchStudent;
    usedNumbers.add(number);
    return message === null ? [] : [{ path: `student_ids.${index}`, message }];
  });
  if (problems.length > 0) throw invalid(...problems);
  return rows.flatMap(({ id, student_id, from_date, has_earlier }) => {
    const day = has_earlier && from_date > date ? from_date : date;
    const isAlreadyIn = isMember(student_id, date) || isMember(student_id, day);
    return isAlreadyIn ? [] : [{ studentRowId: id, circleId: circle.id, date: day }];
  });
}

interface OpenCircle {
  id: number;
  /** Number of members on the day. */
  members: number;
  /** The smallest number of free places on the day and later days. */
  freePlaces: number;
}

/** Each student goes to the circle with the fewest members that is not full. @throws CIRCLE_FULL */
function divideStudents(
  students: readonly number[],
  circles: readonly OpenCircle[],
  date: string,
): CirclePlacement[] {
  const openCircles = circles.map((circle) => ({ ...circle }));
  return students.map((studentRowId, index) => {
    let smallestCircle: OpenCircle | undefined;
    for (const circle of openCircles) {
      if (circle.freePlaces > 0 && (!smallestCircle || circle.members < smallestCircle.members))
        smallestCircle = circle;
    }
    if (!smallestCircle)
      throw new Problem('CIRCLE_FULL', { message: ruleMessages.circlesFull(students.length - index) });
    smallestCircle.members += 1;
    smallestCircle.freePlaces -= 1;
    return { studentRowId, circleId: smallestCircle.id, date };
  });
}
