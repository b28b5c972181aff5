import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { draftKey, forgetDraft, keepDraft, readDraft } from '../../../ui/form/drafts';
import { type Answers, isSame, mergeAnswers } from './answers';

/** What is being answered on this device, and what is known of the draft that the server keeps. */
export interface LocalDraft {
  answers: Answers;
  /** As the server had it when it was last read or written here. */
  base: Answers;
  /** What was sent to be kept; the server may have it although its reply was lost. */
  sent: Answers;
  /** The server's own time of that draft; null before there was one. */
  savedAt: string | null;
}

/** A draft that the server keeps. */
interface ServerDraft {
  answers: Answers;
  /** Null where there is none, or none any more. */
  savedAt: string | null;
}

export const emptyDraft: LocalDraft = { answers: {}, base: {}, sent: {}, savedAt: null };

export const answerDraftKey = (userId: number, assignmentId: number) =>
  draftKey(userId, `/assignments/${assignmentId}/submit`);

export function readLocalDraft(key: string): LocalDraft {
  const values = readDraft(key)?.values;
  return { ...emptyDraft, ...(values as Partial<LocalDraft> | undefined) };
}

/** @returns false where the device is full */
function storeLocalDraft(key: string, local: LocalDraft): boolean {
  if (isSame(local.answers, {}) && local.savedAt === null) {
    forgetDraft(key);
    return true;
  }
  return keepDraft(key, { ...local }, new Date()) !== null;
}

/** Both devices have changed the same answers since they last exchanged drafts. */
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
  /** The same, for callbacks that outlive a drawing. */
  latest: RefObject<LocalDraft>;
  change: (local: LocalDraft) => void;
  /** False where the device is full: then the answers stand on the screen alone. */
  isKept: boolean;
}

/** The answers of one assignment: stored on the device at every key, and the same in all open windows. */
export function useAnswerDraft(key: string): AnswerDraft {
  const [local, setDesk] = useState(() => readLocalDraft(key));
  const [isKept, setIsKept] = useState(true);
  const latest = useRef(local);
  const show = useCallback((next: LocalDraft) => {
    latest.current = next;
    setDesk(next);
  }, []);
  const change = useCallback(
    (next: LocalDraft) => {
      show(next);
      setIsKept(storeLocalDraft(key, next));
    },
    [key, show],
  );
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (event.key === key) show(readLocalDraft(key));
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [key, show]);
  return { local, latest, change, isKept };
}
