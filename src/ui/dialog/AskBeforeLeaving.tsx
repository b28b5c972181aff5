import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

/** What is shown now, each with whether it has unsaved values. */
const shown = new Set<() => boolean>();

/** Whether something on the screen is typed and not saved. */
export const hasUnsavedWork = (): boolean => [...shown].some((isUnsaved) => isUnsaved());

/**
 * Asks before typed values are lost by a link, by the browser's Back, or by an action through `ask`. If the user
 * chooses to save, the navigation continues after the save; if the save is refused or asks a question itself, the
 * page stays.
 */
export function useLeaving({ isDirty, onLeave, save, isAway = isOtherPage }: Leaving) {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** The navigation goes on; the page stays in sight until the next one has loaded. */
  const [isGoing, setIsGoing] = useState(false);
  /** During a save the form's own navigation to its list is blocked. */
  const ways = useRef<'asked' | 'closed' | 'open'>('asked');
  const hasTyped = () => (typeof isDirty === 'boolean' ? isDirty : isDirty());
  const isUnsaved = useEffectEvent(hasTyped);
  useEffect(() => {
    const ask = () => isUnsaved();
    shown.add(ask);
    return () => void shown.delete(ask);
  }, []);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (ways.current !== 'asked') return ways.current === 'closed';
    return hasTyped() && isAway(currentLocation, nextLocation);
  });
  const isFree = blocker.state === 'unblocked';
  if (isGoing && isFree) setIsGoing(false);
  const latest = useRef(blocker);
  useEffect(() => {
    latest.current = blocker;
  });
  // Where the same page stays, as for another subject of a sheet, the next way is asked about anew.
  useEffect(() => {
    if (isFree && ways.current === 'open') ways.current = 'asked';
  }, [isFree]);
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
    else {
      setIsGoing(true);
      return proceed?.();
    }
    back();
  };
  return {
    /** Runs an action at once if nothing would be lost, otherwise after the question. */
    ask: (act: () => void) => (hasTyped() ? setWaiting({ act }) : act()),
    question: {
      // Open for a moment more it would lay an entry of its own over the next page.
      isOpen: (waiting !== null || blocker.state === 'blocked') && !isSaving && !isGoing,
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
