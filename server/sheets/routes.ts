import { importSentences } from '../../contract/importMessages';
import { importsApi } from '../../contract/imports';
import type { Config } from '../config';
import { type Route, route } from '../mount';
import { invalid } from '../problem';
import { DownloadError, type DownloadFailure, type SheetSource } from './download';
import { spreadsheet } from './spreadsheet';

const sentences: Record<DownloadFailure, string> = {
  'no access': importSentences.noAccess,
  'not found': importSentences.noAccess,
  'no answer': importSentences.noAnswer,
  'too large': importSentences.tooLarge,
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
    throw invalid({ path: 'sheet_id', message: importSentences.noSheets });
  }),
];
