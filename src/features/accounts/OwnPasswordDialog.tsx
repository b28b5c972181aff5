import { TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changeOutboxKey } from '../../dataProvider/outbox/outbox';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { detailMessage } from '../../ui/page/problemMessage';

const minLength = 8;
const emptyForm = { current: '', new: '', repeated: '' };

export default function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const { notifyDone } = useNotices();
  const { changePassword } = useApi();
  const [typed, setTyped] = useState(emptyForm);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      void changeOutboxKey();
      notifyDone(t('shell.passwordChanged'));
      onClose();
    },
    onError: (failure) => {
      setProblem(detailMessage(failure, t('shell.passwordFailed')));
    },
  });
  const submit = () => {
    const problemKey = findProblem(typed);
    setProblem(problemKey && t(problemKey));
    if (!problemKey) mutate({ current: typed.current, new: typed.new });
  };
  const field = (name: keyof typeof emptyForm, label: string, autoComplete: string) => (
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
    <SubmitDialog
      title={t('shell.changePassword')}
      problem={problem}
      isDirty={Object.values(typed).some(Boolean)}
      submitLabel={t('shell.changePassword')}
      pendingLabel={t('ui.saving')}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {field('current', t('shell.currentPassword'), 'current-password')}
      {field('new', t('shell.newPassword'), 'new-password')}
      {field('repeated', t('shell.repeatPassword'), 'new-password')}
    </SubmitDialog>
  );
}

function findProblem(typed: typeof emptyForm) {
  if (typed.current === '' || typed.new === '') return 'validation.fillRequired' as const;
  if ([...typed.new].length < minLength) return 'validation.passwordTooShort' as const;
  return typed.new === typed.repeated ? null : ('validation.passwordsDiffer' as const);
}
