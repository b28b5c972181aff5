import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Role } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';

/** A password that is shown once: neither Escape nor a click beside it loses it, only who says that it was handed over. */
export function OneTimeDialog({ onDone, ...password }: OneTimePasswordProps & { onDone: () => void }) {
  const t = useText();
  return (
    <FormDialog isOpen title={t('users.oneTimeTitle')} maxWidth="xs">
      <DialogContent>
        <OneTimePassword {...password} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onDone}>
          {t('users.oneTimeClose')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

interface OneTimePasswordProps {
  name: string;
  username: string;
  accountRole: Role;
  password: string;
}

/** A generated password, which is never shown again. */
function OneTimePassword({ name, username, accountRole, password }: OneTimePasswordProps) {
  const t = useText();
  const [outcome, setOutcome] = useState<'users.copied' | 'users.copyFailed' | null>(null);
  // Without https there is no clipboard.
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
          {t('users.copy')}
        </Button>
      </Stack>
      <Typography role="status" variant="body2" color="text.secondary" sx={{ minHeight: '1.7em' }}>
        {outcome && t(outcome)}
      </Typography>
    </Stack>
  );
}
