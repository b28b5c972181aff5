import { useMutation, useQuery } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';

/** Where the person is signed in; null where the server does not tell. */
export function useOwnSessions() {
  const t = useText();
  const notify = useNotify();
  const provider = useDataProvider<Api>();
  const userId = useSession()?.user.id;
  const { data, error, refetch } = useQuery({
    queryKey: ['own sessions', userId],
    queryFn: () => provider.ownSessions(),
    // Another device may have signed in a moment ago.
    staleTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string | null) => (id === null ? provider.endOtherSessions() : provider.endSession(id)),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (problem) => notify(sentenceOf(problem, t('settings.sessions.failed')), { type: 'error' }),
    // Also after a failure: it may have ended by itself.
    onSettled: () => void refetch(),
  });
  return {
    sessions: data,
    error: data ? null : error,
    refetch,
    end: (id: string) => mutate(id),
    endOthers: () => mutate(null),
    isPending,
  };
}
