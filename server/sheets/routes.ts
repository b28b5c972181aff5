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
  Allowance,
  download,
  type Download,
} from './download';

const sentences: Record<DownloadFailure, string> = {
  'no access': importResultMessages.noAccess,
  'not found': importResultMessages.noAccess,
  'no answer': importResultMessages.noAnswer,
  'too large': importResultMessages.tooLarge,
};

const sourceOf = (config: Config): SheetSource => ({
  base: new URL(config.SHEETS_URL),
  hosts: config.SHEETS_HOSTS,
  isPrivateAllowed: config.SHEETS_PRIVATE,
  longestMs: config.SHEETS_TIMEOUT,
});

export const sheetRoutes: Route[] = [
  route(importsApi.fetchSheet, async ({ config, body: { sheet_id, gid } }) => {
    try {
      const found = await spreadsheet(sourceOf(config), sheet_id, gid);
      if (found.sheets.length > 0) return found;
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error;
      throw invalid({ path: 'sheet_id', message: sentences[error.reason] });
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
 * The sheets of a shared spreadsheet: one by its number; or the first and all with known names; for an unknown name,
 * the sheet at its position. @throws DownloadError
 */
async function spreadsheet(source: SheetSource, id: string, gid: string | undefined): Promise<Spreadsheet> {
  const allowance = new Allowance(source);
  const at = (path: string, query: Record<string, string>) =>
    download(
      source,
      new URL(`/spreadsheets/d/${id}/${path}?${new URLSearchParams(query)}`, source.base),
      allowance,
    );
  const exported = (number?: string) =>
    at('export', { format: 'csv', ...(number !== undefined && { gid: number }) });
  const first = await exported(gid);
  const { title, name } = namesIn(first.fileName);
  const whole = { title, sheets: [{ name, position: 0, csv: first.text }] };
  if (gid !== undefined) return withoutEmpty(whole);

  const named = (sheet: string) => at('gviz/tq', { tqx: 'out:csv', headers: '1', sheet });
  // For an unknown name the host returns the first sheet, so a name that no sheet has is requested to recognise it.
  const unknown = await orNull(named(`- ${id} -`));
  const found = await Promise.all(
    sheetNames.map(({ names }, position) => sheetOf(names, position, name, unknown, named, exported)),
  );
  const others = found.flatMap((sheet) => (sheet && sheet.csv !== first.text ? [sheet] : []));
  const firstPosition = sheetNames.findIndex(({ names }) => isOneOf(names, name));
  whole.sheets[0] = { name, position: Math.max(firstPosition, 0), csv: first.text };
  return withoutEmpty({ title, sheets: [...whole.sheets, ...others] });
}

async function sheetOf(
  names: readonly string[],
  position: number,
  firstName: string | null,
  unknown: Download | null,
  named: (name: string) => Promise<Download>,
  exported: (number: string) => Promise<Download>,
): Promise<Sheet | null> {
  if (isOneOf(names, firstName)) return null;
  for (const name of names) {
    const sheet = await orNull(named(name));
    if (sheet && sheet.text !== unknown?.text) return { name, position, csv: sheet.text };
  }
  if (position === 0) return null;
  const sheet = await orNull(exported(String(position)));
  return sheet && { name: namesIn(sheet.fileName).name, position, csv: sheet.text };
}

/** A missing sheet is not an error; one that cannot be read is. */
async function orNull(answer: Promise<Download>): Promise<Download | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DownloadError && (error.reason === 'not found' || error.reason === 'no access'))
      return null;
    throw error;
  }
}

const isOneOf = (names: readonly string[], name: string | null): boolean =>
  name !== null && names.some((one) => foldArabic(one) === foldArabic(name));

const withoutEmpty = ({ title, sheets }: Spreadsheet): Spreadsheet => ({
  title,
  sheets: sheets.filter(({ csv }) => csv.replace(/[\s,;"]/g, '') !== ''),
});

/** The host names the file of a sheet `title - sheet.csv`. */
function namesIn(fileName: string | null): { title: string | null; name: string | null } {
  const parts = /^(.*) - (.*)\.csv$/s.exec(fileName ?? '');
  return { title: cleanText(parts?.[1] ?? '') || null, name: cleanText(parts?.[2] ?? '') || null };
}
