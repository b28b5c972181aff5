import { Problem } from '../../problem';
import type { Row, Db } from '../schema';
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
 * Checks the account changes of every write, undo and restore included, so that a stolen session alone cannot create an
 * admin or change the account of another admin.
 * @throws STEP_UP_REQUIRED
 */
export function requireStepUpFor(changes: readonly AccountChange[], actor: Actor): void {
  if (actor.userId === null || actor.hasSteppedUp) return;
  if (changes.some((change) => isGuarded(change, actor))) throw new Problem('STEP_UP_REQUIRED');
}

/** The same check for an operation that is undone in chunks, before the first chunk. @throws STEP_UP_REQUIRED */
export async function requireStepUpToTakeBack(db: Db, operationId: number, actor: Actor): Promise<void> {
  const rows = await db
    .selectFrom('operation_rows')
    .select(['before', 'after'])
    .where('operation_id', '=', operationId)
    .where('table_name', '=', 'users')
    .execute();
  const account = (json: string | null) => (json === null ? null : (JSON.parse(json) as Account));
  requireStepUpFor(
    rows.map(({ before, after }) => ({ before: account(after), after: account(before) })),
    actor,
  );
}
