import { parseCsv, detectForeignKind, isWebPage, isZip, decodeBytes } from './csvText';
import {
  readOrProblem,
  importFiles,
  type Reading,
  type ReadingProblem,
  type Sheet,
  createSheet,
  Unreadable,
} from './sheet';

interface SheetText {
  name: string | null;
  position: number;
  csv: string;
}

export type Source = { kind: 'file'; file: Blob; name: string } | { kind: 'texts'; texts: SheetText[] };

/** `isHidden`: the workbook hides the sheet. */
export type SheetReading = { name: string | null; position: number; isHidden?: boolean } & Reading<{
  sheet: Sheet;
}>;

/** Recognises a workbook by its first bytes. Rejects with Unreadable. */
export async function readSource(
  source: Source,
  readWorkbook: (bytes: Uint8Array) => SheetReading[],
): Promise<SheetReading[]> {
  if (source.kind === 'texts')
    return source.texts.map(({ name, position, csv }) => ({
      name,
      position,
      ...readOrProblem(() => ({ sheet: parseCsvSheet(name, position, csv) })),
    }));
  const { file, name } = source;
  const problem = checkFile({ name, size: file.size });
  if (problem) throw new Unreadable(problem);
  if (file.size === 0) throw new Unreadable({ kind: 'empty' });
  const bytes = await readBytes(file);
  if (isZip(bytes)) return readWorkbook(bytes);
  const foreign = detectForeignKind(bytes);
  if (foreign) throw new Unreadable({ kind: foreign });
  const text = decodeBytes(bytes);
  if (/\.xlsx$/i.test(name.trim()))
    throw new Unreadable({ kind: text !== null && isWebPage(text) ? 'webPage' : 'unreadable' });
  if (text === null) throw new Unreadable({ kind: 'encoding' });
  return [{ name: null, position: 0, sheet: parseCsvSheet(null, 0, text) }];
}

function checkFile({ name, size }: Pick<File, 'name' | 'size'>): ReadingProblem | null {
  if (!importFiles.names.test(name.trim())) return { kind: 'notCsv' };
  return size > importFiles.megabytes * 1_048_576 ? { kind: 'tooBig' } : null;
}

async function readBytes(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // The file was moved or changed after the selection.
    throw new Unreadable({ kind: 'unreadable' });
  }
}

function parseCsvSheet(name: string | null, position: number, text: string): Sheet {
  const table = parseCsv(text.replace(/^\uFEFF/, ''));
  if ('problem' in table) throw new Unreadable(table.problem);
  return createSheet(name, position, table.records);
}
