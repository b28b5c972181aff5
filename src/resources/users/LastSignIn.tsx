import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { dateInZone, defaultTimeZone, gregorianDate } from '../../../contract/rules/hijri';
import { useText } from '../../i18n/useText';
import { timeAgo } from './timeAgo';

/** How long ago somebody signed in, and the day. */
export function LastSignIn({ at }: { at: string | null | undefined }) {
  const t = useText();
  const [now] = useState(() => new Date());
  if (!at) return <>{t('users.neverSignedIn')}</>;
  const then = new Date(at);
  return (
    <time dateTime={at}>
      {timeAgo(then, now)}
      <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
        <bdi>{t('ui.gregorian', { date: gregorianDate(dateInZone(then, defaultTimeZone)) })}</bdi>
      </Typography>
    </time>
  );
}
