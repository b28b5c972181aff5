import { sql, type SqlBool, type RawBuilder } from 'kysely';
import { batchesApi, type Batch } from '../../contract/batches';
import { ruleMessages } from '../../contract/errors';
import { validationMessages } from '../../contract/rules/validationMessages';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { initialValues } from '../../contract/fieldTable';
import { batchFields } from '../../contract/courseFields';
import { isWithin } from '../../contract/rules/batchDates';
import type { SessionUser } from '../../contract/accounts/auth';
import { defaultBatchStatus, type Section } from '../../contract/vocabulary';
import { removeRecords, removeMany, findRecords } from '../domain/recordRemoval';
import { countDependents } from '../db/bulk/wholeTable';
import { refuseIfLeaversHaveWork } from '../domain/leavers';
import { isOnRoster } from '../domain/enrolments';
import { checkAcademicYear, loadInstituteDay } from '../domain/institute';
import { codeColumn, listRows, equals, fieldColumns } from '../db/search/lists';
import { findProgram, refuseDuplicate } from '../domain/references';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { listRoute, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { oncePerDatabase } from '../db/engine/once';
import type { Db } from '../db/schema';
import { loadCard } from './card';

interface DateRange {
  start_date: string | null;
  end_date: string | null;
}

function refuseReversedDates({ start_date, end_date }: DateRange): void {
  if (start_date && end_date && end_date < start_date)
    throw invalid({ path: 'end_date', message: ruleMessages.datesReversed });
}

/** @throws FORBIDDEN if an admin of one section sets another section */
function refuseOtherSection({ section: ownSection }: SessionUser, section: Section | undefined): void {
  if (ownSection !== null && section !== undefined && section !== ownSection)
    throw new Problem('FORBIDDEN', { message: ruleMessages.notForOneSection });
}

/** A student always has the programme of his batch. */
async function moveStudents(unit: UnitOfWork, batchId: number, program_row_id: number): Promise<void> {
  const students = await unit.trx
    .selectFrom('enrolments')
    .select('student_row_id as id')
    .where('batch_id', '=', batchId)
    .where('is_shown', '=', 1)
    .orderBy('student_row_id')
    .execute();
  await unit.updateMany(
    'students',
    students.map(({ id }) => ({ id, changes: { program_row_id } })),
  );
}

export const batchRoutes: Route[] = [
  listRoute(batchesApi.list, async ({ data, query, scope }) => {
    const filter = query.filter ?? {};
    const programName = filter.program_name ?? query.program_name;
    const programCondition = (
      column: 'id' | 'program_id' | 'program_name',
      value: string | number | undefined,
    ) =>
      value === undefined
        ? []
        : [
            sql<SqlBool>`batches.program_row_id = (select id from programs where ${sql.ref(column)} = ${value})`,
          ];
    const { today, academicYear } = await loadInstituteDay(data.read, data.now());
    const isCurrent = sql<SqlBool>`batches.academic_year = ${academicYear}`;
    const where = [
      ...programCondition(codeColumn('program_id', filter.program_id), filter.program_id),
      ...programCondition('program_name', programName),
      ...equals('batches.academic_year', filter.academic_year),
      ...equals('batches.level', filter.level),
      ...equals('batches.status', filter.status),
      ...equals('batches.section', filter.section),
      ...(filter.is_active === undefined
        ? []
        : [filter.is_active ? isCurrent : sql<SqlBool>`not (${isCurrent})`]),
      ...(filter.is_running === undefined
        ? []
        : [filter.is_running ? runningCondition(today) : sql<SqlBool>`not (${runningCondition(today)})`]),
    ];
    const { rows, total } = await listRows(
      data.read,
      {
        table: 'batches',
        select: selectBatches(data.read),
        sorts: batchSorts,
        scope: (await scope()).batches,
        where,
      },
      query,
    );
    return { rows: rows.map((row) => toBatch(row, today)), total };
  }),

  route(batchesApi.one, async ({ data, params, scope }) =>
    loadBatch(data.read, params.id, data.now(), (await scope()).batches),
  ),

  route(batchesApi.card, async ({ data, params, scope }) => {
    const callerScope = await scope();
    const batch = await loadBatch(data.read, params.id, data.now(), callerScope.batches);
    return loadCard(data.read, batch, callerScope, (await loadInstituteDay(data.read, data.now())).today);
  }),

  route(batchesApi.create, ({ data, actor, user, body }) =>
    data.write(actor, async (unit) => {
      refuseOtherSection(user, body.section);
      unit.describe(
        'create',
        'batches',
        body.batch_name,
        operationDescriptions.batchCreated(body.batch_name),
      );
      const program_row_id = await findProgram(unit.trx, body);
      if (!program_row_id) throw invalid({ path: 'program_name', message: validationMessages.required });
      await refuseDuplicate(unit.trx, 'batches', 'batch_name', body.batch_name, ruleMessages.batchNameTaken);
      await checkAcademicYear(unit, body.academic_year, null, 'academic_year');
      const { academicYear } = await loadInstituteDay(unit.trx, data.now());
      const academic_year = body.academic_year ?? academicYear;
      const section = user.section ?? body.section;
      const values = initialValues(batchFields, { ...body, section, academic_year });
      refuseReversedDates(values);
      const { id } = await unit.insert('batches', { ...values, program_row_id });
      return loadBatch(unit.trx, id, data.now());
    }),
  ),

  route(batchesApi.update, ({ data, actor, user, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { version, program_id, program_name, ...changes } = body;
      const before = await loadBatch(unit.trx, id, data.now(), (await scope()).batches);
      refuseOtherSection(user, changes.section);
      const program_row_id = await findProgram(unit.trx, { program_id, program_name });
      await refuseDuplicate(
        unit.trx,
        'batches',
        'batch_name',
        changes.batch_name,
        ruleMessages.batchNameTaken,
        id,
      );
      await checkAcademicYear(unit, changes.academic_year, before.academic_year, 'academic_year');
      const { start_date = before.start_date, end_date = before.end_date } = changes;
      refuseReversedDates({ start_date, end_date });
      unit.describe(
        'update',
        'batches',
        before.batch_name,
        operationDescriptions.batchUpdated(before.batch_name),
      );
      await unit.update('batches', id, { ...changes, program_row_id }, version, () =>
        loadBatch(unit.trx, id, data.now()),
      );
      if (program_row_id) await moveStudents(unit, id, program_row_id);
      return loadBatch(unit.trx, id, data.now());
    }),
  ),

  route(batchesApi.remove, ({ data, config, actor, params: { id }, query: { confirm }, scope }) =>
    removeRecords(data, actor, {
      table: 'batches',
      ids: [id],
      describe: async (trx) => {
        const { batch_name } = await loadBatch(trx, id, data.now(), (await scope()).batches);
        if (!config.PLAIN_API) await refuseIfLeaversHaveWork(trx, 'batches', [id], confirm);
        return { item: batch_name, text: operationDescriptions.batchDeleted(batch_name) };
      },
      answer: () => ({ message: successMessages.batchDeleted }),
    }),
  ),

  route(batchesApi.dependents, async ({ data, params: { id }, scope }) => {
    await loadBatch(data.read, id, data.now(), (await scope()).batches);
    return countDependents(data.read, 'batches', [id]);
  }),

  route(batchesApi.removeMany, async ({ data, actor, body, scope }) => {
    const { batches } = await scope();
    return removeMany(data, actor, 'batches', body, batches);
  }),

  route(batchesApi.dependentsOfMany, async ({ data, body: { ids }, scope }) => {
    await findRecords(data.read, 'batches', ids, (await scope()).batches);
    return countDependents(data.read, 'batches', ids);
  }),
];

const selectBatches = oncePerDatabase((db) =>
  db
    .selectFrom('batches')
    .innerJoin('programs', 'programs.id', 'batches.program_row_id')
    .select([
      ...fieldColumns('batches', batchFields),
      'batches.id',
      'batches.id as batch_id',
      'programs.program_id',
      'programs.program_name',
      'batches.created_at',
      'batches.updated_at',
      'batches.version',
    ])
    .select((builder) =>
      builder
        .selectFrom('enrolments')
        .select((count) => count.fn.countAll<number>().as('students'))
        .whereRef('enrolments.batch_id', '=', 'batches.id')
        .where(isOnRoster)
        .as('students_count'),
    ),
);

const batchSorts = {
  id: 'id',
  batch_name: 'batch_name_sort',
  batch_number: 'batch_number',
  program_name: sql`(select own_program.program_name_sort from programs as own_program where own_program.id = batches.program_row_id)`,
  academic_year: 'academic_year',
  section: 'section',
  students_count: sql`(select count(*) from enrolments where enrolments.batch_id = batches.id and ${isOnRoster})`,
  start_date: 'start_date',
  created_at: 'created_at',
};

/** The same rule as in `toBatch`. */
const runningCondition = (today: string) => sql<SqlBool>`batches.status = ${defaultBatchStatus}
  and (batches.start_date is null or batches.start_date <= ${today})
  and (batches.end_date is null or batches.end_date >= ${today})
  and exists (select 1 from enrolments where enrolments.batch_id = batches.id and ${isOnRoster})`;

type BatchRow = Omit<Batch, 'students_count' | 'is_running'> & { students_count: number | null };

function toBatch(row: BatchRow, today: string): Batch {
  const students_count = Number(row.students_count ?? 0);
  const is_running = row.status === defaultBatchStatus && isWithin(row, today) && students_count > 0;
  return { ...row, students_count, is_running };
}

/** @throws NOT_FOUND, also for a record outside of the scope */
async function loadBatch(db: Db, id: number, now: Date, scope?: RawBuilder<SqlBool>): Promise<Batch> {
  const row = await selectBatches(db)
    .where('batches.id', '=', id)
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirstOrThrow(notFound);
  return toBatch(row, (await loadInstituteDay(db, now)).today);
}
