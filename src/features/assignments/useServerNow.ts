import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isPast } from '../../../contract/rules/assignments';
import { clockDifference, onClockDifference } from '../../dataProvider/serverClock';

/** Updates every half minute, and every second in the last hour before the due time. */
export function useServerNow(dueDate: string | null): Date {
  // An object, so that every tick renders, even if the device's clock returns the same time twice.
  const [deviceTime, setDeviceTime] = useState(() => ({ time: Date.now() }));
  const difference = useSyncExternalStore(onClockDifference, clockDifference);
  const now = useMemo(() => new Date(deviceTime.time + difference), [deviceTime, difference]);
  // A sleeping device or a hidden window may miss ticks.
  useEffect(() => {
    const tick = () => setDeviceTime({ time: Date.now() });
    document.addEventListener('visibilitychange', tick);
    return () => document.removeEventListener('visibilitychange', tick);
  }, []);
  useEffect(() => {
    const delay = dueDate === null ? halfMinute : untilNextTick(dueDate, now);
    if (delay === null) return;
    const timer = setTimeout(() => setDeviceTime({ time: Date.now() }), delay);
    return () => clearTimeout(timer);
  }, [dueDate, now]);
  return now;
}

/** The two largest units: days and hours, hours and minutes, or minutes and seconds. */
type Remaining = readonly { unit: 'days' | 'hours' | 'minutes' | 'seconds'; count: number }[];

const units = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3_600 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'seconds', seconds: 1 },
] as const;

/** Returns an empty list after the due time. Omits the smaller unit if it is 0. */
export function remainingUntil(dueDate: string, now: Date): Remaining {
  const remaining = Math.ceil((Date.parse(dueDate) - now.getTime()) / 1000);
  const largestIndex = units.findIndex(({ seconds }) => remaining >= seconds);
  if (remaining <= 0 || largestIndex === -1) return [];
  let rest = remaining;
  return units
    .slice(largestIndex, largestIndex + 2)
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
 * Returns the milliseconds until the remaining time changes on the screen; null after the due time. A
 * submission is in time until the end of the due second.
 */
export function untilNextTick(dueDate: string, now: Date): number | null {
  if (isPast(dueDate, now)) return null;
  const remaining = Date.parse(dueDate) - now.getTime();
  if (remaining <= 0) return 1000 - (now.getTime() % 1000);
  return remaining <= hour ? (remaining % 1000) + 1 : Math.min(halfMinute, remaining - hour);
}
