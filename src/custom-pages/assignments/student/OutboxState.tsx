import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type SentSubmission, sendWaitingSubmissions } from '../../../dataProvider/answerOutbox';
import { useText } from '../../../i18n/useText';

/** What became of the answers that were handed in on this device and are not with the server. */
export function OutboxState({ queued }: { queued: SentSubmission | undefined }) {
  const t = useText();
  return (
    <div role="status">
      {queued?.state === 'waiting' && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={sendWaitingSubmissions}>
              {t('ownAssignments.sendNow')}
            </Button>
          }
          sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
        >
          {t('ownAssignments.outboxWaiting')}
        </Alert>
      )}
      {queued?.state === 'refused' && (
        <Alert severity="error">
          {queued.problem?.code === 'VALIDATION'
            ? t('ownAssignments.changed')
            : queued.problem?.message || t('ownAssignments.submitFailed')}
        </Alert>
      )}
    </div>
  );
}
