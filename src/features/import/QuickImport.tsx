import FileUpload from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { Suspense } from 'react';
import { t } from '../../i18n/text';
import { Boundary } from '../../ui/page/Boundary';
import { lazyComponent } from '../../ui/page/lazyComponent';
import type { ImportPlan } from './importPlan';

const QuickImportButton = lazyComponent(() => import('./QuickImportButton'));
const renderNothing = () => null;

/** This component loads after the list. If loading fails, the list still works. */
export const QuickImport = ({ load }: { load: () => Promise<ImportPlan> }) => (
  <Boundary renderFallback={renderNothing}>
    <Suspense fallback={<ButtonPlaceholder />}>
      <QuickImportButton load={load} />
    </Suspense>
  </Boundary>
);

function ButtonPlaceholder() {
  return (
    <Button variant="outlined" startIcon={<FileUpload />} disabled>
      {t('quickImport.action')}
    </Button>
  );
}
