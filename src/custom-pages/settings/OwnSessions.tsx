import { Box, Button, Card, Chip, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { OwnSession } from '../../../contract/accounts/auth';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormSection } from '../../ui/form/RecordForm';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { formatAgo, useNow } from '../../ui/page/useAgo';

/** Lists the user's sessions, with buttons to end them. Renders nothing if the server does not list them. */
export function OwnSessions() {
  const { sessions, error, refetch, end, isPending } = useOwnSessions();
  if (error) return <ErrorState title={t('settings.sessions.loadFailed')} error={error} onRetry={refetch} />;
  if (!sessions) return null;
  const otherCount = sessions.filter(({ is_current }) => !is_current).length;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={t('settings.sessions.title')} text={t('settings.sessions.text')}>
        <Box component="ul" sx={{ gridColumn: '1 / -1', m: 0, p: 0, listStyle: 'none' }}>
          {sessions.map((session) => (
            <Session key={session.id} session={session} isPending={isPending} onEnd={() => end(session.id)} />
          ))}
        </Box>
        {otherCount > 0 && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Button variant="outlined" color="error" disabled={isPending} onClick={() => end(null)}>
              {t('settings.sessions.endOthers')}
            </Button>
          </Box>
        )}
      </FormSection>
    </Card>
  );
}

interface SessionProps {
  session: OwnSession;
  isPending: boolean;
  onEnd: () => void;
}

function Session({ session, isPending, onEnd }: SessionProps) {
  const now = useNow();
  const device = session.device ?? t('settings.sessions.unknown');
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          <bdi dir="rtl">{device}</bdi>{' '}
          {session.is_current && (
            <Chip size="small" color="primary" variant="outlined" label={t('settings.sessions.current')} />
          )}
        </Typography>
        <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
          {t('settings.sessions.lastSeen')}{' '}
          <time dateTime={session.last_seen_at}>{formatAgo(session.last_seen_at, now)}</time>
          {' · '}
          {t('settings.sessions.begun')}{' '}
          <time dateTime={session.created_at}>{formatAgo(session.created_at, now)}</time>
          {session.address !== null && (
            <>
              {' · '}
              {t('settings.sessions.address')} <bdi dir="ltr">{session.address}</bdi>
            </>
          )}
        </SecondaryText>
      </Box>
      {!session.is_current && (
        <Button
          size="small"
          color="error"
          disabled={isPending}
          aria-label={t('settings.sessions.endOf', { device })}
          onClick={onEnd}
        >
          {t('settings.sessions.end')}
        </Button>
      )}
    </Box>
  );
}

function useOwnSessions() {
  const { notifyDone, notifyProblem } = useNotices();
  const api = useApi();
  const userId = useSession()?.user.id;
  const { data, error, refetch } = useQuery({
    queryKey: ['own sessions', userId],
    queryFn: () => api.ownSessions(),
    // Another device may have signed in just now.
    staleTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string | null) => (id === null ? api.endOtherSessions() : api.endSession(id)),
    onSuccess: ({ message }) => notifyDone(message),
    onError: (problem) => notifyProblem(problem, t('settings.sessions.failed')),
    // Runs after a failure too, because the session may have expired.
    onSettled: () => void refetch(),
  });
  return {
    sessions: data,
    error: data ? null : error,
    refetch,
    end: mutate,
    isPending,
  };
}
