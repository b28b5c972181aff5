import Unguarded from '@mui/icons-material/GppBadOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import { Button, Card, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { stepUpDuration } from '../../../contract/accounts/auth';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { currentSession } from '../../dataProvider/session';
import { PasswordForm } from '../../features/accounts/PasswordForm';
import { cleanup as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { problemMessage } from '../../ui/page/problemMessage';
import { CleanupCards } from './CleanupCards';

/** Deletes all records of a kind. The admin types the password again first (decision 30). */
export default function CleanupPage() {
  const gate = usePasswordGate();
  return (
    <Page
      title={t('menu.cleanup')}
      subtitle={labels.subtitle}
      action={
        gate.state === 'open' && (
          <Button variant="outlined" startIcon={<Lock />} onClick={gate.lock}>
            {labels.exit}
          </Button>
        )
      }
    >
      {gate.state === 'unguarded' && (
        <EmptyState icon={<Unguarded />} title={labels.unguardedTitle} text={labels.unguardedText} />
      )}
      {gate.state === 'locked' && <PasswordGate gate={gate} />}
      {gate.state === 'open' && <CleanupCards onLocked={gate.expire} />}
    </Page>
  );
}

function PasswordGate({ gate }: { gate: ReturnType<typeof usePasswordGate> }) {
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 480 }}>
      <PasswordForm
        text={
          <>
            <Typography variant="h2">{labels.lockedTitle}</Typography>
            <Typography color="text.secondary">{labels.lockedText}</Typography>
          </>
        }
        problem={gate.closedReason}
        button={labels.open}
        isPending={gate.isOpening}
        onSend={(password, forget) => gate.open(password, { onSettled: forget })}
      />
    </Card>
  );
}

/** `unguarded`: the server cannot ask for the password, so the page stays locked. */
type GateState = 'locked' | 'open' | 'unguarded';

/** The password unlocks the page for five minutes. If the user leaves the page, the server locks it too. */
function usePasswordGate() {
  const { stepUp, stepDown } = useApi();
  const { isOurs } = useServerFeatures();
  const [state, setState] = useState<GateState>('locked');
  const [closedReason, setClosedReason] = useState<string | null>(null);
  const isOpen = state === 'open';

  const unlockMutation = useMutation({
    mutationFn: (password: string) => stepUp(password),
    onSuccess: () => {
      setClosedReason(null);
      setState('open');
    },
    onError: (problem) => {
      if (problem instanceof ApiProblem && problem.isUnsupportedCall) setState('unguarded');
      else setClosedReason(problemMessage(problem, t('stepUp.wrongPassword')));
    },
  });

  /** Runs when the five minutes end, by the timer or by a response of the server. */
  const expire = useCallback(() => {
    setState('locked');
    setClosedReason(labels.timeOver);
  }, []);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(expire, stepUpDuration);
    return () => clearTimeout(timer);
  }, [isOpen, expire]);

  // Runs whenever the user leaves the page. Without a network, the server locks it after five minutes.
  const closeOnServer = useEffectEvent(() => {
    // After a sign-out there is no session to lock.
    if (currentSession()) void stepDown().catch(() => undefined);
  });
  useEffect(() => (isOpen ? () => closeOnServer() : undefined), [isOpen]);

  return {
    state: isOurs === false ? 'unguarded' : state,
    closedReason,
    open: unlockMutation.mutate,
    isOpening: unlockMutation.isPending,
    lock: () => {
      setState('locked');
      setClosedReason(null);
    },
    expire,
  };
}
