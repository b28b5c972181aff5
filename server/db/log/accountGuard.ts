import { Problem } from '../../problem';
import type { Row, Db } from '../schema';
import type { Actor } from './operationLog';

type Account = Pick<Row<'users'>, 'id' | 'role' | 'username' | 'is_active' | 'password_hash'>;

interface AccountChange {
  before: Account | null;
  after: Account | null;
}

/** Who signs in by it, with what, and to what; the name and telephone of another admin anybody among them may write. */
const guardedColumns = ['role', 'username', 'is_active', 'password_hash'] as const;

/** Making an admin, and taking or changing what makes another's account one (api-next.md, Identity and access). */
function isGuarded({ before, after }: AccountChange, actor: Actor): boolean {
  if (before?.role !== 'admin') return after?.role === 'admin';
  if (before.id === actor.userId) return false;
  return after === null || guardedColumns.some((column) => before[column] !== after[column]);
}

/**
 * Asked of whatever a person writes, by whichever call, undo and restore too, so that a stolen session alone makes no
 * admin and takes no other admin's account.
 * @throws STEP_UP_REQUIRED
 */
export function requireStepUpFor(changes: readonly AccountChange[], actor: Actor): void {
  if (actor.userId === null || actor.hasSteppedUp) return;
  if (changes.some((change) => isGuarded(change, actor))) throw new Problem('STEP_UP_REQUIRED');
}

/** The same of an operation that is taken back in parts, before the first of them. @throws STEP_UP_REQUIRED */
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
