import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './ApiProblem';

const fiveMinutes = 5 * 60 * 1000;

/** A refused request is not sent again; a request without an answer is, once. */
function mayRetry(failures: number, problem: unknown): boolean {
  const isRefused = problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500;
  return failures < 1 && !isRefused;
}

/**
 * One for each sign-in, so that nothing read by one person is shown to the next. Without a network calls fail at once
 * and say so: by default they would wait in silence, and a save would be sent whenever the network is back.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: mayRetry,
        staleTime: fiveMinutes,
      },
      mutations: { networkMode: 'always' },
    },
    // A write can change names and figures elsewhere: everything on the screen is loaded again, and records that are
    // not on the screen are removed. Otherwise react-admin would treat the old records as new once their list is loaded
    // again.
    mutationCache: new MutationCache({
      onSuccess: () => {
        client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[1] === 'getOne' });
        void client.invalidateQueries();
      },
    }),
  });
  return client;
}
