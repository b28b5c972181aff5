import { useToday } from '../../dataProvider/useInstitute';
import { useAddress } from './useAddress';

const day = /^\d{4}-\d{2}-\d{2}$/;

interface DayChoice {
  /** `YYYY-MM-DD`, never after today. */
  date: string;
  /** Where the institute is. */
  today: string;
  setDate: (date: string) => void;
}

/** The chosen day of a screen; it stands in the address unless it is today. */
export function useDay(): DayChoice {
  const today = useToday();
  const [address, change] = useAddress();
  const asked = address.get('date') ?? '';
  const setDate = (date: string) =>
    change((after) => {
      if (date === today || date === '') after.delete('date');
      else after.set('date', date);
    });
  return { date: day.test(asked) && asked < today ? asked : today, today, setDate };
}
