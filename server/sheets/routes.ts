import { importResultMessages } from '../../contract/importMessages';
import { importsApi } from '../../contract/imports';
import { cleanText } from '../../contract/rules/arabicText';
import type { Config } from '../config';
import { type Route, route } from '../mount';
import { invalid } from '../problem';
import { type Download, download, DownloadError, type DownloadFailure, type SheetSource } from './download';

const messages: Record<DownloadFailure, string> = {
  'no access': importResultMessages.noAccess,
  'no answer': importResultMessages.noAnswer,
  'too large': importResultMessages.tooLarge,
};

const buildSource = (config: Config): SheetSource => ({
  base: new URL(config.SHEETS_URL),
  hosts: config.SHEETS_HOSTS,
  allowsPrivateAddresses: config.SHEETS_PRIVATE,
  timeoutMs: config.SHEETS_TIMEOUT,
});

export const sheetRoutes: Route[] = [
  route(importsApi.fetchSheet, async ({ config, body: { sheet_id, gid } }) => {
    try {
      const spreadsheet = await loadSpreadsheet(buildSource(config), sheet_id, gid);
      const isEmpty = spreadsheet.sheets.length === 0 && (gid !== undefined || !spreadsheet.workbook);
      if (!isEmpty) return spreadsheet;
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error;
      throw invalid({ path: 'sheet_id', message: messages[error.reason] });
    }
    throw invalid({ path: 'sheet_id', message: importResultMessages.noSheets });
  }),
];

interface Spreadsheet {
  title: string | null;
  sheets: { name: string | null; position: number; csv: string }[];
  workbook?: string;
}

/**
 * Loads the workbook, which has all sheets with their types, formats and hidden rows. For one sheet (`gid`) it
 * loads also the CSV, which alone has the name of this sheet. The host's query interface (`gviz`) is not used,
 * because it empties cells whose type is rare in their column.
 * @throws DownloadError
 */
async function loadSpreadsheet(
  source: SheetSource,
  id: string,
  gid: string | undefined,
): Promise<Spreadsheet> {
  const load = (query: Record<string, string>) =>
    download(source, new URL(`/spreadsheets/d/${id}/export?${new URLSearchParams(query)}`, source.base));
  const pendingWorkbook = load({ format: 'xlsx' });
  if (gid === undefined) return toSpreadsheet(await pendingWorkbook);
  const [sheet, workbook] = await Promise.all([
    load({ format: 'csv', gid }),
    // Other sheets of the file may be too large.
    pendingWorkbook.catch((error: unknown) => {
      if (error instanceof DownloadError) return null;
      throw error;
    }),
  ]);
  const spreadsheet = toSpreadsheet(sheet);
  if (!workbook || !isZip(workbook.bytes)) return spreadsheet;
  return { ...spreadsheet, workbook: workbook.bytes.toString('base64') };
}

/** Another host, which an administrator may configure, can have only CSV. */
function toSpreadsheet({ bytes, fileName }: Download): Spreadsheet {
  const { title, name } = parseNames(fileName);
  if (isZip(bytes)) return { title, sheets: [], workbook: bytes.toString('base64') };
  const csv = new TextDecoder().decode(bytes);
  const isEmpty = csv.replace(/[\s,;"]/g, '') === '';
  return { title, sheets: isEmpty ? [] : [{ name, position: 0, csv }] };
}

const isZip = (bytes: Buffer): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 255) < 9;

/** The host names a downloaded sheet `title - sheet.csv`, and a workbook `title.xlsx`. */
function parseNames(fileName: string | null): { title: string | null; name: string | null } {
  const [, title = '', name = ''] =
    /^(.*) - (.*)\.csv$/s.exec(fileName ?? '') ?? /^(.*)\.xlsx$/s.exec(fileName ?? '') ?? [];
  return { title: cleanText(title) || null, name: cleanText(name) || null };
}
