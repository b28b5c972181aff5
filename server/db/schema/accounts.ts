import type { Generated } from 'kysely';
import type { StoredValues } from '../../../contract/fieldTable';
import type { userFields } from '../../../contract/recordFields';
import type { Role } from '../../../contract/vocabulary';
import type { Recorded } from './recorded';

/** Accounts, what they sign in with, and what belongs to a person. */
export interface AccountTables {
  users: UsersTable;
  sessions: SessionsTable;
  sign_in_failures: SignInFailuresTable;
  server_keys: ServerKeysTable;
  password_requests: PasswordRequestsTable;
  saved_filters: SavedFiltersTable;
  linked_accounts: LinkedAccountsTable;
  notifications: NotificationsTable;
  notification_reads: NotificationReadsTable;
}

interface UsersTable extends Recorded, StoredValues<typeof userFields> {
  /** Lower case, digits folded: what must be unique and what sign-in looks up. */
  username_key: string;
  name_sort: string;
  password_hash: string;
  is_active: number;
  must_change_password: number;
  /** From when on a one-time password signs nobody in; null for one that stays. */
  password_ends_at: Generated<string | null>;
  student_row_id: number | null;
  last_login: string | null;
}

/** Not in the operation log; not undoable. */
interface SessionsTable {
  token_hash: string;
  /** By which its person names it; has nothing to do with the token. */
  id: string;
  user_id: number;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  step_up_until: string | null;
  /** Of the last call that was noted, in the plain form; null for a session that is older than the column. */
  address: string | null;
  /** Browser and system at the sign-in, as people call them. */
  device: string | null;
}

interface SignInFailuresTable {
  id: Generated<number>;
  kind: AttemptKind;
  /** What is being guessed at: the folded user name; for `own` the session. */
  username_key: string;
  /** An IPv4 address, or the network of an IPv6 one. */
  address: string;
  /** On which the person of the name signed in before; null for any other. */
  device: string | null;
  failed_at: string;
}

/** A sign-in, a password that was forgotten, or somebody signed in who gives the own password again. */
export type AttemptKind = 'sign-in' | 'forgot' | 'own';

/** Secrets that all servers of a database share. */
interface ServerKeysTable {
  name: string;
  value: string;
}

interface PasswordRequestsTable extends Recorded {
  user_id: number;
  resolved_at: string | null;
}

/** A person's own view of a list. */
interface SavedFiltersTable extends Recorded {
  user_id: number;
  resource: string;
  name: string;
  /** JSON object. */
  filter: string;
  /** JSON object, or null. */
  sort: string | null;
}

/** Every account that has or had a student. Only grows. */
interface LinkedAccountsTable {
  user_id: number;
}

/** For one person, or for all who have a role. Not recorded: it tells of work and is none. */
interface NotificationsTable {
  id: Generated<number>;
  user_id: number | null;
  role: Role | null;
  kind: string;
  /** JSON object; its shape stands in `contract/notifications.ts`. */
  data: string;
  link: string | null;
  created_at: string;
}

interface NotificationReadsTable {
  user_id: number;
  notification_id: number;
}
