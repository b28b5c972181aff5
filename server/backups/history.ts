import { type Backups, backupErrors } from '../../contract/backups';
import { backupWarning, nextSlotAt } from '../../contract/rules/backups';
import { defaultTimeZone } from '../../contract/rules/hijri';
import type { Data } from '../db/data';
import type { Db } from '../db/schema';
import type { BackupPlace } from './place';

/** Failures are few, because a try deletes older ones. */
const maxListed = 40;

export interface BackupSettings {
  hour: number | null;
  days: number;
  timeZone: string;
  /** Time at which the institute was created. */
  createdAt: string;
}

export async function loadBackupSettings(db: Db): Promise<BackupSettings> {
  const settings = await db
    .selectFrom('settings')
    .select(['backup_hour', 'backup_days', 'time_zone', 'created_at'])
    .executeTakeFirstOrThrow();
  return {
    hour: settings.backup_hour,
    days: settings.backup_days,
    timeZone: settings.time_zone ?? defaultTimeZone,
    createdAt: settings.created_at,
  };
}

async function loadLastSuccess(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('backups')
    .select('finished_at')
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.finished_at ?? null;
}

export async function loadBackups({ now }: Data, db: Db, place: BackupPlace | null): Promise<Backups> {
  const isPossible = place !== null;
  const { hour, days, timeZone, createdAt } = await loadBackupSettings(db);
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'slot', 'state', 'started_at', 'finished_at', 'file', 'bytes', 'error', 'host'])
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  const lastSuccess = await loadLastSuccess(db);
  const hasFailed = rows.find(({ state }) => state !== 'running')?.state === 'failed';
  // While one of these times is in the future, no file is deleted.
  const startTimes = [
    ...rows.map(({ started_at }) => started_at),
    ...(place?.list() ?? []).map(({ madeAt }) => madeAt),
  ];
  const isOn = isPossible && hour !== null;
  return {
    is_possible: isPossible,
    hour,
    days,
    next_at: isOn ? nextSlotAt(now(), { hour, timeZone }).toISOString() : null,
    last_success_at: lastSuccess,
    warning: isOn ? backupWarning({ hasFailed, since: lastSuccess ?? createdAt, startTimes }, now()) : null,
    backups: rows.map(({ slot, error, ...row }) => ({
      ...row,
      is_daily: slot !== null,
      error: backupErrors.find((one) => one === error) ?? (error === null ? null : 'FAILED'),
    })),
  };
}

/** What this process knows without a query, for `/health` and the metrics. */
interface BackupReport {
  isOn: boolean;
  lastSuccess: string | null;
}

const reports = new WeakMap<Db, BackupReport>();

export async function refreshReport({ read }: Data, { hour }: BackupSettings): Promise<void> {
  reports.set(read, { isOn: hour !== null, lastSuccess: await loadLastSuccess(read) });
}

export const findLastBackup = ({ read }: Pick<Data, 'read'>): string | null =>
  reports.get(read)?.lastSuccess ?? null;

/** Seconds; 0 before the first backup, null without daily backups, or before the first report. */
export function lastBackupSeconds({ read }: Data): number | null {
  const report = reports.get(read);
  if (!report?.isOn) return null;
  return report.lastSuccess ? Date.parse(report.lastSuccess) / 1_000 : 0;
}
