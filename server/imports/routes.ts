import type { Endpoint } from '../../contract/endpoint';
import { importResultMessages, questionMessages } from '../../contract/importMessages';
import {
  type ImportCheck,
  type ImportError,
  type ImportQuestion,
  type ImportResult,
  importsApi,
  importMessage,
  type MissingFromFile,
  type PersonDecision,
} from '../../contract/imports';
import { type CheckedRecord, checkRecord, type ImportValues } from '../../contract/rules/imports';
import type { ImportProblem } from '../../contract/rules/importsCells';
import type { GuardianCells } from '../../contract/rules/families/importsGuardians';
import { operationDescriptions } from '../../contract/successMessages';
import type { ImportType } from '../../contract/vocabulary';
import { type OneTimePassword, createOneTimePasswords } from '../auth/passwords';
import type { Scope } from '../auth/scope';
import type { Data } from '../db/data';
import { loadCountry } from '../db/log/derived';
import type { Actor, UnitOfWork } from '../db/log/unitOfWork';
import { Yielder } from '../db/engine/yielder';
import { phoneKey } from '../db/search/phones';
import { successBody, type Route, route } from '../mount';
import { createGradePlanner } from './grades';
import { type CreatedAccount, type PlanContext, type Planned, RowAsks, RowRefused } from './planning';
import { createBatchPlanner, createProgramPlanner } from './programsAndBatches';
import {
  storeCounts,
  finishImport,
  type ImportBody,
  type ImportRow,
  parseImportId,
  loadProgress,
  type RequestKeys,
} from './requests';
import { createStudentPlanner } from './students';
import { createSubjectPlanner } from './subjects';
import { createUserPlanner } from './users';

const importRoute = (endpoint: Endpoint, type: ImportType): Route => ({
  endpoint,
  async answer({ data, actor, user, body, config, key, scope }, request) {
    const importId = config.PLAIN_API ? null : parseImportId(request.headers);
    const keys = { userId: user.id, key, importId };
    return importRecords(data, actor, type, body as ImportBody, keys, await scope());
  },
});

const checkRoute = (endpoint: Endpoint, type: ImportType): Route => ({
  endpoint,
  answer: async ({ data, body, scope }) => checkRecords(data, type, (body as ImportBody).data, await scope()),
});

export const importRoutes: Route[] = [
  importRoute(importsApi.importStudents, 'students'),
  importRoute(importsApi.importSubjects, 'subjects'),
  importRoute(importsApi.importPrograms, 'programs'),
  importRoute(importsApi.importBatches, 'batches'),
  importRoute(importsApi.importGrades, 'grades'),
  importRoute(importsApi.importUsers, 'users'),
  checkRoute(importsApi.checkStudents, 'students'),
  checkRoute(importsApi.checkSubjects, 'subjects'),
  checkRoute(importsApi.checkPrograms, 'programs'),
  checkRoute(importsApi.checkBatches, 'batches'),
  checkRoute(importsApi.checkGrades, 'grades'),
  checkRoute(importsApi.checkUsers, 'users'),
  route(importsApi.finish, async ({ data, user, params, body }) => {
    const now = data.now().toISOString();
    await data.writeUnlogged((trx) => finishImport(trx, now, user.id, params.importId, body.failed));
    return successBody(importResultMessages.finished);
  }),
  route(importsApi.progress, ({ data, user, params }) => loadProgress(data.read, user.id, params.importId)),
];

type Report = Pick<ImportCheck, 'imported' | 'updated' | 'failed' | 'errors' | 'warnings'> & {
  unchanged: number;
};
type Additions = Required<Pick<ImportCheck, 'changes' | 'questions' | 'decisions'>>;

interface Planner<V> {
  /** Called in the order of the file. @throws RowRefused */
  plan(values: V, warn: (problem: ImportProblem) => void): Planned | Promise<Planned>;
  write(unit: UnitOfWork): Promise<void>;
  createdAccounts?: readonly CreatedAccount[];
  missing?: () => MissingFromFile[];
}

const planners: {
  [T in ImportType]: (
    context: PlanContext,
    rows: readonly ImportValues[T][],
    prepared: readonly OneTimePassword[],
  ) => Promise<Planner<ImportValues[T]>>;
} = {
  programs: createProgramPlanner,
  batches: createBatchPlanner,
  subjects: createSubjectPlanner,
  students: createStudentPlanner,
  grades: createGradePlanner,
  users: createUserPlanner,
};

/** @returns the report of errors and warnings, and the planner that can write the planned rows */
async function planRecords<T extends ImportType>(
  type: T,
  caller: Omit<PlanContext, 'decisionOf'>,
  records: readonly ImportRow[],
  { stopOnError, prepared = [] }: { stopOnError: boolean; prepared?: readonly OneTimePassword[] },
) {
  const yielder = new Yielder();
  const decisions = new Map<object, PersonDecision>();
  const checked: CheckedRecord<T>[] = [];
  for (const { decision, ...record } of records) {
    // A check can have a whole file. A write holds the lock, and has only a few rows.
    if (caller.isCheck) await yielder.yieldIfDue();
    const checkedRecord = checkRecord(type, record);
    if (decision) decisions.set(checkedRecord.values, decision);
    checked.push(checkedRecord);
  }
  const context = { ...caller, decisionOf: (values: object) => decisions.get(values) };
  const valid = checked.flatMap(({ values, problems }) => (problems.length === 0 ? [values] : []));
  const planner: Planner<ImportValues[T]> = await planners[type](context, valid, prepared);
  const country = await loadCountry(context.db);
  const report: Report = { imported: 0, updated: 0, unchanged: 0, failed: 0, errors: [], warnings: [] };
  const additions: Additions = { changes: [], questions: [], decisions: [] };
  let stoppedAtRow: number | null = null;
  const newRows: number[] = [];
  for (const [index, { values, problems, warnings }] of checked.entries()) {
    if (caller.isCheck) await yielder.yieldIfDue();
    const row = index + 1;
    const before = report.imported;
    const rowProblems =
      problems.length > 0 ? problems : await planRow(planner, values, row, report, additions);
    if (report.imported > before) newRows.push(row);
    if (rowProblems === 'asks') {
      if (caller.isCheck) continue;
      const question = additions.questions.at(-1);
      report.failed += 1;
      if (question) report.errors.push(describeQuestion(question));
      if (!stopOnError) continue;
      stoppedAtRow = row;
      break;
    }
    if (rowProblems.length === 0) {
      for (const warning of [...warnings, ...warnOfCountries(values, country)])
        report.warnings.push(buildError(row, [warning]));
      continue;
    }
    report.failed += 1;
    report.errors.push(buildError(row, rowProblems));
    if (!stopOnError) continue;
    stoppedAtRow = row;
    break;
  }
  return { report, additions, stoppedAtRow, planner, newRows };
}

