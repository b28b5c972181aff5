import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './ApiProblem';

const fiveMinutes = 5 * 60 * 1000;

function canRetry(failures: number, problem: unknown): boolean {
  const isRefused = problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500;
  return failures < 1 && !isRefused;
}

/** Calls fail immediately without a network. By default they would wait silently. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: canRetry,
        staleTime: fiveMinutes,
      },
      mutations: { networkMode: 'always' },
    },
    // A write may change names and stats of other screens. react-admin would treat old records as fresh.
    mutationCache: new MutationCache({
      onSuccess: () => {
        client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[1] === 'getOne' });
        void client.invalidateQueries();
      },
    }),
  });
  return client;
}
