import { Problem } from '../../problem';
import type { Row, Db } from '../schema';
import { readLogRows } from './loggedRows';
import type { Actor } from './operationLog';

type Account = Pick<Row<'users'>, 'id' | 'role' | 'username' | 'is_active' | 'password_hash' | 'section'>;

interface AccountChange {
  before: Account | null;
  after: Account | null;
}

/** The columns that decide who can sign in, where, and with which rights. Any admin may change other columns. */
const guardedColumns = ['role', 'username', 'is_active', 'password_hash', 'section'] as const;

/**
 * Whether the change makes an account an admin, or deletes or changes the access of another admin (api-next.md,
 * Identity and access).
 */
function isGuarded({ before, after }: AccountChange, actor: Actor): boolean {
  if (before?.role !== 'admin') return after?.role === 'admin';
  if (before.id === actor.userId) return false;
  return after === null || guardedColumns.some((column) => before[column] !== after[column]);
}

/**
 * Refuses what a stolen session alone must not do. Called in the transaction of the write, since the session may have
 * ended while the write waited.
 * @throws STEP_UP_REQUIRED, UNAUTHENTICATED or FORBIDDEN
 */
export async function requireStepUp(db: Db, { userId, requireStepUp: ask }: Actor): Promise<void> {
  if (userId === null) return;
  if (!ask) throw new Problem('STEP_UP_REQUIRED');
  await ask(db);
}

/**
 * Checks the account changes of every write, undo and restore included, so that a stolen session alone cannot create an
 * admin or change the account of another admin.
 * @throws as `requireStepUp`
 */
export async function requireStepUpFor(
  db: Db,
  changes: readonly AccountChange[],
  actor: Actor,
): Promise<void> {
  if (changes.some((change) => isGuarded(change, actor))) await requireStepUp(db, actor);
}

/** Whether the undo of an operation changes accounts so that it needs a step-up. */
export async function isUndoGuarded(db: Db, operationId: number, actor: Actor): Promise<boolean> {
  const account = (json: string | null) => (json === null ? null : (JSON.parse(json) as Account));
  for await (const { before, after } of readLogRows(db, operationId, ['users']))
    if (isGuarded({ before: account(after), after: account(before) }, actor)) return true;
  return false;
}
