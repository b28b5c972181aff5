import { sql } from 'kysely';
import { sortKey } from '../../contract/rules/arabicText';
import type { StudentValues } from '../../contract/rules/importsRecords';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type CirclePlacement, isMemberOn, placeInCircles } from '../domain/circles';
import {
  type Draft,
  type FieldChange,
  type PlanContext,
  refuseRow,
  RowRefused,
  loadInChunks,
} from './planning';

type StudentDraft = Draft<'students'>;

/** An open circle. `members` includes students that this request adds. */
interface PlannedCircle {
  id: number;
  name: string;
  name_sort: string;
  subject_id: number;
  subject_code: string;
  batch_id: number;
  capacity: number | null;
  members: number;
}

/** Circle changes take effect today. */
export async function createCirclePlanner(
  context: PlanContext,
  rows: readonly StudentValues[],
  stored: readonly number[],
  today: string,
) {
  const circles = await loadCirclesByName(context, rows, today);
  const subjects = new Set(circles.map(({ subject_id }) => subject_id));
  const currentCircles = await loadCurrentCircles(context, subjects.size === 0 ? [] : stored, today);
  /** The circle by subject, for each student. */
  const plannedCircles = new Map<StudentDraft, Map<number, PlannedCircle>>();
  const currentCircle = (student: StudentDraft, subjectId: number) =>
    plannedCircles.get(student)?.get(subjectId) ?? currentCircles.get(`${student.stored?.id}/${subjectId}`);

  /**
   * @returns the change of circle; empty if the row changes none
   * @throws RowRefused for no or several matching circles, or a full one
   */
  function placeInCircle(
    student: StudentDraft,
    values: StudentValues,
    batchId: number | undefined,
  ): FieldChange[] {
    const circle = findCircle(circles, values, batchId);
    if (!circle) return [];
    const before = currentCircle(student, circle.subject_id);
    if (before?.id === circle.id) return [];
    if (circle.capacity !== null && circle.members >= circle.capacity)
      refuseRow('circle_name', 'CIRCLE_IS_FULL', circle.name, String(circle.capacity));
    circle.members += 1;
    const previousCircle = circles.find(({ id }) => id === before?.id);
    if (previousCircle) previousCircle.members -= 1;
    plannedCircles.set(
      student,
      new Map([...(plannedCircles.get(student) ?? []), [circle.subject_id, circle]]),
    );
    return [{ field: 'circle_name', from: before?.name ?? null, to: circle.name }];
  }

  async function write(
    unit: UnitOfWork,
    rowIds: ReadonlyMap<StudentDraft, number | undefined>,
  ): Promise<void> {
    for (const subjectId of subjects) {
      const placements: CirclePlacement[] = [...plannedCircles].flatMap(([student, circleBySubject]) => {
        const circle = circleBySubject.get(subjectId);
        const studentRowId = student.stored?.id ?? rowIds.get(student);
        return circle && studentRowId !== undefined
          ? [{ studentRowId, circleId: circle.id, date: today }]
          : [];
      });
      if (placements.length > 0) await placeInCircles(unit, subjectId, placements);
    }
  }

  return { circles, currentCircle, place: placeInCircle, write };
}

/** Returns null if the row has no circle. @throws RowRefused */
function findCircle(
  circles: readonly PlannedCircle[],
  { circle_name: name, circle_subject_code: code }: StudentValues,
  batchId: number | undefined,
): PlannedCircle | null {
  if (name === undefined) return null;
  if (batchId === undefined) refuseRow('circle_name', 'CIRCLE_WITHOUT_BATCH', name);
  const key = sortKey(name);
  const spelled = circles.filter(
    (circle) =>
      circle.batch_id === batchId &&
      circle.name_sort === key &&
      (code === undefined || circle.subject_code === code),
  );
  const exactMatches = spelled.filter((circle) => circle.name === name);
  const matches = exactMatches.length > 0 ? exactMatches : spelled;
  const [circle] = matches;
  if (!circle) refuseRow('circle_name', 'UNKNOWN_CIRCLE', name);
  if (matches.length > 1) refuseRow('circle_name', 'CIRCLE_OF_SEVERAL', name);
  return circle;
}

type CirclePlanner = Awaited<ReturnType<typeof createCirclePlanner>>;

/** True if the row names no circle, or the circle in which the student is. */
export function isInNamedCircle(
  { circles, currentCircle }: CirclePlanner,
  student: StudentDraft,
  values: StudentValues,
  batchId: number | undefined,
): boolean {
  try {
    const circle = findCircle(circles, values, batchId);
    return circle === null || currentCircle(student, circle.subject_id)?.id === circle.id;
  } catch (error) {
    if (error instanceof RowRefused) return false;
    throw error;
  }
}

async function loadCirclesByName(
  { db, scope }: PlanContext,
  rows: readonly StudentValues[],
  today: string,
): Promise<PlannedCircle[]> {
  const circles = await loadInChunks(
    rows.map(({ circle_name: name }) => name && sortKey(name)),
    (chunk) =>
      db
        .selectFrom('circles')
        .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
        .select(['circles.id', 'circles.name', 'circles.name_sort', 'circles.subject_id', 'circles.capacity'])
        .select(['subjects.subject_code', 'subjects.batch_id'])
        .select(
          sql<number | string>`(select count(*) from circle_members
            where circle_members.circle_id = circles.id and ${isMemberOn(today)})`.as('members'),
        )
        .where('circles.name_sort', 'in', chunk)
        .where((builder) =>
          builder.or([builder('circles.ended_on', 'is', null), builder('circles.ended_on', '>', today)]),
        )
        .where(scope.subjects)
        .execute(),
  );
  return circles.map((circle) => ({ ...circle, members: Number(circle.members) }));
}

async function loadCurrentCircles({ db }: PlanContext, students: readonly number[], today: string) {
  const rows = await loadInChunks(students, (chunk) =>
    db
      .selectFrom('circle_members')
      .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
      .select(['circle_members.student_row_id', 'circle_members.subject_id', 'circles.id', 'circles.name'])
      .where('circle_members.student_row_id', 'in', chunk)
      .where(isMemberOn(today))
      .execute(),
  );
  return new Map(rows.map((row) => [`${row.student_row_id}/${row.subject_id}`, row]));
}
