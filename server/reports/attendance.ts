import { type RawBuilder, sql } from 'kysely';
import type { AttendanceFigures } from '../../contract/reports/studentReport';
import { type AbsenceType, excusedAbsence } from '../../contract/vocabulary';
import { attendanceRate } from '../../contract/rules/attendance';
import { compiledOnce } from '../db/engine/once';
import { isRegisterCounted, listsStudent } from '../domain/registers';
import type { Db } from '../db/schema';
import type { StudentCourse } from './courses';
import type { ReportStudent } from './reportStudent';

interface AttendanceCounts {
  registers: number;
  excused: number;
  unexcused: number;
}
const noCounts: AttendanceCounts = { registers: 0, excused: 0, unexcused: 0 };

/** PostgreSQL returns counts as text. */
const addCounts = (
  sum: AttendanceCounts,
  counts: Record<keyof AttendanceCounts, number | string>,
): AttendanceCounts => ({
  registers: sum.registers + Number(counts.registers),
  excused: sum.excused + Number(counts.excused),
  unexcused: sum.unexcused + Number(counts.unexcused),
});

type AttendingStudent = Pick<ReportStudent, 'rowId' | 'enrolments'>;
/** Days without participation. `to` is exclusive; null: the pause has not ended. */
interface Pause {
  from: string;
  to: string | null;
}
export type SubjectOfBatch = Pick<StudentCourse, 'subjectId' | 'batchId'>;

const loadPauses = compiledOnce(['rowId'], (db, { rowId }: { rowId: number }) =>
  db
    .selectFrom('student_statuses')
    .select(['from_date as from', 'to_date as to'])
    .where('student_row_id', '=', rowId)
    .where('status', '<>', sql.lit('active')),
);

const isWithin = ({ from, to }: Pause) =>
  sql`(registers.date >= ${from}${to === null ? sql`` : sql` and registers.date < ${to}`})`;

/**
 * SQL condition on `registers`: on that day, the student belonged to the batch and took part (rule 2 of
 * the domain).
 */
function isAttended(
  { enrolments }: AttendingStudent,
  pauses: readonly Pause[],
  subjects: readonly SubjectOfBatch[],
): RawBuilder<unknown> {
  const periods = enrolments.flatMap(({ batchId, from, to, storedAt, endedAt }) => {
    const ids = subjects.flatMap((subject) => (subject.batchId === batchId ? [subject.subjectId] : []));
    if (ids.length === 0) return [];
    const hasBegun = sql`(registers.date >= ${from} or registers.created_at >= ${storedAt})`;
    const isInPeriod =
      to === null
        ? hasBegun
        : sql`(registers.date >= ${from} or (registers.created_at >= ${storedAt} and registers.created_at < ${endedAt}))
          and registers.date < ${to}`;
    return [
      ids.length === subjects.length
        ? isInPeriod
        : sql`(registers.subject_id in (${sql.join(ids)}) and ${isInPeriod})`,
    ];
  });
  if (periods.length === 0) return sql`1 = 0`;
  const isInAnyPeriod = sql`(${sql.join(periods, sql` or `)})`;
  return pauses.length === 0
    ? isInAnyPeriod
    : sql`(${isInAnyPeriod} and not (${sql.join(pauses.map(isWithin), sql` or `)}))`;
}

/** Registers that list the student while he was in the batch, and his absences. Decision 8. */
const selectCountedRegisters = (
  student: AttendingStudent,
  pauses: readonly Pause[],
  subjects: readonly SubjectOfBatch[],
) => sql<{ subject_id: number } & { [C in keyof AttendanceCounts]: number | string }>`
  select registers.subject_id, count(*) as registers,
    sum(case when absences.type = ${excusedAbsence} then 1 else 0 end) as excused,
    sum(case when absences.type <> ${excusedAbsence} then 1 else 0 end) as unexcused
  from registers left join absences on absences.subject_id = registers.subject_id
    and absences.student_row_id = ${student.rowId} and absences.date = registers.date
    and absences.register_id = registers.id
  where ${isRegisterCounted} and registers.subject_id in (${sql.join(subjects.map(({ subjectId }) => subjectId))})
    and ((${isAttended(student, pauses, subjects)} and ${listsStudent(sql`${student.rowId}`)}) or absences.id is not null)
  group by registers.subject_id`;

async function loadCounts(
  db: Db,
  student: AttendingStudent,
  subjects: readonly SubjectOfBatch[],
): Promise<Map<number, AttendanceCounts>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await selectCountedRegisters(
    student,
    await loadPauses(db, { rowId: student.rowId }),
    subjects,
  ).execute(db);
  return new Map(rows.map(({ subject_id, ...counts }) => [subject_id, addCounts(noCounts, counts)]));
}

const addRate = (counts: AttendanceCounts): AttendanceFigures => ({
  ...counts,
  rate: attendanceRate(counts.excused + counts.unexcused, counts.registers),
});

export async function loadAttendance(
  db: Db,
  student: AttendingStudent,
  subjects: readonly SubjectOfBatch[],
): Promise<{ inSubject: (subjectId: number) => AttendanceFigures; total: AttendanceFigures }> {
  const counts = await loadCounts(db, student, subjects);
  const total = [...counts.values()].reduce(addCounts, noCounts);
  return { inSubject: (subjectId) => addRate(counts.get(subjectId) ?? noCounts), total: addRate(total) };
}

export interface AttendedDay {
  date: string;
  subject: string;
  /** Null: present. */
  absence: AbsenceType | null;
}

/** The subjects of all batches in which the student is or was. */
const loadSubjects = compiledOnce(['rowId'], (db, { rowId }: { rowId: number }) =>
  db
    .selectFrom('subjects')
    .select(['id as subjectId', 'batch_id as batchId'])
    .where(({ eb, selectFrom }) =>
      eb('batch_id', 'in', selectFrom('enrolments').select('batch_id').where('student_row_id', '=', rowId)),
    ),
);

/** Attendance by day and subject in counted registers, without the notes of absences. Both days are included. */
export async function loadAttendedDays(
  db: Db,
  student: AttendingStudent,
  days: { from: string; to: string },
): Promise<AttendedDay[]> {
  const subjects = await loadSubjects(db, { rowId: student.rowId });
  if (subjects.length === 0) return [];
  const pauses = await loadPauses(db, { rowId: student.rowId });
  const { rows } = await sql<AttendedDay & { subject_id: number }>`
    select distinct registers.date, registers.subject_id, subjects.name as subject, subjects.name_sort,
      absences.type as absence
    from registers join subjects on subjects.id = registers.subject_id
      left join absences on absences.subject_id = registers.subject_id
        and absences.student_row_id = ${student.rowId} and absences.date = registers.date
        and absences.register_id = registers.id
    where ${isRegisterCounted} and registers.subject_id in (${sql.join(subjects.map(({ subjectId }) => subjectId))})
      and registers.date between ${days.from} and ${days.to}
      and ((${isAttended(student, pauses, subjects)} and ${listsStudent(sql`${student.rowId}`)})
        or absences.id is not null)
    order by registers.date, subjects.name_sort, registers.subject_id`.execute(db);
  // A day can have registers of several circles, and the absence counts.
  const byDay = new Map<string, AttendedDay>();
  for (const { date, subject, absence, subject_id } of rows) {
    const key = `${date}/${subject_id}`;
    if (absence !== null || !byDay.has(key)) byDay.set(key, { date, subject, absence });
  }
  return [...byDay.values()];
}
