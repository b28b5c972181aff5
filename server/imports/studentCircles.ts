import { sql } from 'kysely';
import { foldArabic } from '../../contract/rules/arabicText';
import type { StudentValues } from '../../contract/rules/importsRecords';
import { type CirclePlacement, isMemberOn, placeInCircles } from '../db/circles';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type Draft, type Reading, refuse, rowsFor } from './planning';

type Student = Draft<'students'>;

/** A circle without an end, and the number of its members including those that this request has placed. */
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

/**
 * The circles that the rows of a request name, and the students who join them from today on.
 * @param stored the row numbers of known students
 */
export async function studentCircles(
  reading: Reading,
  rows: readonly StudentValues[],
  stored: readonly number[],
  today: string,
) {
  const circles = await namedCircles(reading, rows, today);
  const subjects = new Set(circles.map(({ subject_id }) => subject_id));
  const present = await presentCircles(reading, subjects.size === 0 ? [] : stored, today);
  /** For each student: the circle of each subject. */
  const placed = new Map<Student, Map<number, PlannedCircle>>();
  const circleIn = (student: Student, subjectId: number): number | undefined =>
    placed.get(student)?.get(subjectId)?.id ??
    (student.stored ? present.get(`${student.stored.id}/${subjectId}`) : undefined);

  /**
   * Places a student in the circle of a row. @returns whether that changes anything
   * @throws RowRefused if the name fits no circle of the batch, several circles, or a full one
   */
  function place(student: Student, values: StudentValues, batchId: number | undefined): boolean {
    const circle = namedCircle(circles, values, batchId);
    if (!circle) return false;
    const before = circleIn(student, circle.subject_id);
    if (before === circle.id) return false;
    if (circle.capacity !== null && circle.members >= circle.capacity)
      refuse('circle_name', 'CIRCLE_IS_FULL', circle.name, String(circle.capacity));
    circle.members += 1;
    const left = circles.find(({ id }) => id === before);
    if (left) left.members -= 1;
    placed.set(student, new Map([...(placed.get(student) ?? []), [circle.subject_id, circle]]));
    return true;
  }

  /** @param numbers the row numbers of the new students, who are on the roster now */
  async function write(unit: UnitOfWork, numbers: ReadonlyMap<Student, number | undefined>): Promise<void> {
    for (const subjectId of subjects) {
      const placements: CirclePlacement[] = [...placed].flatMap(([student, of]) => {
        const circle = of.get(subjectId);
        const studentRowId = student.stored?.id ?? numbers.get(student);
        return circle && studentRowId !== undefined
          ? [{ studentRowId, circleId: circle.id, date: today }]
          : [];
      });
      if (placements.length > 0) await placeInCircles(unit, subjectId, placements);
    }
  }

  return { place, write };
}

/** The circle that a row names; null if it names none. @throws RowRefused */
function namedCircle(
  circles: readonly PlannedCircle[],
  { circle_name: name, circle_subject_code: code }: StudentValues,
  batchId: number | undefined,
): PlannedCircle | null {
  if (name === undefined) return null;
  if (batchId === undefined) refuse('circle_name', 'CIRCLE_WITHOUT_BATCH', name);
  const key = foldArabic(name);
  const ofBatch = circles.filter((circle) => circle.batch_id === batchId && circle.name_sort === key);
  const found = ofBatch.filter(({ subject_code }) => code === undefined || subject_code === code);
  const [circle] = found;
  if (!circle) refuse('circle_name', 'UNKNOWN_CIRCLE', name);
  if (found.length > 1) refuse('circle_name', 'CIRCLE_OF_SEVERAL', name);
  return circle;
}

async function namedCircles(
  { db, scope }: Reading,
  rows: readonly StudentValues[],
  today: string,
): Promise<PlannedCircle[]> {
  const found = await rowsFor(
    rows.map(({ circle_name: name }) => name && foldArabic(name)),
    (part) =>
      db
        .selectFrom('circles')
        .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
        .select(['circles.id', 'circles.name', 'circles.name_sort', 'circles.subject_id', 'circles.capacity'])
        .select(['subjects.subject_code', 'subjects.batch_id'])
        .select(
          sql<number | string>`(select count(*) from circle_members
            where circle_members.circle_id = circles.id and ${isMemberOn(today)})`.as('members'),
        )
        .where('circles.name_sort', 'in', part)
        .where((of) => of.or([of('circles.ended_on', 'is', null), of('circles.ended_on', '>', today)]))
        .where(scope.subjects)
        .execute(),
  );
  return found.map((row) => ({ ...row, members: Number(row.members) }));
}

/** The present circle of each of these students, by student and subject. */
async function presentCircles({ db }: Reading, students: readonly number[], today: string) {
  const rows = await rowsFor(students, (part) =>
    db
      .selectFrom('circle_members')
      .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
      .select(['circle_members.student_row_id', 'circle_members.subject_id', 'circle_members.circle_id'])
      .where('circle_members.student_row_id', 'in', part)
      .where(isMemberOn(today))
      .execute(),
  );
  return new Map(rows.map((row) => [`${row.student_row_id}/${row.subject_id}`, row.circle_id]));
}
