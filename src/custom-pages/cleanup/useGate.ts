import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { stepUpLasts } from '../../../contract/auth';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { currentSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';

/** The page is open for a while, closed, or its server has no way to guard it. */
type State = 'locked' | 'open' | 'unguarded';

/** The gate of the page: the own password opens it for five minutes; leaving closes it, on the server too. */
export function useGate() {
  const t = useText();
  const { stepUp, stepDown } = useDataProvider<Api>();
  const { hasRanges } = useServerFeatures();
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
  const timeIsOver = useCallback(() => {
    setState('locked');
    setNote(t('cleanup.timeOver'));
  }, [t]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(timeIsOver, stepUpLasts);
    return () => clearTimeout(timer);
  }, [isOpen, timeIsOver]);

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
    state: hasRanges === false ? 'unguarded' : state,
    /** Why the gate is closed. */
    note,
    open: opening.mutate,
    isOpening: opening.isPending,
    lock: () => {
      setState('locked');
      setNote(null);
    },
    timeIsOver,
  };
}
