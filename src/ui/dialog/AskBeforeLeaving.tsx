import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useBlocker } from 'react-router';
import { LeaveQuestion } from './QuestionDialog';

/** Saves the typed values. Calls `onEnd` once, with true if all values are saved or queued. */
export type SaveAndReport = (onEnd: (isSaved: boolean) => void) => void;

interface LeavingOptions {
  /** A function is called when the user leaves the page. */
  isDirty: boolean | (() => boolean);
  onLeave: () => void;
  save: SaveAndReport;
  /** Whether a navigation loses the typed values. Default: every navigation to another page does. */
  isAway?: (from: Location, to: Location) => boolean;
}

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

const unsavedChecks = new Set<() => boolean>();

export const hasUnsavedWork = (): boolean => [...unsavedChecks].some((isUnsaved) => isUnsaved());

/** Asks before typed values are lost. After a save the navigation continues. */
export function useLeaving({ isDirty, onLeave, save, isAway = isOtherPage }: LeavingOptions) {
  const [pendingAction, setPendingAction] = useState<{ act: () => void } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** The page stays visible until the next page has loaded. */
  const [isNavigating, setIsNavigating] = useState(false);
  /** During a save, the form's own navigation to its list is blocked. */
  const navigation = useRef<'ask' | 'block' | 'allow'>('ask');
  const hasUnsaved = () => (typeof isDirty === 'boolean' ? isDirty : isDirty());
  const isUnsaved = useEffectEvent(hasUnsaved);
  useEffect(() => {
    const check = () => isUnsaved();
    unsavedChecks.add(check);
    return () => void unsavedChecks.delete(check);
  }, []);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (navigation.current !== 'ask') return navigation.current === 'block';
    return hasUnsaved() && isAway(currentLocation, nextLocation);
  });
  const isUnblocked = blocker.state === 'unblocked';
  if (isNavigating && isUnblocked) setIsNavigating(false);
  const latestBlocker = useRef(blocker);
  useEffect(() => {
    latestBlocker.current = blocker;
  });
  // The page may stay mounted, for example with another subject. The next navigation must ask again.
  useEffect(() => {
    if (isUnblocked && navigation.current === 'allow') navigation.current = 'ask';
  }, [isUnblocked]);
  const stay = () => {
    navigation.current = 'ask';
    setPendingAction(null);
    latestBlocker.current.reset?.();
  };
  // The closure keeps the navigation of the question. Another navigation may start during the save.
  const { proceed } = blocker;
  const leave = () => {
    navigation.current = 'allow';
    if (pendingAction) pendingAction.act();
    else {
      setIsNavigating(true);
      return proceed?.();
    }
    stay();
  };
  return {
    ask: (act: () => void) => (hasUnsaved() ? setPendingAction({ act }) : act()),
    question: {
      // An open dialog would add a history entry to the next page.
      isOpen: (pendingAction !== null || blocker.state === 'blocked') && !isSaving && !isNavigating,
      onStay: stay,
      onLeave: () => {
        onLeave();
        leave();
      },
      onSave: () => {
        // The dialog must close before an invalid field gets the focus.
        flushSync(() => setIsSaving(true));
        navigation.current = 'block';
        save((isSaved) => {
          setIsSaving(false);
          if (isSaved) leave();
          else stay();
        });
      },
    },
  };
}

export const AskBeforeLeaving = (leaving: LeavingOptions) => (
  <LeaveQuestion {...useLeaving(leaving).question} />
);
