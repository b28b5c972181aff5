import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isPast } from '../../../../contract/rules/assignments';
import { clockDifference, onClockDifference } from '../../../dataProvider/serverClock';

/** The server's time. It renders again every half minute; every second in the last hour before the due time. */
export function useServerNow(dueDate: string | null): Date {
  // An object, so that every tick renders again, even if the device's clock gives the same time twice.
  const [deviceTime, setDeviceTime] = useState(() => ({ time: Date.now() }));
  const difference = useSyncExternalStore(onClockDifference, clockDifference);
  const now = useMemo(() => new Date(deviceTime.time + difference), [deviceTime, difference]);
  // A device that slept, or a hidden window, may have missed ticks.
  useEffect(() => {
    const tick = () => setDeviceTime({ time: Date.now() });
    document.addEventListener('visibilitychange', tick);
    return () => document.removeEventListener('visibilitychange', tick);
  }, []);
  useEffect(() => {
    const wait = dueDate === null ? halfMinute : untilNextTick(dueDate, now);
    if (wait === null) return;
    const timer = setTimeout(() => setDeviceTime({ time: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [dueDate, now]);
  return now;
}

/** The time until a due time, in its two largest units: days and hours, hours and minutes, minutes and seconds. */
type Remaining = readonly { unit: 'days' | 'hours' | 'minutes' | 'seconds'; count: number }[];

const units = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3_600 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'seconds', seconds: 1 },
] as const;

/** Empty once the due time has passed. A second unit of 0 is left out. */
export function remainingUntil(dueDate: string, now: Date): Remaining {
  const left = Math.ceil((Date.parse(dueDate) - now.getTime()) / 1000);
  const largest = units.findIndex(({ seconds }) => left >= seconds);
  if (left <= 0 || largest === -1) return [];
  let rest = left;
  return units
    .slice(largest, largest + 2)
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
 * Milliseconds until the remaining time must be shown again: every second in the last hour; null once the due time has
 * passed. A submission within the second of the due time is still in time, so the due time passes after that second.
 */
export function untilNextTick(dueDate: string, now: Date): number | null {
  if (isPast(dueDate, now)) return null;
  const left = Date.parse(dueDate) - now.getTime();
  if (left <= 0) return 1000 - (now.getTime() % 1000);
  return left <= hour ? (left % 1000) + 1 : Math.min(halfMinute, left - hour);
}
