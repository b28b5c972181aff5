import { differenceInDays, differenceInHours, differenceInMinutes } from 'date-fns';
import { useCallback, useEffect, useState } from 'react';
import { useText } from '../../i18n/useText';

const halfMinute = 30_000;

/** Says how long ago a time was, in whole minutes, hours or days; a time that is ahead by the clocks is now. */
export function useAgo(): (time: string, now: Date) => string {
  const t = useText();
  return useCallback(
    (time, now) => {
      const then = new Date(time);
      const days = differenceInDays(now, then);
      if (days >= 1) return t('ago.days', { smart_count: days });
      const hours = differenceInHours(now, then);
      if (hours >= 1) return t('ago.hours', { smart_count: hours });
      const minutes = differenceInMinutes(now, then);
      return minutes >= 1 ? t('ago.minutes', { smart_count: minutes }) : t('ago.now');
    },
    [t],
  );
}

/** The time, again every half minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
