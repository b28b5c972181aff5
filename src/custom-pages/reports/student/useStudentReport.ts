import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../dataProvider/session';
import { useApi } from '../../../dataProvider/useApi';

/** The previous report stays while another level loads. @param level null: all levels */
export function useStudentReport(level: number | null) {
  const userId = useSession()?.user.id ?? 0;
  const { studentReport } = useApi();
  return useQuery({
    queryKey: ['reports', 'student', userId, level],
    queryFn: () => studentReport(userId, level ?? undefined),
    placeholderData: keepPreviousData,
  });
}
