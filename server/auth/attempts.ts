import { ruleMessages } from '../../contract/errors';
import { usernameKey } from '../../contract/rules/arabicText';
import type { Data } from '../db/data';
import { advisoryLock } from '../db/engine/dialect';
import type { AttemptKind } from '../db/schema/accounts';
import { Problem } from '../problem';
import type { Trx, Database } from '../db/schema';
import { addressGroup } from './addresses';

const minute = 60_000;
const windowMs = 15 * minute;
/** A PIN has only a million values, so its guesses are also limited by day (ADR 86). */
const dayMs = 24 * 60 * minute;
/** Milliseconds between the clocks of two servers. A stored time further in the future is ignored. */
const maxClockDifference = 5_000;

export interface AttemptInput {
  kind: AttemptKind;
  /** For `own`, a change of the own password, the session; for `guardian` the hash of the link's code. */
  usernameOrSession: string;
  address: string;
  /** Set if this user has signed in on the device before. */
  device?: string | null;
}

export interface Attempt {
  /** Removes this attempt and earlier failures of the user name on the same device or address. */
  succeed(): Promise<void>;
}

/**
 * The attempt counts as failed until `succeed` is called, so simultaneous attempts cannot exceed the
 * limit. A known device has its own limit, so that strangers cannot lock out the user (quality.md,
 * Lock-out).
 * @throws TOO_MANY with the minutes to wait
 */
export async function beginAttempt(data: Data, input: AttemptInput): Promise<Attempt> {
  const { kind, device = null } = input;
  const username_key = usernameKey(input.usernameOrSession).slice(0, 254);
  const address = addressGroup(input.address);
  const id = await data.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'sign-in')?.execute(trx);
    // The clock is read after the lock. Otherwise a later attempt could store an earlier time.
    const now = data.now();
    const timeBefore = (ms: number) => new Date(now.getTime() - ms).toISOString();
    await trx
      .deleteFrom('sign_in_failures')
      .where(({ or, and, eb }) =>
        or([
          and([eb('kind', '<>', 'guardian'), eb('failed_at', '<', timeBefore(windowMs))]),
          eb('failed_at', '<', timeBefore(dayMs)),
        ]),
      )
      .execute();
    const until = new Date(now.getTime() + maxClockDifference).toISOString();
    for (const { failureQuery, maxFailures, periodMs = windowMs } of selectLimits(
      trx,
      { kind, username_key, address, device },
      until,
    )) {
      const failures = await failureQuery.execute();
      const blockingFailure = failures[failures.length - maxFailures];
      if (blockingFailure && blockingFailure.failed_at >= timeBefore(periodMs))
        throw buildTooManyProblem(blockingFailure.failed_at, now, periodMs);
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
          .where((builder) => {
            const deviceCondition =
              device === null ? builder('device', 'is', null) : builder('device', '=', device);
            const addressConditions = device === null ? [builder('address', '=', address)] : [];
            const keyConditions = [
              builder('kind', '=', kind),
              builder('username_key', '=', username_key),
              deviceCondition,
            ];
            return builder.or([
              builder('id', '=', id),
              builder.and([...keyConditions, ...addressConditions]),
            ]);
          })
          .execute();
      }),
  };
}

type FailureKey = Pick<Database['sign_in_failures'], 'kind' | 'username_key' | 'address' | 'device'>;

interface Limit {
  /** Failures in the order of their times. */
  failureQuery: { execute(): Promise<{ failed_at: string }[]> };
  maxFailures: number;
  /** Milliseconds; default: 15 minutes. */
  periodMs?: number;
}

function selectLimits(trx: Trx, { kind, username_key, address, device }: FailureKey, until: string): Limit[] {
  const failures = trx
    .selectFrom('sign_in_failures')
    .select('failed_at')
    .where('kind', '=', kind)
    .where('failed_at', '<=', until)
    .orderBy('failed_at');
  const failuresOfName = failures.where('username_key', '=', username_key);
  if (device !== null) return [{ failureQuery: failuresOfName.where('device', '=', device), maxFailures: 5 }];
  const withoutDevice = failuresOfName.where('device', 'is', null);
  const failuresOfAddress = failures.where('address', '=', address).where('device', 'is', null);
  if (kind === 'forgot')
    return [
      { failureQuery: withoutDevice, maxFailures: 5 },
      { failureQuery: failuresOfAddress, maxFailures: 20 },
    ];
  const failuresByName = trx
    .selectFrom(failuresOfAddress.select('username_key').as('failed'))
    .select((builder) => builder.fn.max('failed_at').as('failed_at'))
    .groupBy('username_key')
    .orderBy('failed_at');
  const namesOfAddress = { failureQuery: failuresByName, maxFailures: 100 };
  if (kind === 'guardian')
    return [
      { failureQuery: withoutDevice, maxFailures: 5 },
      { failureQuery: withoutDevice, maxFailures: 20, periodMs: dayMs },
      namesOfAddress,
    ];
  const limitOfAddress = { failureQuery: withoutDevice.where('address', '=', address), maxFailures: 5 };
  const limitOfName = { failureQuery: withoutDevice, maxFailures: 50 };
  if (kind === 'own') return [limitOfAddress, limitOfName];
  return [limitOfAddress, limitOfName, namesOfAddress];
}

/** Inserts a row and deletes it, so that an unknown name takes as long as an existing one. */
export async function writeAndDeleteFailure(data: Data): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const emptyKey = { kind: 'forgot', username_key: '', address: '', device: null } as const;
    const { id } = await trx
      .insertInto('sign_in_failures')
      .values({ ...emptyKey, failed_at: data.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('sign_in_failures').where('id', '=', id).execute();
  });
}

/** @param blockingFailure time of the failure that must expire before the next attempt */
function buildTooManyProblem(blockingFailure: string, now: Date, periodMs: number): Problem {
  const wait = Math.max(1_000, Date.parse(blockingFailure) + periodMs - now.getTime());
  return new Problem('TOO_MANY', {
    message: ruleMessages.tooManyAttempts(Math.ceil(wait / minute)),
    retryAfterSeconds: Math.ceil(wait / 1_000),
  });
}
