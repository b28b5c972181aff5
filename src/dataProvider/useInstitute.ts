import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { daysAfter, daysBetween, startOfDay } from '../../contract/rules/retention';
import { onClockDifference, serverNow } from './serverClock';
import { useSession } from './session';
import { useApi } from './useApi';

/** The settings of the institute, loaded once for all components; null if the server has none. */
export function useInstitute() {
  const { settings } = useApi();
  return useQuery({
    queryKey: ['settings', 'today'],
    queryFn: async () => {
      const askedAt = serverNow();
      const read = await settings();
      if (!read) return null;
      const zone = read.time_zone ?? defaultTimeZone;
      const readOn = dateInZone(serverNow(), zone);
      // Asked at midnight, its day may be that before.
      const isSameDay = dateInZone(askedAt, zone) === readOn;
      return { ...(isSameDay ? read : ((await settings()) ?? read)), readOn };
    },
  });
}

/**
 * Today's date in the institute's time zone, `YYYY-MM-DD`. It is that of the server, and moves on at midnight by the
 * server's clock, and when a window comes back in which midnight was missed.
 */
export function useToday(): string {
  const { data } = useInstitute();
  const day = useDayIn(data?.time_zone ?? defaultTimeZone);
  return data?.today ? daysAfter(data.today, daysBetween(data.readOn, day)) : day;
}

/** The day in a time zone, by the server's clock as far as it is known. */
function useDayIn(timeZone: string): string {
  const subscribe = useCallback((listener: () => void) => onNewDay(timeZone, listener), [timeZone]);
  return useSyncExternalStore(subscribe, () => dateInZone(serverNow(), timeZone));
}

/** Calls the listener whenever the day may be another. A hidden window is not woken: it looks when it comes back. */
function onNewDay(timeZone: string, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitForMidnight = () => {
    clearTimeout(timer);
    const now = serverNow();
    const midnight = startOfDay(daysAfter(dateInZone(now, timeZone), 1), timeZone);
    timer = setTimeout(look, midnight.getTime() - now.getTime() + 1);
  };
  const look = () => {
    if (document.visibilityState !== 'hidden') listener();
    waitForMidnight();
  };
  waitForMidnight();
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  const stopClock = onClockDifference(look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
    stopClock();
  };
}

/** The name of the institute's time zone; the default until it is loaded. */
export const useTimeZone = (): string => useInstitute().data?.time_zone ?? defaultTimeZone;

/** The days of the week without lessons, 0 for Sunday to 6 for Saturday. */
export const useWeekendDays = (): readonly number[] => useInstitute().data?.weekend_days ?? fridayAndSaturday;
const fridayAndSaturday = [5, 6];

/** Whether the institute has sections; the server sends this only to admins who are not limited to one. */
export const useHasSections = (): boolean => useInstitute().data?.sections_enabled ?? false;

/** Whether to ask for the section: a person who is limited to one only sees and adds records of that section. */
export function useAsksForSection(): boolean {
  const hasSections = useHasSections();
  const own = useSession()?.user.section ?? null;
  return hasSections && own === null;
}

/** The current academic year, chosen by an admin or computed (decision 14); computed until it `isKnown`. */
export function useAcademicYear(): { year: string; isKnown: boolean } {
  const today = useToday();
  const { data, isPending } = useInstitute();
  return { year: data?.academic_year ?? currentAcademicYear(null, today), isKnown: !isPending };
}
