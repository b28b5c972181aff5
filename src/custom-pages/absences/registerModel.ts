import { z } from 'zod';
import { type Register, register as registerSchema } from '../../../contract/absences';
import { absenceTypes } from '../../../contract/vocabulary';
import type { ApiProblem } from '../../dataProvider/ApiProblem';
import { type Clash, type Edits, findClashes } from '../../dataProvider/outbox/registerEdits';

export interface RegisterClashes {
  students: Clash[];
  /** The stored register; null if the server sends only the clashes. */
  current: Register | null;
  edits: Edits;
}

const clashesSchema = z.array(
  z.object({
    studentId: z.string(),
    studentName: z.string(),
    currentType: z.enum(absenceTypes).nullable(),
  }),
);

/** Returns the clashes of a STALE or DUPLICATE_ABSENCE problem; null for other problems. */
export function readRegisterClashes(
  problem: ApiProblem,
  base: Register,
  edits: Edits,
): RegisterClashes | null {
  if (problem.code === 'STALE') {
    const current = registerSchema.safeParse(problem.body['current']);
    if (!current.success) return null;
    return { students: findClashes(base, current.data, edits), current: current.data, edits };
  }
  const parsed = clashesSchema.safeParse(problem.body['duplicates']);
  if (problem.body.error !== 'DUPLICATE_ABSENCE' || !parsed.success) return null;
  const clashes = parsed.data.map(({ studentId, studentName, currentType }) => ({
    studentId,
    studentName,
    mine: edits[studentId] ?? { isAbsent: true, type: currentType, notes: '' },
    theirs: { isAbsent: true, type: currentType, notes: '' },
  }));
  return { students: clashes, current: null, edits };
}
