import { createHmac, randomBytes } from 'node:crypto';
import type { Data } from '../db/data';

/** A key shared by all servers of a database, created when it is first needed. */
export async function serverKey(data: Data, name: 'rasd_device' | 'rasd_outbox'): Promise<string> {
  const stored = () =>
    data.read.selectFrom('server_keys').select('value').where('name', '=', name).executeTakeFirst();
  const known = await stored();
  if (known) return known.value;
  const value = randomBytes(32).toString('base64url');
  // If two servers start at the same time, the second uses the key of the first.
  await data.writeUnlogged((trx) =>
    trx
      .insertInto('server_keys')
      .values({ name, value })
      .onConflict((on) => on.column('name').doNothing())
      .execute(),
  );
  return (await stored())?.value ?? value;
}

/**
 * The key that a person's unsent work is encrypted with on a device: 32 bytes, base64url, in all his sessions the same
 * until his password is another. It is stored nowhere: it is derived from a key of the server and from the stored hash of
 * the password, neither of which it tells.
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
