import { useQuery } from '@tanstack/react-query';
import { useApi } from './useApi';
import { useSession } from './session';

/** The student of the account signed in: undefined while it is looked up and for staff, null when none is linked. */
export function useOwnStudent() {
  const user = useSession()?.user;
  const { studentByUser } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['students', 'ofUser', user?.id],
    queryFn: () => studentByUser(user?.id ?? 0),
    enabled: user?.role === 'student',
  });
  return { student: data, error, refetch };
}
