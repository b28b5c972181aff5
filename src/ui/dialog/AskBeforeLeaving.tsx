import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useBlocker } from 'react-router';
import { LeaveQuestion } from './QuestionDialog';

/** Saves the typed values; calls back once, with true if all are saved or on their way to the server. */
export type SaveAndReport = (onEnd: (isSaved: boolean) => void) => void;

interface LeavingOptions {
  /** A function is called when the user is about to leave the page. */
  isDirty: boolean | (() => boolean);
  onLeave: () => void;
  save: SaveAndReport;
  /** Whether a navigation loses the typed values; by default every navigation to another page does. */
  isAway?: (from: Location, to: Location) => boolean;
}

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

const unsavedChecks = new Set<() => boolean>();

export const hasUnsavedWork = (): boolean => [...unsavedChecks].some((isUnsaved) => isUnsaved());

/** Asks before typed values are lost. After a save the navigation continues; after a refusal the page stays. */
export function useLeaving({ isDirty, onLeave, save, isAway = isOtherPage }: LeavingOptions) {
  const [pendingAction, setPendingAction] = useState<{ act: () => void } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** The navigation continues; the page stays visible until the next one has loaded. */
  const [isNavigating, setIsNavigating] = useState(false);
  /** A save blocks the form's own navigation to its list. */
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
  // The page may stay mounted, for example for another subject of a sheet: then ask again next time.
  useEffect(() => {
    if (isUnblocked && navigation.current === 'allow') navigation.current = 'ask';
  }, [isUnblocked]);
  const stay = () => {
    navigation.current = 'ask';
    setPendingAction(null);
    latestBlocker.current.reset?.();
  };
  // Stored with the question: another navigation during the save is not the user's choice.
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
      // An open question would add its own history entry to the next page.
      isOpen: (pendingAction !== null || blocker.state === 'blocked') && !isSaving && !isNavigating,
      onStay: stay,
      onLeave: () => {
        onLeave();
        leave();
      },
      onSave: () => {
        // The question closes before an invalid field gets the focus.
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
