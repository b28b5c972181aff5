import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useApi } from '../../../dataProvider/useApi';
import { week as say } from '../../../i18n/ar/week';
import { t } from '../../../i18n/text';
import { problemMessage } from '../../../ui/page/problemMessage';
import { download, writeExcelFile } from '../../../ui/report/excelFile';
import { sheetsOf } from '../staff/useReportOutput';
import type { ShownWeek } from './useWeek';

/** PDF, Excel and text of the shown sheet. */
export function useWeekOutput(shown: ShownWeek | undefined) {
  const notify = useNotify();
  const { paper } = useApi();
  const [busy, setBusy] = useState<'pdf' | 'sheet' | null>(null);
  const once = async (what: 'pdf' | 'sheet', act: (week: ShownWeek) => Promise<void>) => {
    if (busy !== null || !shown) return;
    setBusy(what);
    try {
      await act(shown);
    } catch (problem) {
      notify(problemMessage(problem, t('ui.exportFailed')), { type: 'error' });
    } finally {
      setBusy(null);
    }
  };
  return {
    busy,
    exportPdf: () =>
      once('pdf', async (week) => {
        const file = await paper(week.paper);
        if (!file) {
          notify(t('reportPaper.pdfByPrint'), { type: 'info' });
          return window.print();
        }
        download(file.file, file.name);
        notify(say.pdfDone, { type: 'success' });
      }),
    exportSheet: () =>
      once('sheet', async ({ document }) => {
        download(await writeExcelFile(...sheetsOf(document)), `${document.title} - ${document.about}.xlsx`);
        notify(t('ui.exported', { smart_count: document.tables[0].rows.length }), { type: 'success' });
      }),
    /** To the messengers of the device where it offers them, else to the clipboard. */
    share: async () => {
      if (!shown) return;
      try {
        if ('share' in navigator) return await navigator.share({ text: shown.text });
        await (navigator as Navigator).clipboard.writeText(shown.text);
        notify(say.copied, { type: 'success' });
      } catch (problem) {
        // Whoever closes the list of messengers wants nothing more.
        if (problem instanceof DOMException && problem.name === 'AbortError') return;
        notify(say.notCopied, { type: 'error' });
      }
    },
  };
}
