import FileUpload from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { Suspense } from 'react';
import { t } from '../../i18n/text';
import { Boundary } from '../../ui/page/Boundary';
import { later } from '../../ui/page/later';
import type { ImportPlan } from './importPlan';

const QuickImportButton = later(() => import('./QuickImportButton'));
const nothing = () => null;

/** Imports a CSV file into the list. Its code is loaded after the list; if that fails, the list works without it. */
export const QuickImport = ({ load }: { load: () => Promise<ImportPlan> }) => (
  <Boundary renderFallback={nothing}>
    <Suspense fallback={<ButtonToCome />}>
      <QuickImportButton load={load} />
    </Suspense>
  </Boundary>
);

function ButtonToCome() {
  return (
    <Button variant="outlined" startIcon={<FileUpload />} disabled>
      {t('quickImport.action')}
    </Button>
  );
}
