import { cleanupApi } from '../../contract/cleanup';
import { type CleanupTarget, cleanupTargets, cleanupNames } from '../../contract/vocabulary';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { type Route, route } from '../mount';
import type { Config } from '../config';
import { copyBefore } from '../db/backups/copies';
import type { Data } from '../db/data';
import { requireStepUp } from '../db/log/operationLog';
import { type RemovalResult, removeInChunks } from '../db/chunked/removal';
import type { Actor } from '../db/log/unitOfWork';
import { countRowsToRemove, removeAllRows } from '../db/bulk/wholeTable';
import { Problem } from '../problem';

async function loadCard({ read }: Data, target: CleanupTarget) {
  const { [target]: count = 0, ...dependents } = await countRowsToRemove(read, target, null);
  return { target, count, dependents };
}

/**
 * Makes a backup, then deletes all records in one operation.
 * @throws INTERNAL if the backup fails; then nothing is deleted
 */
async function removeAll(data: Data, config: Config, actor: Actor, target: CleanupTarget) {
  const name = cleanupNames[target];
  const { count, dependents } = await loadCard(data, target);
  const backup = count === 0 ? null : await backUp(data, config);
  const description = { item: successMessages.allOf(name), text: operationDescriptions.allDeleted(name) };
  const rows = Object.values(dependents).reduce((sum, dependentCount) => sum + dependentCount, count);
  const answer = (removed: RemovalResult) => ({
    message: successMessages.allDeleted(name),
    backup,
    ...removed,
  });
  return answer(
    rows > data.chunkSizes.maxDeletedAtOnce
      ? await removeInChunks(
          data,
          actor,
          { table: target, ids: null, describe: async () => description },
          answer,
        )
      : await removeAtOnce(data, actor, target, description),
  );
}

async function removeAtOnce(
  data: Data,
  actor: Actor,
  target: CleanupTarget,
  { item, text }: { item: string; text: string },
): Promise<RemovalResult> {
  const {
    unit: { operation },
    deleted,
  } = await data.write(actor, async (unit) => {
    await requireStepUp(unit.trx, actor);
    unit.describe('delete', target, item, text);
    return { unit, deleted: await removeAllRows(unit, target) };
  });
  return { deleted, operation_id: operation };
}

/** @returns the file name of the backup, or null if the database is not a single file */
async function backUp({ file, now }: Data, config: Config): Promise<string | null> {
  if (file === null) return null;
  const paths = { file, folder: config.BACKUP_FOLDER ?? null, maxCopies: config.BACKUPS_KEPT };
  try {
    return await copyBefore('cleanup', paths, now());
  } catch (cause) {
    throw new Problem('INTERNAL', { message: ruleMessages.backupFailed, cause });
  }
}

const removalRoute = (target: CleanupTarget): Route =>
  route(cleanupApi[target], async (call) => {
    await requireStepUp(call.data.read, call.actor);
    return removeAll(call.data, call.config, call.actor, target);
  });

export const cleanupRoutes: Route[] = [
  route(cleanupApi.summary, async (call) => {
    await requireStepUp(call.data.read, call.actor);
    const cards = [];
    for (const target of cleanupTargets) cards.push(await loadCard(call.data, target));
    return { cards };
  }),
  ...cleanupTargets.map(removalRoute),
];
