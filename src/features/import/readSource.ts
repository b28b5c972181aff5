import { csvRecords, foreignBytes, isWebPage, isZip, textOfBytes } from './csvText';
import {
  readOrProblem,
  type FileKinds,
  importFiles,
  type Reading,
  type ReadingProblem,
  type Sheet,
  sheetOf,
  Unreadable,
} from './sheet';

/** A text that came from an online sheet. */
interface SheetText {
  name: string | null;
  position: number;
  csv: string;
}

export type Source = { kind: 'file'; file: Blob; name: string } | { kind: 'texts'; texts: SheetText[] };

export type ReadSheet = { name: string | null; position: number } & Reading<{ sheet: Sheet }>;

/**
 * Every sheet of a file or of an online spreadsheet. A workbook, whatever the name of its file, is read by
 * `readWorkbook`, and refused without it. Fails with Unreadable when there is nothing to read.
 */
export async function readSource(
  source: Source,
  kinds: FileKinds = importFiles,
  readWorkbook?: (bytes: Uint8Array) => ReadSheet[],
): Promise<ReadSheet[]> {
  if (source.kind === 'texts')
    return source.texts.map(({ name, position, csv }) => ({
      name,
      position,
      ...readOrProblem(() => ({ sheet: csvSheet(name, position, csv) })),
    }));
  const { file, name } = source;
  const problem = problemOfFile({ name, size: file.size }, kinds);
  if (problem) throw new Unreadable(problem);
  if (file.size === 0) throw new Unreadable({ kind: 'empty' });
  const bytes = await bytesOf(file);
  // A workbook under the name of a CSV is still a workbook.
  if (isZip(bytes)) {
    if (!readWorkbook) throw new Unreadable({ kind: 'workbook' });
    return readWorkbook(bytes);
  }
  const foreign = foreignBytes(bytes);
  if (foreign) throw new Unreadable({ kind: foreign });
  const text = textOfBytes(bytes);
  if (/\.xlsx$/i.test(name.trim()))
    throw new Unreadable({ kind: text !== null && isWebPage(text) ? 'webPage' : 'unreadable' });
  if (text === null) throw new Unreadable({ kind: 'encoding' });
  return [{ name: null, position: 0, sheet: csvSheet(null, 0, text) }];
}

/** The problem that a file has by its name and size, before it is read; else null. */
export function problemOfFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  { names, megabytes }: FileKinds,
): ReadingProblem | null {
  if (!names.test(name.trim())) return { kind: 'notCsv' };
  return size > megabytes * 1_048_576 ? { kind: 'tooBig' } : null;
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // It was moved or changed after it was chosen.
    throw new Unreadable({ kind: 'unreadable' });
  }
}

function csvSheet(name: string | null, position: number, text: string): Sheet {
  const table = csvRecords(text.replace(/^\uFEFF/, ''));
  if ('problem' in table) throw new Unreadable(table.problem);
  return sheetOf(name, position, table.records);
}
