import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { defaultTimeZone } from '../../../../contract/rules/hijri';
import type { Api } from '../../../dataProvider';

/** The zone of the institute, in which "today" and "tomorrow" are counted. */
export function useTimeZone(): string {
  const { settings } = useDataProvider<Api>();
  const { data } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
  return data?.time_zone ?? defaultTimeZone;
}
