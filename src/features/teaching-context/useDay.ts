import { useEffect, useRef, useState } from 'react';
import { useInstitute, useToday } from '../../dataProvider/useInstitute';
import { moveUnsavedEdits, useUnsavedDays } from '../../ui/form/drafts';
import { sameSheetState, useAddress } from '../../ui/page/useAddress';
import { useLastDay } from './recents';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** A new day has begun over unsaved entries: for which day are they? */
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
  /** The screen must ask it (`NewDayQuestion`); null for no question. */
  newDay: NewDay | null;
}

/** Follows today; with unsaved entries the ended day stays until the user answers. */
function useDefaultDay(isChosen: boolean, hasEntries: (day: string) => boolean) {
  const today = useToday();
  const isFromServer = !useInstitute().isPending; // before that, today is the device's
  const [displayedDay, setDisplayedDay] = useState<string | null>(null);
  const ended =
    displayedDay !== null && displayedDay !== today && !isChosen && hasEntries(displayedDay)
      ? displayedDay
      : null;
  if (isFromServer && displayedDay !== today && ended === null) setDisplayedDay(today);
  return { today, ended, moveOn: () => setDisplayedDay(today) };
}

/** The chosen day of a screen; it is in the address unless it is today. */
export function useDay(): DayChoice {
  const [address, change] = useAddress();
  const requested = address.get('date') ?? '';
  const currentDay = useToday();
  const isChosen = dayPattern.test(requested) && requested < currentDay;
  const { today, ended, moveOn } = useDefaultDay(isChosen, useUnsavedDays());
  const { setLastDay } = useLastDay(today);
  const date = isChosen ? requested : (ended ?? today);
  // Other screens start with this day only once it is displayed: a question about typed rows may prevent it.
  const pendingDay = useRef<string | null>(null);
  useEffect(() => {
    if (pendingDay.current !== date) return;
    pendingDay.current = null;
    setLastDay(date);
  }, [date, setLastDay]);
  const setDate = (newDate: string, state?: typeof sameSheetState) => {
    pendingDay.current = newDate === '' ? today : newDate;
    const edit = (parameters: URLSearchParams) => {
      if (newDate === today || newDate === '') parameters.delete('date');
      else parameters.set('date', newDate);
    };
    change(edit, false, state);
  };
  const answer = (day: string, meant: 'ended' | 'today') => {
    if (meant === 'ended') return setDate(day, sameSheetState);
    moveUnsavedEdits(day, today);
    moveOn();
  };
  return {
    date,
    today,
    setDate: (newDate) => setDate(newDate),
    newDay: ended === null ? null : { ended, today, onAnswer: (meant) => answer(ended, meant) },
  };
}

/** `hasTyped`: the form has other unsaved values. */
export function useFormDay(
  hasTyped: boolean,
  initialDay: string | null = null,
): DayChoice & { isChosen: boolean } {
  const [chosen, setDate] = useState(initialDay);
  const { today, ended, moveOn } = useDefaultDay(chosen !== null, () => hasTyped);
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
