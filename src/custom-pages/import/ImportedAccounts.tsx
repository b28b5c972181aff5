import Download from '@mui/icons-material/DownloadOutlined';
import { Alert, Button, Stack, Typography } from '@mui/material';
import { useId } from 'react';
import type { ImportedAccount } from '../../../contract/imports';
import { AccountTable, useSlipDownload } from '../../features/accounts/NewAccounts';
import { accounts as say } from '../../i18n/ar/accounts';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { detailMessage } from '../../ui/page/problemMessage';

interface ImportedAccountsProps {
  accounts: readonly ImportedAccount[];
  /** The slips of all of them were taken. */
  isTaken: boolean;
  onTaken: () => void;
}

/** The accounts that an import has made, with their one-time passwords, shown once. */
export default function ImportedAccounts({ accounts, isTaken, onTaken }: ImportedAccountsProps) {
  const titleId = useId();
  const { mutate: take, isPending, error } = useSlipDownload();
  const known = accounts.filter(({ temporary_password }) => temporary_password !== null);
  const lost = accounts.filter(({ temporary_password }) => temporary_password === null);
  return (
    <Stack component="section" aria-labelledby={titleId} spacing={1.5}>
      <Typography id={titleId} variant="h3">
        {say.imported}
      </Typography>
      {lost.length > 0 && (
        <Alert severity="warning">
          {say.lostInImport} {lost.map(({ username }) => username).join(t('ui.comma'))}
        </Alert>
      )}
      {error && <Alert severity="error">{detailMessage(error, say.slipsFailed)}</Alert>}
      {known.length > 0 && (
        <>
          {!isTaken && <Alert severity="warning">{say.once}</Alert>}
          <AccountTable accounts={known} />
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Button
              variant="contained"
              startIcon={<Download />}
              disabled={isPending}
              aria-busy={isPending}
              onClick={() => take(known, { onSuccess: onTaken })}
            >
              {isPending ? say.slipsPending : say.slips}
            </Button>
            <SecondaryText role="status">{isTaken && say.slipsDone}</SecondaryText>
          </Stack>
        </>
      )}
    </Stack>
  );
}
