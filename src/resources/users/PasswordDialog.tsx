import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { OneTimeDialog } from './OneTimeDialog';
import { PasswordChoice } from './PasswordChoice';
import { passwordSentence, type UserRow } from './userModel';

/** A new password for somebody: typed, or generated and shown once. */
export function PasswordDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useText();
  const notify = useNotify();
  const { setUserPassword } = useDataProvider<Api>();
  const canGenerate = useServerFeatures().hasField('users', 'must_change_password');
  const [isGenerated, setIsGenerated] = useState(canGenerate);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  // Only once the dialog goes: it hides the toast from screen readers.
  const finish = () => {
    onClose();
    notify(t('users.passwordDone'), { type: 'success' });
  };
  const { mutate, isPending, data } = useMutation({
    mutationFn: (password: string | null) => setUserPassword(user.id, password),
    gcTime: 0,
    onSuccess: ({ temporary_password }) => {
      if (!temporary_password) finish();
    },
    onError: (failure) => {
      const detail = failure instanceof ApiProblem ? failure.details[0]?.message : undefined;
      setProblem(detail ?? sentenceOf(failure, t('users.failed')));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const wrong = isGenerated
      ? undefined
      : typed === ''
        ? t('validation.fillRequired')
        : passwordSentence(typed, user.username);
    setProblem(wrong ?? null);
    if (wrong === undefined) mutate(isGenerated ? null : typed);
  };
  const made = data?.temporary_password;
  if (made)
    return (
      <OneTimeDialog
        name={user.name}
        username={user.username}
        accountRole={user.role}
        password={made}
        onDone={finish}
      />
    );
  return (
    <FormDialog
      isOpen
      title={t('users.password')}
      isDirty={typed !== '' && !isGenerated && !isPending && !data}
      onClose={onClose}
      maxWidth="xs"
    >
      <form onSubmit={submit} noValidate>
        <DialogContent>
          <Stack spacing={2}>
            <Typography sx={{ fontWeight: 600 }}>
              <bdi>{user.name}</bdi>
            </Typography>
            {problem && <Alert severity="error">{problem}</Alert>}
            <PasswordChoice
              canGenerate={canGenerate}
              isGenerated={isGenerated}
              onChoose={(generated) => {
                setIsGenerated(generated);
                setProblem(null);
              }}
              typed={typed}
              onType={setTyped}
            />
            <Typography variant="body2" color="text.secondary">
              {t('users.passwordEndsSessions')}
            </Typography>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button type="submit" variant="contained" disabled={isPending}>
            {isPending ? t('ui.saving') : t('users.password')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
