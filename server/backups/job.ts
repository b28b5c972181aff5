import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { BackupError } from '../../contract/backups';
import { filesToDelete, isBackupAlive, isBackupDue, latestSlot } from '../../contract/rules/backups';
import type { Config } from '../config';
import { errorCode } from '../db/backups/copies';
import { MissingProgram } from '../db/backups/dump';
import type { Data } from '../db/data';
import type { Db, Trx } from '../db/schema';
import { loadBackupSettings, refreshReport } from './history';
import { type BackupPlace, findBackupPlace, isBackupPossible } from './place';

/*
 * A row of `backups` with the state `running` is the claim of one server: a unique index allows one such row,
 * and another one a single good backup for each hour. Each server looks every `BACKUP_CHECK` seconds.
 */

const defaultHeartbeatMs = 10_000;
/** A program that hangs would keep the claim. */
const maxBackupMs = 3 * 3_600_000;
const maxFailures = 10;

export interface BackupContext {
  /** Outside of a call. */
  data: Data;
  place: BackupPlace;
  onError: (error: unknown) => void;
  heartbeatMs?: number;
}

interface RunningBackup {
  controller: AbortController;
  ended: Promise<void>;
}

/** At most one in a process, by the connection of its reads. */
const runningBackups = new WeakMap<Db, RunningBackup>();

