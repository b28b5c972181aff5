import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { ApiProblem, storedRecord } from '../../../dataProvider/ApiProblem';
import { currentSession } from '../../../dataProvider/session';
import { useWindowEvent } from '../../../ui/page/useWindowEvent';
import { draftKey, deleteDraft, storeDraft, readDraft } from '../../../ui/form/drafts';
import { type Answers, answersById, hasSameAnswers, mergeAnswers, listAnswers } from './answers';

export interface LocalDraft {
  answers: Answers;
  /** The server's answers at the last load or save on this device. */
  base: Answers;
  /** The answers of the last request. The server may have stored them, even if its response was lost. */
  sent: Answers;
  /** The server's time of its draft; null if the server has no draft. */
  savedAt: string | null;
}

interface ServerDraft {
  answers: Answers;
  /** Null if there is no draft. */
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
  if (hasSameAnswers(local.answers, {}) && local.savedAt === null) {
    deleteDraft(key);
    return true;
  }
  return storeDraft(key, { ...local }, new Date()) !== null;
}

/** Two devices changed the same answers after their last sync with the server. */
export interface Clash {
  serverDraft: ServerDraft;
  questionIds: readonly number[];
}

/** If the drafts clash, the local draft does not change. */
export function mergeServerDraft(
  local: LocalDraft,
  serverDraft: ServerDraft,
): { local: LocalDraft; clash: Clash | null } {
  // The server has neither a draft nor a submission, so only the local draft counts.
  if (serverDraft.savedAt === null) return { local: { ...local, base: {}, savedAt: null }, clash: null };
  // If the response to the last save was lost, the server has stored the answers of this device.
  const base = hasSameAnswers(serverDraft.answers, local.sent) ? serverDraft.answers : local.base;
  const { answers, clashes } = mergeAnswers(base, local.answers, serverDraft.answers);
  if (clashes.length > 0) return { local, clash: { serverDraft, questionIds: clashes } };
  return {
    local: { ...local, answers, base: serverDraft.answers, savedAt: serverDraft.savedAt },
    clash: null,
  };
}

export function resolveClash(
  local: LocalDraft,
  { serverDraft }: Clash,
  choice: 'here' | 'there',
): LocalDraft {
  const { answers } =
    choice === 'here'
      ? mergeAnswers(local.base, local.answers, serverDraft.answers)
      : mergeAnswers(local.base, serverDraft.answers, local.answers);
  return { ...local, answers, base: serverDraft.answers, savedAt: serverDraft.savedAt };
}

export interface AnswerDraft {
  local: LocalDraft;
  /** The current draft, for callbacks that run after a later render. */
  latest: RefObject<LocalDraft>;
  change: (local: LocalDraft) => void;
  /** False if the storage of the device is full; a reload then loses the answers. */
  isStored: boolean;
}

/** Stores the answers at every key press. A change in another window of this browser shows here too. */
export function useAnswerDraft(key: string): AnswerDraft {
  const [local, setLocal] = useState(() => readLocalDraft(key));
  const [isStored, setIsStored] = useState(true);
  const latest = useRef(local);
  const show = useCallback((next: LocalDraft) => {
    latest.current = next;
    setLocal(next);
  }, []);
  const change = useCallback(
    (next: LocalDraft) => {
      show(next);
      setIsStored(storeLocalDraft(key, next));
    },
    [key, show],
  );
  useWindowEvent('storage', (event) => {
    if (event.key === key) show(readLocalDraft(key));
  });
  return { local, latest, change, isStored };
}

/** State of the server's draft; `none`: the server does not support drafts. */
export type DraftState = 'unknown' | 'saving' | 'saved' | 'offline' | 'none';

/** Milliseconds without typing before a save. */
const saveDelay = 2_000;
/** Milliseconds between two attempts without a network. */
const retryDelay = 15_000;

interface DraftSyncInput {
  assignment: AssignmentDetail;
  draft: AnswerDraft;
  /** False if the student has submitted, or can no longer submit. */
  isEnabled: boolean;
  /** Called if the server refuses the draft, because the assignment changed. The function must be stable. */
  onRefused: () => void;
}

