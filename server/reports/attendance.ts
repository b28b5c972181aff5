import { type RawBuilder, sql } from 'kysely';
import type { AttendanceFigures } from '../../contract/reports/studentReport';
import { excusedAbsence } from '../../contract/vocabulary';
import { attendanceRate } from '../../contract/rules/attendance';
import { compiledOnce } from '../db/engine/once';
import { listsStudent } from '../domain/registers';
import type { Db } from '../db/schema';
import type { StudentCourse } from './courses';
import type { Person } from './person';

/** The registers of a subject that count for a student, and his absences in them. */
interface Counts {
  registers: number;
  excused: number;
  unexcused: number;
}
const none: Counts = { registers: 0, excused: 0, unexcused: 0 };

/** PostgreSQL sends counts as text. */
const addCounts = (sum: Counts, one: Record<keyof Counts, number | string>): Counts => ({
  registers: sum.registers + Number(one.registers),
  excused: sum.excused + Number(one.excused),
  unexcused: sum.unexcused + Number(one.unexcused),
});

type Attending = Pick<Person, 'rowId' | 'enrolments'>;
/** Days on which the student took no part; `to` is exclusive, and null while it lasts. */
interface Pause {
  from: string;
  to: string | null;
}
/** A subject and its batch. */
export type TaughtSubject = Pick<StudentCourse, 'subjectId' | 'batchId'>;

const pausesOf = compiledOnce(['rowId'], (db, { rowId }: { rowId: number }) =>
  db
    .selectFrom('student_statuses')
    .select(['from_date as from', 'to_date as to'])
    .where('student_row_id', '=', rowId)
    .where('status', '<>', sql.lit('active')),
);

const isWithin = ({ from, to }: Pause) =>
  sql`(registers.date >= ${from}${to === null ? sql`` : sql` and registers.date < ${to}`})`;

/** SQL: the register is of a day on which the student belonged to the batch and took part (rule 2). */
function attendedBy(
  { enrolments }: Attending,
  pauses: readonly Pause[],
  subjects: readonly TaughtSubject[],
): RawBuilder<unknown> {
  const ways = enrolments.flatMap(({ batchId, from, to, moment, ended }) => {
    const ids = subjects.flatMap((subject) => (subject.batchId === batchId ? [subject.subjectId] : []));
    if (ids.length === 0) return [];
    const isDated = sql`(registers.date >= ${from} or registers.created_at >= ${moment})`;
    const isHis =
      to === null
        ? isDated
        : sql`(registers.date >= ${from} or (registers.created_at >= ${moment} and registers.created_at < ${ended}))
          and registers.date < ${to}`;
    return [
      ids.length === subjects.length ? isHis : sql`(registers.subject_id in (${sql.join(ids)}) and ${isHis})`,
    ];
  });
  if (ways.length === 0) return sql`1 = 0`;
  const counted = sql`(${sql.join(ways, sql` or `)})`;
  return pauses.length === 0
    ? counted
    : sql`(${counted} and not (${sql.join(pauses.map(isWithin), sql` or `)}))`;
}

/**
 * By subject: the registers that list the student on days when he was in the batch: those taken after he joined, or
 * those in which he is absent. Decision 8; rule 2 of the domain.
 */
const countedRegisters = (
  person: Attending,
  pauses: readonly Pause[],
  subjects: readonly TaughtSubject[],
) => sql<{ subject_id: number } & { [C in keyof Counts]: number | string }>`
  select registers.subject_id, count(*) as registers,
    sum(case when absences.type = ${excusedAbsence} then 1 else 0 end) as excused,
    sum(case when absences.type <> ${excusedAbsence} then 1 else 0 end) as unexcused
  from registers left join absences on absences.subject_id = registers.subject_id
    and absences.student_row_id = ${person.rowId} and absences.date = registers.date
    and absences.register_id = registers.id
  where registers.subject_id in (${sql.join(subjects.map(({ subjectId }) => subjectId))})
    and ((${attendedBy(person, pauses, subjects)} and ${listsStudent(sql`${person.rowId}`)}) or absences.id is not null)
  group by registers.subject_id`;

/** As `countedRegisters`, by the row number of the subject. */
async function countsOf(
  db: Db,
  person: Attending,
  subjects: readonly TaughtSubject[],
): Promise<Map<number, Counts>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await countedRegisters(
    person,
    await pausesOf(db, { rowId: person.rowId }),
    subjects,
  ).execute(db);
  return new Map(rows.map(({ subject_id, ...counts }) => [subject_id, addCounts(none, counts)]));
}

const withRate = (counts: Counts): AttendanceFigures => ({
  ...counts,
  rate: attendanceRate(counts.excused + counts.unexcused, counts.registers),
});

/** The attendance of a student in subjects: of each, and of all together. */
export async function attendanceOf(
  db: Db,
  person: Attending,
  subjects: readonly TaughtSubject[],
): Promise<{ of: (subjectId: number) => AttendanceFigures; all: AttendanceFigures }> {
  const counts = await countsOf(db, person, subjects);
  const all = [...counts.values()].reduce(addCounts, none);
  return { of: (subjectId) => withRate(counts.get(subjectId) ?? none), all: withRate(all) };
}
