import type { Data } from '../engine/connection';
import type { Row } from '../schema';
import { finishChunkedRemovals } from '../bulk/chunkedRemoval';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import { explainConflict } from './conflicts';
import { RestoreConflict } from './restoreConflict';
import { needsChunks, takeBackInChunks } from './chunkedUndo';
import { type TakenBack, undoOperation } from './undo';

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
    if (await needsChunks(data.read, operationId)) {
      await finishChunkedRemovals(data.outside);
      const taken = await takeBackInChunks(data, actor, operationId, as, answer);
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
    throw await explainConflict(data.read, error, operationId, data.now());
  }
}
