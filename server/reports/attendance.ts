import { sql } from 'kysely';
import type { AttendanceFigures } from '../../contract/studentReport';
import { excusedAbsence } from '../../contract/vocabulary';
import { attendanceRate } from '../../contract/rules/attendance';
import type { Db } from '../db/schema';
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

/**
 * By subject: the registers of these subjects since the student came into the batch: of a later day, taken later, or
 * one in which he is absent. Decision 8.
 */
const countedRegisters = (
  { rowId, joined }: Pick<Person, 'rowId' | 'joined'>,
  subjectIds: readonly number[],
) => sql<{ subject_id: number } & { [C in keyof Counts]: number | string }>`
  select registers.subject_id, count(*) as registers,
    sum(case when absences.type = ${excusedAbsence} then 1 else 0 end) as excused,
    sum(case when absences.type <> ${excusedAbsence} then 1 else 0 end) as unexcused
  from registers left join absences on absences.subject_id = registers.subject_id
    and absences.student_row_id = ${rowId} and absences.date = registers.date
  where registers.subject_id in (${sql.join(subjectIds)})
    and (registers.date >= ${joined.day} or registers.created_at >= ${joined.moment} or absences.id is not null)
  group by registers.subject_id`;

/** As `countedRegisters`, by the row number of the subject. */
async function countsOf(db: Db, person: Person, subjectIds: readonly number[]): Promise<Map<number, Counts>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await countedRegisters(person, subjectIds).execute(db);
  return new Map(rows.map(({ subject_id, ...counts }) => [subject_id, addCounts(none, counts)]));
}

const withRate = (counts: Counts): AttendanceFigures => ({
  ...counts,
  rate: attendanceRate(counts.excused + counts.unexcused, counts.registers),
});

/** The attendance of a student in subjects: of each, and of all together. */
export async function attendanceOf(
  db: Db,
  person: Person,
  subjectIds: readonly number[],
): Promise<{ of: (subjectId: number) => AttendanceFigures; all: AttendanceFigures }> {
  const counts = await countsOf(db, person, subjectIds);
  const all = [...counts.values()].reduce(addCounts, none);
  return { of: (subjectId) => withRate(counts.get(subjectId) ?? none), all: withRate(all) };
}
