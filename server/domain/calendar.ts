import { type RawBuilder, sql } from 'kysely';
import { type BatchGroup, type Calendar, listDaysOff } from '../../contract/rules/calendar';
import type { Term } from '../../contract/rules/terms';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Row } from '../db/schema';
import type { Condition } from '../db/search/matching';
import { parseWeekend, parseYears } from './institute';

/**
 * The whole calendar, for `isTeachingDay` of contract/rules/calendar.ts. A call loads it once, not for each
 * row.
 */
export async function loadCalendar(db: Db): Promise<Calendar & { terms: (Term & { id: number })[] }> {
  const settings = await db
    .selectFrom('settings')
    .select(['weekend_days', 'confirmed_years'])
    .executeTakeFirst();
  const terms = await db
    .selectFrom('terms')
    .select(['id', 'name', 'start_date', 'end_date'])
    .orderBy('start_date')
    .orderBy('id')
    .execute();
  const holidays = await db
    .selectFrom('holidays')
    .leftJoin('programs', 'programs.id', 'holidays.program_row_id')
    .select([
      'holidays.name',
      'holidays.kind',
      'holidays.from_date as from',
      'holidays.to_date as to',
      'holidays.section',
      'programs.program_id',
      'holidays.batch_id',
    ])
    .orderBy('holidays.from_date')
    .orderBy('holidays.id')
    .execute();
  return {
    weekend_days: parseWeekend(settings?.weekend_days),
    confirmed_years: parseYears(settings?.confirmed_years),
    terms,
    holidays,
  };
}

/** Day numbers of the days off, listed once for each batch. */
export type DaysOff = (group: BatchGroup) => ReadonlySet<number>;

export async function loadDaysOff(db: Db): Promise<DaysOff> {
  const calendar = await loadCalendar(db);
  const byBatch = new Map<number, ReadonlySet<number>>();
  return (group) => {
    const stored = byBatch.get(group.batch_id);
    const days = stored ?? listDaysOff(calendar, group);
    byBatch.set(group.batch_id, days);
    return days;
  };
}

/** SQL condition on `holidays` and `batches`. `appliesTo` of contract/rules/calendar.ts has the same rule. */
export const isHolidayOfBatch: Condition = sql`(holidays.section is null or holidays.section = batches.section)
  and (holidays.program_row_id is null or holidays.program_row_id = batches.program_row_id)
  and (holidays.batch_id is null or holidays.batch_id = batches.id)`;

/** SQL condition on `subjects`: the batch has a holiday on the day. */
export const isOnHoliday = (day: string | RawBuilder<string>): Condition => sql`exists (
  select 1 from holidays join batches on batches.id = subjects.batch_id
  where holidays.from_date <= ${day} and holidays.to_date >= ${day} and ${isHolidayOfBatch})`;

/** SQL condition on `registers` and `batches`. */
const isOnExcludedDay = sql`exists (select 1 from holidays where holidays.excludes_registers = 1
  and holidays.from_date <= registers.date and holidays.to_date >= registers.date and ${isHolidayOfBatch})`;

const chunkSize = 2_000;

/** The registers whose exclusion the write may have changed, as conditions on `registers` and `batches`. */
function listAffectedRegisters(unit: UnitOfWork): RawBuilder<unknown>[] {
  const excluding = unit
    .changed('holidays')
    .flatMap(({ before, after }) => [before, after])
    .filter((row): row is Row<'holidays'> => row?.excludes_registers === 1);
  const addedIds = unit
    .changed('registers')
    .flatMap(({ before, after }) => (after && before?.date !== after.date ? after.id : []));
  const movedBatches = unit
    .changed('batches')
    .flatMap(({ before, after }) =>
      before && after && (before.section !== after.section || before.program_row_id !== after.program_row_id)
        ? after.id
        : [],
    );
  return [
    ...excluding.map(
      ({ from_date, to_date }) => sql`registers.date >= ${from_date} and registers.date <= ${to_date}`,
    ),
    ...[...chunks(addedIds, chunkSize)].map((ids) => sql`registers.id in (${sql.join(ids)})`),
    ...[...chunks(movedBatches, chunkSize)].map((ids) => sql`batches.id in (${sql.join(ids)})`),
  ];
}

/**
 * Sets `registers.is_excluded` after a write of holidays, registers or batches (ADR 84).
 * @returns the subjects and absent students whose figures change
 */
export async function updateExcludedRegisters(
  unit: UnitOfWork,
): Promise<{ subjects: number[]; students: number[] }> {
  const [subjects, students] = [new Set<number>(), new Set<number>()];
  for (const condition of listAffectedRegisters(unit)) {
    const { rows } = await sql<{ id: number; subject_id: number; is_excluded: number }>`
      select registers.id, registers.subject_id, registers.is_excluded
      from registers join subjects on subjects.id = registers.subject_id join batches on batches.id = subjects.batch_id
      where ${condition} and registers.is_excluded <> case when ${isOnExcludedDay} then 1 else 0 end`.execute(
      unit.trx,
    );
    for (const changed of chunks(rows, chunkSize)) {
      const ids = changed.map(({ id }) => id);
      await unit.trx
        .updateTable('registers')
        .set({ is_excluded: sql<number>`1 - is_excluded` })
        .where('id', 'in', ids)
        .execute();
      const absent = await unit.trx
        .selectFrom('absences')
        .select('student_row_id')
        .distinct()
        .where('register_id', 'in', ids)
        .execute();
      for (const { subject_id } of changed) subjects.add(subject_id);
      for (const { student_row_id } of absent) students.add(student_row_id);
    }
  }
  return { subjects: [...subjects], students: [...students] };
}
