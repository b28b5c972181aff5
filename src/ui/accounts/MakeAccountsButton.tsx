import GroupAdd from '@mui/icons-material/GroupAddOutlined';
import { Button } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { accounts as say } from '../../i18n/ar/accounts';

const AccountsDialog = lazy(() => import('./AccountsDialog'));

interface MakeAccountsButtonProps {
  /** Row numbers of students; without them the dialog asks whom. */
  ids?: readonly number[];
  /** The batch that is chosen first. */
  batchId?: number;
  isDisabled?: boolean;
  onDone?: () => void;
}

/** Makes accounts for several students; nothing where the server cannot. */
export function MakeAccountsButton({ isDisabled = false, ...chosen }: MakeAccountsButtonProps) {
  const isOurs = useServerFeatures().isOurs === true;
  const [isOpen, setIsOpen] = useState(false);
  if (!isOurs) return null;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<GroupAdd />}
        disabled={isDisabled}
        onClick={() => setIsOpen(true)}
      >
        {say.button}
      </Button>
      {isOpen && (
        <Suspense>
          <AccountsDialog {...chosen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
