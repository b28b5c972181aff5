import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../dialog/FormDialog';
import { detailSentence } from '../page/sentenceOf';

const shortest = 8;
const nothing = { current: '', new: '', repeated: '' };

/** The own password, changed by who is signed in. */
export default function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const notify = useNotify();
  const { changePassword } = useDataProvider<Api>();
  const [typed, setTyped] = useState(nothing);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      notify(t('shell.passwordChanged'), { type: 'success' });
      onClose();
    },
    onError: (failure) => {
      setProblem(detailSentence(failure, t('shell.passwordFailed')));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const wrong = wrongWith(typed);
    setProblem(wrong && t(wrong));
    if (!wrong) mutate({ current: typed.current, new: typed.new });
  };
  const field = (name: keyof typeof nothing, label: string, autoComplete: string) => (
    <TextField
      label={label}
      type="password"
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      autoFocus={name === 'current'}
      slotProps={{ htmlInput: { autoComplete, maxLength: 1000 } }}
    />
  );
  return (
    <FormDialog
      isOpen
      title={t('shell.changePassword')}
      isDirty={Object.values(typed).some(Boolean) && !isPending}
      onClose={onClose}
      maxWidth="xs"
    >
      <form onSubmit={submit} noValidate>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {problem && <Alert severity="error">{problem}</Alert>}
            {field('current', t('shell.currentPassword'), 'current-password')}
            {field('new', t('shell.newPassword'), 'new-password')}
            {field('repeated', t('shell.repeatPassword'), 'new-password')}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button type="submit" variant="contained" disabled={isPending}>
            {isPending ? t('ui.saving') : t('shell.changePassword')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

function wrongWith(typed: typeof nothing) {
  if (typed.current === '' || typed.new === '') return 'validation.fillRequired' as const;
  if ([...typed.new].length < shortest) return 'validation.passwordTooShort' as const;
  return typed.new === typed.repeated ? null : ('validation.passwordsDiffer' as const);
}
