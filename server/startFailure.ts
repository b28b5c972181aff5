import { ConfigError } from './config';
import { errorCode, CopyError, isDamageError } from './db/backups/copies';
import { EarlierSchema, ForeignDatabase, NewerSchema, PendingMigration } from './db/engine/migrator';

/** Returns a message for errors that the operator can fix, otherwise the stack. */
export function describeStartFailure(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const errorsForPeople = [
    ConfigError,
    NewerSchema,
    EarlierSchema,
    ForeignDatabase,
    PendingMigration,
    CopyError,
  ];
  if (errorsForPeople.some((one) => error instanceof one)) return message;
  if (isDamageError(error))
    return `The database of DATABASE_URL is damaged or no database (${message}). Restore a copy: npm run restore -- FILE`;
  if (
    errorCode(error).startsWith('SQLITE_CANTOPEN') ||
    /^E(ACCES|PERM|ROFS|ISDIR|NOTDIR)$/.test(errorCode(error))
  )
    return `The database of DATABASE_URL cannot be opened (${message}).`;
  return stack ?? message;
}
