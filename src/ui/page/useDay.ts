import { useEffect, useRef } from 'react';
import { useToday } from '../../dataProvider/useInstitute';
import { useLastDay } from '../context/recents';
import { useAddress } from './useAddress';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

export interface DayChoice {
  /** `YYYY-MM-DD`, never after today. */
  date: string;
  /** `YYYY-MM-DD`, in the time zone of the institute. */
  today: string;
  setDate: (date: string) => void;
}

/** The chosen day of a screen; it is in the address unless it is today. */
export function useDay(): DayChoice {
  const today = useToday();
  const [address, change] = useAddress();
  const requested = address.get('date') ?? '';
  const { setLastDay } = useLastDay(today);
  const date = dayPattern.test(requested) && requested < today ? requested : today;
  // Other screens begin with it once it has come: a question about typed rows may keep it away.
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (asked.current !== date) return;
    asked.current = null;
    setLastDay(date);
  }, [date, setLastDay]);
  const setDate = (wanted: string) => {
    asked.current = wanted === '' ? today : wanted;
    change((after) => {
      if (wanted === today || wanted === '') after.delete('date');
      else after.set('date', wanted);
    });
  };
  return { date, today, setDate };
}
