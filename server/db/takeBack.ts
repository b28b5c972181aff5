import type { Data } from './connection';
import { explained } from './conflicts';
import { RestoreConflict } from './restoreConflict';
import type { Row } from './schema';
import { isSlow, takeBackSlowly } from './slowUndo';
import { undoOperation } from './undo';
import type { Actor, UnitOfWork } from './unitOfWork';

/**
 * Undoes or restores one operation for a person, as an operation of its own.
 * @param also what else belongs to it, in the same transaction
 * @throws NOT_FOUND, LAST_ADMIN, or UNDO_CONFLICT that says which record is in the way, since when, by whom
 */
export async function takeBack(
  data: Data,
  actor: Actor,
  operationId: number,
  as: 'undo' | 'restore',
  also?: (unit: UnitOfWork, operation: Row<'operations'>) => Promise<void>,
): Promise<Row<'operations'>> {
  try {
    if (as === 'undo' && (await isSlow(data.read, operationId)))
      return await takeBackSlowly(data, actor, operationId);
    return await data.write(actor, async (unit) => {
      const operation = await undoOperation(unit, operationId, as);
      await also?.(unit, operation);
      return operation;
    });
  } catch (error) {
    if (!(error instanceof RestoreConflict)) throw error;
    throw await explained(data.read, error, operationId, data.now());
  }
}
