import type { Generated } from 'kysely';
import type { StoredValues } from '../../../contract/fieldTable';
import type { userFields } from '../../../contract/recordFields';
import type { Role, StaffSection } from '../../../contract/vocabulary';
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

interface UsersTable extends Recorded, Omit<StoredValues<typeof userFields>, 'section'> {
  /** Only for staff: the section that the account is limited to; else null. */
  section: Generated<StaffSection | null>;
  /** Lower case, digits folded; unique, and used by sign-in. */
  username_key: string;
  name_sort: string;
  password_hash: string;
  is_active: number;
  must_change_password: number;
  /** When a one-time password expires; null for a permanent one. */
  password_ends_at: Generated<string | null>;
  student_row_id: number | null;
  last_login: string | null;
}

/** Not in the operation log; not undoable. */
interface SessionsTable {
  token_hash: string;
  /** Identifies the session in the API; not derived from the token. */
  id: string;
  user_id: number;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  step_up_until: string | null;
  /** Address of the last recorded call, in canonical form. */
  address: string | null;
  /** Display name of browser and system at the sign-in. */
  device: string | null;
}

interface SignInFailuresTable {
  id: Generated<number>;
  kind: AttemptKind;
  /** The folded user name; for `own` the session. */
  username_key: string;
  /** An IPv4 address, or the network of an IPv6 one. */
  address: string;
  /** The device, if this user signed in on it before; else null. */
  device: string | null;
  failed_at: string;
}

/** A sign-in, a request for a forgotten password, or a signed-in user who confirms their password (`own`). */
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

/** Every account that has or had a student. Rows are never deleted. */
interface LinkedAccountsTable {
  user_id: number;
}

/** For one user, or for all users of a role. Not in the operation log; not undoable. */
interface NotificationsTable {
  id: Generated<number>;
  user_id: number | null;
  role: Role | null;
  kind: string;
  /** JSON object; its shape is in `contract/notifications.ts`. */
  data: string;
  link: string | null;
  created_at: string;
}

interface NotificationReadsTable {
  user_id: number;
  notification_id: number;
}
