import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { defaultTimeZone } from '../../contract/rules/hijri';
import type { Api } from '.';

/** The time zone of the institute, by its name; the default until the server has told. */
export function useTimeZone(): string {
  const { settings } = useDataProvider<Api>();
  // Read once for all that needs it: see `useToday`.
  const { data } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
  return data?.time_zone ?? defaultTimeZone;
}
