import Magic from '@mui/icons-material/AutoFixHighOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { Dialog } from '../../../ui/dialog/Dialog';
import { useRefusal } from './useAssignmentWrites';

/** Grades what is right or wrong for everybody alike, after a question. */
export function AutoGrade({ assignmentId }: { assignmentId: number }) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const titleId = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { autoGrade } = useDataProvider<Api>();
  const close = () => setIsAsking(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => autoGrade(assignmentId),
    onSuccess: ({ message }) => notify(message || t('assignments.autoGraded'), { type: 'success' }),
    onError: refusal('assignments.autoGradeFailed'),
    onSettled: close,
  });
  return (
    <>
      <Button variant="outlined" startIcon={<Magic />} onClick={() => setIsAsking(true)}>
        {t('assignments.autoGrade')}
      </Button>
      <Dialog open={isAsking} onClose={isPending ? undefined : close} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{t('assignments.autoGradeAsk')}</DialogTitle>
        <DialogContent>
          <DialogContentText>{t('assignments.autoGradeText')}</DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={isPending}>
            {t('ui.cancel')}
          </Button>
          <Button variant="contained" onClick={() => mutate()} disabled={isPending} autoFocus>
            {t(isPending ? 'assignments.autoGrading' : 'assignments.autoGradeConfirm')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
