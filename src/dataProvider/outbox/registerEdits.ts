import type { Register } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import type { SentAbsences } from '../teaching';

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

export interface Clash {
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

/** Of each student, by academic number, the presences that this person has saved. */
export type OwnPresences = Readonly<Record<string, readonly Presence[]>>;

/** With what these edits set, each presence once. */
export function withOwn(own: OwnPresences, edits: Edits): OwnPresences {
  const added = Object.entries(edits).map(([studentId, presence]): [string, readonly Presence[]] => {
    const known = own[studentId] ?? [];
    const isKnown = known.some((one) => isSamePresence(one, presence));
    return [studentId, isKnown ? known : [...known, presence]];
  });
  return { ...own, ...Object.fromEntries(added) };
}

/** Whether what is stored now is what this person saved before. */
export const isOwn = (own: OwnPresences | undefined, { studentId, theirs }: Clash): boolean =>
  (own?.[studentId] ?? []).some((one) => isSamePresence(one, theirs));
