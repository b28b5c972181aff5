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
import { problemMessage } from '../page/problemMessage';

/** The page sets the height of what floats or sticks at the bottom of the window. */
const PlacedNotification = styled(Notification)(({ theme }) => ({
  '&.MuiSnackbar-root': {
    bottom: 'calc(24px + var(--bottom-height, 0px))',
    [theme.breakpoints.down('sm')]: { bottom: 'calc(8px + var(--bottom-height, 0px))' },
  },
  '& .MuiSnackbarContent-root': {
    maxWidth: 350,
    minWidth: 0,
    flexGrow: 1,
    borderRadius: theme.shape.borderRadius,
  },
  '& .MuiSnackbarContent-message': { fontSize: '0.9375rem', lineHeight: 1.6, overflowWrap: 'anywhere' },
}));

/** A new success replaces the current toast, because its undo button belongs to an older operation. */
export function Toasts() {
  const queue = useNotificationContext();
  const current = useRef<NotificationPayload>(undefined);
  const [round, setRound] = useState(0);
  const trackedQueue = useMemo(
    () => ({
      ...queue,
      takeNotification: () => {
        const next = queue.takeNotification();
        if (next) current.current = next;
        return next;
      },
    }),
    [queue],
  );
  const { notifications } = queue;
  useEffect(() => {
    const hasNewSuccess = notifications.some((one) => one !== current.current && one.type === 'success');
    if (!hasNewSuccess || !['error', 'success'].includes(current.current?.type ?? '')) return;
    current.current = undefined;
    setRound((before) => before + 1);
  }, [notifications]);
  return (
    <NotificationContext.Provider value={trackedQueue}>
      {/* "left" is the right edge, because MUI mirrors the layout. */}
      <PlacedNotification
        key={round}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        autoHideDuration={6000}
        multiLine
      />
    </NotificationContext.Provider>
  );
}

interface UndoToastProps {
  message: string;
  operationId: number;
}

function UndoOperationToast({ message, operationId }: UndoToastProps) {
  const notify = useNotify();
  const { undoOne } = useApi();
  const { mutate } = useMutation({
    mutationFn: () => undoOne(operationId),
    onSuccess: (answer) => notify(answer.message || t('undo.done'), { type: 'success' }),
    onError: (problem) => notify(problemMessage(problem, t('undo.failed')), { type: 'error' }),
  });
  return <UndoButtonToast message={message} onUndo={() => mutate()} />;
}

function UndoButtonToast({ message, onUndo }: { message: string; onUndo: () => void }) {
  const close = useCloseNotification();
  return (
    <SnackbarContent
      message={message}
      action={
        <Button
          color="inherit"
          variant="outlined"
          onClick={() => {
            onUndo();
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

/** An undo toast stays longer than other toasts. */
const undoToastMs = 10_000;

/** The functions keep their identity between renders. */
export function useNotices() {
  const notify = useNotify();
  return useMemo(
    () => ({
      /** The undo button undoes the operation of `answer`. */
      notifyDone: (message: string, answer?: unknown) => {
        const operationId = readOperation(answer);
        if (operationId === null) return notify(message, { type: 'success' });
        notify(<UndoOperationToast message={message} operationId={operationId} />, {
          type: 'success',
          autoHideDuration: undoToastMs,
        });
      },
      /** The write is queued on the device. `onUndo` removes it from the queue. */
      notifyQueued: (message: string, onUndo: () => void) =>
        notify(<UndoButtonToast message={message} onUndo={onUndo} />, {
          type: 'success',
          autoHideDuration: undoToastMs,
        }),
      notifyError: (message: string) => notify(message, { type: 'error' }),
      notifyProblem: (problem: unknown, fallback: string) =>
        notify(problemMessage(problem, fallback), { type: 'error' }),
    }),
    [notify],
  );
}