interface BackupTimer {
  runIfDue(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a backup when its hour has come, or has passed without one. The timer does not keep Node running. */
export function startBackups(data: Data, config: Config, onError: (error: unknown) => void): BackupTimer {
  const isPossible = isBackupPossible(data, config);
  const loadAndReport = async () => {
    const settings = await loadBackupSettings(data.read);
    await refreshReport(data, settings);
    return settings;
  };
  let running: Promise<unknown> = isPossible ? loadAndReport().catch(onError) : Promise.resolve();
  const check = async () => {
    const place = await findBackupPlace(data, config);
    if (!place) return;
    const settings = await loadAndReport();
    if (!runningBackups.has(data.read)) await endDeadClaim(data);
    if (settings.hour === null) return;
    const slot = latestSlot(data.now(), { ...settings, hour: settings.hour });
    if (await isSlotOpen(data.read, slot, data.now()))
      await (
        await startBackup({ data, place, onError }, slot)
      )?.ended;
  };
  const runIfDue = async () => {
    running = running.then(check).catch(onError);
    await running;
  };
  const timer = setInterval(() => void runIfDue(), config.BACKUP_CHECK * 1_000).unref();
  return {
    runIfDue,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** @param slot null for a backup that an admin starts @returns null if another one runs, or none is due */
export async function startBackup(
  context: BackupContext,
  slot: string | null,
): Promise<RunningBackup | null> {
  const { data } = context;
  if (runningBackups.has(data.read)) return null;
  const controller = new AbortController();
  const claimed = endDeadClaim(data).then(() => claim(data, slot));
  const ended = claimed
    .then(
      (id) => (id === null ? undefined : make(context, id, controller.signal)),
      () => undefined, // the caller gets this error below
    )
    .finally(() => runningBackups.delete(data.read));
  const running = { controller, ended };
  // A server that closes meanwhile waits for the claim, too.
  runningBackups.set(data.read, running);
  return (await claimed) === null ? null : running;
}

/** For a server that closes. The next server starts again at once. */
export async function stopBackup({ read }: Data): Promise<void> {
  const running = runningBackups.get(read);
  running?.controller.abort();
  await running?.ended;
}

async function endDeadClaim(data: Data): Promise<void> {
  const claimed = await data.read
    .selectFrom('backups')
    .select(['id', 'worked_at'])
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (!claimed || isBackupAlive(claimed.worked_at, data.now())) return;
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('backups')
      .set({ state: 'failed', error: 'INTERRUPTED', finished_at: data.now().toISOString() })
      .where('id', '=', claimed.id)
      .where('state', '=', 'running')
      .where('worked_at', '=', claimed.worked_at)
      .execute(),
  );
}

/** True if this hour has neither a good backup nor a running or recently failed one. */
async function isSlotOpen(db: Db, slot: string, now: Date): Promise<boolean> {
  const [last] = await db
    .selectFrom('backups')
    .select(['state', 'finished_at', 'error'])
    .where('slot', '=', slot)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  if (!last) return true;
  if (last.state !== 'failed' || last.finished_at === null) return false;
  return isBackupDue({ finished_at: last.finished_at, isInterrupted: last.error === 'INTERRUPTED' }, now);
}

async function claim(data: Data, slot: string | null): Promise<number | null> {
  const time = data.now().toISOString();
  const row = { slot, state: 'running', started_at: time, worked_at: time } as const;
  return data.writeUnlogged(async (trx) => {
    if (slot !== null && !(await isSlotOpen(trx, slot, data.now()))) return null;
    const inserted = await trx
      .insertInto('backups')
      .values({ ...row, finished_at: null, file: null, bytes: null, error: null, host: hostname() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted?.id ?? null;
  });
}

/** Never rejects. */
async function make(
  { data, place, onError, heartbeatMs = defaultHeartbeatMs }: BackupContext,
  id: number,
  stopped: AbortSignal,
): Promise<void> {
  const heartbeat = setInterval(
    () => void updateClaim(data, id, {}).catch(() => undefined), // the next one follows
    heartbeatMs,
  ).unref();
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(maxBackupMs)]);
  try {
    const path = place.prepare(data.now(), onError);
    await place.write(path, signal);
    const good = { state: 'done', file: basename(path), bytes: statSync(path).size } as const;
    if (await updateClaim(data, id, good)) await removeOldBackups(data, place).catch(onError);
  } catch (error) {
    if (!stopped.aborted) onError(error);
    const failed = { state: 'failed', error: stopped.aborted ? 'INTERRUPTED' : findReason(error) } as const;
    await updateClaim(data, id, failed).catch(onError);
    // Fewer days in the settings free the disk.
    if (failed.error === 'DISK_FULL') await removeOldBackups(data, place).catch(onError);
    await data.writeUnlogged(removeOldFailures).catch(onError);
  } finally {
    clearInterval(heartbeat);
    await loadBackupSettings(data.read)
      .then((settings) => refreshReport(data, settings))
      .catch(onError);
  }
}

type ClaimChanges =
  | Record<string, never>
  | { state: 'failed'; error: BackupError }
  | { state: 'done'; file: string; bytes: number };

/** @returns false if another server has taken this one for dead */
async function updateClaim(data: Data, id: number, changes: ClaimChanges): Promise<boolean> {
  const time = data.now().toISOString();
  const { numUpdatedRows } = await data.writeUnlogged((trx) =>
    trx
      .updateTable('backups')
      .set({ ...changes, worked_at: time, ...('state' in changes && { finished_at: time }) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

const reasons: readonly [RegExp, BackupError][] = [
  [/ENOSPC|EDQUOT|SQLITE_FULL|disk is full|No space left|quota exceeded/i, 'DISK_FULL'],
  [/is damaged|not whole/, 'DAMAGED'],
  [/EACCES|EROFS|EPERM|Permission denied|Read-only file system/i, 'FOLDER'],
];

function findReason(error: unknown): BackupError {
  if (error instanceof MissingProgram) return 'NO_PG_DUMP';
  const { stderr = '' } = error as { stderr?: string };
  const text = `${errorCode(error)} ${String(error)} ${stderr}`;
  const [, reason] = reasons.find(([pattern]) => pattern.test(text)) ?? [];
  return reason ?? (/^E[A-Z]+$/.test(errorCode(error)) ? 'FOLDER' : 'FAILED');
}

/** The newest day with a backup always stays. */
async function removeOldBackups(data: Data, place: BackupPlace): Promise<void> {
  const { days, timeZone } = await loadBackupSettings(data.read);
  const oldFiles = filesToDelete(place.list(), { days, timeZone, now: data.now() });
  for (const file of oldFiles) place.remove(file);
  const names = oldFiles.map(({ name }) => name);
  if (names.length === 0) return;
  await data.writeUnlogged((trx) => trx.deleteFrom('backups').where('file', 'in', names).execute());
}

const removeOldFailures = (trx: Trx) =>
  trx
    .deleteFrom('backups')
    .where('state', '=', 'failed')
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('backups')
        .select('id')
        .where('state', '=', 'failed')
        .orderBy('id', 'desc')
        .limit(maxFailures),
    )
    .execute();
