import Groups from '@mui/icons-material/GroupsOutlined';
import Insights from '@mui/icons-material/InsightsOutlined';
import ManageSearch from '@mui/icons-material/ManageSearchOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import type { Batch } from '../../../../contract/batches';
import { useText } from '../../../i18n/useText';

const ReportSearch = lazy(() => import('./ReportSearch'));
const ReportStatistics = lazy(() => import('./ReportStatistics'));
const BatchTranscripts = lazy(() => import('./BatchTranscripts'));

type Tool = 'search' | 'statistics' | 'batch';

/** Search of reports, statistics of the institute, and the transcripts of a whole batch. Spec 2 §2. */
export function ReportTools({ batch }: { batch: Batch | undefined }) {
  const t = useText();
  const [open, setOpen] = useState<Tool | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button startIcon={<ManageSearch />} onClick={() => setOpen('search')}>
        {t('staffReports.search')}
      </Button>
      <Button startIcon={<Insights />} onClick={() => setOpen('statistics')}>
        {t('staffReports.statistics')}
      </Button>
      <Button startIcon={<Groups />} onClick={() => setOpen('batch')}>
        {t('staffReports.wholeBatch')}
      </Button>
      <Suspense fallback={null}>
        {open === 'search' && <ReportSearch onClose={close} />}
        {open === 'statistics' && <ReportStatistics onClose={close} />}
        {open === 'batch' && <BatchTranscripts batch={batch} onClose={close} />}
      </Suspense>
    </>
  );
}
