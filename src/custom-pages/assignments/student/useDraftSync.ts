import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { currentSession } from '../../../dataProvider/session';
import { type Clash, type AnswerDraft, settleClash, mergeServerDraft } from './answerDraft';
import { fromList, isSame, toList } from './answers';

/** Whether the server has the draft too; `none`: this server keeps no drafts. */
export type DraftState = 'unknown' | 'saving' | 'saved' | 'offline' | 'none';

/** Milliseconds without typing before the draft is sent. */
const pause = 2_000;
const retryAfter = 15_000;

interface DraftSyncInput {
  assignment: AssignmentDetail;
  draft: AnswerDraft;
  /** False once the answers are handed in or cannot be any more. */
  isOn: boolean;
  /** The server says that the assignment is not what it was. Always the same function. */
  onRefused: () => void;
}

/**
 * Keeps the answers on the server too: reads its draft before each save, so that what another device has kept
 * meanwhile is merged with the local draft; where both have changed the same answer, the person is asked.
 */
export function useDraftSync({ assignment: { id, questions }, draft, isOn, onRefused }: DraftSyncInput) {
  const { latest, change } = draft;
  const provider = useDataProvider<Api>();
  const [{ state, round }, setProgress] = useState<{ state: DraftState; round: number }>(atFirst);
  const [clash, setClash] = useState<Clash | null>(null);
  const running = useRef(Promise.resolve());
  const [isMine] = useState(() => {
    const owner = currentSession()?.user.id;
    return () => currentSession()?.user.id === owner;
  });

  const exchange = useCallback(async (): Promise<DraftState> => {
    if (!isMine()) return 'offline';
    const stored = await provider.answerDraft(id);
    // Somebody else may have signed in meanwhile: the answers of one are not sent for another.
    if (!isMine()) return 'offline';
    if (!stored) return 'none';
    const known = latest.current;
    if (stored.saved_at !== known.savedAt) {
      const outcome = mergeServerDraft(known, {
        answers: fromList(stored.answers),
        savedAt: stored.saved_at,
      });
      setClash(outcome.clash);
      if (outcome.clash) return 'unknown';
      change(outcome.local);
    }
    const mine = latest.current.answers;
    if (isSame(mine, latest.current.base)) return 'saved';
    change({ ...latest.current, sent: mine });
    const kept = await provider.saveAnswerDraft(id, toList(mine, questions));
    if (!kept) return 'none';
    change({ ...latest.current, base: mine, savedAt: kept.saved_at });
    return 'saved';
  }, [id, questions, latest, change, provider, isMine]);

  const sync = useCallback(() => {
    // One at a time: otherwise the second would take the draft that the first has saved for that of another device.
    running.current = running.current.then(async () => {
      const reached = await exchange().catch((problem: unknown) => {
        if (!(problem instanceof ApiProblem)) throw problem;
        if (isRefusal(problem)) onRefused();
        return 'offline' as const;
      });
      setProgress((before) => ({ state: reached, round: before.round + 1 }));
    });
  }, [exchange, onRefused]);

  const isDirty = !isSame(draft.local.answers, draft.local.base);
  useEffect(() => {
    if (isOn) sync();
  }, [isOn, sync]);
  useEffect(() => {
    if (!isOn || !isDirty || clash || state === 'none') return;
    const timer = setTimeout(sync, state === 'offline' ? retryAfter : pause);
    return () => clearTimeout(timer);
  }, [draft.local.answers, isOn, isDirty, clash, state, round, sync]);
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('online', sync);
    return () => window.removeEventListener('online', sync);
  }, [isOn, sync]);

  const settle = (keeps: 'here' | 'there') => {
    if (!clash) return;
    change(settleClash(latest.current, clash, keeps));
    setClash(null);
    sync();
  };
  const shown: DraftState = state === 'saved' && isDirty ? 'saving' : state;
  return { state: shown, clash, settle };
}

const atFirst = { state: 'unknown', round: 0 } as const;

const isRefusal = ({ status }: ApiProblem) => status >= 400 && status < 500 && ![401, 429].includes(status);
