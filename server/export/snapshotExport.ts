import { Readable } from 'node:stream';
import { ruleMessages } from '../../contract/errors';
import type { Data } from '../db/data';
import { tryAdvisoryLock } from '../db/engine/dialect';
import type { Db } from '../db/schema';
import { Problem } from '../problem';
import { buildArchive } from './archive';

/** A reader that never finishes would keep the rows of the snapshot for ever. */
const maxExportMs = 60 * 60_000;
/** The archive is in small pieces, and this many may wait for the reader. */
const maxWaitingPieces = 4;

const running = new WeakSet<Data['read']>();

const runningProblem = () =>
  new Problem('BUSY', { message: ruleMessages.exportRunning, retryAfterSeconds: 10 });

/**
 * The snapshot ends when the stream closes, also if the reader goes away.
 * @throws BUSY while another export of the institute runs
 */
export function openExport(data: Data): Promise<Readable> {
  return new Promise((resolve, reject) => {
    runExport(data, resolve).catch(reject);
  });
}

async function runExport(data: Data, onOpen: (archive: Readable) => void): Promise<void> {
  if (running.has(data.read)) throw runningProblem();
  running.add(data.read);
  try {
    await data.readSnapshot(async (db) => {
      await refuseSecond(data, db);
      const archive = Readable.from(buildArchive(db, data.now()), { highWaterMark: maxWaitingPieces });
      const closed = new Promise((resolve) => archive.once('close', resolve));
      // The reader of the stream handles its errors. Without a reader they would end the process.
      archive.on('error', () => undefined);
      const timer = setTimeout(() => archive.destroy(new Error('the export took too long')), maxExportMs);
      onOpen(archive);
      await closed;
      clearTimeout(timer);
    });
  } finally {
    running.delete(data.read);
  }
}

/** Another server of the institute may run an export. SQLite has one server. */
async function refuseSecond(data: Data, db: Db): Promise<void> {
  const lock = await tryAdvisoryLock(data.kind, 'export')?.execute(db);
  if (lock && !lock.rows[0]?.isLocked) throw runningProblem();
}
