import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { useSession } from '../../../dataProvider/session';
import { useText } from '../../../i18n/useText';
import { download as save } from '../../../ui/report/excelFile';
import { sentenceOf } from '../../../ui/page/sentenceOf';

/** The report as a PDF; the print dialog where the server makes none. */
export function useDownload(level: number | null) {
  const t = useText();
  const notify = useNotify();
  const userId = useSession()?.user.id ?? 0;
  const { paper } = useDataProvider<Api>();
  const [isDownloading, setIsDownloading] = useState(false);
  const download = async () => {
    setIsDownloading(true);
    try {
      const made = await paper({ type: 'own', userId, ...(level === null ? {} : { level }) });
      if (made) return save(made.file, made.name);
      notify(t('reportPaper.pdfByPrint'), { type: 'info' });
      window.print();
    } catch (problem) {
      notify(sentenceOf(problem, t('ui.unexpected')), { type: 'error' });
    } finally {
      setIsDownloading(false);
    }
  };
  return { isDownloading, download };
}
