import { useEffect, useRef, useState } from 'react';
import { useInstitute, useToday } from '../../dataProvider/useInstitute';
import { moveUnsaved, useUnsavedDays } from '../../ui/form/drafts';
import { sameSheet, useAddress } from '../../ui/page/useAddress';
import { useLastDay } from './recents';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** A new day has begun over unsaved entries: which of the two days is meant? */
export interface NewDay {
  ended: string;
  today: string;
  onAnswer: (meant: 'ended' | 'today') => void;
}

export interface DayChoice {
  /** `YYYY-MM-DD`, never after today. */
  date: string;
  /** `YYYY-MM-DD`, in the time zone of the institute. */
  today: string;
  setDate: (date: string) => void;
  /** To be asked by the screen (`NewDayQuestion`); null for nothing. */
  newDay: NewDay | null;
}

/**
 * The day of a screen or form until one is chosen. It moves on with today; over something that is entered, the day that
 * has ended stays until the person says which is meant.
 */
function useDayUnchosen(isChosen: boolean, isEntered: (day: string) => boolean) {
  const today = useToday();
  const isKnown = !useInstitute().isPending; // until then it is the device's
  const [shown, setShown] = useState<string | null>(null);
  const ended = shown !== null && shown !== today && !isChosen && isEntered(shown) ? shown : null;
  if (isKnown && shown !== today && ended === null) setShown(today);
  return { today, ended, moveOn: () => setShown(today) };
}

/** The chosen day of a screen; it is in the address unless it is today. */
export function useDay(): DayChoice {
  const [address, change] = useAddress();
  const requested = address.get('date') ?? '';
  const now = useToday();
  const isChosen = dayPattern.test(requested) && requested < now;
  const { today, ended, moveOn } = useDayUnchosen(isChosen, useUnsavedDays());
  const { setLastDay } = useLastDay(today);
  const date = isChosen ? requested : (ended ?? today);
  // Other screens begin with it once it has come: a question about typed rows may keep it away.
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (asked.current !== date) return;
    asked.current = null;
    setLastDay(date);
  }, [date, setLastDay]);
  const setDate = (wanted: string, state?: typeof sameSheet) => {
    asked.current = wanted === '' ? today : wanted;
    const edit = (after: URLSearchParams) => {
      if (wanted === today || wanted === '') after.delete('date');
      else after.set('date', wanted);
    };
    change(edit, false, state);
  };
  const answer = (day: string, meant: 'ended' | 'today') => {
    if (meant === 'ended') return setDate(day, sameSheet);
    moveUnsaved(day, today);
    moveOn();
  };
  return {
    date,
    today,
    setDate: (wanted) => setDate(wanted),
    newDay: ended === null ? null : { ended, today, onAnswer: (meant) => answer(ended, meant) },
  };
}

/**
 * The day of a form, today until another is chosen.
 * @param isTyped whether something else is typed into the form
 * @param first the day that was chosen before the form was opened
 */
export function useFormDay(isTyped: boolean, first: string | null = null): DayChoice & { isChosen: boolean } {
  const [chosen, setDate] = useState(first);
  const { today, ended, moveOn } = useDayUnchosen(chosen !== null, () => isTyped);
  return {
    date: chosen ?? ended ?? today,
    today,
    isChosen: chosen !== null,
    setDate,
    newDay:
      ended === null
        ? null
        : { ended, today, onAnswer: (meant) => (meant === 'ended' ? setDate(ended) : moveOn()) },
  };
}
