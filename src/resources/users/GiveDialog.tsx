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
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { detailSentence } from '../../ui/page/sentenceOf';
import { OneTimeDialog } from './OneTimeDialog';
import { StudentPicker } from './StudentPicker';
import type { UserRow } from './userModel';

/** Gives the account of a student who is gone to another one, and shows its new password once. */
export function GiveDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useText();
  const notify = useNotify();
  const { giveAccount } = useDataProvider<Api>();
  const [student, setStudent] = useState<{ student_id: string; full_name: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Only once the dialog goes: it hides the toast from screen readers.
  const finish = () => {
    onClose();
    notify(t('users.giveDone'), { type: 'success' });
  };
  const { mutate, isPending, data } = useMutation({
    mutationFn: (student_id: string) => giveAccount(user.id, student_id),
    gcTime: 0,
    onSuccess: ({ temporary_password }) => {
      if (!temporary_password) finish();
    },
    onError: (failure) => {
      setProblem(detailSentence(failure, t('users.failed')));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setProblem(student ? null : t('users.studentRequired'));
    if (student) mutate(student.student_id);
  };
  const made = data?.temporary_password;
  if (made)
    return (
      <OneTimeDialog
        name={student?.full_name ?? user.name}
        username={data.username}
        accountRole={user.role}
        password={made}
        onDone={finish}
      />
    );
  return (
    <FormDialog
      isOpen
      title={t('users.give')}
      isDirty={student !== null && !isPending}
      onClose={onClose}
      maxWidth="xs"
    >
      <form onSubmit={submit} noValidate>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <Typography sx={{ fontWeight: 600 }}>
              <bdi>{user.name}</bdi>
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {t('users.giveExplained')}
            </Typography>
            {problem && <Alert severity="error">{problem}</Alert>}
            <StudentPicker
              value={student}
              onChange={(chosen) => {
                setStudent(chosen);
                setProblem(null);
              }}
              isRequired
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button type="submit" variant="contained" disabled={isPending}>
            {isPending ? t('users.giving') : t('users.giveButton')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
