import GroupAdd from '@mui/icons-material/GroupAddOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { maxBulkRecords } from '../../../contract/bulk/bulkCalls';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { accounts as labels } from '../../i18n/ar/accounts';
import { lazyDialog } from '../../ui/dialog/lazyDialog';

const AccountsDialog = lazyDialog(() => import('./AccountsDialog'));

export function MakeAccountsButton({ batchId }: { batchId?: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <AccountsButton onClick={() => setIsOpen(true)} />
      {isOpen && (
        <AccountsDialog {...(batchId === undefined ? {} : { batchId })} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

interface AccountsButtonProps {
  isDisabled?: boolean;
  onClick: () => void;
}

/** The button is hidden if the server cannot create accounts for several students. */
function AccountsButton({ isDisabled = false, onClick }: AccountsButtonProps) {
  const isOurs = useServerFeatures().isOurs === true;
  if (!isOurs) return null;
  return (
    <Button variant="outlined" startIcon={<GroupAdd />} disabled={isDisabled} onClick={onClick}>
      {labels.button}
    </Button>
  );
}

/** The dialog is rendered outside the selection bar. The bar may unmount while the passwords are visible. */
export function useAccountsForSelection() {
  const [selection, setSelection] = useState<{ ids: readonly number[]; onDone: () => void } | null>(null);
  return {
    renderButton: (ids: readonly number[], onDone: () => void) => (
      <AccountsButton
        isDisabled={ids.length === 0 || ids.length > maxBulkRecords}
        onClick={() => setSelection({ ids, onDone })}
      />
    ),
    dialog: selection && <AccountsDialog {...selection} onClose={() => setSelection(null)} />,
  };
}
