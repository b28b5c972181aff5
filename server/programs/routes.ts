import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { programsApi, type Program } from '../../contract/programs';
import { initialValues } from '../../contract/fieldTable';
import { programFields } from '../../contract/courseFields';
import { removeRecords, removeMany, findRecords } from '../domain/recordRemoval';
import { countDependents } from '../db/bulk/wholeTable';
import { refuseIfLeaversHaveWork } from '../domain/leavers';
import { listRows, equals, fieldColumns } from '../db/search/lists';
import { refuseDuplicate } from '../domain/references';
import { listRoute, type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import { oncePerDatabase } from '../db/engine/once';
import type { Db } from '../db/schema';

export const programRoutes: Route[] = [
  listRoute(programsApi.list, async ({ data, query, scope }) => {
    const where = [
      ...equals('programs.specialty', query.filter?.specialty),
      ...equals('programs.status', query.filter?.status),
    ];
    return listRows(
      data.read,
      {
        table: 'programs',
        select: selectPrograms(data.read),
        sorts: programSorts,
        scope: (await scope()).programs,
        where,
      },
      query,
    );
  }),

  route(programsApi.one, async ({ data, params, scope }) =>
    loadProgram(data.read, params.id, (await scope()).programs),
  ),

  route(programsApi.create, ({ data, actor, body }) =>
    data.write(actor, async (unit) => {
      unit.describe(
        'create',
        'programs',
        body.program_name,
        operationDescriptions.programCreated(body.program_name),
      );
      await refuseDuplicate(
        unit.trx,
        'programs',
        'program_id',
        body.program_id,
        ruleMessages.programCodeTaken,
      );
      await refuseDuplicate(
        unit.trx,
        'programs',
        'program_name',
        body.program_name,
        ruleMessages.programNameTaken,
      );
      const { id } = await unit.insert('programs', initialValues(programFields, body));
      return loadProgram(unit.trx, id);
    }),
  ),

  route(programsApi.update, ({ data, actor, params: { id }, body }) =>
    data.write(actor, async (unit) => {
      const { version, program_id, ...changes } = body;
      const before = await loadProgram(unit.trx, id);
      if (program_id !== undefined && program_id !== before.program_id) {
        throw invalid({ path: 'program_id', message: ruleMessages.programCodeLocked });
      }
      await refuseDuplicate(
        unit.trx,
        'programs',
        'program_name',
        changes.program_name,
        ruleMessages.programNameTaken,
        id,
      );
      unit.describe(
        'update',
        'programs',
        before.program_name,
        operationDescriptions.programUpdated(before.program_name),
      );
      await unit.update('programs', id, changes, version, () => loadProgram(unit.trx, id));
      return loadProgram(unit.trx, id);
    }),
  ),

  route(programsApi.remove, ({ data, config, actor, params: { id }, query: { confirm } }) =>
    removeRecords(data, actor, {
      table: 'programs',
      ids: [id],
      describe: async (trx) => {
        const { program_name } = await loadProgram(trx, id);
        if (!config.PLAIN_API) await refuseIfLeaversHaveWork(trx, 'programs', [id], confirm);
        return { item: program_name, text: operationDescriptions.programDeleted(program_name) };
      },
      answer: () => ({ message: successMessages.programDeleted }),
    }),
  ),

  route(programsApi.dependents, async ({ data, params: { id } }) => {
    await loadProgram(data.read, id);
    return countDependents(data.read, 'programs', [id]);
  }),

  route(programsApi.removeMany, ({ data, actor, body }) => removeMany(data, actor, 'programs', body)),

  route(programsApi.dependentsOfMany, async ({ data, body: { ids } }) => {
    await findRecords(data.read, 'programs', ids);
    return countDependents(data.read, 'programs', ids);
  }),
];

const selectPrograms = oncePerDatabase((db) =>
  db
    .selectFrom('programs')
    .select([
      ...fieldColumns('programs', programFields),
      'programs.id',
      'programs.created_at',
      'programs.updated_at',
      'programs.version',
    ]),
);

const programSorts = {
  id: 'id',
  program_id: 'program_id',
  program_name: 'program_name_sort',
  specialty: 'specialty',
  created_at: 'created_at',
};

/** @throws NOT_FOUND, also for a record outside of the scope */
async function loadProgram(db: Db, id: number, scope?: RawBuilder<SqlBool>): Promise<Program> {
  return selectPrograms(db)
    .where('programs.id', '=', id)
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirstOrThrow(notFound);
}
