import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useSession } from '../../../dataProvider/session';
import { useOwnStudent } from '../../../dataProvider/useOwnStudent';

/**
 * The student of the account. One that is linked to none is linked to the student that it names exactly, if there is
 * one; null when that fails too, undefined until it is known. Spec 2 §4, decision 20.
 */
export function useLinkedStudent() {
  const user = useSession()?.user;
  const { autoLink } = useDataProvider<Api>();
  const client = useQueryClient();
  const { student } = useOwnStudent();
  const linking = useQuery({
    queryKey: ['students', 'autoLink', user?.id],
    queryFn: async () => {
      try {
        const answer = await autoLink(user?.id ?? 0);
        await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'autoLink' });
        return answer.student;
      } catch (problem) {
        if (problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500) return null;
        throw problem;
      }
    },
    enabled: student === null && user !== undefined,
  });
  if (student !== null) return student;
  return linking.isPending ? undefined : (linking.data ?? null);
}
