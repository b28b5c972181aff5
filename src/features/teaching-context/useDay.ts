import { useEffect, useRef, useState } from 'react';
import type { Batch } from '../../../contract/batches';
import { weekdayIndex } from '../../../contract/rules/days';
import { useInstitute, useToday, useWeekendDays } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { moveUnsavedEdits, useUnsavedDays } from '../../ui/form/drafts';
import { sameSheetState, useAddress } from '../../ui/page/useAddress';
import { useLastDay } from './recents';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** A new day begins while a screen has unsaved entries. The user decides the day of these entries. */
export interface NewDay {
  ended: string;
  today: string;
  onAnswer: (meant: 'ended' | 'today') => void;
}

export interface DayChoice {
  /** `YYYY-MM-DD`, never after today. */
  date: string;
  /** `YYYY-MM-DD` in the institute's time zone. */
  today: string;
  setDate: (date: string) => void;
  /** If it is not null, the screen must render `NewDayQuestion`. */
  newDay: NewDay | null;
}

/** With unsaved entries, the ended day stays until the user answers. */
function useDefaultDay(isChosen: boolean, hasEntries: (day: string) => boolean) {
  const today = useToday();
  const isFromServer = !useInstitute().isPending; // earlier, today is the date of the device
  const [displayedDay, setDisplayedDay] = useState<string | null>(null);
  const ended =
    displayedDay !== null && displayedDay !== today && !isChosen && hasEntries(displayedDay)
      ? displayedDay
      : null;
  if (isFromServer && displayedDay !== today && ended === null) setDisplayedDay(today);
  return { today, ended, showToday: () => setDisplayedDay(today) };
}

/** The URL contains the day, except today. */
export function useDay(): DayChoice {
  const [address, change] = useAddress();
  const requestedDay = address.get('date') ?? '';
  const currentDay = useToday();
  const isChosen = dayPattern.test(requestedDay) && requestedDay < currentDay;
  const { today, ended, showToday } = useDefaultDay(isChosen, useUnsavedDays());
  const { setLastDay } = useLastDay(today);
  const date = isChosen ? requestedDay : (ended ?? today);
  // The day is stored for other screens after the change, because a question may prevent the change.
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
    showToday();
  };
  return {
    date,
    today,
    setDate: (newDate) => setDate(newDate),
    newDay: ended === null ? null : { ended, today, onAnswer: (meant) => answer(ended, meant) },
  };
}

/** `hasTyped` means that the form has unsaved values. */
export function useFormDay(
  hasTyped: boolean,
  initialDay: string | null = null,
): DayChoice & { isChosen: boolean } {
  const [chosen, setDate] = useState(initialDay);
  const { today, ended, showToday } = useDefaultDay(chosen !== null, () => hasTyped);
  return {
    date: chosen ?? ended ?? today,
    today,
    isChosen: chosen !== null,
    setDate,
    newDay:
      ended === null
        ? null
        : { ended, today, onAnswer: (meant) => (meant === 'ended' ? setDate(ended) : showToday()) },
  };
}

/** Describes a weekend day, or a day outside the batch's dates. */
export function useDayNote(day: string, batch: Batch | undefined): string {
  const isWeekend = useWeekendDays().includes(weekdayIndex(day));
  const { start_date: start, end_date: end } = batch ?? {};
  const notes = [
    isWeekend && t('days.weekend'),
    start && day < start && t('days.beforeBatch'),
    end && day > end && t('days.afterBatch'),
  ];
  return notes.filter(Boolean).join(t('ui.comma'));
}
