import { defaultAbsenceType, type AbsenceType } from '../vocabulary';
import { oneDecimal } from './grading';

/** Shown where no register has been taken yet; spec 1 §3, decision 3. */
export const attendanceRateWithoutData = 95;

/**
 * Attendance in percent, one decimal: the share of expected attendances without an absence of either type. `expected`
 * counts students × registers taken. Null when no register has been taken. Decision 8.
 */
export function attendanceRate(absences: number, expected: number): number | null {
  if (expected === 0) return null;
  return oneDecimal(Math.max(0, 100 - (absences * 100) / expected));
}

/** One student in a register. */
export interface Presence {
  isAbsent: boolean;
  /** Null while present. */
  type: AbsenceType | null;
  notes: string;
}

export const present: Presence = { isAbsent: false, type: null, notes: '' };

/** Marking absent sets the default type; unmarking clears type and notes. Spec 2 §4. */
export const markAbsent = (presence: Presence, isAbsent: boolean): Presence =>
  isAbsent ? { ...presence, isAbsent, type: presence.type ?? defaultAbsenceType } : present;

/** Choosing a type marks absent. Spec 2 §4. */
export const setAbsenceType = (presence: Presence, type: AbsenceType | null): Presence => ({
  ...presence,
  isAbsent: true,
  type,
});

/** The badge of a most-absent student: red over 5 days, yellow over 3. Spec 2 §9. */
export const absenteeBadge = (days: number): 'error' | 'warning' | 'default' =>
  days > 5 ? 'error' : days > 3 ? 'warning' : 'default';

/** Absence days above this are shown in red in the grade sheet; spec 2 §2. */
export const manyAbsenceDays = 3;
