import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { useUnreadable, useQueued } from '../dataProvider/outbox/userOutbox';
import { drop, dropUnreadable, finishKeyChange, sendAll } from '../dataProvider/outbox/outbox';
import { t } from '../i18n/text';
import { QuestionDialog } from '../ui/dialog/QuestionDialog';

/** Before a sign-out, the user chooses to send, keep or discard the outbox. */
export default function UnsentQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const queuedWrites = useQueued();
  const unreadable = useUnreadable();
  const [isSending, setIsSending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const send = async () => {
    setIsSending(true);
    const isAllSent = await sendAll();
    setIsSending(false);
    if (isAllSent) onLeave();
    else setHasFailed(true);
  };
  const keep = async () => {
    setIsSending(true);
    await finishKeyChange(); // otherwise the next sign-in cannot read the outbox
    onLeave();
  };
  const discard = async () => {
    await Promise.all([...queuedWrites.map(drop), dropUnreadable()]);
    onLeave();
  };
  return (
    <QuestionDialog
      title={t('outbox.signOutTitle')}
      text={t('outbox.signOutText')}
      name={t('shell.queuedWrites', { smart_count: queuedWrites.length + unreadable })}
      onClose={onStay}
      isPending={isSending}
      answers={
        <>
          <Button color="error" disabled={isSending} onClick={() => void discard()}>
            {t('outbox.signOutDiscard')}
          </Button>
          <Button onClick={() => void keep()} disabled={isSending}>
            {t('outbox.signOutKeep')}
          </Button>
          <Button variant="contained" onClick={() => void send()} disabled={isSending} autoFocus>
            {t(isSending ? 'outbox.states.sending' : 'outbox.signOutSend')}
          </Button>
        </>
      }
    >
      {hasFailed && <Alert severity="warning">{t('outbox.stillWaiting')}</Alert>}
    </QuestionDialog>
  );
}
