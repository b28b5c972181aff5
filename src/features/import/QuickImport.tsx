import FileUpload from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { Suspense } from 'react';
import { t } from '../../i18n/text';
import { Boundary } from '../../ui/page/Boundary';
import { lazyComponent } from '../../ui/page/lazyComponent';
import type { ListImport } from './QuickImportButton';

const QuickImportButton = lazyComponent(() => import('./QuickImportButton'));
const renderNothing = () => null;

/** This component loads after the list. If loading fails, the list still works. */
export const QuickImport = ({ type }: { type: ListImport }) => (
  <Boundary renderFallback={renderNothing}>
    <Suspense fallback={<ButtonPlaceholder />}>
      <QuickImportButton type={type} />
    </Suspense>
  </Boundary>
);

function ButtonPlaceholder() {
  return (
    <Button variant="outlined" startIcon={<FileUpload />} disabled>
      {t('ui.import')}
    </Button>
  );
}
