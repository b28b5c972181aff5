import Download from '@mui/icons-material/DownloadOutlined';
import {
  Alert,
  Button,
  DialogActions,
  DialogContent,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { maxAccountsPerCall } from '../../../contract/accounts/users';
import { useApi } from '../../dataProvider/useApi';
import { accounts as labels } from '../../i18n/ar/accounts';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { SecondaryText } from '../../ui/page/SecondaryText';
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

/** Shows the passwords only once. Closing asks first, unless the user has downloaded the slips. */
export function NewAccounts(props: NewAccountsProps) {
  const {
    message,
    accounts,
    isPending = false,
    problem = null,
    remaining = 0,
    onNext,
    onRecreate: onRemake,
  } = props;
  const [isAsking, setIsAsking] = useState(false);
  const accountsWithPassword = accounts.filter(({ temporary_password }) => temporary_password !== null);
  const {
    mutate: downloadSlips,
    isPending: isDownloading,
    isSuccess: isDownloaded,
    error,
  } = useSlipDownload();
  const hasLostPasswords = accountsWithPassword.length < accounts.length;
  const canClose = accountsWithPassword.length === 0 || isDownloaded;
  return (
    <>
      <FormDialog isOpen title={message} maxWidth="md">
        <DialogContent>
          <Stack spacing={2}>
            {hasLostPasswords && (
              <Alert
                severity="warning"
                action={
                  onRemake && (
                    <Button color="inherit" disabled={isPending} onClick={onRemake}>
                      {labels.again}
                    </Button>
                  )
                }
              >
                {labels.lost}
              </Alert>
            )}
            {accountsWithPassword.length > 0 && !isDownloaded && (
              <Alert severity="warning">{labels.once}</Alert>
            )}
            {(error ?? problem) && (
              <Alert severity="error">{error ? detailMessage(error, labels.slipsFailed) : problem}</Alert>
            )}
            {accountsWithPassword.length > 0 && <AccountTable accounts={accountsWithPassword} />}
            {props.children}
            <SecondaryText role="status">{isDownloaded && labels.slipsDone}</SecondaryText>
          </Stack>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button onClick={() => (canClose ? props.onClose() : setIsAsking(true))}>{labels.close}</Button>
          {remaining > 0 && onNext && (
            <Button
              variant="outlined"
              disabled={!canClose || isPending}
              aria-busy={isPending}
              onClick={onNext}
            >
              {isPending ? labels.making : labels.next(remaining)}
            </Button>
          )}
          {accountsWithPassword.length > 0 && (
            <Button
              variant="contained"
              startIcon={<Download />}
              disabled={isDownloading}
              aria-busy={isDownloading}
              autoFocus
              onClick={() => downloadSlips(accountsWithPassword)}
            >
              {isDownloading ? labels.slipsPending : labels.slips}
            </Button>
          )}
        </DialogActions>
      </FormDialog>
      {isAsking && <WithoutSlipsQuestion onLeave={props.onClose} onStay={() => setIsAsking(false)} />}
    </>
  );
}

export const WithoutSlipsQuestion = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <QuestionDialog
    title={labels.leaveTitle}
    text={labels.leaveText}
    onClose={onStay}
    answers={
      <>
        <Button color="error" onClick={onLeave}>
          {labels.leave}
        </Button>
        <Button variant="contained" onClick={onStay} autoFocus>
          {labels.stay}
        </Button>
      </>
    }
  />
);

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
