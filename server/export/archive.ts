import type { ExportFile } from '../../contract/export/columns';
import { exportFileName, exportFiles, maxExportRows } from '../../contract/export/exportFiles';
import { buildReadMe, type ExportedFile, logoName, readMeName } from '../../contract/export/readMe';
import { Yielder } from '../db/engine/yielder';
import type { Db } from '../db/schema';
import { loadInstituteDay } from '../domain/institute';
import { csvHeader, csvLines, listedStudents } from './csvCells';
import { defaultPageSize, loadStudentNumbers, readFileRows, type StoredRow } from './fileRows';
import { type ZipEntry, zipStream } from './zipStream';

interface Sizes {
  /** Rows of one file. A larger table has several files. */
  maxRows: number;
  pageSize: number;
}
const defaultSizes: Sizes = { maxRows: maxExportRows, pageSize: defaultPageSize };

/** @param db a snapshot, so that all files tell about the same moment */
export const buildArchive = (db: Db, now: Date, sizes = defaultSizes): AsyncGenerator<Uint8Array> =>
  zipStream(listEntries(db, now, sizes), now);

/** The contents must be read in the order of the entries, because the last entry counts their rows. */
async function* listEntries(db: Db, now: Date, { maxRows, pageSize }: Sizes): AsyncGenerator<ZipEntry> {
  const exported: ExportedFile[] = [];
  const yielder = new Yielder();
  for (const [index, file] of exportFiles.entries()) {
    const pages = readFileRows(db, file, now, pageSize);
    let page = await pages.next();
    for (let part = 1; part === 1 || !page.done; part += 1) {
      const entry = { name: exportFileName(file, index, part), english: file.english, rows: 0 };
      exported.push(entry);
      const writePart = async function* (): AsyncGenerator<Buffer> {
        yield Buffer.from(csvHeader(file.columns));
        while (!page.done && entry.rows < maxRows) {
          yield Buffer.from(await formatPage(db, file, page.value));
          entry.rows += page.value.length;
          await yielder.yieldIfDue();
          page = await pages.next();
        }
      };
      yield { name: entry.name, content: writePart() };
    }
  }
  yield* listOthers(db, now, exported);
}

async function formatPage(db: Db, { columns }: ExportFile, rows: readonly StoredRow[]): Promise<string> {
  const students = listedStudents(columns, rows);
  const numbers = students.length > 0 ? await loadStudentNumbers(db, students) : new Map<number, string>();
  return csvLines(columns, rows, numbers);
}

/** The logo of the institute, and at the end the list of all files. */
async function* listOthers(db: Db, now: Date, exported: ExportedFile[]): AsyncGenerator<ZipEntry> {
  const settings = await db.selectFrom('settings').select(['institute_name', 'logo']).executeTakeFirst();
  const [, type = '', base64] = /^data:image\/(png|jpeg);base64,(.+)$/.exec(settings?.logo ?? '') ?? [];
  if (base64) yield { name: logoName(type), content: single(Buffer.from(base64, 'base64')) };
  const { today } = await loadInstituteDay(db, now);
  const text = buildReadMe({ institute: settings?.institute_name ?? '', today, files: exported });
  yield { name: readMeName, content: single(Buffer.from(`\uFEFF${text}`)) };
}

async function* single(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
