import { readChanges } from '../db/log/loggedRows';
import { requireStepUp } from '../db/log/operationLog';
import type { Actor, UnitOfWork } from '../db/log/unitOfWork';
import type { Row, Db } from '../db/schema';

type Account = Pick<Row<'users'>, 'id' | 'role' | 'username' | 'is_active' | 'password_hash' | 'section'>;

interface AccountChange {
  before: Account | null;
  after: Account | null;
}

const guardedColumns = ['role', 'username', 'is_active', 'password_hash', 'section'] as const;

/** True if the change creates an admin, or changes or deletes another (api-next.md, Identity and access). */
function isGuarded({ before, after }: AccountChange, actor: Actor): boolean {
  if (before?.role !== 'admin') return after?.role === 'admin';
  if (before.id === actor.userId) return false;
  return after === null || guardedColumns.some((column) => before[column] !== after[column]);
}

/** A stolen session must not create or change an admin, not even by an undo. @throws like `requireStepUp` */
export async function requireStepUpFor(unit: UnitOfWork, actor: Actor): Promise<void> {
  if (unit.changed('users').some((change) => isGuarded(change, actor))) await requireStepUp(unit.trx, actor);
}

export async function isUndoGuarded(db: Db, operationId: number, actor: Actor): Promise<boolean> {
  for await (const { before, after } of readChanges(db, operationId, ['users']))
    if (isGuarded({ before: after as Account | null, after: before as Account | null }, actor)) return true;
  return false;
}
