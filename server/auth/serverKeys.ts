import { createHmac, randomBytes } from 'node:crypto';
import type { Data } from '../db/data';

/** All servers of a database share the key. The first call creates it. */
export async function serverKey(data: Data, name: 'rasd_device' | 'rasd_outbox'): Promise<string> {
  const loadStored = () =>
    data.read.selectFrom('server_keys').select('value').where('name', '=', name).executeTakeFirst();
  const stored = await loadStored();
  if (stored) return stored.value;
  const value = randomBytes(32).toString('base64url');
  // If two servers start together, the second one uses the key of the first.
  await data.writeUnlogged((trx) =>
    trx
      .insertInto('server_keys')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
  return (await loadStored())?.value ?? value;
}

/**
 * Key that encrypts a user's outbox on his devices: 32 bytes as base64url. It is derived from a server key
 * and the password hash, so it changes with the password. It is not stored.
 */
export async function outboxKey(data: Data, userId: number): Promise<string> {
  const key = await serverKey(data, 'rasd_outbox');
  const { password_hash } = await data.read
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(JSON.stringify([userId, password_hash]))
    .digest('base64url');
}
