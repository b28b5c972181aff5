import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useBlocker } from 'react-router';
import { LeaveQuestion } from './QuestionDialog';

/** Saves what is typed, and tells once whether all of it is saved or on its way to the server. */
export type SaveThen = (onEnd: (isSaved: boolean) => void) => void;

interface Leaving {
  /** Something is typed that is not saved; read when the page is about to be left. */
  isDirty: boolean | (() => boolean);
  /** Drops what was typed. */
  onLeave: () => void;
  save: SaveThen;
  /** Whether a way leads out of what is typed; without it every one to another page does. */
  isAway?: (from: Location, to: Location) => boolean;
}

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

/**
 * Nothing typed goes without a question: not by a link, not by the browser's Back, and by nothing that is done through
 * `ask`. Who saves there goes on once it is saved; a save that is refused, or asks something itself, stays.
 */
export function useLeaving({ isDirty, onLeave, save, isAway = isOtherPage }: Leaving) {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** While it is saved, a form's own way back to its list is not taken. */
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
  // Where to, when it was asked: what is tried meanwhile is not where the person wanted to go.
  const { proceed } = blocker;
  const goOn = () => {
    ways.current = 'open';
    if (waiting) waiting.act();
    else return proceed?.();
    back();
  };
  return {
    /** Does something at once where nothing would be lost, else after the question. */
    ask: (act: () => void) => (hasTyped() ? setWaiting({ act }) : act()),
    question: {
      isOpen: (waiting !== null || blocker.state === 'blocked') && !isSaving,
      onStay: back,
      onLeave: () => {
        onLeave();
        goOn();
      },
      onSave: () => {
        // The question is gone before what is wrong gets the focus.
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

/** Asks before the page is left with something typed that is not saved. */
export const AskBeforeLeaving = (leaving: Leaving) => <LeaveQuestion {...useLeaving(leaving).question} />;
