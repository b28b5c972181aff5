import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
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
  const submit = () => {
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
    <SubmitDialog
      title={t('users.give')}
      name={user.name}
      problem={problem}
      isDirty={student !== null}
      button={t('users.giveButton')}
      pending={t('users.giving')}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography variant="body2" color="text.secondary">
        {t('users.giveExplained')}
      </Typography>
      <StudentPicker
        value={student}
        onChange={(chosen) => {
          setStudent(chosen);
          setProblem(null);
        }}
        isRequired
      />
    </SubmitDialog>
  );
}
