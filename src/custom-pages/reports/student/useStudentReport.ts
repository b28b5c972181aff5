import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Api } from '../../../dataProvider';
import { useSession } from '../../../dataProvider/session';

/** The report of the student signed in, of one level or of all; the one before stays while another is read. */
export function useStudentReport(level: number | null) {
  const userId = useSession()?.user.id ?? 0;
  const { studentReport } = useDataProvider<Api>();
  return useQuery({
    queryKey: ['reports', 'student', userId, level],
    queryFn: () => studentReport(userId, level ?? undefined),
    placeholderData: keepPreviousData,
  });
}

/** The chosen level, 1-8, which stands in the address; null is all. */
export function useLevel() {
  const [address, setAddress] = useSearchParams();
  const asked = address.get('level') ?? '';
  const setLevel = (level: number | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (level === null) after.delete('level');
        else after.set('level', String(level));
        return after;
      },
      { replace: true },
    );
  return { level: /^[1-8]$/.test(asked) ? Number(asked) : null, setLevel };
}
