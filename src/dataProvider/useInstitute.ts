import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { useSession } from './session';
import { useApi } from './useApi';

/** The settings of the institute, loaded once for all components; null if the server has none. */
export function useInstitute() {
  const { settings } = useApi();
  return useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
}

/**
 * Today's date in the institute's time zone, `YYYY-MM-DD`: from the server, or from the device until it is loaded.
 */
export function useToday(): string {
  const [deviceDay] = useState(() => dateInZone(new Date(), defaultTimeZone));
  return useInstitute().data?.today ?? deviceDay;
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
