import { useEffect, useState } from 'react';
import { serverNow } from '../../../dataProvider/serverClock';
import { halfMinute, untilNextTick } from './remaining';

/** The server's time, told anew as a due time comes nearer, and at the moment when it has passed; else every half minute. */
export function useServerNow(dueDate: string | null): Date {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const wait = dueDate === null ? halfMinute : untilNextTick(dueDate, now);
    if (wait === null) return;
    const timer = setTimeout(() => setNow(serverNow()), wait);
    return () => clearTimeout(timer);
  }, [dueDate, now]);
  return now;
}
