import { addDays } from 'date-fns';
import type { TestApp } from './app';

/** A clock for the option `now` of `startTestApp`. Only `set` moves it. */
export interface Clock {
  now: () => Date;
  set(moment: string): void;
}

export function clockAt(moment: string): Clock {
  let current = new Date(moment);
  return {
    now: () => new Date(current),
    set: (next) => {
      current = new Date(next);
    },
  };
}

/** Moves the clock forward and keeps all sessions valid. */
export async function advanceDays(
  clock: Clock,
  { data }: Pick<TestApp, 'data'>,
  days: number,
): Promise<void> {
  await moveClock(clock, { data }, addDays(clock.now(), days).toISOString());
}

export async function moveClock(
  clock: Clock,
  { data }: Pick<TestApp, 'data'>,
  moment: string,
): Promise<void> {
  clock.set(moment);
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('sessions')
      .set({ last_seen_at: moment, expires_at: '2100-01-01T00:00:00.000Z' })
      .execute(),
  );
}
