import { styled } from '@mui/material/styles';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  Notification,
  NotificationContext,
  type NotificationPayload,
  useNotificationContext,
} from 'react-admin';

/** Messages at the bottom of the inline start, at most 350 px wide. */
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
 * What happened, in words. One message is shown at a time, and each waits until the one before has gone; but an error
 * gives way at once to the success after it, or the person would read that what is done has failed.
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
    if (shown.current?.type !== 'error' || !isOver) return;
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
