import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { validationMessages } from '../../contract/rules/validationMessages';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { parseBase } from '../../contract/rules/subjectCode';
import { subjectsApi } from '../../contract/subjects';
import { removeRecords, removeMany, findRecords } from '../domain/recordRemoval';
import { countDependents } from '../db/bulk/wholeTable';
import { refuseWorkOfLeavers } from '../domain/leavers';
import { codeColumn, equals, listRows, matchingRows } from '../db/search/lists';
import { findBatch } from '../domain/references';
import type { Db } from '../db/schema';
import { refuseTypeOverData } from '../domain/typeChange';
import { listRoute, type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import {
  offeringOfBody,
  insertOffering,
  insertOfferings,
  offeringsOf,
  offeringsToCopy,
  subjectById,
  subjectsSelect,
  subjectSorts,
  subjectSummary,
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

function teacherConditions({ taught_by, not_taught_by, has_teacher }: Filter) {
  const of = (teacher: number | undefined) =>
    sql`(select subject_id from subject_teachers where teacher_id = ${teacher})`;
  const any = sql`exists (select 1 from subject_teachers where subject_id = subjects.id)`;
  return [
    ...(taught_by === undefined ? [] : [sql<SqlBool>`subjects.id in ${of(taught_by)}`]),
    ...(not_taught_by === undefined ? [] : [sql<SqlBool>`subjects.id not in ${of(not_taught_by)}`]),
    ...(has_teacher === undefined ? [] : [has_teacher ? sql<SqlBool>`${any}` : sql<SqlBool>`not ${any}`]),
  ];
}

function conditions(filter: Filter) {
  const batchesOf = (query: ReturnType<typeof sql<SqlBool>>) =>
    sql<SqlBool>`subjects.batch_id in (select batches.id from batches ${query})`;
  return [
    ...(filter.program_id === undefined
      ? []
      : [
          batchesOf(
            sql`join programs on programs.id = batches.program_row_id where ${sql.ref(`programs.${codeColumn('program_id', filter.program_id)}`)} = ${filter.program_id}`,
          ),
        ]),
    ...(filter.batch_name === undefined
      ? []
      : [batchesOf(sql`where batches.batch_name = ${filter.batch_name}`)]),
    ...equals('subjects.batch_id', filter.batch_id),
    ...equals('subjects.level', filter.level),
    ...equals('subjects.type', filter.type),
    ...equals('subjects.status', filter.status),
    ...equals('subjects.base_subject_code', filter.base_subject_code),
    ...teacherConditions(filter),
  ];
}

export const subjectRoutes: Route[] = [
  listRoute(subjectsApi.list, async ({ data, query, scope }) => {
    const filter = { batch_name: query.batch_name, level: query.level, ...query.filter };
    return listRows(
      data.read,
      {
        table: 'subjects',
        select: subjectsSelect(data.read),
        sorts: subjectSorts,
        scope: (await scope()).subjects,
        where: conditions(filter),
      },
      query,
    );
  }),

  route(subjectsApi.summary, async ({ data, query: { filter }, scope }) => {
    const source = {
      table: 'subjects' as const,
      scope: (await scope()).subjects,
      where: conditions(filter ?? {}),
    };
    return subjectSummary(data.read, await matchingRows(data.read, source, filter));
  }),

  route(subjectsApi.one, async ({ data, params, scope }) =>
    subjectById(data.read, params.id, (await scope()).subjects),
  ),

  route(subjectsApi.create, ({ data, actor, body, scope }) =>
    data.write(actor, async (unit) => {
      const limits = await scope();
      const { base, batch } = await offeringOfBody(unit, body, limits);
      const id = await insertOffering(unit, base, batch, body, limits);
      return subjectById(unit.trx, id);
    }),
  ),

  route(subjectsApi.createMany, ({ data, actor, body, scope }) =>
    data.write(actor, async (unit) => {
      const ids = await insertOfferings(unit, body, await scope());
      return subjectsSelect(unit.trx).where('subjects.id', 'in', ids).orderBy('subjects.id').execute();
    }),
  ),

  route(subjectsApi.update, ({ data, actor, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { version, apply_to_base, subject_code, base_subject_code, batch_id, batch_name, ...changes } =
        body;
      const limits = await scope();
      const before = await subjectById(unit.trx, id, limits.subjects);
      const keepsCode =
        subject_code === undefined ||
        subject_code === before.subject_code ||
        subject_code === before.base_subject_code;
      if (!keepsCode || (base_subject_code !== undefined && base_subject_code !== before.base_subject_code)) {
        throw invalid({ path: 'subject_code', message: ruleMessages.subjectCodeLocked });
      }
      const batch = await findBatch(unit.trx, { batch_id, batch_name }, limits.batches);
      if (batch && batch.id !== before.batch_id)
        throw invalid({ path: 'batch_id', message: ruleMessages.batchLocked });
      unit.describe('update', 'subjects', before.name, operationDescriptions.subjectUpdated(before.name));
      await unit.update('subjects', id, changes, version, () => subjectById(unit.trx, id));
      if (apply_to_base) {
        // Only the fields that this request changes: another user may have changed the others on a sibling.
        const changed = (['name', 'level', 'hours', 'type'] as const).filter(
          (key) => changes[key] !== undefined && changes[key] !== before[key],
        );
        const shared = Object.fromEntries(changed.map((key) => [key, changes[key]]));
        const siblings = await offeringsOf(unit.trx, before.base_subject_code, limits.subjects);
        for (const sibling of siblings)
          if (sibling.id !== id) await unit.update('subjects', sibling.id, shared);
      }
      await refuseTypeOverData(unit, 'HAS_DEPENDENTS');
      return subjectById(unit.trx, id);
    }),
  ),

  route(subjectsApi.remove, ({ data, config, actor, params: { id }, query: { confirm }, scope }) =>
    removeRecords(data, actor, {
      table: 'subjects',
      ids: [id],
      describe: async (trx) => {
        const { name } = await subjectById(trx, id, (await scope()).subjects);
        if (!config.PLAIN_API) await refuseWorkOfLeavers(trx, 'subjects', [id], confirm);
        return { item: name, text: operationDescriptions.subjectDeleted(name) };
      },
      answer: () => ({ message: successMessages.subjectDeleted }),
    }),
  ),

  route(subjectsApi.dependents, async ({ data, params: { id }, scope }) => {
    await subjectById(data.read, id, (await scope()).subjects);
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
    offeringsOf(data.read, parseBase(params.baseCode), (await scope()).subjects),
  ),

  route(subjectsApi.addOffering, ({ data, actor, params, body, scope }) =>
    data.write(actor, async (unit) => {
      const limits = await scope();
      const base = parseBase(params.baseCode);
      const [sibling] = await offeringsToCopy(unit.trx, base, limits.subjects);
      if (!sibling) throw notFound();
      const batch = await findBatch(unit.trx, body, limits.batches);
      if (!batch) throw invalid({ path: 'batch_id', message: validationMessages.required });
      const { name, level, hours, type } = sibling;
      const id = await insertOffering(unit, base, batch, { name, level, hours, type }, limits);
      const offerings = await offeringsOf(unit.trx, base, limits.subjects);
      return offerings.find((offering) => offering.id === id) as (typeof offerings)[number];
    }),
  ),

  route(subjectsApi.removeOffering, async ({ data, config, actor, params, query: { confirm }, scope }) => {
    const offering = async (db: Db) =>
      subjectsSelect(db)
        .where('subject_code', '=', params.offering_code)
        .where((await scope()).subjects)
        .executeTakeFirstOrThrow(notFound);
    const { id } = await offering(data.read);
    return removeRecords(data, actor, {
      table: 'subjects',
      ids: [id],
      describe: async (trx) => {
        const row = await offering(trx);
        if (!config.PLAIN_API) await refuseWorkOfLeavers(trx, 'subjects', [id], confirm);
        return { item: row.name, text: operationDescriptions.offeringDeleted(row.name, row.batch_name) };
      },
      answer: () => ({ message: successMessages.offeringDeleted }),
    });
  }),
];
