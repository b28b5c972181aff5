import type { Generated } from 'kysely';
import type { Backup } from '../../../contract/backups';

export interface BackupTables {
  backups: BackupsTable;
}

/** Not in the operation log: the server writes it without a user (ADR 90). */
interface BackupsTable extends Omit<Backup, 'id' | 'is_daily'> {
  id: Generated<number>;
  /** Day and hour of a daily backup, such as `2026-11-20 02`. Null: an admin has started it. */
  slot: string | null;
  /** Time of the last heartbeat of the server that makes the backup. */
  worked_at: string;
}
