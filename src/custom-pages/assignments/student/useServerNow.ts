import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { clockDifference, onClockDifference } from '../../../dataProvider/serverClock';
import { halfMinute, untilNextTick } from './remaining';

/** The server's time, told anew as a due time comes nearer, and at the moment when it has passed; else every half minute. */
export function useServerNow(dueDate: string | null): Date {
  // Wrapped, so that every tick counts, also where the device tells its time in great steps.
  const [here, setHere] = useState(() => ({ time: Date.now() }));
  const difference = useSyncExternalStore(onClockDifference, clockDifference);
  const now = useMemo(() => new Date(here.time + difference), [here, difference]);
  // A device that slept, or a window that was put aside, may have missed its ticks.
  useEffect(() => {
    const look = () => setHere({ time: Date.now() });
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    const wait = dueDate === null ? halfMinute : untilNextTick(dueDate, now);
    if (wait === null) return;
    const timer = setTimeout(() => setHere({ time: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [dueDate, now]);
  return now;
}
