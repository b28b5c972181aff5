import { importResultMessages } from '../../contract/importMessages';
import { importsApi } from '../../contract/imports';
import { cleanText, foldArabic } from '../../contract/rules/arabicText';
import { sheetNames } from '../../contract/vocabulary';
import type { Config } from '../config';
import { type Route, route } from '../mount';
import { invalid } from '../problem';
import {
  DownloadError,
  type DownloadFailure,
  type SheetSource,
  DownloadLimits,
  download,
  type Download,
} from './download';

const messages: Record<DownloadFailure, string> = {
  'no access': importResultMessages.noAccess,
  'not found': importResultMessages.noAccess,
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
      if (spreadsheet.sheets.length > 0) return spreadsheet;
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error;
      throw invalid({ path: 'sheet_id', message: messages[error.reason] });
    }
    throw invalid({ path: 'sheet_id', message: importResultMessages.noSheets });
  }),
];

interface Sheet {
  name: string | null;
  position: number;
  csv: string;
}
interface Spreadsheet {
  title: string | null;
  sheets: Sheet[];
}

/**
 * Loads one sheet (`gid`), or the first sheet and each sheet with an expected name. A sheet without an
 * expected name is found by its position.
 * @throws DownloadError
 */
async function loadSpreadsheet(
  source: SheetSource,
  id: string,
  gid: string | undefined,
): Promise<Spreadsheet> {
  const limits = new DownloadLimits(source);
  const downloadPath = (path: string, query: Record<string, string>) =>
    download(
      source,
      new URL(`/spreadsheets/d/${id}/${path}?${new URLSearchParams(query)}`, source.base),
      limits,
    );
  const downloadByGid = (sheetGid?: string) =>
    downloadPath('export', { format: 'csv', ...(sheetGid !== undefined && { gid: sheetGid }) });
  const first = await downloadByGid(gid);
  const { title, name } = parseNames(first.fileName);
  const spreadsheet = { title, sheets: [{ name, position: 0, csv: first.text }] };
  if (gid !== undefined) return withoutEmpty(spreadsheet);

  const downloadByName = (sheet: string) => downloadPath('gviz/tq', { tqx: 'out:csv', headers: '1', sheet });
  // For an unknown name, the host returns the first sheet. So the code requests a name that cannot exist,
  // and compares other responses with this one.
  const unknownSheet = await orNull(downloadByName(`- ${id} -`));
  const sheets = await Promise.all(
    sheetNames.map(({ names }, position) =>
      findSheet(names, position, name, unknownSheet, downloadByName, downloadByGid),
    ),
  );
  const otherSheets = sheets.flatMap((sheet) => (sheet && sheet.csv !== first.text ? [sheet] : []));
  const firstPosition = sheetNames.findIndex(({ names }) => isOneOf(names, name));
  spreadsheet.sheets[0] = { name, position: Math.max(firstPosition, 0), csv: first.text };
  return withoutEmpty({ title, sheets: [...spreadsheet.sheets, ...otherSheets] });
}

async function findSheet(
  names: readonly string[],
  position: number,
  firstName: string | null,
  unknownSheet: Download | null,
  downloadByName: (name: string) => Promise<Download>,
  downloadByGid: (gid: string) => Promise<Download>,
): Promise<Sheet | null> {
  if (isOneOf(names, firstName)) return null;
  for (const name of names) {
    const sheet = await orNull(downloadByName(name));
    if (sheet && sheet.text !== unknownSheet?.text) return { name, position, csv: sheet.text };
  }
  if (position === 0) return null;
  const sheet = await orNull(downloadByGid(String(position)));
  return sheet && { name: parseNames(sheet.fileName).name, position, csv: sheet.text };
}

/** Returns null for a missing sheet. An unreadable sheet is an error. */
async function orNull(pendingDownload: Promise<Download>): Promise<Download | null> {
  try {
    return await pendingDownload;
  } catch (error) {
    if (error instanceof DownloadError && (error.reason === 'not found' || error.reason === 'no access'))
      return null;
    throw error;
  }
}

const isOneOf = (names: readonly string[], name: string | null): boolean =>
  name !== null && names.some((candidate) => foldArabic(candidate) === foldArabic(name));

const withoutEmpty = ({ title, sheets }: Spreadsheet): Spreadsheet => ({
  title,
  sheets: sheets.filter(({ csv }) => csv.replace(/[\s,;"]/g, '') !== ''),
});

/** The host names a downloaded file `title - sheet.csv`. */
function parseNames(fileName: string | null): { title: string | null; name: string | null } {
  const match = /^(.*) - (.*)\.csv$/s.exec(fileName ?? '');
  return { title: cleanText(match?.[1] ?? '') || null, name: cleanText(match?.[2] ?? '') || null };
}
