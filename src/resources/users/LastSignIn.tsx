import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { dateInZone, gregorianDate } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import { useAgo } from '../../ui/page/useAgo';

/** How long ago somebody signed in, and the day where the institute is. */
export function LastSignIn({ at }: { at: string | null | undefined }) {
  const t = useText();
  const ago = useAgo();
  const timeZone = useTimeZone();
  const [now] = useState(() => new Date());
  if (!at) return <>{t('users.neverSignedIn')}</>;
  return (
    <time dateTime={at}>
      {ago(at, now)}
      <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
        <bdi>{t('ui.gregorian', { date: gregorianDate(dateInZone(new Date(at), timeZone)) })}</bdi>
      </Typography>
    </time>
  );
}
