import { Alert, Button, Stack, TextField } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../../i18n/text';

interface PasswordFormProps {
  /** Why the password is needed. */
  text: ReactNode;
  problem: string | null;
  button: string;
  isPending: boolean;
  /** @param forget empties the field, so that the password is not kept */
  onSend: (password: string, forget: () => void) => void;
}

export function PasswordForm({ text, problem, button, isPending, onSend }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes events to the form around a dialog too, although it is elsewhere on the page.
    event.stopPropagation();
    setIsEmpty(password === '');
    if (password !== '' && !isPending) onSend(password, () => setPassword(''));
  };
  const shown = isEmpty ? t('stepUp.passwordRequired') : problem;
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2}>
        {text}
        {shown && <Alert severity="error">{shown}</Alert>}
        <TextField
          label={t('stepUp.password')}
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoFocus
          slotProps={{ htmlInput: { autoComplete: 'current-password', maxLength: 1000, dir: 'auto' } }}
        />
        <Button
          type="submit"
          variant="contained"
          disabled={isPending}
          aria-busy={isPending}
          sx={{ alignSelf: { sm: 'flex-start' } }}
        >
          {isPending ? t('stepUp.checking') : button}
        </Button>
      </Stack>
    </form>
  );
}
