import type { Register } from '../../../contract/absences';
import type { ApiProblem } from '../../dataProvider/ApiProblem';
import { isDuplicateList, isRegister } from '../../dataProvider/outbox/registerCheck';
import { type Clash, type Edits, findClashes } from '../../dataProvider/outbox/registerEdits';

export interface RegisterClashes {
  students: Clash[];
  /** The stored register; null if the server sends only the clashes. */
  current: Register | null;
  edits: Edits;
}

/** Returns the clashes of a STALE or DUPLICATE_ABSENCE problem; null for other problems. */
export function readRegisterClashes(
  problem: ApiProblem,
  base: Register,
  edits: Edits,
): RegisterClashes | null {
  if (problem.code === 'STALE') {
    const { current } = problem.body;
    return isRegister(current) ? { students: findClashes(base, current, edits), current, edits } : null;
  }
  const { error, duplicates } = problem.body;
  if (error !== 'DUPLICATE_ABSENCE' || !isDuplicateList(duplicates)) return null;
  const clashes = duplicates.map(({ studentId, studentName, currentType }) => ({
    studentId,
    studentName,
    mine: edits[studentId] ?? { isAbsent: true, type: currentType, notes: '' },
    theirs: { isAbsent: true, type: currentType, notes: '' },
  }));
  return { students: clashes, current: null, edits };
}