interface PhoneValues {
  phone?: string | null | undefined;
  additional_phone?: string | null | undefined;
  guardians?: readonly GuardianCells[] | undefined;
}

/** Nobody can be called by a number of an unknown country. */
function warnOfCountries(values: object, country: string): ImportProblem[] {
  const { phone, additional_phone, guardians = [] }: PhoneValues = values;
  return [
    { field: 'phone', value: phone },
    { field: 'additional_phone', value: additional_phone },
    ...guardians.map((guardian) => ({ field: guardian.fields.phone, value: guardian.phone })),
  ].flatMap(({ field, value }) =>
    value && phoneKey(value, country) === null ? [{ field, code: 'PHONE_COUNTRY' as const, value }] : [],
  );
}

/** @returns the problems, or `asks`; a row with either is not written */
async function planRow<V>(
  planner: Planner<V>,
  values: V,
  row: number,
  report: Report,
  { changes, questions, decisions }: Additions,
): Promise<ImportProblem[] | 'asks'> {
  const warnings: ImportProblem[] = [];
  try {
    const planned = await planner.plan(values, (problem) => warnings.push(problem));
    const { outcome, record, decision } = planned;
    if (decision) decisions.push({ row, ...decision });
    for (const change of planned.changes) changes.push({ row, record, ...change });
    report[outcome === 'imported' ? 'imported' : 'updated'] += 1;
    if (outcome === 'unchanged') report.unchanged += 1;
    for (const warning of warnings) report.warnings.push(buildError(row, [warning]));
    return [];
  } catch (error) {
    if (error instanceof RowRefused) return [error.problem];
    if (!(error instanceof RowAsks)) throw error;
    questions.push({ row, ...error.question });
    return 'asks';
  }
}

function describeQuestion({ row, kind, name, field, value, stored }: ImportQuestion): ImportError {
  const message = questionMessages[kind](name, stored?.full_name ?? '', value);
  return { row, message, ...(field && { field }), code: 'NEEDS_CHOICE' };
}

function buildError(row: number, problems: readonly ImportProblem[]) {
  const field = problems[0]?.field;
  const message = problems.map(importMessage).join(importResultMessages.separator);
  return { row, message, ...(field && { field }) };
}

/** The passwords are hashed before the write begins, because hashing is slow and blocks other writes. */
async function preparePasswords(data: Data, { data: records, stopOnError }: ImportBody, scope: Scope) {
  const context = { db: data.read, now: data.now(), scope, isCheck: false, importId: null };
  const { report } = await planRecords('users', context, records, { stopOnError });
  return createOneTimePasswords(report.imported, 'teacher', data.now());
}

/** If `stopOnError` is set, imports only the records before the first invalid one. */
export async function importRecords<T extends ImportType>(
  data: Data,
  actor: Actor,
  type: T,
  body: ImportBody,
  keys: RequestKeys,
  scope: Scope,
): Promise<ImportResult> {
  const { data: records, stopOnError } = body;
  const prepared = type === 'users' ? await preparePasswords(data, body, scope) : [];
  return data.write(actor, async (unit) => {
    const { importId } = keys;
    const context = { db: unit.trx, now: new Date(unit.now), scope, isCheck: false, importId };
    const planned = await planRecords(type, context, records, { stopOnError, prepared });
    const { report, stoppedAtRow, planner, newRows } = planned;
    const describeImported = operationDescriptions.imported;
    unit.describe('import', type, null, describeImported[type](records.length), {
      import: {
        id: keys.importId,
        describe: (rows, isMixed) => (isMixed ? describeImported.several : describeImported[type])(rows),
      },
    });
    await planner.write(unit);
    const counts = importResultMessages.imported(report);
    const message =
      stoppedAtRow === null ? counts : `${counts}. ${importResultMessages.stopped(stoppedAtRow)}`;
    const created = planner.createdAccounts?.map((account, index) => ({
      row: newRows[index] ?? 0,
      ...account,
    }));
    const answer = { ...report, stoppedAtRow, message, stopOnError, ...(created && { created }) };
    await storeCounts(unit.trx, keys, type, answer, unit.now);
    return answer;
  });
}

/** Writes nothing and takes no lock. */
export async function checkRecords<T extends ImportType>(
  data: Data,
  type: T,
  records: readonly ImportRow[],
  scope: Scope,
): Promise<ImportCheck> {
  const context = { db: data.read, now: data.now(), scope, isCheck: true, importId: null };
  const { report, additions, planner } = await planRecords(type, context, records, { stopOnError: false });
  // A refused row can be one of the missing students.
  const missing = report.failed === 0 ? planner.missing?.() : undefined;
  return { ...report, ...additions, missing: missing ?? [] };
}
