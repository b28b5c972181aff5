import { useQuery } from '@tanstack/react-query';
import { useApi } from './useApi';
import { useSession } from './session';

/** `student` is undefined while loading and for staff. It is null if no student is linked. */
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
