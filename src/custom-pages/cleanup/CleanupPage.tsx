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
import { cleanup as say } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { CleanupCards } from './CleanupCards';

/** Deletes all records of a kind, after the admin typed the password again (decision 30). */
export default function CleanupPage() {
  const gate = useGate();
  return (
    <Page
      title={t('cleanup.title')}
      subtitle={say.subtitle}
      action={
        gate.state === 'open' && (
          <Button variant="outlined" startIcon={<Lock />} onClick={gate.lock}>
            {say.exit}
          </Button>
        )
      }
    >
      {gate.state === 'unguarded' && (
        <EmptyState icon={<Unguarded />} title={say.unguardedTitle} text={say.unguardedText} />
      )}
      {gate.state === 'locked' && <Gate gate={gate} />}
      {gate.state === 'open' && <CleanupCards onLocked={gate.expire} />}
    </Page>
  );
}

function Gate({ gate }: { gate: ReturnType<typeof useGate> }) {
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 480 }}>
      <PasswordForm
        text={
          <>
            <Typography variant="h2">{say.lockedTitle}</Typography>
            <Typography color="text.secondary">{say.lockedText}</Typography>
          </>
        }
        problem={gate.note}
        button={say.open}
        isPending={gate.isOpening}
        onSend={(password, forget) => gate.open(password, { onSettled: forget })}
      />
    </Card>
  );
}

/** `unguarded`: the server cannot ask for the password, so the page stays closed. */
type State = 'locked' | 'open' | 'unguarded';

/** Opens the page for five minutes with the person's password; leaving the page closes it, on the server too. */
function useGate() {
  const { stepUp, stepDown } = useApi();
  const { isOurs } = useServerFeatures();
  const [state, setState] = useState<State>('locked');
  const [note, setNote] = useState<string | null>(null);
  const isOpen = state === 'open';

  const opening = useMutation({
    mutationFn: (password: string) => stepUp(password),
    onSuccess: () => {
      setNote(null);
      setState('open');
    },
    onError: (problem) => {
      if (problem instanceof ApiProblem && problem.isUnsupportedCall) setState('unguarded');
      else setNote(sentenceOf(problem, t('stepUp.wrongPassword')));
    },
  });

  /** Also called if the server says first that the five minutes are over. */
  const expire = useCallback(() => {
    setState('locked');
    setNote(say.timeOver);
  }, []);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(expire, stepUpDuration);
    return () => clearTimeout(timer);
  }, [isOpen, expire]);

  // However the person leaves the page, it is closed on the server as well; without a network it closes there after
  // the five minutes.
  const closeOnServer = useEffectEvent(() => {
    // After a sign-out there is no session to close it in.
    if (currentSession()) void stepDown().catch(() => undefined);
  });
  useEffect(() => (isOpen ? () => closeOnServer() : undefined), [isOpen]);

  return {
    state: isOurs === false ? 'unguarded' : state,
    /** Why the page is closed. */
    note,
    open: opening.mutate,
    isOpening: opening.isPending,
    lock: () => {
      setState('locked');
      setNote(null);
    },
    expire,
  };
}
