import { z } from 'zod';
import { type Register, register } from '../../../contract/absences';
import { absenceTypes } from '../../../contract/vocabulary';
import type { ApiProblem } from '../../dataProvider/ApiProblem';
import { type Clash, clashes, type Edits } from './registerModel';

/** A save that met what somebody else has recorded. */
export interface Duplicates {
  clashes: Clash[];
  /** The day as it is stored now; null where the server names only those who clash. */
  current: Register | null;
  edits: Edits;
}

const named = z.array(
  z.object({
    studentId: z.string(),
    studentName: z.string(),
    currentType: z.enum(absenceTypes).nullable(),
  }),
);

/** Who clashes, of a refusal as stale or as a duplicate; null of any other. */
export function duplicatesOf(problem: ApiProblem, base: Register, edits: Edits): Duplicates | null {
  if (problem.code === 'STALE') {
    const current = register.safeParse(problem.body['current']);
    if (!current.success) return null;
    return { clashes: clashes(base, current.data, edits), current: current.data, edits };
  }
  const listed = named.safeParse(problem.body['duplicates']);
  if (problem.body.error !== 'DUPLICATE_ABSENCE' || !listed.success) return null;
  const found = listed.data.map(({ studentId, studentName, currentType }) => ({
    studentId,
    studentName,
    mine: edits[studentId] ?? { isAbsent: true, type: currentType, notes: '' },
    theirs: { isAbsent: true, type: currentType, notes: '' },
  }));
  return { clashes: found, current: null, edits };
}
