import { differenceInDays, differenceInHours, differenceInMinutes } from 'date-fns';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/text';

const halfMinute = 30_000;

/** Rounds to whole minutes, hours or days. A future time counts as now, because clocks differ. */
export function formatAgo(time: string, now: Date): string {
  const moment = new Date(time);
  const days = differenceInDays(now, moment);
  if (days >= 1) return t('ago.days', { smart_count: days });
  const hours = differenceInHours(now, moment);
  if (hours >= 1) return t('ago.hours', { smart_count: hours });
  const minutes = differenceInMinutes(now, moment);
  return minutes >= 1 ? t('ago.minutes', { smart_count: minutes }) : t('ago.now');
}

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
