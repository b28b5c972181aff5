import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { exportFileName, exportFiles } from '../../contract/export/exportFiles';

export type Archive = Record<string, string>;

/** The files of an archive as texts, without the byte-order mark. */
export const readArchive = (bytes: Uint8Array): Archive =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      strFromU8(content).replace(/^\uFEFF/, ''),
    ]),
  );

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
