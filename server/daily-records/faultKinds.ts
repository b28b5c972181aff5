import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { type FaultKind, faultKindsApi, faultKindVersions } from '../../contract/dailyRecords';
import { operationDescriptions } from '../../contract/successMessages';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { type Route, route } from '../mount';
import { invalid, Problem } from '../problem';

type SentKind = BodyOf<typeof faultKindsApi.save>[number];

export const faultKindRoutes: Route[] = [
  route(faultKindsApi.list, ({ data }) => faultKinds(data.read)),

  route(faultKindsApi.save, ({ data, actor, body, query }) =>
    data.write(actor, async (unit) => {
      unit.describe('update', 'fault_kinds', null, operationDescriptions.faultKindsSaved);
      await refuseUnseen(unit.trx, query.seen);
      await saveKinds(unit, body);
      return faultKinds(unit.trx);
    }),
  ),
];

/** In the order of the institute. */
async function faultKinds(db: Db): Promise<FaultKind[]> {
  const rows = await db
    .selectFrom('fault_kinds')
    .select(['key', 'name', 'weight', 'version'])
    .select(sql<unknown>`exists (${usesOf(sql.ref('fault_kinds.id'))})`.as('is_used'))
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, is_used: Boolean(row.is_used) }));
}

const usesOf = (kindId: RawBuilder<unknown>) =>
  sql`select 1 from daily_record_faults where kind_id = ${kindId}
    union all select 1 from sard_faults where kind_id = ${kindId}`;

/** A kind that somebody else has added meanwhile would be removed by who has not seen it. @throws STALE */
async function refuseUnseen(db: Db, seen: string | undefined): Promise<void> {
  if (seen === undefined) return;
  const current = await faultKinds(db);
  if (faultKindVersions(current) !== seen) throw new Problem('STALE', { extra: { current } });
}

/**
 * Replaces the list of kinds.
 * @throws VALIDATION for a repeated key or name, STALE, or HAS_DEPENDENTS if a kind in use would be removed
 */
async function saveKinds(unit: UnitOfWork, wanted: readonly SentKind[]): Promise<void> {
  const problems = wanted.flatMap(({ key, name }, place) => {
    const before = wanted.slice(0, place);
    return [
      ...(before.some((one) => one.key === key)
        ? [{ path: `${place}.key`, message: ruleMessages.faultKindTwice }]
        : []),
      ...(before.some((one) => one.name === name)
        ? [{ path: `${place}.name`, message: ruleMessages.faultKindNameTwice }]
        : []),
    ];
  });
  if (problems.length > 0) throw invalid(...problems);
  const stored = await unit.trx.selectFrom('fault_kinds').selectAll().orderBy('id').execute();
  const ids = new Map(stored.map(({ key, id }) => [key, id]));
  const kept = new Set(wanted.map(({ key }) => key));
  const gone = stored.filter(({ key }) => !kept.has(key));
  await refuseUsed(unit.trx, gone);
  await unit.remove(
    'fault_kinds',
    gone.map(({ id }) => id),
  );
  const placed = wanted.map((kind, place) => ({ ...kind, position: place + 1 }));
  const changed = placed.flatMap(({ key, version, ...changes }) => {
    const id = ids.get(key);
    return id === undefined ? [] : [{ id, changes, version }];
  });
  await unit.updateMany('fault_kinds', changed, () => faultKinds(unit.trx));
  const added = placed.filter(({ key }) => !ids.has(key));
  await unit.insertMany(
    'fault_kinds',
    added.map(({ key, name, weight, position }) => ({ key, name, weight, position })),
  );
}

/** No such fault can be added meanwhile, because this write runs alone. @throws HAS_DEPENDENTS */
async function refuseUsed(db: Db, gone: readonly { id: number; name: string }[]): Promise<void> {
  for (const { id, name } of gone) {
    const { rows } = await sql`${usesOf(sql`${id}`)} limit 1`.execute(db);
    if (rows.length > 0) throw new Problem('HAS_DEPENDENTS', { message: ruleMessages.faultKindInUse(name) });
  }
}
