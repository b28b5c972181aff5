import { ConfigError } from './config';
import { errorCode, CopyError, isDamageError } from './db/backups/copies';
import { EarlierSchema, ForeignDatabase, NewerSchema } from './db/engine/migrator';

/** What stderr says of a start or a command that failed: one sentence for what a person can mend, else the stack. */
export function startFailure(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const known = [ConfigError, NewerSchema, EarlierSchema, ForeignDatabase, CopyError];
  if (known.some((one) => error instanceof one)) return message;
  if (isDamageError(error))
    return `The database of DATABASE_URL is damaged or no database (${message}). Put back a copy: npm run restore -- FILE`;
  if (errorCode(error).startsWith('SQLITE_CANTOPEN') || /^E(ACCES|PERM|ROFS|ISDIR|NOTDIR)$/.test(errorCode(error)))
    return `The database of DATABASE_URL cannot be opened (${message}).`;
  return stack ?? message;
}
