import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { validationMessages } from '../../contract/rules/validationMessages';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { parseBase } from '../../contract/rules/subjectCode';
import { subjectsApi } from '../../contract/subjects';
import { removeRecords, removeMany, findRecords } from '../domain/recordRemoval';
import { countDependents } from '../db/bulk/wholeTable';
import { refuseIfLeaversHaveWork } from '../domain/leavers';
import { codeColumn, equals, listRows, matchingRows } from '../db/search/lists';
import { findBatch } from '../domain/references';
import type { Db } from '../db/schema';
import { refuseTypeChangeWithData } from '../domain/typeChange';
import { listRoute, type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import {
  parseOffering,
  insertOffering,
  insertOfferings,
  loadOfferings,
  loadOfferingsToCopy,
  loadSubject,
  selectSubjects,
  subjectSorts,
  loadSummary,
} from './queries';

interface Filter {
  program_id?: string | number | undefined;
  batch_id?: number | undefined;
  batch_name?: string | undefined;
  level?: number | undefined;
  type?: string | undefined;
  status?: string | undefined;
  base_subject_code?: string | undefined;
  taught_by?: number | undefined;
  not_taught_by?: number | undefined;
  has_teacher?: boolean | undefined;
}

function buildTeacherConditions({ taught_by, not_taught_by, has_teacher }: Filter) {
  const taughtSubjects = (teacher: number | undefined) =>
    sql`(select subject_id from subject_teachers where teacher_id = ${teacher})`;
  const hasTeacher = sql`exists (select 1 from subject_teachers where subject_id = subjects.id)`;
  return [
    ...(taught_by === undefined ? [] : [sql<SqlBool>`subjects.id in ${taughtSubjects(taught_by)}`]),
    ...(not_taught_by === undefined
      ? []
      : [sql<SqlBool>`subjects.id not in ${taughtSubjects(not_taught_by)}`]),
    ...(has_teacher === undefined
      ? []
      : [has_teacher ? sql<SqlBool>`${hasTeacher}` : sql<SqlBool>`not ${hasTeacher}`]),
  ];
}

function buildConditions(filter: Filter) {
  const batchCondition = (query: ReturnType<typeof sql<SqlBool>>) =>
    sql<SqlBool>`subjects.batch_id in (select batches.id from batches ${query})`;
  return [
    ...(filter.program_id === undefined
      ? []
      : [
          batchCondition(
            sql`join programs on programs.id = batches.program_row_id where ${sql.ref(`programs.${codeColumn('program_id', filter.program_id)}`)} = ${filter.program_id}`,
          ),
        ]),
    ...(filter.batch_name === undefined
      ? []
      : [batchCondition(sql`where batches.batch_name = ${filter.batch_name}`)]),
    ...equals('subjects.batch_id', filter.batch_id),
    ...equals('subjects.level', filter.level),
    ...equals('subjects.type', filter.type),
    ...equals('subjects.status', filter.status),
    ...equals('subjects.base_subject_code', filter.base_subject_code),
    ...buildTeacherConditions(filter),
  ];
}

export const subjectRoutes: Route[] = [
  listRoute(subjectsApi.list, async ({ data, query, scope }) => {
    const filter = { batch_name: query.batch_name, level: query.level, ...query.filter };
    return listRows(
      data.read,
      {
        table: 'subjects',
        select: selectSubjects(data.read),
        sorts: subjectSorts,
        scope: (await scope()).subjects,
        where: buildConditions(filter),
      },
      query,
    );
  }),

  route(subjectsApi.summary, async ({ data, query: { filter }, scope }) => {
    const source = {
      table: 'subjects' as const,
      scope: (await scope()).subjects,
      where: buildConditions(filter ?? {}),
    };
    return loadSummary(data.read, await matchingRows(data.read, source, filter));
  }),

  route(subjectsApi.one, async ({ data, params, scope }) =>
    loadSubject(data.read, params.id, (await scope()).subjects),
  ),

  route(subjectsApi.create, ({ data, actor, body, scope }) =>
    data.write(actor, async (unit) => {
      const callerScope = await scope();
      const { base, batch } = await parseOffering(unit, body, callerScope);
      const id = await insertOffering(unit, base, batch, body, callerScope);
      return loadSubject(unit.trx, id);
    }),
  ),

  route(subjectsApi.createMany, ({ data, actor, body, scope }) =>
    data.write(actor, async (unit) => {
      const ids = await insertOfferings(unit, body, await scope());
      return selectSubjects(unit.trx).where('subjects.id', 'in', ids).orderBy('subjects.id').execute();
    }),
  ),

  route(subjectsApi.update, ({ data, actor, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { version, apply_to_base, subject_code, base_subject_code, batch_id, batch_name, ...changes } =
        body;
      const callerScope = await scope();
      const before = await loadSubject(unit.trx, id, callerScope.subjects);
      const keepsCode =
        subject_code === undefined ||
        subject_code === before.subject_code ||
        subject_code === before.base_subject_code;
      if (!keepsCode || (base_subject_code !== undefined && base_subject_code !== before.base_subject_code)) {
        throw invalid({ path: 'subject_code', message: ruleMessages.subjectCodeLocked });
      }
      const batch = await findBatch(unit.trx, { batch_id, batch_name }, callerScope.batches);
      if (batch && batch.id !== before.batch_id)
        throw invalid({ path: 'batch_id', message: ruleMessages.batchLocked });
      unit.describe('update', 'subjects', before.name, operationDescriptions.subjectUpdated(before.name));
      await unit.update('subjects', id, changes, version, () => loadSubject(unit.trx, id));
      if (apply_to_base) {
        // Only fields of this request are copied to other offerings. Another user may have changed their
        // other fields.
        const changedFields = (['name', 'level', 'hours', 'type'] as const).filter(
          (key) => changes[key] !== undefined && changes[key] !== before[key],
        );
        const sharedChanges = Object.fromEntries(changedFields.map((key) => [key, changes[key]]));
        const siblings = await loadOfferings(unit.trx, before.base_subject_code, callerScope.subjects);
        for (const sibling of siblings)
          if (sibling.id !== id) await unit.update('subjects', sibling.id, sharedChanges);
      }
      await refuseTypeChangeWithData(unit, 'HAS_DEPENDENTS');
      return loadSubject(unit.trx, id);
    }),
  ),

  route(subjectsApi.remove, ({ data, config, actor, params: { id }, query: { confirm }, scope }) =>
    removeRecords(data, actor, {
      table: 'subjects',
      ids: [id],
      describe: async (trx) => {
        const { name } = await loadSubject(trx, id, (await scope()).subjects);
        if (!config.PLAIN_API) await refuseIfLeaversHaveWork(trx, 'subjects', [id], confirm);
        return { item: name, text: operationDescriptions.subjectDeleted(name) };
      },
      answer: () => ({ message: successMessages.subjectDeleted }),
    }),
  ),

  route(subjectsApi.dependents, async ({ data, params: { id }, scope }) => {
    await loadSubject(data.read, id, (await scope()).subjects);
    return countDependents(data.read, 'subjects', [id]);
  }),

  route(subjectsApi.removeMany, async ({ data, actor, body, scope }) => {
    const { subjects } = await scope();
    return removeMany(data, actor, 'subjects', body, subjects);
  }),

  route(subjectsApi.dependentsOfMany, async ({ data, body: { ids }, scope }) => {
    await findRecords(data.read, 'subjects', ids, (await scope()).subjects);
    return countDependents(data.read, 'subjects', ids);
  }),

  route(subjectsApi.offerings, async ({ data, params, scope }) =>
    loadOfferings(data.read, parseBase(params.baseCode), (await scope()).subjects),
  ),

  route(subjectsApi.addOffering, ({ data, actor, params, body, scope }) =>
    data.write(actor, async (unit) => {
      const callerScope = await scope();
      const base = parseBase(params.baseCode);
      const [sibling] = await loadOfferingsToCopy(unit.trx, base, callerScope.subjects);
      if (!sibling) throw notFound();
      const batch = await findBatch(unit.trx, body, callerScope.batches);
      if (!batch) throw invalid({ path: 'batch_id', message: validationMessages.required });
      const { name, level, hours, type } = sibling;
      const id = await insertOffering(unit, base, batch, { name, level, hours, type }, callerScope);
      const offerings = await loadOfferings(unit.trx, base, callerScope.subjects);
      return offerings.find((offering) => offering.id === id) as (typeof offerings)[number];
    }),
  ),

  route(subjectsApi.removeOffering, async ({ data, config, actor, params, query: { confirm }, scope }) => {
    const findOffering = async (db: Db) =>
      selectSubjects(db)
        .where('subject_code', '=', params.offering_code)
        .where((await scope()).subjects)
        .executeTakeFirstOrThrow(notFound);
    const { id } = await findOffering(data.read);
    return removeRecords(data, actor, {
      table: 'subjects',
      ids: [id],
      describe: async (trx) => {
        const row = await findOffering(trx);
        if (!config.PLAIN_API) await refuseIfLeaversHaveWork(trx, 'subjects', [id], confirm);
        return { item: row.name, text: operationDescriptions.offeringDeleted(row.name, row.batch_name) };
      },
      answer: () => ({ message: successMessages.offeringDeleted }),
    });
  }),
];
