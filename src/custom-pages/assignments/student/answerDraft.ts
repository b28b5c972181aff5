import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { ApiProblem, storedRecord } from '../../../dataProvider/ApiProblem';
import { currentSession } from '../../../dataProvider/session';
import { useWindowEvent } from '../../../ui/page/useWindowEvent';
import { draftKey, deleteDraft, storeDraft, readDraft } from '../../../ui/form/drafts';
import { type Answers, fromList, isSame, mergeAnswers, toList } from './answers';

/** The answers on this device, and what is known of the draft on the server. */
export interface LocalDraft {
  answers: Answers;
  /** The server's answers when they were last loaded or saved here. */
  base: Answers;
  /** The answers last sent to the server, which may have stored them although its reply was lost. */
  sent: Answers;
  /** The server's own time of that draft; null before there was one. */
  savedAt: string | null;
}

interface ServerDraft {
  answers: Answers;
  /** Null if there is no draft (any more). */
  savedAt: string | null;
}

export const emptyDraft: LocalDraft = { answers: {}, base: {}, sent: {}, savedAt: null };

export const answerDraftKey = (userId: number, assignmentId: number) =>
  draftKey(userId, `/assignments/${assignmentId}/submit`);

export function readLocalDraft(key: string): LocalDraft {
  const values = readDraft(key)?.values;
  return { ...emptyDraft, ...(values as Partial<LocalDraft> | undefined) };
}

/** @returns false if the storage of the device is full */
function storeLocalDraft(key: string, local: LocalDraft): boolean {
  if (isSame(local.answers, {}) && local.savedAt === null) {
    deleteDraft(key);
    return true;
  }
  return storeDraft(key, { ...local }, new Date()) !== null;
}

/** Two devices changed the same answers since they last exchanged drafts. */
export interface Clash {
  there: ServerDraft;
  questions: readonly number[];
}

/** The local draft once the server's draft is known; with a clash it stays as it is. */
export function mergeServerDraft(
  local: LocalDraft,
  there: ServerDraft,
): { local: LocalDraft; clash: Clash | null } {
  // The server has deleted its draft, and nothing was handed in: only the local one is left.
  if (there.savedAt === null) return { local: { ...local, base: {}, savedAt: null }, clash: null };
  // The reply to the last save was lost: the server holds what this device has sent.
  const base = isSame(there.answers, local.sent) ? there.answers : local.base;
  const { answers, clashes } = mergeAnswers(base, local.answers, there.answers);
  if (clashes.length > 0) return { local, clash: { there, questions: clashes } };
  return { local: { ...local, answers, base: there.answers, savedAt: there.savedAt }, clash: null };
}

/** The local draft after the person has chosen between the two. */
export function settleClash(local: LocalDraft, { there }: Clash, keeps: 'here' | 'there'): LocalDraft {
  const { answers } =
    keeps === 'here'
      ? mergeAnswers(local.base, local.answers, there.answers)
      : mergeAnswers(local.base, there.answers, local.answers);
  return { ...local, answers, base: there.answers, savedAt: there.savedAt };
}

export interface AnswerDraft {
  local: LocalDraft;
  /** The same, for callbacks that are called after a later render. */
  latest: RefObject<LocalDraft>;
  change: (local: LocalDraft) => void;
  /** False if the storage of the device is full: then the answers are only on the screen. */
  isKept: boolean;
}

/** The answers of one assignment: stored on the device at every key press, and the same in all windows. */
export function useAnswerDraft(key: string): AnswerDraft {
  const [local, setLocal] = useState(() => readLocalDraft(key));
  const [isKept, setIsKept] = useState(true);
  const latest = useRef(local);
  const show = useCallback((next: LocalDraft) => {
    latest.current = next;
    setLocal(next);
  }, []);
  const change = useCallback(
    (next: LocalDraft) => {
      show(next);
      setIsKept(storeLocalDraft(key, next));
    },
    [key, show],
  );
  useWindowEvent('storage', (event) => {
    if (event.key === key) show(readLocalDraft(key));
  });
  return { local, latest, change, isKept };
}

