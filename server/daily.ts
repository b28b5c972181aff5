import { dateInZone } from '../contract/rules/hijri';
import { isDailyWorkDue } from '../contract/rules/retention';
import { remindOfRegisters } from './absences/reminders';
import { runDailyUpkeep } from './archive/upkeep';
import type { Data } from './db/data';
import { loadRetention } from './domain/institute';
import { finishChunkedRemovals } from './db/chunked/removal';
import { finishChunkedUndos } from './db/chunked/undo';
import { deleteExpiredJobs } from './reports/papers/batchJobs';

const checkIntervalMs = 10 * 60_000;

interface DailyWork {
  timer: NodeJS.Timeout;
  runIfDue(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Every ten minutes finishes chunked undos and removals, and deletes papers that nobody has downloaded. Once
 * per date also runs upkeep and reminders. The timer does not keep Node running.
 */
export function startDailyWork(data: Data, onError: (error: unknown) => void): DailyWork {
  let lastDoneOn: string | null = null;
  let running: Promise<void> = Promise.resolve();
  const runWork = async () => {
    await finishChunkedUndos(data, onError).catch(onError);
    await finishChunkedRemovals(data, onError).catch(onError);
    await deleteExpiredJobs(data).catch(onError);
    const now = data.now();
    const today = dateInZone(now, (await loadRetention(data.read, now)).timeZone);
    if (!isDailyWorkDue(lastDoneOn, today)) return;
    await runDailyUpkeep(data);
    await remindOfRegisters(data);
    lastDoneOn = today;
  };
  const runIfDue = () => (running = running.then(runWork).catch(onError));
  const timer = setInterval(() => void runIfDue(), checkIntervalMs);
  timer.unref();
  void runIfDue();
  return {
    timer,
    runIfDue,
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
