import type { Generated } from 'kysely';
import type { StoredValues } from '../../../contract/fieldTable';
import type { userFields } from '../../../contract/recordFields';
import type { Role, StaffSection } from '../../../contract/vocabulary';
import type { Recorded } from './recorded';

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
  /** The section of a staff account. Null: all sections. */
  section: Generated<StaffSection | null>;
  username_key: string;
  /** E.164, null for an unknown country. */
  phone_key: string | null;
  name_sort: string;
  password_hash: string;
  is_active: number;
  must_change_password: number;
  password_ends_at: Generated<string | null>;
  student_row_id: number | null;
  last_login: string | null;
}

interface SessionsTable {
  token_hash: string;
  id: string;
  user_id: number;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  step_up_until: string | null;
  address: string | null;
  device: string | null;
}

interface SignInFailuresTable {
  id: Generated<number>;
  kind: AttemptKind;
  /** The folded user name; for `own` the session. */
  username_key: string;
  /** An IPv4 address, or the network of an IPv6 address. */
  address: string;
  /** Null unless this user has signed in on the device before. */
  device: string | null;
  failed_at: string;
}

export type AttemptKind = 'sign-in' | 'forgot' | 'own' | 'guardian';

interface ServerKeysTable {
  name: string;
  value: string;
}

interface PasswordRequestsTable extends Recorded {
  user_id: number;
  resolved_at: string | null;
}

interface SavedFiltersTable extends Recorded {
  user_id: number;
  resource: string;
  name: string;
  filter: string;
  sort: string | null;
}

/** Rows are never deleted. */
interface LinkedAccountsTable {
  user_id: number;
}

interface NotificationsTable {
  id: Generated<number>;
  user_id: number | null;
  role: Role | null;
  kind: string;
  /** JSON; `contract/notifications.ts` has the shape. */
  data: string;
  link: string | null;
  created_at: string;
}

interface NotificationReadsTable {
  user_id: number;
  notification_id: number;
}
