import { setImmediate } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';

const maxTogether = 64;
const longestGathering = 2;

interface Waiting {
  handle: () => unknown;
  answer: (result: unknown) => void;
}

/** Runs requests that arrive together in one transaction, each with a savepoint, and answers after the commit. */
export function grouped(database: BetterSqlite3.Database): (handle: () => unknown) => Promise<unknown> {
  const statement = (sql: string) => database.prepare(sql);
  const [begin, savepoint] = [statement('begin immediate'), statement('savepoint one_write')];
  const [release, commit] = [statement('release one_write'), statement('commit')];
  const waiting: Waiting[] = [];
  let isRunning = false;
  const drain = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const end = performance.now() + longestGathering;
      let known = 0;
      while (known < waiting.length && known < maxTogether && performance.now() < end) {
        known = waiting.length;
        await setImmediate();
      }
      const group = waiting.splice(0, maxTogether);
      begin.run();
      const results = group.map(({ handle }) => {
        savepoint.run();
        const result = handle();
        release.run();
        return result;
      });
      commit.run();
      for (const [place, { answer }] of group.entries()) answer(results[place]);
    }
    isRunning = false;
  };
  return (handle) =>
    new Promise((answer) => {
      waiting.push({ handle, answer });
      if (!isRunning) void drain();
    });
}
