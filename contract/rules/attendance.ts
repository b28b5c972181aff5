import { defaultAbsenceType, type AbsenceType } from '../vocabulary';
import { oneDecimal } from './grading';

/** Shown before the first register; spec 1 §3, decision 3. */
export const attendanceRateWithoutData = 95;

/** Percent, one decimal; null without registers. `expected` is students × registers. Decision 8. */
export function attendanceRate(absences: number, expected: number): number | null {
  if (expected === 0) return null;
  return oneDecimal(Math.max(0, 100 - (absences * 100) / expected));
}

export interface Presence {
  isAbsent: boolean;
  type: AbsenceType | null;
  notes: string;
}

export const present: Presence = { isAbsent: false, type: null, notes: '' };

/** Marking absent sets the default type; unmarking clears type and notes. Spec 2 §4. */
export const markAbsent = (presence: Presence, isAbsent: boolean): Presence =>
  isAbsent ? { ...presence, isAbsent, type: presence.type ?? defaultAbsenceType } : present;

/** Choosing a type also marks absent. Spec 2 §4. */
export const setAbsenceType = (presence: Presence, type: AbsenceType | null): Presence => ({
  ...presence,
  isAbsent: true,
  type,
});

/** Red over 5 days, yellow over 3. Spec 2 §9. */
export const absenteeBadge = (days: number): 'error' | 'warning' | 'default' =>
  days > 5 ? 'error' : days > 3 ? 'warning' : 'default';

/** More days are shown in red in the grade sheet; spec 2 §2. */
export const manyAbsenceDays = 3;
