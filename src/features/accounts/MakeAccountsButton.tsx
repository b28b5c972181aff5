import GroupAdd from '@mui/icons-material/GroupAddOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { maxBulkRecords } from '../../../contract/bulk/bulkCalls';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { accounts as say } from '../../i18n/ar/accounts';
import { lazyDialog } from '../../ui/dialog/lazyDialog';

const AccountsDialog = lazyDialog(() => import('./AccountsDialog'));

/** Makes accounts for all students without one, or for those of a batch; the dialog asks whom. */
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

/** Nothing where the server cannot make accounts for several. */
function AccountsButton({ isDisabled = false, onClick }: AccountsButtonProps) {
  const isOurs = useServerFeatures().isOurs === true;
  if (!isOurs) return null;
  return (
    <Button variant="outlined" startIcon={<GroupAdd />} disabled={isDisabled} onClick={onClick}>
      {say.button}
    </Button>
  );
}

/**
 * Accounts for chosen students: the button for the bar of the choice, and the dialog, which stands outside of it. The
 * choice may end while the passwords are shown, and they are shown once.
 */
export function useAccountsOfChosen() {
  const [chosen, setChosen] = useState<{ ids: readonly number[]; onDone: () => void } | null>(null);
  return {
    renderButton: (ids: readonly number[], onDone: () => void) => (
      <AccountsButton
        isDisabled={ids.length === 0 || ids.length > maxBulkRecords}
        onClick={() => setChosen({ ids, onDone })}
      />
    ),
    dialog: chosen && <AccountsDialog {...chosen} onClose={() => setChosen(null)} />,
  };
}
