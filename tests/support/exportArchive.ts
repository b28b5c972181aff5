import { vi } from 'vitest';
import type { Data } from '../../server/db/data';
import { openExport } from '../../server/export/snapshotExport';
import { type Archive, readArchive } from './exportedFiles';

export async function exportAll(data: Data): Promise<Archive> {
  const pieces: Buffer[] = [];
  for await (const piece of await openExport(data)) pieces.push(piece as Buffer);
  return readArchive(Buffer.concat(pieces));
}

/** An export after another one, whose snapshot ends a moment after its last byte. */
export const exportNext = (data: Data): Promise<Archive> =>
  vi.waitFor(() => exportAll(data), { timeout: 20_000, interval: 10 });
