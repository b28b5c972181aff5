import { z } from 'zod';
import { type Register, register as registerSchema } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import { absenceTypes } from '../../../contract/vocabulary';
import type { ApiProblem } from '../../dataProvider/ApiProblem';
import type { SentAbsences } from '../../dataProvider/teaching';

/** The person's changes, by academic number. */
export type Edits = Record<string, Presence>;

export interface RegisterRow extends Presence {
  studentId: string;
  studentName: string;
  /** Differs from what is stored. */
  isChanged: boolean;
}

type Stored = Pick<Register, 'students' | 'absences'>;

/** The stored presence of a student. */
export function storedPresence({ absences }: Pick<Register, 'absences'>, studentId: string): Presence {
  const found = absences.find((absence) => absence.studentId === studentId);
  return found ? { isAbsent: true, type: found.type, notes: found.notes ?? '' } : present;
}

export const isSamePresence = (one: Presence, other: Presence): boolean =>
  one.isAbsent === other.isAbsent && one.type === other.type && one.notes.trim() === other.notes.trim();

/** The students of the day, each as edited, else as stored. */
export const registerRows = (register: Stored, edits: Edits): RegisterRow[] =>
  register.students.map(({ studentId, studentName }) => {
    const stored = storedPresence(register, studentId);
    const shown = edits[studentId] ?? stored;
    return { studentId, studentName, ...shown, isChanged: !isSamePresence(stored, shown) };
  });

/** The absent students, as they are sent. */
export const absentStudents = (rows: readonly RegisterRow[]): SentAbsences =>
  rows.flatMap(({ studentId, isAbsent, type, notes }) =>
    isAbsent && type ? [{ studentId, type, notes: notes.trim() || null }] : [],
  );

/** The absent students without a type, which is required to save. Spec 2 §5. */
export const findUntyped = (rows: readonly RegisterRow[]): RegisterRow[] =>
  rows.filter(({ isAbsent, type }) => isAbsent && type === null);

interface Clash {
  studentId: string;
  studentName: string;
  mine: Presence;
  theirs: Presence;
}

/** The students that this person and somebody else changed differently. */
export function findClashes(base: Stored, current: Stored, edits: Edits): Clash[] {
  return current.students.flatMap(({ studentId, studentName }) => {
    const mine = edits[studentId];
    const theirs = storedPresence(current, studentId);
    const isTheirChange = !isSamePresence(theirs, storedPresence(base, studentId));
    if (!mine || !isTheirChange || isSamePresence(mine, theirs)) return [];
    return [{ studentId, studentName, mine, theirs }];
  });
}

export interface Duplicates {
  clashes: Clash[];
  /** The day as it is stored now; null if the server sends only the clashes. */
  current: Register | null;
  edits: Edits;
}

const duplicatesSchema = z.array(
  z.object({
    studentId: z.string(),
    studentName: z.string(),
    currentType: z.enum(absenceTypes).nullable(),
  }),
);

/** The clashes in a STALE or DUPLICATE_ABSENCE problem; null for any other problem. */
export function readDuplicates(problem: ApiProblem, base: Register, edits: Edits): Duplicates | null {
  if (problem.code === 'STALE') {
    const current = registerSchema.safeParse(problem.body['current']);
    if (!current.success) return null;
    return { clashes: findClashes(base, current.data, edits), current: current.data, edits };
  }
  const listed = duplicatesSchema.safeParse(problem.body['duplicates']);
  if (problem.body.error !== 'DUPLICATE_ABSENCE' || !listed.success) return null;
  const found = listed.data.map(({ studentId, studentName, currentType }) => ({
    studentId,
    studentName,
    mine: edits[studentId] ?? { isAbsent: true, type: currentType, notes: '' },
    theirs: { isAbsent: true, type: currentType, notes: '' },
  }));
  return { clashes: found, current: null, edits };
}
