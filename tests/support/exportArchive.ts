import type { Readable } from 'node:stream';
import { vi } from 'vitest';
import type { Data } from '../../server/db/data';
import { openExport } from '../../server/export/snapshotExport';
import { type Archive, readArchive } from './exportedFiles';

/** The snapshot of an earlier export ends a moment after its stream. */
export const openNext = (data: Data): Promise<Readable> =>
  vi.waitFor(() => openExport(data), { timeout: 20_000, interval: 10 });

export async function exportAll(data: Data): Promise<Archive> {
  const pieces = (await (await openNext(data)).toArray()) as Buffer[];
  return readArchive(Buffer.concat(pieces));
}
