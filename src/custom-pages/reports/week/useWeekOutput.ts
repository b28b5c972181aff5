import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useApi } from '../../../dataProvider/useApi';
import { week as labels } from '../../../i18n/ar/week';
import { t } from '../../../i18n/text';
import { problemMessage } from '../../../ui/page/problemMessage';
import { download, writeExcelFile } from '../../../ui/report/excelFile';
import { buildSheets } from '../staff/useReportOutput';
import type { WeekSheet } from './useWeek';

export function useWeekOutput(week: WeekSheet | undefined) {
  const notify = useNotify();
  const { paper } = useApi();
  const [busy, setBusy] = useState<'pdf' | 'sheet' | null>(null);
  const runExclusive = async (action: 'pdf' | 'sheet', work: (sheet: WeekSheet) => Promise<void>) => {
    if (busy !== null || !week) return;
    setBusy(action);
    try {
      await work(week);
    } catch (problem) {
      notify(problemMessage(problem, t('ui.exportFailed')), { type: 'error' });
    } finally {
      setBusy(null);
    }
  };
  return {
    busy,
    exportPdf: () =>
      runExclusive('pdf', async (sheet) => {
        const file = await paper(sheet.paper);
        if (!file) {
          notify(t('reportPaper.pdfByPrint'), { type: 'info' });
          return window.print();
        }
        download(file.file, file.name);
        notify(labels.pdfDone, { type: 'success' });
      }),
    exportSheet: () =>
      runExclusive('sheet', async ({ document }) => {
        download(
          await writeExcelFile(...buildSheets(document)),
          `${document.title} - ${document.about}.xlsx`,
        );
        notify(t('ui.exported', { smart_count: document.tables[0].rows.length }), { type: 'success' });
      }),
    /** Opens the share dialog of the device. Without one, copies the text to the clipboard. */
    share: async () => {
      if (!week) return;
      try {
        if ('share' in navigator) return await navigator.share({ text: week.text });
        await (navigator as Navigator).clipboard.writeText(week.text);
        notify(labels.copied, { type: 'success' });
      } catch (problem) {
        // The user closed the share dialog.
        if (problem instanceof DOMException && problem.name === 'AbortError') return;
        notify(labels.notCopied, { type: 'error' });
      }
    },
  };
}
