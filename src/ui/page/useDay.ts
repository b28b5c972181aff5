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
  const setDate = (date: string) => {
    setLastDay(date);
    change((after) => {
      if (date === today || date === '') after.delete('date');
      else after.set('date', date);
    });
  };
  return { date: dayPattern.test(requested) && requested < today ? requested : today, today, setDate };
}
