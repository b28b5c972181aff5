import { z } from 'zod';
import { additions, get, post } from './endpoint';
import { id } from './fields';

export const backupErrors = [
  'NO_PG_DUMP',
  'DISK_FULL',
  'FOLDER',
  'DAMAGED',
  'INTERRUPTED',
  'FAILED',
] as const;
export type BackupError = (typeof backupErrors)[number];

const backup = z.object({
  id,
  /** True for a backup of the clock, false for one that an admin has started. */
  is_daily: z.boolean(),
  state: z.enum(['running', 'done', 'failed']),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** The name without the folder. */
  file: z.string().nullable(),
  bytes: z.int().nullable(),
  error: z.enum(backupErrors).nullable(),
  /** Name of the machine whose server makes the backup. */
  host: z.string(),
});
export type Backup = z.infer<typeof backup>;

const backups = z.object({
  /** False for a database in memory. */
  is_possible: z.boolean(),
  hour: z.int().nullable(),
  days: z.int(),
  /** Null without a backup hour. */
  next_at: z.string().nullable(),
  last_success_at: z.string().nullable(),
  warning: z.enum(['FAILED', 'OVERDUE', 'CLOCK_BEHIND']).nullable(),
  /** The newest first. */
  backups: z.array(backup),
});
export type Backups = z.infer<typeof backups>;

const admins = { roles: ['admin'], isInstituteWide: true } as const;

export const backupsApi = additions({
  read: get('/backups', {
    ...admins,
    summary: 'When backups are made, and the newest ones',
    response: backups,
  }),
  start: post('/backups', {
    ...admins,
    summary: 'Start a backup; while one runs, or for a database in memory, nothing starts',
    response: backups,
  }),
});
