import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/useText';
import type { useGate } from './useGate';

/** Asks for the own password. */
export function Gate({ gate }: { gate: ReturnType<typeof useGate> }) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsEmpty(password === '');
    if (password === '' || gate.isOpening) return;
    // A password is kept no longer than it is needed.
    gate.open(password, { onSettled: () => setPassword('') });
  };
  const problem = isEmpty ? t('cleanup.passwordRequired') : gate.note;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 480 }}>
      <form onSubmit={submit} noValidate>
        <Stack spacing={2}>
          <Typography variant="h2">{t('cleanup.lockedTitle')}</Typography>
          <Typography color="text.secondary">{t('cleanup.lockedText')}</Typography>
          {problem && <Alert severity="error">{problem}</Alert>}
          <TextField
            label={t('cleanup.password')}
            type="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoFocus
            slotProps={{ htmlInput: { autoComplete: 'current-password', maxLength: 1000, dir: 'auto' } }}
          />
          <Button
            type="submit"
            variant="contained"
            disabled={gate.isOpening}
            aria-busy={gate.isOpening}
            sx={{ alignSelf: { sm: 'flex-start' } }}
          >
            {gate.isOpening ? t('cleanup.opening') : t('cleanup.open')}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
