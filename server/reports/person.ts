import { type InferResult, sql } from 'kysely';
import type { SessionUser } from '../../contract/auth';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import type { Scope } from '../auth/scope';
import type { Condition } from '../db/search/matching';
import { notFound } from '../problem';
import type { Db } from '../db/schema';

/** When the student came into the batch. */
export interface Joining {
  /** Where the institute is. */
  day: string;
  /** As registers carry the time at which they were taken. */
  moment: string;
}

/** Who calls, and what he may see. */
interface Reader {
  user: SessionUser;
  scope: Scope;
}

/** A student sees nobody but himself, staff the students of their batches. */
const visibleTo = ({ user, scope }: Reader): Condition =>
  user.role === 'student'
    ? sql`students.id = (select own.student_row_id from users as own where own.id = ${user.id})`
    : scope.students;

const people = (db: Db) =>
  db
    .selectFrom('students')
    .leftJoin('batches', 'batches.id', 'students.batch_id')
    .leftJoin('programs', 'programs.id', 'students.program_row_id')
    .select([
      'students.id as rowId',
      'students.student_id as studentId',
      'students.full_name as studentName',
      'students.email',
      'students.phone',
      'programs.program_name as programName',
      'students.batch_id as batchId',
      'batches.batch_name as batchName',
      'students.batch_since',
      'students.created_at',
    ]);
type PersonRow = InferResult<ReturnType<typeof people>>[number];

/** The student whom a report is about. */
export interface Person extends Omit<PersonRow, 'batch_since' | 'created_at'> {
  joined: Joining;
}

async function asPerson(db: Db, { batch_since, created_at, ...person }: PersonRow): Promise<Person> {
  if (batch_since !== null) return { ...person, joined: { day: batch_since, moment: batch_since } };
  const settings = await db.selectFrom('settings').select('time_zone').executeTakeFirst();
  const day = dateInZone(new Date(created_at), settings?.time_zone ?? defaultTimeZone);
  return { ...person, joined: { day, moment: created_at } };
}

/** A student by row number, for what needs nobody's leave: the check of a paper. Null where there is none. */
export async function personOfRow(db: Db, rowId: number): Promise<Person | null> {
  const row = await people(db).where('students.id', '=', rowId).executeTakeFirst();
  return row ? asPerson(db, row) : null;
}

/** The student of an account. @throws NOT_FOUND for an account without a student, and outside of the scope */
export async function personOfAccount(db: Db, userId: number, reader: Reader): Promise<Person> {
  const row = await people(db)
    .innerJoin('users', 'users.student_row_id', 'students.id')
    .where('users.id', '=', userId)
    .where(visibleTo(reader))
    .executeTakeFirstOrThrow(notFound);
  return asPerson(db, row);
}

/** A student of a batch by the academic number. @throws NOT_FOUND, also outside of the scope */
export async function personInBatch(
  db: Db,
  studentId: string,
  batchName: string,
  reader: Reader,
): Promise<Person & { batchId: number; batchName: string }> {
  const row = await people(db)
    .where('students.student_id', '=', studentId)
    .where('batches.batch_name', '=', batchName)
    .where(visibleTo(reader))
    .executeTakeFirstOrThrow(notFound);
  const person = await asPerson(db, row);
  return { ...person, batchId: person.batchId ?? 0, batchName };
}
