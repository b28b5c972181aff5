import { createHmac, randomBytes } from 'node:crypto';
import type { Data } from '../db/data';

/** All servers of a database share the key; the first use creates it. */
export async function serverKey(data: Data, name: 'rasd_device' | 'rasd_outbox'): Promise<string> {
  const loadStored = () =>
    data.read.selectFrom('server_keys').select('value').where('name', '=', name).executeTakeFirst();
  const stored = await loadStored();
  if (stored) return stored.value;
  const value = randomBytes(32).toString('base64url');
  // Of two servers that start together, the second uses the key of the first.
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
 * Encrypts the outbox of a user on his devices: 32 bytes as base64url, the same in all sessions until the password
 * changes. It is derived from a key of the server and the hash of the password, and stored nowhere.
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
