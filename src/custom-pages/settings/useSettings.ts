import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Settings } from '../../../contract/settings';
import type { Api } from '../../dataProvider';
import { useSession } from '../../dataProvider/session';

const queryKey = ['settings'];

/** The institute's settings for an admin; null for others and where the server keeps none. */
export function useSettings() {
  const queryClient = useQueryClient();
  const { settings } = useDataProvider<Api>();
  const isAdmin = useSession()?.user.role === 'admin';
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const read = await settings();
      return read && 'teacher_scope' in read ? (read as Settings) : null;
    },
    enabled: isAdmin,
  });
  return {
    ...query,
    isAdmin,
    /** What the server answered to a save. */
    keep: (saved: Settings) => queryClient.setQueryData(queryKey, saved),
  };
}
