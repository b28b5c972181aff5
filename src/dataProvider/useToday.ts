import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import type { Api } from './';

/** Today where the institute is, `YYYY-MM-DD`: as the server says it, until it has as the device does. */
export function useToday(): string {
  const { settings } = useDataProvider<Api>();
  const [deviceDay] = useState(() => dateInZone(new Date(), defaultTimeZone));
  const { data } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
  return data?.today ?? deviceDay;
}

/** The time zone of the institute, by its name; the default until the server has told. */
export function useTimeZone(): string {
  const { settings } = useDataProvider<Api>();
  // Read once for all that needs it: see `useToday`.
  const { data } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
  return data?.time_zone ?? defaultTimeZone;
}

/** The academic year that counts today, as an admin chose it or as it is counted (decision 14); counted until it `isKnown`. */
export function useAcademicYear(): { year: string; isKnown: boolean } {
  const { settings } = useDataProvider<Api>();
  const today = useToday();
  // Read once for all that needs it: see `useToday`.
  const { data, isPending } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
  return { year: data?.academic_year ?? currentAcademicYear(null, today), isKnown: !isPending };
}
