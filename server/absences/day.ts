import { sql } from 'kysely';
import type { Register } from '../../contract/absences';
import { sortKey } from '../../contract/rules/arabicText';
import type { AbsenceType } from '../../contract/vocabulary';
import { compiledOnce } from '../db/engine/once';
import { isMemberOn } from '../domain/circles';
import { type AcceptedExcuse, loadAcceptedExcuses } from '../domain/excuses';
import { type RosterMember, loadRoster, type Offering } from '../domain/offering';
import type { Db, Row } from '../db/schema';

export interface Attendee extends RosterMember {
  circleId: number | null;
}

export interface StoredAbsence extends Attendee {
  id: number;
  registerId: number;
  type: AbsenceType;
  notes: string | null;
}

/** Without a circle (`circleId` null), the register lists the students in no circle. */
export interface CircleRegister {
  circleId: number | null;
  studentCount: number;
  /** Undefined until a teacher takes the register. */
  row: Row<'registers'> | undefined;
}

export interface StoredRegister {
  circleRegisters: CircleRegister[];
  hasCircles: boolean;
  absences: StoredAbsence[];
  /** The roster of the day, and absent students who have left the roster; sorted by name. */
  attendees: Attendee[];
  /** Accepted excuses of the day, by student. */
  excuses: ReadonlyMap<number, AcceptedExcuse>;
}

/** Null: the whole subject, including students in no circle. */
export type RequestedCircles = readonly number[] | null;

/**
 * An absence belongs to the student's circle of that day, even if another register stores it (rule 6 of
 * the domain).
 */
export async function loadRegister(
  db: Db,
  { subjectId, batchId }: Offering,
  date: string,
  circles: RequestedCircles,
): Promise<StoredRegister> {
  const circleByStudent = await loadCirclesOfStudents(db, subjectId, date);
  const registers = await selectRegisters(db, { subjectId, date });
  const members = (await loadRoster(db, batchId, date)).map((member) => ({
    ...member,
    circleId: circleByStudent?.get(member.rowId) ?? null,
  }));
  const isRequested = ({ circleId }: Attendee) =>
    circles === null || (circleId !== null && circles.includes(circleId));
  const storedAbsences = registers.length === 0 ? [] : await selectAbsences(db, { subjectId, date });
  const membersById = new Map(members.map((member) => [member.rowId, member]));
  const circleOfRegister = new Map(registers.map(({ id, circle_id }) => [id, circle_id]));
  const absences = storedAbsences
    .map((absence) => {
      const member = membersById.get(absence.rowId);
      const circleId = member ? member.circleId : (circleOfRegister.get(absence.registerId) ?? null);
      return { ...absence, circleId };
    })
    .filter(isRequested);
  const currentMembers = members.filter(isRequested);
  const formerMembers = absences.filter(({ rowId }) => !membersById.has(rowId));
  const attendees =
    formerMembers.length > 0 ? sortByName([...currentMembers, ...formerMembers]) : currentMembers;
  return {
    circleRegisters: buildCircleRegisters(attendees, registers, circles),
    hasCircles: circleByStudent !== null,
    absences,
    attendees,
    excuses: await loadAcceptedExcuses(db, { subjectId, date }),
  };
}

interface SubjectDay {
  subjectId: number;
  date: string;
}

const selectRegisters = compiledOnce(['subjectId', 'date'], (db, { subjectId, date }: SubjectDay) =>
  db.selectFrom('registers').selectAll().where('subject_id', '=', subjectId).where('date', '=', date),
);

const selectCirclesOfStudents = compiledOnce(
  ['subjectId', 'date'],
  (_db, { subjectId, date }: SubjectDay) => sql<{ circle: number; student: number | null }>`
    select circles.id as circle, circle_members.student_row_id as student
    from circles left join circle_members on circle_members.circle_id = circles.id and ${isMemberOn(date)}
    where circles.subject_id = ${subjectId}`,
);

/** Returns null if the subject has no circles. */
async function loadCirclesOfStudents(
  db: Db,
  subjectId: number,
  date: string,
): Promise<Map<number, number> | null> {
  const rows = await selectCirclesOfStudents(db, { subjectId, date });
  if (rows.length === 0) return null;
  return new Map(rows.flatMap(({ circle, student }) => (student === null ? [] : [[student, circle]])));
}

function buildCircleRegisters(
  attendees: readonly Attendee[],
  registers: readonly Row<'registers'>[],
  circles: RequestedCircles,
): CircleRegister[] {
  const counts = new Map<number | null, number>();
  for (const { circleId } of attendees) counts.set(circleId, (counts.get(circleId) ?? 0) + 1);
  if (counts.size === 0) for (const circleId of circles ?? [null]) counts.set(circleId, 0);
  return [...counts]
    .toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([circleId, studentCount]) => ({
      circleId,
      studentCount,
      row: registers.find(({ circle_id }) => circle_id === circleId),
    }));
}

const selectAbsences = compiledOnce(['subjectId', 'date'], (db, { subjectId, date }: SubjectDay) =>
  db
    .selectFrom('absences')
    .innerJoin('students', 'students.id', 'absences.student_row_id')
    .select(['absences.id', 'absences.register_id as registerId'])
    .select(['students.id as rowId', 'students.student_id as studentId', 'students.full_name as studentName'])
    .select((builder) => [builder.ref('absences.type').$castTo<AbsenceType>().as('type'), 'absences.notes'])
    .where('absences.subject_id', '=', subjectId)
    .where('absences.date', '=', date)
    .orderBy('students.full_name_sort')
    .orderBy('students.id'),
);

/** The folded name gives the same order as in the database. */
function sortByName<P extends RosterMember>(students: readonly P[]): P[] {
  const studentsWithKeys = students.map((student) => ({ student, key: sortKey(student.studentName) }));
  return studentsWithKeys
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.student.rowId - b.student.rowId))
    .map(({ student }) => student);
}

export const registerVersion = ({ circleRegisters }: StoredRegister): number =>
  circleRegisters.reduce((sum, { row }) => sum + (row?.version ?? 0), 0);

/** The API does not return the circle of a student. */
export const toRegister = (register: StoredRegister): Register => {
  const { circleRegisters, hasCircles, absences, attendees } = register;
  const excuses = attendees.flatMap(({ rowId, studentId }) => {
    const excuse = register.excuses.get(rowId);
    return excuse ? [{ studentId, reason: excuse.reason, to: excuse.to }] : [];
  });
  return {
    students: attendees.map(({ studentId, studentName }) => ({ studentId, studentName })),
    absences: absences.map(({ id, studentId, studentName, type, notes }) => ({
      id,
      studentId,
      studentName,
      type,
      notes,
    })),
    taken: circleRegisters.every(({ row }) => row !== undefined),
    version: registerVersion(register),
    ...(excuses.length > 0 && { excuses }),
    ...(hasCircles && {
      circles: circleRegisters
        .filter(({ studentCount }) => studentCount > 0)
        .map(({ circleId, row }) => ({
          circle_id: circleId,
          taken: row !== undefined,
          version: row?.version ?? 0,
        })),
    }),
  };
};
