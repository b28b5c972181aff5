import { readFileSync } from 'node:fs';
import type { Batch } from '../../contract/batches';
import type { ImportCheck } from '../../contract/imports';
import type { Subject } from '../../contract/subjects';
import type { ImportType } from '../../contract/vocabulary';
import { chooseHeader } from '../../src/custom-pages/import/fields';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import {
  createSubjectCounter,
  type MappingContext,
  outlineOf,
  proposeMapping,
} from '../../src/custom-pages/import/mapping';
import type { RemoteImportWorker } from '../../src/custom-pages/import/useImportWorker';
import type { Catalogue } from '../../src/features/import/catalogue';

export const fieldFile = (name: string): string =>
  readFileSync(`tests/data/import/field/columns-${name}.csv`, 'utf8');

export const noChecks: ImportCheck = {
  imported: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  errors: [],
  warnings: [],
  changes: [],
};

const batch = (id: number, batch_name: string, section: 'boys' | 'girls' = 'boys') =>
  ({ id, batch_name, section }) as Batch;
const subject = (id: number, base_subject_code: string, name: string, batch_name: string) =>
  ({
    id,
    base_subject_code,
    subject_code: `${base_subject_code}-5`,
    name,
    batch_name,
    type: 'مادة',
  }) as Subject;

export const catalogue: Catalogue = {
  batches: [
    batch(1, 'رواد القراءات'),
    batch(2, 'فوج القراءات الثاني'),
    batch(5, 'كوكبة الفقه'),
    batch(8, 'طالبات الحديث', 'girls'),
  ],
  subjects: [
    subject(1, 'FQH101', 'الفقه', 'كوكبة الفقه'),
    subject(2, 'FQH102', 'أصول الفقه', 'كوكبة الفقه'),
    subject(3, 'FQH103', 'القواعد الفقهية', 'كوكبة الفقه'),
    subject(4, 'HDT101', 'مصطلح الحديث', 'طالبات الحديث'),
  ],
};

/** Reads a file and proposes its mapping, as the dialog of the import does. */
export async function proposeForFile(
  type: ImportType,
  csv: string,
  options: Partial<MappingContext> & { name?: string; sheetName?: string | null } = {},
) {
  const worker = new ImportWorker();
  const { name = 'file.csv', sheetName = null, ...context } = options;
  const bytes = new TextEncoder().encode(csv);
  const file = { size: bytes.length, arrayBuffer: () => Promise.resolve(bytes.buffer) } as unknown as Blob;
  const opened = await worker.open({ kind: 'file', file, name });
  const sheet = 'sheets' in opened ? opened.sheets[0] : undefined;
  if (!sheet || 'problem' in sheet) throw new Error('the sheet cannot be read');
  const records = context.catalogue ?? catalogue;
  const headed = chooseHeader(
    type,
    { ...sheet, name: sheetName },
    () => false,
    createSubjectCounter(records),
  );
  const mapping = await proposeMapping(type, 0, headed, {
    userId: 1,
    getWorker: () => worker as unknown as RemoteImportWorker,
    api: { checkImport: async () => null },
    catalogue: records,
    country: 'SA',
    fileName: name,
    ...context,
  });
  return { worker, mapping, sheet: outlineOf(headed, mapping) };
}
