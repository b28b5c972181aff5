import { errors, type ProblemDetail, ruleMessages } from '../../contract/errors';
import type { AbsenceType } from '../../contract/vocabulary';
import { invalid, Problem } from '../problem';
import type { StoredAbsence, StoredRegister } from './queries';

/** An absence as a body names it. */
export interface SentAbsence {
  studentId: string;
  type: AbsenceType;
  notes?: string | null | undefined;
}
/** The same, of a student who is known. */
export interface Absence {
  rowId: number;
  type: AbsenceType;
  notes: string | null;
}

/** @throws VALIDATION naming each row of a student who is not of the register, or is there twice */
export function readAbsences(sent: readonly SentAbsence[], { people }: StoredRegister): Absence[] {
  const rowIds = new Map(people.map(({ studentId, rowId }) => [studentId, rowId]));
  const problems: ProblemDetail[] = [];
  const absences = new Map<number, Absence>();
  sent.forEach(({ studentId, type, notes }, place) => {
    const path = `absentStudents.${place}.studentId`;
    const rowId = rowIds.get(studentId);
    if (rowId === undefined) problems.push({ path, message: ruleMessages.wrongBatchStudent });
    else if (absences.has(rowId)) problems.push({ path, message: ruleMessages.studentTwice });
    else absences.set(rowId, { rowId, type, notes: notes ?? null });
  });
  if (problems.length > 0) throw invalid(...problems);
  return [...absences.values()];
}

/** The one answer whose `error` is a constant; spec 2 §8. */
export function duplicateAbsence(recorded: readonly StoredAbsence[]): Problem {
  const duplicates = recorded.map(({ studentId, studentName, type }) => ({
    studentId,
    studentName,
    currentType: type,
  }));
  const { message } = errors.DUPLICATE_ABSENCE;
  return new Problem('DUPLICATE_ABSENCE', { extra: { error: 'DUPLICATE_ABSENCE', message, duplicates } });
}
