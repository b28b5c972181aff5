import { sql } from 'kysely';
import type { Data } from './db/data';

/** Maximum stored answers of one person; older ones are deleted, and a repeat of them would write again. */
const maxKeys = 2_000;
/** Maximum bytes of the stored answers of one person. */
const maxBytes = 16_000_000;
/** The oldest are looked for after this many answers, or this many bytes, of a person. */
const keysBetween = 500;
const sizeBetween = 8_000_000;

/** Limits the stored answers of each person. Each server has one, which counts for itself. */
export class KeyBudget {
  readonly #since = new WeakMap<object, Map<number, number>>();

  /** Notes that an answer of this size was stored; sometimes deletes what is above the limit. */
  async note(data: Data, userId: number, size: number): Promise<void> {
    const of = this.#since.get(data) ?? new Map<number, number>();
    this.#since.set(data, of);
    // Begins at 1: a person new to this server may have answers from another, so they are checked at once.
    const share = (of.get(userId) ?? 1) + 1 / keysBetween + size / sizeBetween;
    of.set(userId, share >= 1 ? 0 : share);
    if (share < 1) return;
    // The call has succeeded; if the deletion fails, the next call tries it again.
    await forgetOldest(data, userId).catch(() => of.delete(userId));
  }
}

async function forgetOldest(data: Data, userId: number): Promise<void> {
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
