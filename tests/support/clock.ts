import { addDays } from 'date-fns';
import type { TestApp } from './app';

/** A clock that does not move by itself; passed to `startTestApp` as `now`. */
export interface Clock {
  now: () => Date;
  set(moment: string): void;
}

export function clockAt(moment: string): Clock {
  let at = new Date(moment);
  return {
    now: () => new Date(at),
    set: (next) => {
      at = new Date(next);
    },
  };
}

/** Moves a clock forward; all sessions stay valid. */
export async function passDays(clock: Clock, { data }: Pick<TestApp, 'data'>, days: number): Promise<void> {
  await goTo(clock, { data }, addDays(clock.now(), days).toISOString());
}

/** Like `passDays`, to a given time. */
export async function goTo(clock: Clock, { data }: Pick<TestApp, 'data'>, moment: string): Promise<void> {
  clock.set(moment);
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('sessions')
      .set({ last_seen_at: moment, expires_at: '2100-01-01T00:00:00.000Z' })
      .execute(),
  );
}