/**
 * Saves the answers on the server. Each save first merges the server's draft. If two devices changed the same
 * answer, the student chooses.
 */
export function useDraftSync({ assignment, draft, isEnabled, onRefused }: DraftSyncInput) {
  const { latest, change } = draft;
  const [{ state, attempt }, setProgress] = useState<{ state: DraftState; attempt: number }>(initialProgress);
  const [clash, setClash] = useState<Clash | null>(null);
  const lastRun = useRef(Promise.resolve());
  const exchange = useExchange(assignment, draft, setClash);

  const sync = useCallback(() => {
    // The requests run one after another. Otherwise the second one would mistake the first draft for another
    // device's.
    lastRun.current = lastRun.current.then(async () => {
      const newState = await exchange().catch((problem: unknown) => {
        if (!(problem instanceof ApiProblem)) throw problem;
        if (isRefusal(problem)) onRefused();
        return 'offline' as const;
      });
      setProgress((previous) => ({ state: newState, attempt: previous.attempt + 1 }));
    });
  }, [exchange, onRefused]);

  const isDirty = !hasSameAnswers(draft.local.answers, draft.local.base);
  useEffect(() => {
    if (isEnabled) sync();
  }, [isEnabled, sync]);
  useEffect(() => {
    if (!isEnabled || !isDirty || clash || state === 'none') return;
    const timer = setTimeout(sync, state === 'offline' ? retryDelay : saveDelay);
    return () => clearTimeout(timer);
  }, [draft.local.answers, isEnabled, isDirty, clash, state, attempt, sync]);
  useWindowEvent('online', () => {
    if (isEnabled) sync();
  });

  const chooseDraft = (choice: 'here' | 'there') => {
    if (!clash) return;
    change(resolveClash(latest.current, clash, choice));
    setClash(null);
    sync();
  };
  const displayedState: DraftState = state === 'saved' && isDirty ? 'saving' : state;
  return { state: displayedState, clash, chooseDraft };
}

/** Merges the server's draft and sends the local one, once. The returned function is stable. */
function useExchange(
  { id, questions }: AssignmentDetail,
  { latest, change }: AnswerDraft,
  onClash: (clash: Clash | null) => void,
) {
  const api = useApi();
  const [isSameUser] = useState(() => {
    const owner = currentSession()?.user.id;
    return () => currentSession()?.user.id === owner;
  });
  const exchange = useCallback(async (): Promise<DraftState> => {
    if (!isSameUser()) return 'offline';
    const stored = await api.answerDraft(id);
    // If another student has signed in, the answers must not be saved under that student's account.
    if (!isSameUser()) return 'offline';
    if (!stored) return 'none';
    const local = latest.current;
    if (stored.saved_at !== local.savedAt) {
      const merged = mergeServerDraft(local, {
        answers: answersById(stored.answers),
        savedAt: stored.saved_at,
      });
      onClash(merged.clash);
      if (merged.clash) return 'unknown';
      change(merged.local);
    }
    const answers = latest.current.answers;
    if (hasSameAnswers(answers, latest.current.base)) return 'saved';
    change({ ...latest.current, sent: answers });
    const saved = await api.saveAnswerDraft(id, listAnswers(answers, questions), stored.saved_at);
    if (!saved) return 'none';
    change({ ...latest.current, base: answers, savedAt: saved.saved_at });
    return 'saved';
  }, [id, questions, latest, change, onClash, api, isSameUser]);
  return useCallback(
    () =>
      exchange().catch((problem: unknown) => {
        // Another device saved its draft between the two requests, so the exchange runs again.
        if (storedRecord(problem)) return exchange();
        throw problem;
      }),
    [exchange],
  );
}

const initialProgress = { state: 'unknown', attempt: 0 } as const;

const isRefusal = ({ status }: ApiProblem) => status >= 400 && status < 500 && ![401, 429].includes(status);
