import { TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Excuse, maxExcuseLine } from '../../../contract/families/excuses';
import { useApi } from '../../dataProvider/useApi';
import { ExcuseDays } from '../../features/excuses/ExcuseFacts';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { problemMessage } from '../../ui/page/problemMessage';

interface RefuseDialogProps {
  excuse: Excuse;
  onClose: () => void;
}

export function RefuseDialog({ excuse, onClose }: RefuseDialogProps) {
  const { excuses } = useApi();
  const { notifyDone } = useNotices();
  const [line, setLine] = useState('');
  const refusal = useMutation({
    mutationFn: async () => (await excuses()).refuse(excuse.id, { line, version: excuse.version }),
    onSuccess: (answer) => {
      onClose();
      notifyDone(answer.message, answer);
    },
  });
  return (
    <SubmitDialog
      title={t('excuses.refuseTitle')}
      name={excuse.student_name}
      problem={refusal.error && problemMessage(refusal.error, t('excuses.refuseFailed'))}
      isDirty={line.trim() !== ''}
      submitLabel={t('excuses.refuse')}
      pendingLabel={t('excuses.refusing')}
      isPending={refusal.isPending}
      hasCancel
      onSubmit={() => refusal.mutate()}
      onClose={onClose}
    >
      <Typography>
        <ExcuseDays excuse={excuse} />
      </Typography>
      <TextField
        label={t('excuses.refuseLine')}
        helperText={t('excuses.refuseHint')}
        value={line}
        multiline
        minRows={2}
        onChange={({ target }) => setLine(target.value)}
        slotProps={{ htmlInput: { maxLength: maxExcuseLine, dir: 'auto' } }}
      />
    </SubmitDialog>
  );
}
