import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import type { Api } from '.';
import { useToday } from './useToday';

/** The academic year that counts today, as an admin chose it or as it is counted (decision 14); counted until it `isKnown`. */
export function useAcademicYear(): { year: string; isKnown: boolean } {
  const { settings } = useDataProvider<Api>();
  const today = useToday();
  // Read once for all that needs it: see `useToday`.
  const { data, isPending } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
  return { year: data?.academic_year ?? currentAcademicYear(null, today), isKnown: !isPending };
}
