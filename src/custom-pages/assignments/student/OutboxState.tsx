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
    </Box>
  );
}
