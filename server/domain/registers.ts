import { type RawBuilder, sql } from 'kysely';
import { chunks } from '../db/engine/chunks';
import type { Db, Row, Trx } from '../db/schema';
import type { Condition } from '../db/search/matching';
import { isMemberOn } from './circles';
import { isOnRosterOn } from './enrolments';

const chunkSize = 400;

const membership = (column: 'circle_id' | 'created_at', student: RawBuilder<unknown>) => sql`(
  select ${sql.ref(`circle_members.${column}`)} from circle_members
    join circles on circles.id = circle_members.circle_id
  where circle_members.student_row_id = ${student} and circle_members.subject_id = registers.subject_id
    and ${isMemberOn(sql.ref<string>('registers.date'))})`;

/**
 * SQL condition on `registers` (rule 2 of the domain, ADR 29). If a register of the subject is older than the
 * membership, it counts until the circle has its own register.
 */
export const listsStudent = (student: RawBuilder<unknown>): Condition => sql`(
  coalesce(registers.circle_id, 0) = coalesce(${membership('circle_id', student)}, 0)
  or (registers.circle_id is null and registers.created_at < ${membership('created_at', student)}
    and not exists (select 1 from registers as own_register where own_register.subject_id = registers.subject_id
      and own_register.date = registers.date and own_register.circle_id = ${membership('circle_id', student)})))`;

/** SQL condition on `registers`. A holiday may exclude the registers of its days (ADR 84). */
export const isRegisterCounted: Condition = sql`registers.is_excluded = 0`;

/**
 * SQL condition on `absences`. An excluded day has no counted register of the subject. Subject and day are in
 * the index of a sheet, and the few excluded registers are read once.
 */
export const isAbsenceCounted: Condition = sql`(absences.subject_id, absences.date) not in (
  select excluded_register.subject_id, excluded_register.date from registers as excluded_register
  where excluded_register.is_excluded = 1)`;

type DayRow = Pick<Row<'registers'>, 'id' | 'subject_id' | 'date' | 'circle_id' | 'listed' | 'created_at'> & {
  counted_before: number | null;
};

/** Stores how many students another register of the day counts, so that a student counts once (ADR 29). */
export async function updateCountedBefore(
  trx: Trx,
  subjectIds: readonly number[],
  dates: readonly string[],
): Promise<void> {
  for (const ids of chunks(subjectIds, chunkSize))
    for (const days of chunks(dates, chunkSize)) {
      const rows = await trx
        .selectFrom('registers')
        .select(['id', 'subject_id', 'date', 'circle_id', 'listed', 'created_at', 'counted_before'])
        .where('subject_id', 'in', ids)
        .where('date', 'in', days)
        .orderBy('id')
        .execute();
      const byDay = new Map<string, DayRow[]>();
      for (const row of rows) {
        const key = `${row.subject_id}/${row.date}`;
        byDay.set(key, [...(byDay.get(key) ?? []), row]);
      }
      for (const day of byDay.values()) await updateDay(trx, day);
    }
}

async function updateDay(trx: Trx, registers: readonly DayRow[]): Promise<void> {
  const countedIds = new Set<number>();
  for (const register of registers) {
    const students = registers.length === 1 ? [] : await loadListedStudents(trx, register);
    const countedBefore = students.filter((id) => countedIds.has(id)).length || null;
    for (const id of students) countedIds.add(id);
    if (countedBefore !== register.counted_before)
      await trx
        .updateTable('registers')
        .set({ counted_before: countedBefore })
        .where('id', '=', register.id)
        .execute();
  }
}

async function loadListedStudents(db: Db, { subject_id, date, listed, created_at }: DayRow) {
  if (listed !== null) return JSON.parse(listed) as number[];
  const { rows } = await sql<{ id: number }>`
    select enrolments.student_row_id as id
    from subjects join enrolments on enrolments.batch_id = subjects.batch_id
    where subjects.id = ${subject_id} and ${isOnRosterOn(date)}
      and enrolments.created_at <= ${created_at}`.execute(db);
  return rows.map(({ id }) => id);
}
