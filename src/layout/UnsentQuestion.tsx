import { Alert, Button } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
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
  const count = queuedWrites.length + unreadable;
  // The writes may arrive while the question is open.
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (count === 0 && !isSending) leave();
  }, [count, isSending]);
  const send = async () => {
    setIsSending(true);
    if (await sendAll()) return onLeave();
    setIsSending(false);
    setHasFailed(true);
  };
  const keep = async () => {
    setIsSending(true);
    await finishKeyChange(); // otherwise the next sign-in cannot read the outbox
    onLeave();
  };
  const discard = async () => {
    setIsSending(true);
    try {
      await Promise.all([...queuedWrites.map(drop), ...(unreadable > 0 ? [dropUnreadable()] : [])]);
    } catch (failure) {
      setIsSending(false);
      throw failure;
    }
    onLeave();
  };
  return (
    <QuestionDialog
      title={t('outbox.signOutTitle')}
      text={t('outbox.signOutText')}
      name={t('shell.queuedWrites', { smart_count: count })}
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
