import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { useRefusal } from './useAssignmentWrites';

/** Marks or keys have changed since somebody handed in: the scores do not fit any more. Decision 25. */
export function RegradeBanner({ assignmentId }: { assignmentId: number }) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const { regrade } = useDataProvider<Api>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => regrade(assignmentId),
    onSuccess: ({ message }) => notify(message || t('assignments.regraded'), { type: 'success' }),
    onError: refusal('assignments.regradeFailed'),
  });
  return (
    <Alert
      severity="warning"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <Button color="inherit" variant="outlined" disabled={isPending} onClick={() => mutate()}>
          {t('assignments.regrade')}
        </Button>
      }
    >
      {t('assignments.regradeText')}
    </Alert>
  );
}
