import { sql } from 'kysely';
import type { Data } from './db/engine/connection';

/** Of one person; the oldest beyond are forgotten, and what they were given for would be done anew. */
const maxKeys = 2_000;
/** In bytes, of the answers of one person. */
const maxBytes = 16_000_000;
/** The oldest are looked for after so many more, or so much more. */
const keysBetween = 500;
const sizeBetween = 8_000_000;

/** Sees to it that the answers that are kept of one person stay few. One of a server, which counts by itself. */
export class KeyBudget {
  readonly #since = new WeakMap<object, Map<number, number>>();

  /** An answer of so many characters has been stored; what goes beyond the budget is forgotten now and then. */
  async note(data: Data, userId: number, size: number): Promise<void> {
    const of = this.#since.get(data) ?? new Map<number, number>();
    this.#since.set(data, of);
    // Of 1: where nothing is known of a person, who may have come from another server, it is looked at once.
    const share = (of.get(userId) ?? 1) + 1 / keysBetween + size / sizeBetween;
    of.set(userId, share >= 1 ? 0 : share);
    if (share < 1) return;
    // The call is done and its answer true; where this fails, the next finds the same.
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
