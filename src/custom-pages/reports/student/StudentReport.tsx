import Download from '@mui/icons-material/FileDownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useSearchParams } from 'react-router';
import { type Level, levelNames } from '../../../../contract/vocabulary';
import { useApi } from '../../../dataProvider/useApi';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useSession } from '../../../dataProvider/session';
import { AnnouncementNotices, useAnnouncements } from '../../../features/announcements/AnnouncementNotices';
import { t } from '../../../i18n/text';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { Page } from '../../../ui/page/Page';
import { problemMessage } from '../../../ui/page/problemMessage';
import { useStableHandler } from '../../../ui/page/useStableHandler';
import { EmptyState, LoadingState } from '../../../ui/page/States';
import { download as save } from '../../../ui/report/excelFile';
import { PaperHeader } from '../PaperHeader';
import { ReportContent } from './ReportContent';
import { ToDo, useToDo } from './ToDo';
import { useStudentReport } from './useStudentReport';

/** A print has one text colour, also if the screen has the dark theme. */
const printStyle = {
  '& *': { color: 'inherit !important', borderColor: 'currentColor !important' },
  '& h1': { fontSize: '1.25rem' },
  '& h2': { fontSize: '1rem' },
  '& dt, & dd, & p': { fontSize: '0.8125rem', lineHeight: 1.5 },
  '& li p.figure': { fontSize: '1rem' },
  '& li [aria-hidden]': { display: 'none' },
};

export default function StudentReport() {
  const { level, setLevel } = useLevel();
  const { data: report, error, isPlaceholderData, refetch } = useStudentReport(level);
  const toDo = useToDo();
  const notices = useAnnouncements();
  const clearLevel = useStableHandler(() => setLevel(null));
  return (
    <Box sx={{ '@media print': printStyle }}>
      <PaperHeader />
      <Page
        title={t('studentReport.title')}
        context={
          !error && (
            <LevelFilter level={level} available={report?.available_levels ?? []} onChange={setLevel} />
          )
        }
        tools={!error && <ReportTools level={level} isDisabled={report === undefined} />}
      >
        {error ? (
          <NoReport error={error} onRetry={refetch} />
        ) : report && !toDo.isPending && !notices.isPending ? (
          <>
            <AnnouncementNotices notices={notices} />
            <ToDo toDo={toDo} />
            <Box aria-busy={isPlaceholderData} sx={{ minWidth: 0 }}>
              <ReportContent
                report={report}
                memorised={toDo.subjects}
                level={level}
                onAllLevels={clearLevel}
              />
            </Box>
          </>
        ) : (
          <LoadingState shape="record" />
        )}
      </Page>
    </Box>
  );
}

function ReportTools({ level, isDisabled }: { level: number | null; isDisabled: boolean }) {
  const { isDownloading, download } = useDownload(level);
  return (
    <>
      <Button startIcon={<Print />} disabled={isDisabled} onClick={() => window.print()}>
        {t('reportPaper.print')}
      </Button>
      <Button
        startIcon={<Download />}
        disabled={isDisabled}
        loading={isDownloading}
        onClick={() => void download()}
      >
        {t('studentReport.download')}
      </Button>
    </>
  );
}

interface LevelFilterProps {
  /** Null: all levels. */
  level: number | null;
  available: readonly number[];
  onChange: (level: number | null) => void;
}

function LevelFilter({ level, available, onChange }: LevelFilterProps) {
  // The URL may have a level that the batch does not have.
  const levels = [...new Set(level === null ? available : [...available, level])].toSorted((a, b) => a - b);
  return (
    <Box sx={{ width: { xs: '100%', sm: 220 }, marginInlineStart: 'auto' }}>
      <ChoiceField
        label={t('labels.level')}
        anyLabel={t('labels.anyLevel')}
        value={level === null ? null : String(level)}
        choices={levels.map((one) => [String(one), levelNames[one as Level] ?? String(one)] as const)}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      />
    </Box>
  );
}

/** Spec 2 §8 and decision 31 set the text. */
function NoReport({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnlinked = error instanceof ApiProblem && error.status === 404;
  const problem = error instanceof ApiProblem ? error.message : t('ui.unexpected');
  return (
    <Box role="alert">
      <EmptyState
        title={t('studentReport.emptyTitle')}
        text={
          <>
            {t('studentReport.emptyText')}
            <Box component="span" sx={{ display: 'block' }}>
              {isUnlinked ? t('shell.notLinked') : problem}
            </Box>
          </>
        }
        action={
          <Button variant="outlined" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        }
      />
    </Box>
  );
}

/** Reads the level from the URL, 1 to 8. Null: all levels. */
function useLevel() {
  const [searchParams, setSearchParams] = useSearchParams();
  const requestedLevel = searchParams.get('level') ?? '';
  const setLevel = (level: number | null) =>
    setSearchParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (level === null) after.delete('level');
        else after.set('level', String(level));
        return after;
      },
      { replace: true },
    );
  return { level: /^[1-8]$/.test(requestedLevel) ? Number(requestedLevel) : null, setLevel };
}

/** Opens the print dialog if the server cannot create a PDF. */
function useDownload(level: number | null) {
  const notify = useNotify();
  const userId = useSession()?.user.id ?? 0;
  const { paper } = useApi();
  const [isDownloading, setIsDownloading] = useState(false);
  const download = async () => {
    setIsDownloading(true);
    try {
      const pdf = await paper({ type: 'own', userId, ...(level === null ? {} : { level }) });
      if (pdf) return save(pdf.file, pdf.name);
      notify(t('reportPaper.pdfByPrint'), { type: 'info' });
      window.print();
    } catch (problem) {
      notify(problemMessage(problem, t('ui.unexpected')), { type: 'error' });
    } finally {
      setIsDownloading(false);
    }
  };
  return { isDownloading, download };
}
