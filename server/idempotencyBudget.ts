import { sql } from 'kysely';
import type { Data } from './db/data';

/** Limit per user. If an answer was deleted, a repeated call writes again. */
const maxKeys = 2_000;
const maxBytes = 16_000_000;
/** The server checks the limits of a user after this number of keys or bytes. */
const keysPerCheck = 500;
const bytesPerCheck = 8_000_000;

export class KeyBudget {
  readonly #usage = new WeakMap<object, Map<number, number>>();

  async record(data: Data, userId: number, size: number): Promise<void> {
    const usageByUser = this.#usage.get(data) ?? new Map<number, number>();
    this.#usage.set(data, usageByUser);
    // A new counter starts at 1, so that the first call checks the answers of other servers too.
    const usage = (usageByUser.get(userId) ?? 1) + 1 / keysPerCheck + size / bytesPerCheck;
    usageByUser.set(userId, usage >= 1 ? 0 : usage);
    if (usage < 1) return;
    // The call has succeeded. If the deletion fails, the next call tries again.
    await deleteOldest(data, userId).catch(() => usageByUser.delete(userId));
  }
}

async function deleteOldest(data: Data, userId: number): Promise<void> {
  await data.writeUnlogged((trx) =>
    sql`
      delete from idempotency_keys where user_id = ${userId} and key in (
        select key from (
          select key, row_number() over newest_first as place,
            sum(coalesce(octet_length(answer), 0)) over newest_first as bytes
          from idempotency_keys where user_id = ${userId}
          window newest_first as (order by created_at desc, key)
        ) as of_person
        where place > ${maxKeys} or bytes > ${maxBytes})`.execute(trx),
  );
}
