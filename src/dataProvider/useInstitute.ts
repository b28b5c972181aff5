import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { useSession } from './session';
import { useApi } from './useApi';

/** The settings of the institute, read once for all that needs them; null where the server keeps none. */
export function useInstitute() {
  const { settings } = useApi();
  return useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
}

/** Today where the institute is, `YYYY-MM-DD`: as the server says it, until it has as the device does. */
export function useToday(): string {
  const [deviceDay] = useState(() => dateInZone(new Date(), defaultTimeZone));
  return useInstitute().data?.today ?? deviceDay;
}

/** The time zone of the institute, by its name; the default until the server has told. */
export const useTimeZone = (): string => useInstitute().data?.time_zone ?? defaultTimeZone;

/** The days of the week without lessons, 0 for Sunday to 6 for Saturday. */
export const useWeekendDays = (): readonly number[] => useInstitute().data?.weekend_days ?? fridayAndSaturday;
const fridayAndSaturday = [5, 6];

/** Whether the institute has sections, which the server tells admins who are limited to none. */
export const useHasSections = (): boolean => useInstitute().data?.sections_enabled ?? false;

/** Whether to ask for one: who is limited to a section sees and makes records of that one alone. */
export function useAsksForSection(): boolean {
  const hasSections = useHasSections();
  const own = useSession()?.user.section ?? null;
  return hasSections && own === null;
}

/** The academic year that counts today, as an admin chose it or as it is counted (decision 14); counted until it `isKnown`. */
export function useAcademicYear(): { year: string; isKnown: boolean } {
  const today = useToday();
  const { data, isPending } = useInstitute();
  return { year: data?.academic_year ?? currentAcademicYear(null, today), isKnown: !isPending };
}
