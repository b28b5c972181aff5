import { absenceTypes, defaultAbsenceType, excusedAbsence, type AbsenceType } from '../vocabulary';
import { oneDecimal } from './grading';

/** Shown before the first register (spec 1 §3, decision 3). */
export const attendanceRateWithoutData = 95;

/** Percent, one decimal. `expected` is students × registers; null if it is 0 (decision 8). */
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

/** An accepted excuse proposes an excused absence. */
export const proposedType = (hasExcuse: boolean): AbsenceType =>
  hasExcuse ? excusedAbsence : defaultAbsenceType;

export const markAbsent = (presence: Presence, isAbsent: boolean, hasExcuse = false): Presence =>
  isAbsent ? { ...presence, isAbsent, type: presence.type ?? proposedType(hasExcuse) } : present;

export const setAbsenceType = (presence: Presence, type: AbsenceType | null): Presence => ({
  ...presence,
  isAbsent: true,
  type,
});

/**
 * The presence after a tap on a student: each type of absence in turn, then present again. Every absence has
 * a type; a stored absence without one gets the default type.
 * @param notes of a new absence, so that a tap too many loses no notes
 * @param hasExcuse an excused absence comes first
 */
export function nextPresence(presence: Presence, notes = '', hasExcuse = false): Presence {
  const firstType = proposedType(hasExcuse);
  const tapTypes = [firstType, ...absenceTypes.filter((type) => type !== firstType)];
  const { isAbsent, type } = presence;
  const index = isAbsent && type !== null ? tapTypes.indexOf(type) + 1 : 0;
  const nextType = tapTypes[index];
  if (nextType === undefined) return present;
  return { isAbsent: true, type: nextType, notes: isAbsent ? presence.notes : notes };
}

/** Source: spec 2 §9. */
export const absenteeBadge = (days: number): 'error' | 'warning' | 'default' =>
  days > 5 ? 'error' : days > 3 ? 'warning' : 'default';

/** The grade sheet shows a number above this limit in red (spec 2 §2). */
export const maxNormalAbsenceDays = 3;
