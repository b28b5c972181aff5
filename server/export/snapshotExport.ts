import { Readable } from 'node:stream';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import type { Data } from '../db/data';
import { tryAdvisoryLock } from '../db/engine/dialect';
import { type Actor, logOperation } from '../db/log/operationLog';
import type { Db } from '../db/schema';
import { Problem } from '../problem';
import { buildArchive } from './archive';

/** A reader that never finishes would keep the rows of the snapshot for ever. */
export const maxExportMs = 60 * 60_000;
/** The archive is in small pieces, and this many may wait for the reader. */
const maxWaitingPieces = 4;

interface RunningExport {
  controller: AbortController;
  ended: Promise<void>;
}

/** At most one in a process, by the connection of its reads. */
const runningExports = new WeakMap<Db, RunningExport>();

const runningProblem = () =>
  new Problem('BUSY', { message: ruleMessages.exportRunning, retryAfterSeconds: 10 });

/**
 * The snapshot ends when the stream closes, also if the reader goes away.
 * @throws BUSY while another export of the institute runs
 */
export function openExport(data: Data): Promise<Readable> {
  return new Promise((resolve, reject) => {
    if (runningExports.has(data.read)) throw runningProblem();
    const controller = new AbortController();
    const ended = runExport(data, controller.signal, resolve)
      .catch(reject)
      .finally(() => runningExports.delete(data.read));
    runningExports.set(data.read, { controller, ended });
  });
}

/** For a server that closes. The download breaks, so that no reader takes it for whole. */
export async function stopExport({ read }: Pick<Data, 'read'>): Promise<void> {
  const running = runningExports.get(read);
  running?.controller.abort(new Error('the server stops'));
  await running?.ended;
}

/** The log has it from its begin, because an interrupted export gives away data too. It cannot be undone. */
export async function noteExport(data: Data, actor: Actor): Promise<void> {
  const description = {
    action: 'export',
    table: 'settings',
    item: null,
    text: operationDescriptions.everythingExported,
  } as const;
  const now = data.now().toISOString();
  await data.writeUnlogged((trx) => logOperation({ trx, now }, { ...actor, undoSession: null }, description));
}

async function runExport(
  data: Data,
  stopped: AbortSignal,
  onOpen: (archive: Readable) => void,
): Promise<void> {
  await data.readSnapshot(maxExportMs, async (db) => {
    await refuseSecond(data, db);
    stopped.throwIfAborted();
    const archive = Readable.from(buildArchive(db, data.now()), { highWaterMark: maxWaitingPieces });
    const closed = new Promise((resolve) => archive.once('close', resolve));
    // The reader of the stream handles its errors. Without a reader they would end the process.
    archive.on('error', () => undefined);
    const stop = (reason: Error) => void archive.destroy(reason);
    stopped.addEventListener('abort', () => stop(stopped.reason as Error));
    const timer = setTimeout(() => stop(new Error('the export took too long')), maxExportMs);
    onOpen(archive);
    await closed;
    clearTimeout(timer);
  });
}

/** Another server of the institute may run an export. SQLite has one server. */
async function refuseSecond(data: Data, db: Db): Promise<void> {
  const lock = await tryAdvisoryLock(data.kind, 'export')?.execute(db);
  if (lock && !lock.rows[0]?.isLocked) throw runningProblem();
}
