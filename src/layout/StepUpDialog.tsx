import { DialogContent, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../dataProvider/useApi';
import { PasswordForm } from '../features/accounts/PasswordForm';
import { t } from '../i18n/text';
import { FormDialog } from '../ui/dialog/FormDialog';
import { problemMessage } from '../ui/page/problemMessage';

/** The server asks for the password before a change to an admin's account, and before an export. */
export default function StepUpDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { stepUp } = useApi();
  const { mutate, isPending, error } = useMutation({
    mutationFn: stepUp,
    gcTime: 0,
    onSuccess: () => onAnswer(true),
  });
  return (
    <FormDialog isOpen title={t('stepUp.title')} onClose={() => onAnswer(false)} maxWidth="xs">
      <DialogContent>
        <PasswordForm
          text={<Typography color="text.secondary">{t('stepUp.text')}</Typography>}
          problem={error && problemMessage(error, t('stepUp.wrongPassword'))}
          button={t('stepUp.confirm')}
          isPending={isPending}
          onSend={(password, forget) => mutate(password, { onSettled: forget })}
        />
      </DialogContent>
    </FormDialog>
  );
}
