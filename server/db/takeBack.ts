import { successMessages } from '../../contract/errors';
import { mostRenumbered, type Renumbered } from '../../contract/renumbered';
import type { Data } from './connection';
import { explained } from './conflicts';
import { RestoreConflict } from './restoreConflict';
import type { Row } from './schema';
import { finishSlowRemovals } from './slowRemoval';
import { isSlow, takeBackSlowly } from './slowUndo';
import { type TakenBack, undoOperation } from './undo';
import type { Actor, UnitOfWork } from './unitOfWork';

/**
 * Undoes or restores one operation for a person, as an operation of its own.
 * @param answer what the call is answered; a work in parts keeps it with its first
 * @param also what else belongs to it, in the same transaction, or the last of several
 * @throws NOT_FOUND, LAST_ADMIN, or UNDO_CONFLICT that says which record is in the way, since when, by whom
 */
export async function takeBack(
  data: Data,
  actor: Actor,
  operationId: number,
  as: 'undo' | 'restore',
  answer: unknown,
  also?: (unit: UnitOfWork, operation: Row<'operations'>) => Promise<void>,
): Promise<TakenBack> {
  try {
    if (await isSlow(data.read, operationId)) {
      await finishSlowRemovals(data.outside);
      const taken = await takeBackSlowly(data, actor, operationId, as, answer);
      if (also) await data.outside.write(actor, (unit) => also(unit, taken.operation));
      return taken;
    }
    return await data.write(actor, async (unit) => {
      const taken = await undoOperation(unit, operationId, as);
      await also?.(unit, taken.operation);
      return taken;
    });
  } catch (error) {
    if (!(error instanceof RestoreConflict)) throw error;
    throw await explained(data.read, error, operationId, data.now());
  }
}

interface Done {
  success: true;
  message: string;
}

/** What a call answers that has taken something back: it tells of students who have another number than they had. */
export function takenBackAnswer(answer: Done, renumbered: readonly Renumbered[]) {
  const [first] = renumbered;
  if (!first) return answer;
  const more =
    renumbered.length === 1
      ? successMessages.renumberedOne(first.full_name, first.student_id, first.previous)
      : successMessages.renumberedMany(renumbered.length);
  const message = `${answer.message}${more}`;
  return { ...answer, message, renumbered: renumbered.slice(0, mostRenumbered) };
}
