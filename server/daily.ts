import { dateInZone } from '../contract/rules/hijri';
import { isDailyWorkDue } from '../contract/rules/retention';
import { remindOfRegisters } from './absences/reminders';
import { runDailyUpkeep } from './archive/upkeep';
import type { Data } from './db/data';
import { retentionOf } from './domain/institute';
import { finishChunkedRemovals } from './db/chunked/removal';
import { finishChunkedUndos } from './db/chunked/undo';

const lookEvery = 10 * 60_000;

interface DailyWork {
  timer: NodeJS.Timeout;
  /** Does the daily work if it is due. If it fails, `onError` is called and it is tried again later. */
  look(): Promise<void>;
  /** Stops; resolves when a run that has started is done. */
  stop(): Promise<void>;
}

/** Does the daily work once for each date of the institute, starting now. Does not keep the process running. */
export function startDailyWork(data: Data, onError: (error: unknown) => void): DailyWork {
  let lastDoneOn: string | null = null;
  let underWay: Promise<void> = Promise.resolve();
  const work = async () => {
    // First finishes what the last run of this server left.
    await finishChunkedUndos(data, onError).catch(onError);
    await finishChunkedRemovals(data, onError).catch(onError);
    const now = data.now();
    const today = dateInZone(now, (await retentionOf(data.read, now)).timeZone);
    if (!isDailyWorkDue(lastDoneOn, today)) return;
    await runDailyUpkeep(data);
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
