import Download from '@mui/icons-material/FileDownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useText } from '../../../i18n/useText';
import { Waiting } from '../../../ui/list/ListContent';
import { Page } from '../../../ui/page/Page';
import { PaperHeader } from '../paper/PaperHeader';
import { LevelFilter } from './LevelFilter';
import { NoReport } from './NoReport';
import { ReportCards } from './ReportCards';
import { ReportContent } from './ReportContent';
import { useDownload } from './useDownload';
import { useLevel, useStudentReport } from './useStudentReport';

/** On paper the colours of the screen, dark ones too, give way to the ink of the page. */
const onPaper = {
  '& *': { color: 'inherit !important', borderColor: 'currentColor !important' },
  '& h1': { fontSize: '1.25rem' },
  '& h2': { fontSize: '1rem' },
  '& dt, & dd, & p': { fontSize: '0.8125rem', lineHeight: 1.5 },
  '& li p.figure': { fontSize: '1rem' },
  '& li [aria-hidden]': { display: 'none' },
};

/** The student's own academic report. Spec 2 §2. */
export default function StudentReport() {
  const t = useText();
  const { level, setLevel } = useLevel();
  const { data: report, error, isPlaceholderData, refetch } = useStudentReport(level);
  const { isDownloading, download } = useDownload(level);
  const hasReport = report !== undefined && !error;
  return (
    <Box sx={{ '@media print': onPaper }}>
      <PaperHeader />
      <Page
        title={t('studentReport.title')}
        subtitle={<span className="no-print">{t('studentReport.subtitle')}</span>}
        action={
          hasReport && (
            <>
              <Button startIcon={<Print />} onClick={() => window.print()}>
                {t('reportPaper.print')}
              </Button>
              <Button
                variant="outlined"
                startIcon={<Download />}
                loading={isDownloading}
                onClick={() => void download()}
              >
                {t('studentReport.download')}
              </Button>
            </>
          )
        }
        filters={
          hasReport && <LevelFilter level={level} available={report.available_levels} onChange={setLevel} />
        }
      >
        {error ? (
          <NoReport error={error} onRetry={() => void refetch()} />
        ) : report ? (
          <Box aria-busy={isPlaceholderData}>
            <ReportContent report={report} level={level} onAllLevels={() => setLevel(null)} />
          </Box>
        ) : (
          <>
            <ReportCards figures={undefined} />
            <Waiting />
          </>
        )}
      </Page>
    </Box>
  );
}
