import type { Kysely } from 'kysely';
import type { Register } from '../../contract/absences';
import { sortKey } from '../../contract/rules/arabicText';
import type { AbsenceType } from '../../contract/vocabulary';
import { type Member, membersOf, type Offering } from '../db/offering';
import type { Database, Row } from '../db/schema';

/** An absence of a register, as it is stored. */
export interface StoredAbsence extends Member {
  id: number;
  type: AbsenceType;
  notes: string | null;
}

/** The register of a day. */
export interface StoredRegister {
  /** Undefined when it has not been taken. */
  row: Row<'registers'> | undefined;
  /** By name. */
  absences: StoredAbsence[];
  /** The batch, and who is recorded absent and has left it since; by name. */
  people: Member[];
}

const absencesIn = (db: Kysely<Database>, registerId: number): Promise<StoredAbsence[]> =>
  db
    .selectFrom('absences')
    .innerJoin('students', 'students.id', 'absences.student_row_id')
    .select([
      'absences.id',
      'students.id as rowId',
      'students.student_id as studentId',
      'students.full_name as studentName',
      'absences.notes',
    ])
    .select((on) => on.ref('absences.type').$castTo<AbsenceType>().as('type'))
    .where('register_id', '=', registerId)
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .execute();

/** The register of a subject on a day; one that has not been taken has the batch and no absences. */
export async function storedRegister(
  db: Kysely<Database>,
  { subjectId, batchId }: Offering,
  date: string,
): Promise<StoredRegister> {
  const members = await membersOf(db, batchId);
  const row = await db
    .selectFrom('registers')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('date', '=', date)
    .executeTakeFirst();
  if (!row) return { row, absences: [], people: members };
  const absences = await absencesIn(db, row.id);
  const known = new Set(members.map(({ rowId }) => rowId));
  const former = absences.filter(({ rowId }) => !known.has(rowId));
  return { row, absences, people: former.length > 0 ? byName([...members, ...former]) : members };
}

/** In the order of the folded column of the table. */
function byName(people: readonly Member[]): Member[] {
  const keyed = people.map((person) => ({ person, key: sortKey(person.studentName) }));
  return keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.person.rowId - b.person.rowId))
    .map(({ person }) => person);
}

/** A register as the API shows it. */
export const asRegister = ({ row, absences, people }: StoredRegister): Register => ({
  students: people.map(({ studentId, studentName }) => ({ studentId, studentName })),
  absences: absences.map(({ id, studentId, studentName, type, notes }) => ({
    id,
    studentId,
    studentName,
    type,
    notes,
  })),
  taken: row !== undefined,
  version: row?.version ?? 0,
});
