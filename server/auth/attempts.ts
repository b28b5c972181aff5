import { ruleMessages } from '../../contract/errors';
import { sortKey } from '../../contract/rules/arabicText';
import type { Data } from '../db/data';
import { advisoryLock } from '../db/engine/dialect';
import type { AttemptKind } from '../db/schema/accounts';
import { Problem } from '../problem';
import type { Trx, Database } from '../db/schema';
import { addressGroup } from './addresses';

const minute = 60_000;
const windowMs = 15 * minute;
/** The clock of another server may be ahead by this much; a later time was written by a wrong clock. */
const clocksDiffer = 5_000;

/** What is guessed. */
export interface Guess {
  kind: AttemptKind;
  /** The user name as it was typed, or for `own` the session. */
  name: string;
  address: string;
  /** The device, if this person signed in on it before. */
  device?: string | null;
}

export interface Attempt {
  /** The password was right: this attempt and earlier failures of the same budget no longer count. */
  succeed(): Promise<void>;
}

/** The form by which a user name is looked up: folded, so that case and script of digits do not matter. */
export const usernameKey = (username: string): string => sortKey(username);

/**
 * Counts an attempt as failed before the password is checked, so that many at the same time cannot pass the limit.
 * The limits slow down a guesser but not the person (quality.md, Lock-out): a device on which the person signed in
 * before has a limit of its own.
 * @throws TOO_MANY with the minutes to wait
 */
export async function beginAttempt(data: Data, guess: Guess): Promise<Attempt> {
  const { kind, device = null } = guess;
  const username_key = usernameKey(guess.name).slice(0, 254);
  const address = addressGroup(guess.address);
  const id = await data.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'sign-in')?.execute(trx);
    // Read after the lock: otherwise attempts that came later would have an earlier time.
    const now = data.now();
    const since = new Date(now.getTime() - windowMs).toISOString();
    await trx.deleteFrom('sign_in_failures').where('failed_at', '<', since).execute();
    const until = new Date(now.getTime() + clocksDiffer).toISOString();
    for (const { times, maxFailures } of budgetsOf(trx, { kind, username_key, address, device }, until)) {
      const counted = await times.execute();
      const freeing = counted[counted.length - maxFailures];
      if (freeing) throw tooMany(freeing.failed_at, now);
    }
    const row = await trx
      .insertInto('sign_in_failures')
      .values({ kind, username_key, address, device, failed_at: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  return {
    succeed: () =>
      data.writeUnlogged(async (trx) => {
        await trx
          .deleteFrom('sign_in_failures')
          .where((on) => {
            const ofDevice = device === null ? on('device', 'is', null) : on('device', '=', device);
            const ofAddress = device === null ? [on('address', '=', address)] : [];
            const ofBudget = [on('kind', '=', kind), on('username_key', '=', username_key), ofDevice];
            return on.or([on('id', '=', id), on.and([...ofBudget, ...ofAddress])]);
          })
          .execute();
      }),
  };
}

type Counted = Pick<Database['sign_in_failures'], 'kind' | 'username_key' | 'address' | 'device'>;

/** Which failures are counted, in order of time, and how many attempts are allowed. */
function budgetsOf(trx: Trx, { kind, username_key, address, device }: Counted, until: string) {
  const failures = trx
    .selectFrom('sign_in_failures')
    .select('failed_at')
    .where('kind', '=', kind)
    .where('failed_at', '<=', until)
    .orderBy('failed_at');
  const ofName = failures.where('username_key', '=', username_key);
  if (device !== null) return [{ times: ofName.where('device', '=', device), maxFailures: 5 }];
  const elsewhere = ofName.where('device', 'is', null);
  const byAddress = failures.where('address', '=', address).where('device', 'is', null);
  if (kind === 'forgot')
    return [
      { times: elsewhere, maxFailures: 5 },
      { times: byAddress, maxFailures: 20 },
    ];
  const here = { times: elsewhere.where('address', '=', address), maxFailures: 5 };
  const anywhere = { times: elsewhere, maxFailures: 50 };
  if (kind === 'own') return [here, anywhere];
  const names = trx
    .selectFrom(byAddress.select('username_key').as('failed'))
    .select((of) => of.fn.max('failed_at').as('failed_at'))
    .groupBy('username_key')
    .orderBy('failed_at');
  return [here, anywhere, { times: names, maxFailures: 100 }];
}

/** Writes as much as a request and removes it again, so that both take the same time. */
export async function writeNothing(data: Data): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const nobody = { kind: 'forgot', username_key: '', address: '', device: null } as const;
    const { id } = await trx
      .insertInto('sign_in_failures')
      .values({ ...nobody, failed_at: data.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('sign_in_failures').where('id', '=', id).execute();
  });
}

/** @param freeing the failure that must expire before the next attempt */
function tooMany(freeing: string, now: Date): Problem {
  const wait = Math.max(1_000, Date.parse(freeing) + windowMs - now.getTime());
  return new Problem('TOO_MANY', {
    message: ruleMessages.tooManyAttempts(Math.ceil(wait / minute)),
    retryAfterSeconds: Math.ceil(wait / 1_000),
  });
}
