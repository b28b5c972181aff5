import { dateInZone } from '../contract/rules/hijri';
import { isDailyWorkDue } from '../contract/rules/retention';
import { remindOfRegisters } from './absences/reminders';
import { dailyUpkeep } from './archive/upkeep';
import type { Data } from './db/engine/connection';
import { retentionOf } from './db/institute';
import { finishChunkedRemovals } from './db/bulk/chunkedRemoval';
import { finishChunkedUndos } from './db/undo/chunkedUndo';

const lookEvery = 10 * 60_000;

interface DailyWork {
  timer: NodeJS.Timeout;
  /** Looks whether the day's work is due, and does it; told through `onError` when it fails, and tried again. */
  look(): Promise<void>;
  /** No more looks; resolves when the one under way is done. */
  stop(): Promise<void>;
}

/** Does the work of the day once on each date of the institute, beginning now. Does not keep the process alive. */
export function startDailyWork(data: Data, onError: (error: unknown) => void): DailyWork {
  let lastDoneOn: string | null = null;
  let underWay: Promise<void> = Promise.resolve();
  const work = async () => {
    // What the last run of this server could not finish, at once.
    await finishChunkedUndos(data);
    await finishChunkedRemovals(data);
    const now = data.now();
    const today = dateInZone(now, (await retentionOf(data.read, now)).timeZone);
    if (!isDailyWorkDue(lastDoneOn, today)) return;
    await dailyUpkeep(data);
    await remindOfRegisters(data);
    lastDoneOn = today;
  };
  const look = () => (underWay = underWay.then(work).catch(onError));
  const timer = setInterval(() => void look(), lookEvery);
  timer.unref();
  void look();
  return {
    timer,
    look,
    stop: () => {
      clearInterval(timer);
      return underWay;
    },
  };
}
