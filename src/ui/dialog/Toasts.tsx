import { Button, SnackbarContent, styled } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  Notification,
  NotificationContext,
  type NotificationPayload,
  useCloseNotification,
  useNotificationContext,
  useNotify,
} from 'react-admin';
import { readOperation } from '../../dataProvider/operations';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { sentenceOf } from '../page/sentenceOf';

/** Messages at the bottom right, at most 350 px wide. */
const Placed = styled(Notification)(({ theme }) => ({
  '& .MuiSnackbarContent-root': {
    maxWidth: 350,
    minWidth: 0,
    flexGrow: 1,
    borderRadius: theme.shape.borderRadius,
  },
  '& .MuiSnackbarContent-message': { fontSize: '0.9375rem', lineHeight: 1.6, overflowWrap: 'anywhere' },
}));

/**
 * Shows messages one at a time, each after the one before has gone. But a success replaces what is shown at once, so
 * that the person does not think it has failed, nor undoes what was done before.
 */
export function Toasts() {
  const queue = useNotificationContext();
  const shown = useRef<NotificationPayload>(undefined);
  const [round, setRound] = useState(0);
  const noted = useMemo(
    () => ({
      ...queue,
      takeNotification: () => {
        const taken = queue.takeNotification();
        if (taken) shown.current = taken;
        return taken;
      },
    }),
    [queue],
  );
  const { notifications } = queue;
  useEffect(() => {
    const isOver = notifications.some((one) => one !== shown.current && one.type === 'success');
    if (!isOver || !['error', 'success'].includes(shown.current?.type ?? '')) return;
    shown.current = undefined;
    setRound((before) => before + 1);
  }, [notifications]);
  return (
    <NotificationContext.Provider value={noted}>
      {/* Mirrored with everything else: "left" is the right edge. */}
      <Placed
        key={round}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        autoHideDuration={6000}
        multiLine
      />
    </NotificationContext.Provider>
  );
}

interface UndoToastProps {
  sentence: string;
  /** The operation that the button undoes. */
  operationId: number;
}

function UndoToast({ sentence, operationId }: UndoToastProps) {
  const notify = useNotify();
  const { undoOne } = useApi();
  const { mutate } = useMutation({
    mutationFn: () => undoOne(operationId),
    onSuccess: ({ message }) => notify(message || t('undo.done'), { type: 'success' }),
    onError: (problem) => notify(sentenceOf(problem, t('undo.failed')), { type: 'error' }),
  });
  return <TakeBackToast sentence={sentence} onTakeBack={() => mutate()} />;
}

function TakeBackToast({ sentence, onTakeBack }: { sentence: string; onTakeBack: () => void }) {
  const close = useCloseNotification();
  return (
    <SnackbarContent
      message={sentence}
      action={
        <Button
          color="inherit"
          variant="outlined"
          onClick={() => {
            onTakeBack();
            close();
          }}
        >
          {t('undo.one')}
        </Button>
      }
      sx={{ bgcolor: 'success.main', color: 'success.contrastText' }}
    />
  );
}

/** Longer than other toasts: a person may want to act on it. */
const undoToastMs = 10_000;

/** Toasts that show the result of a call; the functions keep their identity. */
export function useNotices() {
  const notify = useNotify();
  return useMemo(
    () => ({
      /**
       * Shows a success, with an undo button.
       * @param answer of the call whose operation the button undoes; without one there is no button
       */
      notifyDone: (sentence: string, answer?: unknown) => {
        const operationId = readOperation(answer);
        if (operationId === null) return notify(sentence, { type: 'success' });
        notify(<UndoToast sentence={sentence} operationId={operationId} />, {
          type: 'success',
          autoHideDuration: undoToastMs,
        });
      },
      /** Shows what waits on this device, with a button that takes it back here. */
      notifyWaiting: (sentence: string, onTakeBack: () => void) =>
        notify(<TakeBackToast sentence={sentence} onTakeBack={onTakeBack} />, {
          type: 'success',
          autoHideDuration: undoToastMs,
        }),
      notifyError: (sentence: string) => notify(sentence, { type: 'error' }),
      /** The server's sentence for a failure, else the fallback. */
      notifyProblem: (problem: unknown, fallback: string) =>
        notify(sentenceOf(problem, fallback), { type: 'error' }),
    }),
    [notify],
  );
}
