import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import type { Api } from '.';

/** Today where the institute is, `YYYY-MM-DD`: as the server says it, until it has as the device does. */
export function useToday(): string {
  const { settings } = useDataProvider<Api>();
  const [deviceDay] = useState(() => dateInZone(new Date(), defaultTimeZone));
  const { data } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
  return data?.today ?? deviceDay;
}
