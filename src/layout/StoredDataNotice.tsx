import Refresh from '@mui/icons-material/Refresh';
import { Box } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCachedSince } from '../dataProvider/cachedReads';
import { t } from '../i18n/text';
import { IconAction } from '../ui/page/IconAction';
import { useWindowEvent } from '../ui/page/useWindowEvent';

/**
 * Shows the age of cached data while the server does not respond, and refetches when the server responds. It is
 * no lazy part, so that it appears together with the data and moves nothing.
 */
export function StoredDataNotice() {
  const since = useCachedSince();
  const client = useQueryClient();
  const previousSince = useRef(since);
  useEffect(() => {
    const hasEnded = previousSince.current !== null && since === null;
    previousSince.current = since;
    if (hasEnded) void client.invalidateQueries();
  }, [since, client]);
  const refetchAll = () => void client.invalidateQueries();
  useWindowEvent('online', () => since !== null && refetchAll());
  return (
    <div aria-live="polite">
      {since !== null && (
        <Box sx={noticeStyles}>
          <Box component="span" sx={{ flex: 1 }}>
            {t('shell.installed.keptSince', { time: formatTime(since) })}
          </Box>
          <IconAction title={t('ui.tryAgain')} onClick={refetchAll}>
            <Refresh />
          </IconAction>
        </Box>
      )}
    </div>
  );
}

/** Two lines on a phone, because the notice stands above every screen for a whole session. */
const noticeStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  mb: 1.5,
  paddingInlineStart: 1.5,
  borderRadius: 1.5,
  color: 'warning.main',
  backgroundColor: ({ colours }: Theme) => colours.warningTint,
  fontSize: '0.875rem',
  lineHeight: 1.6,
} as const;

/** The day is needed only if it is not today. */
const formatTime = (timestamp: number) =>
  new Intl.DateTimeFormat('ar-SA-u-ca-gregory-nu-latn', {
    ...(new Date(timestamp).toDateString() !== new Date().toDateString() && { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(timestamp);
