import { sql } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import { calendarApi, type Holiday, maxCalendarDays } from '../../contract/calendar';
import type { QueryOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import type { DayRange } from '../../contract/rules/calendar';
import { daysBetween } from '../../contract/rules/retention';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import type { Scope } from '../auth/scope';
import { isHolidayOfBatch, loadCalendar } from '../domain/calendar';
import { findBatch, findProgram } from '../domain/references';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, NewRow } from '../db/schema';
import { equals } from '../db/search/lists';
import { allOf, always, type Condition } from '../db/search/matching';
import { type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';

export const calendarRoutes: Route[] = [
  route(calendarApi.read, async ({ data, query, scope }) => {
    refuseLongRange(query);
    const { weekend_days, terms, confirmed_years } = await loadCalendar(data.read);
    const holidays = await selectHolidays(data.read)
      .where('holidays.from_date', '<=', query.to)
      .where('holidays.to_date', '>=', query.from)
      .where(isVisible(await scope()))
      .orderBy('holidays.from_date')
      .orderBy('holidays.id')
      .execute();
    return {
      weekend_days: [...weekend_days],
      terms,
      confirmed_years: [...confirmed_years],
      holidays: holidays.map(toHoliday),
    };
  }),

  route(calendarApi.registers, async ({ data, query, scope }) => {
    refuseLongRange(query);
    return countRegisters(data.read, query, await scope());
  }),

  route(calendarApi.create, async ({ data, actor, user, body, scope }) => {
    const callerScope = await scope();
    const { unit, id } = await data.write(actor, async (unitOfWork) => {
      const { from, to, name, kind = 'holiday' } = body;
      refuseLongRange(body);
      const describe = kind === 'suspended' ? 'teachingSuspended' : 'holidayCreated';
      unitOfWork.describe('create', 'holidays', name, operationDescriptions[describe](name, { from, to }));
      const owner = await findOwner(unitOfWork.trx, body, user, callerScope);
      const excludes_registers = Number(body.excludes_registers ?? false);
      const row = { name, kind, from_date: from, to_date: to, excludes_registers, ...owner };
      return { unit: unitOfWork, id: (await unitOfWork.insert('holidays', row)).id };
    });
    return { ...(await loadHoliday(data.read, id)), operation_id: unit.operation };
  }),

  route(calendarApi.update, async ({ data, actor, user, params: { id }, body, scope }) => {
    const callerScope = await scope();
    const { operation } = await data.write(actor, async (unit) => {
      const before = await findOwnHoliday(unit, id, user, callerScope);
      const changed = { ...before, ...body };
      refuseLongRange(changed);
      unit.describe('update', 'holidays', before.name, operationDescriptions.holidayUpdated(before.name));
      const { from, to, name, kind, excludes_registers } = changed;
      const owner = await findOwner(unit.trx, changed, user, callerScope);
      await unit.update(
        'holidays',
        id,
        {
          name,
          kind,
          from_date: from,
          to_date: to,
          excludes_registers: Number(excludes_registers),
          ...owner,
        },
        body.version,
        () => loadHoliday(unit.trx, id),
      );
      return unit;
    });
    return { ...(await loadHoliday(data.read, id)), operation_id: operation };
  }),

  route(calendarApi.remove, async ({ data, actor, user, params: { id }, scope }) => {
    const callerScope = await scope();
    const { operation } = await data.write(actor, async (unit) => {
      const { name } = await findOwnHoliday(unit, id, user, callerScope);
      unit.describe('delete', 'holidays', name, operationDescriptions.holidayDeleted(name));
      await unit.remove('holidays', [id]);
      return unit;
    });
    return { message: successMessages.holidayDeleted, operation_id: operation };
  }),
];

/** @throws VALIDATION for a reversed range, or one over a year */
function refuseLongRange({ from, to }: DayRange): void {
  if (to < from) throw invalid({ path: 'to', message: ruleMessages.datesReversed });
  if (daysBetween(from, to) >= maxCalendarDays)
    throw invalid({ path: 'to', message: ruleMessages.rangeTooLong(maxCalendarDays) });
}

const selectHolidays = (db: Db) =>
  db
    .selectFrom('holidays')
    .leftJoin('programs', 'programs.id', 'holidays.program_row_id')
    .leftJoin('batches as own_batch', 'own_batch.id', 'holidays.batch_id')
    .select([
      'holidays.id',
      'holidays.from_date as from',
      'holidays.to_date as to',
      'holidays.name',
      'holidays.kind',
      'holidays.section',
      'programs.program_id',
      'programs.program_name',
      'holidays.batch_id',
      'own_batch.batch_name',
      'holidays.excludes_registers',
      'holidays.version',
    ]);

const toHoliday = (row: Omit<Holiday, 'excludes_registers'> & { excludes_registers: number }): Holiday => ({
  ...row,
  excludes_registers: row.excludes_registers === 1,
});

const loadHoliday = async (db: Db, id: number): Promise<Holiday> =>
  toHoliday(await selectHolidays(db).where('holidays.id', '=', id).executeTakeFirstOrThrow(notFound));

/** SQL condition on `holidays`: for the whole institute, or for a batch in scope. */
const isVisible = ({ batches, section }: Scope): Condition =>
  batches === always
    ? always
    : sql`((holidays.section is null and holidays.program_row_id is null and holidays.batch_id is null)
        or ${section === null ? sql`1 = 0` : sql`(holidays.section = ${section} and holidays.program_row_id is null)`}
        or exists (select 1 from batches where ${isHolidayOfBatch} and ${batches}))`;

interface OwnerInput {
  section?: Holiday['section'] | undefined;
  program_id?: string | null | undefined;
  batch_id?: number | null | undefined;
}
type Owner = Pick<NewRow<'holidays'>, 'section' | 'program_row_id' | 'batch_id'>;

/** @throws VALIDATION, and FORBIDDEN for students outside of the caller's section */
async function findOwner(db: Db, input: OwnerInput, user: SessionUser, scope: Scope): Promise<Owner> {
  const { section = null, program_id = null, batch_id = null } = input;
  if (batch_id !== null && (section !== null || program_id !== null))
    throw invalid({ path: 'batch_id', message: ruleMessages.holidayOfTwo });
  const batch = await findBatch(db, { batch_id }, scope.batches);
  const program_row_id = (await findProgram(db, { program_id })) ?? null;
  if (user.section !== null && !batch && section !== user.section)
    throw new Problem('FORBIDDEN', { message: ruleMessages.notForOneSection });
  return { section, program_row_id, batch_id: batch?.id ?? null };
}

/** @throws NOT_FOUND, also for a holiday that the caller does not see; FORBIDDEN as `findOwner` */
async function findOwnHoliday(
  { trx }: UnitOfWork,
  id: number,
  user: SessionUser,
  scope: Scope,
): Promise<Holiday> {
  const row = await selectHolidays(trx)
    .where('holidays.id', '=', id)
    .where(isVisible(scope))
    .executeTakeFirstOrThrow(notFound);
  await findOwner(trx, row, user, scope);
  return toHoliday(row);
}

async function countRegisters(
  db: Db,
  { from, to, section, program_id, batch_id }: QueryOf<typeof calendarApi.registers>,
  { batches }: Scope,
): Promise<{ registers: number; absences: number }> {
  const isOwn = allOf([
    sql`registers.date >= ${from} and registers.date <= ${to} and ${batches}`,
    ...equals('batches.section', section),
    ...equals('programs.program_id', program_id),
    ...equals('batches.id', batch_id),
  ]);
  const { rows } = await sql<{ registers: number | string; absences: number | string }>`
    select count(*) as registers, coalesce(sum(
      (select count(*) from absences where absences.register_id = registers.id)), 0) as absences
    from registers join subjects on subjects.id = registers.subject_id
      join batches on batches.id = subjects.batch_id join programs on programs.id = batches.program_row_id
    where ${isOwn}`.execute(db);
  return { registers: Number(rows[0]?.registers ?? 0), absences: Number(rows[0]?.absences ?? 0) };
}
