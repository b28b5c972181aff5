import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type SentSubmission, sendWaitingSubmissions } from '../../../dataProvider/answerOutbox';
import { useText } from '../../../i18n/useText';

/** It stands there before it says something, or nobody would hear it. */
const withoutSpace = { '&&:empty': { m: 0 } };

/** What became of the answers that were handed in on this device and are not with the server. */
export function OutboxState({ queued }: { queued: SentSubmission | undefined }) {
  const t = useText();
  return (
    <Box role="status" sx={withoutSpace}>
      {queued?.state === 'waiting' && (
        <Alert severity="warning">
          {t('ownAssignments.outboxWaiting')}
          <Box sx={{ mt: 1 }}>
            <Button variant="outlined" color="inherit" onClick={sendWaitingSubmissions}>
              {t('ownAssignments.sendNow')}
            </Button>
          </Box>
        </Alert>
      )}
      {queued?.state === 'refused' && queued.problem?.code !== 'DEADLINE_PASSED' && (
        <Alert severity="error">
          {queued.problem?.code === 'VALIDATION'
            ? t('ownAssignments.changed')
            : queued.problem?.message || t('ownAssignments.submitFailed')}
        </Alert>
      )}
    </Box>
  );
}
