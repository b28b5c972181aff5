import { sql } from 'kysely';
import type { Data } from './db/data';

/** Per person. A repeated call whose answer was deleted writes again. */
const maxKeys = 2_000;
const maxBytes = 16_000_000;
/** The limits of a person are checked after this number of keys or bytes. */
const keysPerCheck = 500;
const bytesPerCheck = 8_000_000;

/** Limits the stored answers per person. Each server counts for itself. */
export class KeyBudget {
  readonly #usage = new WeakMap<object, Map<number, number>>();

  /** Call it after an answer was stored. @param size the length of the answer */
  async record(data: Data, userId: number, size: number): Promise<void> {
    const usageByUser = this.#usage.get(data) ?? new Map<number, number>();
    this.#usage.set(data, usageByUser);
    // Starts at 1, to check at once: this person may have answers from another server.
    const usage = (usageByUser.get(userId) ?? 1) + 1 / keysPerCheck + size / bytesPerCheck;
    usageByUser.set(userId, usage >= 1 ? 0 : usage);
    if (usage < 1) return;
    // The call has succeeded; if the deletion fails, the next call tries again.
    await deleteOldest(data, userId).catch(() => usageByUser.delete(userId));
  }
}

/** Keeps the newest answers within both limits. */
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
