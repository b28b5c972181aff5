import Download from '@mui/icons-material/DownloadOutlined';
import { Alert, Button, Stack, Typography } from '@mui/material';
import { useId } from 'react';
import type { ImportedAccount } from '../../../contract/imports';
import { AccountTable, useSlipDownload } from '../../features/accounts/NewAccounts';
import { accounts as labels } from '../../i18n/ar/accounts';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { detailMessage } from '../../ui/page/problemMessage';

interface ImportedAccountsProps {
  accounts: readonly ImportedAccount[];
  isDownloaded: boolean;
  onDownloaded: () => void;
}

/** Shows the accounts of an import. Their one-time passwords are visible only here. */
export default function ImportedAccounts({ accounts, isDownloaded, onDownloaded }: ImportedAccountsProps) {
  const titleId = useId();
  const { mutate: downloadSlips, isPending, error } = useSlipDownload();
  const accountsWithPassword = accounts.filter(({ temporary_password }) => temporary_password !== null);
  const accountsWithoutPassword = accounts.filter(({ temporary_password }) => temporary_password === null);
  return (
    <Stack component="section" aria-labelledby={titleId} spacing={1.5}>
      <Typography id={titleId} variant="h3">
        {labels.imported}
      </Typography>
      {accountsWithoutPassword.length > 0 && (
        <Alert severity="warning">
          {labels.lostInImport} {accountsWithoutPassword.map(({ username }) => username).join(t('ui.comma'))}
        </Alert>
      )}
      {error && <Alert severity="error">{detailMessage(error, t('ui.slipsFailed'))}</Alert>}
      {accountsWithPassword.length > 0 && (
        <>
          {!isDownloaded && <Alert severity="warning">{labels.once}</Alert>}
          <AccountTable accounts={accountsWithPassword} />
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Button
              variant="contained"
              startIcon={<Download />}
              disabled={isPending}
              aria-busy={isPending}
              onClick={() => downloadSlips(accountsWithPassword, { onSuccess: onDownloaded })}
            >
              {isPending ? t('ui.slipsPending') : t('ui.slips')}
            </Button>
            <SecondaryText role="status">{isDownloaded && t('ui.slipsDone')}</SecondaryText>
          </Stack>
        </>
      )}
    </Stack>
  );
}
