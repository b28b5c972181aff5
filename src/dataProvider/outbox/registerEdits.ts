import type { Register } from '../../../contract/absences';
import { type Presence, present } from '../../../contract/rules/attendance';
import type { ExcuseReason } from '../../../contract/vocabulary';
import type { SentAbsences } from '../teaching';

export type Edits = Record<string, Presence>;

export interface RegisterRow extends Presence {
  studentId: string;
  studentName: string;
  isChanged: boolean;
  /** The reason of an accepted excuse for the day. */
  excuse?: ExcuseReason;
}

type Stored = Pick<Register, 'students' | 'absences'> & Partial<Pick<Register, 'excuses'>>;

export function storedPresence({ absences }: Pick<Register, 'absences'>, studentId: string): Presence {
  const absence = absences.find((row) => row.studentId === studentId);
  return absence ? { isAbsent: true, type: absence.type, notes: absence.notes ?? '' } : present;
}

export const isSamePresence = (one: Presence, other: Presence): boolean =>
  one.isAbsent === other.isAbsent && one.type === other.type && one.notes.trim() === other.notes.trim();

export const buildRegisterRows = (register: Stored, edits: Edits): RegisterRow[] =>
  register.students.map(({ studentId, studentName }) => {
    const stored = storedPresence(register, studentId);
    const presence = edits[studentId] ?? stored;
    const excuse = register.excuses?.find((one) => one.studentId === studentId)?.reason;
    const isChanged = !isSamePresence(stored, presence);
    return { studentId, studentName, ...presence, isChanged, ...(excuse && { excuse }) };
  });

export const listAbsentStudents = (rows: readonly RegisterRow[]): SentAbsences =>
  rows.flatMap(({ studentId, isAbsent, type, notes }) =>
    isAbsent && type ? [{ studentId, type, notes: notes.trim() || null }] : [],
  );

/** Absent students without a type of absence. A save requires the type (spec 2 §5). */
export const findAbsencesWithoutType = (rows: readonly RegisterRow[]): RegisterRow[] =>
  rows.filter(({ isAbsent, type }) => isAbsent && type === null);

export interface Clash {
  studentId: string;
  studentName: string;
  mine: Presence;
  theirs: Presence;
}

export function findClashes(base: Stored, current: Stored, edits: Edits): Clash[] {
  return current.students.flatMap(({ studentId, studentName }) => {
    const mine = edits[studentId];
    const theirs = storedPresence(current, studentId);
    const isTheirChange = !isSamePresence(theirs, storedPresence(base, studentId));
    if (!mine || !isTheirChange || isSamePresence(mine, theirs)) return [];
    return [{ studentId, studentName, mine, theirs }];
  });
}

export type OwnPresences = Readonly<Record<string, readonly Presence[]>>;

export function addOwnPresences(presencesByStudent: OwnPresences, edits: Edits): OwnPresences {
  const newPresences = Object.entries(edits).map(([studentId, presence]): [string, readonly Presence[]] => {
    const earlier = presencesByStudent[studentId] ?? [];
    const isListed = earlier.some((one) => isSamePresence(one, presence));
    return [studentId, isListed ? earlier : [...earlier, presence]];
  });
  return { ...presencesByStudent, ...Object.fromEntries(newPresences) };
}

/** True if an earlier save of this user produced the stored presence. */
export const isOwnPresence = (
  ownPresences: OwnPresences | undefined,
  { studentId, theirs }: Clash,
): boolean => (ownPresences?.[studentId] ?? []).some((one) => isSamePresence(one, theirs));
