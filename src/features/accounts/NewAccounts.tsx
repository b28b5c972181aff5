import {
  Alert,
  Button,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { maxAccountsPerCall } from '../../../contract/accounts/users';
import { useApi } from '../../dataProvider/useApi';
import { accounts as labels } from '../../i18n/ar/accounts';
import { t } from '../../i18n/text';
import { SlipsDialog } from '../../ui/dialog/SlipsDialog';
import { detailMessage } from '../../ui/page/problemMessage';
import { download, writeExcelFile } from '../../ui/report/excelFile';

export interface Account {
  name: string;
  username: string;
  temporary_password: string | null;
}

interface NewAccountsProps {
  message: string;
  accounts: readonly Account[];
  isPending?: boolean;
  problem?: string | null;
  remaining?: number;
  onNext?: () => void;
  /** Null if the server cannot undo the accounts. */
  onRecreate: (() => void) | null;
  onClose: () => void;
  children?: ReactNode;
}

/** Shows the passwords only once. */
export function NewAccounts(props: NewAccountsProps) {
  const { message, accounts, isPending = false, problem = null, remaining = 0, onNext, onRecreate } = props;
  const accountsWithPassword = accounts.filter(({ temporary_password }) => temporary_password !== null);
  const slips = useSlipDownload();
  const hasLostPasswords = accountsWithPassword.length < accounts.length;
  return (
    <SlipsDialog
      title={message}
      onceText={labels.once}
      leaveText={labels.leaveText}
      maxWidth="md"
      hasSlips={accountsWithPassword.length > 0}
      slips={slips}
      onDownload={() => slips.mutate(accountsWithPassword)}
      next={
        remaining > 0 && onNext
          ? { label: isPending ? labels.making : labels.next(remaining), isPending, onNext }
          : undefined
      }
      onClose={props.onClose}
      header={
        hasLostPasswords && (
          <Alert
            severity="warning"
            action={
              onRecreate && (
                <Button color="inherit" disabled={isPending} onClick={onRecreate}>
                  {labels.again}
                </Button>
              )
            }
          >
            {labels.lost}
          </Alert>
        )
      }
    >
      {(slips.error ?? problem) && (
        <Alert severity="error">
          {slips.error ? detailMessage(slips.error, t('ui.slipsFailed')) : problem}
        </Alert>
      )}
      {accountsWithPassword.length > 0 && <AccountTable accounts={accountsWithPassword} />}
      {props.children}
    </SlipsDialog>
  );
}

/** Downloads a file for each thousand accounts, or an Excel sheet if the server cannot print slips. */
export function useSlipDownload() {
  const { slips } = useApi();
  return useMutation({
    mutationFn: async (accounts: readonly Account[]) => {
      const slipRows = accounts.map(({ name, username, temporary_password }) => ({
        name,
        username,
        temporary_password: temporary_password ?? '',
      }));
      let canPrintSlips = true;
      for (let start = 0; start < slipRows.length && canPrintSlips; start += maxAccountsPerCall) {
        const slipsFile = await slips(slipRows.slice(start, start + maxAccountsPerCall));
        if (slipsFile) download(slipsFile.file, slipsFile.name);
        canPrintSlips = slipsFile !== null;
      }
      if (canPrintSlips) return;
      const sheet = await writeExcelFile({
        name: labels.file,
        header: [labels.name, labels.username, labels.password],
        rows: accounts.map(({ name, username, temporary_password }) => [name, username, temporary_password]),
        widths: [36, 20, 24],
      });
      download(sheet, `${labels.file}.xlsx`);
    },
    gcTime: 0,
  });
}

export function AccountTable({ accounts }: { accounts: readonly Account[] }) {
  return (
    <TableContainer sx={{ maxHeight: 320 }} tabIndex={0} role="region" aria-label={labels.file}>
      <Table size="small" stickyHeader aria-label={labels.file}>
        <TableHead>
          <TableRow>
            <TableCell>{labels.name}</TableCell>
            <TableCell>{labels.username}</TableCell>
            <TableCell>{labels.password}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {accounts.map(({ name, username, temporary_password }) => (
            <TableRow key={username}>
              <TableCell>
                <bdi>{name}</bdi>
              </TableCell>
              <TableCell>
                <bdi>{username}</bdi>
              </TableCell>
              <TableCell>
                <bdi style={{ fontFamily: 'ui-monospace, monospace' }}>{temporary_password}</bdi>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
