import Key from '@mui/icons-material/KeyOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { guardianLink as labels } from '../../i18n/ar/families/guardianLink';
import { lazyDialog } from '../../ui/dialog/lazyDialog';

const BatchLinksDialog = lazyDialog(() => import('./BatchLinksDialog'));

/** Hidden if the server has no private pages for guardians. */
export function BatchLinksButton({ batchId }: { batchId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  if (useServerFeatures().isOurs !== true) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<Key />} onClick={() => setIsOpen(true)}>
        {labels.batchButton}
      </Button>
      {isOpen && <BatchLinksDialog batchId={batchId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
