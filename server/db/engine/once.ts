import type { Db } from '../schema';

/**
 * Builds a query once per database and caches it: building a select with many columns takes longer than running it for
 * one row. Kysely builders are immutable.
 */
export function oncePerDatabase<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    if (!built.has(db)) built.set(db, known);
    return known;
  };
}
