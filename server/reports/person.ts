import { type InferResult, sql, type SqlBool } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import { defaultTimeZone } from '../../contract/rules/hijri';
import { startOfDay } from '../../contract/rules/retention';
import type { Scope } from '../auth/scope';
import { compiledOnce } from '../db/engine/once';
import { loadTimeZone } from '../domain/institute';
import { always, type Condition } from '../db/search/matching';
import type { Call } from '../mount';
import { notFound } from '../problem';
import type { Db } from '../db/schema';

/** A period in which the student belonged to a batch; `to` is exclusive, and null while the period lasts. */
export interface PersonEnrolment {
  batchId: number;
  from: string;
  to: string | null;
  /** The time at which it was stored, in the same form as the time of a register. */
  moment: string;
  /** The time at which the first day after it began; null while it lasts. */
  ended: string | null;
  /** Of the batch. */
  batchName: string;
  programId: number;
  programName: string;
}

/** Who calls, and what he may see. */
interface Reader {
  user: SessionUser;
  scope: Scope;
}

/** Students see only themselves, staff the students of their batches. */
const visibleTo = ({ user, scope }: Reader): Condition =>
  user.role === 'student'
    ? sql`students.id = (select own.student_row_id from users as own where own.id = ${user.id})`
    : scope.students;

const people = (db: Db) =>
  db
    .selectFrom('students')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
    .leftJoin('programs', 'programs.id', 'students.program_row_id')
    .select([
      'students.id as rowId',
      'students.student_id as studentId',
      'students.full_name as studentName',
      'students.email',
      'students.phone',
      'programs.program_name as programName',
      'students.program_row_id as programId',
      'enrolments.batch_id as batchId',
      'batches.batch_name as batchName',
    ]);
type PersonRow = InferResult<ReturnType<typeof people>>[number];

/** The student whom a report is about; programme and batch as his record shows them. */
export interface Person extends PersonRow {
  /** In their order. */
  enrolments: PersonEnrolment[];
}

const enrolmentsOf = compiledOnce(['rowId'], (db, { rowId }: { rowId: number }) =>
  db
    .selectFrom('enrolments')
    .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
    .innerJoin('programs', 'programs.id', 'batches.program_row_id')
    .select([
      'enrolments.batch_id as batchId',
      'enrolments.from_date as from',
      'enrolments.to_date as to',
      'enrolments.created_at as moment',
      'batches.batch_name as batchName',
      'programs.id as programId',
      'programs.program_name as programName',
    ])
    .where('enrolments.student_row_id', '=', rowId)
    .orderBy('enrolments.from_date')
    .orderBy('enrolments.id'),
);

async function asPerson(db: Db, row: PersonRow): Promise<Person> {
  const enrolments = await enrolmentsOf(db, { rowId: row.rowId });
  const isOver = enrolments.some(({ to }) => to !== null);
  const timeZone = isOver ? await loadTimeZone(db) : defaultTimeZone;
  const beginningOf = (day: string | null) => day && startOfDay(day, timeZone).toISOString();
  return { ...row, enrolments: enrolments.map((one) => ({ ...one, ended: beginningOf(one.to) })) };
}

/** The programme of the batch that he is in, or was in last; null if he was never in one. */
export const programOf = ({ batchId, enrolments }: Pick<Person, 'batchId' | 'enrolments'>): number | null =>
  (enrolments.findLast((enrolment) => enrolment.batchId === batchId) ?? enrolments.at(-1))?.programId ?? null;

/** The same student with what he did in one programme alone. */
export const inProgram = <P extends Pick<Person, 'enrolments'>>(person: P, programId: number | null): P => ({
  ...person,
  enrolments: person.enrolments.filter((enrolment) => enrolment.programId === programId),
});

/** A student by row number, without a check of the scope: anybody may verify a paper. Null if there is none. */
export async function personOfRow(db: Db, rowId: number): Promise<Person | null> {
  const row = await people(db).where('students.id', '=', rowId).executeTakeFirst();
  return row ? asPerson(db, row) : null;
}

const wasInBatch = (batchName: string) => sql<SqlBool>`exists (
  select 1 from enrolments as own join batches as named on named.id = own.batch_id
  where own.student_row_id = students.id and named.batch_name = ${batchName})`;

const ofAccount = (db: Db, userId: number, visible: Condition) =>
  people(db)
    .innerJoin('users', 'users.student_row_id', 'students.id')
    .where('users.id', '=', userId)
    .where(visible);
const ofBatch = (db: Db, studentId: string, batchName: string, visible: Condition) =>
  people(db).where('students.student_id', '=', studentId).where(wasInBatch(batchName)).where(visible);

/** The same for who may see all, who reads reports most. */
const anyOfAccount = compiledOnce(['userId'], (db, { userId }: { userId: number }) =>
  ofAccount(db, userId, always),
);
const anyOfBatch = compiledOnce(
  ['studentId', 'batchName'],
  (db, named: { studentId: string; batchName: string }) =>
    ofBatch(db, named.studentId, named.batchName, always),
);

/** The student of an account. @throws NOT_FOUND for an account without a student, and outside of the scope */
export async function personOfAccount(db: Db, userId: number, reader: Reader): Promise<Person> {
  const visible = visibleTo(reader);
  const [row] =
    visible === always ? await anyOfAccount(db, { userId }) : await ofAccount(db, userId, visible).execute();
  if (!row) throw notFound();
  return asPerson(db, row);
}

/** A student of a batch within the scope of the caller. @throws NOT_FOUND */
export const findPerson = async (
  { data, user, scope }: Pick<Call, 'data' | 'user' | 'scope'>,
  { studentId, batchName }: { studentId: string; batchName: string },
) => personInBatch(data.read, studentId, batchName, { user, scope: await scope() });

/**
 * A student by academic number who is or was in a batch; the batch is the one that his record shows, else this one.
 * @throws NOT_FOUND, also outside of the scope
 */
export async function personInBatch(
  db: Db,
  studentId: string,
  batchName: string,
  reader: Reader,
): Promise<Person & { batchId: number; batchName: string }> {
  const visible = visibleTo(reader);
  const [row] =
    visible === always
      ? await anyOfBatch(db, { studentId, batchName })
      : await ofBatch(db, studentId, batchName, visible).execute();
  if (!row) throw notFound();
  const person = await asPerson(db, row);
  if (person.batchId !== null && person.batchName !== null)
    return { ...person, batchId: person.batchId, batchName: person.batchName };
  const last = person.enrolments.findLast((enrolment) => enrolment.batchName === batchName);
  return { ...person, batchId: last?.batchId ?? 0, batchName };
}
