import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isPast } from '../../../../contract/rules/assignments';
import { clockDifference, onClockDifference } from '../../../dataProvider/serverClock';

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

/** What is left until a due time, in its two greatest units: days and hours, hours and minutes, minutes and seconds. */
type Remaining = readonly { unit: 'days' | 'hours' | 'minutes' | 'seconds'; count: number }[];

const units = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3_600 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'seconds', seconds: 1 },
] as const;

/** Empty once the time is over. A second unit of 0 is left out. */
export function remainingUntil(dueDate: string, now: Date): Remaining {
  const left = Math.ceil((Date.parse(dueDate) - now.getTime()) / 1000);
  const greatest = units.findIndex(({ seconds }) => left >= seconds);
  if (left <= 0 || greatest === -1) return [];
  let rest = left;
  return units
    .slice(greatest, greatest + 2)
    .map(({ unit, seconds }) => {
      const count = Math.floor(rest / seconds);
      rest -= count * seconds;
      return { unit, count };
    })
    .filter(({ count }) => count > 0);
}

const hour = 3_600_000;
const halfMinute = 30_000;

/**
 * Milliseconds until the words change or the time is over: every second in the last hour; null once it is over. The
 * second of the due time itself still counts as in time, so it ends with that second.
 */
export function untilNextTick(dueDate: string, now: Date): number | null {
  if (isPast(dueDate, now)) return null;
  const left = Date.parse(dueDate) - now.getTime();
  if (left <= 0) return 1000 - (now.getTime() % 1000);
  return left <= hour ? (left % 1000) + 1 : Math.min(halfMinute, left - hour);
}
