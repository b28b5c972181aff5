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

/** A student's time in a batch. `to` is exclusive; null: the student is still in the batch. */
export interface StudentEnrolment {
  batchId: number;
  from: string;
  to: string | null;
  /** `created_at` of the enrolment. Attendance compares it with `registers.created_at`. */
  storedAt: string;
  /** The start of the day `to`, or null. */
  endedAt: string | null;
  batchName: string;
  programId: number;
  programName: string;
}

interface ReportCaller {
  user: SessionUser;
  scope: Scope;
}

/** Students see only themselves; staff see the students of their batches. */
const visibleTo = ({ user, scope }: ReportCaller): Condition =>
  user.role === 'student'
    ? sql`students.id = (select own.student_row_id from users as own where own.id = ${user.id})`
    : scope.students;

const selectStudents = (db: Db) =>
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
      'batches.section',
    ]);
type StudentRow = InferResult<ReturnType<typeof selectStudents>>[number];

export interface ReportStudent extends StudentRow {
  enrolments: StudentEnrolment[];
}

const loadEnrolments = compiledOnce(['rowId'], (db, { rowId }: { rowId: number }) =>
  db
    .selectFrom('enrolments')
    .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
    .innerJoin('programs', 'programs.id', 'batches.program_row_id')
    .select([
      'enrolments.batch_id as batchId',
      'enrolments.from_date as from',
      'enrolments.to_date as to',
      'enrolments.created_at as storedAt',
      'batches.batch_name as batchName',
      'programs.id as programId',
      'programs.program_name as programName',
    ])
    .where('enrolments.student_row_id', '=', rowId)
    .orderBy('enrolments.from_date')
    .orderBy('enrolments.id'),
);

async function addEnrolments(db: Db, row: StudentRow): Promise<ReportStudent> {
  const enrolments = await loadEnrolments(db, { rowId: row.rowId });
  const hasEnded = enrolments.some(({ to }) => to !== null);
  const timeZone = hasEnded ? await loadTimeZone(db) : defaultTimeZone;
  const startOf = (day: string | null) => day && startOfDay(day, timeZone).toISOString();
  return {
    ...row,
    enrolments: enrolments.map((enrolment) => ({ ...enrolment, endedAt: startOf(enrolment.to) })),
  };
}

/** The programme of the student's batch, or of his last batch. Null if he has never had a batch. */
export const findProgramId = ({
  batchId,
  enrolments,
}: Pick<ReportStudent, 'batchId' | 'enrolments'>): number | null =>
  (enrolments.findLast((enrolment) => enrolment.batchId === batchId) ?? enrolments.at(-1))?.programId ?? null;

export const limitToProgram = <P extends Pick<ReportStudent, 'enrolments'>>(
  student: P,
  programId: number | null,
): P => ({
  ...student,
  enrolments: student.enrolments.filter((enrolment) => enrolment.programId === programId),
});

const loadStudentRow = compiledOnce(['rowId'], (db, { rowId }: { rowId: number }) =>
  selectStudents(db).where('students.id', '=', rowId),
);

/** Does not check the scope: anybody may verify a paper, and the guardian's page checks the relation. */
export async function loadStudent(db: Db, rowId: number): Promise<ReportStudent | null> {
  const [row] = await loadStudentRow(db, { rowId });
  return row ? addEnrolments(db, row) : null;
}

const wasInBatch = (batchName: string) => sql<SqlBool>`exists (
  select 1 from enrolments as own join batches as own_batch on own_batch.id = own.batch_id
  where own.student_row_id = students.id and own_batch.batch_name = ${batchName})`;

const selectStudentByAccount = (db: Db, userId: number, isVisible: Condition) =>
  selectStudents(db)
    .innerJoin('users', 'users.student_row_id', 'students.id')
    .where('users.id', '=', userId)
    .where(isVisible);
const selectStudentInBatch = (db: Db, studentId: string, batchName: string, isVisible: Condition) =>
  selectStudents(db)
    .where('students.student_id', '=', studentId)
    .where(wasInBatch(batchName))
    .where(isVisible);

/** Callers who see all students read most reports, so their two queries are compiled only once. */
const loadAnyStudentByAccount = compiledOnce(['userId'], (db, { userId }: { userId: number }) =>
  selectStudentByAccount(db, userId, always),
);
const loadAnyStudentByBatch = compiledOnce(
  ['studentId', 'batchName'],
  (db, key: { studentId: string; batchName: string }) =>
    selectStudentInBatch(db, key.studentId, key.batchName, always),
);

/** @throws NOT_FOUND for an account without a student, or outside of the scope */
export async function findStudentOfAccount(
  db: Db,
  userId: number,
  caller: ReportCaller,
): Promise<ReportStudent> {
  const condition = visibleTo(caller);
  const [row] =
    condition === always
      ? await loadAnyStudentByAccount(db, { userId })
      : await selectStudentByAccount(db, userId, condition).execute();
  if (!row) throw notFound();
  return addEnrolments(db, row);
}

/** @throws NOT_FOUND, also for a record outside of the scope */
export const findStudent = async (
  { data, user, scope }: Pick<Call, 'data' | 'user' | 'scope'>,
  { studentId, batchName }: { studentId: string; batchName: string },
) => findStudentOfBatch(data.read, studentId, batchName, { user, scope: await scope() });

/**
 * Returns the batch of the current enrolment (`is_shown`). A former student gets the requested batch.
 * @throws NOT_FOUND, also for a record outside of the scope
 */
export async function findStudentOfBatch(
  db: Db,
  studentId: string,
  batchName: string,
  caller: ReportCaller,
): Promise<ReportStudent & { batchId: number; batchName: string }> {
  const condition = visibleTo(caller);
  const [row] =
    condition === always
      ? await loadAnyStudentByBatch(db, { studentId, batchName })
      : await selectStudentInBatch(db, studentId, batchName, condition).execute();
  if (!row) throw notFound();
  const student = await addEnrolments(db, row);
  if (student.batchId !== null && student.batchName !== null)
    return { ...student, batchId: student.batchId, batchName: student.batchName };
  const lastEnrolment = student.enrolments.findLast((enrolment) => enrolment.batchName === batchName);
  return { ...student, batchId: lastEnrolment?.batchId ?? 0, batchName };
}
