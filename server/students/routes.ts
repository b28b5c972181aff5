import { subDays } from 'date-fns';
import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { validationMessages } from '../../contract/rules/validationMessages';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { isBirthDate, maxAge } from '../../contract/rules/age';
import { fullName } from '../../contract/rules/identity';
import {
  type LinkState,
  studentsApi,
  studentShape,
  type Student,
  type StudentSummary,
  newStudentDays,
} from '../../contract/students/students';
import { initialValues } from '../../contract/fieldTable';
import { parseChanges } from '../../contract/fields';
import { studentFields } from '../../contract/recordFields';
import { problemDetails } from '../../contract/validation';
import type { Role, StudentStatus } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { loadVisibleStudent } from '../auth/visibleStudent';
import { removeRecords, removeMany, findRecords } from '../domain/recordRemoval';
import { countDependents } from '../db/bulk/wholeTable';
import {
  hasStatus,
  loadNamedEnrolment,
  type Placement,
  placeStudents,
  refuseUnenrolled,
  studentsInBatches,
} from '../domain/enrolments';
import { addGuardian, hasStudentIn, refuseUnconfirmedChild } from '../domain/guardians';
import { loadInstituteDay } from '../domain/institute';
import { codeColumn, listRows, matchingRows, equals } from '../db/search/lists';
import { findBatch, findProgram, refuseDuplicate } from '../domain/references';
import { rowCount } from '../db/search/rowCounts';
import { nextStudentNumbers, refuseFormerNumber } from '../domain/studentNumbers';
import { briefStudentsSelect, loadStudent, studentsSelect, linkState } from '../domain/students';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { listRoute, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { allOf, always, type Condition, type Matching, type RowSet } from '../db/search/matching';
import type { Db } from '../db/schema';

interface Filter {
  program_id?: string | number | undefined;
  program_name?: string | undefined;
  user_id?: number | undefined;
  batch_id?: number | undefined;
  batch_name?: string | undefined;
  gender?: string | undefined;
  created_since?: string | undefined;
  has_batch?: boolean | undefined;
  is_linked?: boolean | undefined;
  link_state?: LinkState | undefined;
  status?: StudentStatus | undefined;
}

const hasBatch = sql<SqlBool>`exists (
  select 1 from enrolments where enrolments.student_row_id = students.id and enrolments.is_shown = 1)`;

/** Places the student from today, like the import. */
async function placeToday(unit: UnitOfWork, placement: Placement): Promise<void> {
  const { today } = await loadInstituteDay(unit.trx, new Date(unit.now));
  await placeStudents(unit, [placement], { date: today, kind: 'moved' });
}

function buildConditions(filter: Filter) {
  const conditionIf = (condition: ReturnType<typeof sql<SqlBool>>, isSet: boolean) =>
    isSet ? [condition] : [];
  return [
    ...conditionIf(
      sql`students.program_row_id = (select id from programs where ${sql.ref(codeColumn('program_id', filter.program_id))} = ${filter.program_id})`,
      filter.program_id !== undefined,
    ),
    ...conditionIf(
      sql`students.program_row_id = (select id from programs where program_name = ${filter.program_name})`,
      filter.program_name !== undefined,
    ),
    ...(filter.user_id === undefined
      ? []
      : [sql<SqlBool>`students.id = (select student_row_id from users where users.id = ${filter.user_id})`]),
    ...equals('students.gender', filter.gender),
    ...conditionIf(sql`students.created_at >= ${filter.created_since}`, filter.created_since !== undefined),
    ...conditionIf(sql`not ${hasBatch}`, filter.has_batch === false),
    ...conditionIf(hasBatch, filter.has_batch === true),
    ...(filter.status === undefined ? [] : [hasStatus(filter.status)]),
    ...buildLinkConditions(filter),
  ];
}

function batchRowSet({ batch_id, batch_name }: Filter): RowSet | undefined {
  const batchConditions = [
    ...(batch_id === undefined ? [] : [sql`batch_id = ${batch_id}`]),
    ...(batch_name === undefined
      ? []
      : [sql`batch_id = (select id from batches where batch_name = ${batch_name})`]),
  ];
  return batchConditions.length > 0 ? studentsInBatches(allOf(batchConditions)) : undefined;
}

const privateFilters = ['user_id', 'gender', 'created_since', 'is_linked', 'link_state'] as const;
const privateSorts: ReadonlySet<string | undefined> = new Set([
  'national_id',
  'phone',
  'gender',
  'created_at',
]);

/**
 * A teacher does not see some columns. Search, filters and sorting exclude them too, so that he cannot
 * guess their values.
 * @throws FORBIDDEN
 */
function buildSource(role: Role, filter: Filter, scope: Scope, sort?: string) {
  const isPrivate = privateFilters.some((name) => filter[name] !== undefined) || privateSorts.has(sort);
  if (role !== 'admin' && isPrivate) throw new Problem('FORBIDDEN');
  const kind = role === 'admin' ? ('students' as const) : ('students_brief' as const);
  return {
    table: 'students' as const,
    kind,
    scope: scope.students,
    scopeRows: scope.studentRows,
    canCacheTotal: role === 'admin' || scope.students === always,
    where: buildConditions(filter),
    within: batchRowSet(filter),
  };
}

interface PlacementInput {
  program_id?: string | null | undefined;
  program_name?: string | null | undefined;
  batch_id?: number | null | undefined;
  batch_name?: string | null | undefined;
}

/**
 * Null in the body removes the student from the programme or batch.
 * @param current the stored student, whose batch stays if the body has no batch
 * @throws VALIDATION for a batch of another programme, or a missing batch if the caller has a section
 */
async function findPlacement(
  unit: UnitOfWork,
  body: PlacementInput,
  { batches }: Scope,
  current: Pick<Student, 'id' | 'batch_id'> | null = null,
) {
  const hasBatchInput = body.batch_id !== undefined || body.batch_name !== undefined;
  const batch = await findBatch(unit.trx, hasBatchInput ? body : { batch_id: current?.batch_id }, batches);
  // A student without a batch is outside of every section, so the caller could not see him.
  if (!batch && batches !== always)
    throw invalid({ path: 'batch_name', message: validationMessages.required });
  const program_row_id = await findProgram(unit.trx, body);
  if (batch && program_row_id && batch.program_row_id !== program_row_id) {
    const enrolment = hasBatchInput || !current ? null : await loadNamedEnrolment(unit.trx, current.id);
    const message = enrolment
      ? ruleMessages.enrolledInOtherProgram(enrolment)
      : ruleMessages.batchOfOtherProgram;
    throw invalid({ path: 'batch_name', message });
  }
  const hasProgramInput = body.program_id !== undefined || body.program_name !== undefined;
  return {
    academicYear: batch?.academic_year,
    batch_id: batch ? batch.id : hasBatchInput ? null : undefined,
    program_row_id: batch ? batch.program_row_id : (program_row_id ?? (hasProgramInput ? null : undefined)),
  };
}

async function refuseTakenIdentity(
  unit: UnitOfWork,
  body: { student_id?: string | undefined; national_id?: string | undefined },
  ownId?: number,
) {
  await refuseDuplicate(
    unit.trx,
    'students',
    'student_id',
    body.student_id,
    ruleMessages.studentNumberTaken,
    ownId,
  );
  await refuseFormerNumber(unit.trx, body.student_id, ownId);
  await refuseDuplicate(
    unit.trx,
    'students',
    'national_id',
    body.national_id,
    ruleMessages.nationalIdTaken,
    ownId,
  );
}

/** @throws VALIDATION for a day after today or too long ago */
async function refuseBirthDate({ trx, now }: UnitOfWork, day: string | null | undefined): Promise<void> {
  if (!day) return;
  const { today } = await loadInstituteDay(trx, new Date(now));
  if (!isBirthDate(day, today))
    throw invalid({ path: 'birth_date', message: ruleMessages.notBirthDate(maxAge) });
}

export const studentRoutes: Route[] = [
  listRoute(studentsApi.list, async ({ data, query, scope, user }) => {
    const filter = { batch_name: query.batch_name, ...query.filter };
    const source = buildSource(user.role, filter, await scope(), query.sort?.[0]);
    const select = user.role === 'admin' ? studentsSelect(data.read) : briefStudentsSelect(data.read);
    return listRows(data.read, { ...source, select, sorts: studentSorts }, query);
  }),

  route(studentsApi.summary, async ({ data, query: { filter }, scope, user }) => {
    const source = buildSource(user.role, filter ?? {}, await scope());
    const since = subDays(data.now(), newStudentDays).toISOString();
    return loadSummary(data.read, await matchingRows(data.read, source, filter), since);
  }),

  route(studentsApi.byUser, async ({ data, params, user, scope }) => {
    if (user.role === 'admin') return loadStudentOfUser(data.read, params.userId, (await scope()).students);
    if (params.userId !== user.id) throw notFound();
    return {
      ...(await loadStudentOfUser(data.read, user.id, always)),
      health_note: null,
      status_reason: null,
    };
  }),

  route(studentsApi.one, async ({ data, params, scope, user }) =>
    loadVisibleStudent(data, user, await scope(), params.id),
  ),

  route(studentsApi.create, ({ data, actor, body, scope }) =>
    data.write(actor, async (unit) => {
      await refuseTakenIdentity(unit, body);
      await refuseBirthDate(unit, body.birth_date);
      const callerScope = await scope();
      const {
        academicYear,
        batch_id = null,
        program_row_id = null,
      } = await findPlacement(unit, body, callerScope);
      const year = academicYear ?? (await loadInstituteDay(unit.trx, data.now())).academicYear;
      const name = fullName(body);
      unit.describe('create', 'students', name, operationDescriptions.studentCreated(name));
      const [generatedNumber = ''] = body.student_id ? [] : await nextStudentNumbers(unit, year, 1);
      const { id } = await unit.insert('students', {
        ...initialValues(studentFields, body),
        student_id: body.student_id || generatedNumber,
        full_name: name,
        program_row_id,
      });
      await placeToday(unit, { studentRowId: id, batchId: batch_id });
      for (const guardian of body.guardians ?? []) {
        await refuseUnconfirmedChild(unit, guardian, callerScope.students);
        await addGuardian(unit, id, guardian, hasStudentIn(callerScope.students));
      }
      return loadStudent(unit.trx, id);
    }),
  ),

  route(studentsApi.update, ({ data, actor, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { version, program_id, program_name, batch_id, batch_name, ...sent } = body;
      const callerScope = await scope();
      const before = await loadStudent(unit.trx, id, callerScope.students);
      const changes = parseStudentChanges(before, sent);
      await refuseTakenIdentity(unit, changes, id);
      await refuseBirthDate(unit, changes.birth_date);
      const { batch_id: batchId, program_row_id } = await findPlacement(
        unit,
        { program_id, program_name, batch_id, batch_name },
        callerScope,
        before,
      );
      unit.describe(
        'update',
        'students',
        before.full_name,
        operationDescriptions.studentUpdated(before.full_name),
      );
      const columns = {
        ...changes,
        student_id: changes.student_id || undefined,
        nationality: changes.nationality ?? undefined,
        full_name: fullName({ ...before, ...changes }),
        program_row_id,
      };
      await unit.update('students', id, columns, version, () => loadStudent(unit.trx, id));
      if (batchId !== undefined && batchId !== before.batch_id) {
        refuseUnenrolled([before]);
        await placeToday(unit, { studentRowId: id, batchId });
      }
      return loadStudent(unit.trx, id);
    }),
  ),

  route(studentsApi.remove, ({ data, actor, params: { id }, scope }) =>
    removeRecords(data, actor, {
      table: 'students',
      ids: [id],
      describe: async (trx) => {
        const { full_name } = await loadStudent(trx, id, (await scope()).students);
        return { item: full_name, text: operationDescriptions.studentDeleted(full_name) };
      },
      answer: () => ({ message: successMessages.studentDeleted }),
    }),
  ),

  route(studentsApi.dependents, async ({ data, params: { id }, scope }) => {
    await loadStudent(data.read, id, (await scope()).students);
    return countDependents(data.read, 'students', [id]);
  }),

  route(studentsApi.removeMany, async ({ data, actor, body, scope }) => {
    const { students } = await scope();
    return removeMany(data, actor, 'students', body, students);
  }),

  route(studentsApi.dependentsOfMany, async ({ data, body: { ids }, scope }) => {
    await findRecords(data.read, 'students', ids, (await scope()).students);
    return countDependents(data.read, 'students', ids);
  }),
];

/** @throws VALIDATION */
function parseStudentChanges(before: Student, sent: Record<string, unknown>) {
  const result = parseChanges(studentShape, before, sent);
  if (!result.success) throw invalid(...problemDetails(result.error));
  return result.data;
}

function buildLinkConditions(filter: {
  is_linked?: boolean | undefined;
  link_state?: LinkState | undefined;
}): Condition[] {
  const isLinked = sql<SqlBool>`exists (select 1 from users where student_row_id = students.id)`;
  return [
    ...(filter.is_linked === undefined ? [] : [filter.is_linked ? isLinked : sql<SqlBool>`not ${isLinked}`]),
    ...(filter.link_state === undefined ? [] : [sql<SqlBool>`${linkState} = ${filter.link_state}`]),
  ];
}

const studentSorts = {
  id: 'id',
  student_id: 'student_id',
  full_name: 'full_name_sort',
  national_id: 'national_id',
  phone: 'phone',
  gender: 'gender',
  program_name: sql`(select p.program_name_sort from programs as p where p.id = students.program_row_id)`,
  batch_name: sql`(select b.batch_name_sort from enrolments as shown join batches as b on b.id = shown.batch_id
    where shown.student_row_id = students.id and shown.is_shown = 1)`,
  status: sql`coalesce((select stated.status from student_statuses as stated
    where stated.student_row_id = students.id and stated.to_date is null), 'active')`,
  created_at: 'created_at',
};

/** @throws NOT_FOUND, also for a record outside of the scope */
async function loadStudentOfUser(db: Db, userId: number, scope: Condition): Promise<Student> {
  return studentsSelect(db).where('users.id', '=', userId).where(scope).executeTakeFirstOrThrow(notFound);
}

type SummaryRow = Record<keyof StudentSummary, number | null>;

/** @param since students created after this time count as new */
async function loadSummary(db: Db, matching: Matching, since: string): Promise<StudentSummary> {
  const query = sql<SummaryRow>`
    select count(*) as total, count(distinct program_row_id) as programs,
      count(distinct (select batch_id from enrolments where student_row_id = students.id and is_shown = 1)) as batches,
      coalesce(sum(case when students.created_at >= ${since} then 1 else 0 end), 0) as new_students
    ${matching.rows}`;
  // Without a filter, each number comes from an index, which is faster than reading every row.
  const queryOfAll = sql<SummaryRow>`
    select ${rowCount('students')} as total,
      (select count(*) from programs where exists (select 1 from students where program_row_id = programs.id)) as programs,
      (select count(*) from batches where exists (select 1 from enrolments where batch_id = batches.id and is_shown = 1)) as batches,
      (select count(*) from students where created_at >= ${since}) as new_students`;
  const { rows } = await (matching.isWholeTable ? queryOfAll : query).execute(db);
  const row = rows[0];
  return {
    total: Number(row?.total ?? 0),
    programs: Number(row?.programs ?? 0),
    batches: Number(row?.batches ?? 0),
    new_students: Number(row?.new_students ?? 0),
  };
}
