import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { type FaultKind, faultKindsApi, faultKindVersions } from '../../contract/dailyRecords';
import { operationDescriptions } from '../../contract/successMessages';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { type Route, route } from '../mount';
import { invalid, Problem } from '../problem';

type KindInput = BodyOf<typeof faultKindsApi.save>[number];

export const faultKindRoutes: Route[] = [
  route(faultKindsApi.list, ({ data }) => loadFaultKinds(data.read)),

  route(faultKindsApi.save, ({ data, actor, body, query }) =>
    data.write(actor, async (unit) => {
      unit.describe('update', 'fault_kinds', null, operationDescriptions.faultKindsSaved);
      await refuseStaleKinds(unit.trx, query.seen);
      await saveKinds(unit, body);
      return loadFaultKinds(unit.trx);
    }),
  ),
];

async function loadFaultKinds(db: Db): Promise<FaultKind[]> {
  const rows = await db
    .selectFrom('fault_kinds')
    .select(['key', 'name', 'weight', 'version'])
    .select(sql<unknown>`exists (${selectUses(sql.ref('fault_kinds.id'))})`.as('is_used'))
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, is_used: Boolean(row.is_used) }));
}

const selectUses = (kindId: RawBuilder<unknown>) =>
  sql`select 1 from daily_record_faults where kind_id = ${kindId}
    union all select 1 from sard_faults where kind_id = ${kindId}`;

/** A client with an old list would delete kinds that another user has added. @throws STALE */
async function refuseStaleKinds(db: Db, callerKinds: string | undefined): Promise<void> {
  if (callerKinds === undefined) return;
  const current = await loadFaultKinds(db);
  if (faultKindVersions(current) !== callerKinds) throw new Problem('STALE', { extra: { current } });
}

/** @throws VALIDATION for a repeated key or name, STALE, HAS_DEPENDENTS for a removed kind in use */
async function saveKinds(unit: UnitOfWork, kinds: readonly KindInput[]): Promise<void> {
  const problems = kinds.flatMap(({ key, name }, index) => {
    const earlierKinds = kinds.slice(0, index);
    return [
      ...(earlierKinds.some((kind) => kind.key === key)
        ? [{ path: `${index}.key`, message: ruleMessages.faultKindTwice }]
        : []),
      ...(earlierKinds.some((kind) => kind.name === name)
        ? [{ path: `${index}.name`, message: ruleMessages.faultKindNameTwice }]
        : []),
    ];
  });
  if (problems.length > 0) throw invalid(...problems);
  const stored = await unit.trx.selectFrom('fault_kinds').selectAll().orderBy('id').execute();
  const ids = new Map(stored.map(({ key, id }) => [key, id]));
  const targetKeys = new Set(kinds.map(({ key }) => key));
  const removed = stored.filter(({ key }) => !targetKeys.has(key));
  await refuseUsedKinds(unit.trx, removed);
  await unit.remove(
    'fault_kinds',
    removed.map(({ id }) => id),
  );
  const kindsWithPosition = kinds.map((kind, index) => ({ ...kind, position: index + 1 }));
  const changed = kindsWithPosition.flatMap(({ key, version, ...changes }) => {
    const id = ids.get(key);
    return id === undefined ? [] : [{ id, changes, version }];
  });
  await unit.updateMany('fault_kinds', changed, () => loadFaultKinds(unit.trx));
  const added = kindsWithPosition.filter(({ key }) => !ids.has(key));
  await unit.insertMany(
    'fault_kinds',
    added.map(({ key, name, weight, position }) => ({ key, name, weight, position })),
  );
}

/** This write runs alone, so no record can use the kind before the deletion. @throws HAS_DEPENDENTS */
async function refuseUsedKinds(db: Db, removed: readonly { id: number; name: string }[]): Promise<void> {
  for (const { id, name } of removed) {
    const { rows } = await sql`${selectUses(sql`${id}`)} limit 1`.execute(db);
    if (rows.length > 0) throw new Problem('HAS_DEPENDENTS', { message: ruleMessages.faultKindInUse(name) });
  }
}
