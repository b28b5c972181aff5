import { readFileSync } from 'node:fs';
import type { ImportType } from '../../contract/vocabulary';
import { chooseHeader, findSheetIndex, proposeFields } from '../../src/custom-pages/import/fields';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import type { CheckSummary, SheetRecord } from '../../src/features/import/SheetWork';

export const fieldFolder = 'tests/data/import/field';

export interface FieldImport {
  importWorker: ImportWorker;
  sheet: number;
  summary: CheckSummary;
}

/** Reads the bytes of a file and maps its columns as the import centre proposes. */
export async function openField(name: string, type: ImportType): Promise<FieldImport> {
  const bytes = readFileSync(`${fieldFolder}/${name}`);
  const file = { size: bytes.length, arrayBuffer: async () => Uint8Array.from(bytes).buffer } as Blob;
  const importWorker = new ImportWorker();
  const answer = await importWorker.open({ kind: 'file', file, name });
  if ('problem' in answer) throw new Error(answer.problem.kind);
  const sheet = findSheetIndex(type, answer.sheets);
  const info = answer.sheets[sheet];
  if (!info || 'problem' in info) throw new Error('the sheet cannot be read');
  const { header, headerAt, samples } = chooseHeader(type, info, () => false);
  const fields = proposeFields(type, header, samples);
  return {
    importWorker,
    sheet,
    summary: importWorker.check({ sheet, type, headerAt, fields, corrections: [] }),
  };
}

/** The rows that would be sent, by line. */
export function sentRows({ importWorker, sheet }: FieldImport): Record<number, SheetRecord> {
  const { parallel, sequential } = importWorker.plan(sheet, { kind: 'validRows' });
  const rows = importWorker.rowsToSend(sheet, [...parallel, ...sequential]);
  return Object.fromEntries(rows.map(({ line, record }) => [line, record]));
}
