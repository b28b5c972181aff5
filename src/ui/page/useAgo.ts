import { useEffect, useState } from 'react';
import { formatAge } from '../../../contract/rules/age';

const halfMinute = 30_000;

/** A future time counts as now, because clocks differ. */
export const formatAgo = (time: string, now: Date): string =>
  formatAge(now.getTime() - new Date(time).getTime());

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
