import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Alert, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../contract/vocabulary';
import { users as labels } from '../../i18n/ar/adminPages';
import { type PlainTextKey, t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { detailMessage } from '../../ui/page/problemMessage';

/** Only the button closes the dialog. Escape, or a click beside the dialog, does nothing. */
export function OneTimeDialog({ onDone, ...password }: OneTimePasswordProps & { onDone: () => void }) {
  return (
    <FormDialog isOpen title={labels.oneTimeTitle} maxWidth="xs">
      <DialogContent>
        <OneTimePassword {...password} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onDone}>
          {labels.oneTimeClose}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

interface AccountAnswer {
  message: string;
  temporary_password?: string | null | undefined;
}

/**
 * The toast comes after the dialog closes, because screen readers cannot reach a toast behind an open dialog.
 */
export function useAccountCall<Input, Answer extends AccountAnswer>(
  call: (input: Input) => Promise<Answer>,
  doneMessage: (input: Input) => PlainTextKey,
  onClose: () => void,
) {
  const { notifyDone } = useNotices();
  const [problem, setProblem] = useState<string | null>(null);
  const finish = (input: Input, answer: Answer) => {
    onClose();
    notifyDone(t(doneMessage(input)), answer);
  };
  const { mutate, isPending, data, variables } = useMutation({
    mutationFn: call,
    gcTime: 0,
    onSuccess: (answer, input) => {
      if (!answer.temporary_password) finish(input, answer);
    },
    onError: (failure) => setProblem(detailMessage(failure, t('users.failed'))),
  });
  // `finish` waits until the user has seen the new password.
  const password = data?.temporary_password;
  const newPassword = password ? { ...data, password, onDone: () => finish(variables as Input, data) } : null;
  return { send: mutate, isPending, newPassword, problem, setProblem };
}

interface OneTimePasswordProps {
  name: string;
  username: string;
  accountRole: Role;
  password: string;
}

function OneTimePassword({ name, username, accountRole, password }: OneTimePasswordProps) {
  const [outcome, setOutcome] = useState<'users.copied' | 'users.copyFailed' | null>(null);
  // The clipboard works only over https.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password);
      setOutcome('users.copied');
    } catch {
      setOutcome('users.copyFailed');
    }
  };
  return (
    <Stack spacing={2}>
      <Alert severity="warning">
        {t('users.oneTimeText', { name })}{' '}
        {t(accountRole === 'student' ? 'users.oneTimeEnds.student' : 'users.oneTimeEnds.staff')}
      </Alert>
      <Typography color="text.secondary">
        {t('resources.users.fields.username')}: <bdi>{username}</bdi>
      </Typography>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography
          component="code"
          dir="ltr"
          sx={{
            flex: '1 1 12rem',
            px: 2,
            py: 1,
            borderRadius: 1,
            fontFamily: 'ui-monospace, monospace',
            fontSize: '1.25rem',
            overflowWrap: 'anywhere',
            userSelect: 'all',
            textAlign: 'center',
            backgroundColor: (theme) => theme.colours.sunken,
          }}
        >
          {password}
        </Typography>
        <Button variant="outlined" startIcon={<ContentCopy />} autoFocus onClick={() => void copy()}>
          {labels.copy}
        </Button>
      </Stack>
      <SecondaryText role="status" sx={{ minHeight: '1.7em' }}>
        {outcome && t(outcome)}
      </SecondaryText>
    </Stack>
  );
}
