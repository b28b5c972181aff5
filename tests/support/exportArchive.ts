import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { vi } from 'vitest';
import { exportFileName, exportFiles } from '../../contract/export/exportFiles';
import type { Data } from '../../server/db/data';
import { openExport } from '../../server/export/snapshotExport';

export type Archive = Record<string, string>;

/** The files of an archive as texts, without the byte-order mark. */
export const readArchive = (bytes: Uint8Array): Archive =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      strFromU8(content).replace(/^\uFEFF/, ''),
    ]),
  );

export async function exportAll(data: Data): Promise<Archive> {
  const pieces: Buffer[] = [];
  for await (const piece of await openExport(data)) pieces.push(piece as Buffer);
  return readArchive(Buffer.concat(pieces));
}

/** An export after another one, whose snapshot ends a moment after its last byte. */
export const exportNext = (data: Data): Promise<Archive> =>
  vi.waitFor(() => exportAll(data), { timeout: 20_000, interval: 10 });

/** The name of the file of a table. */
export function nameOfTable(table: string): string {
  const index = exportFiles.findIndex((file) => file.table === table);
  const file = exportFiles[index];
  if (!file) throw new Error(`no file of ${table}`);
  return exportFileName(file, index, 1);
}

/** Rows with their headings, without the first line. */
export const parseCsv = (text: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

export const rowsOfTable = (archive: Archive, table: string): Record<string, string>[] =>
  parseCsv(archive[nameOfTable(table)] ?? '');
