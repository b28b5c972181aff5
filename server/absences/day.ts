import { sql } from 'kysely';
import type { Register } from '../../contract/absences';
import { sortKey } from '../../contract/rules/arabicText';
import type { AbsenceType } from '../../contract/vocabulary';
import { isMemberOn } from '../domain/circles';
import { type RosterMember, loadRoster, type Offering } from '../domain/offering';
import type { Db, Row } from '../db/schema';

/** A student in the register of a day. */
export interface Attendee extends RosterMember {
  /** The circle of the student on that day; null for none. */
  circleId: number | null;
}

/** An absence of a register, as it is stored. */
export interface StoredAbsence extends Attendee {
  id: number;
  registerId: number;
  type: AbsenceType;
  notes: string | null;
}

/** The register of one circle, or (null) of the students in no circle. */
export interface Part {
  circleId: number | null;
  /** The number of students in it. */
  size: number;
  /** Undefined when it has not been taken. */
  row: Row<'registers'> | undefined;
}

/** The register of a day: all its parts, or those that a person may see or asks for. */
export interface StoredRegister {
  /** If no student is in any part, the parts that were asked for. */
  parts: Part[];
  /** Whether the subject has circles. */
  hasCircles: boolean;
  /** By name. */
  absences: StoredAbsence[];
  /** The roster, and students recorded absent who are not on it any more; by name. */
  people: Attendee[];
}

/** The circles whose registers are meant; null: the whole subject, with the students in no circle. */
export type Circles = readonly number[] | null;

/**
 * The register of a subject on a day; a part that has not been taken has students but no absences. An absence is
 * shown in the student's circle of that day, whichever register it was recorded in (rule 6 of the domain).
 */
export async function readRegister(
  db: Db,
  { subjectId, batchId }: Offering,
  date: string,
  circles: Circles,
): Promise<StoredRegister> {
  const circleOf = await circlesOfStudents(db, subjectId, date);
  const registers = await db
    .selectFrom('registers')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('date', '=', date)
    .execute();
  const members = (await loadRoster(db, batchId, date)).map((member) => ({
    ...member,
    circleId: circleOf?.get(member.rowId) ?? null,
  }));
  const isMeant = ({ circleId }: Attendee) =>
    circles === null || (circleId !== null && circles.includes(circleId));
  const recorded = registers.length === 0 ? [] : await absencesOn(db, subjectId, date);
  const known = new Map(members.map((member) => [member.rowId, member]));
  const circleOfRegister = new Map(registers.map(({ id, circle_id }) => [id, circle_id]));
  const absences = recorded
    .map((absence) => {
      const member = known.get(absence.rowId);
      const circleId = member ? member.circleId : (circleOfRegister.get(absence.registerId) ?? null);
      return { ...absence, circleId };
    })
    .filter(isMeant);
  const present = members.filter(isMeant);
  const former = absences.filter(({ rowId }) => !known.has(rowId));
  const people = former.length > 0 ? byName([...present, ...former]) : present;
  return { parts: partsOf(people, registers, circles), hasCircles: circleOf !== null, absences, people };
}

/** The circle of each student, by row number; null if the subject has no circles. */
async function circlesOfStudents(
  db: Db,
  subjectId: number,
  date: string,
): Promise<Map<number, number> | null> {
  const { rows } = await sql<{ circle: number; student: number | null }>`
    select circles.id as circle, circle_members.student_row_id as student
    from circles left join circle_members on circle_members.circle_id = circles.id and ${isMemberOn(date)}
    where circles.subject_id = ${subjectId}`.execute(db);
  if (rows.length === 0) return null;
  return new Map(rows.flatMap(({ circle, student }) => (student === null ? [] : [[student, circle]])));
}

/** First the part of students in no circle, then by the number of the circle. */
function partsOf(
  people: readonly Attendee[],
  registers: readonly Row<'registers'>[],
  circles: Circles,
): Part[] {
  const sizes = new Map<number | null, number>();
  for (const { circleId } of people) sizes.set(circleId, (sizes.get(circleId) ?? 0) + 1);
  if (sizes.size === 0) for (const circleId of circles ?? [null]) sizes.set(circleId, 0);
  return [...sizes]
    .toSorted(([one], [other]) => (one ?? 0) - (other ?? 0))
    .map(([circleId, size]) => ({
      circleId,
      size,
      row: registers.find(({ circle_id }) => circle_id === circleId),
    }));
}

const absencesOn = (db: Db, subjectId: number, date: string) =>
  db
    .selectFrom('absences')
    .innerJoin('students', 'students.id', 'absences.student_row_id')
    .select(['absences.id', 'absences.register_id as registerId'])
    .select(['students.id as rowId', 'students.student_id as studentId', 'students.full_name as studentName'])
    .select((on) => [on.ref('absences.type').$castTo<AbsenceType>().as('type'), 'absences.notes'])
    .where('absences.subject_id', '=', subjectId)
    .where('absences.date', '=', date)
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .execute();

/** Sorted by the folded name, like the column of the table. */
function byName<P extends RosterMember>(people: readonly P[]): P[] {
  const keyed = people.map((person) => ({ person, key: sortKey(person.studentName) }));
  return keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.person.rowId - b.person.rowId))
    .map(({ person }) => person);
}

/** The sum of the versions of the parts; 0 if none was taken. */
export const versionOf = ({ parts }: StoredRegister): number =>
  parts.reduce((sum, { row }) => sum + (row?.version ?? 0), 0);

/** A register in the shape of the API. To learn the circle of a student, ask for the register of that circle. */
export const asRegister = (register: StoredRegister): Register => {
  const { parts, hasCircles, absences, people } = register;
  return {
    students: people.map(({ studentId, studentName }) => ({ studentId, studentName })),
    absences: absences.map(({ id, studentId, studentName, type, notes }) => ({
      id,
      studentId,
      studentName,
      type,
      notes,
    })),
    taken: parts.every(({ row }) => row !== undefined),
    version: versionOf(register),
    ...(hasCircles && {
      circles: parts
        .filter(({ size }) => size > 0)
        .map(({ circleId, row }) => ({
          circle_id: circleId,
          taken: row !== undefined,
          version: row?.version ?? 0,
        })),
    }),
  };
};
