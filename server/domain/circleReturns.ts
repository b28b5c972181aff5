import { sql } from 'kysely';
import { chunks } from '../db/engine/chunks';
import { parseChange, readChanges } from '../db/log/loggedRows';
import type { RowChanges, UnitOfWork } from '../db/log/unitOfWork';
import type { Db, NewRow, Row } from '../db/schema';
import { loadMembersFrom, maxMembers } from './circles';

type Member = Row<'circle_members'>;

interface ResumedEnrolment {
  id: number;
  student_row_id: number;
  batch_id: number;
  endDate: string;
}

/** `after` is null if the membership started on that day. */
interface EndedMembership extends ResumedEnrolment {
  before: Member;
  after: Member | null;
}

const chunkSize = 500;

/** Reopens a membership with its enrolment, unless the circle is full or the student is in another circle. */
export async function resumeMembers(unit: UnitOfWork): Promise<void> {
  const enrolments = unit
    .changed('enrolments')
    .flatMap(({ before, after }): ResumedEnrolment[] =>
      before && after && before.to_date !== null && after.to_date === null
        ? [{ ...after, endDate: before.to_date }]
        : [],
    );
  for (const chunk of chunks(enrolments, chunkSize))
    await resumeMemberships(unit, await findEndedMemberships(unit.trx, chunk));
}

async function findEndedMemberships(
  db: Db,
  enrolments: readonly ResumedEnrolment[],
): Promise<EndedMembership[]> {
  const logged = await db
    .selectFrom('operation_rows')
    .select(['operation_id', 'table_name', 'row_id', 'before', 'after'])
    .where('table_name', '=', 'enrolments')
    .where(
      'row_id',
      'in',
      enrolments.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  const changes = logged.map((row) => ({ operation: row.operation_id, ...parseChange(row) }));
  const byOperation = new Map<number, ResumedEnrolment[]>();
  for (const enrolment of enrolments) {
    const ending = changes.findLast(
      ({ id, before, after }) =>
        id === enrolment.id && before?.['to_date'] === null && after?.['to_date'] === enrolment.endDate,
    );
    if (!ending) continue;
    const { operation } = ending;
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), enrolment]);
  }
  const ended: EndedMembership[] = [];
  for (const [operation, operationEnrolments] of byOperation) {
    for await (const row of readChanges(db, operation, ['circle_members'])) {
      const [before, after] = [row.before as Member | null, row.after as Member | null];
      const enrolment = operationEnrolments.find(
        ({ student_row_id }) => student_row_id === before?.student_row_id,
      );
      if (before && enrolment && isEnding(before, after)) ended.push({ ...enrolment, before, after });
    }
  }
  return ended;
}

const isEnding = (before: Member, after: Member | null): boolean =>
  after === null || (after.to_date !== null && (before.to_date === null || after.to_date < before.to_date));

const isOverlapping = (one: Member, other: Member): boolean =>
  (other.to_date === null || one.from_date < other.to_date) &&
  (one.to_date === null || other.from_date < one.to_date);

async function resumeMemberships(unit: UnitOfWork, ended: readonly EndedMembership[]): Promise<void> {
  if (ended.length === 0) return;
  const { trx } = unit;
  let memberships = await trx
    .selectFrom('circle_members')
    .selectAll()
    .where('student_row_id', 'in', [...new Set(ended.map(({ student_row_id }) => student_row_id))])
    .execute();
  const circles = await trx
    .selectFrom('circles')
    .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
    .select(['circles.id', 'circles.subject_id', 'capacity', 'circles.ended_on', 'subjects.batch_id'])
    .where('circles.id', 'in', [...new Set(ended.map(({ before }) => before.circle_id))])
    .execute();
  const memberCounts = new Map<number, number>();
  const updates: RowChanges<'circle_members'>[] = [];
  const newMembers: NewRow<'circle_members'>[] = [];
  // One operation can end a membership several times, so the newest end is undone first.
  for (const { before, after, batch_id, endDate: day } of ended.toReversed()) {
    const { id, circle_id, student_row_id, from_date, to_date } = before;
    const circle = circles.find((one) => one.id === circle_id && one.batch_id === batch_id);
    if (!circle || (circle.ended_on !== null && circle.ended_on <= day)) continue;
    const ownMemberships = memberships.filter(
      (one) => one.student_row_id === student_row_id && one.subject_id === circle.subject_id,
    );
    const stored = ownMemberships.find((one) => one.id === id);
    const isInOtherCircle = ownMemberships.some((one) => one.id !== id && isOverlapping(one, before));
    if (isInOtherCircle || stored?.to_date !== after?.to_date) continue;
    if (!updates.some((one) => one.id === id)) {
      const members =
        memberCounts.get(circle_id) ?? maxMembers(await loadMembersFrom(trx, circle_id, day), day);
      if (circle.capacity !== null && members >= circle.capacity) continue;
      memberCounts.set(circle_id, members + 1);
    }
    if (stored) updates.push({ id, changes: { to_date } });
    else newMembers.push({ subject_id: circle.subject_id, circle_id, student_row_id, from_date, to_date });
    memberships = [
      ...memberships.filter((one) => one.id !== id),
      { ...before, subject_id: circle.subject_id },
    ];
  }
  await unit.updateMany('circle_members', updates);
  if (newMembers.length > 0) await unit.insertMany('circle_members', newMembers);
}

/** Students with an earlier circle in a subject of their batch, but without a circle from `day` on. */
export async function countWithoutCircle(
  db: Db,
  studentRowIds: readonly number[],
  day: string,
): Promise<number> {
  let count = 0;
  for (const chunk of chunks(studentRowIds, chunkSize)) {
    const { rows } = await sql<{ count: number }>`
      select count(distinct earlier.student_row_id) as count from circle_members as earlier
      join subjects on subjects.id = earlier.subject_id
      join enrolments on enrolments.student_row_id = earlier.student_row_id
        and enrolments.batch_id = subjects.batch_id and enrolments.to_date is null
      where earlier.student_row_id in (${sql.join(chunk)})
        and exists (select 1 from circles where circles.subject_id = earlier.subject_id
          and (circles.ended_on is null or circles.ended_on > ${day}))
        and not exists (select 1 from circle_members as later where later.student_row_id = earlier.student_row_id
          and later.subject_id = earlier.subject_id and (later.to_date is null or later.to_date > ${day}))`.execute(
      db,
    );
    count += Number(rows[0]?.count ?? 0);
  }
  return count;
}
