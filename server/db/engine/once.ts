import type { Kysely } from 'kysely';
import type { Database } from '../schema';

/**
 * Keeps what is built for a database. Putting a select with many columns together takes longer than running it for
 * one row, and builders never change.
 */
export function oncePerDatabase<T>(build: (db: Kysely<Database>) => T): (db: Kysely<Database>) => T {
  const built = new WeakMap<Kysely<Database>, T>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    if (!built.has(db)) built.set(db, known);
    return known;
  };
}
