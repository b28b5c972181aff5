import Unguarded from '@mui/icons-material/GppBadOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import { Button, Card, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { stepUpLasts } from '../../../contract/auth';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { currentSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { PasswordForm } from '../../ui/form/PasswordForm';
import { Page } from '../../ui/page/Page';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { EmptyState } from '../../ui/page/States';
import { CleanupCards } from './CleanupCards';

/** Deletes everything of a kind, behind the admin's own password (decision 30). */
export default function CleanupPage() {
  const t = useText();
  const gate = useGate();
  return (
    <Page
      title={t('cleanup.title')}
      subtitle={t('cleanup.subtitle')}
      action={
        gate.state === 'open' && (
          <Button variant="outlined" startIcon={<Lock />} onClick={gate.lock}>
            {t('cleanup.exit')}
          </Button>
        )
      }
    >
      {gate.state === 'unguarded' && (
        <EmptyState
          icon={<Unguarded />}
          title={t('cleanup.unguardedTitle')}
          text={t('cleanup.unguardedText')}
        />
      )}
      {gate.state === 'locked' && <Gate gate={gate} />}
      {gate.state === 'open' && <CleanupCards onLocked={gate.expire} />}
    </Page>
  );
}

function Gate({ gate }: { gate: ReturnType<typeof useGate> }) {
  const t = useText();
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 480 }}>
      <PasswordForm
        text={
          <>
            <Typography variant="h2">{t('cleanup.lockedTitle')}</Typography>
            <Typography color="text.secondary">{t('cleanup.lockedText')}</Typography>
          </>
        }
        problem={gate.note}
        button={t('cleanup.open')}
        isPending={gate.isOpening}
        onSend={(password, forget) => gate.open(password, { onSettled: forget })}
      />
    </Card>
  );
}

/** The page is open for a while, closed, or its server has no way to guard it. */
type State = 'locked' | 'open' | 'unguarded';

/** The gate of the page: the own password opens it for five minutes; leaving closes it, on the server too. */
function useGate() {
  const t = useText();
  const { stepUp, stepDown } = useDataProvider<Api>();
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
      if (problem instanceof ApiProblem && problem.isMissingCall) setState('unguarded');
      else setNote(sentenceOf(problem, t('stepUp.wrongPassword')));
    },
  });

  /** Also where the server finds the five minutes over before this page does. */
  const expire = useCallback(() => {
    setState('locked');
    setNote(t('cleanup.timeOver'));
  }, [t]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(expire, stepUpLasts);
    return () => clearTimeout(timer);
  }, [isOpen, expire]);

  // What was opened here is closed on the server as well, whichever way the person leaves; without a network its
  // five minutes do it.
  const leave = useRef(stepDown);
  useEffect(() => {
    leave.current = stepDown;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      // Who has signed out has no session left to close anything in.
      if (currentSession()) void leave.current().catch(() => undefined);
    };
  }, [isOpen]);

  return {
    state: isOurs === false ? 'unguarded' : state,
    /** Why the gate is closed. */
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
