import { expiringSoonDays } from '../../../contract/rules/retention';

const orangeDays = 15;

/** The colour of the days that remain; spec 1 §9. */
export function bandOf(days: number): 'red' | 'orange' | 'green' {
  if (days <= expiringSoonDays) return 'red';
  return days <= orangeDays ? 'orange' : 'green';
}
