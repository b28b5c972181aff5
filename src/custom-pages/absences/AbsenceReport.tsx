import Download from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Subject } from '../../../contract/subjects';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { ErrorState } from '../../ui/page/States';
import { AbsenceReportFilters } from './AbsenceReportFilters';
import { AbsenceReportTable } from './AbsenceReportTable';
import { useAbsenceReport } from './useAbsenceReport';

interface AbsenceReportProps {
  batchName: string;
  subjects: readonly Subject[];
  today: string;
  onClose: () => void;
}

/** Absences of a batch with real filters, and as .xlsx. */
export function AbsenceReport({ batchName, subjects, today, onClose }: AbsenceReportProps) {
  const t = useText();
  const { filter, change, problems, hasProblem, report, error, refetch, exportReport } = useAbsenceReport(
    batchName,
    today,
  );
  const hasRows = Boolean(report && report.absences.length > 0);
  return (
    <FormDialog
      isOpen
      maxWidth="md"
      title={t('absences.reportTitle', { batch: batchName })}
      onClose={onClose}
    >
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <AbsenceReportFilters filter={filter} subjects={subjects} problems={problems} onChange={change} />
          {hasProblem ? (
            <Typography color="text.secondary">{t('absences.mendFilter')}</Typography>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : report === undefined ? (
            <Skeleton variant="rounded" height={280} />
          ) : report === null ? (
            <Typography color="text.secondary">{t('absences.reportMissing')}</Typography>
          ) : hasRows ? (
            <AbsenceReportTable report={report} />
          ) : (
            <Typography color="text.secondary" role="status">
              {t('absences.reportEmpty')}
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.close')}</Button>
        <Button
          variant="contained"
          startIcon={<Download />}
          disabled={!hasRows}
          onClick={() => report && void exportReport(report)}
        >
          {t('absences.exportReport')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
