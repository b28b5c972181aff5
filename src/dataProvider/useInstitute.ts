import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { daysAfter, daysBetween, startOfDay } from '../../contract/rules/retention';
import { onClockDifference, serverNow } from './serverClock';
import { useServerFeatures } from './serverFeatures';
import { useSession } from './session';
import { useApi } from './useApi';

export function useInstitute() {
  const { settings } = useApi();
  return useQuery({
    queryKey: ['settings', 'today'],
    queryFn: async () => {
      const requestedAt = serverNow();
      const loaded = await settings();
      if (!loaded) return null;
      const zone = loaded.time_zone ?? defaultTimeZone;
      const readOn = dateInZone(serverNow(), zone);
      // Around midnight, the response may contain the previous day.
      const isSameDay = dateInZone(requestedAt, zone) === readOn;
      return { ...(isSameDay ? loaded : ((await settings()) ?? loaded)), readOn };
    },
  });
}

/** Today in the institute's time zone, `YYYY-MM-DD`, by the server's clock. */
export function useToday(): string {
  const { data } = useInstitute();
  const day = useDayIn(data?.time_zone ?? defaultTimeZone);
  return data?.today ? daysAfter(data.today, daysBetween(data.readOn, day)) : day;
}

function useDayIn(timeZone: string): string {
  const subscribe = useCallback((listener: () => void) => onNewDay(timeZone, listener), [timeZone]);
  return useSyncExternalStore(subscribe, () => dateInZone(serverNow(), timeZone));
}

/** Calls the listener at midnight, and when a hidden window becomes visible. */
function onNewDay(timeZone: string, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitForMidnight = () => {
    clearTimeout(timer);
    const now = serverNow();
    const midnight = startOfDay(daysAfter(dateInZone(now, timeZone), 1), timeZone);
    timer = setTimeout(check, midnight.getTime() - now.getTime() + 1);
  };
  const check = () => {
    if (document.visibilityState !== 'hidden') listener();
    waitForMidnight();
  };
  waitForMidnight();
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  const stopListening = onClockDifference(check);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('focus', check);
    stopListening();
  };
}

export const useTimeZone = (): string => useInstitute().data?.time_zone ?? defaultTimeZone;

/** 0 is Sunday, 6 is Saturday. */
export const useWeekendDays = (): readonly number[] => useInstitute().data?.weekend_days ?? fridayAndSaturday;
const fridayAndSaturday = [5, 6];

export const useHasSections = (): boolean => useInstitute().data?.sections_enabled ?? false;

/** True if the user may send messages to families. */
export function useMayTell(): boolean {
  const role = useSession()?.user.role;
  const { data } = useInstitute();
  const { has } = useServerFeatures();
  return (
    has('tell') && (role === 'admin' || (role === 'teacher' && data?.teachers_contact_guardians === true))
  );
}

/** True if forms have a section field. Admins of one section do not see this field. */
export function useHasSectionChoice(): boolean {
  const hasSections = useHasSections();
  const ownSection = useSession()?.user.section ?? null;
  return hasSections && ownSection === null;
}

/** Before `isLoaded`, and without a setting, the year is computed from today's date (decision 14). */
export function useAcademicYear(): { year: string; isLoaded: boolean } {
  const today = useToday();
  const { data, isPending } = useInstitute();
  return { year: data?.academic_year ?? currentAcademicYear(null, today), isLoaded: !isPending };
}
