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
import { accounts as say } from '../../i18n/ar/accounts';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { detailSentence } from '../../ui/page/sentenceOf';
import { download, excelFile } from '../../ui/report/excelFile';

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
  /** How many more can be made. */
  remaining?: number;
  onNext?: () => void;
  /** Takes the accounts back and makes them again; where it cannot, null. */
  onAgain: (() => void) | null;
  onClose: () => void;
  /** What was not made. */
  children?: ReactNode;
}

/** New accounts with their one-time passwords, shown once: closing asks first, unless the slips were taken. */
export function NewAccounts(props: NewAccountsProps) {
  const { message, accounts, isPending = false, problem = null, remaining = 0, onNext, onAgain } = props;
  const [isAsking, setIsAsking] = useState(false);
  const known = accounts.filter(({ temporary_password }) => temporary_password !== null);
  const { mutate: take, isPending: isTaking, isSuccess: isTaken, error } = useSlips();
  const isLost = known.length < accounts.length;
  const isSafe = known.length === 0 || isTaken;
  return (
    <>
      <FormDialog isOpen title={message} maxWidth="md">
        <DialogContent>
          <Stack spacing={2}>
            {isLost && (
              <Alert
                severity="warning"
                action={
                  onAgain && (
                    <Button color="inherit" disabled={isPending} onClick={onAgain}>
                      {say.again}
                    </Button>
                  )
                }
              >
                {say.lost}
              </Alert>
            )}
            {known.length > 0 && !isTaken && <Alert severity="warning">{say.once}</Alert>}
            {(error ?? problem) && (
              <Alert severity="error">{error ? detailSentence(error, say.slipsFailed) : problem}</Alert>
            )}
            {known.length > 0 && <AccountTable accounts={known} />}
            {props.children}
            <SecondaryText role="status">{isTaken && say.slipsDone}</SecondaryText>
          </Stack>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button onClick={() => (isSafe ? props.onClose() : setIsAsking(true))}>{say.close}</Button>
          {remaining > 0 && onNext && (
            <Button variant="outlined" disabled={!isSafe || isPending} aria-busy={isPending} onClick={onNext}>
              {isPending ? say.making : say.next(remaining)}
            </Button>
          )}
          {known.length > 0 && (
            <Button
              variant="contained"
              startIcon={<Download />}
              disabled={isTaking}
              aria-busy={isTaking}
              autoFocus
              onClick={() => take(known)}
            >
              {isTaking ? say.slipsPending : say.slips}
            </Button>
          )}
        </DialogActions>
      </FormDialog>
      {isAsking && <WithoutSlipsQuestion onLeave={props.onClose} onStay={() => setIsAsking(false)} />}
    </>
  );
}

/** Asks before passwords that nobody has taken are lost. */
export const WithoutSlipsQuestion = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <QuestionDialog
    title={say.leaveTitle}
    text={say.leaveText}
    onClose={onStay}
    answers={
      <>
        <Button color="error" onClick={onLeave}>
          {say.leave}
        </Button>
        <Button variant="contained" onClick={onStay} autoFocus>
          {say.stay}
        </Button>
      </>
    }
  />
);

/** Saves the slips, a file for each thousand; as a sheet where the server sets no papers. */
export function useSlips() {
  const { slips } = useApi();
  return useMutation({
    mutationFn: async (accounts: readonly Account[]) => {
      const told = accounts.map(({ name, username, temporary_password }) => ({
        name,
        username,
        temporary_password: temporary_password ?? '',
      }));
      let hasPapers = true;
      for (let at = 0; at < told.length && hasPapers; at += maxAccountsPerCall) {
        const made = await slips(told.slice(at, at + maxAccountsPerCall));
        if (made) download(made.file, made.name);
        hasPapers = made !== null;
      }
      if (hasPapers) return;
      const sheet = await excelFile({
        name: say.file,
        header: [say.name, say.username, say.password],
        rows: accounts.map(({ name, username, temporary_password }) => [name, username, temporary_password]),
        widths: [36, 20, 24],
      });
      download(sheet, `${say.file}.xlsx`);
    },
    gcTime: 0,
  });
}

export function AccountTable({ accounts }: { accounts: readonly Account[] }) {
  return (
    <TableContainer sx={{ maxHeight: 320 }} tabIndex={0} role="region" aria-label={say.file}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{say.name}</TableCell>
            <TableCell>{say.username}</TableCell>
            <TableCell>{say.password}</TableCell>
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
