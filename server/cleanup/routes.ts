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
import { countRemovedRows, removeAllRows } from '../db/bulk/wholeTable';
import { Problem } from '../problem';

/** The number of records that are deleted with all records of a kind; the kind itself is counted separately. */
async function cardOf({ read }: Data, target: CleanupTarget) {
  const { [target]: count = 0, ...dependents } = await countRemovedRows(read, target, null);
  return { target, count, dependents };
}

/**
 * Deletes all records of a kind and the records that depend on them, as one operation, after a backup.
 * @throws INTERNAL if the backup fails; then nothing is deleted
 */
async function removeAll(data: Data, config: Config, actor: Actor, target: CleanupTarget) {
  const name = cleanupNames[target];
  const { count, dependents } = await cardOf(data, target);
  const backup = count === 0 ? null : await copyOf(data, config);
  const description = { item: successMessages.allOf(name), text: operationDescriptions.allDeleted(name) };
  const rows = Object.values(dependents).reduce((sum, others) => sum + others, count);
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
      : await removeTogether(data, actor, target, description),
  );
}

async function removeTogether(
  data: Data,
  actor: Actor,
  target: CleanupTarget,
  { item, text }: { item: string; text: string },
): Promise<RemovalResult> {
  const { unit, deleted } = await data.write(actor, async (writing) => {
    await requireStepUp(writing.trx, actor);
    writing.describe('delete', target, item, text);
    return { unit: writing, deleted: await removeAllRows(writing, target) };
  });
  return { deleted, operation_id: unit.operation };
}

/** The file name of the backup; null if the database is not a single file. */
async function copyOf({ file, now }: Data, config: Config): Promise<string | null> {
  if (file === null) return null;
  const place = { file, folder: config.BACKUP_FOLDER ?? null, maxCopies: config.BACKUPS_KEPT };
  try {
    return await copyBefore('cleanup', place, now());
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
    for (const target of cleanupTargets) cards.push(await cardOf(call.data, target));
    return { cards };
  }),
  ...cleanupTargets.map(removalRoute),
];
