import { dateInZone } from './hijri';
import { daysAfter, startOfDay } from './retention';

export const maxBackupDays = 365;

const minuteMs = 60_000;
const retryMs = 30 * minuteMs;
/** A working server stores its time more often. */
const maxSilenceMs = 2 * minuteMs;
/** A later time was written before the clock was set back. */
const maxClockDifferenceMs = 5_000;
/** An admin may start any number of backups. */
const maxFilesOfDay = 4;
const maxAgeMs = 36 * 60 * minuteMs;

export interface BackupClock {
  hour: number;
  timeZone: string;
}

/** The last day and hour at which a backup was due. Each has one good backup. */
export function latestSlot(now: Date, { hour, timeZone }: BackupClock): string {
  const today = dateInZone(now, timeZone);
  const day = now >= startOfDay(today, timeZone, hour) ? today : daysAfter(today, -1);
  return `${day} ${String(hour).padStart(2, '0')}`;
}

/** The first backup hour after `now`. */
export function nextSlotAt(now: Date, { hour, timeZone }: BackupClock): Date {
  const today = dateInZone(now, timeZone);
  const candidates = [today, daysAfter(today, 1)].map((day) => startOfDay(day, timeZone, hour));
  return candidates.find((time) => time > now) ?? now;
}

const isAfter = (time: string, now: Date) => Date.parse(time) > now.getTime() + maxClockDifferenceMs;
const isWithin = (time: string, now: Date, milliseconds: number) =>
  !isAfter(time, now) && Date.parse(time) > now.getTime() - milliseconds;

/** False if the server of a running backup has ended. @param workedAt time of its last heartbeat */
export const isBackupAlive = (workedAt: string, now: Date): boolean => isWithin(workedAt, now, maxSilenceMs);

interface FailedBackup {
  finished_at: string;
  isInterrupted: boolean;
}

/** @param failure the last failure at this hour */
export const isBackupDue = (failure: FailedBackup | null, now: Date): boolean =>
  failure === null || failure.isInterrupted || !isWithin(failure.finished_at, now, retryMs);

/** A file of a good backup. */
export interface BackupFile {
  name: string;
  /** ISO 8601. */
  madeAt: string;
}

interface Retention {
  days: number;
  now: Date;
  timeZone: string;
}

/** While the clock shows a time before a backup, the age of the files is unknown. */
export const isClockBehind = (times: readonly string[], now: Date): boolean =>
  times.some((time) => isAfter(time, now));

/**
 * The newest `days` days that have a backup keep their newest four, however long ago they are. So a clock that is
 * ahead, or a month without a server, deletes no more than one day.
 */
export function filesToDelete(
  files: readonly BackupFile[],
  { days, now, timeZone }: Retention,
): readonly BackupFile[] {
  const times = files.map(({ madeAt }) => madeAt);
  if (isClockBehind(times, now)) return [];
  const dayOf = ({ madeAt }: BackupFile) => dateInZone(new Date(madeAt), timeZone);
  const fileDays = [...new Set(files.map(dayOf))].toSorted();
  const keptFiles = new Set(
    fileDays.slice(-Math.max(days, 1)).flatMap((day) =>
      files
        .filter((file) => dayOf(file) === day)
        .toSorted((a, b) => a.madeAt.localeCompare(b.madeAt))
        .slice(-maxFilesOfDay),
    ),
  );
  return files.filter((file) => !keptFiles.has(file));
}

export type BackupWarning = 'FAILED' | 'OVERDUE' | 'CLOCK_BEHIND';

interface BackupHistory {
  hasFailed: boolean;
  /** Time of the last good backup; before the first one, the time since which backups could be made. */
  since: string;
  startTimes: readonly string[];
}

/** Of an institute with daily backups. Others may make them in another way. */
export function backupWarning(
  { hasFailed, since, startTimes }: BackupHistory,
  now: Date,
): BackupWarning | null {
  if (hasFailed) return 'FAILED';
  if (isClockBehind(startTimes, now)) return 'CLOCK_BEHIND';
  return Date.parse(since) <= now.getTime() - maxAgeMs ? 'OVERDUE' : null;
}
