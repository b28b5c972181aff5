import { chunks } from '../db/engine/chunks';
import { loadLatestValues } from '../db/log/loggedRows';
import type { Change, UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Row, Values } from '../db/schema';

const chunkSize = 500;

/** Undo never restores an old password, because the new one may have locked somebody out. */
export const passwordColumns = ['password_hash', 'must_change_password', 'password_ends_at'] as const;

export const excludedPasswordColumns = ({ before, after }: Change): readonly string[] =>
  before?.['password_hash'] === after?.['password_hash'] ? [] : passwordColumns;

/** The log may have a newer password than the restored row. */
export async function restoreLastPasswords({ trx }: UnitOfWork, accounts: Values[]): Promise<void> {
  const ids = accounts.map(({ id }) => Number(id));
  const lastContents = await loadLatestValues(trx, 'users', ids);
  for (const account of accounts) {
    const logged = lastContents.get(Number(account['id'])) ?? {};
    for (const column of passwordColumns) if (column in logged) account[column] = logged[column];
  }
}

/** Undoing the creation of several accounts skips accounts that were already used to sign in. */
const createsManyAccounts = ({ action, table_name, item_name }: Row<'operations'>) =>
  action === 'import' || (action === 'create' && table_name === 'users' && item_name === null);

const signedInAccounts = (db: Db, operationId: number) =>
  db
    .selectFrom('operation_rows')
    .innerJoin('users', 'users.id', 'operation_rows.row_id')
    .select('users.id')
    .where('operation_id', '=', operationId)
    .where('operation_rows.table_name', '=', 'users')
    .where('before', 'is', null)
    .where('last_login', 'is not', null);

export async function countSignedIn(db: Db, operation: Row<'operations'>): Promise<number> {
  return createsManyAccounts(operation) ? (await signedInAccounts(db, operation.id).execute()).length : 0;
}

export async function excludeSignedInAccounts(
  db: Db,
  operation: Row<'operations'>,
  rows: readonly Change[],
): Promise<readonly Change[]> {
  const ids = new Set(rows.flatMap(({ table, id }) => (table === 'users' ? [id] : [])));
  if (ids.size === 0 || !createsManyAccounts(operation)) return rows;
  const signedInIds = new Set<number>();
  for (const chunk of chunks([...ids], chunkSize))
    for (const { id } of await signedInAccounts(db, operation.id).where('users.id', 'in', chunk).execute())
      signedInIds.add(id);
  return rows.filter(({ table, id }) => table !== 'users' || !signedInIds.has(id));
}
