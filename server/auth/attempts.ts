import { sortKey } from '../../contract/rules/arabicText';
import type { Data } from '../db/connection';
import { turn } from '../db/dialect';
import { Problem } from '../problem';

const windowMs = 15 * 60_000;
const mostForName = 5;
const mostForAddress = 20;

/** A sign-in that is being tried. */
export interface Attempt {
  /** The password fitted: this attempt and the earlier failures of the name no longer count. */
  succeed(): Promise<void>;
}

/** The form of a user name by which it is looked up: folded, so that case and script of digits do not matter. */
export const usernameKey = (username: string): string => sortKey(username);

/**
 * Counts an attempt as failed before the password is looked at, so that many at once cannot slip through.
 * @throws TOO_MANY at the 6th failure of a name or the 21st of an address within 15 minutes
 */
export async function beginAttempt(data: Data, username: string, address: string): Promise<Attempt> {
  const now = data.now();
  const since = new Date(now.getTime() - windowMs).toISOString();
  const username_key = usernameKey(username).slice(0, 254);
  const id = await data.keep(async (trx) => {
    await turn(data.kind, 'sign-in')?.execute(trx);
    await trx.deleteFrom('sign_in_failures').where('failed_at', '<', since).execute();
    const failures = (column: 'username_key' | 'address', value: string) =>
      trx
        .selectFrom('sign_in_failures')
        .select('failed_at')
        .where(column, '=', value)
        .orderBy('failed_at')
        .execute();
    const byName = await failures('username_key', username_key);
    const byAddress = await failures('address', address);
    const blocking =
      byName.length >= mostForName ? byName : byAddress.length >= mostForAddress ? byAddress : null;
    if (blocking) throw tooMany(blocking[0]?.failed_at ?? since, now);
    const failed_at = now.toISOString();
    const row = await trx
      .insertInto('sign_in_failures')
      .values({ username_key, address, failed_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  return {
    succeed: () =>
      data.keep(async (trx) => {
        await trx
          .deleteFrom('sign_in_failures')
          .where((on) => on.or([on('id', '=', id), on('username_key', '=', username_key)]))
          .execute();
      }),
  };
}

/** Writes as much as a request does, and takes it away again. */
export async function writeNothing(data: Data): Promise<void> {
  await data.keep(async (trx) => {
    const row = { username_key: '', address: '', failed_at: data.now().toISOString() };
    const { id } = await trx
      .insertInto('sign_in_failures')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('sign_in_failures').where('id', '=', id).execute();
  });
}

function tooMany(oldest: string, now: Date): Problem {
  const seconds = Math.ceil((Date.parse(oldest) + windowMs - now.getTime()) / 1_000);
  return new Problem('TOO_MANY', { retryAfterSeconds: Math.max(1, seconds) });
}
