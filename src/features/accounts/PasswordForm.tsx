import { Alert, Button, Stack, TextField } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../../i18n/text';

interface PasswordFormProps {
  text: ReactNode;
  problem: string | null;
  button: string;
  isPending: boolean;
  /** `clearPassword` empties the field, so that the password does not stay in memory. */
  onSend: (password: string, clearPassword: () => void) => void;
}

export function PasswordForm({ text, problem, button, isPending, onSend }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals: the submit event would reach the form around the dialog.
    event.stopPropagation();
    setIsEmpty(password === '');
    if (password !== '' && !isPending) onSend(password, () => setPassword(''));
  };
  const errorText = isEmpty ? t('stepUp.passwordRequired') : problem;
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2}>
        {text}
        {errorText && <Alert severity="error">{errorText}</Alert>}
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
