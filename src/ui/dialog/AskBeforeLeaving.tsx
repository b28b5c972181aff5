import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useBlocker } from 'react-router';
import { LeaveQuestion } from './QuestionDialog';

/** Saves the typed values, and calls back once with whether all of it is saved or being sent to the server. */
export type SaveThen = (onEnd: (isSaved: boolean) => void) => void;

interface Leaving {
  /** Whether there are unsaved values; evaluated when the page is about to be left. */
  isDirty: boolean | (() => boolean);
  /** Discards the typed values. */
  onLeave: () => void;
  save: SaveThen;
  /** Whether a navigation leaves the typed values; by default every navigation to another page does. */
  isAway?: (from: Location, to: Location) => boolean;
}

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

/**
 * Asks before typed values are lost by a link, by the browser's Back, or by an action through `ask`. If the user
 * chooses to save, the navigation continues after the save; if the save is refused or asks a question itself, the
 * page stays.
 */
export function useLeaving({ isDirty, onLeave, save, isAway = isOtherPage }: Leaving) {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** During a save the form's own navigation to its list is blocked. */
  const ways = useRef<'asked' | 'closed' | 'open'>('asked');
  const hasTyped = () => (typeof isDirty === 'boolean' ? isDirty : isDirty());
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (ways.current !== 'asked') return ways.current === 'closed';
    return hasTyped() && isAway(currentLocation, nextLocation);
  });
  const latest = useRef(blocker);
  useEffect(() => {
    latest.current = blocker;
  });
  const back = () => {
    ways.current = 'asked';
    setWaiting(null);
    latest.current.reset?.();
  };
  // Where to go, stored with the question: a navigation during the save is not what the user asked for.
  const { proceed } = blocker;
  const goOn = () => {
    ways.current = 'open';
    if (waiting) waiting.act();
    else return proceed?.();
    back();
  };
  return {
    /** Runs an action at once if nothing would be lost, otherwise after the question. */
    ask: (act: () => void) => (hasTyped() ? setWaiting({ act }) : act()),
    question: {
      isOpen: (waiting !== null || blocker.state === 'blocked') && !isSaving,
      onStay: back,
      onLeave: () => {
        onLeave();
        goOn();
      },
      onSave: () => {
        // The question is closed before a field with a problem gets the focus.
        flushSync(() => setIsSaving(true));
        ways.current = 'closed';
        save((isSaved) => {
          setIsSaving(false);
          if (isSaved) goOn();
          else back();
        });
      },
    },
  };
}

/** Asks before the page is left with unsaved values. */
export const AskBeforeLeaving = (leaving: Leaving) => <LeaveQuestion {...useLeaving(leaving).question} />;