/** Whether the server has the draft too; `none`: this server keeps no drafts. */
export type DraftState = 'unknown' | 'saving' | 'saved' | 'offline' | 'none';

/** Milliseconds without typing before the draft is sent. */
const saveDelay = 2_000;
/** Milliseconds before another attempt without a network. */
const retryDelay = 15_000;

interface DraftSyncInput {
  assignment: AssignmentDetail;
  draft: AnswerDraft;
  /** False once the answers were submitted or can no longer be. */
  isOn: boolean;
  /** Called if the server refuses the draft because the assignment changed. Must keep its identity. */
  onRefused: () => void;
}

/**
 * Saves the answers on the server too. Loads the server's draft before each save, to merge what another device saved
 * meanwhile; if both changed the same answer, the person is asked.
 */
export function useDraftSync({ assignment, draft, isOn, onRefused }: DraftSyncInput) {
  const { latest, change } = draft;
  const [{ state, round }, setProgress] = useState<{ state: DraftState; round: number }>(initialProgress);
  const [clash, setClash] = useState<Clash | null>(null);
  const running = useRef(Promise.resolve());
  const exchange = useExchange(assignment, draft, setClash);

  const sync = useCallback(() => {
    // One at a time: otherwise the second would think that the draft saved by the first is from another device.
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
    const timer = setTimeout(sync, state === 'offline' ? retryDelay : saveDelay);
    return () => clearTimeout(timer);
  }, [draft.local.answers, isOn, isDirty, clash, state, round, sync]);
  useWindowEvent('online', () => {
    if (isOn) sync();
  });

  const settle = (keeps: 'here' | 'there') => {
    if (!clash) return;
    change(settleClash(latest.current, clash, keeps));
    setClash(null);
    sync();
  };
  const shown: DraftState = state === 'saved' && isDirty ? 'saving' : state;
  return { state: shown, clash, settle };
}

/** Merges the server's draft and sends the local one, once. Keeps its identity. */
function useExchange(
  { id, questions }: AssignmentDetail,
  { latest, change }: AnswerDraft,
  onClash: (clash: Clash | null) => void,
) {
  const provider = useApi();
  const [isMine] = useState(() => {
    const owner = currentSession()?.user.id;
    return () => currentSession()?.user.id === owner;
  });
  const exchange = useCallback(async (): Promise<DraftState> => {
    if (!isMine()) return 'offline';
    const stored = await provider.answerDraft(id);
    // Another person may have signed in meanwhile: answers of one are not sent for another.
    if (!isMine()) return 'offline';
    if (!stored) return 'none';
    const known = latest.current;
    if (stored.saved_at !== known.savedAt) {
      const outcome = mergeServerDraft(known, {
        answers: fromList(stored.answers),
        savedAt: stored.saved_at,
      });
      onClash(outcome.clash);
      if (outcome.clash) return 'unknown';
      change(outcome.local);
    }
    const mine = latest.current.answers;
    if (isSame(mine, latest.current.base)) return 'saved';
    change({ ...latest.current, sent: mine });
    const kept = await provider.saveAnswerDraft(id, toList(mine, questions), stored.saved_at);
    if (!kept) return 'none';
    change({ ...latest.current, base: mine, savedAt: kept.saved_at });
    return 'saved';
  }, [id, questions, latest, change, onClash, provider, isMine]);
  return useCallback(
    () =>
      exchange().catch((problem: unknown) => {
        // Another device has saved in between: its draft is read and merged.
        if (storedRecord(problem)) return exchange();
        throw problem;
      }),
    [exchange],
  );
}

const initialProgress = { state: 'unknown', round: 0 } as const;

const isRefusal = ({ status }: ApiProblem) => status >= 400 && status < 500 && ![401, 429].includes(status);
